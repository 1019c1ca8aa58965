"""Where an archive's directory lies, by its end records: `find_directory(source)`.

The end record is found at the very end or not at all, so a file that goes on after it, or that two records
could end, is refused rather than searched. What the directory lists is `bob.formats.archive`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bob.codec import decode
from bob.errors import Finding
from bob.spec.formats.zip import (
    ELSEWHERE_16,
    ELSEWHERE_32,
    EndRecord,
    Zip64EndRecord,
    Zip64Locator,
)

if TYPE_CHECKING:
    from bob.store import Source

_END, _WIDE, _LOCATOR = EndRecord.at(), Zip64EndRecord.at(), Zip64Locator.at()
_SIGNATURE = _END.fields["signature"].value  # type: ignore[attr-defined]
_LOCATES = _LOCATOR.fields["signature"].value  # type: ignore[attr-defined]
_END_BYTES = EndRecord.spec.least_bytes
_COMMENT_AT, _COMMENT_WIDTH = _END.offset("comment_bytes"), _END.size("comment_bytes")
_WIDE_BYTES = Zip64EndRecord.spec.least_bytes
_LOCATOR_BYTES = Zip64Locator.spec.least_bytes
_COUNTS = {"disk": ELSEWHERE_16, "directory_disk": ELSEWHERE_16}
_COUNTS |= {"entries_on_disk": ELSEWHERE_16, "entries": ELSEWHERE_16}
_COUNTS |= {"directory_bytes": ELSEWHERE_32, "directory_offset": ELSEWHERE_32}


class Directory(NamedTuple):
    """Where the directory lies and how many members it is said to list; `end_offset` is that of the count."""

    offset: int
    n_bytes: int
    entries: int
    end_offset: int


def find_directory(source: Source) -> tuple[Directory | None, list[Finding]]:
    """The directory by the end records, unless they leave no place for one; and what is wrong with them."""
    # The longest end record is one with the longest comment.
    tail = source.read_at(max(0, source.n_bytes - _END_BYTES - ELSEWHERE_16), _END_BYTES + ELSEWHERE_16)
    first = source.n_bytes - len(tail)
    ends = [first + place for place in _places(tail) if _comment_ends(tail, place) == len(tail)]
    if len(ends) != 1:
        return None, [_without_end(tail, first, ends)]
    end = ends[0]
    stated: dict[str, Any] = dict(decode(_END, tail, end - first).record or {})
    found: list[Finding] = []
    place = end
    if tail[: end - first][-_LOCATOR_BYTES:].startswith(_LOCATES):
        place, wide, found = _read_wide(source, end)
        if wide is None:
            return None, found
        found += _contradictions(stated, wide, end)
        stated |= wide
    return _placed(stated, place, end, found)


def _places(tail: bytes) -> list[int]:
    places, place = [], tail.find(_SIGNATURE)
    while place >= 0:
        places.append(place)
        place = tail.find(_SIGNATURE, place + 1)
    return places


def _comment_ends(tail: bytes, place: int) -> int:
    """Where the end record at a place ends by its own word, or 0 if its fixed fields are cut short."""
    if place + _END_BYTES > len(tail):
        return 0
    at = place + _COMMENT_AT
    return place + _END_BYTES + int.from_bytes(tail[at : at + _COMMENT_WIDTH], "little")


def _without_end(tail: bytes, first: int, ends: list[int]) -> Finding:
    n_bytes = first + len(tail)
    expected = "one end record, up to the last byte"
    if ends:
        also = " and ".join(f"{end:,}" for end in ends[:2])
        return Finding("BOB540", "end record", f"{len(ends)} that fit, at {also}", expected, ends[0])
    place = tail.rfind(_SIGNATURE)
    end = _comment_ends(tail, place) if place >= 0 else 0
    if not end:
        return Finding("BOB540", "end record", "none", expected, n_bytes, "as where a file is cut short")
    over = first + end - n_bytes
    said = f"{-over:,} bytes after it" if over < 0 else f"{over:,} bytes of its comment missing"
    return Finding("BOB540", "end record", said, expected, min(first + end, n_bytes))


def _read_wide(source: Source, end: int) -> tuple[int, dict[str, Any] | None, list[Finding]]:
    """The place and fields of the zip64 end record that the locator before the end record leads to."""
    place = end - _LOCATOR_BYTES
    locator = decode(_LOCATOR, source.read_at(place, _LOCATOR_BYTES)).record
    assert locator is not None
    expected = max(0, place - _WIDE_BYTES)
    found = []
    if (locator.disk, locator.disks) != (0, 1):
        said = f"disk {locator.disk:,} of {locator.disks:,}"
        found.append(Finding("BOB541", "zip64 locator", said, "disk 0 of 1", place))
    if locator.end_offset != expected:
        said = f"the zip64 record at {locator.end_offset:,}"
        return place, None, [*found, Finding("BOB541", "zip64 locator", said, f"at {expected:,}", place)]
    wide = decode(_WIDE, source.read_at(expected, _WIDE_BYTES))
    found += [f._replace(part="zip64 end record", byte_offset=expected) for f in wide.findings]
    if wide.record is None or wide.findings:
        return place, None, found
    return expected, {name: wide.record[name] for name in _COUNTS}, found


def _contradictions(short: dict[str, Any], wide: dict[str, Any], end: int) -> list[Finding]:
    """The short fields that are neither left open nor equal to the wide ones."""
    return [
        Finding("BOB541", name, f"{short[name]:,}", f"{wide[name]:,} as in the zip64 record", end)
        for name, open_ in _COUNTS.items()
        if short[name] not in (open_, wide[name])
    ]


def _placed(
    stated: dict[str, Any], place: int, end: int, found: list[Finding]
) -> tuple[Directory | None, list[Finding]]:
    """The directory that ends at `place`, the first end record."""
    if (stated["disk"], stated["directory_disk"]) != (0, 0):
        said = f"{stated['disk']:,} and {stated['directory_disk']:,}"
        found.append(Finding("BOB541", "disk and directory_disk", said, "0 and 0", end))
    if stated["entries_on_disk"] != stated["entries"]:
        said = f"{stated['entries_on_disk']:,}"
        found.append(Finding("BOB541", "entries_on_disk", said, f"{stated['entries']:,}", end))
    offset, n_bytes = stated["directory_offset"], stated["directory_bytes"]
    if offset + n_bytes != place:
        said = f"[{offset:,}, {offset + n_bytes:,})"
        found.append(Finding("BOB541", "directory", said, f"up to byte {place:,}", end))
        return None, found
    return Directory(offset, n_bytes, stated["entries"], end), found
