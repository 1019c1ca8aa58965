"""The header of envelope version 2: built for tensors and their digests, and read from any source.

What a header states in texts is held to be canonical here, line by line, and its sizes to follow from them;
what the payload's bytes are is `bob.envelope.typed_verify`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest
from bob.codec import encode, make
from bob.envelope.header import NO_PARENT, HeaderReading, header_of
from bob.envelope.typed_contract import LISTS
from bob.envelope.typed_identity import malformed_list, malformed_schema
from bob.errors import Finding
from bob.kinds import CHECKPOINT, kind_of
from bob.spec.formats.typed import MOST_HEADER_BYTES, VERSION, TypedHeader
from bob.spec.grammar import Malformed
from bob.spec.tensor_lines import places, room_of, tensors_of
from bob.spec.value_lists import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.spec.record import Record
    from bob.store import Source

AT = TypedHeader.at()
TEXTS = ("schema", *LISTS)


def envelope_version(source: Source) -> int | None:
    """The version that a checkpoint states; None for what is no checkpoint, or too short to say."""
    place = AT.offset("version")
    head = source.read_at(0, place + AT.size("version"))
    if kind_of(head, source.n_bytes) != CHECKPOINT or len(head) < place + AT.size("version"):
        return None
    return int.from_bytes(head[place:], "little")


class Stamp(NamedTuple):
    """What a header says beside its contract: the step, the input record and the parent by their digests."""

    step: int = 0
    input_digest: bytes = NO_PARENT
    parent: bytes = NO_PARENT


def build_typed_header(
    texts: Mapping[str, bytes], sizes: Sequence[int], updates: int, stamp: Stamp, digests: Sequence[bytes]
) -> bytes:
    """The header of tensors of these sizes and digests, its own digest included.

    Raises `Refused` where the family does: a step out of range, a parent that contradicts it.
    """
    record = make(
        AT,
        **texts,
        payload_bytes=sum(map(room_of, sizes)),
        chunk_count=len(sizes),
        updates_per_invocation=updates,
        **stamp._asdict(),
        chunk_digests=tuple(digests),
        header_digest=NO_PARENT,
    )
    body = encode(AT, record)[: -AT.digest_bytes]
    return body + digest(body)


def read_typed_header(source: Source) -> HeaderReading:
    """Read the header of `source`, which may be anything: kind, version, structure, texts, sizes, digest."""
    reading = header_of(source, AT, VERSION, MOST_HEADER_BYTES)
    header, findings = reading.record, list(reading.findings)
    if header is not None:
        findings += text_findings(header, text_offsets(header))
        if not any(finding.code == "BOB250" for finding in findings):
            findings += _sizes(header)
    return HeaderReading(header, tuple(findings))


def text_offsets(header: Record) -> dict[str, int]:
    """Where the text of each identity part begins in the file."""
    return {part: AT.offset(part, header) + AT.size(part, header) - len(header[part]) for part in TEXTS}


def text_findings(
    texts: Mapping[str, bytes], offsets: Mapping[str, int], any_dtype: bool = False
) -> Iterator[Finding]:
    """What is wrong in the spelling of the four texts, each up to its first fault."""
    try:
        for _ in tensors_of(texts["schema"], any_dtype):
            pass
    except Malformed as malformed:
        yield malformed_schema(malformed, offsets["schema"])
    for part in LISTS:
        try:
            for _ in values_of(texts[part]):
                pass
        except Malformed as malformed:
            yield malformed_list(part, malformed, offsets[part])


def _sizes(header: Record) -> Iterator[Finding]:
    """The sizes that follow from the tensors, against those that are stated."""
    n_tensors = payload = 0
    for place in places(tensors_of(header.schema), 0):
        n_tensors += 1
        payload += place.room_bytes
    for name, follows in (("payload_bytes", payload), ("chunk_count", n_tensors)):
        if header[name] != follows:
            yield Finding("BOB253", name, f"{header[name]:,}", f"{follows:,}", AT.offset(name))
