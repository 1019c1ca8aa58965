"""NumPy's npy files: `read_npy(source)`; and arrays in whatever holds them: `read_array(source, ...)`.

The header is parsed by `bob.formats.npy_header` and never evaluated; `bob.formats.npy_types` knows the types.
An array of Python objects is a pickle: it is refused by name and never loaded. Strings, dates and structures
are well formed, yet no tensors: that is said, their bytes are counted as far as their width is known, and
they are no entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.codec import decode
from bob.errors import Finding, shown
from bob.formats.gathered import Gathered
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.npy_header import parsed
from bob.formats.npy_values import Described
from bob.kinds import LOOKED_AT, kind_of
from bob.spec.fields import Magic
from bob.spec.formats.npy import (
    ALIGNMENT,
    NpyHead,
    NpyLongHead,
    NpyStart,
    NpyUnicodeHead,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.formats.npy_header import Header
    from bob.spec.at import FamilyAt
    from bob.spec.record import Record
    from bob.store import Source

# What an array is called in a file that has only one.
ONLY_NAME = "array"
_START = NpyStart.at()
_HEADS = {1: NpyHead.at(), 2: NpyLongHead.at(), 3: NpyUnicodeHead.at()}
# Versions in latin-1, which Python 2 may have written.
_LATIN_UNTIL = 2
_PREFIX_BYTES = 4


class ArrayReading(NamedTuple):
    """The tensor that an array is, if it is one, with every finding; `facts` say how it was written."""

    entry: Entry | None
    findings: tuple[Finding, ...]
    not_checked: tuple[str, ...]
    facts: Mapping[str, object]


def read_npy(source: Source, deep: bool = True) -> Reading:  # noqa: ARG001
    """The array of an npy file; its data is counted and not read, so `deep` changes nothing."""
    array = read_array(source, ONLY_NAME)
    if not array.facts:
        return Reading(None, array.findings, array.not_checked)
    entries = () if array.entry is None else (array.entry,)
    inventory = Inventory("npy", entries, {}, array.facts, source.n_bytes)
    return Reading(inventory, array.findings, array.not_checked)


def read_array(source: Source, name: str, file: str = "", most_bytes: int | None = None) -> ArrayReading:
    """The array that a source of one npy file holds, as an entry `name` of `file`.

    A header of more than `most_bytes` is not read, where that is given.
    """
    start = source.read_at(0, _START.record_bytes + _PREFIX_BYTES)
    first = decode(_START, start, whole=False)
    if first.record is None or first.findings:
        return ArrayReading(None, tuple(_named(source, start, list(first.findings))), (), {})
    at = _HEADS[first.record.major]
    stated = _stated_bytes(at, start)
    if most_bytes is not None and stated > most_bytes:
        phrase = f"the header of {shown(name)}: {stated:,} bytes, more than the {most_bytes:,} looked at"
        return ArrayReading(None, (), (phrase,), {})
    decoded = decode(at, source.read_at(0, stated), whole=False)
    if decoded.record is None:
        return ArrayReading(None, tuple(decoded.findings), (), {})
    return _described(source, at, decoded.record, decoded.findings, name, file)


def _named(source: Source, start: bytes, found: list[Finding]) -> list[Finding]:
    """A file without the magic is told by what it is."""
    magic = _START.fields["magic"]
    assert isinstance(magic, Magic)
    if start and magic.value.startswith(start[: len(magic.value)]):
        return found
    kind = kind_of(source.read_at(0, LOOKED_AT), source.n_bytes)
    return [Finding("BOB570", "magic", f"this is {kind.words}", "an npy file", 0)]


def _stated_bytes(at: FamilyAt, start: bytes) -> int:
    """Where the header says that it ends."""
    place = at.offset("header")
    n_bytes = at.fields["header"].least_bytes(lambda _: 0)
    return place + n_bytes + int.from_bytes(start[place : place + n_bytes], "little")


def _described(
    source: Source, at: FamilyAt, record: Record, broken: Sequence[Finding], name: str, file: str
) -> ArrayReading:
    text, end = record.header, at.number(at.spec.record_bytes, record)
    origin = end - len(text)
    header = parsed(text)
    is_unicode = record.major > _LATIN_UNTIL
    array = Described(header, text, origin, "utf-8" if is_unicode else "latin-1")
    found = Gathered()
    plain = (_plainly(finding, at, text, end) for finding in broken)
    for finding in (
        *plain,
        *_grammar(header, text, is_unicode, origin),
        *array.found,
        *_data(source, array, end),
    ):
        found.add(*finding)
    facts: dict[str, object] = {"version": f"{record.major}.{record.minor}", "header bytes": end}
    if end % ALIGNMENT and not broken:
        facts["alignment"] = f"not to {ALIGNMENT} bytes, which NumPy wrote as the rule until 1.13"
    if header.has_long:
        facts["numbers"] = "as Python 2 wrote them (3L)"
    if array.is_fortran is not None:
        facts["order"] = "column-major (fortran_order)" if array.is_fortran else "row-major"
    entry = _entry(source, array, name, file, end)
    return ArrayReading(entry, found.all(), tuple(array.not_checked), facts)


def _plainly(finding: Finding, at: FamilyAt, text: bytes, end: int) -> Finding:
    """A finding of the family with what a person would look for."""
    stated = {refinement.sentence: refinement.name for refinement in at.spec.refinements}
    if stated.get(finding.expected) == "data_is_aligned":
        said, expected = f"the data begins at byte {end:,}", f"at a multiple of {at.alignment}"
        return finding._replace(part="header", found=said, expected=expected)
    if stated.get(finding.expected) == "header_ends_its_line":
        said = f"ends with byte {text[-1]}" if text else "empty"
        return finding._replace(part="header", found=said, expected="a line feed at its end")
    return finding


def _grammar(header: Header, text: bytes, is_unicode: bool, origin: int) -> Iterator[Finding]:
    if header.wrong is not None:
        place, found, expected, is_padding = header.wrong
        code, note = ("BOB578", "") if is_padding else ("BOB573", "nothing in a header is evaluated")
        yield Finding(code, "header", found, expected, origin + place, note)
    if not is_unicode:
        return
    if header.has_long:
        expected = "whole numbers as Python 3 writes them"
        yield Finding("BOB573", "header", "numbers that end in L", expected, origin)
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as wrong:
        yield Finding("BOB573", "header", wrong.reason, "UTF-8 in version 3.0", origin + wrong.start)


def _data(source: Source, array: Described, end: int) -> Iterator[Finding]:
    need, have = array.n_bytes, source.n_bytes - end
    if need is None or have == need:
        return
    said, what = f"{have:,} bytes", f"{need:,} bytes for {array.shape}"
    if have > need:
        note = f"{have - need:,} bytes after the array, which NumPy leaves unread"
        yield Finding("BOB577", "data", said, what, end + need, note)
    else:
        yield Finding("BOB577", "data", said, what, source.n_bytes, f"{need - have:,} missing")


def _entry(source: Source, array: Described, name: str, file: str, end: int) -> Entry | None:
    """The array as a tensor, if it is one and all of its bytes are there."""
    need, shape, type_ = array.n_bytes, array.shape, array.type
    if need is None or shape is None or type_ is None or not type_.dtype or array.is_fortran is None:
        return None
    if end + need > source.n_bytes:
        return None
    strides = _column_major(shape) if array.is_fortran and len(shape) > 1 else None
    return Entry(name, type_.dtype, shape, end, need, strides, file, type_.big_endian)


def _column_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The elements from one place to the next along each dim, the first dim running fastest."""
    strides = [1]
    for length in shape[:-1]:
        strides.append(strides[-1] * length)
    return tuple(strides)
