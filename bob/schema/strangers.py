"""Tensors that no pattern of a schema knows by name: misspelt ones, and the rest, one line a pattern."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import so_many
from bob.schema import edits, ranges, wording
from bob.schema.compiled import PARTS, SLOT, frame_of, number_of
from bob.schema.evidence import counted, index_key, seen_in
from bob.schema.facts import Facts
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bob.formats.inventory import Entry
    from bob.schema.compiled import Pattern, Spec
    from bob.schema.evidence import Count, IndexKey
    from bob.schema.names import Assigned, Beyond
    from bob.schema.ranges import Box, Numbers
    from bob.schema.told import Told

_MOST_COMPARED = 400
_MOST_LINES = 4


class Stray(NamedTuple):
    """Tensors whose names differ in their digits alone: the text between those, and each one's digits."""

    between: tuple[str, ...]
    numbers: list[Numbers]
    entries: list[Entry]

    @property
    def frame(self) -> str:
        """The text with a slot for each run of digits, as patterns have it."""
        return frame_of(self.entries[0].name)

    def named(self, box: Box) -> str:
        """The names at the digits of a box, in one text."""
        said = [*(ranges.said(each, "#") for each in box), ""]
        return "".join(text + number for text, number in zip(self.between, said, strict=True))

    @property
    def texts(self) -> list[str]:
        """The names in as few texts as hold them and no others."""
        return [self.named(box) for box in ranges.covering(self.numbers)]


def strays(entries: Iterable[Entry]) -> list[Stray]:
    """Entries by what their names have in common; digits with zeros before them are letters like others."""
    found: dict[object, Stray] = {}
    for entry in entries:
        parts = PARTS.split(entry.name)
        numbers = [number_of(digits) for digits in parts[1::2]]
        plain = tuple(number for number in numbers if number is not None)
        between = tuple(parts[::2]) if len(plain) == len(numbers) else (entry.name,)
        stray = found.setdefault(between, Stray(between, [], []))
        stray.numbers.append(plain if len(between) > 1 else ())
        stray.entries.append(entry)
    return list(found.values())


def names_of(entries: Sequence[Entry]) -> str:
    """The names of entries in few texts, and how many more there are."""
    shown: list[str] = []
    rest = len(entries)
    for stray in strays(entries):
        for box in ranges.covering(stray.numbers):
            if len(shown) < _MOST_LINES:
                shown.append(stray.named(box))
                rest -= ranges.size(box) or 0
    return ", ".join(shown) + (f" and {rest:,} more" if rest else "")


def misspelt(spec: Spec, assigned: Assigned) -> Iterator[Told]:
    """BOB612 for names a few edits from one that is missing; `assigned` gains their tensors."""
    if not assigned.strangers and not assigned.beyond:
        return
    counts = counted(spec, seen_in(spec, assigned), Facts())
    missing = {
        number: boxes
        for number, pattern in enumerate(spec.patterns)
        if not pattern.barred
        and (boxes := ranges.missing(assigned.entries[number], _counts(pattern, counts)))
    }
    yield from _misplaced(spec, assigned, missing)
    those = strays(assigned.strangers)[:_MOST_COMPARED]
    numbers = list(missing)
    frames = [spec.patterns[number].frame for number in numbers]
    taken: set[int] = set()
    for apart, which, place in edits.near([stray.frame for stray in those], frames):
        number, stray = numbers[place], those[which]
        pattern = spec.patterns[number]
        if which in taken or any(len(entry.shape) != len(pattern.axes) for entry in stray.entries):
            continue
        pairs = list(_pairs(pattern, missing[number], stray, assigned.entries[number]))
        if pairs:
            taken.add(which)
            _take(assigned, number, pairs)
            yield _misspelt(pattern, pairs, apart)


def _misplaced(spec: Spec, assigned: Assigned, missing: Mapping[int, list[Box]]) -> Iterator[Told]:
    """The tensor beyond the last index of a pattern that lacks one, where there is one of each."""
    by_pattern = Counter(each.pattern for each in assigned.beyond)
    for each in list(assigned.beyond):
        boxes = missing.get(each.pattern, [])
        if by_pattern[each.pattern] == 1 and len(boxes) == 1 and ranges.size(boxes[0]) == 1:
            assigned.beyond.remove(each)
            pairs = [(_only(boxes[0]), each.entry)]
            _take(assigned, each.pattern, pairs)
            yield _misspelt(spec.patterns[each.pattern], pairs, 0)


def _only(box: Box) -> Numbers:
    """The indices of a box that holds but one."""
    return tuple(each[0][0] for each in box if each is not None)


def _take(assigned: Assigned, number: int, pairs: Iterable[tuple[Numbers, Entry]]) -> None:
    gone = set()
    for numbers, entry in pairs:
        assigned.entries[number][numbers] = entry
        gone.add(id(entry))
    assigned.strangers[:] = [entry for entry in assigned.strangers if id(entry) not in gone]


def _counts(pattern: Pattern, counts: Mapping[IndexKey, Count]) -> list[int | None]:
    found = (counts.get(index_key(index)) for index in pattern.indices)
    return [None if count is None else count.n for count in found]


def _pairs(
    pattern: Pattern, boxes: Sequence[Box], stray: Stray, there: Mapping[Numbers, Entry]
) -> Iterator[tuple[Numbers, Entry]]:
    """The tensors with the indices that they are missing at; of one alone an index may be wrong too."""
    alone = len(stray.entries) == 1 and len(boxes) == 1 and ranges.size(boxes[0]) == 1
    for digits, entry in zip(stray.numbers, stray.entries, strict=True):
        numbers = _read(pattern, digits)
        if numbers is not None and numbers not in there and any(ranges.holds(box, numbers) for box in boxes):
            yield numbers, entry
        elif alone:
            yield _only(boxes[0]), entry


def _read(pattern: Pattern, digits: Numbers) -> Numbers | None:
    """The indices in the digits of a name that is nearly of the pattern."""
    if len(digits) != len(pattern.slots):
        return None
    read = {slot: number for slot, number in zip(pattern.slots, digits, strict=True) if isinstance(slot, int)}
    return tuple(read[place] for place in range(len(pattern.indices)))


def _misspelt(pattern: Pattern, pairs: Sequence[tuple[Numbers, Entry]], apart: int) -> Told:
    part = names_of([entry for _, entry in pairs])
    expected = wording.all_of(pattern, [numbers for numbers, _ in pairs])
    note = f"{so_many(apart, 'letter')} apart" if apart else "another index"
    return told("BOB612", pattern.line, part, so_many(len(pairs), "tensor"), expected, note)


def unexpected(spec: Spec, assigned: Assigned) -> Iterator[Told]:
    """BOB611 for what is left over: a line for names that differ in their digits alone, or for one part."""
    barred = {pattern.frame: pattern.barred for pattern in spec.patterns if pattern.barred}
    alone = []
    for front, those in _parts(spec, strays(assigned.strangers)).items():
        if len(those) == 1:
            alone += those
        else:
            entries = [entry for stray in those for entry in stray.entries]
            found = f"{so_many(len(entries), 'tensor')}, such as {entries[0].name} {_what(entries[:1])}"
            yield told("BOB611", spec.line, _named_part(front, those), found)
    for stray in alone:
        texts = stray.texts
        if len(texts) > _MOST_LINES:
            texts = [f"{stray.entries[0].name} and {len(stray.entries) - 1:,} more such names"]
        for text in texts:
            what = _what(stray.entries if len(texts) == 1 else stray.entries[:1])
            yield told("BOB611", spec.line, text, what, note=barred.get(stray.frame, ""))
    for entry in assigned.repeated:
        yield told("BOB611", spec.line, entry.name, _what([entry]), note="a second tensor of this name")


def _parts(spec: Spec, those: Iterable[Stray]) -> dict[tuple[str, ...], list[Stray]]:
    """Strangers by the part that they are of: the text up to where no pattern begins so, parted at digits."""
    ends = [(pattern.frame, place) for pattern in spec.patterns for place in _dots(pattern.frame)]
    known = {frame[:place] for frame, place in ends}
    found: dict[tuple[str, ...], list[Stray]] = {}
    for stray in those:
        text = SLOT.join(stray.between)
        fronts = (text[:place] for place in _dots(text))
        front = next((front for front in fronts if front not in known), text)
        # A name may hold the letter that stands for digits: it is told by itself.
        is_plain = text.count(SLOT) == len(stray.between) - 1
        found.setdefault(tuple(front.split(SLOT)) if is_plain else stray.between, []).append(stray)
    return found


def _dots(text: str) -> list[int]:
    return [place + 1 for place, letter in enumerate(text) if letter == "."]


def _named_part(between: tuple[str, ...], those: Sequence[Stray]) -> str:
    """`h.{0..11}.crossattention.*`, a part at the indices at which any of its tensors are."""
    numbers = {digits[: len(between) - 1] for stray in those for digits in stray.numbers}
    box = ranges.covering(numbers)
    shown = (Stray(between, [], []).named(each) for each in box[:_MOST_LINES])
    more = len(box) - _MOST_LINES
    rest = f" and {so_many(more, 'range')} more" if more > 0 else ""
    return ", ".join(f"{text}*" for text in shown) + rest


def beyond(spec: Spec, assigned: Assigned) -> Iterator[Told]:
    """BOB611 for tensors whose index is beyond the last."""
    by_place: dict[tuple[int, int], list[Beyond]] = {}
    for each in assigned.beyond:
        by_place.setdefault((each.pattern, each.place), []).append(each)
    for (number, place), those in by_place.items():
        index = spec.patterns[number].indices[place]
        entries = [each.entry for each in those]
        part = names_of(entries)
        expected = f"{index.name} < {those[0].n:,}"
        yield told("BOB611", index.line, part, _what(entries), expected, f"beyond the last of {index.prefix}")


def _what(entries: Sequence[Entry]) -> str:
    """`32 tensors, BF16 [4,096]`, by the most frequent type and shape."""
    kinds = Counter((entry.dtype, entry.shape) for entry in entries)
    (dtype, shape), n = kinds.most_common(1)[0]
    kind = f"{dtype} {wording.shape(shape)}"
    return kind if len(entries) == 1 else f"{so_many(len(entries), 'tensor')}, {n:,} of them {kind}"
