"""Where construct is lenient, the codec is not; and nothing is allocated or walked because a file claims it.

Each corner is shown in construct first, so that a construct without it is noticed.
"""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from typing import Any

import construct
import pytest

from bob.codec import decode, encode, make
from bob.errors import Refused
from bob.spec.family import Family
from bob.spec.fields import (
    F32,
    U8,
    U16,
    U32,
    U64,
    Array,
    Bytes,
    Derived,
    Dim,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.quantifiers import all_different, below, every


class One(Family):
    """One byte."""

    byte = U8()


class Words(Family):
    """As many words as the family says."""

    words = Array(U16, 2)


class Padded(Family):
    """A byte and its padding."""

    byte = U8()
    padding = Padding(4)


class Marked(Family):
    """A constant."""

    magic = Magic(b"MARK")
    byte = U8()


class Real(Family):
    """A float."""

    real = F32()


class Choice(Family):
    """One of two values."""

    kind = U8()
    known = Refine(lambda f: (f.kind == 0) | (f.kind == 1), "the kind is 0 or 1")


class Text(Family):
    """A string of four bytes, and one behind its length."""

    fixed = Bytes(4)
    counted = Prefixed(U8)


def codes(at: Any, content: bytes) -> list[str]:
    return [finding.code for finding in decode(at, content).findings]


def refused(at: Any, **values: Any) -> list[str]:
    with pytest.raises(Refused) as refusal:
        encode(at, make(at, **values))
    return [finding.code for finding in refusal.value.findings]


def test_bytes_after_a_struct_are_no_part_of_it_and_refused() -> None:
    assert construct.Struct("byte" / construct.Byte).parse(b"\1\2").byte == 1
    assert codes(One.at(), b"\1\2") == ["BOB151"]


def test_half_an_element_at_the_end_is_refused() -> None:
    assert list(construct.GreedyRange(construct.Int16ul).parse(b"\1\0\2")) == [1]
    assert codes(Words.at(), b"\1\0\2") == ["BOB150"]


def test_padding_that_is_not_zero_is_refused() -> None:
    assert construct.Padded(4, construct.Byte).parse(b"\1\0\7\0") == 1
    assert codes(Padded.at(), b"\1\0\7\0") == ["BOB154"]


def test_another_constant_does_not_end_the_reading() -> None:
    with pytest.raises(construct.ConstError):
        construct.Struct("magic" / construct.Const(b"MARK"), "byte" / construct.Byte).parse(b"FAIL\7")
    decoded = decode(Marked.at(), b"FAIL\7")
    assert (decoded.record.byte, [f.code for f in decoded.findings]) == (7, ["BOB152"])


def test_a_signalling_nan_keeps_its_bits() -> None:
    signalling = b"\1\0\xa0\x7f"
    assert construct.Float32l.build(construct.Float32l.parse(signalling)) != signalling
    record = decode(Real.at(), signalling).record
    assert (record.real, encode(Real.at(), record)) == (0x7FA00001, signalling)


def test_a_byte_that_stands_for_a_truth_keeps_its_value() -> None:
    assert construct.Flag.build(construct.Flag.parse(b"\2")) == b"\1"
    assert decode(One.at(), b"\2").record.byte == 2


def test_a_value_outside_an_enumeration_is_refused() -> None:
    assert construct.Enum(construct.Byte, none=0, some=1).parse(b"\2") == 2
    assert codes(Choice.at(), b"\2") == ["BOB153"]


def test_bytes_that_a_counted_substream_leaves_over_are_kept() -> None:
    lenient = construct.Prefixed(construct.Byte, construct.Int16ul)
    assert lenient.build(lenient.parse(b"\3\1\2\3")) != b"\3\1\2\3"
    assert decode(Text.at(), b"abcd\3\1\2\3").record.counted == b"\1\2\3"


CONSTRUCT_ERRORS = {
    "too few bytes": (construct.Bytes(4), b"abc", Text.at(), b"abc"),
    "too few counted bytes": (
        construct.Prefixed(construct.Byte, construct.GreedyBytes),
        b"\5abc",
        Text.at(),
        b"abcd\5abc",
    ),
    "no bytes": (construct.Byte, b"", One.at(), b""),
}


@pytest.mark.parametrize(
    ("codec", "bad", "at", "content"), CONSTRUCT_ERRORS.values(), ids=CONSTRUCT_ERRORS.keys()
)
def test_an_error_of_construct_is_a_finding(codec: Any, bad: bytes, at: Any, content: bytes) -> None:
    with pytest.raises(construct.StreamError):
        codec.parse(bad)
    assert codes(at, content) == ["BOB150"]


def test_a_number_is_not_written_as_a_byte_string() -> None:
    assert construct.Bytes(4).build(7) == b"\0\0\0\7"
    assert refused(Text.at(), fixed=7, counted=b"") == ["BOB156"]


def test_a_truth_value_is_not_written_as_a_number() -> None:
    assert construct.Byte.build(True) == b"\1"
    assert refused(One.at(), byte=True) == ["BOB156"]


def test_a_field_that_nothing_stores_is_not_passed_over() -> None:
    assert construct.Struct("byte" / construct.Byte).build({"byte": 1, "other": 2}) == b"\1"
    assert refused(One.at(), byte=1, other=2) == ["BOB156"]


BUILD_ERRORS = {
    "a number out of range": (construct.Byte, 256, One.at(), {"byte": 256}),
    "a string too long to count": (
        construct.Prefixed(construct.Byte, construct.GreedyBytes),
        bytes(256),
        Text.at(),
        {"fixed": b"abcd", "counted": bytes(256)},
    ),
    "a string of another length": (construct.Bytes(4), b"abc", Text.at(), {"fixed": b"abc", "counted": b""}),
    "another number of elements": (
        construct.Array(2, construct.Int16ul),
        [1],
        Words.at(),
        {"words": [1]},
    ),
}


@pytest.mark.parametrize(("codec", "bad", "at", "values"), BUILD_ERRORS.values(), ids=BUILD_ERRORS.keys())
def test_an_error_of_construct_in_building_is_a_refusal(
    codec: Any, bad: Any, at: Any, values: dict[str, Any]
) -> None:
    with pytest.raises(construct.ConstructError):
        codec.build(bad)
    assert refused(at, **values) == ["BOB156"]


class Row(Family):
    """A record of scalars."""

    one = U8()
    two = U16()


class Entry(Family):
    """A record of no fixed size."""

    text = Prefixed(U8)


class Claims(Family):
    """Counts of 64 bits, and each kind of thing that they can count."""

    kind = U8()
    count = U64()
    numbers = Array(U32, lambda f: f.count * (f.kind // 1 % 2))
    texts = Array(Bytes(3), lambda f: f.count * (f.kind // 2 % 2))
    rows = Array(Row, lambda f: f.count * (f.kind // 4 % 2))
    entries = Array(Entry, lambda f: f.count * (f.kind // 8 % 2))
    string = Bytes(lambda f: f.count * (f.kind // 16 % 2))


COUNTED = {"numbers": (1, 4), "texts": (2, 3), "rows": (4, 3), "entries": (8, 1), "string": (16, 1)}


@pytest.mark.parametrize("bits", [40, 63])
@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, (kind, _) in COUNTED.items()])
def test_nothing_is_allocated_for_a_length_that_the_file_cannot_hold(name: str, kind: int, bits: int) -> None:
    content = bytes([kind]) + (2**bits).to_bytes(8, "little") + bytes(55)
    at = Claims.at()
    decode(at, content)
    tracemalloc.start()
    found = decode(at, content).findings
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(f.code, f.part, f.byte_offset) for f in found] == [("BOB150", name, 9)]
    assert found[0].found == "have 64 bytes"
    assert found[0].expected.removeprefix("need ").removeprefix("at least ") == (
        f"{9 + COUNTED[name][1] * 2**bits:,}"
    )
    assert peak < 100_000


class Counted(Family):
    """A string behind a length of 64 bits."""

    text = Prefixed(U64)


def test_a_prefix_of_64_bits_may_claim_anything() -> None:
    found = decode(Counted.at(), b"\xff" * 8 + b"abc").findings
    assert [(f.code, f.part, f.expected) for f in found] == [
        ("BOB150", "text", "need at least 18,446,744,073,709,551,623")
    ]


class Walks(Family):
    """Quantifiers whose limit a file gives, over hardly anything."""

    count = U64()
    items = Array(U8, 2)
    low = Refine(lambda f: every((i < 2).implies(f.items[i] < 9) for i in below(f.count)), "low")
    different = Refine(lambda f: all_different(i * 2 for i in below(f.count)), "different")


def test_a_quantifier_over_a_number_in_the_file_ends() -> None:
    found = decode(Walks.at(), (2**60).to_bytes(8, "little") + b"\1\2").findings
    said = f"count: nothing in the record has {2**60} elements to walk"
    assert [(f.code, f.part, f.found, f.byte_offset) for f in found] == [
        ("BOB155", "count", said, 0),
        ("BOB155", "items", said, 8),
    ]


class Products(Family):
    """A number to the power of 64."""

    count = U64()
    second = Derived(lambda f: f.count * f.count * f.count * f.count)
    third = Derived(lambda f: f.second * f.second * f.second * f.second)
    fourth = Derived(lambda f: f.third * f.third * f.third * f.third)
    small = Refine(lambda f: f.fourth < 2**63, "small")


def test_a_product_past_every_size_has_no_value() -> None:
    found = decode(Products.at(), b"\xff" * 8).findings
    assert [f.code for f in found] == ["BOB155"]
    assert decode(Products.at(), b"\1" + bytes(7)).findings == ()


class Sized(Family):
    """A width from 1 to 3."""

    width = Dim(1, 3)
    text = Bytes(lambda f: f.width)


class Narrow(Family):
    """Scalars alone, below a width from 1 to 3."""

    width = Dim(1, 3)
    one = U8()
    below = Refine(lambda f: f.one < f.width, "one is below the width")


class Holder(Family):
    """Records whose dims a field gives."""

    width = U8()
    inner = Nested(Sized, width=lambda f: f.width)


class RowHolder(Family):
    """Rows whose dims a field gives."""

    width = U8()
    inner = Array(Nested(Narrow, width=lambda f: f.width), 2)


@pytest.mark.parametrize("family", [Holder, RowHolder], ids=lambda family: family.__name__)
def test_dims_from_a_file_are_held_to_their_bounds(family: type[Family]) -> None:
    found = decode(family.at(), b"\4abcd").findings
    assert [(f.code, f.part, f.found, f.expected, f.byte_offset) for f in found] == [
        ("BOB108", "inner.width", "4", "1 to 3", 1)
    ]


def test_rows_are_held_to_their_refinements_at_the_dims_of_the_file() -> None:
    found = decode(RowHolder.at(), b"\3\2\3").findings
    assert [(f.code, f.part, f.found, f.byte_offset) for f in found] == [
        ("BOB153", "inner[1].one", "one = 3, width = 3", 2)
    ]


def test_importing_the_codec_loads_construct_and_no_other_library() -> None:
    program = "import bob.codec, sys; print(sorted({m.split('.')[0] for m in sys.modules}))"
    alone = "import construct, sys; print(sorted({m.split('.')[0] for m in sys.modules}))"
    loaded, by_construct = (
        set(eval(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout))
        for code in (program, alone)
    )
    assert loaded - by_construct - set(sys.stdlib_module_names) == {"bob"}
