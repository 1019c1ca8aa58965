"""Tensors by the tree of their names, repeated parts folded: `folded(entries)`, leaves and `Repeat`s.

`layers.0.` to `layers.11.` are one where below each of them is the same: names, types and shapes, folded
themselves. Where they differ in one size, or a number is missing, each stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.formats.inventory import Entry

_SEGMENT = re.compile(r"[^./]*[./]?")
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
    return _items(root, 0)


def _segments(name: str) -> list[str]:
    """A name cut behind each dot and slash."""
    found = [segment for segment in _SEGMENT.findall(name) if segment]
    return [*found[:_DEEPEST], "".join(found[_DEEPEST:])] if len(found) > _DEEPEST else found


def _items(node: _Node, depth: int) -> Items:
    """What is below a node that lies inside of so many repeats."""
    own = (Leaf("", node.leaf.dtype, node.leaf.shape),) if node.leaf is not None else ()
    repeat = _repeat(node, depth)
    items: list[Leaf | Repeat] = [*own]
    told = False
    for segment, child in node.below.items():
        if repeat is None or not _NUMBER.fullmatch(segment):
            items += (_behind(segment, item) for item in _items(child, depth))
        elif not told:
            items.append(repeat)
            told = True
    return tuple(items)


def _repeat(node: _Node, depth: int) -> Repeat | None:
    """The numbered parts of a node as one, if they are the same."""
    numbered = [segment for segment in node.below if _DIGITS.fullmatch(segment)]
    matches = [match for segment in numbered if (match := _NUMBER.fullmatch(segment)) is not None]
    behind = {match[2] for match in matches}
    if len(numbered) < 2 or len(matches) != len(numbered) or len(behind) != 1 or depth == len(INDICES):
        return None
    if {int(match[1]) for match in matches} != set(range(len(matches))):
        return None
    first, *others = ({*_items(node.below[segment], depth + 1)} for segment in numbered)
    if any(other != first for other in others):
        return None
    return Repeat("", behind.pop(), len(numbered), _items(node.below[numbered[0]], depth + 1))


def _behind(segment: str, item: Leaf | Repeat) -> Leaf | Repeat:
    """An item with a segment in front of its name."""
    if isinstance(item, Leaf):
        return item._replace(name=segment + item.name)
    return item._replace(prefix=segment + item.prefix)
