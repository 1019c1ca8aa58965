"""What is asked beside the first question makes answers smaller and never other ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof import shrink
from bob.proof.judges import Answer, Word, decide
from bob.proof.shrink import contradicting, few_elements, question, smaller
from bob.spec.family import Family
from bob.spec.fields import U8, U64, Array, Claim, Declaration, Derived, Dim, Ghost, Prefixed, Refine
from bob.spec.obligation import obligations
from bob.spec.quantifiers import all_different, every
from bob.spec.references import length_of

if TYPE_CHECKING:
    from bob.spec.obligation import Obligation


def claim(statement: Any, **declarations: Declaration) -> Obligation:
    family = type(Family)("Example", (Family,), {**declarations, "c": Claim(statement, "the claim")})
    return obligations(family)[-1]


@pytest.mark.parametrize(
    ("declarations", "statement", "symbol", "least"),
    [
        pytest.param({"n": Dim(3, 10**9)}, lambda f: f.n == 0, "n", 3, id="a dim at its bound"),
        pytest.param({"n": Dim(0, 10**9)}, lambda f: f.n < 5000, "n", 5000, id="a dim"),
        pytest.param({"s": U64()}, lambda f: f.s * f.s < 10**12, "s", 10**6, id="a scalar"),
        pytest.param({"t": Prefixed(U8)}, lambda f: length_of(f.t) < 77, "|length(t)|", 77, id="a length"),
        pytest.param({"g": Ghost(0, 10**9)}, lambda f: f.g != f.g // 2 * 2 + 1, "g", 1, id="a ghost"),
        pytest.param(
            {"n": Dim(1, 10**6), "d": Derived(lambda f: 3 * f.n)},
            lambda f: f.d < 100,
            "n",
            34,
            id="through a derived field",
        ),
    ],
)
def test_a_counterexample_becomes_small(
    declarations: dict[str, Declaration], statement: Any, symbol: str, least: int
) -> None:
    made = claim(statement, **declarations)
    first = decide(question(made)).assignment
    assert first is not None
    assert smaller(made, first, decide).number(symbol) == least


def test_a_judge_who_stays_silent_leaves_the_first_answer() -> None:
    made = claim(lambda f: f.n < 5, n=Dim(0, 10**9))
    first = decide(question(made)).assignment
    assert first is not None
    assert smaller(made, first, lambda *_: Answer(Word.UNKNOWN, 0.0)) is first


def test_the_search_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrink, "_BUDGET_S", -1.0)
    made = claim(lambda f: f.n < 5, n=Dim(0, 10**9))
    first = decide(question(made)).assignment
    assert first is not None
    assert smaller(made, first, _never) is first


def _never(*_: object) -> Answer:
    raise AssertionError("asked")


def test_each_contradicting_premise_is_needed() -> None:
    made = claim(
        lambda f: f.n < f.m,
        n=Dim(0, 100),
        m=Dim(0, 100),
        few=Refine(lambda f: f.n * f.m <= 10, "few"),
        other=Refine(lambda f: f.n <= f.m, "other"),
        many=Refine(lambda f: f.n * f.m > 10, "many"),
    )
    assert [premise.name for premise in contradicting(made, decide)] == ["few", "many"]


def test_premises_that_no_judge_parts_are_all_kept() -> None:
    made = claim(lambda f: f.n < 5, n=Dim(0, 9), r=Refine(lambda f: f.n > 20, "r"))
    assert contradicting(made, lambda *_: Answer(Word.UNKNOWN, 0.0)) == made.given


def test_short_arrays_are_tried_where_long_ones_are_out_of_reach() -> None:
    made = claim(
        lambda f: (f.n * 2 + 18) % 4 == f.n % 2,
        n=Dim(1, 256),
        a=Array(U8, lambda f: f.n),
        below=Refine(lambda f: every(x < f.n for x in f.a), "below n"),
        apart=Refine(lambda f: all_different(x for x in f.a), "all different"),
    )
    answer = few_elements(made, decide)
    assert answer is not None
    assert answer.word is Word.SAT


def test_without_a_quantifier_there_are_no_elements_to_be_few() -> None:
    assert few_elements(claim(lambda f: f.n < 5, n=Dim(0, 9)), _never) is None


def test_a_claim_that_holds_for_short_arrays_stays_open() -> None:
    made = claim(
        lambda f: f.n < 100,
        n=Dim(0, 256),
        a=Array(U8, lambda f: f.n),
        r=Refine(lambda f: every(x < 9 for x in f.a), "r"),
    )
    assert few_elements(made, decide) is None
