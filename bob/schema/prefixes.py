"""Names that would be those of the schema with a prefix more, less, or in place of theirs: `prefixed`.

Tried are the schema's own `prefixes`, what all names left over begin with, and what the schema's patterns
begin with. The tensors are then looked at under their right names, so that one prefix is one finding.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import so_many
from bob.schema.names import Reader
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.formats.inventory import Entry
    from bob.schema.compiled import Spec
    from bob.schema.names import Assigned
    from bob.schema.ranges import Numbers
    from bob.schema.told import Told

_MOST_ROUNDS = 3
_MOST_TRIED = 200
_MOST_BEGINNINGS = 8
_SHOWN = 3


class Change(NamedTuple):
    """What names begin with, and what they ought to; one of the two may be empty.

    `listed` where the schema speaks of it.
    """

    has: str
    ought: str
    listed: bool = False

    def right(self, name: str) -> str | None:
        """What a name would be with the change; None where it does not begin so."""
        return self.ought + name[len(self.has) :] if name.startswith(self.has) else None


def prefixed(spec: Spec, assigned: Assigned) -> Iterator[Told]:
    """BOB613 for each prefix too much or too little; `assigned` gains the tensors of such names."""
    reader = Reader(spec)
    for _ in range(_MOST_ROUNDS):
        if not assigned.strangers:
            return
        step = max(1, len(assigned.strangers) // _MOST_TRIED)
        sample = assigned.strangers[::step]
        for changes in (_prefixes, _fronts):
            fitting = {change: _fitting(reader, assigned, change, sample) for change in changes(spec, sample)}
            best = max(fitting, key=lambda change: fitting[change], default=None)
            if best is not None and fitting[best]:
                break
        else:
            return
        moved = _moved(reader, assigned, best)
        if not moved:
            return
        yield _told(spec, best, moved, len(assigned.strangers))


def _prefixes(spec: Spec, strangers: list[Entry]) -> list[Change]:
    """Prefixes that names may have too much, or lack."""
    beginnings = {pattern.text[: pattern.text.find(".") + 1] for pattern in spec.patterns}
    listed = [
        change
        for prefix in spec.prefixes
        for change in (Change(prefix, "", listed=True), Change("", prefix, listed=True))
    ]
    added = [Change("", prefix) for prefix in sorted(beginnings)[:_MOST_BEGINNINGS] if prefix]
    return [*listed, *(Change(whole, "") for whole in _wholes(strangers)), *added]


def _fronts(spec: Spec, strangers: list[Entry]) -> list[Change]:
    """What names begin with, for what stands before an index of the schema."""
    fronts = dict.fromkeys(
        pattern.text[: pattern.text.find("{")] for pattern in spec.patterns if pattern.indices
    )
    return [
        Change(whole, front)
        for whole in _wholes(strangers)
        for front in [*fronts][:_MOST_BEGINNINGS]
        if front
    ]


def _wholes(strangers: list[Entry]) -> list[str]:
    """The parts, each to its last point, that all of some names begin with."""
    names = [entry.name for entry in strangers]
    shared = _shared(min(names), max(names))
    return [shared[: place + 1] for place, letter in enumerate(shared) if letter == "."][-_MOST_BEGINNINGS:]


def _shared(first: str, last: str) -> str:
    """What the first and the last of some texts begin with, and so all of them."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return first[: sum(1 for _ in same)]


def _fitting(reader: Reader, assigned: Assigned, change: Change, sample: list[Entry]) -> int:
    """How many of the names belong to a tensor that is not there; one is an accident, unless it is listed."""
    fitting = sum(_free(reader, assigned, change, entry) is not None for entry in sample)
    is_plain = change.listed or (len(sample) == 1 and not (change.has and change.ought))
    return fitting if is_plain or fitting > 1 else 0


def _free(reader: Reader, assigned: Assigned, change: Change, entry: Entry) -> tuple[int, Numbers] | None:
    name = change.right(entry.name)
    place = None if name is None else reader.place_of(name)
    if place is None or place[1] in assigned.entries[place[0]]:
        return None
    return place if len(entry.shape) == len(reader.patterns[place[0]].axes) else None


def _moved(reader: Reader, assigned: Assigned, change: Change) -> list[Entry]:
    moved, left = [], []
    for entry in assigned.strangers:
        place = _free(reader, assigned, change, entry)
        if place is None:
            left.append(entry)
        else:
            assigned.entries[place[0]][place[1]] = entry
            moved.append(entry)
    assigned.strangers[:] = left
    return moved


def _told(spec: Spec, change: Change, moved: list[Entry], n_left: int) -> Told:
    shown = ", ".join(entry.name for entry in moved[:_SHOWN])
    rest = f" and {len(moved) - _SHOWN:,} more" if len(moved) > _SHOWN else ""
    found = f"{'with' if change.has else 'without'} it: {shown}{rest}"
    instead = f"{change.ought} in its place, " if change.has and change.ought else ""
    right = change.right(moved[0].name) or ""
    note = f"{so_many(n_left, 'other name')} {'is' if n_left == 1 else 'are'} unknown" if n_left else ""
    return told(
        "BOB613",
        spec.line,
        f"prefix {change.has or change.ought}",
        found,
        f"{instead}names such as {right}",
        note,
    )
