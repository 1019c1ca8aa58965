"""GGUF files are read as docs/gguf.md says, and each rule that one breaks is told, by its place."""

from __future__ import annotations

import struct
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bob.codec import encode, make
from bob.errors import Finding, shown
from bob.formats.gguf import read_gguf
from bob.formats.inventory import Entry, Inventory, Reading
from bob.spec.formats.gguf import GgufHeader, GgufKey, GgufTensor
from bob.store import Buffer
from tests.formats.gguf_files import (
    ARCH,
    ARRAY,
    BE,
    BOOL,
    F32,
    F64,
    FOUR,
    PADDED,
    STRING,
    U8,
    U16,
    U32,
    array_of_2_to_the_40,
    cases,
    gguf,
    kv,
    needs_2_to_the_66,
    one,
    s,
    ti,
    two,
)

if TYPE_CHECKING:
    from tests.formats.case import Case

CASES = cases()


def read(content: bytes, deep: bool = True) -> Reading:
    return read_gguf(Buffer(content), deep)


def found(content: bytes) -> tuple[Finding, ...]:
    return read(content).findings


def inventory(content: bytes) -> Inventory:
    made = read(content)
    assert made.inventory is not None
    return made.inventory


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_breaks_its_rule_alone_or_none(case: Case) -> None:
    assert {each.code for each in found(case.content)} == ({case.code} if case.code else set())


def test_names_of_cases_are_all_different() -> None:
    assert [name for name, count in Counter(case.name for case in CASES).items() if count > 1] == []


# The recipes.


def test_a_tensor_of_2_to_the_66_bytes_is_refused_with_both_numbers() -> None:
    (finding,) = found(needs_2_to_the_66())
    assert finding.code == "BOB535"
    assert "73,786,976,294,838,206,464 bytes (2^66)" in finding.found
    assert finding.expected == "has 32"


def test_an_array_of_2_to_the_40_in_64_bytes_is_refused_with_both_numbers() -> None:
    (finding,) = found(array_of_2_to_the_40())
    assert finding == Finding(
        "BOB523",
        "key key",
        "1,099,511,627,776 bytes (2^40) claimed",
        "at most 13, which are left",
        51,
    )


def test_two_tensors_of_one_name_are_refused_by_it() -> None:
    content = two(ti("a", [4]), ti("a", [4], offset=32))
    (finding,) = found(content)
    assert finding[:3] == ("BOB525", "tensor a", "a second time")
    assert finding.byte_offset == content.rindex(s("a"))


def test_two_tensors_that_overlap_are_refused_by_their_names_and_bytes() -> None:
    content = two(ti("b", [8], offset=32), ti("a", [16]))
    data = len(content) - 64
    (finding,) = found(content)
    assert finding[:3] == ("BOB536", "tensors a and b", f"share bytes [{data + 32}, {data + 64})")
    assert finding.byte_offset == data + 32


def test_two_tensors_at_one_place_are_named_in_one_order() -> None:
    first = found(two(ti("a", [8]), ti("b", [8]), PADDED))
    second = found(two(ti("b", [8]), ti("a", [8]), PADDED))
    assert first == second
    assert first[0].part == "tensors a and b"


def test_a_tensor_inside_an_earlier_one_is_found_past_one_between() -> None:
    infos = [ti("a", [24]), ti("b", [4], offset=32), ti("c", [4], offset=64)]
    assert [each.part for each in found(gguf([ARCH], infos, PADDED * 3))] == [
        "tensors a and b",
        "tensors a and c",
    ]


# What is read.


def test_an_entry_is_row_major_with_its_place_in_the_file() -> None:
    content = gguf([ARCH], [ti("w", [3, 2], 1), ti("x", [4], offset=32)], bytes(32) + FOUR)
    place = len(content) - 48
    assert inventory(content).entries == (
        Entry("w", "F16", (2, 3), place, 12),
        Entry("x", "F32", (4,), place + 32, 16),
    )


def test_a_big_endian_file_is_read_as_the_same() -> None:
    infos, keys = (
        [("w", [3, 2])],
        [("general.architecture", STRING, "llama"), ("a.b", F64, 0.5), ("c", U16, 7)],
    )
    data = bytes(24)
    big = inventory(BE.file([BE.kv(*key) for key in keys], [BE.ti(*each) for each in infos], data))
    little = inventory(gguf([kv(*key) for key in keys], [ti(*each) for each in infos], data))
    assert big.metadata == little.metadata
    assert big.entries == tuple(each._replace(big_endian=True) for each in little.entries)
    assert (big.facts["byte order"], little.facts["byte order"]) == ("big", "little")


def test_facts_say_how_the_file_is_laid_out() -> None:
    content = one([ARCH, kv("general.alignment", U32, 64)], alignment=64)
    header = content.index(ti("w", [4])) + len(ti("w", [4]))
    assert inventory(content).facts == {
        "version": 3,
        "byte order": "little",
        "alignment": 64,
        "header bytes": header,
        "data offset": -(-header // 64) * 64,
    }
    assert inventory(content).n_bytes == len(content)


def test_the_families_say_the_same_bytes() -> None:
    keys = encode(GgufKey.at(), make(GgufKey.at(), key=b"a.b", value_type=F32))
    info = make(GgufTensor.at(), name=b"w", n_dimensions=2, dimensions=(4, 1), tensor_type=0, offset=0)
    head = make(GgufHeader.at(), version=3, tensor_count=1, metadata_kv_count=2)
    made = encode(GgufHeader.at(), head) + ARCH + keys + struct.pack("<f", 0.5)
    made += encode(GgufTensor.at(), info)
    assert gguf([ARCH, kv("a.b", F32, 0.5)], [ti("w", [4, 1])], FOUR).startswith(made)


@pytest.mark.parametrize("deep", [True, False])
def test_a_file_that_is_read_by_its_header_says_what_was_not_looked_at(deep: bool) -> None:
    dirty = gguf([ARCH], [ti("w", [4])], FOUR + bytes(15) + b"\1")
    made = read(dirty, deep)
    assert [each.code for each in made.findings] == (["BOB537"] if deep else [])
    assert made.not_checked == (() if deep else ("padding",))


# How findings are told.


def test_every_finding_of_a_file_is_told_in_the_order_of_its_bytes() -> None:
    keys = [kv("a.B", U8, 0), kv("b", BOOL, b"\2")]
    infos = [ti("w" * 65, [4], offset=8), ti("v", [4], 4)]
    told = found(gguf(keys, infos, PADDED))
    assert [each.code for each in told] == ["BOB529", "BOB524", "BOB526", "BOB530", "BOB534", "BOB532"]
    places = [each.byte_offset or 0 for each in told]
    assert places == sorted(places)


def test_a_hundred_findings_of_a_code_are_told_and_the_rest_counted() -> None:
    content = gguf([ARCH, *(kv(f"A{i}", U8, 0) for i in range(103))])
    told = found(content)
    assert len(told) == 101
    assert told[-1] == Finding("BOB524", "others", "3 more of this kind")


def test_a_long_name_is_cut_in_the_middle() -> None:
    (finding,) = found(gguf([ARCH], [ti("a" * 150 + "z" * 150, [4])], FOUR))
    assert finding.part == "tensor " + shown("a" * 150 + "z" * 150)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "this is an empty file"),
        (b"version https://git-lfs.github.com/spec/v1\n", "this is a Git-LFS pointer"),
        (b"<!DOCTYPE html><html>", "this is a web page"),
        (b"PK\x03\x04" + bytes(40), "this is a zip archive"),
    ],
    ids=["empty", "pointer", "page", "zip"],
)
def test_what_is_no_gguf_file_is_named(content: bytes, words: str) -> None:
    (finding,) = found(content)
    assert finding.code == "BOB520"
    assert finding.found.startswith(words)


def test_an_older_format_is_named() -> None:
    assert [found(magic + bytes(30))[0].found for magic in (b"tjgg", b"ggla")] == [
        "a GGJT file",
        "a GGLA file",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (one(version=1), "1, no longer read"),
        (one(version=4), "4, written by a newer ggml"),
        (BE.file(version=2), "a big-endian 2"),
        (BE.file(version=4), "a big-endian 4, written by a newer ggml"),
    ],
    ids=["old", "new", "big-old", "big-new"],
)
def test_a_version_is_told_with_its_age(content: bytes, said: str) -> None:
    assert [(each.code, each.found) for each in found(content)] == [("BOB522", said)]


def test_a_removed_type_is_named() -> None:
    (finding,) = found(gguf([ARCH], [ti("w", [4], 4)], FOUR))
    assert finding.found == "type 4 (Q4_2, removed from the format)"


def test_where_a_reader_is_laxer_the_finding_says_so() -> None:
    (finding,) = found(one([ARCH, kv("a.B", U8, 0)]))
    assert finding.note == "gguf 0.19 and ggml read it all the same"


def test_a_gap_is_told_with_its_bytes_and_neighbours() -> None:
    content = two(ti("a", [4]), ti("b", [4], offset=64), PADDED + bytes(32) + FOUR)
    (finding,) = found(content)
    assert (finding.found, finding.expected) == (
        "32 bytes between tensor a and tensor b",
        "at most 16 of padding",
    )
    assert finding.byte_offset == len(content) - 48


def test_a_short_array_of_arrays_is_summarised() -> None:
    nested = (ARRAY, [(U8, [1, 2]), (U8, [])])
    assert inventory(one([ARCH, kv("a", ARRAY, nested)])).metadata["a"] == {"array": "array", "length": 2}


@pytest.mark.parametrize(
    ("content", "part", "said", "place"),
    [
        (
            gguf([ARCH], counts=(2**60, 1)),
            "tensor_count",
            "1,152,921,504,606,846,976, which take at least",
            8,
        ),
        (gguf([ARCH], counts=(0, 2**60)), "metadata_kv_count", "1,152,921,504,606,846,976, which take", 16),
        (gguf([ARCH, kv("k", STRING, s("abc"))])[:-1], "key k", "3 bytes claimed", None),
        (
            gguf([ARCH, kv("k", ARRAY, struct.pack("<IQ", STRING, 2**40) + bytes(13))]),
            "key k",
            "8,796,093,022,208 bytes (2^43) claimed",
            None,
        ),
    ],
    ids=["tensors", "keys", "string", "strings"],
)
def test_a_claim_is_told_where_it_is_made(content: bytes, part: str, said: str, place: int | None) -> None:
    (finding,) = found(content)
    assert (finding.code, finding.part) == ("BOB523", part)
    assert finding.found.startswith(said)
    assert place in (None, finding.byte_offset)
