"""What is asked beside the first question makes answers smaller and never other ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bob.proof import shrink
from bob.proof.judges import Answer, Word
from bob.proof.panel import decide
from bob.proof.points import Values
from bob.proof.replay import Member, replay
from bob.proof.shrink import contradicting, few_elements, is_smallest, question, smaller
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


def lowered(obligation: Obligation) -> Member:
    """The judge's first counterexample, made small and replayed."""
    first = decide(question(obligation)).assignment
    assert first is not None
    seen = replay(obligation, smaller(obligation, first, decide))
    assert seen.objection == ""
    return seen.member


LARGEST = [
    pytest.param(
        claim(lambda f: f.a * f.b < 100, a=Dim(0, 1000), b=Dim(0, 1000)),
        {"a": 10, "b": 10},
        id="not the first dim at the cost of the second",
    ),
    pytest.param(
        claim(lambda f: (f.n % 7 != 3) | (f.n < 11) | (f.n > 400) | (f.n % 5 != 1), n=Dim(0, 10**6)),
        {"n": 31},
        id="where halves alone lead nowhere",
    ),
    pytest.param(
        claim(lambda f: 4 * (f.planes * (f.n * f.n)) < 2**63, n=Dim(1, 2**32), planes=Dim(3, 3)),
        {"n": 876706529, "planes": 3},
        id="far from both ends",
    ),
    pytest.param(
        claim(lambda f: f.size < 100, n=Dim(1, 2**32), size=U64(equals=lambda f: 3 * f.n * f.n)),
        {"n": 6, "size": 108},
        id="through a stored size",
    ),
    pytest.param(
        claim(
            lambda f: every(x < 9 for x in f.a),
            n=Dim(0, 100),
            a=Array(U8, lambda f: f.n),
            r=Refine(lambda f: f.n % 4 == 3, "r"),
        ),
        {"n": 3},
        id="with elements that only a judge looks for",
    ),
]


@pytest.mark.parametrize(("made", "least"), LARGEST)
def test_a_counterexample_becomes_smallest_in_its_largest_dim(
    made: Obligation, least: dict[str, int]
) -> None:
    found = lowered(made).quantities
    assert {name: found[name] for name in least} == least


@pytest.mark.parametrize("made", [pytest.param(p.values[0], id=p.id) for p in LARGEST])
def test_the_smallest_counterexample_is_known_as_such(made: Obligation) -> None:
    assert is_smallest(made, lowered(made), decide)


def test_a_larger_counterexample_is_not_called_smallest() -> None:
    made = claim(lambda f: f.a * f.b < 100, a=Dim(0, 1000), b=Dim(0, 1000))
    assert not is_smallest(made, Member({"a": 5, "b": 20}, {}, frozenset(), ()), decide)


def test_where_the_judge_is_silent_nothing_is_called_smallest() -> None:
    made = claim(lambda f: f.n < 5, n=Dim(0, 10**9))
    assert not is_smallest(made, lowered(made), silent)


def test_at_the_least_that_is_allowed_nobody_is_asked() -> None:
    made = claim(lambda f: f.n < f.m, n=Dim(3, 9), m=Dim(2, 9))
    assert is_smallest(made, Member({"n": 3, "m": 3}, {}, frozenset(), ()), _never)


@pytest.mark.parametrize(
    ("made", "first", "least"),
    [
        pytest.param(claim(lambda f: f.n < 5, n=Dim(0, 10**9)), {"n": 999}, {"n": 5}, id="one dim"),
        pytest.param(
            claim(lambda f: (f.a < 50) | (f.b < 3), a=Dim(0, 999), b=Dim(0, 999)),
            {"a": 900, "b": 800},
            {"a": 50, "b": 3},
            id="the rest after the largest",
        ),
        pytest.param(
            claim(lambda f: f.a + f.b < 100, a=U8(), b=U64(equals=lambda f: 100 - f.a)),
            {"a": 99, "b": 1},
            {"a": 50, "b": 50},
            id="where one grows as the other falls",
        ),
    ],
)
def test_where_the_judge_is_silent_python_lowers_alone(
    made: Obligation, first: dict[str, int], least: dict[str, int]
) -> None:
    found = smaller(made, Values(first, {}), silent)
    assert {name: found.number(name) for name in least} == least


def test_nothing_is_made_of_values_that_python_disagrees_with() -> None:
    made = claim(lambda f: f.n < 5, n=Dim(0, 100))
    wrong = Values({"n": 101}, {})
    assert smaller(made, wrong, silent) is wrong


def test_a_judge_who_answers_with_the_largest_there_is_leads_to_the_least() -> None:
    def generous(text: str, _: float) -> Answer:
        bound = min(int(found) for found in re.findall(r"; n is at most (\d+)", text))
        enough = Answer(Word.SAT, 0.0, Values({"n": bound}, {}))
        return enough if bound >= 700 else Answer(Word.UNSAT, 0.0)

    assert smaller(ELEMENTS, Values({"n": 10**6}, {}), generous).number("n") == 700


ELEMENTS = claim(lambda f: every(x < 9 for x in f.a), n=Dim(0, 100), a=Array(U8, lambda f: f.n))


def test_elements_that_nobody_looks_for_leave_the_first_answer() -> None:
    first = decide(question(ELEMENTS)).assignment
    assert first is not None
    assert smaller(ELEMENTS, first, silent) is first


def silent(*_: object) -> Answer:
    return Answer(Word.UNKNOWN, 0.0)


def test_the_search_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrink, "_BUDGET_S", -1.0)
    first = decide(question(ELEMENTS)).assignment
    assert first is not None
    assert smaller(ELEMENTS, first, _never) is first


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
