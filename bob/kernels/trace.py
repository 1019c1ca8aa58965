"""What a training is given besides planes, what it gives back, and how it fails; no arithmetic, no reading.

`native.train` and `exact.train` share these records. Hyperparameters travel as bits, so that no conversion
stands between the bytes of a contract and the arithmetic.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from bob.errors import BobError

PLANES = "PMV"

Column = TypeVar("Column")


class Hyperparameters(NamedTuple):
    """AdamW's constants as binary32 bit patterns (0 to 2^32 - 1)."""

    learning_rate: int
    beta1: int
    beta2: int
    epsilon: int
    weight_decay: int


class Trace(NamedTuple, Generic[Column]):
    """The mean loss in nats and the gradient's norm of the state before each update, in order."""

    losses: Column
    norms: Column


class Diverged(BobError):
    """An update made a scalar that no checkpoint may hold: NaN, infinite, or a second moment below zero.

    `plane` is one of "PMV", `index` counts row-major, `update` from 1. Of several, the first update's, and
    of those the first in the order P, M, V, then the smallest index. The planes are left half updated.
    """

    def __init__(self, plane: str, index: int, update: int) -> None:
        self.plane = plane
        self.index = index
        self.update = update
        super().__init__(plane, index, update)

    def __str__(self) -> str:
        return f"update {self.update} leaves {self.plane}[{self.index}] negative or not finite"


def diverged(rank: int, n_cells: int, first_update: int) -> Diverged:
    """The exception for a rank of `table.table_training`: (update * 3 + plane) * n_cells + index, from 0."""
    earlier, index = divmod(rank, n_cells)
    n_updates, plane = divmod(earlier, len(PLANES))
    return Diverged(PLANES[plane], index, first_update + n_updates)
