"""The header's bytes: built from a contract and a state, and read from a source that may be anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest
from bob.codec import decode, encode, make
from bob.errors import Finding, Refused
from bob.kinds import CHECKPOINT, LOOKED_AT, kind_of
from bob.spec.families.contract import PART_RULES
from bob.spec.families.header import VERSION, Header
from bob.spec.formats.typed import VERSION as TYPED_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.envelope.contract import Contract
    from bob.spec.at import FamilyAt
    from bob.spec.record import Record
    from bob.store import Source

AT = Header.at()
NO_PARENT = bytes(AT.digest_bytes)
_FIXED_BYTES = AT.offset("input_digest")
MOST_HEADER_BYTES = 1 << 20


def build_header(
    contract: Contract, step: int, input_digest: bytes, parent: bytes, chunk_digests: Sequence[bytes]
) -> bytes:
    """The header of a checkpoint, its own digest included.

    `parent` is `NO_PARENT` after a fresh run's first invocation. Raises `Refused` where the family does:
    a step that is no multiple, a parent that contradicts it, another number of chunks than the payload has.
    """
    parts = contract.parts
    record = make(
        AT,
        **{rule.header_field: parts[part] for part, rule in PART_RULES.items()},
        chunk_count=len(chunk_digests),
        step=step,
        input_digest=input_digest,
        parent=parent,
        chunk_digests=tuple(chunk_digests),
        header_digest=NO_PARENT,
    )
    body = encode(AT, record)[: -AT.digest_bytes]
    return body + digest(body)


class HeaderReading(NamedTuple):
    """What the header of a source says: a record unless it cannot be read, and every finding."""

    record: Record | None
    findings: tuple[Finding, ...]


def read_header(source: Source) -> HeaderReading:
    """Read the header of `source`, version 1: kind, version, structure, refinements, the header's digest."""
    return header_of(source, AT, VERSION, MOST_HEADER_BYTES)


def header_of(source: Source, at: FamilyAt, version: int, most_bytes: int) -> HeaderReading:
    """Read the header of `source` as one of this version, whose family is `at`, of at most so many bytes."""
    head = source.read_at(0, LOOKED_AT)
    kind = kind_of(head, source.n_bytes)
    if kind != CHECKPOINT:
        return HeaderReading(None, (Finding("BOB201", "magic", f"this is {kind.words}", "a checkpoint", 0),))
    if len(head) < _FIXED_BYTES:
        return HeaderReading(None, (_short(source.n_bytes, _FIXED_BYTES, "the fixed fields"),))
    found, stated = _number(head, "version"), _number(head, "header_bytes")
    if found != version:
        newer = "BOB257" if found == TYPED_VERSION else "BOB204"
        code = newer if found > version else "BOB221"
        place = AT.offset("version")
        return HeaderReading(None, (Finding(code, "version", f"{found:,}", str(version), place),))
    return _decoded(source, stated, at, most_bytes)


def require_header(source: Source, path: str) -> Record:
    """The header of `source`; raises `Refused` with everything that is wrong with it."""
    reading = read_header(source)
    if reading.record is None or reading.findings:
        raise Refused(path, reading.findings)
    return reading.record


def _number(head: bytes, name: str) -> int:
    """A fixed field, read by its place before the rest of the header can be relied on."""
    place = AT.offset(name)
    return int.from_bytes(head[place : place + AT.size(name)], "little")


def _decoded(source: Source, stated: int, at: FamilyAt, most_bytes: int) -> HeaderReading:
    have = source.n_bytes
    if stated > most_bytes:
        place = AT.offset("header_bytes")
        found = Finding("BOB207", "header_bytes", f"{stated:,}", f"at most {most_bytes:,}", place)
        return HeaderReading(None, (found,))
    if stated > have:
        found = Finding("BOB202", "header", f"have {have:,} bytes", f"need {stated:,}", have)
        return HeaderReading(None, (found,))
    head = source.read_at(0, stated)
    decoded = decode(at, head)
    findings = _as_header(decoded.findings)
    if decoded.record is not None:
        findings += _own_digest(head)
    return HeaderReading(decoded.record, tuple(findings))


def _as_header(findings: tuple[Finding, ...]) -> list[Finding]:
    """The findings of a header that was read whole.

    It is not cut short: its own sizes contradict each other. And where its stated size is not the least, what
    lies beyond the least one is that same finding.
    """
    not_least = any(finding.code == "BOB217" for finding in findings)
    kept = [f for f in findings if not (not_least and f.code == AT.spec.long and f.part == "record")]
    return [f._replace(code="BOB207") if f.code == AT.spec.short else f for f in kept]


def _short(have: int, need: int, what: str) -> Finding:
    return Finding("BOB202", "file", f"have {have:,} bytes", f"need {need:,} for {what}", have)


def _own_digest(head: bytes) -> list[Finding]:
    """The header's last bytes against the digest of all before them."""
    place = len(head) - AT.digest_bytes
    stated, computed = head[place:], digest(head[:place])
    if stated == computed:
        return []
    return [Finding("BOB205", "header_digest", stated.hex(), computed.hex(), place)]
