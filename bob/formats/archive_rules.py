"""What each header of an archive's member must be by itself and beside the others, as findings.

Called by `bob.formats.archive`, which knows where the headers lie. The zip64 field of a member's own header
may hold more than its header leaves open: PyTorch's writer states sizes and places there whenever one of them
is wide, and no reader takes them from there.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import Finding, shown
from bob.formats.fixed import FixedFields
from bob.spec.formats.zip import (
    DEFLATED,
    ELSEWHERE_16,
    ELSEWHERE_32,
    ENCRYPTED,
    HAS_DESCRIPTOR,
    MASKED,
    MOST_PER_DEFLATED_BYTE,
    PATCHED,
    STORED,
    STRONGLY_ENCRYPTED,
    UTF8,
    ZIP64_FIELD,
    Descriptor,
    Zip64Descriptor,
)

if TYPE_CHECKING:
    from bob.formats.archive import Member
    from bob.store import Source

_SIGNATURE = Descriptor.spec.constants["optional_signature"]
_DESCRIPTORS = (FixedFields(Descriptor.at()), FixedFields(Zip64Descriptor.at()))
_FIELD = struct.Struct("<HH")
_LEADS_ELSEWHERE = re.compile(r"^/|^[A-Za-z]:|\\|\0|(?:^|/)\.\.(?:/|$)")


class Wide(NamedTuple):
    """The numbers of a header that a zip64 field may hold instead."""

    n_bytes: int
    n_stored: int
    header_offset: int
    disk: int


def decoded_name(raw: bytes, flags: int) -> str:
    """A member's name: UTF-8 where its flag says so, else code page 437 (appendix D)."""
    return raw.decode("utf-8", "replace") if flags & UTF8 else raw.decode("cp437")


def check_name(raw: bytes, flags: int, name: str, offset: int) -> list[Finding]:
    """Whether a name is a path below the archive, and text."""
    found = []
    if _LEADS_ELSEWHERE.search(decoded_name(raw, flags)) or not raw:
        found.append(Finding("BOB546", name, repr(name), "a path below the archive", offset))
    if flags & UTF8:
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as wrong:
            found.append(Finding("BOB546", name, str(wrong.reason), "UTF-8, as its flag says", offset))
    return found


def check_opens(row: Any, wide: Wide, name: str, offset: int) -> list[Finding]:
    """Whether a member's data can be opened at all, and can be what it is said to become."""
    if row.flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED | PATCHED):
        kind = "a patch" if row.flags & PATCHED else "encrypted"
        return [Finding("BOB547", name, kind, "stored or deflated data", offset)]
    if row.method not in (STORED, DEFLATED):
        return [Finding("BOB547", name, f"method {row.method}", "0 (stored) or 8 (deflated)", offset)]
    most = wide.n_stored * (1 if row.method == STORED else MOST_PER_DEFLATED_BYTE)
    if wide.n_bytes > most or (row.method == STORED and wide.n_bytes < most):
        limit = f"{most:,}" if row.method == STORED else f"at most {most:,}"
        said = f"{wide.n_bytes:,} bytes from {wide.n_stored:,}"
        return [Finding("BOB548", name, said, limit, offset)]
    return []


def central_zip64(row: Any, extra: bytes, name: str, offset: int) -> tuple[Wide, list[Finding]]:
    """The numbers of a directory header, those left open from its zip64 field, and what is wrong there."""
    fields, wrong = _fields(extra, name, "BOB542", offset)
    short = Wide(row.n_bytes, row.n_stored, row.header_offset, row.disk)
    wide, rest = _filled(short, fields.get(ZIP64_FIELD))
    if rest:
        said = f"{rest:,} bytes more in its zip64 field than its header leaves open"
        wrong.append(Finding("BOB542", name, said, "none", offset))
    if wide.disk:
        wrong.append(Finding("BOB541", name, f"on disk {wide.disk:,}", "0", offset))
    return wide, wrong


def _fields(extra: bytes, name: str, code: str, offset: int) -> tuple[dict[int, bytes], list[Finding]]:
    """The extra fields by their identifier; which of them is there twice, or cut short, is told."""
    fields: dict[int, bytes] = {}
    place = 0
    while place < len(extra):
        if place + _FIELD.size > len(extra):
            return fields, [Finding(code, name, "an extra field cut short", "whole fields", offset)]
        identifier, n_bytes = _FIELD.unpack_from(extra, place)
        place += _FIELD.size
        if place + n_bytes > len(extra):
            return fields, [Finding(code, name, "an extra field cut short", "whole fields", offset)]
        if identifier == ZIP64_FIELD and identifier in fields:
            return fields, [Finding(code, name, "two zip64 fields", "one", offset)]
        fields[identifier] = extra[place : place + n_bytes]
        place += n_bytes
    return fields, []


def _filled(short: Wide, field: bytes | None) -> tuple[Wide, int]:
    """The numbers left open, in order, from a zip64 field; and how many of its bytes remain."""
    if field is None:
        return short, 0
    place, numbers = 0, []
    for number, name in zip(short, Wide._fields, strict=True):
        open_, width = (ELSEWHERE_16, 4) if name == "disk" else (ELSEWHERE_32, 8)
        if number == open_ and place + width <= len(field):
            numbers.append(int.from_bytes(field[place : place + width], "little"))
            place += width
        else:
            numbers.append(number)
    return Wide(*numbers), len(field) - place


def check_local(member: Member, row: Any, rest: bytes, name: str) -> list[Finding]:
    """A member's own header beside what the directory says; `rest` is its name and extra field."""
    offset = member.header_offset
    own_name = decoded_name(rest[: row.name_bytes], row.flags)
    fields, found = _fields(rest[row.name_bytes :], name, "BOB543", offset)
    wide, _ = _filled(Wide(row.n_bytes, row.n_stored, 0, 0), fields.get(ZIP64_FIELD))
    held = member.flags & HAS_DESCRIPTOR == 0
    sides: tuple[tuple[str, object, object], ...] = (
        ("name", shown(own_name), name if own_name != member.name else shown(own_name)),
        ("method", row.method, member.method),
        ("flags", row.flags, member.flags),
        ("CRC", f"{row.crc:08x}", f"{member.crc if held else 0:08x}"),
        ("stored size", wide.n_stored, member.n_stored if held else 0),
        ("size", wide.n_bytes, member.n_bytes if held else 0),
    )
    found += [_two_things(name, what, own, stated, offset) for what, own, stated in sides if own != stated]
    return found


def _two_things(name: str, what: str, own: object, stated: object, offset: int) -> Finding:
    return Finding("BOB543", name, f"{what} {own} in its own header", f"{stated}", offset)


def check_descriptor(source: Source, member: Member, before: int, name: str) -> tuple[int, list[Finding]]:
    """The bytes of the descriptor behind a member's data, if what follows begins at `before`.

    Its signature is optional and the width of its sizes is not stated: it is the form that says what the
    directory says and fills the room; otherwise the widest with its signature that there is room for.
    """
    end = member.data_offset + member.n_stored
    room = before - end
    after = source.read_at(end, min(room, len(_SIGNATURE) + _DESCRIPTORS[1].n_bytes))
    begin = len(_SIGNATURE) if after.startswith(_SIGNATURE) else 0
    stated = (member.crc, member.n_stored, member.n_bytes)
    equal = [form.n_bytes for form in _DESCRIPTORS if form.read(after, begin) == stated]
    if equal:
        return begin + next((n for n in equal if begin + n == room), equal[0]), []
    fits = [form for form in _DESCRIPTORS if begin + form.n_bytes == room] or list(_DESCRIPTORS[:1])
    row = fits[0].read(after, begin)
    if row is None:
        return 0, [Finding("BOB543", name, "no descriptor", "one behind its data", end)]
    said = f"CRC {row.crc:08x}, {row.n_stored:,} and {row.n_bytes:,} bytes in its descriptor"
    expected = f"CRC {member.crc:08x}, {member.n_stored:,} and {member.n_bytes:,} bytes"
    return begin + fits[0].n_bytes, [Finding("BOB543", name, said, expected, end)]
