"""Repairs of mutated bytes, so that what lies behind a magic, a version or a digest is reached as well.

Each takes any bytes whatever and gives bytes; what cannot be repaired stays as it is. A mutator repairs most
of the time and not always: the checks that a repair satisfies are to be reached, too. Places are those of
docs/format.md, not of the code under test.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from blake3 import blake3

if TYPE_CHECKING:
    from random import Random

_DIGEST = 32
_PARTS = 4
_PARTS_BEGIN = 128
_ALIGNMENT = 64
_MOST_CHUNKS = 64
_OFTEN = 0.9


def as_it_is(content: bytes, random: Random) -> bytes:  # noqa: ARG001
    """No repair."""
    return content


def input_record(content: bytes, random: Random) -> bytes:
    """The magic and the version of an input record."""
    return begun(content, b"BOBINPUT", random)


def header(content: bytes, random: Random) -> bytes:
    """The magic, the version, the least header size where parts can be walked, and the header digest."""
    content = begun(content, b"BOBCKPT1", random)
    end = _digests_end(content)
    if end is not None and random.random() < _OFTEN:
        size = -(-(end + _DIGEST) // _ALIGNMENT) * _ALIGNMENT
        content = content[:16] + struct.pack("<Q", size) + content[24:]
        if len(content) < size or random.random() < _OFTEN:
            padded = content[:end].ljust(size - _DIGEST, b"\0")
            content = padded + bytes(_DIGEST) + content[size:]
    return header_digest(content) if random.random() < _OFTEN else content


def checkpoint(content: bytes, random: Random) -> bytes:
    """As `header`, after the digest of each stated chunk was computed anew."""
    end = _digests_end(content)
    size, start = _number(content, 32), _number(content, 16)
    if end is not None and start <= len(content) and size <= len(content) and random.random() < _OFTEN:
        n_chunks = _number(content, 40)
        digests = (
            blake3(content[start + i * size : start + (i + 1) * size]).digest() for i in range(n_chunks)
        )
        content = content[: end - n_chunks * _DIGEST] + b"".join(digests) + content[end:]
    return header(content, random)


def begun(content: bytes, magic: bytes, random: Random, version: int = 1) -> bytes:
    """The magic and the version."""
    if random.random() < _OFTEN:
        content = magic + content[len(magic) :]
    if random.random() < _OFTEN:
        content = content[:8].ljust(8, b"\0") + struct.pack("<Q", version) + content[16:]
    return content


def _number(content: bytes, place: int) -> int:
    return int.from_bytes(content[place : place + 8], "little")


def _digests_end(content: bytes) -> int | None:
    """Where the chunk digests end, if the parts before them can be walked and they are not too many."""
    place = _PARTS_BEGIN
    for _ in range(_PARTS):
        place += 4 + int.from_bytes(content[place : place + 4], "little")
    n_chunks = _number(content, 40)
    end = place + _DIGEST * n_chunks
    return end if n_chunks <= _MOST_CHUNKS and end <= len(content) else None


def header_digest(content: bytes) -> bytes:
    """The digest at the end of the header, if the content is as long as it says."""
    end = _number(content, 16)
    if not _DIGEST <= end <= len(content):
        return content
    body = content[: end - _DIGEST]
    return body + blake3(body).digest() + content[end:]
