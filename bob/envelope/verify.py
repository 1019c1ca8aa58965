"""Verify an envelope: every finding of a source against a contract. Solves nothing.

    report = verify_envelope(source, Contract.shipped())
    report.findings == ()      # it is exactly that

The payload is read once, in pieces, for its digests; its values are `bob.envelope.values`' business.
"""

from __future__ import annotations

import os
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest_of_pieces
from bob.envelope.contract import Contract
from bob.envelope.header import AT, read_header
from bob.envelope.identity import compared
from bob.errors import Finding
from bob.spec.families.contract import PART_RULES
from bob.spec.families.transport import PLANES
from bob.store import OpenFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.spec.record import Record
    from bob.store import Source

# Chunks of so many bytes take far longer than starting threads and what threads are made of.
_WORTH_A_THREAD = 1 << 25


class Report(NamedTuple):
    """What verification found: every finding, the parts that are equal, the header if it could be read.

    `chunks_equal` counts the chunks whose digest is the header's, of `chunk_count`.
    """

    findings: tuple[Finding, ...]
    equal: tuple[str, ...]
    header: Record | None
    chunks_equal: int
    chunk_count: int


def verify_envelope(source: Source, contract: Contract) -> Report:
    """Hold `source` against `contract`: kind, length, version, digests, every part, step, parent, padding."""
    reading = read_header(source)
    header = reading.record
    if header is None:
        return Report(reading.findings, (), None, 0, 0)
    offsets = {rule.header_field: AT.offset(rule.header_field, header) for rule in PART_RULES.values()}
    comparison = compared(contract, header, offsets)
    findings = [*reading.findings, *length_findings(source, header), *comparison.findings]
    wrong_chunks: list[Finding] = []
    if not any(finding.code == "BOB219" for finding in findings):
        wrong_chunks = list(_chunks(source, header, contract))
    n_chunks = len(header.chunk_digests)
    return Report(
        tuple(sorted([*findings, *wrong_chunks], key=_place)),
        comparison.equal,
        header,
        n_chunks - len(wrong_chunks),
        n_chunks,
    )


def _place(finding: Finding) -> tuple[int, str]:
    return (finding.byte_offset or 0, finding.code)


def length_findings(source: Source, header: Mapping[str, int]) -> Iterator[Finding]:
    """Whether the source is as long as its header says."""
    need = header["header_bytes"] + header["payload_bytes"]
    have = source.n_bytes
    if have != need:
        code = "BOB202" if have < need else "BOB203"
        yield Finding(code, "file", f"have {have:,} bytes", f"need {need:,}", min(have, need))


def _chunks(source: Source, header: Record, contract: Contract) -> Iterator[Finding]:
    """The chunks whose bytes are not there, or have another digest than the header states."""
    size, start, have = header.chunk_bytes, header.header_bytes, source.n_bytes
    begins = [start + index * size for index in range(len(header.chunk_digests))]
    whole = [begin for begin in begins if begin + size <= have]
    computed = dict(zip(whole, _digests(source, whole, size), strict=True))
    for index, (begin, stated) in enumerate(zip(begins, header.chunk_digests, strict=True)):
        part = f"chunk {index}{_plane(index, size, contract)}"
        if begin not in computed:
            there = max(0, have - begin)
            yield Finding("BOB202", part, f"have {there:,} bytes", f"need {size:,}", begin)
        elif computed[begin] != stated:
            yield Finding("BOB206", part, computed[begin].hex(), stated.hex(), begin)


def _digests(source: Source, begins: Sequence[int], n_bytes: int) -> Iterator[bytes]:
    """The digests of stretches of `n_bytes`, in order; of large ones several at once, as processors allow."""
    threads = min(len(begins), os.cpu_count() or 1)
    if n_bytes < _WORTH_A_THREAD or threads < 2:
        yield from (digest_of_pieces(source.pieces(begin, n_bytes)) for begin in begins)
        return
    from concurrent.futures import ThreadPoolExecutor

    given_up: list[bool] = []

    def digest(begin: int) -> bytes:
        # Whoever interrupts does not wait for the rest of a large file.
        return digest_of_pieces(takewhile(lambda _: not given_up, source.pieces(begin, n_bytes)))

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(digest, begins)
        finally:
            given_up.append(True)


def _plane(index: int, chunk_bytes: int, contract: Contract) -> str:
    """Which plane a chunk holds, where there is one chunk a plane."""
    return f" (plane {PLANES[index]})" if chunk_bytes == contract["chunk"] and index < len(PLANES) else ""


def verify(path: str, contract: Contract | None = None) -> Report:
    """Hold the checkpoint at `path` against `contract` (default: the shipped one), payload values aside.

    Raises `Refused` where the file cannot be read (BOB820) or changed meanwhile (BOB220); what is wrong with
    its content is in the report.
    """
    with OpenFile(path) as opened:
        report = verify_envelope(opened, Contract.shipped() if contract is None else contract)
        opened.require_unchanged()
    return report
