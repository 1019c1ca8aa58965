"""Bob's own files as inventories: `read_planes(source)` of planes alone, `read_bob(source)` of a checkpoint.

A file of planes has no envelope: that its bytes are P, M and V in this order is what its owner says, and its
size is all that can be held against it. Of a checkpoint the header is read; contract, digests and values are
`bob verify envelope`'s.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from bob.codec import decode
from bob.errors import Finding
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.sequence import inside, lengths
from bob.formats.typed import read_typed
from bob.kinds import CHECKPOINT, LOOKED_AT, kind_of
from bob.spec.families.header import VERSION, Header
from bob.spec.families.transport import PLANES, CheckpointTransport
from bob.spec.formats.typed import VERSION as TYPED_VERSION

if TYPE_CHECKING:
    from bob.spec.at import FamilyAt
    from bob.store import Source

_HEADER = Header.at()
_FIXED_BYTES = _HEADER.offset("input_digest")
_MOST_HEADER_BYTES = 1 << 20
_VOCABULARY = CheckpointTransport.spec.dims["vocabulary"]
_ONE = CheckpointTransport.at(vocabulary=1)


def read_planes(source: Source, deep: bool = True, vocabulary: int | None = None) -> Reading:  # noqa: ARG001
    """P, M and V of a file of nothing else; its size says the vocabulary, unless it is given."""
    size = source.n_bytes
    at = _transport(size) if vocabulary is None else CheckpointTransport.at(vocabulary=vocabulary)
    if at is None:
        return Reading(None, (_no_planes(size),))
    what = f"three planes of a vocabulary of {at.vocabulary:,}"
    findings = tuple(lengths(size, at.payload_bytes, what))
    facts = {"envelope": "none", "vocabulary": at.vocabulary}
    inventory = Inventory("raw P, M, V", inside(_planes(at, 0), size), {}, facts, size)
    phrase = "all but the size: without an envelope nothing says which planes these are, or of what step"
    return Reading(inventory, findings, (phrase,))


def read_bob(source: Source, deep: bool = True) -> Reading:  # noqa: ARG001
    """P, M and V of a checkpoint behind its header, or the tensors of version 2, and what is wrong there."""
    head = source.read_at(0, LOOKED_AT)
    kind = kind_of(head, source.n_bytes)
    if kind != CHECKPOINT:
        return Reading(None, (Finding("BOB201", "magic", f"this is {kind.words}", "a checkpoint", 0),))
    version, stated = _number(head, "version"), _number(head, "header_bytes")
    if len(head) >= _FIXED_BYTES and version == TYPED_VERSION:
        return read_typed(source, stated)
    if len(head) >= _FIXED_BYTES and version != VERSION:
        code, place = "BOB204" if version > VERSION else "BOB221", _HEADER.offset("version")
        return Reading(None, (Finding(code, "version", f"{version:,}", str(VERSION), place),))
    if stated > _MOST_HEADER_BYTES:
        place = _HEADER.offset("header_bytes")
        expected = f"at most {_MOST_HEADER_BYTES:,}"
        return Reading(None, (Finding("BOB207", "header_bytes", f"{stated:,}", expected, place),))
    decoded = decode(_HEADER, source.read_at(0, max(stated, _FIXED_BYTES)))
    header = decoded.record
    if header is None:
        return Reading(None, decoded.findings)
    need = header.header_bytes + header.payload_bytes
    findings = [*decoded.findings, *_length(source.n_bytes, need)]
    at = _transport(header.payload_bytes)
    if at is None:
        expected = "three planes of one vocabulary"
        place = _HEADER.offset("payload_bytes")
        findings.append(Finding("BOB214", "payload", f"{header.payload_bytes:,} bytes", expected, place))
    entries = () if at is None else inside(_planes(at, header.header_bytes), source.n_bytes)
    facts = {"version": version, "header bytes": header.header_bytes, "step": header.step}
    inventory = Inventory("Bob checkpoint", entries, {}, facts, source.n_bytes)
    return Reading(inventory, tuple(findings), ("digests and contract: bob verify envelope",))


def _number(head: bytes, name: str) -> int:
    """A fixed field, read by its place before the rest of the header can be relied on."""
    place = _HEADER.offset(name)
    return int.from_bytes(head[place : place + _HEADER.size(name)], "little")


def _length(have: int, need: int) -> list[Finding]:
    if have == need:
        return []
    code = "BOB202" if have < need else "BOB203"
    return [Finding(code, "file", f"have {have:,} bytes", f"need {need:,}", min(have, need))]


def _vocabulary_of(n_bytes: int) -> int:
    """The largest vocabulary whose planes fit."""
    return isqrt(n_bytes // _ONE.payload_bytes)


def _transport(n_bytes: int) -> FamilyAt | None:
    """The planes that take exactly so many bytes, if any do."""
    vocabulary = _vocabulary_of(n_bytes)
    if not _VOCABULARY.low <= vocabulary <= _VOCABULARY.high:
        return None
    at = CheckpointTransport.at(vocabulary=vocabulary)
    return at if at.payload_bytes == n_bytes else None


def _no_planes(n_bytes: int) -> Finding:
    """A size between those of two vocabularies."""
    low = min(max(_vocabulary_of(n_bytes), _VOCABULARY.low), _VOCABULARY.high - 1)
    near = [CheckpointTransport.at(vocabulary=v) for v in (low, low + 1)]
    said = " or ".join(f"{at.payload_bytes:,} (a vocabulary of {at.vocabulary:,})" for at in near)
    return Finding("BOB580", "file", f"{n_bytes:,} bytes", f"three planes: {said}", 0)


def _planes(at: FamilyAt, start: int) -> list[Entry]:
    shape = (at.vocabulary, at.vocabulary)
    return [
        Entry(plane, "F32", shape, start + at.offset(plane.lower()), at.size(plane.lower()))
        for plane in PLANES
    ]
