"""A schema as it is matched: `Spec`, with every leaf as a `Pattern`, its axes and counts as terms over dims.

A name is taken apart at its digits: `layers.{i}.conv1.weight` has the frame `layers.#.conv#.weight` and the
slots (index 0, "1"). A name of a file has one frame, so finding its pattern is one look into a table, and no
two patterns of a schema may stand for one name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.judged import Line
    from bob.schema.dtypes import Dtypes
    from bob.schema.members import Dim, Where
    from bob.spec.terms import Predicate, Term

DIGITS = re.compile(r"[0-9]+")
PARTS = re.compile(r"([0-9]+)")
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
SLOT = "\0"
# An index of more digits than this counts no tensors of any file.
_MOST_DIGITS = 9


class Index(NamedTuple):
    """An index of a repeated block, below a term: `prefix` is the text up to and with it."""

    prefix: str
    name: str
    below: Term
    line: Line


class Gate(NamedTuple):
    """A member that may be absent, decided for each value of the first `depth` indices, or by a config."""

    number: int
    depth: int
    where: Where | None = None


class Pattern(NamedTuple):
    """A leaf: the pattern of its names, its types and axes; `tied` is the text of the param it copies.

    `barred` is why none of its tensors may be there, for one file and its config; empty where they may.
    """

    label: str
    text: str
    frame: str
    slots: tuple[str | int, ...]
    indices: tuple[Index, ...]
    dtypes: Dtypes
    axes: tuple[Term, ...]
    gates: tuple[Gate, ...]
    tied: str | None
    values: object
    line: Line
    barred: str = ""

    def named(self, numbers: Sequence[object]) -> str:
        """The name at these indices; anything that prints may stand for one."""
        places = {
            f"{{{index.name}}}": str(number) for index, number in zip(self.indices, numbers, strict=True)
        }
        return PLACEHOLDER.sub(lambda found: places[found[0]], self.text)


class Stated(NamedTuple):
    """A refinement."""

    name: str
    predicate: Predicate
    sentence: str
    line: Line


class Spec(NamedTuple):
    """A schema, read: its dims, its patterns in order, by frame and by text, and its refinements.

    `spellings` are pairs of an older and today's end of a name.
    """

    name: str
    dims: Mapping[str, Dim]
    absent: Mapping[str, Term]
    patterns: tuple[Pattern, ...]
    by_frame: Mapping[str, tuple[int, ...]]
    by_text: Mapping[str, int]
    refinements: tuple[Stated, ...]
    prefixes: tuple[str, ...]
    spellings: tuple[tuple[str, str], ...]
    line: Line


def by_frame(patterns: Iterable[Pattern]) -> dict[str, tuple[int, ...]]:
    """The numbers of patterns by their frames, without those that are barred."""
    found: dict[str, list[int]] = {}
    for number, pattern in enumerate(patterns):
        if not pattern.barred:
            found.setdefault(pattern.frame, []).append(number)
    return {frame: tuple(numbers) for frame, numbers in found.items()}


def frame_of(name: str) -> str:
    """A name with a slot in the place of each run of digits."""
    return PARTS.sub(SLOT, name)


def number_of(digits: str) -> int | None:
    """The index that digits are; None where they are too many, or begin with a zero that says nothing."""
    if len(digits) > _MOST_DIGITS or (digits[0] == "0" and digits != "0"):
        return None
    return int(digits)


def slots_of(text: str, indices: Sequence[str]) -> tuple[str, tuple[str | int, ...]]:
    """The frame and the slots of a pattern's text whose indices have these names, from the outermost."""
    slots: list[str | int] = []

    def slot(found: re.Match[str]) -> str:
        name = found[1]
        slots.append(found[0] if name is None else indices.index(name))
        return SLOT

    return re.sub(rf"{PLACEHOLDER.pattern}|{PARTS.pattern}", slot, text), tuple(slots)


def overlap(one: Pattern, other: Pattern) -> bool:
    """Whether two patterns of one frame stand for a common name."""
    return all(
        a == b or isinstance(a, int) or isinstance(b, int)
        for a, b in zip(one.slots, other.slots, strict=True)
    )
