"""Key/values come out as plain values of their type; long ones are summarised."""

from __future__ import annotations

import struct

import pytest

from bob.formats.gguf import read_gguf
from bob.store import Buffer
from tests.formats.gguf_files import (
    ARCH,
    ARRAY,
    BE,
    BOOL,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    LE,
    STRING,
    U8,
    U16,
    U32,
    U64,
    Made,
    gguf,
    kv,
    one,
    s,
)

VALUES: list[tuple[int, object]] = [
    (U8, 2**8 - 1),
    (I8, -(2**7)),
    (U16, 2**16 - 1),
    (I16, -(2**15)),
    (U32, 2**32 - 1),
    (I32, -(2**31)),
    (F32, 1.5),
    (STRING, "naïve\0text"),
    (U64, 2**64 - 1),
    (I64, -(2**63)),
    (F64, 1e300),
]


def value_of(content: bytes, key: str = "a") -> object:
    reading = read_gguf(Buffer(content))
    assert reading.inventory is not None
    return reading.inventory.metadata[key]


def array(kind: int, count: int, body: bytes) -> bytes:
    return one([ARCH, kv("a", ARRAY, struct.pack("<IQ", kind, count) + body)])


@pytest.mark.parametrize("made", [LE, BE], ids=["little", "big"])
@pytest.mark.parametrize(("kind", "value"), VALUES, ids=[str(kind) for kind, _ in VALUES])
def test_a_value_comes_out_as_it_went_in(kind: int, value: object, made: Made) -> None:
    assert value_of(made.file([made.kv("a", kind, value)])) == value


@pytest.mark.parametrize(("kind", "value"), VALUES, ids=[str(kind) for kind, _ in VALUES])
def test_a_short_array_comes_out_as_a_list(kind: int, value: object) -> None:
    assert value_of(one([ARCH, kv("a", ARRAY, (kind, [value] * 64))])) == [value] * 64


@pytest.mark.parametrize(("kind", "value"), VALUES, ids=[str(kind) for kind, _ in VALUES])
def test_what_follows_a_long_array_is_found(kind: int, value: object) -> None:
    content = one([ARCH, kv("a", ARRAY, (kind, [value] * 65)), kv("b", U8, 7)])
    assert value_of(content, "b") == 7


def test_a_bool_is_a_bool() -> None:
    content = one([ARCH, kv("a", BOOL, 1), kv("b", ARRAY, (BOOL, [0, 1]))])
    assert value_of(content) is True
    assert value_of(content, "b") == [False, True]


def test_an_array_of_65_elements_is_summarised() -> None:
    assert value_of(array(U16, 65, bytes(130))) == {"array": "uint16", "length": 65}


def test_a_string_too_long_to_keep_is_summarised() -> None:
    assert value_of(one([ARCH, kv("a", STRING, "é" * 100_000)])) == {"string": "utf-8", "length": 200_000}


def test_a_letter_across_two_slices_of_a_long_string_is_no_finding() -> None:
    content = one([ARCH, kv("a", STRING, "x" + "é" * 100_000)])
    assert read_gguf(Buffer(content)).findings == ()


@pytest.mark.parametrize("index", [0, 16383, 16384, 199_999])
def test_the_byte_that_is_not_utf8_is_told(index: int) -> None:
    raw = b"x" * index + b"\xff" + b"x" * (199_999 - index)
    (finding,) = read_gguf(Buffer(one([ARCH, kv("a", STRING, s(raw))]))).findings
    assert finding.found == f"byte {index:,} of it is not"


def test_the_first_letter_cut_at_a_slice_is_told_by_its_first_byte() -> None:
    raw = b"x" * 16383 + b"\xc3" + b"x" * 200_000
    (finding,) = read_gguf(Buffer(one([ARCH, kv("a", STRING, s(raw))]))).findings
    assert finding.found == "byte 16,383 of it is not"


def test_bools_that_are_neither_are_counted_from_the_first() -> None:
    content = array(BOOL, 20_000, bytes(100) + b"\3\2" + bytes(17_898) + b"\2" * 2000)
    (finding,) = read_gguf(Buffer(content)).findings
    assert finding.found == "3, and 2,001 more that are neither"
    assert finding.byte_offset is not None
    assert content[finding.byte_offset] == 3


def test_arrays_may_be_nested_deeper_than_a_stack() -> None:
    depth = 100_000
    body = struct.pack("<IQ", ARRAY, 1) * depth + struct.pack("<IQ", U8, 0)
    content = gguf([ARCH, kv("a", ARRAY, body), kv("b", U8, 1)])
    assert value_of(content, "b") == 1


def test_of_a_key_twice_the_first_is_kept() -> None:
    assert value_of(one([ARCH, kv("a", U8, 1), kv("a", U8, 2)])) == 1
