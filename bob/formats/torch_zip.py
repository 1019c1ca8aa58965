"""PyTorch checkpoints of the zip kind, since 1.6: `read_torch_zip(source)`.

One folder holds `data.pkl`, which says what the checkpoint is, `version`, in which byte order storages are
(`byteorder`), and each storage as a record of its own, `data/<key>`; all are stored. Source:
torch/serialization.py (`_save`, `_load`) and caffe2/serialize/inline_container.cc of PyTorch 2.13.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import shown
from bob.formats.archive import check_crc, member_source, read_archive
from bob.formats.gathered import Gathered
from bob.formats.inventory import Inventory, Reading
from bob.formats.pickle_machine import interpret
from bob.formats.pickle_world import Told
from bob.formats.torch_names import ITEM_BYTES
from bob.formats.torch_tensors import Place, entries, named, not_listed, storage_facts
from bob.formats.torch_world import TorchWorld
from bob.spec.formats.torch import LAST_VERSION, LEAST_VERSION
from bob.spec.formats.zip import STORED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.formats.archive import Member
    from bob.formats.pickle_values import Storage
    from bob.store import Source

_VERSION = re.compile(rb"([0-9]{1,9})\n?")
_ORDERS = {b"little": False, b"big": True}
# Longer than any of the records that hold a word or a number.
_WORD_BYTES = 100
_RECORDS = {
    "data.pkl",
    "version",
    "byteorder",
    ".format_version",
    ".storage_alignment",
    ".data/serialization_id",
}
_DATA = "data/"


class _Records(NamedTuple):
    """The members below one folder, by their names there."""

    source: Source
    prefix: str
    members: Mapping[str, Member]

    def word(self, name: str) -> bytes | None:
        """The first bytes of a record, None where it is not there or not to be opened."""
        member = self.members.get(name)
        if member is None or not member.readable:
            return None
        return member_source(self.source, member).read_at(0, _WORD_BYTES)


def read_torch_zip(source: Source, deep: bool = True) -> Reading:
    """Read the archive, the pickle and how storages lie; `deep` holds every record against its CRC."""
    archive = read_archive(source)
    found = Gathered()
    for finding in archive.findings:
        found.add(*finding)
    if not archive.members:
        if not found:
            found.add("BOB550", "archive", "no members", "data.pkl")
        return Reading(None, found.all())
    records = _records(source, archive.members, found)
    inventory = None if records is None else _read(records, found)
    if deep:
        for member in archive.members:
            for finding in check_crc(source, member) if member.readable else ():
                found.add(*finding)
    crc = () if deep else ("the CRC of each record",)
    return Reading(inventory, found.all(), (*crc, *not_listed(inventory)))


def _records(source: Source, members: tuple[Member, ...], found: Gathered) -> _Records | None:
    """The records below the folder of the first, unless this is no checkpoint."""
    prefix = members[0].name.partition("/")[0] + "/"
    by_name: dict[str, Member] = {}
    for member in members:
        if member.name.startswith(prefix):
            by_name.setdefault(member.name.removeprefix(prefix), member)
        else:
            said, place = f"outside of {shown(prefix)}", member.header_offset
            found.add("BOB550", member.name, said, "one folder for all records", place)
        if member.method != STORED:
            place = member.header_offset
            found.add("BOB551", member.name, f"method {member.method}", "stored", place)
    program = next((n for n in by_name if n == "constants.pkl" or n.startswith("code/")), None)
    if program is not None:
        place = by_name[program].header_offset
        found.add("BOB553", program, "a program and its constants", "tensors", place)
        return None
    if "data.pkl" not in by_name:
        found.add("BOB550", "data.pkl", "not there", f"{shown(prefix)}data.pkl")
        return None
    return _Records(source, prefix, by_name)


def _read(records: _Records, found: Gathered) -> Inventory | None:
    version = _read_version(records, found)
    big_endian = _read_order(records, found)
    member = records.members["data.pkl"]
    if not member.readable or member.method != STORED:
        return None
    data = member_source(records.source, member).read_at(0, member.n_bytes)
    world, room, told = TorchWorld(), records.source.n_bytes, Told(found, member.data_offset)
    built = interpret(data, world, room, told)
    if not built.whole:
        return None
    if built.end != len(data):
        told.add("BOB556", "data.pkl", f"{len(data) - built.end:,} bytes after the pickle", "none", built.end)
    names = named(built.value, room, told)
    places = _places(records, world.storages, found)
    listed = entries(names.tensors, places, told, big_endian=big_endian)
    used = {_DATA + key for key in world.storages}
    facts: dict[str, object] = {
        "kind": "zip",
        "folder": records.prefix.removesuffix("/"),
        "version": version,
        "pickle_bytes": len(data),
        **storage_facts(names, world.storages),
    }
    if other := sorted(records.members.keys() - used - _RECORDS):
        facts["other_records"] = other
    return Inventory("pytorch", tuple(listed), names.plain, facts, room)


def _read_version(records: _Records, found: Gathered) -> int | None:
    word = records.word("version")
    digits = None if word is None else _VERSION.fullmatch(word)
    version = int(digits[1]) if digits else None
    if version is None or not LEAST_VERSION <= version <= LAST_VERSION:
        said = "not there" if word is None else repr(word)
        expected = f"a version from {LEAST_VERSION} to {LAST_VERSION}"
        found.add("BOB552", "version", said, expected, _place(records, "version"))
    return version


def _read_order(records: _Records, found: Gathered) -> bool:
    """Whether storages are big-endian; little where no record says."""
    if "byteorder" not in records.members:
        return False
    word = records.word("byteorder")
    if word is not None and word not in _ORDERS:
        place = _place(records, "byteorder")
        found.add("BOB552", "byteorder", repr(word), "little or big", place)
    return _ORDERS.get(word or b"", False)


def _place(records: _Records, name: str) -> int | None:
    member = records.members.get(name)
    return None if member is None else member.data_offset


def _places(records: _Records, storages: Mapping[str, Storage], found: Gathered) -> dict[str, Place]:
    """The storages whose records are there and of their size."""
    places = {}
    for key, storage in storages.items():
        name = _DATA + key
        member = records.members.get(name)
        need = storage.total * ITEM_BYTES[storage.dtype]
        if member is None:
            found.add("BOB561", name, "not there", f"a record of {need:,} bytes")
        elif member.n_bytes != need:
            said = f"{storage.total:,} elements of {storage.dtype} in {member.n_bytes:,} bytes"
            found.add("BOB562", name, said, f"{need:,} bytes", member.header_offset)
        elif member.readable:
            places[key] = Place(member.name, 0)
    return places
