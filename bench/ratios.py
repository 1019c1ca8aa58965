"""Figures from pairs: ratios with their spread, and whether an aim and a must hold.

A pair is two times measured one after the other, so what slows the machine slows both. A row's figure is the
median of its pairs' ratios; its spread is from the 10th to the 90th percentile. This module measures nothing.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

LOW, HIGH = 0.1, 0.9
# Beyond this a figure is another one than the reference machine's, and its row says why.
TOLERANCE = 0.15


class Ratio(TypedDict):
    """The median of the pairs' ratios, their 10th and 90th percentile, and how many there are."""

    median: float
    low: float
    high: float
    pairs: int


class Bound(TypedDict):
    """What a figure is held against: at most `aim` and `must`, and whether it is (None: not measured)."""

    aim: float | None
    must: float | None
    aim_holds: bool | None
    must_holds: bool | None


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of `values` lie, interpolated between the two nearest."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """The ratios ours / theirs, pair by pair; raises ValueError where the two are not pairs."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    if not ratios:
        raise ValueError("no pairs")
    return Ratio(
        median=median(ratios),
        low=percentile(ratios, LOW),
        high=percentile(ratios, HIGH),
        pairs=len(ratios),
    )


def held(figure: float | None, aim: float | None, must: float | None) -> Bound:
    """`figure` against what is aimed at and what must be, both upper bounds."""

    def holds(bound: float | None) -> bool | None:
        return None if figure is None or bound is None else figure <= bound

    return Bound(aim=aim, must=must, aim_holds=holds(aim), must_holds=holds(must))


def is_off(figure: float, reference: tuple[float, float]) -> bool:
    """Whether a figure lies more than `TOLERANCE` outside of a reference range, in either direction."""
    low, high = reference
    return figure < low * (1 - TOLERANCE) or figure > high * (1 + TOLERANCE)
