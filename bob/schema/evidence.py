"""What the tensors of an inventory say of the dims: indices and shapes, gathered by pattern: `gather`.

Tensors of one pattern, shape and type are one `Group`, so whatever is asked later is asked of a few groups
instead of ten thousand tensors. A tensor whose index stands far beyond the others is set aside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.schema.facts import Facts
from bob.schema.names import Beyond

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bob.formats.inventory import Entry
    from bob.schema.compiled import Index, Pattern, Spec
    from bob.schema.names import Assigned
    from bob.schema.ranges import Numbers

    IndexKey = tuple[str, tuple[object, ...]]
    Seen = dict[tuple[int, int], set[int]]


class Group(NamedTuple):
    """Tensors of one pattern, shape and type, by their indices; `facts` are those of its axes, in order."""

    pattern: Pattern
    shape: tuple[int, ...]
    dtype: str
    numbers: list[Numbers]
    facts: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Whether it has as many axes as the schema says."""
        return len(self.shape) == len(self.pattern.axes)


class Count(NamedTuple):
    """How often a block is repeated, as the indices of `votes` patterns say; `fact` is what that says."""

    of: Index
    n: int
    votes: int
    fact: int


class Evidence(NamedTuple):
    """All groups in the order of their patterns, counts by index, facts, and which indices are there."""

    groups: list[Group]
    counts: Mapping[IndexKey, Count]
    facts: Facts
    seen: Seen


def index_key(index: Index) -> IndexKey:
    """What two patterns of one block share."""
    return index.prefix, index.below.key()


def gather(spec: Spec, assigned: Assigned) -> Evidence:
    """Counts and shapes as facts; `assigned` sets tensors aside whose indices lie beyond the counts."""
    facts = Facts()
    seen = seen_in(spec, assigned)
    counts = counted(spec, seen, facts)
    _set_aside(spec, assigned, counts, seen)
    groups = [
        group
        for pattern, held in zip(spec.patterns, assigned.entries, strict=True)
        for group in grouped(pattern, held, facts)
    ]
    return Evidence(groups, counts, facts, seen)


def seen_in(spec: Spec, assigned: Assigned) -> Seen:
    """The indices that are there, by the number of a pattern and a place among its indices."""
    return {
        (number, place): {numbers[place] for numbers in held}
        for number, (pattern, held) in enumerate(zip(spec.patterns, assigned.entries, strict=True))
        for place in range(len(pattern.indices))
    }


def counted(spec: Spec, seen: Seen, facts: Facts) -> dict[IndexKey, Count]:
    """How often each block is repeated, by the majority of its patterns, as facts."""
    votes: dict[IndexKey, dict[int, int]] = {}
    indices: dict[IndexKey, Index] = {}
    for number, pattern in enumerate(spec.patterns):
        free = max((gate.depth for gate in pattern.gates), default=0)
        for place, index in enumerate(pattern.indices):
            key = index_key(index)
            indices[key] = index
            n = 0 if place < free else dense(seen[number, place])
            if n:
                said = votes.setdefault(key, {})
                said[n] = said.get(n, 0) + 1
    found = {}
    for key, said in votes.items():
        n = max(said, key=lambda each: (said[each], each))
        fact = facts.say(indices[key].below, n, said[n])
        found[key] = Count(indices[key], n, said[n], fact)
    return found


def dense(values: Collection[int]) -> int:
    """The count that indices ask for: up to the last one where they have few holes; of none 0."""
    if not values:
        return 0
    last = max(values)
    # One index far out does not make a thousand others missing.
    if last + 1 <= 2 * len(values):
        return last + 1
    return next(n for n in range(len(values) + 1) if n not in values) or last + 1


def _set_aside(spec: Spec, assigned: Assigned, counts: Mapping[IndexKey, Count], seen: Seen) -> None:
    """Moves the tensors whose indices lie beyond the counts out of their patterns."""
    for (number, place), values in seen.items():
        count = counts.get(index_key(spec.patterns[number].indices[place]))
        if count is not None and max(values, default=0) >= count.n:
            held = assigned.entries[number]
            far = [numbers for numbers in held if numbers[place] >= count.n]
            assigned.beyond.extend(Beyond(held.pop(numbers), number, place, count.n) for numbers in far)
            seen[number, place] = {value for value in values if value < count.n}


def grouped(pattern: Pattern, held: Mapping[Numbers, Entry], facts: Facts) -> list[Group]:
    """The tensors of a pattern by shape and type, the largest group first; their axes are said as facts."""
    found: dict[tuple[tuple[int, ...], str], list[Numbers]] = {}
    for numbers, entry in held.items():
        found.setdefault((entry.shape, entry.dtype), []).append(numbers)
    groups = []
    for (shape, dtype), members in sorted(found.items(), key=lambda item: -len(item[1])):
        said: tuple[int, ...] = ()
        if len(shape) == len(pattern.axes):
            said = tuple(
                facts.say(term, size, len(members)) for term, size in zip(pattern.axes, shape, strict=True)
            )
        groups.append(Group(pattern, shape, dtype, members, said))
    return groups


def again(evidence: Evidence, turn: Collection[int] = ()) -> Evidence:
    """The evidence of the same groups anew, those of these numbers with their shapes read backwards."""
    facts = Facts()
    counts = {
        key: count._replace(fact=facts.say(count.of.below, count.n, count.votes))
        for key, count in evidence.counts.items()
    }
    groups = []
    for number, group in enumerate(evidence.groups):
        shape = group.shape[::-1] if number in turn else group.shape
        said = zip(group.pattern.axes, shape, strict=True) if group.fits else ()
        numbers = tuple(facts.say(term, size, len(group.numbers)) for term, size in said)
        groups.append(group._replace(facts=numbers))
    return Evidence(groups, counts, facts, evidence.seen)
