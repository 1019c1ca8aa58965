"""A verdict needs no judge to disagree, and says which judges bear it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.proof import hearing as room
from bob.proof.heard import Kept, Opinion
from bob.proof.hearing import hear, prove
from bob.proof.judges import Answer, Word
from bob.proof.smtlib import goal_query, premise_query
from bob.proof.theorem import Theorem, Walk, Walked
from bob.spec.family import Family
from bob.spec.fields import Claim, Dim, Refine
from bob.spec.lemmas import lemma
from bob.spec.obligation import Verdict, obligations

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.heard import Heard
    from bob.proof.judges import Assignment
    from bob.spec.family import FamilyMeta


class Small(Family):
    n = Dim(0, 9)
    below = Claim(lambda f: f.n < 10, "n is below 10")


class Wrong(Family):
    n = Dim(0, 9)
    below = Claim(lambda f: f.n < 5, "n is below 5")


class Empty(Family):
    n = Dim(0, 9)
    many = Refine(lambda f: f.n > 9, "n is above 9")
    below = Claim(lambda f: f.n < 5, "n is below 5")


HOLDS, FAILS, NOTHING = (obligations(family)[-1] for family in (Small, Wrong, Empty))
X = "(set-logic QF_LIA)(declare-fun x () Int)"


def theorem(said: str, assumed: str = "(< 0 x)", **more: object) -> Theorem:
    texts = (f"{X}(assert {assumed})(check-sat)", f"{X}(assert {assumed})(assert (not {said}))(check-sat)")
    return Theorem("numbers/x", "Numbers", "it is said of x", "any x", *texts)._replace(**more)


def told(answers: dict[tuple[str, str], Word], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Let judges answer some texts as we say; returns the list of who was asked what."""
    asked: list[tuple[str, str]] = []
    real = room.panel().seat

    class Told:
        def __init__(self, judge: str) -> None:
            self.judge = judge

        def decide(self, text: str, timeout_s: float) -> Answer:
            asked.append((self.judge, text))
            word = answers.get((self.judge, text))
            if word is None:
                return real(self.judge).decide(text, timeout_s)
            return Answer(word, 0.5, reason="told to")

    monkeypatch.setattr(room, "panel", lambda: type("Panel", (), {"seat": lambda _, judge: Told(judge)})())
    return asked


def said(heard: Heard) -> dict[str, Word]:
    return {opinion.judge: opinion.word for opinion in heard.opinions}


def test_an_obligation_is_decided_by_both() -> None:
    (heard,) = hear([HOLDS])
    assert (heard.verdict, heard.status, heard.bound) == (Verdict.PROVED, 0, "n is from 0 to 9")
    assert said(heard) == {"z3": Word.UNSAT, "cvc5": Word.UNSAT}
    assert heard.by_one_alone == ""


def test_a_false_one_has_its_counterexample_in_words() -> None:
    (heard,) = hear([FAILS])
    assert (heard.verdict, heard.status) == (Verdict.FALSIFIED, 1)
    assert heard.evidence == ("at n = 5", "false n = 5")
    assert said(heard) == {"z3": Word.SAT, "cvc5": Word.SAT}


def test_premises_that_exclude_each_other_prove_nothing() -> None:
    (heard,) = hear([NOTHING])
    assert (heard.verdict, heard.status) == (Verdict.VACUOUS, 1)


def test_what_is_false_on_purpose_succeeds_only_when_it_is_false() -> None:
    false, true = hear([FAILS._replace(refuted="where it ends"), HOLDS._replace(refuted="where it ends")])
    assert (false.verdict, false.status) == (Verdict.FALSIFIED, 0)
    assert (true.verdict, true.status) == (Verdict.PROVED, 1)


@pytest.mark.parametrize("judge", ["z3", "cvc5"])
def test_judges_who_disagree_settle_nothing(judge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = theorem("(< (- 1) x)")
    told({(judge, claim.goal_text): Word.SAT}, monkeypatch)
    (heard,) = hear([], [claim])
    assert (heard.verdict, heard.status) == (Verdict.UNKNOWN, 1)
    assert f"{judge} says sat" in heard.disagreement
    assert heard.note.startswith("the judges disagree: z3 says ")


def test_judges_who_disagree_about_the_premises_settle_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told({("cvc5", premise_query(HOLDS)): Word.UNSAT}, monkeypatch)
    (heard,) = hear([HOLDS])
    assert (heard.verdict, heard.status) == (Verdict.UNKNOWN, 1)
    assert heard.disagreement == "z3 says sat, cvc5 says unsat"


def test_where_the_first_gives_up_another_decides_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    told({("z3", goal_query(HOLDS)): Word.UNKNOWN}, monkeypatch)
    (heard,) = hear([HOLDS])
    assert (heard.verdict, heard.by_one_alone) == (Verdict.PROVED, "cvc5")


def test_where_the_first_gives_up_the_values_of_another_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    told({("z3", goal_query(FAILS)): Word.UNKNOWN}, monkeypatch)
    (heard,) = hear([FAILS])
    assert (heard.verdict, heard.evidence) == (Verdict.FALSIFIED, ("at n = 5", "false n = 5"))


def test_where_the_second_gives_up_the_first_decides_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    told({("cvc5", goal_query(HOLDS)): Word.UNKNOWN}, monkeypatch)
    (heard,) = hear([HOLDS])
    assert (heard.verdict, heard.by_one_alone) == (Verdict.PROVED, "z3")


def test_where_both_give_up_it_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = theorem("(< (- 1) x)")
    told({(judge, claim.goal_text): Word.UNKNOWN for judge in ("z3", "cvc5")}, monkeypatch)
    (heard,) = hear([], [claim])
    assert (heard.verdict, heard.status) == (Verdict.UNKNOWN, 3)
    assert heard.note == "the claim: z3 gave up after 0.5 s: told to, cvc5 gave up after 0.5 s: told to"


def test_a_theorem_is_decided_by_the_judges_that_it_names() -> None:
    bits = "(set-logic QF_BV)(declare-fun b () (_ BitVec 8))"
    goal = f"{bits}(assert (not (bvule b #xff)))(check-sat)"
    claim = Theorem("bits/b", "Bits", "a byte is a byte", "any b", "", goal, ("bitwuzla", "z3"))
    (heard,) = hear([], [claim])
    assert heard.verdict is Verdict.PROVED
    assert list(said(heard)) == ["bitwuzla", "z3"]


@pytest.mark.parametrize(
    ("assumed", "verdict"),
    [
        ("(< 0 x)", Verdict.PROVED),
        ("(< 0 x 1)", Verdict.VACUOUS),
    ],
)
def test_a_theorem_holds_of_something(assumed: str, verdict: Verdict) -> None:
    (heard,) = hear([], [theorem("(< (- 1) x)", assumed)])
    assert heard.verdict is verdict


def at(said: str) -> Callable[[Assignment], str]:
    def replay(assignment: Assignment) -> str:
        if assignment.number("x") != 7:
            raise ValueError("x is not 7")
        return said

    return replay


def test_a_theorem_is_falsified_by_a_counterexample_that_is_replayed() -> None:
    claim = theorem("(not (= x 7))", refuted="seven", replay=at("at x = 7\nfalse x = 7"))
    (heard,) = hear([], [claim])
    assert (heard.verdict, heard.status) == (Verdict.FALSIFIED, 0)
    assert heard.evidence == ("at x = 7", "false x = 7")


def test_a_counterexample_that_python_refuses_is_not_believed() -> None:
    (heard,) = hear([], [theorem("(not (= x 8))", replay=at(""))])
    assert (heard.verdict, heard.note) == (Verdict.UNKNOWN, "not a counterexample in Python: x is not 7")


@pytest.mark.parametrize(
    ("holds", "refuted", "verdict", "status"),
    [
        (True, "", Verdict.CHECKED, 0),
        (False, "", Verdict.FALSIFIED, 1),
        (False, "on purpose", Verdict.FALSIFIED, 0),
        (True, "on purpose", Verdict.CHECKED, 1),
    ],
)
def test_a_walk_says_what_it_came_to(holds: bool, refuted: str, verdict: Verdict, status: int) -> None:
    walk = Walk("w/all", "Walks", "s", "b", "all of them", lambda: Walked(holds, "3 cases"), refuted)
    (heard,) = hear([], [walk])
    assert (heard.verdict, heard.status, heard.evidence, heard.method) == (
        verdict,
        status,
        ("3 cases",),
        "all of them",
    )


def kept(word: Word, *judges: str) -> Kept:
    opinions = tuple(Opinion(judge, word, 0.003, kept=True) for judge in judges)
    sat = tuple(Opinion(judge, Word.SAT, 0.001, kept=True) for judge in judges)
    texts = {goal_query(HOLDS): opinions, goal_query(FAILS): opinions}
    texts |= {premise_query(claim): sat for claim in (HOLDS, FAILS)}
    return Kept(texts, {FAILS.name: ("at n = 5",)}, {})


def test_what_the_ledger_keeps_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = told({}, monkeypatch)
    (heard,) = hear([HOLDS], kept=kept(Word.UNSAT, "z3", "cvc5"))
    assert asked == []
    assert heard.verdict is Verdict.PROVED
    assert all(opinion.kept for opinion in heard.opinions)


def test_a_judge_of_whom_nothing_is_kept_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = told({}, monkeypatch)
    (heard,) = hear([HOLDS], kept=kept(Word.UNSAT, "z3"))
    assert {judge for judge, _ in asked} == {"cvc5"}
    assert [opinion.kept for opinion in heard.opinions] == [True, False]


def test_a_counterexample_is_kept_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = told({}, monkeypatch)
    (heard,) = hear([FAILS._replace(refuted="r")], kept=kept(Word.SAT, "z3", "cvc5"))
    assert asked == []
    assert (heard.verdict, heard.evidence) == (Verdict.FALSIFIED, ("at n = 5",))


def test_another_text_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = told({}, monkeypatch)
    hear([obligations(Empty)[-1]], kept=kept(Word.UNSAT, "z3", "cvc5"))
    assert {judge for judge, _ in asked} == {"z3", "cvc5"}


def test_an_empty_claim_is_refused_before_anything_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hollow(Family):
        n = Dim(0, 9)
        same = Claim(lambda f: f.n <= 9, "n is at most 9")

    asked = told({}, monkeypatch)
    with pytest.raises(Refused):
        prove([Small, Hollow])
    assert asked == []


def test_what_families_owe_is_proved_in_order() -> None:
    assert [(each.name, each.verdict) for each in prove([Small, Wrong])] == [
        ("small/inhabited", Verdict.PROVED),
        ("small/below", Verdict.PROVED),
        ("wrong/inhabited", Verdict.PROVED),
        ("wrong/below", Verdict.FALSIFIED),
    ]


class Step(Family):
    n = Dim(0, 9)
    below = Claim(lambda f: f.n * f.n < 82, "the square is below 82")


class OnStep(Family):
    m = Dim(0, 9)
    first = Claim(lambda f: f.m * f.m < 90, "below 90", by=lambda f: [lemma(Step, "below", n=f.m)])
    then = Claim(lambda f: f.m * f.m < 95, "below 95", after=("first",))


class FalseStep(Family):
    n = Dim(0, 9)
    below = Claim(lambda f: f.n * f.n < 81, "the square is below 81")


class OnFalseStep(OnStep):
    first = Claim(lambda f: f.m * f.m < 81, "below 81", by=lambda f: [lemma(FalseStep, "below", n=f.m)])


def test_a_claim_that_builds_on_what_is_proved_is_proved() -> None:
    assert [each.verdict for each in prove([OnStep, Step]) if each.goal] == [Verdict.PROVED] * 3


@pytest.mark.parametrize(
    ("families", "standing"),
    [
        ((OnStep,), "step/below, which was not asked about"),
        ((FalseStep, OnFalseStep), "false_step/below, which is FALSIFIED"),
        ((OnFalseStep, FalseStep), "false_step/below, which is FALSIFIED"),
    ],
)
def test_a_claim_that_builds_on_what_is_not_proved_stays_unknown_and_so_does_what_builds_on_it(
    families: tuple[FamilyMeta, ...], standing: str
) -> None:
    heard = {each.name.rpartition("/")[2]: each for each in prove(families)}
    assert (heard["first"].verdict, heard["first"].status) == (Verdict.UNKNOWN, 3)
    assert heard["first"].note == f"it builds on {standing}"
    assert heard["then"].verdict is Verdict.UNKNOWN
    assert heard["then"].note.endswith("/first, which is UNKNOWN")


def walk_of(digest: str) -> Walk:
    def run() -> Walked:
        return Walked(True, "walked now")

    return Walk("w/all", "Walks", "s", "b", "all of them", run, of=digest)


@pytest.mark.parametrize(
    ("digest", "evidence"), [("ab", "walked then"), ("cd", "walked now"), ("", "walked now")]
)
def test_a_walk_of_the_same_is_not_walked_again(digest: str, evidence: str) -> None:
    before = Kept({}, {"w/all": ("walked then",)}, {"w/all": "ab"})
    (heard,) = hear([], [walk_of(digest)], before)
    assert (heard.verdict, heard.evidence, heard.is_kept) == (
        Verdict.CHECKED,
        (evidence,),
        digest == "ab",
    )
