"""A seal's bytes: built from what a file holds, and read from a source that may be anything.

Whether a file is the one that was sealed is `bob.sealing`'s business: this knows no other format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.canonical import digest
from bob.codec import decode, encode, make
from bob.envelope.header import HeaderReading
from bob.envelope.typed_header import TEXTS, text_findings
from bob.errors import Finding, Refused
from bob.spec.formats.seal import MAGIC, MOST_SEAL_BYTES, VERSION, Seal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bob.spec.record import Record
    from bob.store import Source

AT = Seal.at()
_FIXED_BYTES = AT.offset("file_digest")


def is_seal(head: bytes, n_bytes: int) -> bool:  # noqa: ARG001
    """Whether a file begins as a seal does."""
    return head.startswith(MAGIC)


def build_seal(
    texts: Mapping[str, bytes], file_bytes: int, file_digest: bytes, digests: Sequence[bytes], step: int
) -> bytes:
    """The seal of a file of this size and digest, of tensors with these digests; `Refused` (BOB262)."""
    record = make(
        AT,
        **texts,
        file_bytes=file_bytes,
        tensor_count=len(digests),
        step=step,
        file_digest=file_digest,
        tensor_digests=tuple(digests),
        seal_digest=bytes(AT.digest_bytes),
    )
    body = encode(AT, record)[: -AT.digest_bytes]
    return body + digest(body)


def read_seal(source: Source) -> HeaderReading:
    """The record of a seal, unless it cannot be read, and every finding."""
    head = source.read_at(0, _FIXED_BYTES)
    if not head.startswith(MAGIC):
        found = Finding("BOB260", "magic", repr(head[: len(MAGIC)]), repr(MAGIC), 0)
        return HeaderReading(None, (found,))
    place = AT.offset("version")
    version = int.from_bytes(head[place : place + AT.size("version")], "little")
    if len(head) == _FIXED_BYTES and version != VERSION:
        found = Finding("BOB261", "version", f"{version:,}", str(VERSION), place)
        return HeaderReading(None, (found,))
    if source.n_bytes > MOST_SEAL_BYTES:
        said = f"{source.n_bytes:,} bytes", f"at most {MOST_SEAL_BYTES:,}"
        return HeaderReading(None, (Finding("BOB262", "file", *said),))
    return _decoded(source.read_at(0, source.n_bytes))


def _decoded(content: bytes) -> HeaderReading:
    decoded = decode(AT, content)
    findings = list(decoded.findings)
    seal = decoded.record
    if seal is not None and decoded.n_bytes == len(content):
        place = len(content) - AT.digest_bytes
        if (computed := digest(content[:place])) != seal.seal_digest:
            own = seal.seal_digest.hex(), computed.hex()
            findings.append(Finding("BOB263", "seal_digest", *own, place))
        findings += text_findings(seal, seal_offsets(seal), any_dtype=True)
    return HeaderReading(seal, tuple(findings))


def seal_offsets(seal: Record) -> dict[str, int]:
    """Where the text of each identity part begins in the seal."""
    return {part: AT.offset(part, seal) + AT.size(part, seal) - len(seal[part]) for part in TEXTS}


def require_seal(source: Source, path: str) -> Record:
    """The record of a seal; raises `Refused` with everything that is wrong with it."""
    reading = read_seal(source)
    if reading.record is None or reading.findings:
        raise Refused(path, reading.findings)
    return reading.record
