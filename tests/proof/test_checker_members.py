"""A member is accepted where every premise is true of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.checker import Rejected, check
from bob.spec.terms import (
    AllDifferent,
    Bound,
    BytesOf,
    Compare,
    Const,
    Every,
    Item,
    Length,
    Name,
    Not,
    Or,
)

if TYPE_CHECKING:
    from bob.spec.terms import Predicate, Term

X, Y, N = Name("x"), Name("y"), Name("n")
NEVER = Const(1) <= 0
ALWAYS = Const(0) <= 0
AT, BESIDE = Bound("i0", N), Bound("i1", N)


def element(index: Term, name: str = "a", path: tuple[str, ...] = ()) -> Item:
    return Item(name, index, path, N)


MEMBERS = [
    pytest.param((X + Y * 2 - 1 == 6,), {"x": 1, "y": 3}, id="sum, product and difference"),
    pytest.param((X // 4 == 2, X % 4 == 3, X / 11 == 1), {"x": 11}, id="quotients and rests"),
    pytest.param(((X < Y) & (X != Y) & (X <= Y),), {"x": 1, "y": 2}, id="comparisons"),
    pytest.param(((X == 1) | (X == 2),), {"x": 2}, id="or"),
    pytest.param(
        ((X == 1).implies(X == 3), (X == 1).iff(X == 3), ~(X == 1)), {"x": 2}, id="implies, iff and not"
    ),
    pytest.param((Length("s") == 3, BytesOf("r") == 4), {"length(s)": 3, "bytes(r)": 4}, id="lengths"),
    pytest.param((element(Const(1), path=("b", "c")) == 7,), {"n": 2, "a.b.c": [0, 7]}, id="an element"),
    pytest.param((Every(AT, element(AT) <= 3),), {"n": 2, "a": [0, 3]}, id="every"),
    pytest.param((Every(AT, NEVER),), {"n": 0}, id="every of none"),
    pytest.param(
        (Every(AT, Every(BESIDE, element(AT) + BESIDE <= 4)),), {"n": 2, "a": [0, 3]}, id="every of every"
    ),
    pytest.param((AllDifferent(AT, element(AT)),), {"n": 2, "a": [0, 3]}, id="all different"),
    pytest.param(
        (Every(AT, element(element(AT, "b")) == 1 - AT),),
        {"n": 2, "a": [0, 1], "b": [1, 0]},
        id="an element at an element",
    ),
    pytest.param((), {}, id="no premises"),
]


@pytest.mark.parametrize(("given", "member"), MEMBERS)
def test_a_member_is_accepted(given: tuple[Predicate, ...], member: dict[str, Any]) -> None:
    check(given, None, member)


@pytest.mark.parametrize(
    ("given", "member"),
    [
        pytest.param((X == 3,), {"x": 4}, id="another value"),
        pytest.param((X == X,), {}, id="no value"),
        pytest.param((X == X,), {"x": -1}, id="a value below zero"),
        pytest.param((X == 1,), {"x": True}, id="a truth"),
        pytest.param((X == 1,), {"x": 1.0}, id="a float"),
        pytest.param((X == X,), {"x": "1"}, id="a text"),
        pytest.param((X == X,), {"x": [1]}, id="a list for a number"),
        pytest.param((X == X,), {"x": None}, id="nothing for a number"),
        pytest.param((X == X, X != X), {"x": 1}, id="a contradiction"),
        pytest.param((X - 3 == X - 3,), {"x": 2}, id="a difference below zero"),
        pytest.param((X // 0 == X // 0,), {"x": 2}, id="a quotient by zero"),
        pytest.param((X % Y == X,), {"x": 2, "y": 0}, id="a rest by zero"),
        pytest.param((X // 2 == 5,), {"x // 2": 5}, id="the value of a quotient"),
        pytest.param((X == 3,), {"x == 3": True}, id="the truth of a premise"),
        pytest.param((Or(()),), {"": True}, id="the truth of no case"),
        pytest.param((element(Const(0)) == 1,), {"n": 1, "a[0]": 1}, id="an element by itself"),
        pytest.param((element(Const(0)) == 1,), {"n": 1, "a": [2]}, id="another element"),
        pytest.param((element(Const(0)) == 1,), {"n": 1, "a": [True]}, id="a truth for an element"),
        pytest.param((element(Const(0)) == 1,), {"n": 1, "a": [1, 1]}, id="a list too long"),
        pytest.param((element(Const(1)) == 1,), {"n": 2, "a": [1]}, id="a list too short"),
        pytest.param((element(Const(2)) == 1,), {"n": 2, "a": [1, 1]}, id="an index beyond the list"),
        pytest.param((element(X - 1) == 1,), {"n": 2, "a": [1, 1], "x": 0}, id="an index below zero"),
        pytest.param((Every(AT, element(AT) <= 3),), {"n": 2, "a": [3, 4]}, id="one element of every"),
        pytest.param((Every(AT, Name("i0") == 0),), {"n": 2}, id="a name like a variable"),
        pytest.param((AT == 0,), {"i0": 0}, id="a variable without its quantifier"),
        pytest.param((AllDifferent(AT, element(AT)),), {"n": 2, "a": [3, 3]}, id="two elements alike"),
        pytest.param((Not(Every(AT, NEVER)),), {"n": 0}, id="not every of none"),
        pytest.param((Compare(">", X, X),), {"x": 1, "x > x": True}, id="an operator that there is not"),
        pytest.param((X == X,), [["premise", 0]], id="steps for a member"),
        pytest.param((X == X,), None, id="nothing for a member"),
    ],
)
def test_what_is_no_member_is_rejected(given: tuple[Predicate, ...], member: Any) -> None:
    with pytest.raises(Rejected):
        check(given, None, member)


def test_a_rejection_says_what_is_not_true_of_a_member() -> None:
    with pytest.raises(Rejected) as rejected:
        check((ALWAYS, X == 3), None, {"x": 4})
    assert repr(rejected.value.args[-1]) == "x == 3"
