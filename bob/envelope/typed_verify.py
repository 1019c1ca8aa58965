"""Verify an envelope of version 2: every finding of a source, against a contract or what it states itself.

    report = verify_typed(source, contract)
    report.findings == ()      # it is exactly that

The payload is read once, in pieces. Where the header is refused a large one is not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.envelope import stretches
from bob.envelope.typed_contract import TypedContract
from bob.envelope.typed_header import read_typed_header, text_offsets
from bob.envelope.typed_identity import differences
from bob.envelope.verify import Report, length_findings
from bob.errors import Finding, Refused, shown
from bob.spec.tensor_lines import TensorPlace, places, tensors_of
from bob.spec.value_lists import values_of
from bob.store import WORTH_A_THREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.record import Record
    from bob.store import Source


def verify_typed(source: Source, contract: TypedContract | None = None, chunks_too: bool = False) -> Report:
    """Hold `source` against `contract` (None: what it states itself): texts, sizes, digests, parts, rooms.

    With `chunks_too` a large payload's chunks are digested under a header that is refused, too.
    """
    reading = read_typed_header(source)
    header = reading.record
    if header is None:
        return Report(reading.findings, (), None, 0, 0)
    findings = [*reading.findings, *length_findings(source, header)]
    can_locate = not any(f.code in ("BOB250", "BOB253", "BOB202", "BOB207") for f in findings)
    equal: tuple[str, ...] = ()
    if contract is not None:
        found, equal = differences(contract, header, header.updates_per_invocation, text_offsets(header))
        findings += found
    n_equal, unread = 0, 0
    if can_locate:
        findings += _twice(header)
        if chunks_too or not findings or header.payload_bytes <= stretches.READ_ANYWAY:
            wrong = list(_chunks(source, header))
            n_equal = header.chunk_count - sum(finding.code == "BOB206" for finding in wrong)
            findings += wrong
        else:
            unread = header.payload_bytes
    ordered = sorted(dict.fromkeys(findings), key=lambda f: (f.byte_offset or 0, f.code))
    return Report(tuple(ordered), equal, header, n_equal, header.chunk_count, unread)


def _twice(header: Record) -> Iterator[Finding]:
    """Names that come more than once; there are no more of them than rooms in the payload."""
    seen: set[str] = set()
    for line in tensors_of(header.schema):
        if line.name in seen:
            yield Finding("BOB251", shown(line.name), "once more", "each name once")
            return
        seen.add(line.name)


def _chunks(source: Source, header: Record) -> Iterator[Finding]:
    located = list(places(tensors_of(header.schema), header.header_bytes))
    is_large = header.payload_bytes >= WORTH_A_THREAD
    computed = stretches.digests(source, [(place.byte_offset, place.n_bytes) for place in located], is_large)
    for place, stated, own in zip(located, header.chunk_digests, computed, strict=True):
        if own != stated:
            yield Finding("BOB206", shown(place.line.name), own.hex(), stated.hex(), place.byte_offset)
        yield from _rest(source, place)


def _rest(source: Source, place: TensorPlace) -> Iterator[Finding]:
    """What is not zero in a tensor's room behind it."""
    end = place.byte_offset + place.n_bytes
    rest = source.read_at(end, place.room_bytes - place.n_bytes)
    wrong = next((i for i, byte in enumerate(rest) if byte), None)
    if wrong is not None:
        part = f"after {shown(place.line.name)}"
        yield Finding("BOB254", part, f"byte {rest[wrong]}", "0", end + wrong)


def require_typed(source: Source, path: str, contract: TypedContract | None = None) -> Record:
    """The header of a source that is exactly what the contract says; raises `Refused` for any other."""
    report = verify_typed(source, contract)
    if report.findings or report.header is None:
        raise Refused(path, report.findings, report.equal if report.header is not None else ())
    return report.header


def stated_typed_contract(header: Record) -> TypedContract:
    """The contract that a header states, which was verified."""
    lists = {part: dict(values_of(header[part])) for part in ("learner", "data", "initialization")}
    return TypedContract(tuple(tensors_of(header.schema)), **lists, updates=header.updates_per_invocation)
