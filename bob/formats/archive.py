"""ZIP archives read strictly: `read_archive(source)`, `member_source(source, member)`, `check_crc(...)`.

    reading = read_archive(source)
    reading.findings                    # every rule of the format that the headers break
    reading.members                     # in the order of the directory, readable or not

The directory and the members' own headers must say the same, and members must fill the file: whoever reads it
by either way, or byte by byte, reads the same. Nothing is decompressed here, and nothing is allocated by a
claim: the directory lies in the file before it is read.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import shown
from bob.formats.archive_end import find_directory
from bob.formats.archive_members import check_crc, member_source
from bob.formats.archive_rules import (
    central_zip64,
    check_descriptor,
    check_local,
    check_name,
    check_opens,
    decoded_name,
)
from bob.formats.fixed import FixedFields
from bob.formats.gathered import Gathered
from bob.spec.formats.zip import HAS_DESCRIPTOR, CentralHeader, LocalHeader

if TYPE_CHECKING:
    from bob.errors import Finding
    from bob.formats.archive_end import Directory
    from bob.store import Source

__all__ = ["ArchiveReading", "Member", "check_crc", "member_source", "read_archive"]

_CENTRAL, _LOCAL = FixedFields(CentralHeader.at()), FixedFields(LocalHeader.at())
# Read with a header, so that its extra field seldom needs a second look.
_EXTRA_BYTES = 100


class Member(NamedTuple):
    """A member as the directory states it; its data is `n_stored` bytes from `data_offset` on.

    `readable` is False where the data must not be opened: for its name, its method, or because other members
    share its bytes; a finding says so.
    """

    name: str
    method: int
    flags: int
    header_offset: int
    data_offset: int
    n_stored: int
    n_bytes: int
    crc: int
    readable: bool


class ArchiveReading(NamedTuple):
    """The members that the directory lists and whose own header is there, and every finding, by place."""

    members: tuple[Member, ...]
    findings: tuple[Finding, ...]


def read_archive(source: Source) -> ArchiveReading:
    """Read the end records, the directory and each member's own header; no data."""
    found = Gathered()
    directory, wrong = find_directory(source)
    _add(found, wrong)
    if directory is None:
        return ArchiveReading((), found.all())
    members = _read_directory(source, directory, found)
    # One by one in its place: a hostile archive has far more members than content.
    for i, member in enumerate(members):
        members[i] = _with_own_header(source, member, directory, found)
    _check_names(members, found)
    if "BOB542" not in found or members:
        _lay_out(source, members, directory, found)
    members[:] = [member for member in members if member.data_offset]
    return ArchiveReading(tuple(members), found.all())


def _add(found: Gathered, findings: list[Finding]) -> None:
    for finding in findings:
        found.add(*finding)


def _read_directory(source: Source, directory: Directory, found: Gathered) -> list[Member]:
    """The members as the directory lists them, `data_offset` not known yet; none where it breaks off."""
    listed = source.read_at(directory.offset, directory.n_bytes)
    members: list[Member] = []
    place = 0
    while place < len(listed):
        row = _CENTRAL.read(listed, place)
        end = 0 if row is None else place + _CENTRAL.n_bytes + _rest(row) + row.comment_bytes
        if row is None or end > len(listed):
            said = f"{len(listed) - place:,} bytes that are no member header"
            found.add("BOB542", "directory", said, byte_offset=directory.offset + place)
            return []
        member = _listed(row, listed, place, directory.offset + place, found)
        members.append(member)
        place = end
    if len(members) != directory.entries:
        said, expected = f"{directory.entries:,}", f"{len(members):,}, as the directory lists"
        found.add("BOB541", "entries", said, expected, directory.end_offset)
    return members


def _rest(row: Any) -> int:
    """The bytes of a header's name and extra field."""
    n_bytes: int = row.name_bytes + row.extra_bytes
    return n_bytes


def _listed(row: Any, listed: bytes, place: int, offset: int, found: Gathered) -> Member:
    name_at = place + _CENTRAL.n_bytes
    extra_at = name_at + row.name_bytes
    raw = listed[name_at:extra_at]
    name = decoded_name(raw, row.flags)
    wide, wrong = central_zip64(row, listed[extra_at : extra_at + row.extra_bytes], shown(name), offset)
    stated = check_name(raw, row.flags, shown(name), offset) + check_opens(row, wide, shown(name), offset)
    _add(found, wrong + stated)
    return Member(
        name, row.method, row.flags, wide.header_offset, 0, wide.n_stored, wide.n_bytes, row.crc, not stated
    )


def _check_names(members: list[Member], found: Gathered) -> None:
    by_name = sorted(range(len(members)), key=lambda i: members[i].name)
    for i, following in pairwise(by_name):
        name = members[following].name
        if name == members[i].name:
            found.add("BOB545", name, "once more", byte_offset=members[following].header_offset)


def _with_own_header(source: Source, member: Member, directory: Directory, found: Gathered) -> Member:
    """The member with the place of its data; 0 where its own header is not there."""
    offset, name = member.header_offset, shown(member.name)
    before = min(offset, directory.offset)
    wanted = _LOCAL.n_bytes + len(member.name) + _EXTRA_BYTES
    head = source.read_at(before, min(wanted, directory.offset - before))
    row = _LOCAL.read(head, 0) if before == offset else None
    if row is None:
        found.add("BOB543", name, "no header of its own", "one there", offset)
        return member
    data_at = _LOCAL.n_bytes + _rest(row)
    if data_at > len(head):
        head = source.read_at(offset, min(data_at, directory.offset - offset))
    if data_at + member.n_stored > directory.offset - offset:
        end = offset + data_at + member.n_stored
        said, expected = f"ends at {end:,}", f"before the directory at {directory.offset:,}"
        found.add("BOB544", name, said, expected, offset)
        return member
    _add(found, check_local(member, row, head[_LOCAL.n_bytes : data_at], name))
    return member._replace(data_offset=offset + data_at)


def _lay_out(source: Source, members: list[Member], directory: Directory, found: Gathered) -> None:
    """Tell shared bytes and bytes of none; members that share bytes are no longer readable."""
    by_place = sorted(range(len(members)), key=lambda i: members[i].header_offset)
    # A member without its own header ends nowhere: what follows it may be its own.
    reach, last, known = 0, "the start of the file", True
    for position, i in enumerate(by_place):
        member, name = members[i], shown(members[i].name)
        if member.header_offset < reach:
            said = f"[{member.header_offset:,}, {reach:,}) shared with {last}"
            found.add("BOB544", name, said, "bytes of its own", member.header_offset)
            members[i] = member = member._replace(readable=False)
        elif known:
            _check_gap(reach, member.header_offset, last, found)
        if known := member.data_offset > 0:
            following = by_place[position + 1 : position + 2]
            before = members[following[0]].header_offset if following else directory.offset
            end = _end_of(source, member, before, found)
            reach, last = (end, name) if end > reach else (reach, last)
    if known:
        _check_gap(reach, directory.offset, last, found)


def _end_of(source: Source, member: Member, before: int, found: Gathered) -> int:
    """Where a member ends, its descriptor included, if what follows begins at `before`."""
    end = member.data_offset + member.n_stored
    if not member.flags & HAS_DESCRIPTOR or before < end:
        return end
    n_bytes, wrong = check_descriptor(source, member, before, shown(member.name))
    _add(found, wrong)
    return end + n_bytes


def _check_gap(reach: int, begin: int, last: str, found: Gathered) -> None:
    if begin > reach:
        part = f"[{reach:,}, {begin:,})"
        found.add("BOB544", part, f"{begin - reach:,} bytes after {last}", "none", reach)
