"""Verify an envelope: every finding of a source against a contract. Solves nothing.

    report = verify_envelope(source, Contract.shipped())
    report.findings == ()      # it is exactly that

The payload is read once, in pieces, for its digests; its values are `bob.envelope.values`' business. A large
payload is not read where the header is refused already: who waits for such an answer waits for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.envelope import stretches
from bob.envelope.contract import Contract
from bob.envelope.header import AT, read_header
from bob.envelope.identity import compared
from bob.errors import Finding
from bob.spec.families.contract import PART_RULES
from bob.spec.families.transport import PLANES
from bob.store import WORTH_A_THREAD, OpenFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.spec.record import Record
    from bob.store import Source


class Report(NamedTuple):
    """What verification found: every finding, the parts that are equal, the header if it could be read.

    `chunks_equal` counts the chunks whose digest is the header's, of `chunk_count`; `unread_bytes` are those
    of the payload that were not read, since the header is refused without them.
    """

    findings: tuple[Finding, ...]
    equal: tuple[str, ...]
    header: Record | None
    chunks_equal: int
    chunk_count: int
    unread_bytes: int = 0


def verify_envelope(source: Source, contract: Contract, chunks_too: bool = False) -> Report:
    """Hold `source` against `contract`: kind, length, version, digests, every part, step, parent, padding.

    With `chunks_too` a large payload's chunks are digested under a header that is refused, too.
    """
    reading = read_header(source)
    header = reading.record
    if header is None:
        return Report(reading.findings, (), None, 0, 0)
    offsets = {rule.header_field: AT.offset(rule.header_field, header) for rule in PART_RULES.values()}
    comparison = compared(contract, header, offsets)
    findings = [*reading.findings, *length_findings(source, header), *comparison.findings]
    n_chunks, n_equal, wrong_chunks = len(header.chunk_digests), 0, []
    read = chunks_too or not findings or header.payload_bytes <= stretches.READ_ANYWAY
    if not any(finding.code == "BOB219" for finding in findings):
        wrong_chunks = list(_chunks(source, header, contract, read))
        n_equal = n_chunks - len(wrong_chunks) if read else 0
    found = tuple(sorted([*findings, *wrong_chunks], key=_place))
    unread = 0 if read else min(header.payload_bytes, max(0, source.n_bytes - header.header_bytes))
    return Report(found, comparison.equal, header, n_equal, n_chunks, unread)


def _place(finding: Finding) -> tuple[int, str]:
    return (finding.byte_offset or 0, finding.code)


def length_findings(source: Source, header: Mapping[str, int]) -> Iterator[Finding]:
    """Whether the source is as long as its header says."""
    need = header["header_bytes"] + header["payload_bytes"]
    have = source.n_bytes
    if have != need:
        code = "BOB202" if have < need else "BOB203"
        yield Finding(code, "file", f"have {have:,} bytes", f"need {need:,}", min(have, need))


def _chunks(source: Source, header: Record, contract: Contract, read: bool) -> Iterator[Finding]:
    """The chunks whose bytes are not there, or, where they are read, have another digest than is stated."""
    size, start, have = header.chunk_bytes, header.header_bytes, source.n_bytes
    begins = [start + index * size for index in range(len(header.chunk_digests))]
    whole = [begin for begin in begins if begin + size <= have]
    is_large = size >= WORTH_A_THREAD
    own = stretches.digests(source, [(begin, size) for begin in whole], is_large)
    computed = dict(zip(whole, own, strict=True)) if read else {}
    for index, (begin, stated) in enumerate(zip(begins, header.chunk_digests, strict=True)):
        part = f"chunk {index}{_plane(index, size, contract)}"
        if begin + size > have:
            there = max(0, have - begin)
            yield Finding("BOB202", part, f"have {there:,} bytes", f"need {size:,}", begin)
        elif computed.get(begin, stated) != stated:
            yield Finding("BOB206", part, computed[begin].hex(), stated.hex(), begin)


def _plane(index: int, chunk_bytes: int, contract: Contract) -> str:
    """Which plane a chunk holds, where there is one chunk a plane."""
    return f" (plane {PLANES[index]})" if chunk_bytes == contract["chunk"] and index < len(PLANES) else ""


def verify(path: str, contract: Contract | None = None, chunks_too: bool = False) -> Report:
    """Hold the checkpoint at `path` against `contract` (default: the shipped one), payload values aside.

    `chunks_too` is as `verify_envelope` takes it. Raises `Refused` where the file cannot be read (BOB820) or
    changed meanwhile (BOB220); what is wrong with its content is in the report.
    """
    with OpenFile(path) as opened:
        report = verify_envelope(opened, Contract.shipped() if contract is None else contract, chunks_too)
        opened.require_unchanged()
    return report
