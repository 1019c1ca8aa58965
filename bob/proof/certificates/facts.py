"""Facts with where they come from, and their certificate: `written`.

A search makes many facts and needs few. Each knows the step that adds it and the facts which that step uses,
so that only what a refutation rests on is written, in order, as early as the cases that it depends on allow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from bob.proof.certificates.polynomials import combined, content, product, times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bob.proof.certificates.polynomials import Monomial, Polynomial

    Json: TypeAlias = "list[Any]"
    Write: TypeAlias = "Callable[[Mapping[Fact, int]], Json]"


@dataclass(eq=False, frozen=True, slots=True)
class Scope:
    """Where a fact holds: everywhere (depth 0), or in one case inside another scope."""

    depth: int


@dataclass(eq=False, slots=True)
class Step:
    """What adds facts: `write` gives its JSON from the places of facts; None for what a case assumes.

    `terms` are there for a sum that is not divided: it can be written out where it is used.
    """

    scope: Scope
    uses: tuple[Fact, ...]
    write: Write | None
    terms: tuple[Term, ...] = ()
    facts: tuple[Fact, ...] = ()

    def adding(self, said: Iterable[tuple[str, Any]]) -> tuple[Fact, ...]:
        """The facts that the step adds, as the checker reads them."""
        self.facts = tuple(Fact(kind, of, self) for kind, of in said)
        return self.facts


@dataclass(eq=False, frozen=True, slots=True)
class Fact:
    """A polynomial that is `>= 0` or `== 0`, or cases (`or`: lists of the checker's facts)."""

    kind: str
    of: Any
    step: Step = field(repr=False)

    @property
    def polynomial(self) -> Polynomial:
        """What is at least 0, or 0."""
        assert self.kind != "or"
        found: Polynomial = self.of
        return found


@dataclass(eq=False, frozen=True, slots=True)
class Term:
    """A product: factor, names, facts."""

    factor: int
    names: Monomial
    facts: tuple[Fact, ...]


@dataclass(eq=False, frozen=True, slots=True)
class Cases:
    """A refutation by the cases of a fact: what each assumes, and its own refutation."""

    fact: Fact
    branches: tuple[tuple[Step, Refutation], ...]


Refutation: TypeAlias = "Fact | Cases"


def deepest(facts: Iterable[Fact], otherwise: Scope) -> Scope:
    """The scope in which all of the facts hold."""
    return max((fact.step.scope for fact in facts), key=lambda scope: scope.depth, default=otherwise)


def total(terms: Iterable[Term]) -> Polynomial:
    """The sum of terms."""
    return combined((term.factor, term.names, _product(term.facts)) for term in terms)


def scaled(terms: Iterable[Term], factor: int) -> list[Term]:
    """The terms, each times a factor."""
    return [Term(term.factor * factor, term.names, term.facts) for term in terms]


def divisor(polynomial: Polynomial) -> int:
    """What divides all of a polynomial but its constant; of a number, its size."""
    return content(polynomial) or abs(polynomial.get((), 0)) or 1


def summed(terms: Iterable[Term], by: int, everywhere: Scope) -> Fact:
    """The fact that `["sum", terms, by, rest]` adds, with the rest that is left."""
    kept = _written_out(terms)
    whole = total(kept)
    rest = whole.get((), 0) % by
    exact = combined([(1, (), whole), (-rest, (), {(): 1})])
    assert all(value % by == 0 for value in exact.values())
    equal = rest == 0 and all(any(fact.kind == "==" for fact in term.facts) for term in kept)
    used = tuple(fact for term in kept for fact in term.facts)

    def write(places: Mapping[Fact, int]) -> Json:
        lines = [[term.factor, list(term.names), [places[fact] for fact in term.facts]] for term in kept]
        return ["sum", lines, by, rest]

    plain = kept if (by, rest) == (1, 0) else ()
    step = Step(deepest(used, everywhere), used, write, plain)
    (fact,) = step.adding([("==" if equal else ">=", {names: value // by for names, value in exact.items()})])
    return fact


def _written_out(terms: Iterable[Term]) -> tuple[Term, ...]:
    """The terms with sums that are not divided written out, so that what cancels is gone."""
    found: dict[tuple[Monomial, tuple[Fact, ...]], int] = {}
    for term in terms:
        inner = term.facts[0].step.terms if len(term.facts) == 1 else ()
        for part in inner or (Term(1, (), term.facts),):
            key = (product(term.names, part.names), part.facts)
            found[key] = found.get(key, 0) + term.factor * part.factor
    return tuple(Term(factor, names, facts) for (names, facts), factor in found.items() if factor)


def tightened(terms: Iterable[Term], everywhere: Scope) -> Fact:
    """The terms' sum divided by what divides it, its constant rounded down."""
    kept = tuple(terms)
    return summed(kept, divisor(total(kept)), everywhere)


def either(polynomial: Polynomial, everywhere: Scope) -> Fact:
    """That a polynomial is at least 0, or at most -1."""

    def write(_places: Mapping[Fact, int]) -> Json:
        return ["sum", [[value, list(names), []] for names, value in polynomial.items()], 1, 0]

    no = combined([(-1, (), polynomial), (-1, (), {(): 1})])
    (fact,) = Step(everywhere, (), write).adding([("or", [[(">=", polynomial)], [(">=", no)]])])
    return fact


def _product(facts: Iterable[Fact]) -> Polynomial:
    total: Polynomial = {(): 1}
    for fact in facts:
        total = times(total, fact.polynomial)
    return total


def depends_on(refutation: Refutation, scope: Scope) -> bool:
    """Whether a refutation uses anything that holds in `scope` alone."""
    return any(step.scope is scope for step in _steps(refutation))


def written(refutation: Refutation, denied: Step) -> Json:
    """The steps of a certificate, where the facts of `denied` are there from the start."""
    places = {fact: i for i, fact in enumerate(denied.facts)}
    return _written(refutation, denied.scope, places)


def _written(refutation: Refutation, scope: Scope, places: dict[Fact, int]) -> Json:
    places, lines = dict(places), []
    for step in _steps(refutation):
        if step.scope is scope and step.write is not None:
            lines.append(step.write(places))
            _place(step, places)
    if isinstance(refutation, Fact):
        if places[refutation] != len(places) - 1:
            lines.append(["sum", [[1, [], [places[refutation]]]], 1, 0])
    else:
        branches = []
        for assumed, inner in refutation.branches:
            there = dict(places)
            _place(assumed, there)
            branches.append(_written(inner, assumed.scope, there))
        lines.append(["cases", places[refutation.fact], *branches])
    return lines


def _place(step: Step, places: dict[Fact, int]) -> None:
    for fact in step.facts:
        places[fact] = len(places)


def _steps(refutation: Refutation) -> Iterator[Step]:
    """Every step that a refutation rests on, each after those that it uses."""
    seen: set[Step] = set()
    waiting: list[tuple[Step, bool]] = [(fact.step, False) for fact in reversed([*_ends(refutation)])]
    while waiting:
        step, ready = waiting.pop()
        if ready:
            yield step
        elif step not in seen:
            seen.add(step)
            waiting.append((step, True))
            waiting += [(fact.step, False) for fact in reversed(step.uses)]


def _ends(refutation: Refutation) -> Iterator[Fact]:
    if isinstance(refutation, Fact):
        yield refutation
        return
    yield refutation.fact
    for _, inner in refutation.branches:
        yield from _ends(inner)
