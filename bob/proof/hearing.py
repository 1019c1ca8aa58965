"""Every claim before every judge: `hear` gives each its verdict, with what each judge said of each text.

    hear(obligations, theorems, kept, timeout_s=10.0)

The first judge's values are replayed and made small (`bob.proof.discharge`); where it stays undecided and
another judge does not, the other is asked for its values in the same way. Judges work beside each other. One
that says sat where another says unsat settles nothing: that is a disagreement, and a failure. What the ledger
keeps of the same text by the same version of a judge is not asked again.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from bob.proof.discharge import Court
from bob.proof.heard import NOTHING_KEPT, Asked, Heard, Opinion
from bob.proof.judges import FIRST, TIMEOUT_S, Lost, Word, present
from bob.proof.panel import panel
from bob.proof.smtlib import goal_query, premise_query
from bob.proof.theorem import Theorem, Walk
from bob.spec.obligation import Obligation, Verdict, obligations
from bob.spec.premises import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.proof.discharge import Discharged
    from bob.proof.heard import Kept
    from bob.proof.judges import Answer, Decide
    from bob.proof.replay import Member
    from bob.spec.family import FamilyMeta

_SECOND = "cvc5"


def prove(families: Iterable[FamilyMeta], timeout_s: float = TIMEOUT_S) -> list[Heard]:
    """All that some families owe, with verdicts, in order; raises `Refused` (BOB106) for an empty claim."""
    return hear((owed for family in families for owed in obligations(family)), timeout_s=timeout_s)


def hear(
    owed: Iterable[Obligation],
    theorems: Iterable[Theorem | Walk] = (),
    kept: Kept = NOTHING_KEPT,
    timeout_s: float = TIMEOUT_S,
) -> list[Heard]:
    """The verdict on every claim, in order; raises `Refused` (BOB106) for an empty one."""
    claims: list[Obligation | Theorem | Walk] = [*owed, *theorems]
    texts = {text for claim in claims for text in _texts(claim) if text}
    hearing = _Hearing({text: kept.opinions[text] for text in texts & kept.opinions.keys()}, timeout_s)
    asked = {judge: _asked_of(judge, claims) for judge in present()}
    others = [judge for judge in asked if judge != FIRST]
    with ThreadPoolExecutor(max_workers=len(asked)) as pool:
        jobs = [pool.submit(hearing.ask_all, judge, asked[judge]) for judge in others]
        decided = {id(c): hearing.first(c) for c in claims if isinstance(c, Obligation)}
        hearing.ask_all(FIRST, asked[FIRST])
        for job in jobs:
            job.result()
    return _standing(claims, [_heard(claim, hearing, decided.get(id(claim)), kept) for claim in claims])


def _texts(claim: Obligation | Theorem | Walk) -> tuple[str, str]:
    """The premise text and the goal text, empty where there is none."""
    match claim:
        case Obligation():
            return premise_query(claim), "" if claim.goal is None else goal_query(claim)
        case Theorem():
            return claim.premise_text, claim.goal_text
        case Walk():
            return "", ""


def _judges_of(claim: Obligation | Theorem | Walk) -> tuple[str, ...]:
    match claim:
        case Obligation():
            return (FIRST, _SECOND)
        case Theorem():
            return claim.judges
        case Walk():
            return ()


def _asked_of(judge: str, claims: Iterable[Obligation | Theorem | Walk]) -> list[str]:
    """The texts that a judge is asked about, each once; obligations have their own way to the first."""
    found: dict[str, None] = {}
    for claim in claims:
        if judge in _judges_of(claim) and not (judge == FIRST and isinstance(claim, Obligation)):
            found |= dict.fromkeys(text for text in _texts(claim) if text)
    return list(found)


class _Hearing:
    """The answers so far, by judge and text."""

    def __init__(self, kept: Mapping[str, Sequence[Opinion]], timeout_s: float) -> None:
        self._kept = kept
        self._timeout_s = timeout_s
        self._answers: dict[tuple[str, str], Answer] = {}
        self._court = Court(self.deciding(FIRST), timeout_s)

    def deciding(self, judge: str) -> Decide:
        """A judge, whose answers to texts are written down: the longest-thought answer to each."""

        def decide(text: str, timeout_s: float = TIMEOUT_S) -> Answer:
            answer = panel().seat(judge).decide(text, timeout_s)
            self._answers[judge, text] = answer
            return answer

        return decide

    def ask_all(self, judge: str, texts: Iterable[str]) -> None:
        """Ask a judge about each text that it was not asked about and of which nothing of it is kept."""
        decide = self.deciding(judge)
        for text in texts:
            if (judge, text) not in self._answers and self.kept(judge, text) is None:
                decide(text, self._timeout_s)

    def first(self, obligation: Obligation) -> Discharged | None:
        """What the first judge's court makes of an obligation, unless the ledger keeps what it said."""
        texts = [text for text in _texts(obligation) if text]
        if all(self.kept(FIRST, text) for text in texts):
            return None
        return self._court.discharge(obligation)

    def kept(self, judge: str, text: str) -> Opinion | None:
        """What the ledger keeps of a judge about a text."""
        return next((opinion for opinion in self._kept.get(text, ()) if opinion.judge == judge), None)

    def asked(self, text: str, judges: Iterable[str]) -> Asked | None:
        """The text with every opinion that there is of it."""
        opinions = []
        for judge in judges:
            answer, known = self._answers.get((judge, text)), self.kept(judge, text)
            if answer is not None:
                opinions.append(Opinion(judge, answer.word, answer.seconds, answer.reason))
            elif known is not None:
                opinions.append(known)
        return Asked(text, tuple(opinions)) if text else None

    def answer(self, text: str, judges: Iterable[str]) -> Answer | None:
        """The first answer of sat that was given now."""
        found = (self._answers.get((judge, text)) for judge in judges)
        return next((a for a in found if a is not None and a.word is Word.SAT), None)

    def other(self, obligation: Obligation, judges: Iterable[str]) -> Discharged | None:
        """What another judge's court makes of an obligation that the first left undecided."""
        for judge in judges:
            if judge != FIRST and judge in present():
                found = Court(self.deciding(judge), self._timeout_s).discharge(obligation)
                if found.verdict is not Verdict.UNKNOWN:
                    return found
        return None


def _heard(
    claim: Obligation | Theorem | Walk, hearing: _Hearing, discharged: Discharged | None, kept: Kept
) -> Heard:
    if isinstance(claim, Walk):
        return _walked(claim, kept)
    judges = _judges_of(claim)
    if discharged is not None and discharged.verdict is Verdict.UNKNOWN:
        discharged = hearing.other(discharged.obligation, judges) or discharged
    premise, goal = (hearing.asked(text, judges) for text in _texts(claim))
    heard = Heard(*_stated(claim), Verdict.UNKNOWN, claim.refuted, premise, goal)
    if heard.disagreement:
        return heard._replace(note=f"the judges disagree: {heard.disagreement}", discharged=discharged)
    if discharged is not None:
        told = _told(discharged.counterexample)
        return heard._replace(
            verdict=discharged.verdict, note=discharged.note, evidence=told, discharged=discharged
        )
    heard = heard._replace(verdict=_verdict(premise, goal), note=_note(premise, goal))
    if heard.verdict is not Verdict.FALSIFIED or claim.name in kept.evidence:
        return heard._replace(evidence=kept.evidence.get(claim.name, ()))
    return _replayed(claim, heard, hearing.answer(_texts(claim)[1], judges))


def _standing(claims: Sequence[Obligation | Theorem | Walk], heard: list[Heard]) -> list[Heard]:
    """The claims again, undecided where they build on one that is not PROVED among them."""
    lemmas = {
        claim.name: [premise.name for premise in claim.given if premise.kind is Kind.LEMMA]
        for claim in claims
        if isinstance(claim, Obligation)
    }
    verdicts = {each.name: each.verdict for each in heard}
    standing = []
    for each in heard:
        wanting = [n for n in lemmas.get(each.name, ()) if verdicts.get(n) is not Verdict.PROVED]
        if wanting and each.verdict is Verdict.PROVED:
            each = each._replace(verdict=Verdict.UNKNOWN, note=_builds_on(wanting[0], verdicts))
        standing.append(each)
    return standing if standing == heard else _standing(claims, standing)


def _builds_on(name: str, verdicts: Mapping[str, Verdict]) -> str:
    standing = f"is {verdicts[name].value}" if name in verdicts else "was not asked about"
    return f"it builds on {name}, which {standing}"


def _stated(claim: Obligation | Theorem) -> tuple[str, str, str, str]:
    if isinstance(claim, Theorem):
        return claim.name, claim.subject, claim.sentence, claim.bound
    return claim.name, claim.family, claim.sentence, bound_of(claim)


def bound_of(obligation: Obligation) -> str:
    """For which values an obligation is claimed: the bounds of the family's dims, in words."""
    return ", ".join(premise.sentence for premise in obligation.given if premise.kind is Kind.BOUNDS)


def _told(member: Member | None) -> tuple[str, ...]:
    """A counterexample in lines: what it is stated by, what follows from that, and what is false then."""
    if member is None:
        return ()
    given = (("at", member.quantities), ("gives", member.derived))
    lines = [f"{word} {_assigned(values, member.reads)}" for word, values in given]
    return (*(line for line in lines if " = " in line), *(f"false {side}" for side in member.sides))


def _assigned(values: Mapping[str, object], reads: frozenset[str]) -> str:
    shown = {name: value for name, value in values.items() if name in reads}
    return ", ".join(f"{name} = {'no value' if value is None else value}" for name, value in shown.items())


def _walked(walk: Walk, kept: Kept) -> Heard:
    heard = Heard(walk.name, walk.subject, walk.sentence, walk.bound, Verdict.CHECKED, walk.refuted)
    heard = heard._replace(method=walk.method, of=walk.of)
    if walk.of and kept.walked.get(walk.name) == walk.of:
        return heard._replace(evidence=kept.evidence.get(walk.name, ()), kept=True)
    walked = walk.run()
    verdict = Verdict.CHECKED if walked.holds else Verdict.FALSIFIED
    return heard._replace(verdict=verdict, evidence=(walked.evidence,))


def _verdict(premise: Asked | None, goal: Asked | None) -> Verdict:
    """What the words come to; without a premise text nothing is assumed."""
    assumed = Word.SAT if premise is None else premise.word
    if assumed is not Word.SAT:
        return Verdict.VACUOUS if assumed is Word.UNSAT else Verdict.UNKNOWN
    if goal is None:
        return Verdict.PROVED
    return {Word.UNSAT: Verdict.PROVED, Word.SAT: Verdict.FALSIFIED, Word.UNKNOWN: Verdict.UNKNOWN}[goal.word]


def _note(premise: Asked | None, goal: Asked | None) -> str:
    for asked, called in ((premise, "the premises"), (goal, "the claim")):
        if asked is not None and asked.word is Word.UNKNOWN:
            said = [f"{o.judge} gave up after {o.seconds:.1f} s: {o.reason}" for o in asked.opinions]
            return f"{called}: {', '.join(said) or 'no judge that is installed was asked'}"
    return ""


def _replayed(claim: Obligation | Theorem, heard: Heard, answer: Answer | None) -> Heard:
    """A theorem's counterexample in words, evaluated anew in Python where the theorem says how."""
    replay = claim.replay if isinstance(claim, Theorem) else None
    if replay is None or answer is None or answer.assignment is None:
        return heard
    try:
        return heard._replace(evidence=tuple(replay(answer.assignment).splitlines()))
    except Lost as gone:
        return heard._replace(verdict=Verdict.UNKNOWN, note=str(gone))
    except ValueError as objection:
        return heard._replace(verdict=Verdict.UNKNOWN, note=f"not a counterexample in Python: {objection}")
