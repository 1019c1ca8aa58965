"""Which calls of each kernel are compared: every row length up to a bound, the shipped one, ways through.

    for call in train_calls(): sides.difference("train_rows", call)

A way through a call is which questions it answers by no: a row is suspected, or not; each scalar of a
suspected row may be stored, or not. Every length goes the honest way, that of a false alarm, and that of its
last scalar lost; the shipped one has each plane's first and last lost, and a short one goes all ways
(`branching`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.kernels.validation.outcome import Call
from bob.spec.families.training_run import TrainingRunSemantics
from bob.spec.families.transport import CheckpointTransport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LONGEST = 100
LENGTHS = range(1, LONGEST + 1)
SHORT = 3
MOST_UPDATES = 11
LAST_BIT = 63
# Calls of `train_rows` that are short enough for all ways through them.
BRANCHED = (Call(1, 1, 3), Call(2, 1, 2), Call(2, 2, 1), Call(3, 1, 1))


def shipped_row() -> int:
    """How many columns a row of the shipped contract has."""
    return _shipped(CheckpointTransport.spec.dims["vocabulary"].shipped)


def shipped_updates() -> int:
    """How many updates an invocation of the shipped contract makes."""
    return _shipped(TrainingRunSemantics.spec.dims["updates_per_invocation"].shipped)


def train_calls(lengths: Sequence[int] = LENGTHS, *, shipped: bool = True) -> Iterator[Call]:
    """Calls of `train_rows`: two rows and updates, ways through one row, counts of updates, first updates."""
    for n in lengths:
        yield Call(n, min(n, 2), 2)
        # A false alarm, and the last scalar that is looked at lost: every question is asked.
        yield Call(n, denied=frozenset({0}))
        yield Call(n, denied=frozenset({0, 3 * n}))
    yield from BRANCHED
    for n_updates in range(1, MOST_UPDATES + 1):
        yield Call(SHORT, 2, n_updates)
    for bit in range(LAST_BIT + 1):
        yield from (
            Call(1, first_update=first) for first in {1 << bit, (2 << bit) - 1} if first < 2 << LAST_BIT - 1
        )
    if shipped:
        n, n_updates = shipped_row(), shipped_updates()
        yield Call(n, 1, n_updates)
        yield Call(n, 2, 1)
        yield from _ways(Call(n))
        yield Call(n, 1, n_updates, denied=frozenset({n_updates - 1, n_updates}))


def _ways(call: Call) -> Iterator[Call]:
    """A false alarm, and each plane's first and last scalar lost."""
    yield call._replace(denied=frozenset({0}))
    for plane in range(3):
        for place in sorted({0, call.n - 1}):
            yield call._replace(denied=frozenset({0, 1 + plane * call.n + place}))


def branching(call: Call, asked: Callable[[Call], int]) -> Iterator[Call]:
    """Every way through a call; `asked` makes it and tells how many questions it asks."""
    waiting = [call]
    while waiting:
        each = waiting.pop()
        yield each
        first = max(each.denied, default=-1) + 1
        waiting += [each._replace(denied=each.denied | {k}) for k in range(first, asked(each))]


def summary_calls(lengths: Sequence[int] = LENGTHS, *, shipped: bool = True) -> Iterator[Call]:
    """Calls of `summarise`."""
    yield from (Call(n) for n in lengths)
    yield from (Call(SHORT, n_updates=n_updates) for n_updates in range(MOST_UPDATES + 1))
    if shipped:
        yield Call(shipped_row(), n_updates=shipped_updates())


def flat_calls(lengths: Sequence[int] = LENGTHS, *, shipped: bool = True) -> Iterator[Call]:
    """Calls over flat planes."""
    yield from (Call(n) for n in (0, *lengths))
    if shipped:
        yield Call(shipped_row())


def _shipped(value: int | None) -> int:
    assert value is not None
    return value
