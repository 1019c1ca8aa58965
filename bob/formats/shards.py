"""Sets of shards with an index (`model.safetensors.index.json`), held against each other in both directions.

    reading = read_shards(index, opened)     # opened("model-00001-of-00002.safetensors") -> Source | None

Each shard is read by its own format's rules, by the reader that `readers` has for its kind; its findings are
findings of the set. No name that leads out of the folder is ever given to `opened`. The index itself is read
by `bob.formats.shards_index`; here tensors are held against it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import shown
from bob.formats.gathered import Gathered
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.safetensors import read_safetensors
from bob.formats.shards_index import Index, config_dtype, read_index
from bob.kinds import LOOKED_AT, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bob.store import Source

    Opened = Callable[[str], Source | None]
    Readers = Mapping[str, Callable[[Source], Reading]]

CONFIG = "config.json"
SAFETENSORS = {"safetensors": read_safetensors}
_SUFFIXES = {".safetensors": "safetensors"}
PLAIN = re.compile(r"(?!\.{1,2}$)[^/\\:\x00-\x1f\x7f]+")
_NUMBERED = re.compile(r"(?P<stem>.*)-[0-9]{5}-of-(?P<count>[0-9]{5})(?P<suffix>\..*)")
_OF_TORCH = {
    "float64": "F64",
    "float32": "F32",
    "float16": "F16",
    "bfloat16": "BF16",
    "float8_e4m3fn": "F8_E4M3",
    "float8_e5m2": "F8_E5M2",
}
_MOST_PHRASES = 20


class _Shard(NamedTuple):
    """A shard that could be read, or not: then `entries` is None."""

    name: str
    entries: tuple[Entry, ...] | None
    n_bytes: int = 0


def read_shards(index: Source, opened: Opened, readers: Readers = SAFETENSORS) -> Reading:
    """The inventory of all shards, and every finding (BOB590 to BOB599, BOB519 and those of the shards).

    `opened` gives the file of a plain name beside the index, None where there is none. `readers` has a reader
    for each kind of file (`bob.kinds`) that a shard may be. An index that cannot be read gives no inventory.
    """
    found = Gathered()
    read = read_index(index, found)
    if read is None:
        return Reading(None, found.all())
    not_checked: list[str] = []
    shards = [
        _read_shard(name, read, opened, readers, found, not_checked)
        for name in sorted(set(read.map.values()))
    ]
    holders = _held_against_map(read, shards, found)
    not_checked += _held_total(read, shards, holders, found)
    not_checked += _missing_numbers(read)
    entries = tuple(entry for shard in shards for entry in shard.entries or ())
    stated, phrases = _config(opened, entries, found)
    n_bytes = index.n_bytes + sum(shard.n_bytes for shard in shards)
    facts = {"shards": len(shards), "shard_names": tuple(shard.name for shard in shards), **stated}
    inventory = Inventory("shards", entries, read.metadata, facts, n_bytes)
    return Reading(inventory, found.all(), tuple(dict.fromkeys([*not_checked, *phrases])))


def _read_shard(
    name: str, index: Index, opened: Opened, readers: Readers, found: Gathered, not_checked: list[str]
) -> _Shard:
    mapped = index.counts[name]
    note = f"{mapped:,} of {len(index.map):,} tensors are mapped to it"
    if not PLAIN.fullmatch(name):
        found.add("BOB593", name, "no plain name", "the name of a file beside the index", None, note)
        return _Shard(name, None)
    source = opened(name)
    if source is None:
        found.add("BOB594", name, "no such file", "a file beside the index", None, note)
        return _Shard(name, None)
    kind = kind_of(source.read_at(0, LOOKED_AT), source.n_bytes)
    by_name = next((kind for suffix, kind in _SUFFIXES.items() if name.endswith(suffix)), "")
    reader = readers.get(kind.name) or readers.get(by_name)
    if reader is None:
        found.add("BOB595", name, f"this is {kind.words}", f"one of {', '.join(sorted(readers))}", 0, note)
        return _Shard(name, None, source.n_bytes)
    reading = reader(source)
    not_checked += reading.not_checked
    for finding in reading.findings:
        found.add(finding.code, f"{name}: {finding.part}", *finding[2:])
    if reading.inventory is None:
        return _Shard(name, None, source.n_bytes)
    entries = (e._replace(file=f"{name}/{e.file}" if e.file else name) for e in reading.inventory.entries)
    return _Shard(name, tuple(entries), source.n_bytes)


def _held_against_map(index: Index, shards: list[_Shard], found: Gathered) -> dict[str, str]:
    """Each tensor of the map in its shard, each of a shard in the map, none in two: who holds which."""
    holders: dict[str, str] = {}
    for shard in shards:
        for entry in shard.entries or ():
            first = holders.setdefault(entry.name, shard.name)
            if first != shard.name:
                said = f"in {first} and in {shard.name}"
                note = f"the index says {index.map.get(entry.name, 'neither')}"
                found.add("BOB598", entry.name, said, "one shard", None, note)
                # What the map says of it counts, if it is one of the two.
                if index.map.get(entry.name) == shard.name:
                    holders[entry.name] = shard.name
            elif entry.name not in index.map:
                found.add("BOB597", entry.name, f"in {shard.name} alone", "a tensor of the index", None)
    unread = {shard.name for shard in shards if shard.entries is None}
    for name, file in index.map.items():
        holder = holders.get(name)
        if holder != file and file not in unread:
            note = f"it is in {holder}" if holder else "no shard that could be read holds it"
            found.add("BOB596", name, f"not in {file}", f"a tensor of {file}", None, note)
    return holders


def _held_total(index: Index, shards: list[_Shard], holders: dict[str, str], found: Gathered) -> list[str]:
    """`total_size` against the tensors' bytes, where all of them are known; what of it is not checked."""
    if index.total_size is None:
        return ["total_size: the index states none"]
    if any(shard.entries is None for shard in shards) or holders != index.map or "BOB598" in found:
        return ["total_size: not all tensors are where the index says"]
    entries = [entry for shard in shards for entry in shard.entries or ()]
    total = sum(entry.n_bytes for entry in entries)
    # Tensors that share a storage are stored once, and counted once by those who write the index.
    once = sum(n for _, _, n in {(entry.file, entry.byte_offset, entry.n_bytes) for entry in entries})
    if index.total_size not in (total, once):
        files = sum(shard.n_bytes for shard in shards)
        note = "these are the bytes of the files, headers and all" if index.total_size == files else ""
        found.add("BOB599", "total_size", f"{index.total_size:,}", f"{total:,}", index.total_place, note)
    return []


def _missing_numbers(index: Index) -> list[str]:
    """Shards that the names of others speak of, and that no tensor is mapped to."""
    matches = (_NUMBERED.fullmatch(name) for name in index.counts)
    named = Counter((m["stem"], m["count"], m["suffix"]) for m in matches if m is not None)
    return [
        f"{stem}-*-of-{count}{suffix}: the index names {n_named:,} of {int(count):,}"
        for (stem, count, suffix), n_named in sorted(named.items())[:_MOST_PHRASES]
        if n_named < int(count)
    ]


def _config(
    opened: Opened, entries: tuple[Entry, ...], found: Gathered
) -> tuple[dict[str, object], list[str]]:
    """What config.json says of the dtype, beside those that are there: a fact, as nothing forbids others."""
    source = opened(CONFIG)
    if source is None:
        return {}, []
    stated = config_dtype(source, CONFIG, found)
    not_checked = [f"{CONFIG}: what it says of the shapes"]
    if stated is None:
        return {}, not_checked
    counts = Counter(entry.dtype for entry in entries)
    n_such = counts[_OF_TORCH.get(stated, stated)]
    held = ", ".join(f"{dtype} ({count:,})" for dtype, count in sorted(counts.items()))
    said = f"{shown(stated)}: {n_such:,} of {len(entries):,} tensors"
    return {"config_dtype": said, "dtypes": held}, not_checked
