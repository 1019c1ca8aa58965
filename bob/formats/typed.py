"""Checkpoints of envelope version 2 as inventories: `read_typed(source)`.

The header is read: its list of tensors, the sizes that follow from it, what else it states. Whether digests
agree, lists are canonical and the bytes between tensors zero is `bob verify FILE`'s.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from bob.codec import decode
from bob.errors import Finding, so_many
from bob.formats.gathered import Gathered
from bob.formats.inventory import Entry, Inventory, Reading
from bob.spec.formats.typed import MOST_HEADER_BYTES, VERSION, TypedHeader
from bob.spec.grammar import Malformed
from bob.spec.tensor_lines import places, tensors_of
from bob.spec.value_lists import told, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.record import Record
    from bob.store import Source

_HEADER = TypedHeader.at()
# Of each list of values; more of them no one reads.
_MOST_VALUES = 1_000


def read_typed(source: Source, stated: int) -> Reading:
    """The tensors of a checkpoint whose header says that it has `stated` bytes."""
    if not _HEADER.offset("schema") <= stated <= min(MOST_HEADER_BYTES, source.n_bytes):
        place = _HEADER.offset("header_bytes")
        expected = f"at most {min(MOST_HEADER_BYTES, source.n_bytes):,}"
        return Reading(None, (Finding("BOB207", "header_bytes", f"{stated:,}", expected, place),))
    decoded = decode(_HEADER, source.read_at(0, stated))
    header = decoded.record
    if header is None:
        return Reading(None, decoded.findings)
    findings = [*decoded.findings, *_length(source.n_bytes, header)]
    if findings:
        return Reading(None, tuple(findings))
    entries, found = _entries(header)
    facts = {"version": VERSION, "header bytes": header.header_bytes, "step": header.step}
    inventory = Inventory("Bob checkpoint, version 2", entries, dict(_stated(header)), facts, source.n_bytes)
    return Reading(inventory, found, ("digests and contract: bob verify FILE",))


def _stated(header: Record) -> Iterator[tuple[str, object]]:
    """What the header states beside its tensors: the first values of each list, and where it has more."""
    yield "updates per invocation", header.updates_per_invocation
    for part in ("learner", "data", "initialization"):
        with suppress(Malformed):
            for name, value in islice(values_of(header[part]), _MOST_VALUES):
                yield f"{part}.{name}", told(value)
        n_values = bytes(header[part]).count(b"\n")
        if n_values > _MOST_VALUES:
            yield part, f"{n_values:,} values, of which {_MOST_VALUES:,} are shown"
    yield "input digest", bytes(header.input_digest).hex()
    yield "parent", bytes(header.parent).hex()


def _length(have: int, header: Record) -> Iterator[Finding]:
    need = header.header_bytes + header.payload_bytes
    if have != need:
        code = "BOB202" if have < need else "BOB203"
        yield Finding(code, "file", f"have {have:,} bytes", f"need {need:,}", min(have, need))


def _entries(header: Record) -> tuple[tuple[Entry, ...], tuple[Finding, ...]]:
    """The tensors whose bytes are there; there are no more of them than rooms."""
    found, entries, seen = Gathered(), [], set()
    end, file_end = header.header_bytes, header.header_bytes + header.payload_bytes
    try:
        for place in places(tensors_of(header.schema), end):
            line, end = place.line, place.byte_offset + place.room_bytes
            if end > file_end:
                break
            if line.name in seen:
                found.add("BOB251", line.name, "once more", "each name once", place.byte_offset)
            seen.add(line.name)
            entries.append(Entry(line.name, line.dtype, line.shape, place.byte_offset, place.n_bytes))
    except Malformed as malformed:
        begin = _HEADER.offset("schema", header) + _HEADER.size("schema", header) - len(header.schema)
        found.add("BOB250", "schema", "none from here on", str(malformed), begin + malformed.offset)
        return (), found.all()
    if end != file_end or len(entries) != header.chunk_count:
        said = f"{end - header.header_bytes:,} bytes or more of {so_many(len(entries), 'tensor')}"
        expected = f"{header.payload_bytes:,} bytes of {header.chunk_count:,}"
        found.add("BOB253", "payload_bytes", expected, said, _HEADER.offset("payload_bytes"))
    return tuple(entries), found.all()
