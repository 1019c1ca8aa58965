"""Where mutation begins: good files of small contracts, the project's own good and bad files, and tokens."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from bob.envelope.input_record import build_input
from bob.envelope.receipts import Facts, Receipt, receipt_line
from fuzz.readers import SHIPPED, TINY
from tests.checkpoints import checkpoint, put_scalar, rebuilt, sealed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.envelope.contract import Contract

_FIXTURES = Path(__file__).parent.parent / "fixtures"
_ATTACK = _FIXTURES / "bad" / "attack"
_OTHERS: tuple[dict[str, str], ...] = (
    {},
    {"data.vocabulary": "2"},
    {"data.vocabulary": "1", "data.prompts": "0"},
    {"learner.lr": "0.1", "learner.beta2": "0.95"},
    {"updates": "1", "learner.identity": "sgd:bob-arith-v1"},
    {"schema.ordering": "a", "initialization.identity": "z"},
)

NAMES = (
    b"|",
    b"|payload=",
    b"raw-byte-sequence|vocabulary=",
    b"|prompts=",
    b"|record=",
    b"0",
    b"9" * 24,
    b"-",
)
SCALARS = tuple(struct.pack("<I", bits) for bits in (0, 1, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000))
SCALARS += tuple(struct.pack("<I", bits) for bits in (0x80000000, 0x80000001, 0xFF800000, 0x7FA00000))
MAGICS = (
    b"BOBCKPT1",
    b"BOBINPUT",
    b"BOB",
    b"PK\x03\x04",
    b"GGUF",
    b"\x93NUMPY",
    b"<html",
    b"{",
    b"LEDG",
    b"LY",
)
TOML = (
    *(f"{name} = ".encode() for name in ("updates", "vocabulary", "lr", "identity", "epsilon")),
    *(
        b"[schema]\n",
        b"[learner]\n",
        b"[data]\n",
        b"[initialization]\n",
        b"[[data]]\n",
        b"data.vocabulary = ",
    ),
    *(b'"', b'"""', b"'''", b"[", b"]", b"{", b"}", b"\n", b"\\u0000", b"\\U0010ffff", b"\xef\xbb\xbf", b"#"),
    *(b"1e999999999999", b"nan", b"-inf", b"0x3d4ccccd", b"0o7", b"0b1", b"9" * 5000, b"1_0", b"1979-05-27"),
    *(b"[" * 300, b'"\\ud800"', b'"0x3d4ccccd"', b'"1e-45"', b"\x1b[2J", "\u202e".encode()),
)
RECEIPT = (
    *(
        f'"{name}":'.encode()
        for name in ("changed", "child", "cpu", "kernels", "losses", "reset_moments", "step_to")
    ),
    *(
        b'"inf"',
        b"1e-9,",
        b"{}",
        b"[]",
        b"\n",
        b"\\u0000",
        b"true",
        b"9" * 19,
        b'"kind":"fork"',
        b'{"bob-receipt":2,',
    ),
)
JSON = (b"{", b"}", b"[", b"]", b'"digest":', b'"a":', b"1e999", b"9" * 5000, b"NaN", b"\\ud800", b"[" * 2000)


def contracts() -> tuple[Contract, ...]:
    """The tiny contract and some that differ from it."""
    return tuple(TINY.changed(changes) for changes in _OTHERS)


def checkpoints() -> Iterator[bytes]:
    """Good checkpoints of some steps, of some contracts, and ones with odd scalars under right digests."""
    for step in (10, 20, 640):
        yield checkpoint(TINY, step)
    yield from (checkpoint(contract) for contract in contracts()[1:])
    for bits in (0x7FC00000, 0x80000001, 0x7F7FFFFF):
        yield sealed(put_scalar(checkpoint(TINY, 20), 2, 4, bits))


def headers() -> Iterator[bytes]:
    """Headers of those checkpoints, alone and whole, and of other numbers of chunks."""
    for content in checkpoints():
        yield content
        yield content[: int.from_bytes(content[16:24], "little")]
    for count in (0, 1, 9):
        yield rebuilt(checkpoint(TINY, 20), chunk_count=count, chunk_bytes=12)
    yield from _files("header")
    yield (_FIXTURES / "good" / "envelope-v1.ckpt").read_bytes()[:512]


def input_records() -> Iterator[bytes]:
    """Records of the tiny contract, of another and of the shipped one."""
    yield build_input([0, 1, 2], [0, 2], TINY)
    yield build_input([2, 2, 2], [1, 1], TINY)
    yield build_input([0], [], TINY.changed({"data.vocabulary": "1", "data.prompts": "0"}))
    yield build_input([(7 * b + 3) % 256 for b in range(256)], [0, 65, 255], SHIPPED)
    yield from _files("input_record")


def contract_files() -> Iterator[bytes]:
    """What `bob contract` prints, a file that states little, and a bad one."""
    yield from (contract.toml().encode() for contract in contracts())
    yield b'\xef\xbb\xbf[learner]\nlr = "0x3d4ccccd"\nepsilon = 1e-8\n'
    yield b"data.vocabulary = 3\ndata = {prompts = 1}\n"
    yield (_FIXTURES / "bad" / "contract--vocabulary-wraps.toml").read_bytes()


def parts() -> Iterator[bytes]:
    """The parts of some contracts, as a header holds them."""
    for contract in contracts():
        pieces = [
            struct.pack("<Q", part) if isinstance(part, int) else struct.pack("<I", len(part)) + part
            for part in contract.parts.values()
        ]
        yield b"".join(pieces)


def records() -> Iterator[bytes]:
    """Records of several families behind the byte that says which, good and bad ones."""
    for which, folder in enumerate(("header", "checkpoint_envelope_contract", "checkpoint_transport"), 3):
        yield from (bytes([which]) + content for content in _files(folder))
    yield from (bytes([6]) + content for content in _files("input_record"))
    yield bytes([4]) + next(parts())
    yield bytes([5]) + bytes(108)
    yield from (
        bytes([8 + i]) + content for i, name in enumerate(("pair", "prediction")) for content in _files(name)
    )
    yield bytes([2]) + b"LY" + struct.pack("<5H", 0, 3, 0, 1, 2)
    layers = b"".join(b"LY" + struct.pack("<4H", i, 4, 0, 2) for i in range(3))
    size = 64
    begin = b"LEDG" + struct.pack("<BIH", 1, size, 4) + layers
    yield bytes([0]) + begin.ljust(size, b"\0")


def kinds() -> Iterator[bytes]:
    """The beginnings of files of every kind that Bob knows, and some that it does not."""
    yield from (magic.ljust(24, b"\0") for magic in MAGICS)
    yield from (
        b"<!DOCTYPE html>",
        b"\x80\x02}q\x00.",
        (2).to_bytes(8, "little") + b"{}",
        b"a text\n",
        b'{"a": 1}',
    )
    yield from (b"version https://git-lfs.github.com/spec/v1\n", b"\x1f\x8b", "é".encode() * 2048, bytes(64))


def listings() -> Iterator[bytes]:
    """Lists of files with their digests."""
    yield json.dumps({"a/b.bin": {"digest": "0" * 64, "codes": ["BOB150"]}}).encode()
    yield json.dumps({"a": {"digest": 1}, "files.json": {"digest": ""}}).encode()


def receipts() -> Iterator[bytes]:
    """A run's receipt, a fork's, and two lines of which the second is unfinished."""
    digests = (bytes(32), b"\1" * 32, b"\2" * 32, b"\3" * 32)
    facts = Facts(
        (1.5, float("inf")), (0.25, 1e-9), bytes(8), {"object": "a"}, {"numpy": "2.2"}, "x86-64 \u00e9"
    )
    run = receipt_line(Receipt("run", *digests, 0, 2), facts)
    fork = receipt_line(Receipt("fork", *digests, 10, 12, (("learner.lr", "0.05", "0.02"),), True), facts)
    yield from (run, fork, run + fork[:-1])


def _files(folder: str) -> Iterator[bytes]:
    yield from (path.read_bytes() for path in sorted((_ATTACK / folder).glob("*.bin")))
