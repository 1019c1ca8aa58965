"""NumPy's npz files: `read_npz(source)`, a zip of npy files read strictly, member by member.

The archive is read by `bob.formats.archive`, each member by `bob.formats.npy`. Of a deflated member no more
than a header is inflated, unless `deep`: then each member is read once, for its size and its CRC.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.errors import shown
from bob.formats.archive import check_crc, member_source, read_archive
from bob.formats.gathered import Gathered
from bob.formats.inventory import Inventory, Reading
from bob.formats.npy import read_array
from bob.spec.formats.zip import STORED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.errors import Finding
    from bob.formats.archive import Member
    from bob.formats.npy import ArrayReading
    from bob.store import Source

_SUFFIX = ".npy"
# The longest header of version 1.0 is shorter; of a longer one nothing is inflated.
_MOST_HEADER_BYTES = 100_000


def read_npz(source: Source, deep: bool = True) -> Reading:
    """The arrays of an npz file, named as NumPy names them: its members without `.npy`."""
    archive = read_archive(source)
    if not archive.members and archive.findings:
        return Reading(None, archive.findings)
    found = Gathered()
    for finding in archive.findings:
        found.add(*finding)
    not_checked = [] if deep else ["the members' data, against their CRC"]
    entries = []
    for member in archive.members:
        array = _array(source, member, found, not_checked, deep)
        if array is not None and array.entry is not None:
            entries.append(array.entry)
    facts = {"members": len(archive.members), "deflated": _n_deflated(archive.members)}
    return Reading(
        Inventory("npz", tuple(entries), {}, facts, source.n_bytes), found.all(), _first(not_checked)
    )


def _array(
    source: Source, member: Member, found: Gathered, not_checked: list[str], deep: bool
) -> ArrayReading | None:
    name = shown(member.name)
    if not member.readable:
        not_checked.append(f"{name}, which is not to be opened")
        return None
    if deep:
        for finding in check_crc(source, member):
            found.add(*finding)
    array = read_array(
        member_source(source, member), member.name.removesuffix(_SUFFIX), member.name, _MOST_HEADER_BYTES
    )
    if not member.name.endswith(_SUFFIX) or any(finding.code == "BOB570" for finding in array.findings):
        note = "NumPy gives its bytes in place of an array"
        found.add("BOB579", name, "no npy file", "NAME.npy", member.header_offset, note)
        return None
    for finding in array.findings:
        found.add(*_of_member(finding, member, name))
    not_checked += [f"{name}: {phrase}" for phrase in array.not_checked]
    return array


def _of_member(finding: Finding, member: Member, name: str) -> Finding:
    """A finding in a member as one of the archive: its place is the file's where the member is stored."""
    place = finding.byte_offset
    if place is not None:
        place = member.data_offset + place if member.method == STORED else None
    return finding._replace(part=f"{name}: {finding.part}", byte_offset=place)


def _n_deflated(members: Sequence[Member]) -> int:
    return sum(member.method != STORED for member in members)


def _first(phrases: Sequence[str]) -> tuple[str, ...]:
    """As many phrases as a person reads, and how many more there are."""
    most = 20
    more = (f"and {len(phrases) - most:,} more like these",) if len(phrases) > most else ()
    return (*phrases[:most], *more)
