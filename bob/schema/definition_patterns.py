"""Params and blocks of a schema as patterns of names: `Patterns(terms)`.

Refused, with file and line: a block without its index, digits that run into one, two patterns of one name.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bob.judged import Line
from bob.schema.compiled import PLACEHOLDER, Gate, Index, Pattern, by_frame, overlap, slots_of
from bob.schema.dtypes import Typed
from bob.schema.members import Block, Param, Where
from bob.spec.fields import Declaration
from bob.spec.terms import Const

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.schema.definition_terms import Terms
    from bob.schema.members import Optional


class _Around(NamedTuple):
    """The blocks around a member: the text before its name, their indices, what may be absent."""

    label: str
    text: str = ""
    indices: tuple[Index, ...] = ()
    gates: tuple[Gate, ...] = ()


class Patterns:
    """Makes the patterns of one schema, and counts what may be absent."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._n_gates = 0

    def of(self, members: Mapping[str, Declaration]) -> list[Pattern]:
        """The patterns of all params, those in blocks too, in order."""
        return [
            pattern
            for name, member in members.items()
            if isinstance(member, Param | Block)
            for pattern in self._patterns(member, _Around(name))
        ]

    def by_frame(self, patterns: Sequence[Pattern]) -> dict[str, tuple[int, ...]]:
        """The numbers of patterns by their frames; those of one frame stand for names of their own."""
        found = by_frame(patterns)
        for numbers in found.values():
            self._check_apart([patterns[number] for number in numbers])
        return found

    def _check_apart(self, patterns: list[Pattern]) -> None:
        """Hold patterns of one frame to names of their own; without an index, their slots tell them apart."""
        plain: dict[tuple[str | int, ...], Pattern] = {}
        indexed: list[Pattern] = []
        for pattern in patterns:
            same = plain.get(pattern.slots)
            others = [*indexed, *([same] if same else [])]
            if pattern.indices:
                others = [*indexed, *plain.values()]
                indexed.append(pattern)
            else:
                plain[pattern.slots] = pattern
            for other in others:
                if overlap(pattern, other):
                    told = f"{pattern.text} and {other.text} (line {other.line.line}) stand for one name"
                    raise self._terms.badly("BOB602", pattern.label, pattern.line, told)

    def _patterns(self, member: object, around: _Around) -> Iterator[Pattern]:
        match member:
            case Param():
                yield self._pattern(member, around)
            case Block():
                inside = self._inside(member, around)
                if not member.members:
                    raise self._terms.badly(
                        "BOB604", around.label, Line(*member.place), "a block without members"
                    )
                for inner in member.members:
                    yield from self._patterns(inner, inside)
            case _:
                line = Line(*member.place) if isinstance(member, Declaration) else self._terms.line
                raise self._terms.badly("BOB604", around.label, line, f"{member!r} is no Param or Block")

    def _gates(self, label: str, optional: Optional, depths: tuple[int, int], line: Line) -> tuple[Gate, ...]:
        """The gate of an optional member: at the first depth where it is one for all, else at the second."""
        where = optional if isinstance(optional, Where) else None
        if optional not in (False, True, "each") and not (where and where.field):
            told = f'optional={optional!r} is not True, False, "each" or Where("field")'
            raise self._terms.badly("BOB604", label, line, told)
        if optional is False:
            return ()
        self._n_gates += 1
        return (Gate(self._n_gates - 1, depths[1] if optional == "each" else depths[0], where),)

    def _inside(self, block: Block, around: _Around) -> _Around:
        line = Line(*block.place)
        if not isinstance(block.prefix, str):
            raise self._terms.badly("BOB601", around.label, line, f"{block.prefix!r} is not a text")
        count = self._terms.term(around.label, block, block.count)
        text, own = around.text + block.prefix, PLACEHOLDER.findall(block.prefix)
        once = isinstance(count, Const) and count.value == 1
        if len(own) != 1 and not (once and not own):
            told = f"the prefix {block.prefix!r} of a repeated block holds one index such as {{i}}"
            raise self._terms.badly("BOB601", around.label, line, told)
        if block.optional == "each" and not own:
            raise self._terms.badly("BOB604", around.label, line, 'optional="each" asks for an index')
        indices = (*around.indices, *(Index(text, name, count, line) for name in own))
        gates = self._gates(around.label, block.optional, (0, len(indices)), line)
        return _Around(around.label, text, indices, (*around.gates, *gates))

    def _pattern(self, param: Param, around: _Around) -> Pattern:
        line, indices = Line(*param.place), around.indices
        if not isinstance(param.name, str) or not around.text + param.name:
            raise self._terms.badly("BOB601", around.label, line, f"{param.name!r} is no name")
        text = around.text + param.name
        self._check_text(around.label, line, text, [index.name for index in indices])
        typed: object = param.typed
        if not isinstance(typed, Typed):
            told = f'{typed!r} has no axes: write FLOAT["..."], for a scalar FLOAT[""]'
            raise self._terms.badly("BOB604", around.label, line, told)
        terms = self._terms.axes(around.label, line, typed.axes)
        frame, slots = slots_of(text, [index.name for index in indices])
        gates = (*around.gates, *self._gates(around.label, param.optional, (0, len(indices)), line))
        return Pattern(
            around.label,
            text,
            frame,
            slots,
            indices,
            typed.dtypes,
            terms,
            gates,
            param.tied,
            param.values,
            line,
        )

    def _check_text(self, label: str, line: Line, text: str, indices: list[str]) -> None:
        """Refuse an index twice, one of no block, and one that digits or another index would run into."""
        found = PLACEHOLDER.findall(text)
        if sorted(found) != sorted(set(indices)) or len(set(indices)) != len(indices):
            told = f"{text}: its indices are those of the blocks around it, each once ({indices})"
            raise self._terms.badly("BOB601", label, line, told)
        plain = PLACEHOLDER.sub("0", text)
        if "{" in plain or "}" in plain:
            raise self._terms.badly("BOB601", label, line, f"{text}: braces hold an index of small letters")
        ends = PLACEHOLDER.split(text)[::2]
        if any(not end for end in ends[1:-1]) or any(
            (left and left[-1].isdigit()) or (right and right[0].isdigit()) for left, right in pairwise(ends)
        ):
            raise self._terms.badly("BOB601", label, line, f"{text}: digits run into an index")
