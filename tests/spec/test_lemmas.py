"""A lemma is another family's claim, word for word, of other quantities."""

from __future__ import annotations

import pytest

from bob.errors import Refused
from bob.spec.evaluation import holds
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Derived, Dim, Ghost, Refuted
from bob.spec.lemmas import lemma
from bob.spec.obligation import Obligation, obligations
from bob.spec.premises import Kind
from bob.spec.quantifiers import every
from bob.spec.terms import Implies, Name


class Step(Family):
    count = Dim(1, 9)
    base = Dim(1, 9)
    high = Ghost(0, lambda f: f.count - 1)
    digit = Ghost(0, lambda f: f.base - 1)

    in_range = Claim(lambda f: f.high * f.base + f.digit < f.count * f.base, "the step is in range")
    never_first = Refuted(lambda f: f.digit > 0, "no digit is 0", "digits begin at 0")


class Cells(Family):
    rows = Dim(1, 9)
    cells = Array(U8, lambda f: f.rows)
    small = Claim(lambda f: every(c < 256 for c in f.cells) | (f.rows > 9), "cells are bytes")


ROWS, WIDTH, ROW, CELL = (Name(name) for name in ("rows", "width", "row", "cell"))


def owed(family: type[Family], name: str) -> Obligation:
    return next(each for each in obligations(family) if each.name.endswith(f"/{name}"))


def test_a_lemma_is_the_claim_with_its_premises_and_its_quantities_replaced() -> None:
    made = lemma(Step, "in_range", count=ROWS, base=WIDTH, high=ROW, digit=CELL)
    assert (made.name, made.kind) == ("step/in_range", Kind.LEMMA)
    inside = {"rows": 2, "width": 3, "row": 1, "cell": 2}
    # Where a premise of the claim is false, the lemma says nothing.
    for values in (inside, {**inside, "row": 9}, {**inside, "cell": 3}, {**inside, "rows": 10}):
        assert holds(made.predicate, values)
    assert isinstance(made.predicate, Implies)
    assert holds(made.predicate.left, inside)
    assert not holds(made.predicate.right, {**inside, "cell": 9})


def test_a_lemma_says_where_it_stands() -> None:
    made = lemma(Step, "in_range", count=ROWS, base=4, high=ROW, digit=CELL * 2)
    assert (
        made.sentence
        == "the step is in range, where count is rows, base is 4, high is row, digit is cell * 2"
    )


@pytest.mark.parametrize(
    ("family", "claim", "quantities", "said"),
    [
        (Step, "missing", {}, "Step has no claim named missing"),
        (Step, "inhabited", {}, "Step has no claim named inhabited"),
        (Step, "never_first", {"base": 1, "digit": 0}, "Step has no claim named never_first"),
        (Step, "in_range", {"count": 1}, "in_range of Step is about base, count, digit, high"),
        (Cells, "small", {"rows": 1, "cells": 1}, "small of Cells is about bytes, not about numbers alone"),
    ],
)
def test_a_lemma_is_of_a_claim_that_holds_and_of_all_its_quantities(
    family: type[Family], claim: str, quantities: dict[str, int], said: str
) -> None:
    with pytest.raises(TypeError) as raised:
        lemma(family, claim, **quantities)
    assert str(raised.value) == said


def test_a_claim_that_misuses_a_lemma_is_refused_when_the_family_is_defined() -> None:
    with pytest.raises(Refused) as refused:

        class Wrong(Family):
            rows = Dim(1, 9)
            said = Claim(lambda f: f.rows < 10, "few", by=lambda f: [lemma(Step, "in_range", count=f.rows)])

    assert refused.value.findings[0].code == "BOB107"


class Built(Family):
    rows = Dim(1, 9)
    row = Ghost(0, lambda f: f.rows - 1)
    other = Ghost(0, lambda f: f.rows - 1)
    area = Derived(lambda f: f.rows * f.rows)

    inside = Claim(lambda f: f.row * f.rows < f.area, "a row begins inside")
    twice = Claim(
        lambda f: f.row * f.rows + f.other < f.area,
        "a cell lies inside",
        after=("area.below_2_63", "inside"),
        by=lambda f: [lemma(Step, "in_range", count=f.rows, base=f.rows, high=f.row, digit=f.other)],
    )


def test_a_claim_builds_on_what_is_owed_before_it_and_on_lemmas() -> None:
    built = [each.name for each in owed(Built, "twice").given if each.kind is Kind.LEMMA]
    assert built == ["built/area.below_2_63", "built/inside", "step/in_range"]
    assert not [each for each in owed(Built, "inside").given if each.kind is Kind.LEMMA]


@pytest.mark.parametrize("name", ["later", "missing", "said", "inhabited", "false"])
def test_a_claim_builds_on_nothing_that_is_not_shown_before_it(name: str) -> None:
    class Circular(Family):
        rows = Dim(1, 9)
        false = Refuted(lambda f: f.rows < 3, "few", "there are more")
        said = Claim(lambda f: f.rows < 10, "below ten", after=(name,))
        later = Claim(lambda f: f.rows < 11, "below eleven")

    with pytest.raises(Refused) as refused:
        obligations(Circular)
    assert refused.value.findings[0].code == "BOB102"


def test_a_claim_builds_on_no_ghost_that_it_does_not_mention() -> None:
    class Narrowed(Family):
        rows = Dim(0, 9)
        ghost = Ghost(1, lambda f: f.rows)
        some = Claim(lambda f: f.ghost * f.rows > 0, "where there is a ghost there are rows")
        said = Claim(lambda f: f.rows < 10, "below ten", after=("some",))

    with pytest.raises(Refused) as refused:
        obligations(Narrowed)
    assert refused.value.findings[0].found == "some is about ghosts that it does not mention"
