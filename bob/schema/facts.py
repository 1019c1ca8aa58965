"""What shapes, counts and a config say of the dims: `Fact`s, and how much a binding goes against them.

A fact is an equation `term == value` with its weight, the number of axes (or of patterns, for a count) that
say so. What a config says has no weight: it decides where weights are silent, or evenly divided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.schema.inversion import inverted
from bob.spec.evaluation import Fault, value_of
from bob.spec.terms import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.spec.evaluation import Value
    from bob.spec.terms import Term

NO_VARIABLES: Mapping[str, int] = {}


class Fact(NamedTuple):
    """`term == value`, said by `weight` axes, or by the config where that is 0."""

    number: int
    key: tuple[object, ...]
    term: Term
    dims: frozenset[str]
    value: int
    weight: int
    read: Value

    def holds(self, known: Mapping[str, int]) -> bool:
        """Whether it is so; raises `Unbound` where a dim has no value."""
        try:
            return self.read(known, NO_VARIABLES) == self.value
        except Fault:
            return False

    def alone(self, dim: str, known: Mapping[str, int]) -> int | None:
        """The value of `dim`, the only unknown one, for which it is so; None where none is, or several."""
        found = inverted(self.term, dim, self.value, known)
        return found if isinstance(found, int) else None


class Facts:
    """All facts, those of one term and value together, by number and by the dims that they mention."""

    def __init__(self) -> None:
        self.all: list[Fact] = []
        self.of: dict[str, list[int]] = {}
        self.by_term: dict[tuple[object, ...], list[int]] = {}
        self._keys: dict[int, tuple[object, ...]] = {}
        self._places: dict[tuple[object, int, bool], int] = {}
        self._heaviest: dict[tuple[object, ...], Fact] = {}
        self._read: dict[tuple[object, ...], tuple[frozenset[str], Value]] = {}

    def say(self, term: Term, value: int, weight: int) -> int:
        """Add a fact, or its weight to one that is there; returns its number."""
        self._heaviest.clear()
        key = self._keys.get(id(term)) or self._keys.setdefault(id(term), term.key())
        place = self._places.get((key, value, weight > 0))
        if place is not None:
            fact = self.all[place]
            self.all[place] = fact._replace(weight=fact.weight + weight)
            return place
        if key not in self._read:
            self._read[key] = frozenset(names(term)), value_of(term)
        dims, read = self._read[key]
        number = self._places[key, value, weight > 0] = len(self.all)
        self.all.append(Fact(number, key, term, dims, value, weight, read))
        self.by_term.setdefault(key, []).append(number)
        for dim in dims:
            self.of.setdefault(dim, []).append(number)
        return number

    def against(self, known: Mapping[str, int], numbers: Iterable[int] | None = None) -> tuple[int, int]:
        """The weight of the facts that do not hold, and how many of the config's do not."""
        weight = stated = 0
        for number in range(len(self.all)) if numbers is None else numbers:
            fact = self.all[number]
            if fact.dims <= known.keys() and not fact.holds(known):
                weight += fact.weight
                stated += not fact.weight
        return weight, stated

    def heaviest(self, key: tuple[object, ...]) -> Fact:
        """The fact of a term with the most weight; of two with the same the first."""
        if key not in self._heaviest:
            facts = (self.all[number] for number in self.by_term[key])
            self._heaviest[key] = max(facts, key=lambda fact: fact.weight)
        return self._heaviest[key]

    def said(self, key: tuple[object, ...], value: int) -> Fact | None:
        """The fact that a term has a value, if any axis says so."""
        number = self._places.get((key, value, True))
        return None if number is None else self.all[number]
