"""No bytes make the reader fail, wrap, repeat itself or take more memory than a file's size allows."""

from __future__ import annotations

import struct
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.formats.gguf import read_gguf
from bob.formats.inventory import Reading
from bob.store import Buffer
from tests.formats.gguf_files import (
    ARCH,
    ARRAY,
    BE,
    BOOL,
    F32,
    FOUR,
    QUANT,
    STRING,
    U8,
    U32,
    Made,
    array_of_2_to_the_40,
    gguf,
    kv,
    needs_2_to_the_66,
    s,
    ti,
)

MIB = 1 << 20
SMALL = gguf(
    [ARCH, QUANT, kv("a.b", ARRAY, (STRING, ["x", "é"])), kv("c", BOOL, 1), kv("d", ARRAY, (F32, [1.0]))],
    [ti("w", [4]), ti("v", [32, 2], 8, offset=32)],
    FOUR + bytes(16) + bytes(68),
)
BIG = BE.file(
    [BE.kv("general.architecture", STRING, "llama"), BE.kv("c", ARRAY, (BOOL, [1]))],
    [BE.ti("w", [4]), BE.ti("v", [4], offset=32)],
    FOUR + bytes(16) + FOUR,
)


def test_the_small_files_are_whole() -> None:
    assert (read_gguf(Buffer(SMALL)).findings, read_gguf(Buffer(BIG)).findings) == ((), ())


@pytest.mark.parametrize("n_bytes", range(len(SMALL)))
def test_a_file_cut_anywhere_is_refused(n_bytes: int) -> None:
    assert read_gguf(Buffer(SMALL[:n_bytes])).findings != ()


@pytest.mark.parametrize("content", [SMALL, BIG], ids=["little", "big"])
def test_a_flipped_bit_gives_a_reading(content: bytes) -> None:
    data = content.index(FOUR)
    for bit in range(8 * data):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        reading = read_gguf(Buffer(bytes(flipped)))
        assert isinstance(reading, Reading)
        assert reading.inventory is not None or reading.findings


class Shrinking(Buffer):
    """A source that says more than it gives."""

    @property
    def n_bytes(self) -> int:
        return super().n_bytes + 100


def test_a_source_that_shrinks_is_told() -> None:
    (finding,) = read_gguf(Shrinking(SMALL[:40])).findings
    assert (finding.code, finding.found) == ("BOB523", "40 bytes")


def names(count: int, made: str) -> list[bytes]:
    return [ti(made.format(i), [1], offset=0) for i in range(count)]


HOSTILE = {
    "array": array_of_2_to_the_40(),
    "tensor": needs_2_to_the_66(),
    "keys": gguf([kv(f"{i}", U8, 0) for i in range(6_000)]),
    "bad-keys": gguf([kv(f"-{i}", U8, 0) for i in range(6_000)]),
    "one-key": gguf([kv("a", U8, 0)] * 6_000),
    "tensors": gguf([ARCH], [ti(f"{i}", [0]) for i in range(6_000)]),
    "one-tensor": gguf([ARCH], [ti("a", [])] * 6_000, FOUR),
    "overlaps": gguf([ARCH], names(6_000, "{}"), FOUR),
    "dimensions": gguf([ARCH], [s("a") + struct.pack("<I", 100_000) + b"\xff" * 800_012]),
    "small-arrays": gguf([kv(f"{i}", ARRAY, (U8, [255] * 64)) for i in range(3_000)]),
    "long-text": gguf([ARCH, kv("a", STRING, "x" * 3_000_000 + "\U0001f600")]),
    "texts": gguf([ARCH, kv("a", ARRAY, (STRING, ["\U0001f600" + "x" * 130_000] * 64))]),
    "bytes-of-no-text": gguf([ARCH, kv("a", ARRAY, (STRING, [s(b"\xff" * 130_000)] * 64))]),
    "nested": gguf([ARCH, kv("a", ARRAY, struct.pack("<IQ", ARRAY, 1) * 30_000 + struct.pack("<IQ", U8, 0))]),
    "alignment": gguf([ARCH, kv("general.alignment", U32, 2**31)], [ti("w", [4])], bytes(3_000_000)),
    "long-name": gguf([ARCH], [ti("\U0001f600" * 500_000, [4])], FOUR),
    "long-key": gguf([ARCH, kv("\U0001f600" * 500_000, U8, 0)]),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_memory_stays_within_four_times_the_file_and_a_mebibyte(content: bytes) -> None:
    source = Buffer(content)
    read_gguf(Buffer(SMALL))
    tracemalloc.start()
    try:
        reading = read_gguf(source)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 4 * len(content) + MIB
    assert len(reading.findings) <= 1000


@pytest.mark.parametrize("name", ["keys", "tensors"])
def test_a_file_that_lists_more_than_is_held_is_told(name: str) -> None:
    (finding,) = read_gguf(Buffer(HOSTILE[name])).findings
    assert finding.code == "BOB539"


@pytest.mark.parametrize("n_bytes", [32, 64])
def test_ten_thousand_ordinary_tensors_are_listed(n_bytes: int) -> None:
    infos = [ti(f"layer.{i}", [n_bytes // 4], offset=n_bytes * i) for i in range(10_000)]
    content = gguf([ARCH], infos, bytes(n_bytes * len(infos)))
    reading = read_gguf(Buffer(content))
    assert reading.findings == ()
    assert reading.inventory is not None
    assert len(reading.inventory.entries) == 10_000


class Counted(Buffer):
    """A source that counts what is asked of it."""

    calls = 0
    asked = 0

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        self.calls += 1
        piece = super().read_at(offset, n_bytes)
        self.asked += len(piece)
        return piece


def header_of(n_tensors: int) -> Counted:
    infos = [ti(f"layer.{i}", [64], offset=256 * i) for i in range(n_tensors)]
    return Counted(gguf([ARCH], infos, bytes(256 * n_tensors)))


def test_what_is_read_grows_with_the_header() -> None:
    small, large = header_of(5_000), header_of(10_000)
    assert read_gguf(small, deep=False).findings == read_gguf(large, deep=False).findings == ()
    assert large.asked <= 2 * small.asked + (1 << 17)
    assert large.calls <= 2 * small.calls + 2


names_of_tensors = st.text(st.characters(codec="utf-8"), min_size=1, max_size=16).filter(
    lambda name: len(name.encode()) <= 64
)
shapes = st.lists(st.integers(0, 4), max_size=4)
kinds = st.sampled_from([(0, "F32", 4), (1, "F16", 2), (24, "I8", 1), (27, "I64", 8), (30, "BF16", 2)])


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(names_of_tensors, st.tuples(shapes, kinds), max_size=6),
    st.sampled_from([8, 24, 32, 64]),
    st.sampled_from(["<", ">"]),
)
def test_what_is_written_is_read_by_name(
    tensors: dict[str, tuple[list[int], tuple[int, str, int]]], alignment: int, order: str
) -> None:
    made = Made(order)
    infos, data, expected = [], b"", {}
    for number, (name, (dims, (kind, dtype, width))) in enumerate(tensors.items(), 1):
        n_bytes = width
        for dim in dims:
            n_bytes *= dim
        infos.append(made.ti(name, dims, kind, len(data)))
        expected[name] = (dtype, tuple(reversed(dims)), bytes([number]) * n_bytes)
        data += bytes([number]) * n_bytes + bytes(-n_bytes % alignment)
    keys = [made.kv("general.architecture", STRING, "x"), made.kv("general.alignment", U32, alignment)]
    content = made.file(keys, infos, data, alignment=alignment)
    reading = read_gguf(Buffer(content))
    assert reading.findings == ()
    assert reading.inventory is not None
    assert {
        each.name: (each.dtype, each.shape, content[each.byte_offset : each.byte_offset + each.n_bytes])
        for each in reading.inventory.entries
    } == expected
    assert {each.big_endian for each in reading.inventory.entries} <= {order == ">"}


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_after_the_magic_give_a_reading(tail: bytes) -> None:
    reading = read_gguf(Buffer(b"GGUF\3\0\0\0" + tail))
    assert reading.inventory is not None or reading.findings
