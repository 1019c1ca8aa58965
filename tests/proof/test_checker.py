"""The trusted base is small, and accepts what shows a claim."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bob.proof.checker
from bob.proof.checker import check
from bob.spec.terms import (
    And,
    Const,
    Iff,
    Implies,
    Name,
    Not,
    Or,
)
from tests.proof.steps import added, term

if TYPE_CHECKING:
    from bob.spec.terms import Predicate

SOURCE = Path(bob.proof.checker.__file__).read_text(encoding="utf-8")
X, Y, Z = Name("x"), Name("y"), Name("z")
NEVER = Const(1) <= 0


def test_the_trusted_base_has_at_most_150_lines() -> None:
    assert len(SOURCE.splitlines()) <= 150


def test_the_trusted_base_imports_terms_and_the_standard_library_alone() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
    own = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
    assert own == {"bob.spec.terms"}


SHOWN = [
    pytest.param((), Const(0) >= 0, [added(term(1, 0))], id="a number"),
    pytest.param(
        (X <= Y, Y <= Z),
        X <= Z,
        [["premise", 0], ["premise", 1], added(term(1, 0), term(1, 1), term(1, 2))],
        id="a sum",
    ),
    pytest.param(
        (),
        X * (Y + 1) == X * Y + X,
        [["cases", 0, [added(term(1, 1))], [added(term(1, 1))]]],
        id="an identity",
    ),
    pytest.param(
        (X >= 2, Y >= 3),
        X * Y >= 6,
        [["premise", 0], ["premise", 1], added(term(1, 0), term(1, 1, 2), term(3, 1), term(2, 2))],
        id="a product of premises",
    ),
    pytest.param(
        (X == Y,),
        X * Z <= Y * Z,
        [["premise", 0], added(term(1, 0), term(-1, 1, names=["z"]))],
        id="a multiple of an equation by a name of any sign",
    ),
    pytest.param(
        (2 * X == 2 * Y + 1,),
        NEVER,
        [
            ["premise", 0],
            added(term(1, 1), by=2, rest=1),
            added(term(-1, 1), by=2, rest=1),
            added(term(1, 2), term(1, 3)),
        ],
        id="nothing is even and odd",
    ),
    pytest.param(
        (X % 3 != 0, X == 3 * Y),
        NEVER,
        [
            ["premise", 0],
            ["premise", 1],
            added(term(2)),
            ["division", "x % 3", 3],
            [
                "cases",
                1,
                [added(term(1, 5), term(1, 7))],
                [
                    added(term(1, 7), term(1, 4), term(-1, 2), by=3, rest=2),
                    added(term(1, 6), term(-1, 4), term(1, 2), by=3, rest=2),
                    added(term(1, 8), term(1, 9)),
                ],
            ],
        ],
        id="a multiple of 3 leaves no rest",
    ),
    pytest.param(
        (X >= 1, X <= 2, X != 1, X != 2),
        NEVER,
        [
            ["premise", 0],
            ["premise", 1],
            ["premise", 2],
            ["premise", 3],
            [
                "cases",
                3,
                [added(term(1, 1), term(1, 5))],
                [["cases", 4, [added(term(1, 5), term(1, 6))], [added(term(1, 2), term(1, 6))]]],
            ],
        ],
        id="cases within a case",
    ),
    pytest.param(
        ((X <= 3) | (X <= 5),),
        X <= 5,
        [
            ["premise", 0],
            ["cases", 1, [added(term(1, 0), term(1, 2), by=3)], [added(term(1, 0), term(1, 2))]],
        ],
        id="the cases of a premise",
    ),
    pytest.param(
        (X >= 0,),
        X * X >= X,
        [
            ["premise", 0],
            added(term(1, names=["x"]), term(-1)),
            ["cases", 2, [added(term(1, 0), term(1, 1, 3))], [added(term(1, 0), term(1, 3), term(1, 1, 1))]],
        ],
        id="cases of a polynomial",
    ),
    pytest.param(
        (X / 2 <= 3,), X // 2 <= 3, [["premise", 0], added(term(1, 0), term(1, 1))], id="an exact quotient"
    ),
    pytest.param((NEVER,), X == Y, [["premise", 0]], id="a premise that is false"),
    pytest.param((Or(()),), X == Y, [["premise", 0], ["cases", 1]], id="no case at all"),
]


@pytest.mark.parametrize(("given", "goal", "steps"), SHOWN)
def test_what_follows_is_accepted(given: tuple[Predicate, ...], goal: Predicate, steps: list[Any]) -> None:
    check(given, goal, steps)


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        pytest.param(X == X, [["cases", 0, [added(term(1, 1))], [added(term(1, 1))]]], id="equal"),
        pytest.param(
            Not(X != X), [["cases", 0, [added(term(1, 1))], [added(term(1, 1))]]], id="not different"
        ),
        pytest.param(X < X + 1, [added(term(1, 0))], id="below"),
        pytest.param(
            And((X <= X, X < X + 1)), [["cases", 0, [added(term(1, 1))], [added(term(1, 1))]]], id="and"
        ),
        pytest.param(Or((X < X, X <= X)), [added(term(1, 1))], id="or"),
        pytest.param(Implies(X < Y, X <= Y), [added(term(1, 0), term(1, 1), by=2)], id="implies"),
        pytest.param(
            Iff(X < Y, X + 1 <= Y),
            [["cases", 0, [added(term(1, 1), term(1, 2))], [added(term(1, 1), term(1, 2))]]],
            id="iff",
        ),
        pytest.param(
            Not(Iff(X < Y, Y <= X)),
            [["cases", 0, *[[["cases", 1, *[[added(term(1, 2), term(1, 3))]] * 2]]] * 2]],
            id="not iff",
        ),
    ],
)
def test_every_connective_is_read(said: Predicate, steps: list[Any]) -> None:
    check((), said, steps)
