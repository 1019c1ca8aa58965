"""Envelope version 2, seals and contracts of tensors: readers under test, where mutation begins, repairs.

What is accepted is written again as the same bytes; places are those of docs/format.md.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from blake3 import blake3

from bob.envelope.seals import build_seal, require_seal
from bob.envelope.typed_contract import typed_contract_from_toml
from bob.envelope.typed_verify import require_typed, stated_typed_contract
from bob.spec.families.contract import PARTS
from bob.store import Buffer
from fuzz import sealing
from fuzz.readers import FILE, Unequal
from tests.typed_files import LEARNER, SCHEMA, typed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from bob.envelope.typed_contract import TypedContract

_DIGEST = 32
_OFTEN = 0.9
_TEXTS = {"schema": SCHEMA, "learner": LEARNER, "data": b"", "initialization": b"seed=1\n"}
TOKENS = (
    *(
        b"bob-tensors-v1\n",
        b"|F32|",
        b"|BF16|",
        b"|I64|\n",
        b"|F4|2,3\n",
        b"|Q4_K|256\n",
        b"9" * 19,
        b"0",
        b",",
        b"\n",
    ),
    *(
        b"=0x3d4ccccd\n",
        b"=0x3fa999999999999a\n",
        b"=true\n",
        b"=-1\n",
        b'="a"\n',
        b"\\x7c",
        b"\\\\",
        b"a=1\n",
    ),
)
TOML = (
    b"[learner]\n",
    b"[schema]\n",
    b"[data]\n",
    b'w = "F32[2,3]"\n',
    b"lr = 0.05\n",
    b"= true\n",
    b"[a.b]\n",
    b"nan",
)


def checkpoint(content: bytes) -> None:
    """A whole checkpoint of envelope version 2, held against what it states."""
    _require_written(stated_typed_contract(require_typed(Buffer(content), FILE)))


def seal(content: bytes) -> None:
    """A seal; it is built again of what was read."""
    read = require_seal(Buffer(content), FILE)
    texts = {part: read[part] for part in PARTS}
    again = build_seal(texts, read.file_bytes, read.file_digest, list(read.tensor_digests), read.step)
    if again != content:
        raise Unequal("what was read is written as other bytes")


def contract(content: bytes) -> None:
    """A contract file of tensors and values."""
    _require_written(typed_contract_from_toml(content, FILE))


def _require_written(stated: TypedContract) -> None:
    if typed_contract_from_toml(stated.toml().encode(), FILE) != stated:
        raise Unequal("the contract's own file states another contract")


def checkpoints() -> Iterator[bytes]:
    """Good checkpoints of some lists of tensors and values."""
    yield typed()
    yield typed(learner=b"", data=b"a=1\nb=true\n")
    yield typed(schema=b"bob-tensors-v1\n", contents=(), payload=b"")
    yield typed(step=10, updates=10)


def seals() -> Iterator[bytes]:
    """Good seals, of one tensor and of three."""
    digest = blake3(b"").digest()
    yield build_seal(_TEXTS, 10, digest, [digest] * 3, 5)
    yield build_seal({**_TEXTS, "schema": b"bob-tensors-v1\nw|Q4_K|256\n"}, 10, digest, [digest], 0)


def contracts() -> Iterator[bytes]:
    """What a good checkpoint states, as a file."""
    for content in checkpoints():
        yield stated_typed_contract(require_typed(Buffer(content), FILE)).toml().encode()


def as_checkpoint(content: bytes, random: Random) -> bytes:
    """The magic, the version and the digest of the header, as far as there is one."""
    content = sealing.begun(content, b"BOBCKPT1", random, version=2)
    return sealing.header_digest(content) if random.random() < _OFTEN else content


def as_seal(content: bytes, random: Random) -> bytes:
    """The magic and version of a seal, its size, and its digest at the end."""
    if len(content) < 2 * _DIGEST or random.random() > _OFTEN:
        return content
    content = _SEAL_BEGIN + struct.pack("<Q", len(content)) + content[24:]
    return content[:-_DIGEST] + blake3(content[:-_DIGEST]).digest()


_SEAL_BEGIN = next(seals())[:16]
