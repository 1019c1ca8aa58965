"""Products of facts that add up: `contradiction` of what is known, `shown`, that a polynomial is at least 0.

The columns of a linear programme are the facts of a scene, and facts times names that are at least 0, as far
as such products have a part in monomials that are there already. The effort is the most names that a fact is
multiplied by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.proof.certificates.facts import Fact, Term, scaled, summed
from bob.proof.certificates.polynomials import combined, denied, quotient
from bob.proof.certificates.simplex import solution

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.proof.certificates.polynomials import Monomial, Polynomial
    from bob.proof.certificates.scene import Scene

MOST_EFFORT = 3
_MOST_COLUMNS = 600


class _Column(NamedTuple):
    """A product that is at least 0, and the term that says it; without a term, what is to be refuted."""

    of: Polynomial
    term: Term | None


def contradiction(scene: Scene, effort: int) -> Fact | None:
    """A sum of products that is below 0; the search begins with the monomials of the denied goal."""
    denied_goal = [fact.polynomial for fact in scene.bounds.values() if fact in scene.denied]
    begin = denied_goal or [fact.polynomial for fact in scene.bounds.values()]
    return _closing(scene, _added_up(scene, begin, None, effort))


def contradiction_beside(scene: Scene, polynomial: Polynomial, names: Monomial) -> Fact | None:
    """A sum that is below 0, of a polynomial and of facts times some of the names."""
    begin = [combined([(1, names, polynomial)])]
    return _closing(scene, _added_up(scene, begin, None, len(names), names))


def _closing(scene: Scene, found: tuple[list[Term], int, int] | None) -> Fact | None:
    return None if found is None else summed(found[0], found[2], scene.scope)


def shown(scene: Scene, polynomial: Polynomial, effort: int) -> Fact | None:
    """The fact that a polynomial is at least 0, said as it is given."""
    removed = scene.removed(polynomial)
    least = combined([(1, (), polynomial), *((t.factor, t.names, t.facts[0].polynomial) for t in removed)])
    if not any(least):
        if least.get((), 0) < 0:
            return None
        if least:
            return summed([Term(least[()], (), ()), *scaled(removed, -1)], 1, scene.scope)
        # Half of 1 and twice what is 0, rounded: an inequality, not an equation.
        return summed([Term(1, (), ()), *scaled(removed, -2)], 2, scene.scope)
    found = _added_up(scene, [denied(least)], denied(least), effort)
    if found is None:
        return None
    terms, by, below = found
    if by == 0:
        return None
    # The terms add up to by * least + by - below: what is over is rounded away, what is short is added.
    more = Term(max(below - by, 0), (), ())
    return summed([*terms, more, *scaled(removed, -by)], by, scene.scope)


def _added_up(
    scene: Scene,
    begin: Iterable[Polynomial],
    refuted: Polynomial | None,
    effort: int,
    within: Monomial | None = None,
) -> tuple[list[Term], int, int] | None:
    """Terms, how often the refuted polynomial is among them, and how far below 0 the sum is."""
    made = _columns(scene, begin, effort, within)
    columns = _useful([*made, *([_Column(refuted, None)] if refuted else [])])
    found = solution([column.of for column in columns], {(): -1})
    if found is None:
        return None
    factors, below = found
    used = [(factor, column.term) for factor, column in zip(factors, columns, strict=True) if factor]
    terms = [term for factor, of in used if of is not None for term in scaled([of], factor)]
    return terms, sum(factor for factor, of in used if of is None), below


def _columns(
    scene: Scene, begin: Iterable[Polynomial], effort: int, within: Monomial | None
) -> list[_Column]:
    """The facts, and their products that reach monomials of `begin` or of products before them.

    What a fact is multiplied by has at most `effort` names, and only those of `within` where it is given.
    """
    positive = naturals(scene)
    found: dict[tuple[Fact, Monomial], list[_Column]] = {}
    for fact in scene.bounds.values():
        found[fact, ()] = _multiples(fact, (), positive)
    holding: dict[Monomial, list[Fact]] = {}
    for fact in (*scene.bounds.values(), *scene.equations):
        for names in fact.polynomial:
            holding.setdefault(names, []).append(fact)
    fresh = {names for polynomial in begin for names in polynomial}
    seen: set[Monomial] = set()
    for _ in range(effort + 1):
        seen |= fresh
        reached: set[Monomial] = set()
        for whole in sorted(fresh, key=lambda names: (len(names), names)):
            for part, facts in holding.items():
                by = quotient(whole, part) if len(whole) - len(part) <= effort else None
                if by is None or (within is not None and quotient(within, by) is None):
                    continue
                for fact in facts:
                    if (fact, by) not in found and len(found) < _MOST_COLUMNS and _may(fact, by, positive):
                        found[fact, by] = _multiples(fact, by, positive)
                        reached |= set(found[fact, by][0].of)
        fresh = reached - seen
    return [column for columns in found.values() for column in columns]


def _may(fact: Fact, by: Monomial, positive: Mapping[str, Fact]) -> bool:
    """Whether a fact may be multiplied by names: an equation by any, another by those that are at least 0."""
    return fact.kind == "==" or all(name in positive for name in by)


def _multiples(fact: Fact, by: Monomial, positive: Mapping[str, Fact]) -> list[_Column]:
    """A fact times names; an equation also times -1."""
    if fact.kind == "==":
        return [_Column(combined([(sign, by, fact.polynomial)]), Term(sign, by, (fact,))) for sign in (1, -1)]
    product = combined([(1, by, fact.polynomial)])
    return [_Column(product, Term(1, (), (fact, *(positive[name] for name in by))))]


def naturals(scene: Scene) -> dict[str, Fact]:
    """The names that are at least 0, each with the fact that says so."""
    found: dict[str, Fact] = {}
    for fact in scene.bounds.values():
        alone = [names for names in fact.polynomial if names]
        if len(alone) == 1 and len(alone[0]) == 1 and fact.polynomial[alone[0]] == 1:
            least = -fact.polynomial.get((), 0)
            if least == 0:
                found[alone[0][0]] = fact
            elif least > 0 and alone[0][0] not in found:
                if fact not in scene.naturals:
                    more = [Term(1, (), (fact,)), Term(least, (), ())]
                    scene.naturals[fact] = summed(more, 1, scene.scope)
                found[alone[0][0]] = scene.naturals[fact]
    return found


def _useful(columns: list[_Column]) -> list[_Column]:
    """The columns without those that have a monomial which no other one takes away again."""
    while True:
        signs: dict[Monomial, int] = {}
        for column in columns:
            for names, value in column.of.items():
                signs[names] = signs.get(names, 0) | (1 if value > 0 else 2)
        kept = [column for column in columns if all(signs[names] == 3 for names in column.of if names)]
        if len(kept) == len(columns):
            return kept
        columns = kept
