"""Who is to blame where axes disagree: the one against the many, or the pair, with the evidence: `culprits`.

Transposed tensors are told by `bob.schema.transposed` and do not come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.schema import wording
from bob.schema.settled import equation
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.schema.evidence import Count, Group
    from bob.schema.facts import Fact
    from bob.schema.settled import Settled
    from bob.schema.told import Told

_LEAST_MULTIPLE = 8
_MOST_PADDED = 4
_MOST_ADDED = 100


def culprits(settled: Settled, groups: Iterable[Group]) -> Iterator[Told]:
    """A finding for each pattern, axis and wrong size: BOB615 with those who agree, BOB616 for a pair."""
    wrong: dict[tuple[str, int, int], tuple[Group, Fact, list[tuple[int, ...]]]] = {}
    for group in groups:
        for axis, fact in settled.broken(group.facts):
            key = group.pattern.text, axis, fact.number
            wrong.setdefault(key, (group, fact, []))[2].extend(group.numbers)
    for (_, axis, _), (group, fact, numbers) in wrong.items():
        part = f"{wording.all_of(group.pattern, numbers)} axis {axis}"
        yield _disagrees(settled, fact, part, group)


def miscounted(settled: Settled, counts: Iterable[Count]) -> Iterator[Told]:
    """The blocks that are repeated another number of times than their count says."""
    for count in counts:
        fact = settled.facts.all[count.fact]
        ought = settled.ought(fact)
        if ought is not None and ought != count.n:
            found = "index 0 alone" if count.n == 1 else f"indices 0..{count.n - 1:,}"
            expected = f"{equation(fact.term, ought)} of them"
            yield told("BOB615", count.of.line, count.of.prefix, found, expected, settled.agreeing(fact))


def _disagrees(settled: Settled, fact: Fact, part: str, group: Group) -> Told:
    found, ought, line = equation(fact.term, fact.value), settled.ought(fact), group.pattern.line
    rival = _rival(settled, fact)
    if rival is not None:
        expected = f"{equation(rival.term, rival.value)} as in {settled.place(rival)}"
        note = padding(fact.value, rival.value) if rival.term.same(fact.term) else ""
        return told("BOB616", line, part, found, expected, note)
    if ought is None:
        return told("BOB615", line, part, found, "a size that the dims give", settled.agreeing(fact))
    note = ", ".join(filter(None, (settled.agreeing(fact), padding(fact.value, ought))))
    return told("BOB615", line, part, found, f"{ought:,}", note)


def _rival(settled: Settled, fact: Fact) -> Fact | None:
    """A fact that holds, without more axes for it, where another value of a dim would have held as well."""
    for rivals in settled.solution.rivals:
        others = {name: n for name, n in settled.binding.items() if name != rivals.dim}
        if rivals.dim in fact.dims and rivals.other == fact.alone(rivals.dim, others):
            first = next(settled.holding(rivals.dim), None)
            if first is not None:
                return first
    if not fact.dims <= settled.binding.keys():
        heaviest = settled.facts.heaviest(fact.key)
        return heaviest if heaviest.weight == fact.weight else None
    return None


def padding(one: int, other: int) -> str:
    """That the larger number is the smaller one rounded up to a multiple of a power of two, if it is.

    Of a size that is such a multiple already, one more of a small multiple is padding too. Of neighbours it
    is not said: one too many or too few is a mistake of another kind.
    """
    small, large = sorted((one, other))
    multiple, more = large & -large, large - small
    if more > 1 and multiple >= _LEAST_MULTIPLE:
        if more < multiple <= small // _MOST_PADDED:
            return f"{large:,} is {small:,} padded to a multiple of {multiple:,}"
        if more == multiple <= small // _MOST_ADDED:
            return f"{large:,} is {small:,} padded by {more:,}"
    return ""
