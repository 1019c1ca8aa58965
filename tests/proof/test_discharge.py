"""A verdict says no more than judge and replay bear out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.discharge import Court
from bob.proof.judges import Answer, Word
from bob.proof.panel import decide
from bob.proof.subjects import shipped
from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import U8, Array, Claim, Declaration, Derived, Dim, Refine
from bob.spec.obligation import Verdict, obligations
from bob.spec.quantifiers import every

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.proof.discharge import Discharged
    from bob.proof.judges import Decide


def family(**declarations: Declaration) -> FamilyMeta:
    return type(Family)("Example", (Family,), dict(declarations))


def claim(statement: Any, **declarations: Declaration) -> FamilyMeta:
    return family(n=Dim(0, 100), **declarations, c=Claim(statement, "the claim"))


def prove(families: Iterable[FamilyMeta], judge: Decide = decide, **options: float) -> list[Discharged]:
    court = Court(judge, **options)
    return [court.discharge(owed) for made in families for owed in obligations(made)]


def last(made: FamilyMeta, judge: Decide = decide, **options: float) -> Discharged:
    return prove([made], judge, **options)[-1]


TRUE = claim(lambda f: f.n * f.n <= 10000)
FALSE = claim(lambda f: f.n * f.n <= 9000)


class Values:
    """The same number for everything."""

    def __init__(self, value: int) -> None:
        self.value = value

    def number(self, symbol: str) -> int:  # noqa: ARG002
        return self.value

    def element(self, symbol: str, index: int) -> int:  # noqa: ARG002
        return self.value


def test_a_claim_that_holds_is_proved() -> None:
    found = last(TRUE)
    assert (found.verdict, found.counterexample, found.note) == (Verdict.PROVED, None, "")


def test_a_claim_that_does_not_hold_is_falsified_by_a_small_member() -> None:
    found = last(FALSE)
    assert found.verdict is Verdict.FALSIFIED
    assert found.counterexample is not None
    assert found.counterexample.quantities == {"n": 95}
    assert found.counterexample.sides == ("n * n = 9025",)


def test_premises_that_contradict_each_other_prove_nothing() -> None:
    found = last(
        claim(lambda f: f.n < 5, low=Refine(lambda f: f.n < 3, "low"), high=Refine(lambda f: f.n > 4, "high"))
    )
    assert found.verdict is Verdict.VACUOUS
    assert [premise.name for premise in found.contradiction] == ["low", "high"]


def test_a_refinement_that_no_element_keeps_is_seen() -> None:
    made = claim(
        lambda f: f.n < 101,
        a=Array(U8, lambda f: f.n + 1),
        high=Refine(lambda f: every(x > 255 for x in f.a), "every element is above 255"),
    )
    found = last(made)
    assert found.verdict is Verdict.VACUOUS
    assert "high" in [premise.name for premise in found.contradiction]


def answering(word: Word, value: int = 0, from_question: int = 0) -> Decide:
    """Z3's own answers, and one of another kind from some question on."""
    asked = []

    def judge(text: str, timeout_s: float) -> Answer:
        asked.append(text)
        if len(asked) <= from_question:
            return decide(text, timeout_s)
        return Answer(word, 0.0, Values(value) if word is Word.SAT else None, "out of patience")

    return judge


@pytest.mark.parametrize("made", [TRUE, FALSE], ids=["true", "false"])
@pytest.mark.parametrize("from_question", [0, 1], ids=["of the premises", "of the goal"])
def test_a_judge_who_gives_up_leaves_it_unknown(made: FamilyMeta, from_question: int) -> None:
    found = last(made, answering(Word.UNKNOWN, from_question=from_question))
    assert found.verdict is Verdict.UNKNOWN
    assert "out of patience" in found.note


@pytest.mark.parametrize(
    ("value", "objection"),
    [
        pytest.param(5, "the claim holds for the judge's counterexample", id="no counterexample"),
        pytest.param(101, "the judge's values are no member", id="no member"),
    ],
)
def test_a_wrong_counterexample_is_not_believed(value: int, objection: str) -> None:
    found = last(FALSE, answering(Word.SAT, value, from_question=1))
    assert found.verdict is Verdict.UNKNOWN
    assert found.note.startswith(objection)
    assert found.counterexample is None


def test_a_wrong_member_is_not_believed() -> None:
    found = last(TRUE, answering(Word.SAT, 101))
    assert found.verdict is Verdict.UNKNOWN
    assert found.note.startswith("the judge's values are no member")


def test_a_satisfying_answer_without_values_is_a_fault_of_the_judge() -> None:
    def judge(*_: object) -> Answer:
        return Answer(Word.SAT, 0.0)

    with pytest.raises(ValueError, match="sat without"):
        last(TRUE, judge)


def test_premises_are_asked_about_once() -> None:
    texts: list[str] = []

    def judge(text: str, timeout_s: float) -> Answer:
        texts.append(text)
        return decide(text, timeout_s)

    made = family(n=Dim(0, 100), c=Claim(lambda f: f.n < 101 + f.n, "c"), d=Claim(lambda f: f.n < 102, "d"))
    assert [each.verdict for each in prove([made], judge)] == [Verdict.PROVED] * 3
    assert len(texts) == len(set(texts)) == 3


def test_the_judge_is_given_the_time_that_is_allowed() -> None:
    given: list[float] = []

    def judge(_: str, timeout_s: float) -> Answer:
        given.append(timeout_s)
        return Answer(Word.UNKNOWN, 0.0, reason="slow")

    last(TRUE, judge, timeout_s=30)
    assert (min(given), sum(given)) == (1, 30 + 0 * len(given))


def test_a_short_time_is_kept() -> None:
    given: list[float] = []

    def judge(_: str, timeout_s: float) -> Answer:
        given.append(timeout_s)
        return Answer(Word.UNKNOWN, 0.0, reason="slow")

    last(TRUE, judge, timeout_s=0.25)
    assert given == [0.25]


def test_short_arrays_falsify_where_long_ones_leave_the_judge_undecided() -> None:
    def judge(text: str, timeout_s: float) -> Answer:
        bounded = "is at most" in text or "not:" not in text
        return decide(text, timeout_s) if bounded else Answer(Word.UNKNOWN, 0.0, reason="too many")

    found = last(claim(lambda f: every(x < 9 for x in f.a), a=Array(U8, lambda f: f.n)), judge)
    assert found.verdict is Verdict.FALSIFIED
    assert found.counterexample is not None
    assert found.counterexample.quantities["n"] == 1


def test_the_texts_that_were_decided_are_kept_with_the_verdict() -> None:
    texts: list[str] = []

    def judge(text: str, timeout_s: float) -> Answer:
        texts.append(text)
        return decide(text, timeout_s)

    found = last(TRUE, judge)
    assert [found.premise_text, found.goal_text] == texts


def test_an_unproved_premise_decides_the_claim_too() -> None:
    made = claim(lambda f: f.n < 5, never=Refine(lambda f: f.n > 100, "never"))
    found = prove([made])
    assert [each.verdict for each in found] == [Verdict.VACUOUS] * 2
    assert found[1].goal_text != ""


@pytest.mark.parametrize("made", shipped(), ids=lambda made: made.__name__)
def test_every_shipped_family_is_proved(made: FamilyMeta) -> None:
    wanted = {True: Verdict.FALSIFIED, False: Verdict.PROVED}
    found = prove([made])
    assert [
        (each.obligation.name, each.note)
        for each in found
        if each.verdict is not wanted[bool(each.obligation.refuted)]
    ] == []


def test_a_court_decides_one_obligation_at_a_time() -> None:
    court = Court()
    verdicts = [
        court.discharge(each).verdict
        for each in obligations(family(n=Dim(0, 3), d=Derived(lambda f: 2 - f.n)))
    ]
    assert verdicts == [Verdict.PROVED, Verdict.FALSIFIED, Verdict.PROVED]
