"""What does not follow is not accepted, however it is put."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.checker import Rejected, check
from bob.spec.terms import (
    AllDifferent,
    And,
    Arith,
    Bound,
    BytesOf,
    Compare,
    Const,
    Every,
    Item,
    Length,
    Name,
    Not,
)
from tests.proof.steps import added, term

if TYPE_CHECKING:
    from bob.spec.terms import Predicate, Term

X, Y, Z, N = Name("x"), Name("y"), Name("z"), Name("n")
NEVER = Const(1) <= 0
AT = Bound("i0", N)


def element(index: Term, name: str = "a", path: tuple[str, ...] = ()) -> Item:
    return Item(name, index, path, N)


LIES = [
    pytest.param(
        (X >= 1,),
        X >= 5,
        [["premise", 0], added(term(-1, 0), term(-1, 1), by=3)],
        id="factors below zero",
    ),
    pytest.param((), X <= 0, [added(term(1, 0), by=2), added(term(1, 1))], id="names that are not divided"),
    pytest.param((X >= 1,), X >= 2, [["premise", 0], added(term(1, 0), term(-1, 1))], id="a negative factor"),
    pytest.param(
        (X <= Y,),
        X * Z <= Y * Z,
        [["premise", 0], added(term(1, 0), term(1, 1, names=["z"]))],
        id="an inequality times a name of unknown sign",
    ),
    pytest.param(
        (),
        X <= Y,
        [added(term(1, 0), term(-1, names=["x"]), term(1, names=["y"]))],
        id="names out of nothing",
    ),
    pytest.param((), X >= 0, [added(term(1, 0), term(-1))], id="a number below zero out of nothing"),
    pytest.param((X <= Y,), X < Y, [["premise", 0], added(term(1, 0), term(1, 1))], id="a sum that is 0"),
    pytest.param((), X <= 0, [added(term(1, 0), term(1, 2)), added(term(1, 0))], id="a fact before its step"),
    pytest.param((), X <= 0, [added(term(1, 1))], id="a fact of its own step"),
    pytest.param(
        ((X <= 3) | (X <= 5),),
        X <= 3,
        [["premise", 0], ["cases", 1, [added(term(1, 0), term(1, 2))]]],
        id="a case left out",
    ),
    pytest.param(
        ((X <= 3) | (X <= 5),),
        X <= 3,
        [["premise", 0], ["cases", 1, *[[added(term(1, 0), term(1, 2))]] * 2]],
        id="a case that is not refuted",
    ),
    pytest.param(
        ((X <= 3) | (X <= 5),),
        X <= 3,
        [["premise", 0], ["cases", 1, *[[added(term(1, 0), term(1, 2))]] * 3]],
        id="a case too many",
    ),
    pytest.param(
        ((X <= 3) | (X <= 5),),
        X <= 3,
        [["premise", 0], ["cases", 1, [added(term(1, 0), term(1, 2))], [added(term(1, 3))]]],
        id="a fact of another case",
    ),
    pytest.param((X <= 3,), X <= 3, [["cases", 0]], id="cases of an inequality"),
    pytest.param((X <= X,), X <= 3, [["premise", 0], ["cases", 1]], id="cases of a fact without names"),
    pytest.param(((X <= 3) | (X <= 5),), X <= 3, [["premise", 0], added(term(1, 1))], id="a sum of cases"),
    pytest.param(
        ((X <= 3) | (X <= 5),), X <= 3, [["premise", 0], added(term(1, 0, 1))], id="a product with cases"
    ),
    pytest.param(
        (),
        X % Y < Y,
        [["division", "x % y", 0], added(term(1, 0), term(1, 3))],
        id="a divisor that may be zero",
    ),
    pytest.param(
        (Y >= 0,),
        X % Y < Y,
        [["premise", 0], ["division", "x % y", 1], added(term(1, 0), term(1, 4))],
        id="a divisor at or above zero",
    ),
    pytest.param(
        (Z >= 1,),
        X % Y < Y,
        [["premise", 0], ["division", "x % y", 1], added(term(1, 0), term(1, 4))],
        id="another divisor",
    ),
    pytest.param(
        (), X % 0 == X, [["division", "x % 0", 0], added(term(1, 0), term(1, 1))], id="division by zero"
    ),
    pytest.param(
        (Y >= 1,),
        X // Y < Y,
        [["premise", 0], ["division", "x", 1], added(term(1, 0))],
        id="division of a name",
    ),
    pytest.param(
        (Y >= 1,),
        X <= 3,
        [["premise", 0], ["division", "x // y", 1], added(term(1, 0))],
        id="division that nothing mentions",
    ),
    pytest.param(
        (2 * X >= 1,),
        X >= 2,
        [["premise", 0], added(term(1, 1), by=2, rest=1), added(term(1, 0), term(1, 2))],
        id="rounding too far",
    ),
    pytest.param(
        (3 * X + Y >= 1,),
        X >= 1,
        [["premise", 0], added(term(1, 1), by=3, rest=2)],
        id="a divisor that does not divide",
    ),
    pytest.param(
        (2 * X >= 1,),
        X >= 2,
        [["premise", 0], added(term(1, 1), by=2, rest=-3), added(term(1, 0), term(1, 2))],
        id="a rest below zero",
    ),
    pytest.param(
        (2 * X >= 1,),
        X >= 2,
        [["premise", 0], added(term(1, 1), by=2, rest=3), added(term(1, 0), term(1, 2))],
        id="a rest as large as the divisor",
    ),
    pytest.param(
        (X <= 4,),
        X <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1), by=-1)],
        id="division by a number below zero",
    ),
    pytest.param((), X <= 3, [added(term(0, 0), by=0)], id="division by nothing"),
    pytest.param(
        (X == Y,),
        X == Z,
        [["premise", 0], added(term(1, 1), term(1, names=["x"]))],
        id="an equation beside a name",
    ),
    pytest.param(
        (2 * X == 2 * Y + 1,),
        X == Z,
        [["premise", 0], added(term(1, 1), by=2, rest=1), added(term(-1, 2, names=["x"])), added(term(1, 3))],
        id="an equation that was rounded",
    ),
    pytest.param((X >= 1,), X >= 1, [["premise", 0]], id="no contradiction"),
    pytest.param(
        (X >= 1,),
        X >= 1,
        [["premise", 0], added(term(1, 0), term(1, 1)), added(term(1, 1))],
        id="steps after the contradiction",
    ),
    pytest.param((X >= 1,), X >= 1, [], id="no steps"),
    pytest.param((), X <= 3, [added(term(2, 0), term(2, names=["x"]))], id="a sum of unknown sign"),
    pytest.param(
        (),
        X <= 3,
        [added(term(1, names=["x"]), term(-1)), added(term(1, 1))],
        id="a sum over cases of a polynomial",
    ),
    pytest.param(
        (X >= 2,), X >= 2, [["premise", 0], added(term(1, 0), term(1, 1))[:3]], id="a step without a rest"
    ),
    pytest.param(
        (Every(AT, element(AT) <= 3),),
        X <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="a quantified premise",
    ),
    pytest.param((), Every(AT, element(AT) <= 3), [added(term(1, 0))], id="a quantified goal"),
    pytest.param((), Not(Every(AT, element(AT) <= 3)), [added(term(1, 0))], id="a denied quantified goal"),
    pytest.param((), AllDifferent(AT, element(AT)), [["cases", 0]], id="a goal that all are different"),
    pytest.param(
        (X <= 3,), Length("x") <= 3, [["premise", 0], added(term(1, 0), term(1, 1))], id="another quantity"
    ),
    pytest.param(
        (Name("length(x)") <= 3,),
        Length("x") <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="a name that looks like a length",
    ),
    pytest.param(
        (Name("bytes(x)") <= 3,),
        BytesOf("x") <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="a name that looks like an array's bytes",
    ),
    pytest.param(
        (Name("x // y") <= 3,),
        X // Y <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="a name that looks like a quotient",
    ),
    pytest.param(
        (Name("(x + y)") // Z <= 3,),
        (X + Y) // Z <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="a name that looks like a sum within a quotient",
    ),
    pytest.param(
        (element(Name("x")) <= 3,),
        element(Name("y")) <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="another element",
    ),
    pytest.param(
        (X % 2 <= 3,),
        X // 2 <= 3,
        [["premise", 0], added(term(1, 0), term(1, 1))],
        id="a rest for a quotient",
    ),
    pytest.param(
        (), Compare(">", X, X + 1), [added(term(1, 0), term(0))], id="an operator that there is not"
    ),
    pytest.param(
        (),
        Arith("**", X, Y) == X,
        [["cases", 0, [added(term(1, 1))], [added(term(1, 1))]]],
        id="an arithmetic that there is not",
    ),
]


@pytest.mark.parametrize(("given", "goal", "steps"), LIES)
def test_what_does_not_follow_so_is_rejected(
    given: tuple[Predicate, ...], goal: Predicate, steps: list[Any]
) -> None:
    with pytest.raises(Rejected):
        check(given, goal, steps)


CLOSED = [[added(term(1, 0), term(1, 2))], [added(term(1, 0), term(1, 2), by=2)]]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([["premise", False], added(term(1, 0), term(1, 1))], id="a truth for a place"),
        pytest.param([["premise", 0.0], added(term(1, 0), term(1, 1))], id="a float for a place"),
        pytest.param([["premise", "0"], added(term(1, 0), term(1, 1))], id="a text for a place"),
        pytest.param([["premise", -2], added(term(1, 0), term(1, 1))], id="a place counted from the end"),
        pytest.param([["premise", 2], added(term(1, 0), term(1, 1))], id="a place that there is not"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, -1))], id="a fact counted from the end"),
        pytest.param([["premise", 1], ["cases", -1, *CLOSED]], id="cases counted from the end"),
        pytest.param([["premise", 1], ["cases", True, *CLOSED]], id="a truth for cases"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, True))], id="a truth for a fact"),
        pytest.param([["premise", 0], added(term(True, 0), term(1, 1))], id="a truth for a factor"),
        pytest.param([["premise", 0], added(term(1.0, 0), term(1, 1))], id="a float for a factor"),
        pytest.param([["premise", 0], added(term("1", 0), term(1, 1))], id="a text for a factor"),
        pytest.param([["premise", 0], added(term(None, 0), term(1, 1))], id="nothing for a factor"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, 1), by=True)], id="a truth for a divisor"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, 1), by=1.0)], id="a float for a divisor"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, 1), rest=False)], id="a truth for a rest"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, 1), rest=0.0)], id="a float for a rest"),
        pytest.param([["premise", 0], added([1, [], [0], []], term(1, 1))], id="a term of four parts"),
        pytest.param([["premise", 0], added(term(1, 0), term(1, 1, names=[3]))], id="a number for a name"),
        pytest.param([["premise", 0, 0], added(term(1, 0), term(1, 1))], id="a step too long"),
        pytest.param([["believe", 0], added(term(1, 0), term(1, 1))], id="an unknown step"),
        pytest.param([{"premise": 0}, added(term(1, 0), term(1, 1))], id="an object for a step"),
        pytest.param({"steps": []}, id="an object for the steps"),
        pytest.param("-1 >= 0", id="a text for the steps"),
        pytest.param(None, id="nothing"),
    ],
)
def test_a_certificate_of_another_form_is_rejected(steps: Any) -> None:
    given = (X <= Y, (X <= Y) | (X < Y))
    check(given, X <= Y, [["premise", 0], added(term(1, 0), term(1, 1))])
    check(given, X <= Y, [["premise", 1], ["cases", 1, *CLOSED]])
    with pytest.raises(Rejected):
        check(given, X <= Y, steps)


def test_a_certificate_too_deep_to_follow_is_rejected() -> None:
    steps: list[Any] = []
    for _ in range(sys.getrecursionlimit()):
        steps = [["cases", 0, steps]]
    with pytest.raises(Rejected, match="recursion"):
        check((), And((X <= 3,)), steps)


def test_a_rejection_says_what_a_sum_is_not_divided_by() -> None:
    with pytest.raises(Rejected) as rejected:
        check((X <= Y,), X <= Y, [["premise", 0], added(term(1, 0), term(2, 1))])
    assert rejected.value.args == (
        "-1 >= 0 is not the end of",
        [["premise", 0], added(term(1, 0), term(2, 1))],
    )
