"""Checkpoints of envelope version 2 and seals, written and read by docs/format.md alone.

Shares no code with the project: struct for the fields, blake3 for the digests, the page for everything else.
"""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

from blake3 import blake3

WIDTHS = {
    **dict.fromkeys(("BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"), 1),
    **dict.fromkeys(("U16", "I16", "F16", "BF16"), 2),
    **dict.fromkeys(("U32", "I32", "F32"), 4),
    **dict.fromkeys(("U64", "I64", "F64", "C64"), 8),
    "C128": 16,
}
NOTHING = bytes(32)


class Tensor(NamedTuple):
    name: str
    dtype: str
    shape: tuple[int, ...]
    content: bytes


class Bits(NamedTuple):
    """A number by its bits and how many bytes it has."""

    bits: int
    width: int


def escaped(text: str, special: str) -> bytes:
    odd = {*map(chr, range(32)), "\x7f", "\\", *special}
    return "".join(f"\\x{ord(c):02x}" if c in odd else c for c in text).encode()


def schema_part(tensors: list[Tensor]) -> bytes:
    lines = [
        escaped(t.name, "|") + f"|{t.dtype}|{','.join(str(dim) for dim in t.shape)}\n".encode()
        for t in tensors
    ]
    return b"bob-tensors-v1\n" + b"".join(lines)


def value(given: bool | int | Bits | str) -> bytes:
    if given is True or given is False:
        return b"true" if given else b"false"
    if isinstance(given, Bits):
        return f"0x{given.bits:0{2 * given.width}x}".encode()
    return b'"' + escaped(given, "") + b'"' if isinstance(given, str) else str(given).encode()


def list_part(values: dict[str, bool | int | Bits | str]) -> bytes:
    lines = {escaped(name, "="): value(given) for name, given in values.items()}
    return b"".join(name + b"=" + lines[name] + b"\n" for name in sorted(lines))


def sealed_off(body: bytes, digests: list[bytes], size_place: int) -> bytes:
    """Fixed fields and parts with their digests, padding, size and own digest."""
    body += b"".join(digests)
    n_bytes = -(-(len(body) + 32) // 64) * 64
    body = body[:size_place] + struct.pack("<Q", n_bytes) + body[size_place + 8 :]
    body = body.ljust(n_bytes - 32, b"\0")
    return body + blake3(body).digest()


def room(content: bytes) -> bytes:
    return content.ljust(max(64, -(-len(content) // 64) * 64), b"\0")


def parts(tensors: list[Tensor], lists: list[dict[str, bool | int | Bits | str]]) -> bytes:
    texts = [schema_part(tensors), *map(list_part, lists)]
    return b"".join(struct.pack("<I", len(text)) + text for text in texts)


def checkpoint(
    tensors: list[Tensor],
    lists: list[dict[str, bool | int | Bits | str]],
    step: int = 0,
    updates: int = 0,
    input_digest: bytes = NOTHING,
    parent: bytes = NOTHING,
) -> bytes:
    payload = b"".join(room(t.content) for t in tensors)
    fixed = b"BOBCKPT1" + struct.pack("<7Q", 2, 0, len(payload), 0, len(tensors), step, updates)
    body = fixed + input_digest + parent + parts(tensors, lists)
    return sealed_off(body, [blake3(t.content).digest() for t in tensors], 16) + payload


def seal(
    file: bytes, tensors: list[Tensor], lists: list[dict[str, bool | int | Bits | str]], step: int = 0
) -> bytes:
    fixed = b"BOBSEAL1" + struct.pack("<5Q", 1, 0, len(file), len(tensors), step) + blake3(file).digest()
    return sealed_off(fixed + parts(tensors, lists), [blake3(t.content).digest() for t in tensors], 16)


def read_checkpoint(file: bytes) -> tuple[int, list[Tensor]]:
    """The step and the tensors of a checkpoint of version 2; raises `ValueError` for anything else."""
    version, n_bytes, payload, chunk, count, step, _ = struct.unpack_from("<7Q", file, 8)
    if file[:8] != b"BOBCKPT1" or version != 2 or chunk or n_bytes % 64 or len(file) != n_bytes + payload:
        raise ValueError("fixed fields")
    if blake3(file[: n_bytes - 32]).digest() != file[n_bytes - 32 : n_bytes]:
        raise ValueError("header digest")
    place, texts = 128, []
    for _ in range(4):
        (length,) = struct.unpack_from("<I", file, place)
        texts.append(file[place + 4 : place + 4 + length])
        place += 4 + length
    head, *lines = texts[0].decode().split("\n")[:-1]
    tensors, begin = [], n_bytes
    for i, line in enumerate(lines):
        name, dtype, dims = line.split("|")
        shape = tuple(int(dim) for dim in dims.split(",")) if dims else ()
        size = WIDTHS[dtype]
        for dim in shape:
            size *= dim
        content = file[begin : begin + size]
        if blake3(content).digest() != file[place + 32 * i : place + 32 * i + 32]:
            raise ValueError(f"digest of {name}")
        if file[begin : begin + len(room(content))] != room(content):
            raise ValueError(f"room of {name}")
        plain = re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), name)
        tensors.append(Tensor(plain, dtype, shape, content))
        begin += len(room(content))
    if (
        head != "bob-tensors-v1"
        or begin != len(file)
        or count != len(tensors)
        or schema_part(tensors) != texts[0]
    ):
        raise ValueError("schema part")
    return step, tensors
