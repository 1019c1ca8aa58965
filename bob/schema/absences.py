"""What a schema asks for and an inventory lacks: by pattern and range, holes in indices once: `absences`.

An optional member that is wholly absent lacks nothing, nor does a tied param; one that is there in part does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import so_many
from bob.schema import ranges, wording
from bob.schema.evidence import index_key
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bob.schema.compiled import Gate, Index, Pattern, Spec
    from bob.schema.evidence import Count, IndexKey, Seen
    from bob.schema.names import Assigned
    from bob.schema.ranges import Box, Numbers
    from bob.schema.settled import Settled
    from bob.schema.told import Told

_MOST_BOXES = 8


class Lack(NamedTuple):
    """What a pattern lacks, of how many in all; None where a count is not known."""

    pattern: Pattern
    boxes: list[Box]
    total: int | None


def absences(
    spec: Spec, assigned: Assigned, counts: Mapping[IndexKey, Count], settled: Settled
) -> list[Lack]:
    """What each pattern lacks that has to be there."""
    opened = _opened(spec, assigned)
    lacks = []
    for number, pattern in enumerate(spec.patterns):
        held = assigned.entries[number]
        if not held and pattern.tied is not None:
            continue
        sizes = [_count(index, counts, settled) for index in pattern.indices]
        if boxes := _missing(pattern, held, sizes, opened):
            total = None if None in sizes else len(held) + sum(ranges.size(box) or 0 for box in boxes)
            lacks.append(Lack(pattern, boxes, total))
    return lacks


def _count(index: Index, counts: Mapping[IndexKey, Count], settled: Settled) -> int | None:
    count = counts.get(index_key(index))
    return wording.at(index.below, settled.binding) if count is None else count.n


def _opened(spec: Spec, assigned: Assigned) -> dict[int, set[Numbers]]:
    """For each gate the first indices at which something behind it is there."""
    found: dict[int, set[Numbers]] = {}
    for pattern, held in zip(spec.patterns, assigned.entries, strict=True):
        for gate in pattern.gates:
            there = found.setdefault(gate.number, set())
            there |= {numbers[: gate.depth] for numbers in held}
    return found


def _missing(
    pattern: Pattern,
    held: Mapping[Numbers, object],
    sizes: Sequence[int | None],
    opened: Mapping[int, set[Numbers]],
) -> list[Box]:
    if any(not opened[gate.number] for gate in pattern.gates):
        return []
    deepest = max(pattern.gates, key=lambda gate: gate.depth, default=None)
    if deepest is None or not deepest.depth:
        return ranges.missing(held, sizes)
    return list(_behind(held, sizes, opened, pattern.gates, deepest))


def _behind(
    held: Mapping[Numbers, object],
    sizes: Sequence[int | None],
    opened: Mapping[int, set[Numbers]],
    gates: Iterable[Gate],
    deepest: Gate,
) -> Iterator[Box]:
    """What is missing at each of the first indices at which all gates are open."""
    depth = deepest.depth
    tails: dict[Numbers, list[Numbers]] = {}
    for numbers in held:
        tails.setdefault(numbers[:depth], []).append(numbers[depth:])
    alike: dict[tuple[Box, ...], list[Numbers]] = {}
    for first in sorted(opened[deepest.number]):
        if all(first[: gate.depth] in opened[gate.number] for gate in gates):
            boxes = tuple(ranges.missing(tails.get(first, []), sizes[depth:]))
            alike.setdefault(boxes, []).append(first)
    for boxes, firsts in alike.items():
        for box in boxes:
            yield from ((*outer, *box) for outer in ranges.covering(firsts))


def holes(spec: Spec, counts: Mapping[IndexKey, Count], seen: Seen, lacks: list[Lack]) -> Iterator[Told]:
    """BOB614 for each outermost index at which nothing of a block is there; `lacks` loses what that says."""
    there: dict[IndexKey, set[int]] = {}
    for number, pattern in enumerate(spec.patterns):
        if pattern.indices:
            there.setdefault(index_key(pattern.indices[0]), set()).update(seen[number, 0])
    gone: dict[IndexKey, ranges.Ranges] = {}
    for key, count in counts.items():
        gone[key] = ranges.gaps(there[key], count.n) if there.get(key) else ()
        if gone[key]:
            prefix = count.of.prefix.replace(f"{{{count.of.name}}}", ranges.said(gone[key], ""))
            have = "has" if count.votes == 1 else "have"
            said_by = f"{so_many(count.votes, 'param')} {have}"
            expected = f"{count.of.name} = 0..{count.n - 1:,}, as {said_by} it"
            yield told("BOB614", count.of.line, f"{prefix}*", "nothing there", expected)
    lacks[:] = [rest for lack in lacks if (rest := _beside(lack, gone)).boxes]


def _beside(lack: Lack, gone: Mapping[IndexKey, ranges.Ranges]) -> Lack:
    """What is lacked at other indices than those of a hole."""
    hole = gone.get(index_key(lack.pattern.indices[0])) if lack.pattern.indices else ()
    if not hole:
        return lack
    boxes = [(ranges.without(box[0], hole), *box[1:]) for box in lack.boxes]
    return lack._replace(boxes=[box for box in boxes if box[0] != ()])


def lacking(lacks: Iterable[Lack], settled: Settled) -> Iterator[Told]:
    """BOB610: one line a pattern."""
    for lack in lacks:
        pattern = lack.pattern
        part = ", ".join(wording.named(pattern, box) for box in lack.boxes[:_MOST_BOXES])
        sizes = [ranges.size(box) for box in lack.boxes]
        n = None if None in sizes else sum(size for size in sizes if size is not None)
        found = (
            "nothing there" if n is None or n == lack.total == 1 else f"{n:,} of {lack.total or n:,} missing"
        )
        more = len(lack.boxes) - _MOST_BOXES
        note = f"and {so_many(more, 'range')} more" if more > 0 else ""
        expected = f"{pattern.dtypes!r} {wording.meant(pattern.axes, settled.binding)}"
        yield told("BOB610", pattern.line, part, found, expected, note)
