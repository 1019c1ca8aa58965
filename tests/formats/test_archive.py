"""Strict reading of ZIP archives: each rule alone, ordinary archives, and what must never happen."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.codec import decode
from bob.codes import RULES
from bob.formats.archive import ArchiveReading, check_crc, member_source, read_archive
from bob.formats.fixed import FixedFields
from bob.spec.formats.zip import CentralHeader, LocalHeader
from bob.store import Buffer
from tests.formats.archive_files import (
    ELSEWHERE,
    A,
    B,
    Member,
    archive,
    cases,
    deflate,
    listed_header,
    own_header,
    streamed,
)
from tests.formats.sparse import Counted, Sparse

if TYPE_CHECKING:
    from bob.errors import Finding
    from tests.formats.case import Case

CASES = cases()
CODES = ["BOB540", "BOB541", "BOB542", "BOB543", "BOB544", "BOB545", "BOB546", "BOB547", "BOB548", "BOB549"]


def deeply(content: bytes) -> tuple[ArchiveReading, list[Finding]]:
    """The reading of an archive and its findings, those of its data included."""
    source = Buffer(content)
    reading = read_archive(source)
    found = list(reading.findings)
    for member in reading.members:
        found += check_crc(source, member) if member.readable else []
    return reading, found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_file_breaks_the_rule_that_it_was_made_for_and_no_other(case: Case) -> None:
    _, found = deeply(case.content)
    assert {finding.code for finding in found} == ({case.code} if case.code else set())
    assert (case.verdict == "REFUSE") == bool(case.code)


def test_every_rule_has_a_file_on_either_side() -> None:
    assert {case.code for case in CASES} == {"", *CODES}
    refused = {case.rule for case in CASES if case.code}
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(RULES[code].source for code in CODES)
    assert refused >= {case.rule for case in CASES if not case.code}


def finding(case_name: str) -> Finding:
    (case,) = (case for case in CASES if case.name == case_name)
    return deeply(case.content)[1][0]


@pytest.mark.parametrize(
    ("case_name", "part", "said", "place"),
    [
        ("one-byte-after", "end record", "1 bytes after it", 105),
        ("own-name", "a", "name b in its own header", 0),
        ("junk-between", "[36, 40)", "4 bytes after a", 36),
        ("member-within-a-member", "a", "[35, 71) shared with outer", 35),
        ("name-twice", "a", "once more", 36),
        ("name-parent", "a/../../b", "'a/../../b'", 44),
        ("deflated-to-more", "a", "more than 0 bytes", 31),
        ("one-bit-flipped", "a", "0d7e864e", 31),
        ("zip64-another-count", "entries", "2", 159),
    ],
)
def test_a_finding_names_its_member_and_place(case_name: str, part: str, said: str, place: int) -> None:
    found = finding(case_name)
    assert (found.part, found.found, found.byte_offset) == (part, said, place)


def by_zipfile(method: int, *, wide: bool, seekable: bool) -> bytes:
    class OneWay(io.BytesIO):
        def seekable(self) -> bool:
            return seekable

        def tell(self) -> int:
            if not seekable:
                raise OSError
            return super().tell()

    written = OneWay()
    with zipfile.ZipFile(written, "w", method) as opened:
        with opened.open("w.npy", "w", force_zip64=wide) as member:
            member.write(b"0123456789" * 50)
        opened.writestr("folder/", b"")
        opened.writestr("folder/ä.txt", "text")
    return written.getvalue()


@pytest.mark.parametrize("seekable", [True, False], ids=["seekable", "streamed"])
@pytest.mark.parametrize("wide", [False, True], ids=["narrow", "zip64"])
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED], ids=["stored", "deflated"])
def test_an_archive_of_zipfile_is_accepted_and_read_alike(method: int, wide: bool, seekable: bool) -> None:
    content = by_zipfile(method, wide=wide, seekable=seekable)
    reading, found = deeply(content)
    assert found == []
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        assert [member.name for member in reading.members] == opened.namelist()
        for member in reading.members:
            source = member_source(Buffer(content), member)
            assert source.read_at(0, member.n_bytes) == opened.read(member.name)


@given(
    st.lists(st.tuples(st.binary(max_size=300), st.sampled_from([0, 8]), st.booleans()), max_size=6),
    st.booleans(),
)
def test_what_is_written_is_read_back(parts: list[tuple[bytes, int, bool]], wide: bool) -> None:
    members = [Member(b"m%d" % i, content, method) for i, (content, method, _) in enumerate(parts)]
    written = [streamed(m) if part[2] else m for m, part in zip(members, parts, strict=True)]
    content = archive(*written, wide=wide)
    reading, found = deeply(content)
    assert found == []
    read = [member_source(Buffer(content), member).read_at(0, 1000) for member in reading.members]
    assert read == [member.content for member in members]


LONG = bytes(range(256)) * 2000


@pytest.mark.parametrize("method", [0, 8], ids=["stored", "deflated"])
@pytest.mark.parametrize("offset", [0, 1, 255, 99_999, 100_001, 511_990, 512_000, 600_000])
def test_any_part_of_a_member_is_the_part_of_its_content(method: int, offset: int) -> None:
    content = archive(Member(b"long", LONG, method))
    (member,) = read_archive(Buffer(content)).members
    source = member_source(Buffer(content), member)
    assert source.n_bytes == len(LONG)
    assert source.read_at(offset, 20) == LONG[offset : offset + 20]
    assert b"".join(map(bytes, source.pieces(offset, len(LONG)))) == LONG[offset:]
    assert sum(map(len, source.pieces(offset, 0))) == 0


def test_a_member_never_gives_more_than_one_byte_beyond_its_size() -> None:
    stored = deflate(bytes(1_000_000))
    content = archive(Member(b"bomb", bytes(10), 8, stored=stored))
    (member,) = read_archive(Buffer(content)).members
    source = member_source(Buffer(content), member)
    assert source.read_at(0, 1_000_000) == bytes(10)
    assert sum(map(len, source.pieces(0, 1_000_000))) == 11


@pytest.mark.parametrize(
    "name", ["name-absolute", "encrypted", "bzip2", "member-within-a-member", "deflate-ratio"]
)
def test_what_must_not_be_opened_is_not(name: str) -> None:
    (case,) = (case for case in CASES if case.name == name)
    closed = [member for member in read_archive(Buffer(case.content)).members if not member.readable]
    assert len(closed) == 1
    with pytest.raises(ValueError, match="not to be opened"):
        member_source(Buffer(case.content), closed[0])


FOUR_GIB = 1 << 32


def test_a_member_beyond_four_gib_is_found_as_pytorch_writes_it() -> None:
    # Its own header has a zip64 field with a place, which only the directory's should have.
    place, sizes = FOUR_GIB + 100, struct.pack("<QQ", FOUR_GIB, FOUR_GIB)
    large = Member(b"large", b"", flags=0x808)
    zero = {"crc": 0, "n_stored": 0, "n_bytes": 0}
    own = own_header(replace(large, own=zero | {"extra": struct.pack("<HH", 1, 16) + sizes}))
    end_of_large = len(own) + FOUR_GIB
    descriptor = b"PK\x07\x08" + struct.pack("<IQQ", 0, FOUR_GIB, FOUR_GIB)
    place = end_of_large + len(descriptor)
    own_small = own_header(replace(A, own={"extra": struct.pack("<HHQ", 1, 8, place)})) + A.data
    at = place + len(own_small)
    wide = {"n_stored": ELSEWHERE, "n_bytes": ELSEWHERE, "crc": 0}
    directory = listed_header(
        replace(large, listed=wide | {"extra": struct.pack("<HH", 1, 16) + sizes}), 0
    ) + listed_header(replace(A, listed={"extra": struct.pack("<HHQ", 1, 8, place)}), ELSEWHERE)
    tail = archive(wide=True, wide_here=2, wide_entries=2, wide_n_bytes=len(directory), wide_offset=at,
                   entries=2, here=2, n_bytes=len(directory), offset=ELSEWHERE,
                   locator_place=at + len(directory))  # fmt: skip
    whole = directory + tail
    source = Sparse(at + len(whole), {0: own, end_of_large: descriptor + own_small, at: whole})
    reading = read_archive(source)
    assert reading.findings == ()
    assert [member.n_bytes for member in reading.members] == [FOUR_GIB, 5]
    assert check_crc(source, reading.members[1]) == []


SMALL = archive(A, streamed(B), wide=True)


@pytest.mark.parametrize("n_bytes", range(len(SMALL)))
def test_no_beginning_of_an_archive_is_one(n_bytes: int) -> None:
    assert read_archive(Buffer(SMALL[:n_bytes])).findings


@pytest.mark.parametrize("place", range(len(SMALL)))
def test_a_flipped_bit_is_never_a_fault(place: int) -> None:
    flipped = bytearray(SMALL)
    flipped[place] ^= 1 << (place * 5 % 8)
    deeply(bytes(flipped))


@given(st.binary(max_size=200))
def test_no_bytes_are_a_fault(content: bytes) -> None:
    deeply(content)
    deeply(SMALL[:100] + content)


def peak(content: bytes) -> int:
    """The most memory that reading took beside the file's own."""
    source = Buffer(content)
    tracemalloc.start()
    try:
        reading = read_archive(source)
        for member in reading.members:
            if member.readable:
                check_crc(source, member)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


HOSTILE = {
    "claimed-directory": archive(A, n_bytes=ELSEWHERE, offset=0),
    "claimed-zip64-directory": archive(A, wide=True, wide_n_bytes=1 << 62, n_bytes=ELSEWHERE),
    "claimed-size": archive(replace(A, listed={"n_stored": 1 << 31, "n_bytes": 1 << 31})),
    "bomb": archive(Member(b"bomb", bytes(1 << 24), 8)),
    "many-signatures": b"PK\x05\x06" * 20_000,
    "many-members": archive(*(Member(b"%05d" % i, b"") for i in range(3_000))),
    "all-wrong": archive(*(Member(b"%05d" % i, b"", 12, own={"crc": 9}) for i in range(3_000))),
    "one-name": archive(*(Member(b"m", b"") for _ in range(3_000))),
    "deflate-in-one-piece": archive(Member(b"noise", bytes(i * i % 251 for i in range(400_000)), 8)),
    "after-a-short-stream": archive(Member(b"a", b"", 8, stored=b"\3\0" + bytes(400_000))),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_memory_stays_within_four_times_the_file_and_a_mebibyte(content: bytes) -> None:
    assert peak(content) <= 4 * len(content) + (1 << 20)


def test_of_one_code_a_hundred_findings_are_told_and_the_rest_counted() -> None:
    found = read_archive(Buffer(HOSTILE["one-name"])).findings
    assert [finding.code for finding in found] == ["BOB545"] * 101
    assert found[-1].found.startswith("2,899 more")


@pytest.mark.parametrize("n_members", [10, 1000])
def test_reads_are_three_for_the_ends_and_one_for_each_member(n_members: int) -> None:
    content = archive(*(Member(b"%04d" % i, bytes(500)) for i in range(n_members)))
    source = Counted(content)
    read_archive(source)
    assert source.n_reads == 2 + n_members
    assert source.n_read < len(content) / 2 + 70_000


@pytest.mark.parametrize(
    ("family", "header"),
    [(LocalHeader, own_header(A)), (CentralHeader, listed_header(A, 7))],
    ids=["own", "listed"],
)
def test_fixed_fields_are_those_of_the_family(family: type[LocalHeader], header: bytes) -> None:
    record = decode(family.at(), header).record
    assert record is not None
    fields = FixedFields(family.at())
    row = fields.read(b"?" + header, 1)
    assert {name: getattr(row, name) for name in row._fields if name != "signature"} == {
        name: value for name, value in record.items() if isinstance(value, int)
    }
    assert fields.n_bytes == len(header) - len(A.name)
    assert fields.read(header, 1) is None
    assert fields.read(header[: fields.n_bytes - 1], 0) is None
