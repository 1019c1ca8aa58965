"""An expression is laid out in lines of a readable width, and its words are never changed."""

from __future__ import annotations

import pytest

from bob.proof.expressions import Expression, laid_out

TERMS = tuple(f"name_of_term_{i}" for i in range(12))


def test_what_fits_stands_on_one_line() -> None:
    assert laid_out(("assert", ("<", "a", ("+", "b", "1")))) == "(assert (< a (+ b 1)))"


def test_arguments_stand_below_each_other() -> None:
    assert laid_out(("and", ("f", *TERMS[:5]), ("g", *TERMS[:5]))) == (
        f"(and\n  (f {' '.join(TERMS[:5])})\n  (g {' '.join(TERMS[:5])}))"
    )


def test_a_sum_is_filled() -> None:
    lines = laid_out(("+", *TERMS)).splitlines()
    assert [line.split()[0] for line in lines] == ["(+", "name_of_term_6"]
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 2]


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param(("+", *TERMS), id="sum"),
        pytest.param(("+", *TERMS, ("f", *TERMS)), id="a sum of something long"),
        pytest.param(("forall", (("?i0", "Int"),), ("=>", ("and", *TERMS), ("or", *TERMS))), id="nested"),
        pytest.param(((*TERMS, *TERMS), "a"), id="a long head"),
    ],
)
def test_breaking_lines_changes_nothing_else(expression: Expression) -> None:
    broken = laid_out(expression)
    assert "\n" in broken
    assert max(map(len, broken.splitlines())) <= 110
    assert " ".join(broken.split()) == flat(expression)


def flat(expression: Expression) -> str:
    return expression if isinstance(expression, str) else f"({' '.join(map(flat, expression))})"
