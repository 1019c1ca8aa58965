"""Gives every tensor of an inventory to at most one pattern of a schema: `assign`.

Time is linear in the letters of the names. What belongs to no pattern is left over, as names; what of it is
misspelt, prefixed or simply unknown is said by `bob.schema.strangers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.schema.compiled import DIGITS, PARTS, SLOT, number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.formats.inventory import Entry
    from bob.schema.compiled import Spec
    from bob.schema.ranges import Numbers


class Beyond(NamedTuple):
    """A tensor of a pattern, by number, whose index at a place of its indices is not below the count `n`."""

    entry: Entry
    pattern: int
    place: int
    n: int


class Assigned(NamedTuple):
    """For each pattern its entries by indices; the entries of no pattern, and those of a name seen before.

    `beyond` are entries whose indices lie beyond the counts, once those are known (`bob.schema.evidence`).
    """

    entries: tuple[dict[Numbers, Entry], ...]
    strangers: list[Entry]
    repeated: list[Entry]
    beyond: list[Beyond]


def assign(spec: Spec, entries: Iterable[Entry]) -> Assigned:
    """Every entry with its pattern."""
    found: tuple[dict[Numbers, Entry], ...] = tuple({} for _ in spec.patterns)
    strangers: list[Entry] = []
    repeated: list[Entry] = []
    reader = Reader(spec)
    # Most names have one index: the text behind it says which pattern, if the text before it is the same too.
    behind: dict[str, tuple[str, dict[Numbers, Entry]]] = {}
    for entry in entries:
        name = entry.name
        digits = DIGITS.search(name)
        if digits is not None:
            before, number, after = name.partition(digits[0])
            known = behind.get(after)
            if known is not None and known[0] == before:
                index = reader.numbers.get(number)
                if index is not None and (index,) not in known[1]:
                    known[1][index,] = entry
                    continue
        place = reader.place_of(name)
        if place is None:
            strangers.append(entry)
        elif place[1] in found[place[0]]:
            repeated.append(entry)
        else:
            found[place[0]][place[1]] = entry
            if digits is not None and reader.is_single(before, after):
                behind[after] = before, found[place[0]]
    return Assigned(found, strangers, repeated, [])


class _Plan(NamedTuple):
    """What a name is whose text around its first digits is known: a pattern, and all indices but those.

    `first` is what those digits are: an index, which stands between `before` and `after`, or a text.
    """

    pattern: int
    first: int | str
    before: Numbers
    after: Numbers


class Reader:
    """Reads names; what stands around the first digits is taken apart once for all names that have it."""

    def __init__(self, spec: Spec) -> None:
        self.patterns = spec.patterns
        self._by_frame = spec.by_frame
        # By what stands around the first digits: plans by these digits, and those where they are an index.
        self._plans: dict[tuple[str, str], tuple[dict[str, _Plan], list[_Plan]]] = {}
        self.numbers: dict[str, int | None] = {}

    def place_of(self, name: str) -> tuple[int, Numbers] | None:
        """The number of a name's pattern and the indices in it; None for a name of no pattern."""
        found = DIGITS.search(name)
        if found is None:
            candidates = self._by_frame.get(name)
            # A name may hold the letter that stands for digits in a frame.
            return (candidates[0], ()) if candidates and SLOT not in name else None
        start, end = found.span()
        around = name[:start], name[end:]
        plans = self._plans.get(around)
        if plans is None:
            planned = list(self._planned(*around))
            told = {plan.first: plan for plan in planned if isinstance(plan.first, str)}
            plans = self._plans[around] = told, [plan for plan in planned if not isinstance(plan.first, str)]
        digits = found[0]
        plan = plans[0].get(digits)
        if plan is not None:
            return plan.pattern, plan.before
        index = self._number(digits)
        if index is not None:
            for pattern, _, before, after in plans[1]:
                return pattern, (*before, index, *after)
        return None

    def is_single(self, before: str, after: str) -> bool:
        """Whether names with this around their first digits, read before, are of one pattern of one index."""
        told, plans = self._plans[before, after]
        return not told and len(plans) == 1 and plans[0][1:] == (0, (), ())

    def _number(self, digits: str) -> int | None:
        if digits not in self.numbers:
            self.numbers[digits] = number_of(digits)
        return self.numbers[digits]

    def _planned(self, head: str, tail: str) -> Iterator[_Plan]:
        """The patterns of names that begin and end so, with digits between."""
        text, *parts = PARTS.split(tail)
        frame = SLOT.join((head, text, *parts[1::2]))
        later = parts[::2]
        for number in self._by_frame.get(frame, ()):
            pattern = self.patterns[number]
            first, *slots = pattern.slots or ("",)
            if len(slots) != len(later):
                continue
            found = [0] * len(pattern.indices)
            for slot, digits in zip(slots, later, strict=True):
                index = self._number(digits)
                if isinstance(slot, str):
                    if slot != digits:
                        break
                elif index is None:
                    break
                else:
                    found[slot] = index
            else:
                place = len(found) if isinstance(first, str) else first
                yield _Plan(number, first, tuple(found[:place]), tuple(found[place + 1 :]))
