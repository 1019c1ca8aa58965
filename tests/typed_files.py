"""Checkpoints of envelope version 2 for tests: a good one, and others by what is changed of it.

    content = typed()                                  # w F32[2,3], empty U8[0], s I64[]: every digest right
    content = typed(schema=b"...", chunk_count=4)      # other texts and fields, all else fitted to them

Written as docs/format.md has it, not by the code under test.
"""

from __future__ import annotations

import struct
from typing import Any

from blake3 import blake3

SCHEMA = b"bob-tensors-v1\nw|F32|2,3\nempty|U8|0\ns|I64|\n"
LEARNER = b'lr=0x3fa999999999999a\nname="sgd"\n'
CONTENTS = (struct.pack("<6f", *range(6)), b"", struct.pack("<q", -5))
ROOM = 64
NOTHING = bytes(32)


def payload_of(contents: tuple[bytes, ...] = CONTENTS) -> bytes:
    return b"".join(c.ljust(max(ROOM, -(-len(c) // ROOM) * ROOM), b"\0") for c in contents)


def typed(
    *,
    schema: bytes = SCHEMA,
    learner: bytes = LEARNER,
    data: bytes = b"",
    initialization: bytes = b"",
    contents: tuple[bytes, ...] = CONTENTS,
    payload: bytes | None = None,
    parent: bytes = NOTHING,
    **numbers: int,
) -> bytes:
    """A checkpoint; `numbers` are fixed fields to be other than what follows from the rest."""
    payload = payload_of(contents) if payload is None else payload
    fields: dict[str, Any] = {
        "version": 2,
        "header_bytes": 0,
        "payload_bytes": len(payload),
        "chunk_bytes": 0,
        "chunk_count": len(contents),
        "step": 7,
        "updates": 0,
    }
    fields |= numbers
    parts = b"".join(struct.pack("<I", len(p)) + p for p in (schema, learner, data, initialization))
    digests = b"".join(blake3(c).digest() for c in contents)
    tail = NOTHING + parent + parts + digests
    if not fields["header_bytes"]:
        fields["header_bytes"] = -(-(64 + len(tail) + 32) // 64) * 64
    body = b"BOBCKPT1" + struct.pack("<7Q", *fields.values()) + tail
    body = body.ljust(fields["header_bytes"] - 32, b"\0")
    return body + blake3(body).digest() + payload


def header_bytes(content: bytes) -> int:
    return int(struct.unpack_from("<Q", content, 16)[0])


def put(content: bytes, place: int, new: bytes) -> bytes:
    """The same bytes with some overwritten; no digest changes."""
    return content[:place] + new + content[place + len(new) :]
