"""The symbolic reading: terms of formulas have the bits of the exact reading, in Python and in a solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import z3

from bob.kernels import exact, formulas
from bob.kernels.symbolic import (
    BFLOAT16,
    BINARY16,
    BINARY64,
    Term,
    constant,
    converted,
    divisors,
    generalised,
    narrowed,
    number,
    positive,
    root,
    select,
    variable,
    widened,
)
from bob.kernels.theorems.evaluation import Evaluation
from bob.kernels.theorems.statements import Claim, binary32, replayed, theorem
from bob.proof.expressions import laid_out
from tests.kernels.cases import HYPERPARAMETERS, NAMED, numbers, random_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

ONE = number(1.0)
INPUTS = ["p", "m", "v", "g", "learning_rate", "beta1", "beta2", "epsilon", "weight_decay", "c1", "c2"]
STEP = formulas.adamw(root, ONE)
GRADIENT = formulas.softmax_gradient


def evaluated(names: Sequence[str], row: Sequence[int], terms: Sequence[Term]) -> list[int]:
    evaluation = Evaluation()
    for name, bits in zip(names, row, strict=True):
        evaluation.given(name, bits)
    return [exact.bits(evaluation.number(term.expression)[0]) for term in terms]


def by_mpfr(formula: Any, row: Sequence[int]) -> list[int]:
    with exact.context():
        found = formula(*numbers(np.array(row, np.uint32)))
    return [exact.bits(x) for x in (found if isinstance(found, tuple) else (found,))]


def rows_of(width: int, n_rows: int, seed: int) -> list[list[int]]:
    rows: list[list[int]] = random_bits((n_rows, width), seed).tolist()
    return rows


@pytest.mark.parametrize("seed", range(4))
def test_the_terms_of_adamw_have_the_bits_of_the_exact_reading(seed: int) -> None:
    terms = STEP(*map(variable, INPUTS))
    rows = rows_of(11, 200, seed)
    assert [evaluated(INPUTS, row, terms) for row in rows] == [by_mpfr(exact.step, row) for row in rows]


@pytest.mark.parametrize("place", range(4), ids=["p", "m", "v", "g"])
@pytest.mark.parametrize("special", NAMED.values(), ids=NAMED)
def test_the_terms_of_adamw_have_the_bits_of_the_exact_reading_beside_a_special_value(
    special: int, place: int
) -> None:
    row = [0x3C23D70A, 0xBC23D70A, 0x38D1B717, 0x3A83126F, *HYPERPARAMETERS, 0x411FFFFE, 0x447A00D3]
    row[place] = special
    assert evaluated(INPUTS, row, STEP(*map(variable, INPUTS))) == by_mpfr(exact.step, row)


@pytest.mark.parametrize("seed", range(2))
def test_the_term_of_the_gradient_has_the_bits_of_the_exact_reading(seed: int) -> None:
    names = ["e", "s", "hit", "inverse"]
    term = GRADIENT(*map(variable, names))
    rows = rows_of(4, 300, seed)
    assert [evaluated(names, row, [term]) for row in rows] == [by_mpfr(GRADIENT, row) for row in rows]


@pytest.mark.parametrize("t", [1, 2, 3, 10, 1000, 5000])
@pytest.mark.parametrize("beta", [HYPERPARAMETERS.beta1, HYPERPARAMETERS.beta2, 0, 0x3F7FFFFF])
def test_the_term_of_a_correction_has_the_bits_of_the_exact_reading(beta: int, t: int) -> None:
    correction = formulas.bias_correction(widened, narrowed, number(1.0, BINARY64), 1)
    expected = exact.bits(exact.bias_correction(exact.scalar(beta), t))
    assert evaluated(["beta"], [beta], [correction(variable("beta"), t)]) == [expected]


@pytest.mark.parametrize("seed", range(12))
def test_a_solver_reads_the_terms_as_the_exact_reading_does(seed: int) -> None:
    """Every bit, NaNs as NaN: nothing is left to solve but constants."""
    row = rows_of(11, 1, 100 + seed)[0]
    claimed = [
        ("=", term.expression, constant(bits).expression)
        for term, bits in zip(STEP(*map(constant, row)), by_mpfr(exact.step, row), strict=True)
    ]
    text = f"(set-logic QF_FP)\n(assert (not {laid_out(('and', *claimed))}))"
    solver = z3.Solver()
    solver.add(z3.parse_smt2_string(text))
    assert solver.check() == z3.unsat


@pytest.mark.parametrize(
    ("form", "bits", "value"),
    [(BFLOAT16, 0x3F80, 1.0), (BINARY16, 0x0001, 2.0**-24), (BINARY64, 0x7FF0 << 48, np.inf)],
    ids=["bfloat16", "least of binary16", "infinity of binary64"],
)
def test_bits_are_read_in_their_format(form: Any, bits: int, value: float) -> None:
    assert Evaluation().given("x", bits, form) == value


def test_a_number_of_another_format_has_to_be_converted() -> None:
    with pytest.raises(TypeError, match="converted"):
        variable("x") + variable("y", BINARY64)


def test_a_python_number_that_is_none_of_binary32_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a number"):
        variable("x") * 0.1


def test_a_formula_that_branches_is_refused() -> None:
    with pytest.raises(TypeError, match="selects"):
        max(variable("x"), ONE)


def test_a_selection_takes_the_side_that_holds() -> None:
    term = select(variable("x") > 0.0, 2.0, variable("x"))
    assert [evaluated(["x"], [bits], [term])[0] for bits in (0x3F800000, 0xBF800000)] == [
        0x40000000,
        0xBF800000,
    ]


def test_every_divisor_is_found_once() -> None:
    quotient = variable("a") / (variable("b") + ONE)
    assert divisors(quotient * quotient + variable("c") / quotient) == [
        (variable("b") + ONE).expression,
        quotient.expression,
    ]


def test_what_stands_for_a_part_is_a_variable() -> None:
    part = variable("a") * variable("b")
    assert generalised(part + part, {"ab": part}).expression == (variable("ab") + variable("ab")).expression


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        (0, False),
        (0x80000000, False),
        (1, True),
        (0x80000001, False),
        (0x7FC00000, False),
        (0x7F800000, True),
    ],
)
def test_positive_is_above_zero_and_no_nan(bits: int, expected: bool) -> None:
    evaluation = Evaluation()
    evaluation.given("x", bits)
    assert evaluation.truth(positive("x").expression) is expected


# Statements.


class Given:
    """An assignment of bit patterns."""

    def __init__(self, **values: int) -> None:
        self.values = {f"{name}.bits": bits for name, bits in values.items()}

    def number(self, symbol: str) -> int:
        return self.values[symbol]

    def element(self, symbol: str, index: int) -> int:
        raise AssertionError(symbol, index)


x, y = variable("x"), variable("y")
SUM = Claim(
    "sum/grows",
    "Sums",
    "x + y is above x",
    "x and y from 1 up",
    binary32("x y"),
    [("x is at least 1", x >= ONE), ("y is at least 1", y >= ONE)],
    x + y > x,
    {"sum": x + y},
)


def test_a_counterexample_is_said_in_numbers_and_bits() -> None:
    said = replayed(SUM, Given(x=0x7F800000, y=0x3F800000))
    assert said == "x = inf (0x7f800000), y = 1.0 (0x3f800000), sum = inf"


@pytest.mark.parametrize(
    ("values", "reason"),
    [({"x": 0, "y": 0x3F800000}, "x is at least 1"), ({"x": 0x3F800000, "y": 0x3F800000}, "holds")],
    ids=["premise", "goal"],
)
def test_a_counterexample_that_is_none_is_refused(values: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        replayed(SUM, Given(**values))


def test_a_claim_is_said_with_its_terms_by_name() -> None:
    claim = theorem(SUM)
    assert claim.goal_text.splitlines() == [
        "; sum/grows: x + y is above x",
        "; unsat: it holds; sat: the model is a case for which it does not",
        "(set-info :smt-lib-version 2.6)",
        "(set-logic QF_BVFP)",
        "(declare-fun x.bits () (_ BitVec 32))",
        "(declare-fun y.bits () (_ BitVec 32))",
        "(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))",
        "(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))",
        "(define-fun sum () (_ FloatingPoint 8 24) (fp.add RNE x y))",
        "; x is at least 1",
        "(assert (fp.geq x ((_ to_fp 8 24) #x3f800000)))",
        "; y is at least 1",
        "(assert (fp.geq y ((_ to_fp 8 24) #x3f800000)))",
        "; not: x + y is above x",
        "(assert (not (fp.gt sum x)))",
        "(check-sat)",
    ]
    assert "sum" not in claim.premise_text.replace("sum/grows", "")


def test_a_narrow_format_rounds_the_shipped_constants() -> None:
    evaluation = Evaluation()
    beta = converted(BFLOAT16)(constant(HYPERPARAMETERS.beta2))
    epsilon = converted(BINARY16)(constant(HYPERPARAMETERS.epsilon))
    assert [evaluation.number(term.expression)[0] for term in (beta, epsilon)] == [1.0, 0.0]
