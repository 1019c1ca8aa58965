"""Premises that an obligation might lack: `candidates`, read off its goal and a counterexample.

What divides what, what is positive, even or odd, how two numbers compare, one value excluded, one side of a
goal that has several. Each is a guess with a sentence; `bob.proof.repair` tries them. How wide a bound may be
is for it to find out: `Bounded` is one side on which a quantity is bounded, `near` are values to look at.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from bob.proof.points import quantities, reached
from bob.spec.evaluation import evaluate
from bob.spec.premises import Kind, definitions
from bob.spec.specification import spelled_out
from bob.spec.terms import (
    And,
    Arith,
    Bound,
    Compare,
    Const,
    Implies,
    Length,
    Name,
    Not,
    Or,
    Predicate,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from bob.proof.points import Quantity
    from bob.spec.obligation import Obligation
    from bob.spec.terms import Node, Term

_MOST_COMPARED = 7
_NEAR = 2
_LARGEST_MODULUS = 9
_OPPOSITE = {"==": "!=", "!=": "=="}
_SAID = {"==": "is", "!=": "is not", "<": "is below", "<=": "is at most"}


class Candidate(NamedTuple):
    """A premise to try, as a reader would say it; `partly_goal` where it alone makes the goal true.

    Of two that exclude the same, the less `odd` one is what a reader expects.
    """

    predicate: Predicate
    sentence: str
    odd: int = 0
    partly_goal: bool = False


class Bounded(NamedTuple):
    """One side on which a quantity is bounded: `step` leads from a bound out of it."""

    quantity: Quantity
    step: int

    @property
    def end(self) -> int | None:
        """The narrowest bound."""
        return self.quantity.low if self.step > 0 else self.quantity.high

    def worst(self, scopes: Sequence[Mapping[str, Any]]) -> int:
        """The value nearest to the end that the quantity has in the scopes, which refute the claim."""
        values = [evaluate(self.quantity.node, scope) for scope in scopes]
        return min(values) if self.step > 0 else max(values)

    def within(self, bound: int) -> Predicate:
        """That the quantity stays at the bound or on this side of it."""
        node = self.quantity.node
        return node <= bound if self.step > 0 else node >= bound

    def candidate(self, bound: int) -> Candidate:
        """The same, as a premise to try."""
        side = "" if bound == self.end else "at most " if self.step > 0 else "at least "
        return Candidate(self.within(bound), f"{self.quantity.name} is {side}{bound}", 1)


def near(quantity: Quantity, value: int) -> list[int]:
    """Values around the counterexample's and at the ends and in the middle of the range."""
    low, high = quantity.low, quantity.high
    found = {*range(low, low + _NEAR + 1), *range(value - _NEAR, value + _NEAR + 1)}
    found |= set() if high is None else {(low + high) // 2, high}
    return sorted(n for n in found if low <= n and (high is None or n <= high))


def candidates(obligation: Obligation, values: Mapping[str, int]) -> list[Candidate]:
    """What might repair the claim, each once, the goal itself left out unless an operator owes it.

    `values` are the numbers of the counterexample, derived ones included.
    """
    found: dict[tuple[object, ...], Candidate] = {}
    for candidate in _all(obligation, values):
        found.setdefault(candidate.predicate.key(), candidate)
    if not _is_owed_by_an_operator(obligation):
        assert obligation.goal is not None
        derived = definitions(obligation.given)
        for goal in (obligation.goal, spelled_out(obligation.goal, derived)):
            found.pop(goal.key(), None)
    return list(found.values())


def _is_owed_by_an_operator(obligation: Obligation) -> bool:
    """Whether its author never wrote the goal, so that stating it as a premise is news."""
    return "." in obligation.name and not obligation.name.endswith("below_2_63")


def _all(obligation: Obligation, values: Mapping[str, int]) -> Iterator[Candidate]:
    goal = obligation.goal
    assert goal is not None
    free = quantities(obligation)
    around = [*reached(goal, obligation.given), *_refinements(obligation)]
    divisions = {(n.left.key(), n.right.key()): n for whole in around for n in _divisions(whole)}
    for division in divisions.values():
        yield from _dividing(division)
    numbers = sorted({n.value for whole in around for n in whole.walk() if isinstance(n, Const)})
    moduli = sorted({2, *(n for n in numbers if 1 < n < _LARGEST_MODULUS)})
    for quantity in free:
        yield from (_left(quantity.node, m, rest, 2) for m in moduli for rest in range(m))
    for left, right in permutations(free, 2):
        yield _left(left.node, right.node, 0, 4)
    terms = _terms(goal, free)
    ghosts = {quantity.name for quantity in free if quantity.kind is Kind.GHOST}
    for one, other in combinations(terms, 2):
        yield from _compared(one, other, ghosts)
    for named in terms:
        # A ghost stands for every value of its range: one alone repairs nothing.
        if text(named) not in ghosts:
            yield from (_said("==", named, Const(number)) for number in numbers)
        if text(named) in values:
            yield _said("!=", named, Const(values[text(named)]))
    yield from (Candidate(side, text(side), partly_goal=True) for side in _sides(goal))


def _refinements(obligation: Obligation) -> Iterator[Predicate]:
    yield from (p.predicate for p in obligation.given if p.kind is Kind.REFINEMENT)


def _divisions(node: Node) -> Iterator[Arith]:
    for inner in node.walk():
        if isinstance(inner, Arith) and inner.op in ("/", "//", "%") and not _is_bound(inner):
            yield inner


def _is_bound(node: Node) -> bool:
    return any(isinstance(inner, Bound) for inner in node.walk())


def _dividing(division: Arith) -> Iterator[Candidate]:
    left, right = division.left, division.right
    divides = _left(left, right, 0)
    yield divides
    if not isinstance(right, Const):
        positive = Candidate(Const(0) < right, f"{text(right)} is positive")
        yield positive
        both = f"{positive.sentence} and {divides.sentence}"
        yield Candidate(And((positive.predicate, divides.predicate)), both)


def _left(term: Term, divisor: Term | int, rest: int, odd: int = 0) -> Candidate:
    """That a division by `divisor` leaves `rest`."""
    by = Const(divisor) if isinstance(divisor, int) else divisor
    said = f"{text(by)} divides {text(term)}" if rest == 0 else f"{text(term)} % {text(by)} is {rest}"
    if isinstance(by, Const) and by.value == 2:
        said = f"{text(term)} is {'odd' if rest else 'even'}"
    return Candidate(Arith("%", term, by) == rest, said, odd)


def _terms(goal: Predicate, free: tuple[Quantity, ...]) -> list[Term]:
    """The named numbers of the goal, then what it depends on."""
    named: list[Term] = [node for node in goal.walk() if isinstance(node, Name | Length)]
    found = {text(node): node for node in [*named, *(quantity.node for quantity in free)]}
    return list(found.values())[:_MOST_COMPARED]


def _compared(one: Term, other: Term, ghosts: set[str]) -> Iterator[Candidate]:
    pinned = text(one) in ghosts or text(other) in ghosts
    yield from (_said(op, one, other) for op in _SAID if not (pinned and op == "=="))
    yield from (_said(op, other, one) for op in ("<", "<="))


def _said(op: str, one: Term, other: Term) -> Candidate:
    return Candidate(Compare(op, one, other), f"{text(one)} {_SAID[op]} {text(other)}", 3)


def _sides(goal: Predicate) -> list[Predicate]:
    """Statements of which each alone would make the goal true."""
    match goal:
        case Or():
            return [side for term in goal.terms for side in (_sides(term) or [term])]
        case Implies():
            return [*_denied(goal.left), *(_sides(goal.right) or [goal.right])]
        case Not():
            return _denied(goal.term) if isinstance(goal.term, And) else []
    return []


def _denied(predicate: Predicate) -> list[Predicate]:
    """Statements of which each alone denies a predicate."""
    match predicate:
        case And():
            return [denied for term in predicate.terms for denied in _denied(term)]
        case Compare(op="<", left=left, right=right):
            return [right <= left]
        case Compare(op="<=", left=left, right=right):
            return [right < left]
        case Compare(op=op, left=left, right=right):
            return [Compare(_OPPOSITE[op], left, right)]
    return [Not(predicate)]
