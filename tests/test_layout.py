"""Where parts lie: the bytes of drawn records are covered in order; paths and places of known ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from bob.codec import encode, make
from bob.layout import Region, layout
from bob.spec.evaluation import Unbound
from bob.spec.families.header import Header
from bob.spec.families.input_record import InputRecord
from bob.spec.family import Family
from bob.spec.fields import U8, U32, Array, Bytes, Dim, Magic, Nested, Padding, Prefixed
from tests.generated_families import members

if TYPE_CHECKING:
    from bob.layout import Layout
    from bob.spec.record import Record
    from tests.generated_families import Member

run = settings(derandomize=True, deadline=None, database=None, max_examples=30)


def check_cover(laid_out: Layout, content: bytes) -> None:
    """Regions follow each other and cover the record."""
    ends = [0, *(region.end for region in laid_out.regions)]
    assert [region.offset for region in laid_out.regions] == ends[:-1]
    assert ends[-1] == laid_out.n_bytes == len(content)


def check_innermost(laid_out: Layout) -> None:
    """The innermost parts follow each other, and each is found by its path."""
    byte = 0
    while byte < laid_out.n_bytes:
        region = laid_out.locate(byte)
        assert region.offset == byte
        assert laid_out.region(region.name) == region
        byte = region.end


def check_values(laid_out: Layout, record: Record, content: bytes) -> None:
    """What a region holds is the value of its field."""
    for name, offset, n_bytes in laid_out.regions:
        held, value = content[offset : offset + n_bytes], record.get(name)
        if isinstance(value, int):
            assert held == value.to_bytes(n_bytes, "little")
        elif isinstance(value, bytes):
            assert held.endswith(value)
        elif isinstance(value, memoryview):
            assert held == value.tobytes()


@pytest.mark.parametrize("depth", range(4))
def test_every_byte_of_a_drawn_record_lies_where_the_layout_says(depth: int) -> None:
    @run
    @given(members(depth))
    def drawn(member: Member) -> None:
        record = make(member.at, **member.values)
        content = encode(member.at, record)
        laid_out = layout(member.at, record)
        check_cover(laid_out, content)
        check_innermost(laid_out)
        check_values(laid_out, record, content)

    drawn()


class Leaf(Family):
    """A string behind its length, and one of a length that the record around it gives."""

    width = Dim(1, 4)
    text = Prefixed(U8)
    fixed = Bytes(lambda f: f.width)


class Tree(Family):
    """One of each kind of part."""

    magic = Magic(b"TREE")
    count = U8()
    leaves = Array(Nested(Leaf, width=lambda f: f.count), lambda f: f.count)
    leaf = Nested(Leaf, width=1)
    digests = Array(Bytes(2), 2)
    words = Array(U32, 2)
    padding = Padding(16)
    seal = Bytes(3)


TREE = layout(
    Tree.at(),
    {
        "count": 2,
        "leaves": [{"text": b"abc", "fixed": b"12"}, {"text": b"", "fixed": b"34"}],
        "leaf": {"text": b"de", "fixed": b"5"},
        "digests": [b"67", b"89"],
        "words": [1, 2],
        "seal": b"end",
    },
)
PLACES = [
    Region("magic", 0, 4),
    Region("magic[3]", 3, 1),
    Region("count", 4, 1),
    Region("leaves", 5, 9),
    Region("leaves[0]", 5, 6),
    Region("leaves[0].text", 5, 4),
    Region("leaves[0].text[2]", 8, 1),
    Region("leaves[1].fixed", 12, 2),
    Region("leaves[1].fixed[1]", 13, 1),
    Region("leaf", 14, 4),
    Region("leaf.fixed", 17, 1),
    Region("digests[1]", 20, 2),
    Region("digests[1][1]", 21, 1),
    Region("words[1]", 26, 4),
    Region("padding", 30, 15),
    Region("seal", 45, 3),
]


@pytest.mark.parametrize("region", PLACES, ids=[region.name for region in PLACES])
def test_a_path_leads_to_its_place(region: Region) -> None:
    assert TREE.region(region.name) == region
    assert TREE.offset(region.name) == region.offset


INNERMOST = {
    0: "magic",
    4: "count",
    5: "leaves[0].text",
    10: "leaves[0].fixed",
    11: "leaves[1].text",
    13: "leaves[1].fixed",
    16: "leaf.text",
    21: "digests[1]",
    29: "words[1]",
    44: "padding",
    47: "seal",
}


@pytest.mark.parametrize(("byte", "name"), INNERMOST.items(), ids=INNERMOST.values())
def test_a_byte_lies_in_its_innermost_part(byte: int, name: str) -> None:
    assert TREE.locate(byte).name == name


@pytest.mark.parametrize("byte", [-1, 48, 2**70])
def test_a_byte_outside_the_record_has_no_part(byte: int) -> None:
    with pytest.raises(LookupError, match=f"byte {byte} is outside the record's 48 bytes"):
        TREE.locate(byte)


BAD_PATHS = [
    "",
    "trunk",
    "leaf.trunk",
    "count.inner",
    "count[0]",
    "leaf[0]",
    "words[2]",
    "leaves[2]",
    "seal[3]",
    "leaves[0].text[3]",
    "leaves[-1]",
    "leaves[0",
    "leaves.text",
    "leaf..text",
]


@pytest.mark.parametrize("path", BAD_PATHS)
def test_a_path_that_the_record_does_not_have_is_refused(path: str) -> None:
    with pytest.raises(LookupError):
        TREE.region(path)


def test_the_input_record_is_laid_out_without_a_record() -> None:
    laid_out = layout(InputRecord.at())
    assert laid_out.regions == (
        Region("magic", 0, 8),
        Region("version", 8, 8),
        Region("pairs", 16, 512),
        Region("targets", 528, 1024),
        Region("prompt_bytes", 1552, 12),
    )
    assert laid_out.n_bytes == 1564
    assert laid_out.region("pairs[3].target") == Region("pairs[3].target", 23, 1)
    assert laid_out.locate(1563) == Region("prompt_bytes[2]", 1560, 4)


def test_an_element_past_the_last_has_no_place_even_without_a_record() -> None:
    with pytest.raises(LookupError, match=r"targets has no part 256"):
        layout(InputRecord.at()).region("targets[256]")


def test_a_place_that_depends_on_a_field_needs_a_record() -> None:
    laid_out = layout(Header.at())
    assert laid_out.offset("schema") == 128
    with pytest.raises(Unbound, match="schema"):
        laid_out.offset("learner")
    with pytest.raises(Unbound):
        laid_out.regions  # noqa: B018
