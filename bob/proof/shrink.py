"""Questions beside the first: `few_elements`, `smaller` members, and premises that are `contradicting`.

They ask the judge the same kind of text, with bounds added or premises left out. A member that comes out is
small, and nothing shows that it is the smallest; of the premises that contradict each other each is needed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bob.proof.judges import Word
from bob.proof.smtlib import goal_query, premise_query, symbol
from bob.spec.premises import Kind, Premise, definitions
from bob.spec.specification import spelled_out
from bob.spec.terms import AllDifferent, And, Bound, Compare, Const, Every, Length, Name, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.proof.judges import Answer, Assignment, Decide
    from bob.spec.obligation import Obligation
    from bob.spec.terms import Term

_TIMEOUT_S = 1.0
_BUDGET_S = 2.0
_FEW = (1, 7, 50)
_MOST_QUESTIONS = 30


def question(obligation: Obligation) -> str:
    """The text whose assignments are counterexamples of the obligation, or members where it has no goal."""
    return premise_query(obligation) if obligation.goal is None else goal_query(obligation)


def few_elements(obligation: Obligation, decide: Decide) -> Answer | None:
    """A satisfying answer to the same question for short arrays, for where a judge stays undecided."""
    nodes = [premise.predicate for premise in obligation.given]
    nodes += [] if obligation.goal is None else [obligation.goal]
    inner = [node for whole in nodes for node in whole.walk()]
    limits = [node.bound.below for node in inner if isinstance(node, Every | AllDifferent)]
    free = {limit.key(): limit for limit in limits if not any(isinstance(n, Bound) for n in limit.walk())}
    for most in _FEW if free else ():
        small = obligation
        for limit in free.values():
            small = _at_most(small, limit, most)
        answer = decide(question(small), _TIMEOUT_S)
        if answer.word is Word.SAT:
            return answer
    return None


def smaller(obligation: Obligation, assignment: Assignment, decide: Decide) -> Assignment:
    """An assignment of the same question with what the goal reads lowered, one after the other."""
    end = time.monotonic() + _BUDGET_S
    for quantity, floor in _free(obligation):
        if time.monotonic() > end:
            break
        obligation, assignment = _lowered(obligation, quantity, floor, assignment, decide)
    return assignment


def _free(obligation: Obligation) -> Iterator[tuple[Name | Length, int]]:
    """What nothing derives and the goal depends on (for a member: all of it), each with its least value."""
    read = None
    if obligation.goal is not None:
        read = names(spelled_out(obligation.goal, definitions(obligation.given)))
    for premise in obligation.given:
        if premise.kind in (Kind.BOUNDS, Kind.GHOST, Kind.RANGE):
            match premise.predicate:
                case And(terms=(Compare(op="<=", left=low, right=Name() | Length() as quantity), *_)):
                    if read is None or quantity.name in read:
                        yield quantity, low.value if isinstance(low, Const) else 0


def _lowered(
    obligation: Obligation, quantity: Name | Length, low: int, assignment: Assignment, decide: Decide
) -> tuple[Obligation, Assignment]:
    """The question with the least bound that was found for `quantity`: strides that grow, then halves."""
    stride, high = 1, assignment.number(symbol(quantity))
    for _ in range(_MOST_QUESTIONS):
        if low >= high:
            break
        bound = min(low + stride - 1, (low + high) // 2)
        answer = decide(question(_at_most(obligation, quantity, bound)), _TIMEOUT_S)
        if answer.word is Word.SAT and answer.assignment is not None:
            assignment, high = answer.assignment, answer.assignment.number(symbol(quantity))
        else:
            low, stride = bound + 1, min(high, (stride + 1) ** 2)
    return _at_most(obligation, quantity, high), assignment


def _at_most(obligation: Obligation, quantity: Term, bound: int) -> Obligation:
    premise = Premise("small", Kind.REFINEMENT, quantity <= bound, f"{quantity!r} is at most {bound}")
    return obligation._replace(given=(*obligation.given, premise))


def contradicting(obligation: Obligation, decide: Decide) -> tuple[Premise, ...]:
    """Premises of which each is needed to exclude a member, given that all of them together do."""
    kept = list(obligation.given)
    for premise in obligation.given:
        fewer = tuple(other for other in kept if other is not premise)
        if decide(premise_query(obligation._replace(given=fewer)), _TIMEOUT_S).word is Word.UNSAT:
            kept = list(fewer)
    return tuple(kept)
