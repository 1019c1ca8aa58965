"""How the tensors of a GGUF file lie in it: aligned, inside, apart, with nothing but padding between them.

Every check walks the tensors once, in the order of their bytes, and reads nothing of them but padding.
"""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, shown
from bob.formats.gguf_findings import LAX, LAX_GGUF, in_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.formats.gguf_findings import Found
    from bob.formats.gguf_tensors import Tensors
    from bob.formats.inventory import Entry
    from bob.store import Source


class Layout(NamedTuple):
    """Where the parts of a file are: the end of its header, the begin of its data, its own end."""

    header_end: int
    data_begin: int
    n_bytes: int
    alignment: int

    def padding_at(self, place: int) -> int:
        """The bytes from `place` to the next multiple of the alignment."""
        return -(place - self.data_begin) % self.alignment


def check_tensors(tensors: Tensors, layout: Layout, found: Found) -> None:
    """What can be wrong with the place of each tensor, in the order of the header."""
    for entry, place in zip(tensors.entries, tensors.places, strict=True):
        offset = entry.byte_offset - layout.data_begin
        if offset % layout.alignment:
            expected = f"a multiple of {layout.alignment:,}"
            part = f"tensor {shown(entry.name)}"
            found.take(Finding("BOB534", part, f"offset {offset:,}", expected, place, LAX_GGUF))
        if _is_beyond(entry, layout):
            found.take(_beyond(entry, layout, place))


def _end(entry: Entry) -> int:
    return entry.byte_offset + entry.n_bytes


def _is_beyond(entry: Entry, layout: Layout) -> bool:
    """Whether bytes of a tensor lie after the end; one without bytes may begin where another would."""
    if entry.n_bytes:
        return _end(entry) > layout.n_bytes
    return entry.byte_offset > layout.n_bytes + layout.padding_at(layout.n_bytes)


def _beyond(entry: Entry, layout: Layout, place: int) -> Finding:
    there = max(0, layout.n_bytes - entry.byte_offset)
    needs = f"needs {in_bytes(entry.n_bytes)} from byte {entry.byte_offset:,} on"
    return Finding(
        "BOB535",
        f"tensor {shown(entry.name)}",
        needs,
        f"has {there:,}",
        place,
        "" if entry.n_bytes else LAX_GGUF,
    )


def check_names(tensors: Tensors, found: Found) -> None:
    """No two tensors of one name; the second and later ones are told."""
    names = sorted(entry.name for entry in tensors.entries)
    twice = {name for name, after in pairwise(names) if name == after}
    seen: set[str] = set()
    for entry, place in zip(tensors.entries, tensors.places, strict=True):
        if entry.name in seen:
            part = f"tensor {shown(entry.name)}"
            found.take(Finding("BOB525", part, "a second time", "one of each name", place))
        if entry.name in twice:
            seen.add(entry.name)


def in_byte_order(entries: Sequence[Entry]) -> list[Entry]:
    """Tensors that have bytes by where they begin, those that begin at one byte by name."""
    ordered = sorted((entry for entry in entries if entry.n_bytes), key=attrgetter("name"))
    ordered.sort(key=attrgetter("byte_offset"))
    return ordered


def check_apart(ordered: Sequence[Entry], layout: Layout, found: Found) -> None:
    """No byte of two tensors, among those in the file; each is held against the one that reaches furthest."""
    last: Entry | None = None
    for entry in ordered:
        if _end(entry) > layout.n_bytes:
            continue
        if last is not None and entry.byte_offset < _end(last):
            shared = f"[{entry.byte_offset:,}, {min(_end(entry), _end(last)):,})"
            part = f"tensors {shown(last.name)} and {shown(entry.name)}"
            said = f"share bytes {shared}", "bytes of their own"
            found.take(Finding("BOB536", part, *said, entry.byte_offset, LAX_GGUF))
        if last is None or _end(entry) > _end(last):
            last = entry


def check_between(source: Source, ordered: Sequence[Entry], layout: Layout, found: Found, deep: bool) -> None:
    """What stands between the header, the tensors and the end of the file; its bytes only if `deep`."""
    for begin, end, what, is_last in _gaps(ordered, layout):
        n_bytes, padding = end - begin, layout.padding_at(begin)
        if n_bytes > padding:
            more = f"{n_bytes - padding:,} bytes {what}"
            said = more, f"at most {padding:,} of padding"
            found.take(Finding("BOB537", "padding", *said, begin + padding, LAX if is_last else LAX_GGUF))
        elif is_last and 0 < n_bytes < padding:
            said = f"{n_bytes:,} bytes {what}", f"none, or {padding:,} of padding"
            found.take(Finding("BOB537", "padding", *said, begin, LAX))
        if deep:
            _check_zero(source, begin, min(n_bytes, padding), found)


def _gaps(ordered: Sequence[Entry], layout: Layout) -> Iterator[tuple[int, int, str, bool]]:
    """Bytes of no tensor, [begin, end), where they are in words, and whether they are the last ones."""
    covered, after = layout.header_end, "the header"
    for entry in ordered:
        if entry.byte_offset > covered and covered < layout.n_bytes:
            end = min(entry.byte_offset, layout.n_bytes)
            what = f"between {after} and tensor {shown(entry.name)}"
            yield covered, end, what, False
        if _end(entry) > covered:
            covered, after = _end(entry), f"tensor {shown(entry.name)}"
    if covered < layout.n_bytes:
        yield covered, layout.n_bytes, f"after {after}", True


def _check_zero(source: Source, begin: int, n_bytes: int, found: Found) -> None:
    """Padding is zero; the first byte that is not is told, with how many are not."""
    place, n_other, position = 0, 0, begin
    for piece in source.pieces(begin, n_bytes):
        other = bytes(piece).lstrip(b"\x00")
        if other and not n_other:
            place = position + len(piece) - len(other)
        n_other += len(piece) - bytes(piece).count(b"\x00")
        position += len(piece)
    if n_other:
        said = f"{n_other:,} bytes that are not zero", "zero"
        found.take(Finding("BOB537", "padding", *said, place, LAX))
