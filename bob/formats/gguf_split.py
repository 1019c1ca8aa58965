"""Sets of split GGUF files: `read_gguf_split({"w-00001-of-00002.gguf": source, ...})`.

One inventory comes of them all, each entry's `file` naming its part; the metadata are those of the first
part, which alone states them. Parts are found and opened by the caller.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, shown, so_many
from bob.formats.gguf import Part, read_part
from bob.formats.gguf_findings import Found
from bob.formats.inventory import Inventory, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bob.store import Source

# As gguf-split names its parts, from 1 on; split.no counts from 0.
_NAME = re.compile(r"(.*)-([0-9]{5})-of-([0-9]{5})\.gguf", re.DOTALL)
_TOTAL = "the number of tensors in all parts"


class _Member(NamedTuple):
    """A part of the set: its file's name, what the name says, and what is in it."""

    file: str
    prefix: str
    number: int
    total: int
    part: Part


def read_gguf_split(parts: Mapping[str, Source], deep: bool = True) -> Reading:
    """Read the parts of one set, by file name: each by itself, then all beside each other."""
    found = Found()
    read = {file: read_part(source, deep) for file, source in parts.items()}
    for file in sorted(read):
        for finding in read[file].reading.findings:
            found.take(finding._replace(part=f"{shown(file)}: {finding.part}"))
    members = _members(read, found)
    complete = _check_set(members, found)
    for member in members:
        _check_stated(member, found)
    whole = all(member.part.reading.inventory is not None for member in members)
    not_checked = {phrase: None for part in read.values() for phrase in part.reading.not_checked}
    if not whole:
        return Reading(None, found.all(), (*not_checked, _TOTAL))
    inventory = _joined(members, sum(source.n_bytes for source in parts.values()))
    _check_apart(inventory, found)
    if complete:
        _check_total(members, len(inventory.entries), found)
    else:
        not_checked[_TOTAL] = None
    return Reading(inventory, found.all(), tuple(not_checked))


def split_name(file: str) -> tuple[str, int, int] | None:
    """What the name of a part says, (prefix, number from 1 on, count); None for another name."""
    matched = _NAME.fullmatch(file)
    return None if matched is None else (matched[1], int(matched[2]), int(matched[3]))


def _members(read: Mapping[str, Part], found: Found) -> list[_Member]:
    """The parts in the order of their numbers; those of another name are told, and come last."""
    members = []
    for file, part in read.items():
        named = split_name(file)
        if named is None:
            expected = "a name like NAME-00001-of-00002.gguf"
            found.take(Finding("BOB538", shown(file), "another name", expected))
        members.append(_Member(file, *(named or ("", 0, 0)), part))
    return sorted(members, key=lambda member: (not member.total, member.number, member.file))


def _check_set(members: Sequence[_Member], found: Found) -> bool:
    """All parts of one name, each once; tells whether all are there."""
    named = [member for member in members if member.total]
    if not named:
        found.take(Finding("BOB538", "set", "no part", "all parts"))
        return False
    first = named[0]
    for member in named:
        if (member.prefix, member.total) != (first.prefix, first.total):
            expected = f"a part of {shown(first.prefix)}, {first.total:,} in all"
            found.take(Finding("BOB538", shown(member.file), "a part of another set", expected))
        if not 1 <= member.number <= member.total:
            said = f"part {member.number:,}", f"1 to {member.total:,}"
            found.take(Finding("BOB538", shown(member.file), *said))
    there = {member.number for member in named}
    for number in range(1, first.total + 1):
        if number not in there:
            part = shown(f"{first.prefix}-{number:05}-of-{first.total:05}.gguf")
            found.take(Finding("BOB538", part, "absent", f"part {number:,} of {first.total:,}"))
    return there >= set(range(1, first.total + 1))


def _check_stated(member: _Member, found: Found) -> None:
    """What a part says of itself, against its name."""
    if member.part.values is None or not member.total:
        return
    for key, expected in (("split.no", member.number - 1), ("split.count", member.total)):
        stated = member.part.values.stated.get(key)
        value, place = (None, None) if stated is None else (stated.value, stated.byte_offset)
        if value != expected or isinstance(value, bool):
            said = "none" if value is None else f"{value}", f"{expected}, as its name says"
            found.take(Finding("BOB538", f"{shown(member.file)}: key {key}", *said, place))


def _joined(members: Sequence[_Member], n_bytes: int) -> Inventory:
    inventories = [
        (member.file, inventory)
        for member in members
        if (inventory := member.part.reading.inventory) is not None
    ]
    entries = tuple(
        entry._replace(file=file) for file, inventory in inventories for entry in inventory.entries
    )
    first = inventories[0][1] if inventories else None
    metadata = {} if first is None else first.metadata
    facts = {"parts": len(members), **({} if first is None else first.facts)}
    return Inventory("gguf", entries, metadata, facts, n_bytes)


def _check_total(members: Sequence[_Member], n_tensors: int, found: Found) -> None:
    """As many tensors as each part says there are in all."""
    for member in members:
        stated = member.part.values.stated.get("split.tensors.count") if member.part.values else None
        value, place = (None, None) if stated is None else (stated.value, stated.byte_offset)
        if value != n_tensors or isinstance(value, bool):
            said = "none" if value is None else f"{value}", f"{so_many(n_tensors, 'tensor')} in all parts"
            found.take(Finding("BOB538", f"{shown(member.file)}: key split.tensors.count", *said, place))


def _check_apart(inventory: Inventory, found: Found) -> None:
    """No tensor in two parts."""
    holds: dict[str, str] = {}
    for entry in inventory.entries:
        other = holds.setdefault(entry.name, entry.file)
        if other != entry.file:
            said = f"in {shown(other)} and in {shown(entry.file)}", "in one part"
            found.take(Finding("BOB525", f"tensor {shown(entry.name)}", *said))
