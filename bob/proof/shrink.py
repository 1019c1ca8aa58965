"""Questions beside the first: `few_elements`, `smaller` members, and premises that are `contradicting`.

They ask the judge the same kind of text, with bounds added or premises left out. A counterexample becomes
small in its largest dim first. Python lowers what can be evaluated at a point, and a judge has the last word:
`is_smallest` where it says that no counterexample has a smaller largest dim. Of the premises that contradict
each other each is needed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bob.proof.judges import Word
from bob.proof.points import Points, compared, quantities
from bob.proof.smtlib import goal_query, premise_query
from bob.spec.premises import Kind, Premise
from bob.spec.terms import AllDifferent, And, Bound, Every, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.proof.judges import Answer, Assignment, Decide
    from bob.proof.points import Point, Quantity
    from bob.proof.replay import Member
    from bob.spec.obligation import Obligation
    from bob.spec.terms import Term

_TIMEOUT_S = 1.0
_BUDGET_S = 2.0
_FEW = (1, 7, 50)
_NEXT_ONES = 3


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
        answer = decide(question(_at_most(obligation, list(free.values()), most)), _TIMEOUT_S)
        if answer.word is Word.SAT:
            return answer
    return None


def smaller(obligation: Obligation, assignment: Assignment, decide: Decide) -> Assignment:
    """An assignment of the same question with what the goal reads lowered.

    First the largest of the dims, as one; with that kept, each quantity, one after the other.
    """
    search = _Search(obligation, assignment, decide)
    search.lower(compared(obligation))
    for quantity in quantities(obligation):
        search.lower([quantity])
    return search.assignment


def is_smallest(obligation: Obligation, member: Member, decide: Decide) -> bool:
    """Whether a judge says that no counterexample has a smaller largest dim than `member`.

    Where the goal depends on no dim, the largest of all that it depends on is meant.
    """
    group = compared(obligation)
    point = Points(obligation).shown(member.quantities)
    largest = max((point[quantity.name] for quantity in group), default=0)
    if largest <= max((quantity.low for quantity in group), default=0):
        return True
    lower = _at_most(obligation, [quantity.node for quantity in group], largest - 1)
    return decide(question(lower), _TIMEOUT_S).word is Word.UNSAT


class _Search:
    """A satisfying assignment on its way down, with the bounds that are kept."""

    def __init__(self, obligation: Obligation, assignment: Assignment, decide: Decide) -> None:
        self.assignment = assignment
        self._obligation = obligation
        self._decide = decide
        self._points = Points(obligation)
        self._point: Point = self._points.of(assignment)
        self._kept: dict[str, int] = {}
        self._end = time.monotonic() + _BUDGET_S

    def lower(self, group: Sequence[Quantity]) -> None:
        """Find the least bound for the largest of a group: the next ones down, then strides, then halves."""
        low, stride = max((quantity.low for quantity in group), default=0), 1
        self._descend(group, low)
        words = (self._ask(group, low, self._largest(group) - 1) for _ in range(_NEXT_ONES))
        if next((word for word in words if word is not Word.SAT), None) is Word.UNSAT:
            low = self._largest(group)
        while low < self._largest(group) and time.monotonic() <= self._end:
            bound = min(low + stride - 1, (low + self._largest(group)) // 2)
            if self._ask(group, low, bound) is not Word.SAT:
                low, stride = bound + 1, min(self._largest(group), (stride + 1) ** 2)
        self._obligation = _at_most(self._obligation, _nodes(group), self._largest(group))
        self._kept.update({quantity.name: self._largest(group) for quantity in group})

    def _largest(self, group: Sequence[Quantity]) -> int:
        return max((self._point[quantity.name] for quantity in group), default=0)

    def _ask(self, group: Sequence[Quantity], low: int, bound: int) -> Word:
        """What the judge says of a bound; with an assignment below it, go on from there."""
        if bound < low or time.monotonic() > self._end:
            return Word.UNKNOWN
        answer = self._decide(question(_at_most(self._obligation, _nodes(group), bound)), _TIMEOUT_S)
        if answer.word is Word.SAT and answer.assignment is not None:
            self.assignment, self._point = answer.assignment, self._points.of(answer.assignment)
            self._descend(group, low)
        return answer.word

    def _descend(self, group: Sequence[Quantity], low: int) -> None:
        """Lower the group together in halves, as far as Python agrees, if it agrees where that begins."""
        high = self._largest(group)
        if not (self._points.whole and self._points.refutes(self._points.scope(self._point))):
            return
        while low < high:
            bound = (low + high) // 2
            lowered = {quantity.name: min(self._point[quantity.name], bound) for quantity in group}
            point = self._points.settled({**self._point, **lowered})
            limits = {**self._kept, **{quantity.name: bound for quantity in group}}
            lower = all(point[name] <= limit for name, limit in limits.items())
            if lower and self._points.refutes(self._points.scope(point)):
                self._point, self.assignment, high = point, self._points.assignment(point), bound
            else:
                low = bound + 1


def _nodes(group: Sequence[Quantity]) -> list[Term]:
    return [quantity.node for quantity in group]


def _at_most(obligation: Obligation, terms: Sequence[Term], bound: int) -> Obligation:
    if not terms:
        return obligation
    parts = [term <= bound for term in terms]
    said = parts[0] if len(parts) == 1 else And(tuple(parts))
    names = " and ".join(text(term) for term in terms)
    sentence = f"{names} {'is' if len(terms) == 1 else 'are'} at most {bound}"
    return obligation._replace(given=(*obligation.given, Premise("small", Kind.REFINEMENT, said, sentence)))


def contradicting(obligation: Obligation, decide: Decide) -> tuple[Premise, ...]:
    """Premises of which each is needed to exclude a member, given that all of them together do."""
    kept = list(obligation.given)
    for premise in obligation.given:
        fewer = tuple(other for other in kept if other is not premise)
        if decide(premise_query(obligation._replace(given=fewer)), _TIMEOUT_S).word is Word.UNSAT:
            kept = list(fewer)
    return tuple(kept)
