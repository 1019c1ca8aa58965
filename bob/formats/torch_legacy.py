"""PyTorch checkpoints of the legacy kind, before 1.6: `read_torch_legacy(source)`.

Five pickles one after the other: a magic number, a protocol version, facts of the writing machine, the object
and the keys of its storages; then each storage in the order of the keys, its count of elements before them.
Storages are little-endian whatever the machine was. Source: torch/serialization.py (`_legacy_save`,
`_legacy_load`) of PyTorch 2.13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.codec import decode
from bob.errors import Finding, shown
from bob.formats.gathered import Gathered
from bob.formats.inventory import Inventory, Reading
from bob.formats.pickle_literals import literal
from bob.formats.pickle_machine import interpret
from bob.formats.pickle_opcodes import Malformed, operations
from bob.formats.pickle_values import Pairs, Sequence
from bob.formats.pickle_world import Told
from bob.formats.torch_names import ITEM_BYTES
from bob.formats.torch_tensors import Place, entries, named, not_listed, storage_facts
from bob.formats.torch_world import TorchWorld
from bob.spec.formats.torch import LEGACY_MAGIC, LEGACY_VERSION, TAR_MAGIC, TAR_PLACE, StorageHead

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.formats.pickle_values import Storage, Value
    from bob.store import Source

_HEAD = StorageHead.at()
_HEAD_BYTES = StorageHead.spec.least_bytes
_PICKLES = 5
_FIRST_LOOK = 1_000_000
_KEY_OPCODES = {"PROTO", "FRAME", "EMPTY_LIST", "MARK", "BINPUT", "LONG_BINPUT", "MEMOIZE", "PUT"}
_KEY_OPCODES |= {"APPEND", "APPENDS", "LIST", "STOP"}


def read_torch_legacy(source: Source, deep: bool = True) -> Reading:  # noqa: ARG001
    """Read the pickles and how storages lie; nothing more can be checked, since nothing states a digest."""
    found = Gathered()
    head = source.read_at(0, TAR_PLACE + len(TAR_MAGIC))
    if head[TAR_PLACE:] == TAR_MAGIC:
        said = "a tar archive, as PyTorch wrote before 0.1.10"
        return Reading(None, (Finding("BOB554", "file", said, "a zip archive or pickles", 0),))
    inventory = _read(source, _pickles(source), found)
    return Reading(inventory, found.all(), not_listed(inventory))


def _pickles(source: Source) -> bytes:
    """So much of the file that its five pickles are in it, if they are; doubled until they are."""
    n_bytes = _FIRST_LOOK
    while True:
        data = source.read_at(0, n_bytes)
        place = 0
        try:
            for _ in range(_PICKLES):
                for operation in operations(data, place):
                    place = operation.end
        except Malformed as wrong:
            if wrong.cut and len(data) < source.n_bytes:
                n_bytes *= 2
                continue
        return data


class _Pickle(NamedTuple):
    """One of the pickles in front, and where the next one begins."""

    value: Value
    end: int


def _next(data: bytes, start: int, world: TorchWorld, room: int, found: Gathered) -> _Pickle | None:
    built = interpret(data, world, room, Told(found, 0), start)
    return _Pickle(built.value, built.end) if built.whole else None


def _read(source: Source, data: bytes, found: Gathered) -> Inventory | None:
    world, room = TorchWorld(legacy=True), source.n_bytes
    place = _read_front(data, room, found)
    if place is None:
        return None
    whole = _next(data, place, world, room, found)
    if whole is None:
        return None
    names = named(whole.value, room, Told(found, 0))
    listing = _next(data, whole.end, TorchWorld(), room, found)
    if listing is None:
        return None
    keys = _keys(data, whole.end, listing, world.storages, found)
    places = {} if keys is None else _places(source, keys, listing.end, world.storages, found)
    facts: dict[str, object] = {"kind": "legacy", "pickle_bytes": listing.end}
    facts |= storage_facts(names, world.storages)
    return Inventory(
        "pytorch", tuple(entries(names.tensors, places, Told(found, 0))), names.plain, facts, room
    )


def _read_front(data: bytes, room: int, found: Gathered) -> int | None:
    """Where the object's pickle begins, after the magic number, the version and the machine's facts."""
    place = 0
    for part, expected in (("magic number", LEGACY_MAGIC), ("protocol version", LEGACY_VERSION)):
        wrong = Gathered()
        pickle = _next(data, place, TorchWorld(), room, wrong)
        if pickle is None or pickle.value != expected or isinstance(pickle.value, bool):
            said = "no pickle" if pickle is None else _said(pickle.value)
            found.add("BOB567", part, said, f"{expected:#x}", place)
            return None
        for finding in wrong.all():
            found.add(*finding)
        place = pickle.end
    machine = _next(data, place, TorchWorld(), room, found)
    if machine is None:
        return None
    if not isinstance(machine.value, Pairs):
        found.add("BOB567", "machine", _said(machine.value), "a dict of its facts", place)
    return machine.end


def _said(value: Value) -> str:
    return f"{value:#x}" if isinstance(value, int) else type(value).__name__


def _keys(
    data: bytes, start: int, listing: _Pickle, storages: Mapping[str, Storage], found: Gathered
) -> list[str] | None:
    """The keys in the order of the storages, unless it is not known which those are."""
    keys: list[str] = []
    texts = isinstance(listing.value, Sequence)
    for operation in operations(data, start):
        # One more than there should be is enough to know of.
        if operation.name not in _KEY_OPCODES and len(keys) <= len(storages):
            key = literal(operation) if operation.name.endswith(("UNICODE", "STRING")) else None
            texts = texts and isinstance(key, str)
            keys.append(str(key))
    if not texts:
        found.add("BOB564", "keys", "no list of texts", "the storages' keys", start)
        return None
    if "BOB560" in found or "BOB563" in found:
        return None
    strange = next((key for key in keys if key not in storages), None)
    if strange is not None or len(set(keys)) != len(keys):
        said = "a key twice" if strange is None else f"storage {shown(strange)}, which no tensor names"
        found.add("BOB564", "keys", said, "the storages' keys, each once", start)
        return None
    if missing := sorted(storages.keys() - set(keys)):
        said = f"not storage {shown(missing[0])}"
        more = f"and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        found.add("BOB564", "keys", said, "the storages' keys, each once", start, more)
        return None
    return keys


def _places(
    source: Source, keys: list[str], place: int, storages: Mapping[str, Storage], found: Gathered
) -> dict[str, Place]:
    """Where each storage lies, as far as they follow each other; the last ends the file."""
    places: dict[str, Place] = {}
    for key in keys:
        storage, part = storages[key], f"storage {shown(key)}"
        head = decode(_HEAD, source.read_at(place, _HEAD_BYTES), whole=False)
        if head.record is None or head.record.numel != storage.total:
            said = "its end" if head.record is None else f"{head.record.numel:,} elements"
            found.add("BOB562", part, said, f"{storage.total:,}, as its tensors say", place)
            return places
        begin = place + _HEAD_BYTES
        place = begin + storage.total * ITEM_BYTES[storage.dtype]
        if place > source.n_bytes:
            said = f"have {source.n_bytes:,} bytes"
            found.add("BOB562", part, said, f"need {place:,}", source.n_bytes)
            return places
        places[key] = Place("", begin)
    if place < source.n_bytes:
        said = f"{source.n_bytes - place:,} bytes after the last storage"
        found.add("BOB556", "file", said, "none", place)
    return places
