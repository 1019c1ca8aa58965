"""What a falsified obligation lacks: `repairs`, premises tried and found sufficient, the weakest first.

A premise repairs a claim where a judge proves the claim with it, and where a member that Python agrees with
satisfies it: what nothing satisfies would prove anything. Most guesses never reach a judge: points near the
counterexample, and every counterexample found on the way, are looked at first.
"""

from __future__ import annotations

import time
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from bob.proof.candidates import Bounded, Candidate, candidates, near
from bob.proof.judges import Word
from bob.proof.points import Points, compared, quantities, where
from bob.proof.replay import replay
from bob.proof.shrink import few_elements
from bob.proof.smtlib import goal_query, premise_query
from bob.spec.premises import Kind, Premise, definitions
from bob.spec.specification import spelled_out
from bob.spec.terms import And, names, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from bob.proof.judges import Answer, Decide
    from bob.proof.points import Point
    from bob.proof.replay import Member
    from bob.spec.obligation import Obligation
    from bob.spec.terms import Predicate

# Of members with more elements others are looked for: values are asked of the judge one by one.
_MOST_ELEMENTS = 5000
_TIMEOUT_S = 0.25
_BUDGET_S = 2.0
_MOST_SHOWN = 3
_MOST_QUESTIONS = 150
_MOST_VARIED = 6
_ORDER = (Kind.BOUNDS, Kind.RANGE, Kind.GHOST)


class Repair(NamedTuple):
    """A premise with which the claim holds, and its sentence; `exact` for a bound that cannot be wider."""

    predicate: Predicate
    sentence: str
    exact: bool = False


class Repairs(NamedTuple):
    """The weakest premises that were found sufficient, of `n_tried` guesses.

    `ended` where there was no time for more; `hopeless` where a judge says that no member satisfies the
    claim, so that no premise repairs it.
    """

    found: tuple[Repair, ...] = ()
    n_tried: int = 0
    ended: bool = False
    hopeless: bool = False


def repairs(obligation: Obligation, member: Member, decide: Decide) -> Repairs:
    """Premises that would make a falsified obligation hold, at most three, those that exclude least first."""
    return _Search(obligation, member, decide).repairs()


class _Guess(NamedTuple):
    """A premise, the near points that it keeps, and its rank: the least is tried first."""

    candidate: Candidate
    kept: frozenset[int]
    rank: tuple[int, ...]
    exact: bool = False


class _Search:
    """The points and counterexamples by which guesses are judged, and the judge for what they leave open."""

    def __init__(self, obligation: Obligation, member: Member, decide: Decide) -> None:
        self._obligation = obligation
        self._decide = decide
        self._points = Points(obligation)
        # Bounds of dims are looked for first, those of ghosts last.
        self._free = sorted(quantities(obligation), key=lambda quantity: _ORDER.index(quantity.kind))
        point = self._points.shown(member.quantities)
        self._values = {**point, **_numbers(member.derived)}
        self._near = [self._points.scope(point), *self._neighbours(point)]
        known = [i for i, s in enumerate(self._near) if self._points.whole and self._points.refutes(s)]
        self._bad = frozenset({0, *known})
        self._refuted = [self._near[i] for i in sorted(self._bad)]
        # Half of the time is kept for bounds and pairs.
        self._end = time.monotonic() + _BUDGET_S / 2
        self._n_questions = 0
        self._n_tried = 0

    def _neighbours(self, point: Point) -> Iterator[dict[str, Any]]:
        """Members that differ from the counterexample in one quantity or two."""
        varied = {q.name: near(q, point[q.name]) for q in self._free[:_MOST_VARIED]}
        seen = {tuple(point.values())}
        for one, other in combinations([*varied, ""], 2):
            for value, second in product(varied[one], varied.get(other, (0,))):
                moved = self._points.settled({**point, one: value, **({other: second} if other else {})})
                scope = self._points.scope(moved)
                if tuple(moved.values()) not in seen and self._points.is_member(scope):
                    yield scope
                seen.add(tuple(moved.values()))

    def repairs(self) -> Repairs:
        """Guesses in the order of their ranks and bounds; else parts of the goal; else pairs of guesses."""
        if self._is_hopeless():
            return Repairs(hopeless=True)
        guesses = [self._guess(each) for each in candidates(self._obligation, self._values)]
        guesses.sort(key=lambda guess: guess.rank)
        found = self._sufficient(guess for guess in guesses if not guess.candidate.partly_goal)
        self._end += _BUDGET_S / 2
        found = self._weakest([*found, *self._sufficient(self._bounds())])
        if not found:
            found = self._sufficient(guess for guess in guesses if guess.candidate.partly_goal)
        if not found:
            found = self._sufficient(self._pairs([*guesses, *self._near_bounds()]))
        shown = [Repair(g.candidate.predicate, g.candidate.sentence, g.exact) for g in found]
        return Repairs(tuple(shown), self._n_tried, self._is_over())

    def _is_hopeless(self) -> bool:
        """Whether the claim contradicts the premises: then it holds under no more of them either."""
        assert self._obligation.goal is not None
        held = self._with(self._obligation.goal, self._obligation.sentence)
        return self._ask(premise_query, held).word is Word.UNSAT

    def _is_over(self) -> bool:
        return self._n_questions >= _MOST_QUESTIONS or time.monotonic() > self._end

    def _guess(self, candidate: Candidate, exact: bool = False) -> _Guess:
        """Ranked by what it excludes, and what narrows a ghost after all others."""
        ghosts = {quantity.node.name for quantity in self._free if quantity.kind is Kind.GHOST}
        read = names(spelled_out(candidate.predicate, definitions(self._obligation.given)))
        kept = where(candidate.predicate, self._near)
        n_nodes = sum(1 for _ in candidate.predicate.walk())
        rank = (int(bool(read & ghosts)), -len(kept), candidate.odd, n_nodes)
        return _Guess(candidate, kept, rank, exact)

    def _pairs(self, guesses: Sequence[_Guess]) -> list[_Guess]:
        """Two guesses at a time that together exclude every counterexample near by, and not everything."""
        found = []
        for one, other in combinations(guesses, 2):
            kept = one.kept & other.kept
            if kept and not kept & self._bad:
                both = And((one.candidate.predicate, other.candidate.predicate))
                sentence = f"{one.candidate.sentence} and {other.candidate.sentence}"
                odd = [a + b for a, b in zip(one.rank[-2:], other.rank[-2:], strict=True)]
                rank = (max(one.rank[0], other.rank[0]), -len(kept), *odd)
                found.append(_Guess(Candidate(both, sentence), kept, rank))
        return sorted(found, key=lambda guess: guess.rank)

    def _sufficient(self, guesses: Iterable[_Guess]) -> list[_Guess]:
        found: list[_Guess] = []
        for guess in guesses:
            if len(found) == _MOST_SHOWN or self._is_over():
                break
            self._n_tried += 1
            if guess.kept & self._bad or self._says_nothing_new(guess, found):
                continue
            if self._proves(guess.candidate.predicate) and self._is_inhabited(guess.candidate):
                found.append(guess)
        return found

    def _says_nothing_new(self, guess: _Guess, found: Iterable[_Guess]) -> bool:
        """Whether it keeps no more of the points near by than a premise that was found before."""
        return len(self._near) > 1 and any(guess.kept <= other.kept for other in found)

    def _weakest(self, guesses: list[_Guess]) -> list[_Guess]:
        found: list[_Guess] = []
        for guess in sorted(guesses, key=lambda guess: guess.rank):
            found += [] if self._says_nothing_new(guess, found) else [guess]
        return found[:_MOST_SHOWN]

    def _proves(self, predicate: Predicate) -> bool:
        """Whether the claim follows with a premise more; a counterexample to that is kept."""
        if where(predicate, self._refuted):
            return False
        tried = self._with(predicate, "what is tried")
        answer = self._ask(goal_query, tried)
        if answer.assignment is not None and not self._objection(tried, answer):
            self._refuted.append(self._points.scope(self._points.of(answer.assignment)))
        return answer.word is Word.UNSAT

    def _is_inhabited(self, candidate: Candidate) -> bool:
        """Whether a member satisfies the premise, in Python too."""
        wanted = self._with(candidate.predicate, candidate.sentence)._replace(goal=None)
        answer = self._ask(premise_query, wanted)
        if answer.word is Word.UNKNOWN or (answer.word is Word.SAT and self._objection(wanted, answer)):
            answer = few_elements(wanted, self._decide) or answer
        return answer.word is Word.SAT and not self._objection(wanted, answer)

    def _objection(self, obligation: Obligation, answer: Answer) -> str:
        """Why Python does not agree with the values of an answer; nothing where it does."""
        assert answer.assignment is not None
        return replay(obligation, answer.assignment, _MOST_ELEMENTS).objection

    def _ask(self, query: Callable[[Obligation], str], obligation: Obligation) -> Answer:
        self._n_questions += 1
        return self._decide(query(obligation), _TIMEOUT_S)

    def _with(self, predicate: Predicate, sentence: str) -> Obligation:
        premise = Premise("repair", Kind.REFINEMENT, predicate, sentence)
        return self._obligation._replace(given=(*self._obligation.given, premise))

    def _bounds(self) -> Iterator[_Guess]:
        """For each quantity the widest bounds with which the claim holds; then one bound for all dims."""
        for quantity in self._free[:_MOST_VARIED]:
            for bounded in (Bounded(quantity, 1), Bounded(quantity, -1)):
                found = self._widest(bounded)
                if found is not None:
                    next_one = found + bounded.step
                    exact = found != bounded.end and bounded.worst(self._refuted) == next_one
                    yield self._guess(bounded.candidate(found), exact)
        dims = [quantity.node for quantity in compared(self._obligation)]
        most = max((self._values[text(dim)] for dim in dims), default=0) - 1
        if len(dims) > 1 and most >= 0:
            sentence = f"{', '.join(text(dim) for dim in dims[:-1])} and {text(dims[-1])} are at most {most}"
            yield self._guess(Candidate(And(tuple(dim <= most for dim in dims)), sentence, 1))

    def _near_bounds(self) -> Iterator[_Guess]:
        """Bounds near the counterexample, which are not enough alone."""
        for quantity in self._free[:_MOST_VARIED]:
            for value, step in product(near(quantity, self._values[quantity.name]), (1, -1)):
                yield self._guess(Bounded(quantity, step).candidate(value))

    def _widest(self, bounded: Bounded) -> int | None:
        """The bound next to a counterexample, else halves between that and the end of the range."""
        bad = bounded.worst(self._refuted)
        if bounded.end is None or (bad - bounded.end) * bounded.step <= 0:
            return None
        if not self._holds_somewhere(bounded.within(bad - bounded.step)):
            return None
        good = next((n for n in (bad - bounded.step, bounded.end) if self._proves(bounded.within(n))), None)
        bad = bounded.worst(self._refuted)
        while good is not None and abs(bad - good) > 1 and not self._is_over():
            middle = (good + bad) // 2
            if self._proves(bounded.within(middle)):
                good = middle
            else:
                bad = middle
        return good

    def _holds_somewhere(self, predicate: Predicate) -> bool:
        """Whether a member that satisfies the premise satisfies the claim: else no bound is enough."""
        assert self._obligation.goal is not None
        held = self._with(And((predicate, self._obligation.goal)), "what is tried, and the claim")
        return self._ask(premise_query, held).word is not Word.UNSAT


def _numbers(derived: Mapping[str, int | None]) -> dict[str, int]:
    return {name: value for name, value in derived.items() if value is not None}
