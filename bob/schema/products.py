"""All solutions of what is left where it is products of dims: H*K = 4,096 and G*K = 1,024 have eleven.

A dim that is a factor of a number is one of its divisors, so a few divisors are tried and the rest follows.
Where something else than products is left, or too much to try, nothing is said, and the judge is asked.
"""

from __future__ import annotations

from math import gcd, isqrt
from typing import TYPE_CHECKING

from bob.schema.inversion import Many, inverted
from bob.spec.evaluation import Fault, holds
from bob.spec.terms import Arith, Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.schema.compiled import Spec
    from bob.schema.facts import Fact
    from bob.spec.terms import Predicate, Term

    Dims = dict[str, int]

_LARGEST = 1_000_000_000
_MOST_TRIED = 3_000


class TooMuch(Exception):
    """What is left is not products alone, or has too many divisors."""


def solutions(
    spec: Spec,
    facts: Sequence[Fact],
    refinements: Sequence[Predicate],
    known: Mapping[str, int],
    wanted: Sequence[str],
) -> list[Dims] | None:
    """Every solution for the `wanted` dims, or None where that cannot be said here."""
    search = _Search(spec, facts, refinements, wanted)
    try:
        return [{name: found[name] for name in wanted} for found in search.below(dict(known), set(wanted))]
    except TooMuch:
        return None


class _Search:
    """The equations, and how many divisors may still be tried."""

    def __init__(
        self, spec: Spec, facts: Sequence[Fact], refinements: Sequence[Predicate], wanted: Sequence[str]
    ) -> None:
        self._spec = spec
        self._wanted = wanted
        self._facts = facts
        self._refinements = refinements
        self._left = _MOST_TRIED

    def below(self, known: Dims, unknown: set[str]) -> Iterator[Dims]:
        """The solutions that agree with what is known; raises `TooMuch`."""
        if not self._follow(known, unknown):
            return
        if not unknown:
            if self._holds(known):
                yield known
            return
        dim, value = min(self._domains(unknown), key=lambda domain: domain[1], default=("", 0))
        if not 0 < value <= _LARGEST:
            raise TooMuch
        for divisor in divisors(value):
            self._left -= 1
            if self._left < 0:
                raise TooMuch
            yield from self.below({**known, dim: divisor}, unknown - {dim})

    def _follow(self, known: Dims, unknown: set[str]) -> bool:
        """Adds what now follows from single equations; whether none of them is impossible."""
        before = -1
        while before != len(known):
            before = len(known)
            for fact in self._facts:
                rest = fact.dims & unknown
                if len(rest) == 1:
                    (dim,) = rest
                    value = inverted(fact.term, dim, fact.value, known)
                    if value is Many.NONE:
                        return False
                    if isinstance(value, int):
                        known[dim] = value
                        unknown.discard(dim)
        return True

    def _domains(self, unknown: set[str]) -> Iterator[tuple[str, int]]:
        """For each open dim that is a factor somewhere, a number that it divides."""
        for dim in sorted(unknown):
            values = [fact.value for fact in self._facts if dim in _factors(fact.term)]
            if values:
                yield dim, gcd(*values)

    def _holds(self, known: Dims) -> bool:
        try:
            return (
                all(self._spec.dims[name].allows(known[name]) for name in self._wanted)
                and all(fact.holds(known) for fact in self._facts)
                and all(holds(each, known) for each in self._refinements)
            )
        except Fault:
            return False


def _factors(term: Term) -> set[str]:
    """The dims that are factors of a product."""
    if isinstance(term, Name):
        return {term.name}
    if isinstance(term, Arith) and term.op == "*":
        return _factors(term.left) | _factors(term.right)
    return set()


def divisors(number: int) -> list[int]:
    """All divisors, in order."""
    small = [n for n in range(1, isqrt(number) + 1) if not number % n]
    return sorted({*small, *(number // n for n in small)})
