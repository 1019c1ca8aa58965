"""Solves the dims of a file from facts, by propagation: `solve`.

A dim that is alone in a term is found by the majority of all axes that then fix it, and so the next one.
Where a wrong axis came first, exchanging a dim's value for one that more axes agree with puts it right. What
no axis and no config fixes by itself (H and K in H*K = 4,096) is left to `bob.schema.residue`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.schema import wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.schema.facts import Fact, Facts
    from bob.spec.terms import Term

_MOST_EXCHANGES = 8
_MOST_DOUBTED = 60
# Doubted facts times all facts: what an exchange is held against.
_MOST_HELD = 20_000


class Rivals(NamedTuple):
    """A dim for which as much is said for one value as for another: the facts for the other."""

    dim: str
    value: int
    other: int


class Solution(NamedTuple):
    """The dims that are known, which of them the config decided, and for which another value is as good."""

    known: dict[str, int]
    by_config: frozenset[str]
    rivals: tuple[Rivals, ...]


def solve(facts: Facts, stated: Mapping[str, int], absent: Mapping[str, Term]) -> Solution:
    """The dims for which the least weight of facts does not hold.

    `stated` is what a config says of dims, `absent` what it means by leaving others away.
    """
    weighed = propagated(facts, {})
    known = propagated(facts, {**stated, **weighed})
    known = _exchanged(facts, _completed(facts, absent, known))
    return Solution(known, frozenset(known) - weighed.keys(), tuple(_rivals(facts, known)))


def propagated(facts: Facts, given: Mapping[str, int]) -> dict[str, int]:
    """`given`, and every dim that axes fix one after another, each by the majority of those that do."""
    known = dict(given)
    waiting = [fact for fact in facts.all if fact.weight]
    while True:
        votes: dict[str, dict[int, int]] = {}
        later = []
        for fact in waiting:
            unknown = fact.dims - known.keys()
            if len(unknown) > 1:
                later.append(fact)
            elif unknown:
                _vote(votes, fact, next(iter(unknown)), known)
        if not votes:
            return known
        for dim, said in votes.items():
            known[dim] = max(said, key=lambda value: said[value])
        waiting = later


def _vote(votes: dict[str, dict[int, int]], fact: Fact, dim: str, known: Mapping[str, int]) -> None:
    value = fact.alone(dim, known)
    if value is not None:
        said = votes.setdefault(dim, {})
        said[value] = said.get(value, 0) + fact.weight


def _completed(facts: Facts, absent: Mapping[str, Term], known: dict[str, int]) -> dict[str, int]:
    """One dim after another that neither axes nor the config fix, by what its absence means."""
    for name, term in absent.items():
        value = None if name in known else wording.at(term, known)
        if value is not None:
            return _completed(facts, absent, propagated(facts, {**known, name: value}))
    return known


def _doubted(facts: Facts, known: Mapping[str, int]) -> list[Fact]:
    """The facts that do not hold, the heaviest first, and no more of them than can be looked into."""
    broken = [fact for fact in facts.all if fact.dims <= known.keys() and not fact.holds(known)]
    most = min(_MOST_DOUBTED, 2 + _MOST_HELD // (1 + len(facts.all)))
    return sorted(broken, key=lambda fact: -fact.weight)[:most]


def _exchanges(facts: Facts, known: Mapping[str, int]) -> Iterator[tuple[tuple[int, int], str, int]]:
    """For each doubted fact and each of its dims: how much less is broken with the value that it asks for."""
    tried = set()
    for fact in _doubted(facts, known):
        for dim in sorted(fact.dims):
            value = fact.alone(dim, {name: n for name, n in known.items() if name != dim})
            if value is None or (dim, value) in tried:
                continue
            tried.add((dim, value))
            before = facts.against(known, facts.of[dim])
            after = facts.against({**known, dim: value}, facts.of[dim])
            yield (before[0] - after[0], before[1] - after[1]), dim, value


def _exchanged(facts: Facts, known: dict[str, int]) -> dict[str, int]:
    for _ in range(_MOST_EXCHANGES):
        best = max(_exchanges(facts, known), default=None)
        if best is None or best[0] <= (0, 0):
            break
        known = {**known, best[1]: best[2]}
    return known


def _rivals(facts: Facts, known: Mapping[str, int]) -> Iterator[Rivals]:
    for gain, dim, value in _exchanges(facts, known):
        if gain == (0, 0) and any(facts.all[number].weight for number in facts.of[dim]):
            yield Rivals(dim, known[dim], value)
