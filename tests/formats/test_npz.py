"""NPZ files are zips of npy files: read strictly, member by member, and inflated no further than needed."""

from __future__ import annotations

import io
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.formats.inventory import Entry, Reading
from bob.formats.npz import read_npz
from bob.store import Buffer
from tests.formats.npy_files import Packed, literal, npy, npz, npz_cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.errors import Finding
    from tests.formats.case import Case

CASES = npz_cases()
ONE_GIB = 1 << 30


def read(content: bytes, deep: bool = True) -> Reading:
    return read_npz(Buffer(content), deep)


def found(content: bytes) -> tuple[Finding, ...]:
    return read(content).findings


def entries(content: bytes, deep: bool = True) -> tuple[Entry, ...]:
    made = read(content, deep)
    assert made.inventory is not None
    return made.inventory.entries


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_has_its_verdict_and_breaks_one_rule_alone(case: Case) -> None:
    codes = {finding.code for finding in found(case.content)}
    assert codes == ({case.code} if case.code else set())


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("deep", [True, False])
def test_what_numpy_saves_is_read_back(save: Callable[..., None], deep: bool) -> None:
    stream = io.BytesIO()
    save(stream, x=np.ones((3, 4), "<f4"), y=np.arange(3), z=np.asfortranarray(np.zeros((2, 5), ">f8")))
    content = stream.getvalue()
    assert read(content, deep).findings == ()
    assert entries(content, deep) == (
        Entry("x", "F32", (3, 4), 128, 48, file="x.npy"),
        Entry("y", "I64", (3,), 128, 24, file="y.npy"),
        Entry("z", "F64", (2, 5), 128, 80, (1, 2), "z.npy", big_endian=True),
    )


# A path that leads upwards is refused as a member's name, whoever writes it.
NAMES = st.text("abc/ é.", min_size=1).filter(lambda name: ".." not in f"x{name}y".split("/"))


@given(st.dictionaries(NAMES, st.lists(st.integers(0, 4), max_size=4), max_size=4))
@settings(max_examples=40)
def test_every_array_is_read_back_by_its_name(shapes: dict[str, list[int]]) -> None:
    arrays = {f"x{name}y": np.zeros(shape, "<i2") for name, shape in shapes.items()}
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    made = entries(stream.getvalue())
    assert [(entry.name, entry.shape) for entry in made] == [(n, a.shape) for n, a in arrays.items()]


def test_both_of_two_members_of_one_name_are_listed_and_the_second_is_told() -> None:
    content = npz(Packed("w.npy", npy()), Packed("w.npy", npy(literal(shape="(4,)"))))
    (told,) = found(content)
    assert (told.code, told.part) == ("BOB545", "w.npy")
    assert [entry.shape for entry in entries(content)] == [(2, 2), (4,)]


def test_a_finding_in_a_stored_member_has_its_place_in_the_file() -> None:
    content = npz(Packed("w.npy", npy(literal(shape="(-1,)"))))
    (told,) = found(content)
    assert (told.part, told.byte_offset) == ("w.npy: shape[0]", content.index(b"-1"))


def test_a_finding_in_a_deflated_member_has_no_place_in_the_file() -> None:
    (told,) = found(npz(Packed("w.npy", npy(literal(shape="(-1,)")), deflated=True)))
    assert (told.part, told.byte_offset) == ("w.npy: shape[0]", None)


def test_headers_alone_do_not_tell_a_flipped_bit_and_say_so() -> None:
    content = next(case.content for case in CASES if case.name == "bit-flipped")
    assert [finding.code for finding in found(content)] == ["BOB549"]
    made = read(content, deep=False)
    assert made.findings == ()
    assert made.not_checked == ("the members' data, against their CRC",)


def test_what_is_said_of_an_array_names_its_member() -> None:
    assert read(npz(Packed("w.npy", npy(literal("'f4'"))))).not_checked == (
        "w.npy: the byte order: the header leaves it to the machine that reads it",
    )


def test_phrases_are_counted_where_there_are_too_many() -> None:
    members = [Packed(f"{i}.npy", npy(literal("'f4'"))) for i in range(30)]
    assert read(npz(*members)).not_checked[-1] == "and 10 more like these"


def test_what_is_no_zip_has_no_inventory() -> None:
    made = read(npy())
    assert made.inventory is None
    assert made.findings != ()


def test_a_file_that_is_cut_anywhere_is_refused() -> None:
    content = npz(Packed("w.npy", npy()))
    assert [n for n in range(len(content)) if not found(content[:n])] == []


def test_no_flipped_bit_raises() -> None:
    content = npz(Packed("w.npy", npy(), deflated=True))
    for place in range(8 * len(content)):
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        assert isinstance(read(bytes(flipped)), Reading)


@pytest.mark.parametrize("deep", [True, False])
def test_a_header_that_inflates_to_a_gib_is_not_inflated(deep: bool) -> None:
    long = b"\x93NUMPY\2\0" + (8_000_000).to_bytes(4, "little") + bytes(8_000_000)
    content = npz(Packed("w.npy", long, deflated=True))
    tracemalloc.start()
    try:
        made = read(content, deep)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 4 * len(content) + 2**20
    phrase = "the header of w: 8,000,012 bytes, more than the 100,000 looked at"
    assert made.not_checked[-1] == f"w.npy: {phrase}"
