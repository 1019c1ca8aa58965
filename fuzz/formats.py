"""Adapters of other people's formats as readers under test, and where their mutation begins.

What an adapter accepts is read to the end of every tensor: each region must be there. Of a set the content is
the file that names the others, which lie beside it as in the project's own cases.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from bob.errors import Refused
from bob.formats.content import Contents
from bob.formats.gguf import read_gguf
from bob.formats.gguf_split import read_gguf_split
from bob.formats.llama2c import read_llama2c
from bob.formats.llmc import read_llmc
from bob.formats.npy import read_npy
from bob.formats.npz import read_npz
from bob.formats.raw import read_bob, read_planes
from bob.formats.recognised import Place, read_format
from bob.formats.safetensors import read_safetensors
from bob.formats.shards import read_shards
from bob.formats.tfjs import read_tfjs
from bob.formats.torch import read_torch
from bob.store import Buffer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from bob.formats.inventory import Reading
    from bob.store import Source

_CASES = Path(__file__).parent.parent / "fixtures" / "formats"
# Beyond this a case is there for its size, and its mutations would be slow and all alike.
_MOST_BYTES = 4096
_OFTEN = 0.9
_END_RECORD = b"PK\x05\x06"
_LISTED = struct.Struct("<4s6H3I5H2I")
_OWN = struct.Struct("<4s5H3I2H")

SAFETENSORS = (
    *(b'"dtype":"%s"' % dtype for dtype in (b"F32", b"BF16", b"F8_E4M3", b"F4", b"I64", b"BOOL", b"C64")),
    *(b'"shape":[', b'"data_offsets":[', b'"__metadata__":{', b'"a":"b"', b'"shape":[]', b'"shape":[0]'),
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b" ",
        b"\t",
        b"\0",
        b"1e2",
        b"-1",
        b"\\u0000",
        b"\\ud800",
        b"9" * 20,
    ),
)
GGUF = (
    *(struct.pack("<I", number) for number in (*range(14), 16, 18, 24, 28, 30, 32, 40)),
    *(struct.pack("<Q", len(key)) + key for key in (b"general.alignment", b"general.architecture", b"a")),
    *(b"split.no", b"split.count", b"split.tensors.count", b"GGUF", b"FUGG", b"ggjt", b"tjgg"),
)
PICKLE = (
    *(bytes([byte]) for byte in b"(.0123456789BCEGIJKLMNOQRSTUVXabcdeghijklmnopqrstu}])"),
    *(bytes([byte]) for byte in range(0x80, 0x99)),
    *(b"ctorch._utils\n_rebuild_tensor_v2\n", b"ccollections\nOrderedDict\n", b"ctorch\nFloatStorage\n"),
    *(b"cos\nsystem\n", b"X\7\0\0\0storage", b"X\3\0\0\0cpu", b"K\1", b"\x89", b"\x88", b"PK\3\4", b"PK\1\2"),
)
NPY = (
    b"'descr': ",
    b"'<f4'",
    b"'>i8'",
    b"'|O'",
    b"'fortran_order': True",
    b"'shape': (",
    b"(2, 2)",
    b"\n",
    b"}",
)
PLAIN_JSON = (
    *(
        b'"weight_map":{',
        b'"metadata":{',
        b'"total_size":',
        b'"weightsManifest":[',
        b'"paths":["',
        b'"weights":[',
    ),
    *(
        b'"name":"',
        b'"dtype":"float32"',
        b'"dtype":"string"',
        b'"shape":[',
        b'"quantization":{',
        b'"scale":1',
    ),
    *(b"a", b"../", b"/", b"model-00001-of-00002.safetensors", b"{", b"}", b"[", b"]", b",", b"1e999", b"-0"),
)
WORDS = tuple(struct.pack("<i", number) for number in (20240326, 20240801, 20240520, 0x616B3432, 1, 2, 3, -1))


def _nothing_beside(_: str) -> Source | None:
    return None


@cache
def _set(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((_CASES / folder).iterdir())}


def _beside(folder: str) -> Callable[[str], Source | None]:
    def opened(name: str) -> Source | None:
        content = _set(folder).get(name)
        return None if content is None else Buffer(content)

    return opened


def _required(reading: Reading, content: bytes, beside: Callable[[str], Source | None]) -> None:
    """Refuse with the findings; where there are none, every tensor's bytes are there."""
    if reading.findings:
        raise Refused("FILE", reading.findings)
    assert reading.inventory is not None
    contents = Contents(Place("FILE", Buffer(content), beside), reading.inventory)
    for entry in reading.inventory.entries:
        region = contents.of(entry)
        assert sum(len(piece) for piece in region.pieces(0, region.n_bytes)) == entry.n_bytes


def _alone(read: Callable[[Source], Reading]) -> Callable[[bytes], None]:
    return lambda content: _required(read(Buffer(content)), content, _nothing_beside)


def shards(content: bytes) -> None:
    """An index of a sharded set, whose shards lie beside it."""
    beside = _beside("shards/two-shards")
    _required(read_shards(Buffer(content), beside), content, beside)


def tfjs(content: bytes) -> None:
    """A TensorFlow.js manifest, whose weights lie beside it."""
    beside = _beside("tfjs/two-files")
    _required(read_tfjs(Buffer(content), beside), content, beside)


def gguf_split(content: bytes) -> None:
    """Two parts of one set that are the same bytes, but for the number that the second has of itself."""
    number = struct.pack("<Q", 8) + b"split.no" + struct.pack("<I", 2)
    second = content.replace(number + b"\0\0", number + b"\1\0")
    parts = {f"a-0000{i}-of-00002.gguf": Buffer(part) for i, part in enumerate((content, second), 1)}
    reading = read_gguf_split(parts)
    if reading.findings:
        raise Refused("FILE", reading.findings)


def any_format(content: bytes) -> None:
    """A file whose first byte says which name it has, and its first bytes which adapter reads it."""
    names = (
        "a.safetensors",
        "a.gguf",
        "a.pt",
        "a.ckpt",
        "a.npz",
        "a.npy",
        "a.bin",
        "model.json",
        "a.index.json",
    )
    place = Place(names[content[0] % len(names)] if content else "a", Buffer(content[1:]), _nothing_beside)
    _required(read_format(place), content[1:], _nothing_beside)


READERS: dict[str, Callable[[bytes], None]] = {
    "safetensors": _alone(read_safetensors),
    "gguf": _alone(read_gguf),
    "gguf-split": gguf_split,
    "torch": _alone(read_torch),
    "npy": _alone(read_npy),
    "npz": _alone(read_npz),
    "llmc": _alone(read_llmc),
    "llama2c": _alone(read_llama2c),
    "planes": _alone(partial(read_planes, vocabulary=2)),
    "bob-planes": _alone(read_bob),
    "shards": shards,
    "tfjs": tfjs,
    "any-format": any_format,
}


def cases(*folders: str) -> Callable[[], Iterator[bytes]]:
    """The project's own cases of some formats, the small ones; of sets the file that names the others."""

    def contents() -> Iterator[bytes]:
        for folder in folders:
            for path in sorted((_CASES / folder).iterdir()):
                named = sorted(path.glob("*.json")) if path.is_dir() else [path]
                yield from (p.read_bytes() for p in named if p.stat().st_size <= _MOST_BYTES)

    return contents


def _gguf_key(key: bytes, kind: int, layout: str, *values: int | bytes) -> bytes:
    return struct.pack("<Q", len(key)) + key + struct.pack("<I", kind) + struct.pack(layout, *values)


def split_parts() -> Iterator[bytes]:
    """Small GGUF files, and such as say that they are the first of two parts."""
    said = _gguf_key(b"general.architecture", 8, "<Q1s", 1, b"a") + b"".join(
        _gguf_key(key, kind, layout, value)
        for key, kind, layout, value in (
            (b"split.no", 2, "<H", 0),
            (b"split.count", 2, "<H", 2),
            (b"split.tensors.count", 5, "<i", 0),
        )
    )
    yield struct.pack("<4sIQQ", b"GGUF", 3, 0, 4) + said
    yield from list(cases("gguf")())[:8]


def of_any_format() -> Iterator[bytes]:
    """A few cases of every format, behind the byte that says the name."""
    for i, folder in enumerate(
        ("safetensors", "gguf", "torch", "torch", "npz", "npy", "llama2c", "tfjs", "shards")
    ):
        yield from (bytes([i]) + content for content in list(cases(folder)())[::8])


def planes() -> Iterator[bytes]:
    """Planes of two rows each, and some that are cut."""
    yield bytes(48)
    yield struct.pack("<12f", *range(12))
    yield bytes(47)


def as_safetensors(content: bytes, random: Random) -> bytes:
    """The length before the header that ends at the last brace, and spaces up to a multiple of eight."""
    end = content.rfind(b"}") + 1
    if end <= 8 or random.random() > _OFTEN:
        return content
    text = content[8:end].ljust(-(-(end - 8) // 8) * 8)
    return struct.pack("<Q", len(text)) + text + content[end:]


def as_archive(content: bytes, random: Random) -> bytes:
    """The checksum of every stored member that the directory leads to, in both places that state it."""
    end = content.rfind(_END_RECORD)
    if end < 0 or len(content) < end + 22 or random.random() > _OFTEN:
        return content
    changed = bytearray(content)
    place = int.from_bytes(content[end + 16 : end + 20], "little")
    while place + _LISTED.size <= end and content[place : place + 4] == b"PK\1\2":
        row = _LISTED.unpack_from(content, place)
        own, size = row[16], row[8]
        if own + _OWN.size <= len(content):
            start = own + _OWN.size + sum(_OWN.unpack_from(content, own)[9:11])
            if row[4] == 0 and start + size <= len(content):
                crc = struct.pack("<I", zlib.crc32(content[start : start + size]))
                changed[place + 16 : place + 20] = crc
                changed[own + 14 : own + 18] = crc
        place += _LISTED.size + row[10] + row[11] + row[12]
    return bytes(changed)
