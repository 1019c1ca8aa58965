"""What is known in one case: facts with the equations solved, `Scene`.

Each equation that states a name (`x == polynomial`) removes it from all other facts; each fact is divided by
what divides it, its constant rounded down, so that a fact of integers is as narrow as it can be said. A scene
is closed by a fact `-1 >= 0`.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from bob.proof.certificates.facts import Fact, Scope, Step, Term, divisor, scaled, summed, tightened, total
from bob.proof.certificates.polynomials import combined, content, quotient

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.proof.certificates.polynomials import Monomial, Polynomial


class Scene:
    """The facts of a scope and of those around it.

    `solved` has an equation for each name that no other fact mentions, `equations` the others; `bounds` what
    is at least 0, the narrowest fact for each polynomial without its number; `cases` the alternatives. What
    follows from the denied goal is in `denied` too: a search begins there. `naturals` keeps that names are at
    least 0 where facts say more, for all scenes together. `closed`, once there, is `-1 >= 0`.
    """

    def __init__(self, depth: int = 0) -> None:
        self.scope = Scope(depth)
        self.solved: dict[str, Fact] = {}
        self.equations: list[Fact] = []
        self.bounds: dict[frozenset[tuple[Monomial, int]], Fact] = {}
        self.cases: list[Fact] = []
        self.denied: set[Fact] = set()
        self.naturals: dict[Fact, Fact] = {}
        self.closed: Fact | None = None

    def inside(self) -> Scene:
        """A scene for a case within this one, which knows all that is known here."""
        inner = Scene(self.scope.depth + 1)
        inner.solved, inner.equations = dict(self.solved), list(self.equations)
        inner.bounds, inner.cases = dict(self.bounds), list(self.cases)
        inner.denied, inner.closed = set(self.denied), self.closed
        inner.naturals = self.naturals
        return inner

    def assume(self, said: Iterable[tuple[str, object]]) -> Step:
        """Add what the case of this scene assumes."""
        step = Step(self.scope, (), None)
        self.add(step.adding(said), denied=True)
        return step

    def add(self, facts: Iterable[Fact], denied: bool = False, states: str = "") -> None:
        """Know more; `states` is the name that an equation among the facts is to be solved for."""
        for fact in sorted(facts, key=lambda fact: fact.kind != "=="):
            if self.closed is not None:
                return
            if fact.kind == "or":
                self.cases.append(fact)
                self.denied |= {fact} if denied else set()
            elif fact.kind == "==":
                self._add_equation(fact, states)
            else:
                self._add_bound(fact, denied)

    def removed(self, polynomial: Polynomial) -> list[Term]:
        """Multiples of equations that, added to a polynomial, remove every stated name from it."""
        return _removed(polynomial, self.solved)

    def cuts(self) -> list[Fact]:
        """Bounds that an equation narrows: without a name that it states a multiple of, rounded."""
        found = []
        for equation in self.equations:
            for name in _alone(equation.polynomial):
                for bound in self.bounds.values():
                    if name in _alone(bound.polynomial):
                        terms = _without(name, bound, equation)
                        left = total(terms)
                        if left.get((), 0) % divisor(left):
                            found.append(tightened(terms, self.scope))
        return [fact for fact in found if not self.has(fact.polynomial)]

    def has(self, polynomial: Polynomial) -> bool:
        """Whether a bound says that a polynomial is at least 0, or more."""
        known = self.bounds.get(varying(polynomial))
        return known is not None and known.polynomial.get((), 0) <= polynomial.get((), 0)

    def _add_equation(self, fact: Fact, states: str = "") -> None:
        terms = [Term(1, (), (fact,)), *self.removed(fact.polynomial)]
        left = total(terms)
        if not any(left):
            if left:
                # Divided by one more, it is rounded, and an inequality.
                self.closed = summed(scaled(terms, 1 if left[()] < 0 else -1), abs(left[()]) + 1, self.scope)
        elif left.get((), 0) % content(left):
            above, below = (tightened(scaled(terms, sign), self.scope) for sign in (1, -1))
            self.closed = summed([Term(1, (), (above,)), Term(1, (), (below,))], 1, self.scope)
        else:
            equation = self._simplest(fact, terms)
            name = _stated(equation.polynomial, states)
            if name:
                self._state(name, equation)
            else:
                self.equations.append(equation)

    def _state(self, name: str, equation: Fact) -> None:
        """Take an equation as what a name is, and remove the name from everything else."""
        for other, of in self.solved.items():
            terms = _removed(of.polynomial, {name: equation})
            if terms:
                self.solved[other] = summed([Term(1, (), (of,)), *terms], 1, self.scope)
        self.solved[name] = equation
        equations, self.equations = self.equations, []
        bounds, self.bounds = self.bounds, {}
        self.add(equations)
        for bound in bounds.values():
            if self.closed is None:
                self._add_bound(bound, bound in self.denied)

    def _add_bound(self, fact: Fact, denied: bool) -> None:
        bound = self._simplest(fact, [Term(1, (), (fact,)), *self.removed(fact.polynomial)])
        if any(bound.polynomial):
            known = self.bounds.get(varying(bound.polynomial))
            if known is None or bound.polynomial.get((), 0) < known.polynomial.get((), 0):
                self.bounds[varying(bound.polynomial)] = bound
                self.denied |= {bound} if denied else set()
        elif bound.polynomial.get((), 0) < 0:
            self.closed = bound

    def _simplest(self, fact: Fact, terms: list[Term]) -> Fact:
        """The terms' sum divided by what divides it; the fact itself where that changes nothing."""
        return fact if len(terms) == 1 and divisor(fact.polynomial) == 1 else tightened(terms, self.scope)


def varying(polynomial: Polynomial) -> frozenset[tuple[Monomial, int]]:
    """A polynomial without its number, as a key."""
    return frozenset((names, value) for names, value in polynomial.items() if names)


def _removed(polynomial: Polynomial, solved: Mapping[str, Fact]) -> list[Term]:
    found: dict[tuple[Monomial, Fact], int] = {}
    left = dict(polynomial)
    while at := next(((names, name) for names in left for name in names if name in solved), None):
        names, name = at
        equation = solved[name]
        others = quotient(names, (name,))
        assert others is not None
        factor = -left[names] * equation.polynomial[name,]
        found[others, equation] = found.get((others, equation), 0) + factor
        left = combined([(1, (), left), (factor, others, equation.polynomial)])
    return [Term(factor, names, (equation,)) for (names, equation), factor in found.items() if factor]


def _without(name: str, bound: Fact, equation: Fact) -> list[Term]:
    """The sum of a bound and an equation, each so often that a name falls out."""
    own, other = bound.polynomial[name,], equation.polynomial[name,]
    shared = gcd(own, other)
    sign = 1 if other < 0 else -1
    return [Term(abs(other) // shared, (), (bound,)), Term(sign * own // shared, (), (equation,))]


def _alone(polynomial: Polynomial) -> dict[str, int]:
    """The names that stand in one monomial only, by themselves, with their factors."""
    return {
        names[0]: value
        for names, value in polynomial.items()
        if len(names) == 1 and sum(names[0] in other for other in polynomial) == 1
    }


def _stated(polynomial: Polynomial, wanted: str) -> str:
    """A name that stands alone, once: the wanted one, or the first; else ""."""
    alone = [name for name, factor in _alone(polynomial).items() if abs(factor) == 1]
    return wanted if wanted in alone else next(iter(alone), "")
