"""Sets of indices as few boxes of ranges: `layers.{0..3,7}.experts.{0..7}` for what a pattern lacks or has.

A box is one `Ranges` for each index. Work and size are linear in the indices that are there, however large
the counts are: a count of a million with three tensors is three ranges.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, TypeAlias

from bob.formats.patterns import runs, spelled

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

# Pairs of first and last; None where a count is not known, and so neither is the end.
Ranges: TypeAlias = "tuple[tuple[int, int], ...] | None"
Box: TypeAlias = "tuple[Ranges, ...]"
Numbers: TypeAlias = "tuple[int, ...]"


def gaps(values: Iterable[int], count: int) -> tuple[tuple[int, int], ...]:
    """The runs below `count` of what is not among the values."""
    found, free = [], 0
    for first, last in runs(values):
        if free < min(first, count):
            found.append((free, min(first, count) - 1))
        free = last + 1
    if free < count:
        found.append((free, count - 1))
    return tuple(found)


def missing(present: Collection[Numbers], counts: Sequence[int | None]) -> list[Box]:
    """The boxes of indices below the counts that are not present; of an unknown count nothing is missing."""
    if None not in counts and len(present) == prod(n for n in counts if n is not None):
        return []
    return list(_missing(sorted(present), tuple(counts)))


def _missing(present: list[Numbers], counts: tuple[int | None, ...]) -> tuple[Box, ...]:
    if not counts:
        return () if present else ((),)
    count, rest = counts[0], counts[1:]
    whole = tuple(_all(n) for n in rest)
    inner = _by_first(present)
    if not inner and count is None:
        return ((None, *whole),)
    found: list[Box] = []
    absent = () if count is None else gaps(inner, count)
    if absent:
        found.append((absent, *whole))
    alike: dict[tuple[Box, ...], list[int]] = {}
    for first, tails in inner.items():
        alike.setdefault(_missing(tails, rest), []).append(first)
    found += [(runs(firsts), *box) for boxes, firsts in alike.items() for box in boxes]
    return tuple(found)


def covering(present: Collection[Numbers]) -> list[Box]:
    """The boxes that hold the indices that are present and no others."""
    return list(_covering(sorted(present)))


def _covering(present: list[Numbers]) -> tuple[Box, ...]:
    if not present or not present[0]:
        return ((),) if present else ()
    alike: dict[tuple[Box, ...], list[int]] = {}
    for first, tails in _by_first(present).items():
        alike.setdefault(_covering(tails), []).append(first)
    return tuple((runs(firsts), *box) for boxes, firsts in alike.items() for box in boxes)


def _by_first(present: Iterable[Numbers]) -> dict[int, list[Numbers]]:
    found: dict[int, list[Numbers]] = {}
    for first, *tail in present:
        found.setdefault(first, []).append(tuple(tail))
    return found


def _all(count: int | None) -> Ranges:
    if count is None:
        return None
    return ((0, count - 1),) if count else ()


def without(ranges: Ranges, others: Ranges) -> Ranges:
    """The ranges as far as they lie outside of others, both in order."""
    if ranges is None or others is None:
        return ranges
    found, rest = [], list(others)
    for first, last in ranges:
        while rest and rest[0][1] < first:
            rest.pop(0)
        for begin, end in rest:
            if begin > last:
                break
            if first < begin:
                found.append((first, begin - 1))
            first = end + 1
        if first <= last:
            found.append((first, last))
    return tuple(found)


def size(box: Box) -> int | None:
    """How many tuples of indices a box holds; None where a count is not known."""
    if None in box:
        return None
    return prod(sum(last - first + 1 for first, last in ranges) for ranges in box if ranges is not None)


def said(ranges: Ranges, otherwise: str) -> str:
    """`{0..3,7}`, one index as the number that it is, and `otherwise` where the end is not known."""
    if ranges is None:
        return otherwise
    text = spelled(ranges)
    return text if text.isdigit() else f"{{{text}}}"


def holds(box: Box, numbers: Numbers) -> bool:
    """Whether a box holds these indices."""
    return len(box) == len(numbers) and all(
        ranges is None or any(first <= number <= last for first, last in ranges)
        for ranges, number in zip(box, numbers, strict=True)
    )
