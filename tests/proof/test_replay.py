"""A judge's values are believed only where plain Python comes to the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.replay import replay
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Declaration, Derived, Dim, Prefixed, Refine
from bob.spec.obligation import obligations
from bob.spec.quantifiers import below, every
from bob.spec.references import size_of

if TYPE_CHECKING:
    from bob.proof.replay import Replay
    from bob.spec.obligation import Obligation


class Values:
    """What a judge might say."""

    def __init__(self, numbers: dict[str, int], elements: dict[str, list[int]] | None = None) -> None:
        self.numbers = numbers
        self.elements = elements or {}

    def number(self, symbol: str) -> int:
        return self.numbers[symbol.strip("|")]

    def element(self, symbol: str, index: int) -> int:
        return self.elements[symbol][index]


def claim(statement: Any, **declarations: Declaration) -> Obligation:
    family = type(Family)("Example", (Family,), {**declarations, "c": Claim(statement, "the claim")})
    return obligations(family)[-1]


def seen(obligation: Obligation, elements: dict[str, list[int]] | None = None, **numbers: int) -> Replay:
    return replay(obligation, Values(numbers, elements))


NO_MEMBER = "the judge's values are no member of the family"
SMALL = claim(
    lambda f: f.double < 8,
    n=Dim(1, 9),
    double=Derived(lambda f: 2 * f.n),
    odd=Refine(lambda f: f.n % 2 == 1, "n is odd"),
)


def test_a_counterexample_is_shown_with_what_derives_from_it() -> None:
    found = seen(SMALL, n=5)
    assert found.objection == ""
    assert found.member == ({"n": 5}, {"double": 10}, frozenset({"n", "double"}), ("double = 10",))


@pytest.mark.parametrize(
    ("n", "objection"),
    [
        pytest.param(
            10, "the judge's values are no member of the family: false: n is from 1 to 9", id="bounds"
        ),
        pytest.param(4, "the judge's values are no member of the family: false: n is odd", id="a refinement"),
        pytest.param(3, "the claim holds for the judge's counterexample", id="the claim"),
    ],
)
def test_values_that_python_disagrees_with_are_not_believed(n: int, objection: str) -> None:
    assert seen(SMALL, n=n).objection == objection


def test_a_member_is_replayed_without_a_goal() -> None:
    assert seen(SMALL._replace(goal=None), n=3).objection == ""
    assert seen(SMALL._replace(goal=None), n=2).objection != ""


def test_what_derives_a_field_is_never_taken_from_the_judge() -> None:
    assert seen(SMALL, n=5, double=0).member.derived == {"double": 10}


def test_what_a_goal_depends_on_is_read_by_way_of_definitions_and_of_equations() -> None:
    found = seen(
        claim(
            lambda f: f.stored < 8,
            n=Dim(1, 9),
            other=Dim(1, 9),
            square=Derived(lambda f: f.n * f.n),
            double=Derived(lambda f: 2 * f.square),
            stored=U8(equals=lambda f: f.double),
        ),
        n=3,
        other=1,
        stored=18,
    )
    assert found.member.reads == {"n", "square", "double", "stored"}


def test_a_claim_without_a_value_does_not_hold() -> None:
    found = seen(claim(lambda f: 5 - f.n != 3, n=Dim(0, 9)), n=7)
    assert (found.objection, found.member.sides) == ("", ("5 - n: 5 - 7 is below zero",))


def test_a_derived_field_without_a_value_is_named() -> None:
    found = seen(claim(lambda f: f.d != 3, n=Dim(0, 9), d=Derived(lambda f: 5 - f.n)), n=7)
    assert found.objection == ""
    assert (found.member.derived, found.member.sides) == ({"d": None}, ("d has no value",))


def test_a_refinement_without_a_value_makes_no_member() -> None:
    made = claim(lambda f: f.n < 9, n=Dim(0, 9), r=Refine(lambda f: 5 - f.n < 3, "r"))
    assert "no member" in seen(made, n=9).objection


CELLS = claim(lambda f: every(c < 7 for c in f.cells), n=Dim(0, 2**40), cells=Array(U8, lambda f: f.n))


def test_elements_are_shown_from_the_first_and_the_false_ones_named() -> None:
    found = seen(CELLS, {"cells": [1, 9, 2, 8]}, n=4)
    assert found.objection == ""
    assert found.member.quantities == {"n": 4, "cells": [1, 9, 2, 8]}
    assert found.member.sides == ("cells[1] = 9", "cells[3] = 8")


def test_only_the_first_places_are_listed() -> None:
    sides = seen(CELLS, {"cells": [9] * 10}, n=10).member.sides
    assert sides == ("cells[0] = 9", "cells[1] = 9", "cells[2] = 9", "and at 7 more places")


def test_an_element_outside_its_width_makes_no_member() -> None:
    assert "each of cells is a u8" in seen(CELLS, {"cells": [300]}, n=1).objection


def test_more_elements_than_can_be_walked_are_not_believed() -> None:
    cells = {"cells": [0] * 8}
    assert seen(CELLS, cells, n=2**40).objection == "not replayed: n = 1099511627776 elements"


def test_an_array_whose_length_has_no_value_does_not_hide_that() -> None:
    every_small = Refine(lambda f: every(x < 9 for x in f.a), "every element is below 9")
    family = type(Family)(
        "E", (Family,), {"n": Dim(0, 9), "a": Array(U8, lambda f: 5 - f.n), "r": every_small}
    )
    (owed,) = [each for each in obligations(family) if each.name == "e/r.stays_above_zero"]
    found = seen(owed, {"a": []}, n=7)
    assert found.objection == ""
    assert found.member.quantities == {"n": 7, "a": []}


def test_a_quantifier_whose_limit_is_another_ones_variable_is_walked() -> None:
    made = claim(
        lambda f: every(f.a[j] < 7 for i in below(f.n) for j in below(i + 1)),
        n=Dim(1, 9),
        a=Array(U8, lambda f: f.n),
    )
    assert seen(made, {"a": [1, 9]}, n=2).member.sides == ("a[1] = 9",)


class Named(Family):
    name = Prefixed(U8)


def test_sizes_that_no_elements_were_built_for_are_not_believed() -> None:
    made = claim(lambda f: size_of(f.names) < 9, names=Array(Named, 2))
    assert (
        "whether elements can add up to bytes(names) = 40 is open"
        in seen(made, **{"bytes(names)": 40}).objection
    )


def test_two_premises_with_one_sentence_are_both_replayed() -> None:
    made = claim(
        lambda f: f.n < 5,
        n=Dim(0, 9),
        one=Refine(lambda f: f.n != 7, "the same"),
        two=Refine(lambda f: f.n != 8, "the same"),
    )
    assert [bool(seen(made, n=n).objection) for n in (6, 7, 8)] == [False, True, True]
