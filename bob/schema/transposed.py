"""Tensors whose axes stand the other way round than the schema writes them: one, or a whole convention.

A tensor is transposed where its sizes fit when read backwards. Where so many are that they outvote the rest,
the dims are solved once more with all doubtful tensors turned round, and that is kept if less is broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.schema import wording
from bob.schema.evidence import again as anew
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bob.schema.evidence import Evidence, Group
    from bob.schema.settled import Settled
    from bob.schema.told import Told

_MOST_TURNED = 8
_MOST_GROUPS = 8_000


def turned(
    evidence: Evidence, first: Settled, solved: Callable[[Evidence], Settled]
) -> tuple[Evidence, Settled, list[Group]]:
    """Evidence and dims with doubtful tensors turned round, if less is broken then; and who is transposed."""
    best = evidence, first, _transposed(evidence, first)
    doubtful = [n for n, group in enumerate(evidence.groups) if _turns(group) and first.broken(group.facts)]
    weight = _weight(first, evidence.groups, best[2])
    most = min(_MOST_TURNED, _MOST_GROUPS // (1 + len(evidence.groups)))
    waiting = [doubtful, *([number] for number in doubtful[:most])]
    while waiting and weight:
        numbers = waiting.pop(0)
        again = anew(evidence, set(numbers))
        second = solved(again)
        backwards = [number for number in numbers if _backwards(again.groups[number], second)]
        transposed = [again.groups[number] for number in backwards]
        if (less := _weight(second, again.groups, transposed)) < weight:
            best, weight = (again, second, transposed), less
        if 0 < len(backwards) < len(numbers):
            # The others were doubtful only because these outvoted them.
            waiting.insert(0, backwards)
    return best


def _transposed(evidence: Evidence, settled: Settled) -> list[Group]:
    """The groups that do not fit as they are, and fit when read backwards."""
    return [
        group
        for group in evidence.groups
        if _turns(group) and settled.broken(group.facts) and _backwards(group, settled)
    ]


def transpositions(settled: Settled, groups: Iterable[Group]) -> Iterator[Told]:
    """BOB618 for each group of transposed tensors."""
    for group in groups:
        pattern = group.pattern
        part, found = wording.all_of(pattern, group.numbers), wording.shape(group.shape)
        yield told("BOB618", pattern.line, part, found, wording.meant(pattern.axes, settled.binding))


def _turns(group: Group) -> bool:
    return group.fits and len(group.shape) > 1


def _backwards(group: Group, settled: Settled) -> bool:
    sizes = [settled.size(term) for term in group.pattern.axes]
    return sizes == list(reversed(group.shape))


def _weight(settled: Settled, groups: Iterable[Group], apart: Iterable[Group]) -> int:
    """How many axes do not hold, those of some groups left aside."""
    aside = {id(group) for group in apart}
    return sum(
        len(settled.broken(group.facts)) * len(group.numbers) for group in groups if id(group) not in aside
    )
