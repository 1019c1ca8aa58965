"""What the numbers of a tensor come to: `summary_of(contents, entry)`, exact and in bounded memory.

    summary = summary_of(contents, entry)
    summary.median        # '0.05 (0x3d4ccccd)'

The median is found by its digits: each pass counts the next digit of those that agree in all before it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.formats.elements import infinity_mask, nan_mask, numbers, ordered, shown, unordered
from bob.formats.number_types import COMPLEX, FLOATS, is_plain
from bob.formats.values import blocks_of, element_type
from bob.spec.formats.dtypes import BITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.formats.content import Contents
    from bob.formats.elements import Bits
    from bob.formats.inventory import Entry

_DIGIT_BYTES = 2


class Summary(NamedTuple):
    """What the numbers of a tensor come to; extremes and median are of those that are no NaN, "" for none.

    Of an even count the median is the middle between the two in the middle, rounded once to binary64 where
    they are floats. Complex numbers have no order: only NaNs and infinities among their parts are counted.
    """

    minimum: str
    median: str
    maximum: str
    n_nan: int
    n_infinite: int


def summary_of(contents: Contents, entry: Entry) -> Summary | None:
    """Minimum, median and maximum, exactly, and counts; None for types that are not decoded."""
    if not is_plain(entry.dtype):
        return None
    dtype = element_type(entry.dtype)
    n_numbers, n_nan, n_infinite, least, most = 0, 0, 0, 1 << BITS[dtype], -1
    for bits in blocks_of(contents, entry):
        n_infinite += int(np.count_nonzero(infinity_mask(bits, dtype)))
        keys = _keys(bits, dtype)
        n_nan += len(bits) - len(keys)
        n_numbers += len(keys)
        if len(keys):
            least, most = min(least, int(keys.min())), max(most, int(keys.max()))
    if not n_numbers or entry.dtype in COMPLEX:
        return Summary("", "", "", n_nan, n_infinite)
    middle = _at_ranks(contents, entry, dtype, ((n_numbers - 1) // 2, n_numbers // 2))
    low, high, least, most = (unordered(key, dtype) for key in (*middle, least, most))
    return Summary(shown(least, dtype), _halfway(low, high, dtype), shown(most, dtype), n_nan, n_infinite)


def _keys(bits: Bits, dtype: str) -> Bits:
    """The elements that are no NaN, by keys in their order."""
    return ordered(bits[~nan_mask(bits, dtype)] if dtype in FLOATS else bits, dtype)


def _at_ranks(contents: Contents, entry: Entry, dtype: str, ranks: tuple[int, int]) -> tuple[int, int]:
    """The keys that have these ranks among all of a tensor."""
    width = BITS[dtype]
    step = min(8 * _DIGIT_BYTES, width)
    # Of each rank: the digits that are known, and its rank among the keys that begin so.
    found = [(0, rank) for rank in ranks]
    for shift in range(width - step, -1, -step):
        counts = {head: np.zeros(1 << step, np.int64) for head, _ in found}
        for bits in blocks_of(contents, entry):
            for head, digits in _digits(_keys(bits, dtype), shift, step, counts):
                counts[head] += np.bincount(digits, minlength=1 << step)
        found = [_next_digit(head, rank, counts[head], step) for head, rank in found]
    (low, _), (high, _) = found
    return low, high


def _digits(keys: Bits, shift: int, step: int, heads: dict[int, Bits]) -> Iterator[tuple[int, Bits]]:
    """For each head, the digits at `shift` of the keys that begin with it."""
    wide = keys.astype(np.uint64)
    digits = ((wide >> np.uint64(shift)) & np.uint64((1 << step) - 1)).astype(np.int64)
    if list(heads) == [0] and shift + step == 8 * keys.itemsize:
        yield 0, digits
        return
    begins = wide >> np.uint64(shift + step)
    for head in heads:
        yield head, digits[begins == np.uint64(head)]


def _next_digit(head: int, rank: int, counts: Bits, step: int) -> tuple[int, int]:
    ends = np.cumsum(counts)
    digit = int(np.searchsorted(ends, rank, side="right"))
    return (head << step) | digit, rank - (int(ends[digit - 1]) if digit else 0)


def _halfway(low: int, high: int, dtype: str) -> str:
    """The middle between two elements: one of them where they are the same."""
    if low == high:
        return shown(low, dtype)
    a, b = (numbers(np.array([bits], f"u{BITS[dtype] // 8}"), dtype)[0] for bits in (low, high))
    if dtype not in FLOATS:
        twice = int(a) + int(b)
        return str(twice // 2) if twice % 2 == 0 else f"{'-' if twice < 0 else ''}{abs(twice) // 2}.5"
    if np.isinf(a) or np.isinf(b):
        return str(float(a) + float(b))
    return repr(float((Fraction(float(a)) + Fraction(float(b))) / 2))
