"""Two families are equal by proof, or a file shows the difference: one codec alone accepts it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.adversary.compare import compare
from bob.adversary.dropped import Lenient
from bob.proof.judges import Answer, Word
from bob.proof.panel import decide
from bob.spec.families.header import Header
from bob.spec.families.input_record import InputRecord
from bob.spec.family import Family
from bob.spec.fields import (
    U8,
    U16,
    U32,
    U64,
    Array,
    Bytes,
    Declaration,
    Dim,
    Ghost,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.obligation import Verdict
from bob.spec.quantifiers import every

if TYPE_CHECKING:
    from bob.adversary.difference import Way
    from bob.spec.family import FamilyMeta

PROVED, DIFFERS = Verdict.PROVED, Verdict.FALSIFIED


def changed(family: FamilyMeta, **declarations: Declaration) -> FamilyMeta:
    return type(family)(family.__name__, (family,), dict(declarations))


class Table(Family):
    """As many rows of cells as there are columns, and one row more."""

    n = Dim(1, 50, shipped=3)

    magic = Magic(b"TB")
    version = U8(equals=1)
    name = Prefixed(U8)
    total = U16()
    cells = Array(U8, lambda f: f.n * f.n + f.n)

    cells_are_small = Refine(lambda f: every(cell < f.n for cell in f.cells), "every cell is below n")
    total_is_small = Refine(lambda f: f.total <= 100 * f.n, "the total is at most a hundred times n")


def failing(way: Way) -> str:
    (found,) = [each.clause.name for each in way.clauses if each.verdict is DIFFERS]
    return found


SAME = {
    "the same words": Table,
    "a size in other words": changed(Table, cells=Array(U8, lambda f: f.n * (f.n + 1))),
    "a statement in other words": changed(
        Table, cells_are_small=Refine(lambda f: every(cell + 1 <= f.n for cell in f.cells), "small")
    ),
    "words for bytes": changed(
        Table,
        magic=Bytes(2),
        is_table=Refine(lambda f: (f.magic[0] == ord("T")) & (f.magic[1] == ord("B")), "it begins with TB"),
    ),
    "a dim of one value": changed(Table, version=U8(equals=lambda f: f.one), one=Dim(1, 1)),
    "a ghost": changed(
        Table, any=Ghost(0, 5), known=Refine(lambda f: f.any + f.total < 2**40, "nothing that a file holds")
    ),
}


@pytest.mark.parametrize("new", SAME.values(), ids=SAME)
def test_equal_families_are_proved_equal(new: FamilyMeta) -> None:
    assert compare(Table, new, decide).verdicts == (PROVED, PROVED)


# What is changed; then the clause by which the new family refuses a file of the old one, and the reverse;
# nothing where it accepts them all.
DIFFERENT: dict[str, tuple[FamilyMeta, str, str]] = {
    "a constant": (changed(Table, version=U8(equals=2)), "version", "version"),
    "a sign": (
        changed(Table, total_is_small=Refine(lambda f: f.total < 100 * f.n, "less")),
        "total_is_small",
        "",
    ),
    "a quantified sign": (
        changed(Table, cells_are_small=Refine(lambda f: every(c <= f.n for c in f.cells), "at most n")),
        "",
        "cells_are_small",
    ),
    "a widened bound": (changed(Table, n=Dim(1, 51, shipped=3)), "", "n"),
    "a narrowed bound": (changed(Table, n=Dim(2, 50, shipped=3)), "n", ""),
    "a new statement": (
        changed(Table, even=Refine(lambda f: f.total % 2 == 0, "the total is even")),
        "even",
        "",
    ),
    "a wider field": (changed(Table, total=U32()), "(short)", "(long)"),
    "a wider prefix": (changed(Table, name=Prefixed(U16)), "(short)", "(long)"),
    "a field more": (changed(Table, more=U8()), "(short)", "(long)"),
    "another magic": (changed(Table, magic=Magic(b"TC")), "magic", "magic"),
    "padding": (changed(Table, filling=Padding(2)), "(short)", "(long)"),
}


@pytest.mark.parametrize(("new", "forwards", "backwards"), DIFFERENT.values(), ids=DIFFERENT)
def test_a_difference_is_shown_by_a_file_that_both_codecs_confirm(
    new: FamilyMeta, forwards: str, backwards: str
) -> None:
    found = compare(Table, new, decide)
    for way, clause, accepts, refuses in (
        (found.forwards, forwards, Table, new),
        (found.backwards, backwards, new, Table),
    ):
        if not clause:
            assert (way.verdict, way.witness) == (PROVED, None)
            continue
        assert failing(way) == clause
        witness = way.witness
        assert witness is not None
        assert Lenient(accepts.spec).accepts(witness.dims, witness.content)
        assert Lenient(refuses.spec).codes(witness.dims, witness.content) == set(witness.codes) != set()


@pytest.mark.parametrize(
    ("new", "clause"),
    [
        (changed(Header, version=U64(equals=2, code="BOB204")), "version"),
        (
            changed(
                Header,
                next_step_fits=Refine(lambda f: f.step + f.updates_per_invocation < 2**63, "x", "BOB208"),
            ),
            "next_step_fits",
        ),
        (changed(Header, padding=Padding(32, code="BOB218")), "(long)"),
    ],
    ids=["version", "sign", "alignment"],
)
def test_a_changed_header_is_told(new: FamilyMeta, clause: str) -> None:
    assert failing(compare(Header, new, decide).forwards) == clause


@pytest.mark.parametrize("family", [Header, InputRecord], ids=["Header", "InputRecord"])
def test_a_shipped_family_is_equal_to_itself(family: FamilyMeta) -> None:
    assert compare(family, family, decide).verdicts == (PROVED, PROVED)


def test_more_prompts_are_shown_by_a_file_that_has_them() -> None:
    new = changed(InputRecord, prompts=Dim(0, 2**17, shipped=3))
    found = compare(InputRecord, new, decide)
    assert found.forwards.verdict is PROVED
    witness = found.backwards.witness
    assert witness is not None
    assert (witness.dims["prompts"] > 2**16, witness.codes) == (True, ("BOB108",))


class Line(Family):
    """Some bytes."""

    text = Bytes(4)


class Split(Family):
    """The same bytes in two parts, wherever they are split."""

    cut = Dim(0, 4)
    first = Bytes(lambda f: f.cut)
    second = Bytes(lambda f: 4 - f.cut)


class Odd(Family):
    """The same bytes, the first of which is not the number of all."""

    cut = Dim(1, 4)
    text = Bytes(4)
    other = Refine(lambda f: f.text[0] == f.cut, "the first byte is a number from 1 to 4")


@pytest.mark.parametrize(
    ("old", "new", "verdicts"),
    [(Line, Split, (PROVED, PROVED)), (Line, Odd, (DIFFERS, PROVED)), (Odd, Line, (PROVED, DIFFERS))],
    ids=["any value will do", "no value will do", "the reverse"],
)
def test_a_dim_of_one_family_alone_may_take_any_value(
    old: FamilyMeta, new: FamilyMeta, verdicts: tuple[Verdict, Verdict]
) -> None:
    assert compare(old, new, decide).verdicts == verdicts


def test_a_judge_who_gives_up_leaves_it_open() -> None:
    def lazy(*_: Any) -> Answer:
        return Answer(Word.UNKNOWN, 0.0, reason="out of patience")

    new = changed(Table, cells=Array(U8, lambda f: f.n * (f.n + 1)))
    found = compare(Table, new, lazy)
    assert found.verdicts == (Verdict.UNKNOWN, Verdict.UNKNOWN)
    assert {each.note for each in found.forwards.clauses if each.verdict is Verdict.UNKNOWN} == {
        "out of patience"
    }


def test_elements_that_differ_in_size_leave_it_open() -> None:
    class Text(Family):
        """A string."""

        text = Prefixed(U8)

    class Page(Family):
        """Strings."""

        lines = Array(Nested(Text), 2)

    found = compare(Page, Page, decide)
    assert found.verdicts == (Verdict.UNKNOWN, Verdict.UNKNOWN)
    assert "differ in size" in found.forwards.clauses[0].note


def test_a_difference_that_the_codecs_do_not_confirm_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lenient, "codes", lambda *_: frozenset())
    found = compare(Table, changed(Table, version=U8(equals=2)), decide)
    assert (found.forwards.verdict, found.forwards.witness) == (Verdict.UNKNOWN, None)
