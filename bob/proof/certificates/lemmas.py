"""What is worth showing on the way: `candidates` for lemmas, and `narrow`, what divides few values.

Two quotients that differ, differ by 1 at least, and a divisor is more than any rest: so what stands beside
names in a fact, such as the difference of two quotients beside their divisor, is often bounded by the other
facts, and its bounds are what a refutation lacks.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from bob.proof.certificates.polynomials import combined, quotient
from bob.proof.certificates.products import naturals
from bob.proof.certificates.scene import varying

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bob.proof.certificates.polynomials import Monomial, Polynomial
    from bob.proof.certificates.scene import Scene

_NARROW = 2


def candidates(scene: Scene) -> Iterator[tuple[Polynomial, Monomial]]:
    """Polynomials that may be at least 0, each with the names beside which it stood.

    For what stands beside names that are at least 0: that it is at least 0 or 1, at most 0 or 1.
    """
    positive = naturals(scene)
    first = [fact for fact in scene.bounds.values() if fact in scene.denied]
    found: dict[frozenset[tuple[Monomial, int]], tuple[Monomial, Polynomial]] = {}
    for fact in (*scene.equations, *first, *scene.bounds.values()):
        for by in _divisors(fact.polynomial, positive):
            rests = {names: quotient(names, by) for names in fact.polynomial}
            beside = {rest: fact.polynomial[names] for names, rest in rests.items() if rest is not None}
            if len(beside) > 1:
                found.setdefault(frozenset(beside.items()), (by, beside))
    ranked = sorted(found.values(), key=_rank)
    seen = set()
    for by, beside in ranked:
        for sign, more in ((1, 0), (1, -1), (-1, 0), (-1, 1)):
            candidate = combined([(sign, (), beside), (more, (), {(): 1})])
            key = frozenset(candidate.items())
            if key not in seen and not scene.has(candidate):
                seen.add(key)
                yield candidate, by


def narrow(scene: Scene) -> Iterator[Polynomial]:
    """What divides the few values that a polynomial may have: it is more than the least, or the least."""
    for fact in scene.bounds.values():
        other = scene.bounds.get(varying(combined([(-1, (), fact.polynomial)])))
        if other and 0 < fact.polynomial.get((), 0) + other.polynomial.get((), 0) <= _NARROW:
            yield combined([(1, (), fact.polynomial), (-1, (), {(): 1})])


def _rank(candidate: tuple[Monomial, Polynomial]) -> tuple[bool, int, int, list[tuple[Monomial, int]]]:
    """First what has a number in it, then what stands beside few names and is short."""
    by, beside = candidate
    return () not in beside, len(by), len(beside), sorted(beside.items())


def _divisors(polynomial: Polynomial, positive: Collection[str]) -> list[Monomial]:
    """The products of names that are at least 0 by which a monomial can be divided, the short ones first."""
    found = set()
    for names in polynomial:
        known = [name for name in names if name in positive]
        found |= {part for n in range(1, len(known) + 1) for part in combinations(known, n)}
    return sorted(found, key=lambda names: (len(names), names))
