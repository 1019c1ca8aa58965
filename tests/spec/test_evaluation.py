"""Terms and predicates as Python integers: values, what has none, and how far operands are read."""

from __future__ import annotations

from typing import Any

import pytest

from bob.spec.evaluation import Fault, Unbound, evaluate, holds, look_up
from bob.spec.terms import (
    AllDifferent,
    And,
    Bound,
    BytesOf,
    Compare,
    Const,
    Every,
    Iff,
    Implies,
    Item,
    Length,
    Name,
    Not,
    Or,
    Predicate,
    Term,
)

A, B, Z = Name("a"), Name("b"), Name("zero")
SCOPE: dict[str, Any] = {
    "a": 7,
    "b": 3,
    "zero": 0,
    "text": b"\x05\x06",
    "stated": 9,
    "items": [4, 5, 4],
    "view": memoryview(b"\x01\x02"),
    "inner": {"x": 11, "deep": {"y": 12}, "list": [1, 2]},
    "pairs": ({"p": {"q": 1}}, {"p": {"q": 2}}),
    "bytes(items)": 24,
    "bytes(inner.list)": 25,
}
I0 = Bound("i0", Const(3))
ITEM = Item("items", I0, (), Const(3))
TRUE, FALSE = Const(1) == 1, Const(1) == 2
FAULTY = A / Z == 1

VALUES: list[tuple[Term, int]] = [
    (Const(2**70), 2**70),
    (A, 7),
    (A + B, 10),
    (A - B, 4),
    (A * B, 21),
    ((A - 1) / B, 2),
    (A // B, 2),
    (A % B, 1),
    (Length("text"), 2),
    (Length("stated"), 9),
    (Length("items"), 3),
    (BytesOf("items"), 24),
    (BytesOf("inner.list"), 25),
    (Name("inner.x"), 11),
    (Name("inner.deep.y"), 12),
    (Item("text", Const(1), (), Const(2)), 6),
    (Item("view", Const(0), (), Const(2)), 1),
    (Item("inner.list", Const(1), (), Const(2)), 2),
    (Item("pairs", Const(1), ("p", "q"), Const(2)), 2),
    (Item("items", Item("view", Const(0), (), Const(2)), (), Const(3)), 5),
]


@pytest.mark.parametrize(("term", "value"), VALUES, ids=[repr(term) for term, _ in VALUES])
def test_a_term_has_its_value(term: Term, value: int) -> None:
    assert evaluate(term, SCOPE) == value


FAULTS: list[tuple[Term, str]] = [
    (B - A, "b - a: 3 - 7 is below zero"),
    (A / Z, "a / zero: 7 / 0 divides by zero"),
    (A // Z, "a // zero: 7 // 0 divides by zero"),
    (A % Z, "a % zero: 7 % 0 divides by zero"),
    (A / B, "a / b: 7 / 3 leaves 1"),
    (Item("items", A, (), Const(3)), "items[a]: index 7 is not below 3"),
    (Item("items", Const(3), (), Const(3)), "items[3]: index 3 is not below 3"),
    (Const(2**600) * Const(2**600), "1201 bits are more than any size has"),
]


@pytest.mark.parametrize(("term", "reason"), FAULTS, ids=[reason for _, reason in FAULTS])
def test_a_term_without_a_value_says_why(term: Term, reason: str) -> None:
    with pytest.raises(Fault) as fault:
        evaluate(term, SCOPE)
    assert reason in str(fault.value)


UNBOUND: list[tuple[Term, str]] = [
    (Name("other"), "other"),
    (Name("inner.other"), "inner.other"),
    (Name("a.other"), "a.other"),
    (Name("text.other"), "text.other"),
    (Length("other"), "other"),
    (BytesOf("other"), r"bytes\(other\)"),
    (Item("other", Const(0), (), Const(1)), "other"),
]


@pytest.mark.parametrize(("term", "name"), UNBOUND, ids=[name for _, name in UNBOUND])
def test_a_name_that_the_scope_does_not_hold_is_unbound(term: Term, name: str) -> None:
    with pytest.raises(Unbound, match=f"^{name}$"):
        evaluate(term, SCOPE)


def test_a_variable_has_the_value_that_it_is_given() -> None:
    assert evaluate(ITEM, SCOPE, {"i0": 1}) == 5
    assert holds(ITEM == 5, SCOPE, {"i0": 1})


TRUTHS: list[tuple[Predicate, bool]] = [
    (A == 7, True),
    (A == B, False),
    (A != B, True),
    (A != 7, False),
    (B < A, True),
    (A < 7, False),
    (A <= 7, True),
    (A <= B, False),
    (A > B, True),
    (A >= 8, False),
    (And((TRUE, FALSE)), False),
    (And((TRUE, TRUE)), True),
    (Or((FALSE, FALSE)), False),
    (Or((FALSE, TRUE)), True),
    (Not(FALSE), True),
    (Not(TRUE), False),
    (Implies(TRUE, FALSE), False),
    (Implies(TRUE, TRUE), True),
    (Implies(FALSE, FALSE), True),
    (Iff(TRUE, TRUE), True),
    (Iff(FALSE, FALSE), True),
    (Iff(TRUE, FALSE), False),
    (Every(I0, ITEM < 6), True),
    (Every(I0, ITEM < 5), False),
    (Every(Bound("i0", Z), FALSE), True),
    (AllDifferent(I0, ITEM), False),
    (AllDifferent(Bound("i0", Const(2)), ITEM), True),
    (AllDifferent(Bound("i0", Z), ITEM), True),
    (Every(Bound("i1", Const(2)), Every(I0, I0 + Bound("i1", Const(2)) < 4)), True),
]


@pytest.mark.parametrize(("said", "truth"), TRUTHS, ids=[f"{said!r} is {truth}" for said, truth in TRUTHS])
def test_a_predicate_has_its_truth(said: Predicate, truth: bool) -> None:
    assert holds(said, SCOPE) is truth


SHORT: list[tuple[Predicate, bool]] = [
    (And((FALSE, FAULTY)), False),
    (Or((TRUE, FAULTY)), True),
    (Implies(FALSE, FAULTY), True),
]


@pytest.mark.parametrize(("said", "truth"), SHORT, ids=[repr(said) for said, _ in SHORT])
def test_operands_are_read_no_further_than_needed(said: Predicate, truth: bool) -> None:
    assert holds(said, SCOPE) is truth


LONG: list[Predicate] = [
    And((TRUE, FAULTY)),
    And((FAULTY, FALSE)),
    Or((FALSE, FAULTY)),
    Or((FAULTY, TRUE)),
    Implies(TRUE, FAULTY),
    Iff(FALSE, FAULTY),
    Not(FAULTY),
    Every(I0, FAULTY),
    AllDifferent(I0, A / Z),
]


@pytest.mark.parametrize("said", LONG, ids=repr)
def test_a_predicate_that_needs_a_term_without_a_value_has_no_truth(said: Predicate) -> None:
    with pytest.raises(Fault):
        holds(said, SCOPE)


@pytest.mark.parametrize(
    "said",
    [Every(Bound("i0", Const(2**61)), TRUE), AllDifferent(Bound("i0", Const(2**61)), Bound("i0", A))],
    ids=["every", "all different"],
)
def test_a_quantifier_over_more_than_anything_has_is_not_walked(said: Predicate) -> None:
    with pytest.raises(Fault, match="nothing in the record has 2305843009213693952 elements to walk"):
        holds(said, SCOPE)


def test_a_quantifier_over_a_long_array_is_walked_however_long_it_is() -> None:
    scope = {"inner": {"long": range(1_000_001)}}
    bound = Bound("i0", Const(1_000_001))
    assert not holds(Every(bound, Compare("<", Const(1), Const(1))), scope)


def test_a_dotted_name_is_looked_up_step_by_step() -> None:
    assert look_up(SCOPE, "inner.deep") == {"y": 12}


@pytest.mark.parametrize("read", [evaluate, holds])
def test_only_trees_are_read(read: Any) -> None:
    with pytest.raises(TypeError, match="is not a"):
        read(A == B if read is evaluate else A, SCOPE)
