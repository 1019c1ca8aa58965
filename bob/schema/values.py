"""The numbers of a matched file: finite, in range, not all zero where the schema says so, copies equal.

    check_values(schema, matched, contents, config)
    check_finite(contents, entries)                       # where no schema says more

Tensors are read in blocks, so memory does not grow with them. Types that are no numbers by themselves (blocks
of GGUF, elements that share a byte) are not decoded, and that is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bob.errors import so_many
from bob.formats.elements import infinity_mask, nan_mask, numbers, shown
from bob.formats.number_types import COMPLEX, is_plain
from bob.formats.values import blocks_of, element_type
from bob.schema import wording
from bob.schema.checked import Checked
from bob.schema.copies import required_equal
from bob.schema.expected import Values
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from bob.formats.content import Contents
    from bob.formats.elements import Bits
    from bob.formats.inventory import Entry
    from bob.judged import Line
    from bob.schema.language import Schema
    from bob.schema.matching import Matched
    from bob.schema.told import Told

    Mask = NDArray[np.bool_]

_PLAIN = Values()


class Tally:
    """One way to be wrong: its first element, by place and text, and how many there are."""

    def __init__(self) -> None:
        self.count = 0
        self.place = 0
        self.found = ""

    def add(self, wrong: Mask, bits: Bits, dtype: str, start: int) -> None:
        """Count the elements of a block that begins at element `start`."""
        n_wrong = int(np.count_nonzero(wrong))
        if n_wrong and not self.count:
            first = int(np.argmax(wrong))
            self.place = start + first
            self.found = shown(int(bits[first]), dtype)
        self.count += n_wrong

    def told(self, code: str, line: Line | None, entry: Entry, expected: str) -> Told:
        """The finding of this kind about a tensor."""
        more = f"and {self.count - 1:,} more" if self.count > 1 else ""
        return told(code, line, f"{entry.name}{place_in(entry, self.place)}", self.found, expected, more)


def check_values(
    schema: type[Schema], matched: Matched, contents: Contents, config: Mapping[str, object] | None
) -> Checked:
    """Every finding about the numbers of a matched file; raises `Refused` where they cannot be read."""
    checked = _checked(
        contents,
        (
            (entry, pattern.values if isinstance(pattern.values, Values) else _PLAIN, pattern.line)
            for pattern, entries in zip(schema.spec.patterns, matched.entries, strict=True)
            for entry in entries.values()
        ),
    )
    copies = [
        told
        for entry, other in required_equal(schema, matched, config)
        for told in _unequal(contents, entry, other)
    ]
    return checked._replace(told=(*checked.told, *copies))


def check_finite(contents: Contents, entries: Iterable[Entry]) -> Checked:
    """Every number that is not finite (BOB640), of tensors of which no schema says more."""
    return _checked(contents, ((entry, _PLAIN, None) for entry in entries))


def _checked(contents: Contents, asked: Iterable[tuple[Entry, Values, Line | None]]) -> Checked:
    found: list[Told] = []
    left_out: set[str] = set()
    for entry, values, line in asked:
        if is_plain(entry.dtype):
            found += _of_entry(contents, entry, values, line)
        else:
            left_out.add(entry.dtype)
    open_ = [f"the numbers of {', '.join(sorted(left_out))} (not decoded)"] if left_out else []
    return Checked(tuple(found), (), tuple(open_))


def not_finite(bits: Bits, dtype: str) -> Mask:
    """Where elements are NaNs or infinities; of complex numbers, their parts."""
    return np.asarray(nan_mask(bits, dtype) | infinity_mask(bits, dtype))


def place_in(entry: Entry, flat: int) -> str:
    """An element's indices, `[3, 0]`, by its place among all in row-major order; empty for a scalar."""
    flat //= 2 if entry.dtype in COMPLEX else 1
    indices = []
    for size in reversed(entry.shape):
        flat, index = divmod(flat, size)
        indices.append(f"{index:,}")
    return f"[{', '.join(reversed(indices))}]" if indices else ""


def _of_entry(contents: Contents, entry: Entry, asked: Values, line: Line | None) -> Iterator[Told]:
    dtype = element_type(entry.dtype)
    infinite, outside = Tally(), Tally()
    start, some = 0, False
    for bits in blocks_of(contents, entry):
        wrong = not_finite(bits, dtype)
        infinite.add(wrong, bits, dtype, start)
        values = numbers(bits, dtype)
        outside.add(_outside(values, asked) & ~wrong, bits, dtype, start)
        some = some or bool(values.any())
        start += len(bits)
    if infinite.count:
        yield infinite.told("BOB640", line, entry, "a finite number")
    if outside.count:
        yield outside.told("BOB641", line, entry, _range(asked))
    if start and not some and not asked.zero:
        yield told("BOB642", line, entry.name, so_many(start, "zero"), "some number that is not zero")


@np.errstate(invalid="ignore")
def _outside(values: NDArray[np.generic], asked: Values) -> Mask:
    below = values < asked.low if asked.low is not None else np.zeros(values.shape, np.bool_)  # type: ignore[operator]
    above = values > asked.high if asked.high is not None else np.zeros(values.shape, np.bool_)  # type: ignore[operator]
    return np.asarray(below | above)


def _range(asked: Values) -> str:
    if asked.high is None:
        return f"at least {asked.low}"
    return f"at most {asked.high}" if asked.low is None else f"from {asked.low} to {asked.high}"


def _unequal(contents: Contents, entry: Entry, other: Entry) -> Iterator[Told]:
    """BOB643 for two tensors that are one by the schema and are not."""
    if (entry.dtype, entry.shape) != (other.dtype, other.shape):
        found, expected = (f"{each.dtype} {wording.shape(each.shape)}" for each in (entry, other))
        yield told("BOB643", None, entry.name, found, f"{other.name}, {expected}")
        return
    differing, start = Tally(), 0
    dtype = element_type(entry.dtype)
    theirs = ""
    for one, two in zip(blocks_of(contents, entry), blocks_of(contents, other), strict=True):
        wrong = np.asarray(one != two)
        if not differing.count and wrong.any():
            theirs = shown(int(two[int(np.argmax(wrong))]), dtype)
        differing.add(wrong, one, dtype, start)
        start += len(one)
    if differing.count:
        yield differing.told("BOB643", None, entry, f"{theirs}, as in {other.name}")
