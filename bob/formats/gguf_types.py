"""The tensor types of GGUF: `tensor_type(8)` is Q8_0, 34 bytes for each 32 elements of a row.

A type's name is its `Entry.dtype`: those of a single element are in `bob.spec.formats.dtypes` too, so called.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from bob.spec.formats.gguf_types import REMOVED_TYPES, TENSOR_TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence


class TensorType(NamedTuple):
    """A type's name, and how many elements a block has in how many bytes."""

    name: str
    block_elements: int
    block_bytes: int

    @property
    def quantized(self) -> bool:
        """Whether elements share a block."""
        return self.block_elements > 1

    def fits(self, dimensions: Sequence[int]) -> bool:
        """Whether rows, of `dimensions[0]` elements each, are whole blocks."""
        return row_elements(dimensions) % self.block_elements == 0

    def n_bytes(self, dimensions: Sequence[int]) -> int:
        """The bytes of a tensor, exactly, however many: the last block of a row counts whole."""
        blocks = -(-row_elements(dimensions) // self.block_elements)
        return blocks * prod(dimensions[1:]) * self.block_bytes


_TYPES = {number: TensorType(*fields) for number, fields in TENSOR_TYPES.items()}
BLOCK_TYPES = {each.name: each for each in _TYPES.values() if each.quantized}


def tensor_type(number: int) -> TensorType | None:
    """The type of this number; None where there is none."""
    return _TYPES.get(number)


def named(number: int) -> str:
    """An unknown number in words: one that was removed has a name."""
    removed = REMOVED_TYPES.get(number)
    return f"{number}" if removed is None else f"{number} ({removed}, removed from the format)"


def row_elements(dimensions: Sequence[int]) -> int:
    """The elements of a row: the first dimension, 1 without any."""
    return dimensions[0] if dimensions else 1
