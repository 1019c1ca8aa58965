"""Where a predicate is false: each place once, with its values; guards spare what stands behind them."""

from __future__ import annotations

from typing import Any

import pytest

from bob.spec.evaluation import Fault, Unbound
from bob.spec.failures import failures, stated
from bob.spec.terms import AllDifferent, And, Bound, Const, Every, Implies, Item, Name, Not, Or, Predicate

A, B, Z = Name("a"), Name("b"), Name("zero")
SCOPE: dict[str, Any] = {"a": 7, "b": 3, "zero": 0, "items": [4, 9, 4, 9, 4], "table": [1, 2]}
I0, I1 = Bound("i0", Const(5)), Bound("i1", Const(2))
ITEM = Item("items", I0, (), Const(5))
TABLE = Item("table", I1, (), Const(2))
FAULTY = A / Z == 1

FOUND: dict[str, tuple[Predicate, list[tuple[dict[str, int], str, bool]]]] = {
    "true": (A == 7, []),
    "a comparison": (A == B, [({}, "a = 7, b = 3", False)]),
    "a constant": (A < 3, [({}, "a = 7", False)]),
    "a term": (A + B == 11, [({}, "a + b = 10", False)]),
    "both parts": (And((A == 8, B == 4)), [({}, "a = 7", False), ({}, "b = 3", False)]),
    "one part": (And((A == 7, B == 4)), [({}, "b = 3", False)]),
    "a choice": (Or((A == 8, B == 4)), [({}, "a = 7, b = 3", False)]),
    "a negation": (Not(A == 7), [({}, "a = 7", False)]),
    "every element": (
        Every(I0, ITEM < 9),
        [({"i0": 1}, "items[1] = 9", False), ({"i0": 3}, "items[3] = 9", False)],
    ),
    "every pair": (
        Every(I1, Every(I0, ITEM != TABLE + 8)),
        [
            ({"i1": 0, "i0": 1}, "items[1] = 9, table[0] + 8 = 9", False),
            ({"i1": 0, "i0": 3}, "items[3] = 9, table[0] + 8 = 9", False),
        ],
    ),
    "a computed index": (
        Every(I1, Item("items", I1 + 2, (), Const(5)) == 4),
        [({"i1": 1}, "items[1 + 2] = 9", False)],
    ),
    "repeats": (
        AllDifferent(I0, ITEM),
        [
            ({"i0": 2}, "items[0] = items[2] = 4", False),
            ({"i0": 3}, "items[1] = items[3] = 9", False),
            ({"i0": 4}, "items[0] = items[4] = 4", False),
        ],
    ),
    "a quantifier in a choice": (
        Or((Every(I0, ITEM == 4), A == 8)),
        [({}, "(items[i0] == 4 for every i0 < 5) = false, a = 7", False)],
    ),
    "no value": (FAULTY, [({}, "a / zero: 7 / 0 divides by zero", True)]),
    "no value in an element": (
        Every(I1, Item("table", I1 + 1, (), Const(2)) == 2),
        [({"i1": 1}, "table[1 + 1]: index 2 is not below 2", True)],
    ),
    "a limit without a value": (
        Every(Bound("i0", B - A), A == 7),
        [({}, "b - a: 3 - 7 is below zero", True)],
    ),
    "a repeat without a value": (
        AllDifferent(I0, A / Z),
        [({}, "a / zero: 7 / 0 divides by zero", True)],
    ),
    "no value behind what is false": (And((A == 8, FAULTY)), [({}, "a = 7", False)]),
    "no value behind what is true": (
        And((A == 7, FAULTY)),
        [({}, "a / zero: 7 / 0 divides by zero", True)],
    ),
    "no value behind a premise": (Implies(A == 8, FAULTY), []),
}


@pytest.mark.parametrize(("said", "expected"), FOUND.values(), ids=FOUND.keys())
def test_a_predicate_fails_where_it_is_false_or_has_no_value(
    said: Predicate, expected: list[tuple[dict[str, int], str, bool]]
) -> None:
    found = failures(said, SCOPE)
    assert [(dict(failure.variables), failure.found, failure.fault) for failure in found] == expected


def test_a_failure_holds_the_innermost_statement_that_fails() -> None:
    inner = ITEM < 9
    assert failures(And((A == 7, Every(I0, inner))), SCOPE)[0].statement is inner


def test_a_name_that_the_scope_does_not_hold_is_no_failure() -> None:
    with pytest.raises(Unbound, match="other"):
        failures(Name("other") == 1, SCOPE)


def test_a_side_without_a_value_is_stated_as_such() -> None:
    assert stated(Or((A == B, A / Z == B)), SCOPE) == "a = 7, b = 3, a / zero = no value"
    assert stated(Not(Every(I0, FAULTY)), SCOPE) == "(a / zero == 1 for every i0 < 5) = no value"
    assert issubclass(Fault, ArithmeticError)
