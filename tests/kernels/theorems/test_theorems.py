"""What is claimed of the arithmetic: each claim holds, and is told when a formula or a number changes."""

from __future__ import annotations

import importlib
import inspect
import textwrap
from typing import TYPE_CHECKING, Any

import pytest
import z3

from bob.kernels import exact, formulas, theorems
from bob.kernels.theorems import deciding, deviation_bound, dtypes, moments, steps
from bob.kernels.theorems.statements import theorem
from bob.proof.theorem import Theorem, Walk
from tests.kernels.cases import HYPERPARAMETERS

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL = theorems.theorems()
THEOREMS = [claim for claim in ALL if isinstance(claim, Theorem)]
BY_NAME = {claim.name: claim for claim in THEOREMS}
# What Z3 decides in about a second; the others are for bitwuzla and for `bob prove`.
QUICK = [
    claim.name
    for claim in THEOREMS
    if claim.name.startswith(("moments/", "hyperparameters/"))
    if claim.judges[0] == "z3" or claim.name.startswith("hyperparameters/")
] + ["row/exponent", "row/sum", "update/first_moment_within_one", "update/product_within_bound"]


def answered(text: str) -> Any:
    solver = z3.Solver()
    solver.set("timeout", 60_000)
    solver.add(z3.parse_smt2_string(text))
    return solver.check()


@pytest.mark.parametrize("name", QUICK)
def test_a_claim_holds(name: str) -> None:
    claim = BY_NAME[name]
    assert answered(claim.goal_text) == (z3.sat if claim.refuted else z3.unsat)


@pytest.mark.parametrize("name", [claim.name for claim in THEOREMS if claim.premise_text])
def test_the_premises_of_a_claim_have_a_member(name: str) -> None:
    assert answered(BY_NAME[name].premise_text) == z3.sat


@pytest.mark.parametrize("name", [claim.name for claim in THEOREMS if claim.judges == ("z3", "cvc5")])
def test_no_step_of_the_law_holds_without_its_premises(name: str) -> None:
    lines = BY_NAME[name].goal_text.split("\n; ")
    declarations, goal = lines[1], lines[-1]
    assert answered(f"; {declarations}\n; {goal}") == z3.sat


def test_names_are_unique_and_texts_are_ascii() -> None:
    assert len({claim.name for claim in ALL}) == len(ALL)
    assert all((claim.premise_text + claim.goal_text).isascii() for claim in THEOREMS)


def test_the_texts_are_the_same_each_time() -> None:
    again = [claim for claim in theorems.theorems() if isinstance(claim, Theorem)]
    assert [claim.goal_text for claim in again] == [claim.goal_text for claim in THEOREMS]


@pytest.mark.parametrize("name", [claim.name for claim in THEOREMS if claim.refuted])
def test_a_refuted_example_is_refuted_by_evaluation_as_well(name: str) -> None:
    class Nothing:
        def number(self, symbol: str) -> int:
            raise AssertionError(symbol)

        def element(self, symbol: str, index: int) -> int:
            raise AssertionError(symbol, index)

    replay = BY_NAME[name].replay
    assert replay is not None
    assert (
        replay(Nothing())
        == {
            "hyperparameters/beta2_in_bfloat16": "beta2.stored = 1.0",
            "hyperparameters/epsilon_in_binary16": "epsilon.stored = 0.0",
        }[name]
    )


# Planted faults.


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[dict[str, Theorem]]:
    """The claims of an update whose formula has one line changed."""
    right, wrong = request.param
    source = textwrap.dedent(inspect.getsource(formulas.adamw))
    assert source.count(right) == 1
    changed: dict[str, Any] = {}
    exec("from __future__ import annotations\n" + source.replace(right, wrong), changed)
    modules = (steps, moments)
    with monkeypatch.context() as patch:
        patch.setattr(formulas, "adamw", changed["adamw"])
        for module in modules:
            importlib.reload(module)
        claims = [*steps.second_moment_claims(), *steps.unit_claims()]
        claims += steps.finite_claims()
        yield {claim.name: claim for claim in (*map(theorem, claims), *moments.law_theorems())}
    for module in modules:
        importlib.reload(module)


@pytest.mark.parametrize(
    ("planted", "name"),
    [
        (("sqrt(v_next * c2) + epsilon", "sqrt(v_next * c2 + epsilon)"), "update/denominator"),
        (("beta2 * v + u2", "beta2 * v - u2"), "update/second_moment"),
        (("beta1 * m + u1 * g", "beta1 * m + g"), "update/first_moment_within_one"),
        (("u2 * (g * g)", "(g * g)"), "update/second_moment_within_one"),
        (("(g * g)", "(g * g) * (g * g)"), "update/second_moment_finite"),
        (("(h + weight_decay * p)", "(h * h + weight_decay * p)"), "update/finite"),
        (("u2 * (g * g)", "u2 * g * g"), "moments/second_square"),
        (("beta1 * m + u1 * g", "beta1 * m + g"), "moments/first_product_g"),
        (("beta2 * v + u2", "beta2 * v - u2"), "moments/second_sum"),
    ],
    indirect=["planted"],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_changed_line_of_the_update_is_told(planted: dict[str, Theorem], name: str) -> None:
    assert planted[name].goal_text != BY_NAME[name].goal_text
    assert answered(planted[name].goal_text) == z3.sat


# Walks.


@pytest.mark.parametrize(
    ("beta", "last", "largest"),
    [(HYPERPARAMETERS.beta1, "157", "0x411ffffe"), (HYPERPARAMETERS.beta2, "16,627", "0x447a00d3")],
    ids=["beta1", "beta2"],
)
def test_a_correction_is_greatest_at_first_and_one_at_last(beta: int, last: str, largest: str) -> None:
    walked = dtypes.walked_correction(beta)
    assert walked.holds
    assert walked.evidence.endswith(f"({largest}), and 1 after update {last}")


def test_a_correction_that_grows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = exact.bias_correction

    def growing(beta: Any, t: int) -> Any:
        return right(beta, 1 if t == 5 else t) * (2 if t == 5 else 1)

    monkeypatch.setattr(exact, "bias_correction", growing)
    walked = dtypes.walked_correction(HYPERPARAMETERS.beta1)
    assert not walked.holds
    assert walked.evidence.startswith("update 5: c = ")


def test_every_walk_holds() -> None:
    assert [
        (walk.name, walk.run().evidence) for walk in ALL if isinstance(walk, Walk) if not walk.run().holds
    ] == []


@pytest.mark.parametrize(
    ("table", "place"),
    [("ROOTS", 17), ("LOGS", 3), ("EXP_TERMS", 3), ("LOG_TERMS", 2)],
    ids=["root", "logarithm", "term of exp", "term of log"],
)
def test_a_changed_number_of_the_evaluation_that_decides_is_told(
    table: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = list(getattr(deciding, table))
    numbers[place] *= 1.0 + 2.0**-10
    monkeypatch.setattr(deciding, table, tuple(numbers))
    assert not deviation_bound.walked_bound().holds
