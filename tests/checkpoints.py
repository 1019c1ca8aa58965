"""Checkpoint bytes for tests: good ones from planes and a contract, and damaged ones by recipe.

    content = checkpoint(SMALL, step=20)         # honest planes, a parent, every digest right
    content = put(content, "step", 7)            # one field of the header, digests as they were
    content = sealed(content)                    # every digest computed anew
    content = rebuilt(content, schema=b"other")  # one field, and everything else fitted to it

Places in the header are found by walking the bytes as docs/format.md states them, not by the code under test.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from blake3 import blake3

from bob.envelope.contract import Contract
from bob.envelope.header import NO_PARENT, build_header
from bob.envelope.values import Planes

Plane: TypeAlias = npt.NDArray[np.float32]

SMALL = Contract.shipped().changed({"data.vocabulary": "16", "data.prompts": "2"})
INPUT_DIGEST = blake3(b"an input record").digest()
PARENT = blake3(b"the checkpoint before").digest()

_NUMBERS = (
    "version",
    "header_bytes",
    "payload_bytes",
    "chunk_bytes",
    "chunk_count",
    "step",
    "updates_per_invocation",
)
_PARTS = ("schema", "learner", "data", "initialization")
_DIGEST = 32


def scalar(bits: int) -> np.float32:
    """The binary32 number with these bits."""
    return np.uint32(bits).view(np.float32)


def moments(contract: Contract, gradients: Plane) -> tuple[Plane, Plane]:
    """M and V after the updates that the rows of `gradients` are, as docs/arithmetic.md evaluates them."""
    beta1, beta2 = scalar(contract["learner.beta1"]), scalar(contract["learner.beta2"])
    u1, u2 = np.float32(1) - beta1, np.float32(1) - beta2
    m: Plane = np.zeros(gradients.shape[1], np.float32)
    v: Plane = np.zeros(gradients.shape[1], np.float32)
    with np.errstate(all="ignore"):
        for g in gradients:
            m = beta1 * m + u1 * g
            v = beta2 * v + u2 * (g * g)
    return m, v


def honest_planes(contract: Contract, step: int = 10, seed: int = 0) -> Planes:
    """Planes that some run of at most 64 updates could have at `step`."""
    random = np.random.default_rng(seed)
    n_scalars = contract.at["parameter_count"]
    gradients = random.standard_normal((min(step, 64), n_scalars)).astype(np.float32) / np.float32(64)
    p = random.standard_normal(n_scalars).astype(np.float32)
    return Planes(p, *moments(contract, gradients))


def checkpoint(
    contract: Contract = SMALL,
    step: int | None = None,
    planes: Planes | None = None,
    input_digest: bytes = INPUT_DIGEST,
    parent: bytes | None = None,
) -> bytes:
    """A whole checkpoint; by default of a first invocation, and with a parent exactly if it has one."""
    updates = contract["updates"]
    step = updates if step is None else step
    planes = honest_planes(contract, step) if planes is None else planes
    if parent is None:
        parent = NO_PARENT if step == updates else PARENT
    payload = b"".join(plane.tobytes() for plane in planes)
    cuts = range(0, len(payload) + 1, contract["chunk"])
    chunks = [blake3(payload[a:b]).digest() for a, b in pairwise(cuts)]
    return build_header(contract, step, input_digest, parent, chunks) + payload


def places(content: bytes) -> dict[str, slice]:
    """Where each field of the header lies (a part without its length); the header's size is its own word."""
    found = {"magic": slice(0, 8)}
    found |= {name: slice(8 * i, 8 * i + 8) for i, name in enumerate(_NUMBERS, start=1)}
    found |= {"input_digest": slice(64, 96), "parent": slice(96, 128)}
    place = 128
    for part in _PARTS:
        (length,) = struct.unpack_from("<I", content, place)
        found[part] = slice(place + 4, place + 4 + length)
        place += 4 + length
    end = place + _DIGEST * number(content, "chunk_count")
    header_bytes = number(content, "header_bytes")
    found["chunk_digests"] = slice(place, end)
    found["padding"] = slice(end, header_bytes - _DIGEST)
    found["header_digest"] = slice(header_bytes - _DIGEST, header_bytes)
    return found


def number(content: bytes, name: str) -> int:
    """One of the fixed fields that are numbers."""
    return int(struct.unpack_from("<Q", content, 8 + 8 * _NUMBERS.index(name))[0])


def put(content: bytes, name: str, value: int | bytes, offset: int = 0) -> bytes:
    """The same bytes with a field overwritten from its byte `offset` on; nothing moves, no digest changes."""
    start = places(content)[name].start + offset
    new = struct.pack("<Q", value) if isinstance(value, int) else value
    return content[:start] + new + content[start + len(new) :]


def rebuilt(content: bytes, **changes: int | bytes) -> bytes:
    """A header with some fields changed, everything else fitted to them, and the payload as it is.

    Sizes of the parts, of the padding and of the header follow, unless `header_bytes` is given, and every
    digest is computed anew, over the chunks that the header then states.
    """
    payload = content[number(content, "header_bytes") :]
    numbers = {name: number(content, name) for name in _NUMBERS}
    numbers |= {name: value for name, value in changes.items() if isinstance(value, int)}
    texts = {name: content[span] for name, span in places(content).items()}
    texts |= {name: value for name, value in changes.items() if isinstance(value, bytes)}
    size, chunks = numbers["chunk_bytes"], range(numbers["chunk_count"])
    tail = [texts["input_digest"], texts["parent"]]
    tail += [struct.pack("<I", len(texts[part])) + texts[part] for part in _PARTS]
    tail += [blake3(payload[i * size : (i + 1) * size]).digest() for i in chunks]
    if "header_bytes" not in changes:
        needed = 64 + sum(len(piece) for piece in tail) + _DIGEST
        numbers["header_bytes"] = -(-needed // 64) * 64
    body = texts["magic"] + struct.pack("<7Q", *(numbers[name] for name in _NUMBERS)) + b"".join(tail)
    body = body.ljust(numbers["header_bytes"] - _DIGEST, b"\x00")
    return body + blake3(body).digest() + payload


def put_scalar(content: bytes, plane: int, place: int, bits: int) -> bytes:
    """A scalar of a plane (0, 1 and 2 are P, M and V) overwritten; no digest changes."""
    start = number(content, "header_bytes") + plane * number(content, "chunk_bytes") + 4 * place
    return content[:start] + struct.pack("<I", bits) + content[start + 4 :]


def flipped(content: bytes, bit: int) -> bytes:
    """The same bytes with one bit turned over, counted from the lowest of the first byte."""
    byte, within = divmod(bit, 8)
    return content[:byte] + bytes([content[byte] ^ (1 << within)]) + content[byte + 1 :]


def sealed_header(content: bytes) -> bytes:
    """The header digest computed anew; chunk digests as they are."""
    return put(content, "header_digest", blake3(content[: places(content)["header_digest"].start]).digest())


def sealed(content: bytes) -> bytes:
    """Every digest computed anew, over the chunks that the header states."""
    start, size = number(content, "header_bytes"), number(content, "chunk_bytes")
    chunks = range(number(content, "chunk_count"))
    digests = (blake3(content[start + i * size : start + (i + 1) * size]).digest() for i in chunks)
    return sealed_header(put(content, "chunk_digests", b"".join(digests)))
