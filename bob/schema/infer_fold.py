"""Tensors by the tree of their names, repeated parts folded: `folded(entries)`, leaves and `Repeat`s.

`layers.0.` to `layers.11.` are one where below each of them is the same: names, types and shapes, folded
themselves; `layer_0/` to `layer_11/` are as well. What only some of them have stays as it is, beside what all
have, if this is more than half of each. Where a number is missing, all of them stay as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.formats.inventory import Entry

# `layer_0/` is two segments: a number that ends one and stands behind a line is a segment of its own.
_SEGMENT = re.compile(r"[^./]*?_(?=[0-9]+[./])|[^./]*[./]?")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})([./]?)")
_DIGITS = re.compile(r"[0-9]+[./]?")
# Names are taken apart no deeper than this; blocks nest only so far that each index has a letter.
_DEEPEST = 50
INDICES = "ijklmn"


class Leaf(NamedTuple):
    """A tensor by what is left of its name in the parts around it."""

    name: str
    dtype: str
    shape: tuple[int, ...]


class Repeat(NamedTuple):
    """Parts that are the same below `prefix`, a number from 0 to `times` - 1, and `behind` it."""

    prefix: str
    behind: str
    times: int
    items: tuple[Leaf | Repeat, ...]


Items = tuple["Leaf | Repeat", ...]


class _Node:
    """What begins with the same segments: tensors that end here, and what goes on."""

    def __init__(self) -> None:
        self.leaf: Entry | None = None
        self.below: dict[str, _Node] = {}


def folded(entries: Iterable[Entry]) -> Items:
    """The tensors in the order of their first names; raises nothing, whatever names are."""
    root = _Node()
    for entry in entries:
        node = root
        for segment in _segments(entry.name):
            node = node.below.setdefault(segment, _Node())
        node.leaf = entry
    return _items(root)


def _segments(name: str) -> list[str]:
    """A name cut behind each dot and slash, and before a number that ends a segment."""
    found = [segment for segment in _SEGMENT.findall(name) if segment]
    return [*found[:_DEEPEST], "".join(found[_DEEPEST:])] if len(found) > _DEEPEST else found


def _items(node: _Node) -> Items:
    """What is below a node."""
    items: list[Leaf | Repeat] = [Leaf("", node.leaf.dtype, node.leaf.shape)] if node.leaf is not None else []
    parts = {segment: _items(child) for segment, child in node.below.items()}
    repeat = _repeat(parts)
    told = False
    for segment, own in parts.items():
        if repeat is not None and _NUMBER.fullmatch(segment):
            items += [] if told else [repeat]
            told = True
            own = tuple(item for item in own if item not in repeat.items)
        items += (_behind(segment, item) for item in own)
    return tuple(items)


def _repeat(parts: Mapping[str, Items]) -> Repeat | None:
    """What all numbered parts have, if their numbers have no hole and it is most of each."""
    numbered = [segment for segment in parts if _DIGITS.fullmatch(segment)]
    matches = [match for segment in numbered if (match := _NUMBER.fullmatch(segment)) is not None]
    behind = {match[2] for match in matches}
    if len(numbered) < 2 or len(matches) != len(numbered) or len(behind) != 1:
        return None
    if {int(match[1]) for match in matches} != set(range(len(matches))):
        return None
    first, *others = (parts[segment] for segment in numbered)
    shared = set(first).intersection(*others)
    if any(2 * len(shared) <= len(parts[segment]) for segment in numbered) or _height(first) == len(INDICES):
        return None
    return Repeat("", behind.pop(), len(numbered), tuple(item for item in first if item in shared))


def _height(items: Items) -> int:
    """How many repeats lie in each other."""
    return max((1 + _height(item.items) for item in items if isinstance(item, Repeat)), default=0)


def _behind(segment: str, item: Leaf | Repeat) -> Leaf | Repeat:
    """An item with a segment in front of its name."""
    if isinstance(item, Leaf):
        return item._replace(name=segment + item.name)
    return item._replace(prefix=segment + item.prefix)
