"""The clauses of a family hold of exactly those bytes in which its codec finds nothing wrong."""

from __future__ import annotations

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from bob.codec import decode, encode, make
from bob.errors import Refused
from bob.spec.bytewise import Unsayable
from bob.spec.clauses import Kind, Reading, clauses_of, true_of
from bob.spec.family import Family
from bob.spec.fields import U8, U16, Array, Dim, Ghost, Nested, Prefixed, Refine
from bob.spec.quantifiers import every
from tests.adversary.corpus import KEPT, READINGS, Kept
from tests.generated_families import members, mutations


def false_clauses(reading: Reading, dims: dict[str, int], content: bytes) -> list[str]:
    return [clause.name for clause in reading.clauses if not true_of(clause, reading, dims, content)]


@settings(max_examples=60)
@given(st.data())
def test_the_clauses_hold_of_what_the_codec_accepts_and_of_nothing_else(data: st.DataObject) -> None:
    mutation = data.draw(mutations)
    member = data.draw(members(2))
    try:
        reading = clauses_of(member.at.spec)
        content = encode(member.at, make(member.at, **member.values))
    except (Unsayable, Refused):
        assume(False)
    assert false_clauses(reading, member.at.dims, content) == []
    changed = mutation.of(content, [0])
    accepted = not decode(member.at, changed).findings
    event(f"accepted: {accepted}")
    assert (false_clauses(reading, member.at.dims, changed) == []) == accepted


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.path)
def test_a_kept_file_breaks_what_it_is_said_to_break(kept: Kept) -> None:
    false = false_clauses(READINGS[kept.family], kept.dims, kept.content)
    assert false[:1] == ([kept.facts["clause"]] if kept.facts["expected"] == "refuse" else [])


class Row(Family):
    """A row whose cells are below its own first byte."""

    n = Dim(1, 3)
    top = U8()
    cells = Array(U8, lambda f: f.n)
    few = Refine(lambda f: f.n < 3, "fewer than three cells")
    below = Refine(lambda f: every(cell < f.top for cell in f.cells), "every cell is below the top")


class Rows(Family):
    """A name and some rows."""

    n = Dim(0, 9)
    name = Prefixed(U16)
    count = U8()
    rows = Array(Nested(Row, n=lambda f: f.n), lambda f: f.count)
    any = Ghost(0, 3)
    ghostly = Refine(lambda f: f.any < 4 * f.n + 4, "nothing that a file holds")


READING = clauses_of(Rows.spec)


def test_what_fixes_the_layout_comes_first_and_ghosts_are_not_asked_for() -> None:
    assert [(clause.name, clause.kind) for clause in READING.clauses] == [
        ("rows.n", Kind.BOUNDS),
        ("rows[].few", Kind.DIMS),
        ("(short)", Kind.ENOUGH),
        ("(long)", Kind.END),
        ("rows[].below", Kind.REFINEMENT),
    ]


@pytest.mark.parametrize(
    ("content", "n", "false"),
    [
        (b"\1\0x\2\5\1\2\6\3\4", 2, []),
        (b"\1\0x\2\5\1\2\6\3\6", 2, ["rows[].below"]),
        (b"\1\0x\2\5\1\2\6\3", 2, ["(short)"]),
        (b"\1\0x\2\5\1\2\6\3\4\0", 2, ["(long)"]),
        (b"\1\0x\0", 3, ["rows[].few"]),
        (b"\1\0x\0", 0, ["rows.n"]),
        (b"\7\0x\0", 2, ["(short)"]),
    ],
    ids=["good", "a cell", "short", "long", "dims", "bounds", "a long name"],
)
def test_an_element_says_what_it_says_of_its_own_array(content: bytes, n: int, false: list[str]) -> None:
    # Where a file ends early, or its dims are none, what follows is no question.
    assert false_clauses(READING, {"n": n}, content)[:1] == false


def test_elements_that_differ_in_size_have_no_place() -> None:
    class Text(Family):
        """A string."""

        text = Prefixed(U8)

    class Page(Family):
        """Strings."""

        lines = Array(Nested(Text), 2)

    with pytest.raises(Unsayable, match="lines: its elements differ in size"):
        clauses_of(Page.spec)
