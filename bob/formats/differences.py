"""Where two streams of elements differ: bit for bit, `differing`; or after a cast, `differing_after_cast`.

Streams come in blocks of equal sizes, of elements as `bob.formats.values` gives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.formats.elements import can_cast, cast, distances, nan_mask
from bob.formats.number_types import FLOATS, holds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.formats.elements import Bits


class Difference(NamedTuple):
    """How many elements differ, the first one's place and both its bits, and how far any two lie apart.

    `most_ulp` counts numbers of a floating-point type from one to the other (+0 and -0 are one);
    `n_unordered` are pairs in which either is a NaN, which lies nowhere. `place` counts elements, row by row.
    """

    n_differing: int
    place: int
    bits: tuple[int, int]
    most_ulp: int
    n_unordered: int


class CastDifference(NamedTuple):
    """What is left to differ when the narrower elements are widened, and when the wider are rounded.

    `rounded` is None where no rounding is known between the types.
    """

    widened: Difference
    rounded: Difference | None


def differing(ours: Iterable[Bits], theirs: Iterable[Bits], dtype: str) -> Difference:
    """Where the bits of elements of one type differ."""
    tally = _Tally(dtype)
    for a, b in zip(ours, theirs, strict=True):
        tally.add((a, b), a, b)
    return tally.difference()


def compared_as(dtype: str, other: str) -> bool:
    """Whether elements of two types are compared: one holds the other's values, or is what they round to."""
    return holds(dtype, other) or holds(other, dtype)


def differing_after_cast(
    ours: Iterable[Bits], theirs: Iterable[Bits], dtypes: tuple[str, str]
) -> CastDifference:
    """Where elements of two types differ that are `compared_as` each other; NaNs are all one to a cast."""
    first_is_wide = holds(*dtypes)
    wide, narrow = dtypes if first_is_wide else reversed(dtypes)
    widened = _Tally(wide)
    rounded = _Tally(narrow) if can_cast(wide, narrow) else None
    for pair in zip(ours, theirs, strict=True):
        large, small = pair if first_is_wide else reversed(pair)
        widened.add(pair, large, cast(small, narrow, wide), nans_are_one=True)
        if rounded is not None:
            rounded.add(pair, cast(large, wide, narrow), small, nans_are_one=True)
    return CastDifference(widened.difference(), rounded.difference() if rounded is not None else None)


class _Tally:
    """A difference as blocks come; `dtype` is the type in which they are compared."""

    def __init__(self, dtype: str) -> None:
        self._dtype = dtype
        self._start = 0
        self._found = Difference(0, 0, (0, 0), 0, 0)

    def add(self, pair: tuple[Bits, Bits], a: Bits, b: Bits, nans_are_one: bool = False) -> None:
        """Two blocks: as they are, to be shown, and as they are compared."""
        apart = a != b
        if apart.any():
            self._count(pair, a, b, apart, nans_are_one)
        self._start += len(a)

    def _count(self, pair: tuple[Bits, Bits], a: Bits, b: Bits, apart: Bits, nans_are_one: bool) -> None:
        nan_a, nan_b = nan_mask(a, self._dtype), nan_mask(b, self._dtype)
        if nans_are_one:
            apart = apart & ~(nan_a & nan_b)
        places = np.flatnonzero(apart)
        if not len(places):
            return
        unordered = apart & (nan_a | nan_b)
        found, at = self._found, int(places[0])
        if not found.n_differing:
            found = found._replace(place=self._start + at, bits=(int(pair[0][at]), int(pair[1][at])))
        ulp = found.most_ulp
        if self._dtype in FLOATS and (apart & ~unordered).any():
            near = apart & ~unordered
            ulp = max(ulp, int(distances(a[near], b[near], self._dtype).max()))
        self._found = found._replace(
            n_differing=found.n_differing + len(places),
            most_ulp=ulp,
            n_unordered=found.n_unordered + int(np.count_nonzero(unordered)),
        )

    def difference(self) -> Difference:
        """What was found so far."""
        return self._found
