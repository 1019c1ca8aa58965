"""A judge's answers as verdicts, one obligation at a time: `Court`.

The premises are asked for a member first: from premises without one everything follows, so the verdict is
VACUOUS. Then the negated goal: PROVED where nothing satisfies it; FALSIFIED where Python agrees with the
judge's values, made small; UNKNOWN where an answer is missing or Python disagrees with it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from bob.proof.judges import TIMEOUT_S, Answer, Lost, Word
from bob.proof.panel import decide
from bob.proof.replay import Member, Replay, replay
from bob.proof.shrink import contradicting, few_elements, smaller
from bob.proof.smtlib import goal_query, premise_query
from bob.spec.obligation import Obligation, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.proof.judges import Assignment, Decide
    from bob.spec.premises import Premise

_QUICK_S = 1.0


class Discharged(NamedTuple):
    """An obligation with its verdict and the evidence.

    `counterexample` is there with FALSIFIED, `contradiction` (premises that exclude each other) with VACUOUS,
    `note` (why it stayed undecided) with UNKNOWN. The judge read `premise_text` and `goal_text`; `seconds` is
    its time, without what it was asked before and without the search for a smaller counterexample.
    """

    obligation: Obligation
    verdict: Verdict
    seconds: float
    premise_text: str
    goal_text: str = ""
    counterexample: Member | None = None
    contradiction: tuple[Premise, ...] = ()
    note: str = ""


class Court:
    """A judge, and what was found of premises that several obligations share: each is asked about once."""

    def __init__(self, decide: Decide = decide, timeout_s: float = TIMEOUT_S) -> None:
        self._decide = decide
        self._timeout_s = timeout_s
        self._inhabited: dict[str, Discharged] = {}

    def discharge(self, obligation: Obligation) -> Discharged:
        """The verdict on one obligation."""
        inhabited = self._premises(obligation._replace(goal=None))._replace(obligation=obligation)
        if obligation.goal is None:
            return inhabited
        text = goal_query(obligation)
        if inhabited.verdict is not Verdict.PROVED:
            return inhabited._replace(goal_text=text)
        answer = self._answer(obligation, text)
        found = inhabited._replace(goal_text=text, seconds=inhabited.seconds + answer.seconds)
        return _implied(found, answer, self._decide)

    def _premises(self, premises: Obligation) -> Discharged:
        text = premise_query(premises)
        if text in self._inhabited:
            return self._inhabited[text]._replace(seconds=0.0)
        answer = self._answer(premises, text)
        found = Discharged(premises, Verdict.UNKNOWN, answer.seconds, text)
        self._inhabited[text] = _inhabited(found, answer, self._decide)
        return self._inhabited[text]

    def _answer(self, obligation: Obligation, text: str) -> Answer:
        """A quick answer, else one for short arrays, else whatever comes within the time that is allowed."""
        start = time.perf_counter()
        answer = self._decide(text, min(_QUICK_S, self._timeout_s))
        if answer.word is Word.UNKNOWN:
            answer = few_elements(obligation, self._decide) or answer
        if answer.word is Word.UNKNOWN and self._timeout_s > _QUICK_S:
            answer = self._decide(text, self._timeout_s - _QUICK_S)
        return answer._replace(seconds=time.perf_counter() - start)


def _inhabited(found: Discharged, answer: Answer, decide: Decide) -> Discharged:
    """Whether the premises have a member: PROVED, VACUOUS or UNKNOWN."""
    match answer.word:
        case Word.UNSAT:
            contradiction = contradicting(found.obligation, decide)
            return found._replace(verdict=Verdict.VACUOUS, contradiction=contradiction)
        case Word.SAT:
            objection = _first_agreed(found.obligation, answer, decide).objection
            return found._replace(verdict=Verdict.UNKNOWN if objection else Verdict.PROVED, note=objection)
        case Word.UNKNOWN:
            return found._replace(verdict=Verdict.UNKNOWN, note=_gave_up(answer))


def _implied(found: Discharged, answer: Answer, decide: Decide) -> Discharged:
    """Whether the premises, which have a member, imply the goal: PROVED, FALSIFIED or UNKNOWN."""
    match answer.word:
        case Word.UNSAT:
            return found._replace(verdict=Verdict.PROVED)
        case Word.SAT:
            seen = _first_agreed(found.obligation, answer, decide)
            if seen.objection:
                return found._replace(verdict=Verdict.UNKNOWN, note=seen.objection)
            return found._replace(verdict=Verdict.FALSIFIED, counterexample=seen.member)
        case Word.UNKNOWN:
            return found._replace(verdict=Verdict.UNKNOWN, note=_gave_up(answer))


def _first_agreed(obligation: Obligation, answer: Answer, decide: Decide) -> Replay:
    """The replay of the first assignment that Python agrees with, else of the judge's own."""
    if answer.assignment is None:
        raise ValueError("sat without an assignment")
    seen = Replay(Member({}, {}, frozenset(), ()), "not replayed")
    try:
        for assignment in _assignments(obligation, answer.assignment, decide):
            seen = replay(obligation, assignment)
            if not seen.objection:
                break
    except Lost as gone:
        return seen._replace(objection=str(gone))
    return seen


def _assignments(obligation: Obligation, assignment: Assignment, decide: Decide) -> Iterator[Assignment]:
    """For a counterexample the small one first; for a member the judge's own, which is not shown."""
    if obligation.goal is None:
        yield assignment
        yield smaller(obligation, assignment, decide)
    else:
        yield smaller(obligation, assignment, decide)
        yield assignment


def _gave_up(answer: Answer) -> str:
    return f"the judge gave up after {answer.seconds:.1f} s: {answer.reason}"
