"""Files made of others: `converted(holding, target)`, a new file's bytes, read again before they are given.

    holding = holding_of(Side(inventory, contents), place)
    content = converted(holding, "safetensors")        # or "npz", or "bob"

Every tensor keeps its name, type, shape and bits. A checkpoint's header goes along as `bob.header`, in hex
among the metadata or as an array of bytes, and leads back to the same file. What the new format has no place
for is refused by name (BOB850 to BOB854). The new file is made in memory, whole.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import is_utf8
from bob.errors import Finding, Refused
from bob.formats.comparison import EQUAL, Side, compare
from bob.formats.content import Contents
from bob.formats.gathered import Gathered
from bob.formats.recognised import Place, read_format
from bob.formats.values import bytes_of, n_bytes_of
from bob.formats.writers import Written, has_type_string, write_npz, write_safetensors
from bob.kinds import CHECKPOINT, kind_of
from bob.spec.families.transport import PLANES
from bob.spec.formats.safetensors import DTYPES
from bob.store import Buffer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.formats.inventory import Entry

HEADER = "bob.header"
NAMES = {"bob": "a Bob checkpoint", "safetensors": "a safetensors file", "npz": "an npz file"}
# A checkpoint of version 2, whose contract speaks of the tensors' places in it.
TYPED = "Bob checkpoint, version 2"
_SOURCES = ("Bob checkpoint", TYPED, "safetensors", "shards", "npz", "npy", "gguf", "pytorch")


class Holding(NamedTuple):
    """What a file holds, whatever its format: its tensors, what it says beside, a checkpoint's header."""

    subject: str
    side: Side
    tensors: tuple[Entry, ...]
    metadata: Mapping[str, object]
    header: bytes | None


def holding_of(place: Place, side: Side) -> Holding:
    """What a file holds, its checkpoint's header set apart."""
    inventory = side.inventory
    tensors, metadata, header = inventory.entries, dict(inventory.metadata), None
    if inventory.format == "Bob checkpoint":
        header = place.source.read_at(0, tensors[0].byte_offset)
    elif (written := metadata.get(HEADER)) is not None and inventory.format == "safetensors":
        header = _from_hex(written)
        if header is not None:
            del metadata[HEADER]
    elif inventory.format == "npz":
        carrier = next(
            (e for e in tensors if e.name == HEADER and e.dtype == "U8" and len(e.shape) == 1), None
        )
        header = None if carrier is None else _own(b"".join(map(bytes, bytes_of(side.contents, carrier))))
        if header is not None:
            tensors = tuple(entry for entry in tensors if entry is not carrier)
    return Holding(place.name, side, tensors, metadata, header)


def _from_hex(written: object) -> bytes | None:
    try:
        return _own(bytes.fromhex(str(written)))
    except ValueError:
        return None


def _own(header: bytes) -> bytes | None:
    """What begins as a checkpoint does."""
    return header if kind_of(header, len(header)) == CHECKPOINT else None


def converted(holding: Holding, target: str, tensors_only: bool = False) -> bytes:
    """The bytes of a file of the format `target`; raises `Refused` where it could not hold the same.

    With `tensors_only` what the file says beside its tensors is left out, but for a checkpoint's header.
    """
    found = Gathered()
    if tensors_only:
        holding = holding._replace(metadata={})
    _hold_sources(holding, tensors_only, found)
    {"bob": _hold_planes, "safetensors": _hold_texts, "npz": _hold_arrays}[target](holding, found)
    if found:
        raise Refused(holding.subject, found.all())
    content = _built(holding, target)
    _require_same(holding, target, content)
    return content


def _hold_sources(holding: Holding, tensors_only: bool, found: Gathered) -> None:
    format_ = holding.side.inventory.format
    if format_ not in _SOURCES:
        found.add("BOB850", "file", f"a file of {format_}", f"one of {', '.join(_SOURCES)}")
    elif format_ == "pytorch" and not tensors_only:
        found.add("BOB851", "pickle", "objects around the tensors", "tensors by their names alone")
    elif format_ == TYPED and not tensors_only:
        found.add(
            "BOB851", "header", "a contract and a step around the tensors", "tensors by their names alone"
        )
    if others := holding.side.inventory.facts.get("tensors_of_other_types"):
        found.add("BOB850", "file", f"{others} tensors of other types", "types that have a name here")


def _hold_planes(holding: Holding, found: Gathered) -> None:
    if holding.header is None:
        found.add("BOB852", HEADER, "none", "the header of the checkpoint that this was")
    for name in sorted({entry.name for entry in holding.tensors}.symmetric_difference(PLANES)):
        found.add(
            "BOB852", name, *(("not there", "a plane") if name in PLANES else ("one more", "P, M and V"))
        )
    for entry in holding.tensors:
        if entry.name in PLANES and entry.dtype != "F32":
            found.add("BOB852", entry.name, entry.dtype, "F32")
    _hold_none(holding, "bob", found)


def _hold_texts(holding: Holding, found: Gathered) -> None:
    for entry in holding.tensors:
        if entry.dtype not in DTYPES:
            found.add("BOB850", entry.name, entry.dtype, "a type of safetensors'")
        if not is_utf8(entry.name):
            found.add("BOB853", entry.name, "no UTF-8", "a name in UTF-8")
    for key, value in holding.metadata.items():
        if not isinstance(value, str) or not (is_utf8(key) and is_utf8(value)):
            found.add("BOB851", key, f"a value of type {type(value).__name__}", "a text in UTF-8")


def _hold_arrays(holding: Holding, found: Gathered) -> None:
    for entry in holding.tensors:
        if not has_type_string(entry.dtype):
            found.add("BOB850", entry.name, entry.dtype, "a type of NumPy's")
        if not is_utf8(entry.name) or "\0" in entry.name:
            found.add("BOB853", entry.name, "no name of a member", "a name in UTF-8 without a zero byte")
        if entry.name == HEADER and holding.header is not None:
            found.add("BOB853", entry.name, "a tensor of this name", "the checkpoint's header")
    _hold_none(holding, "npz", found)


def _hold_none(holding: Holding, target: str, found: Gathered) -> None:
    for key in holding.metadata:
        found.add("BOB851", key, "beside the tensors", f"nothing, as {NAMES[target]} has no place for it")


def _built(holding: Holding, target: str) -> bytes:
    out = BytesIO()
    written = [_written(holding.side.contents, entry) for entry in holding.tensors]
    header = holding.header
    if target == "safetensors":
        texts = {key: str(value) for key, value in holding.metadata.items()}
        write_safetensors(out, written, texts | ({HEADER: header.hex()} if header is not None else {}))
    elif target == "npz":
        write_npz(out, [*_carrier(header), *written])
    else:
        assert header is not None
        out.write(header)
        for plane in PLANES:
            out.writelines(next(each for each in written if each.name == plane).pieces())
    return out.getvalue()


def _written(contents: Contents, entry: Entry) -> Written:
    return Written(entry.name, entry.dtype, entry.shape, n_bytes_of(entry), lambda: bytes_of(contents, entry))


def _carrier(header: bytes | None) -> Iterator[Written]:
    if header is not None:
        yield Written(HEADER, "U8", (len(header),), len(header), lambda: [header])


def _require_same(holding: Holding, target: str, content: bytes) -> None:
    """Read the new file again: by its format's rules, and against the old one."""
    place = Place(f"new.{target}", Buffer(content), lambda _: None)
    reading = read_format(place)
    inventory = reading.inventory
    if reading.findings or inventory is None:
        raise Refused(holding.subject, [_as_refused(finding, target) for finding in reading.findings])
    again = holding_of(place, Side(inventory, Contents(place, inventory)))
    found = Gathered()
    ours, theirs = (_only_tensors(each) for each in (holding, again))
    comparison = compare(ours, theirs)
    for entry in (*comparison.only_a, *comparison.only_b):
        found.add("BOB854", entry.name, "in one of both files", "in both")
    for each in comparison.tensors:
        if each.verdict != EQUAL:
            code = "BOB852" if target == "bob" else "BOB854"
            said, expected = f"{each.a.dtype} {list(each.a.shape)}", f"{each.b.dtype} {list(each.b.shape)}"
            found.add(code, each.name, said, expected, None, each.verdict)
    if dict(again.metadata) != dict(holding.metadata) or again.header != holding.header:
        found.add("BOB854", "metadata", "not the same", "what the old file says")
    if found:
        raise Refused(holding.subject, found.all())


def _only_tensors(holding: Holding) -> Side:
    inventory = holding.side.inventory._replace(entries=holding.tensors)
    return holding.side._replace(inventory=inventory)


def _as_refused(finding: Finding, target: str) -> Finding:
    note = f"{finding.code} in {NAMES[target]}"
    return Finding("BOB853", finding.part, finding.found, finding.expected, None, note)
