"""Reads the members of a schema into its `Spec`, or refuses it: `Definition`.

Terms are read, patterns put together through blocks, and everything without a meaning is refused with the
file and line of the member that says it: an unknown dim, a block without its index, two patterns of one name.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import Finding, Refused
from bob.judged import Line
from bob.schema import shapes
from bob.schema.compiled import PLACEHOLDER, Gate, Index, Pattern, Spec, Stated, overlap, slots_of
from bob.schema.dtypes import Typed
from bob.schema.members import Block, Config, Dim, Param, Refine, Where
from bob.spec.fields import Declaration
from bob.spec.references import UnknownName
from bob.spec.terms import Const, Name, Predicate, TruthOfPredicate, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bob.schema.members import Optional
    from bob.spec.terms import Node, Term

_PLAIN = ("prefixes", "spellings")
_RESERVED = ("spec", *_PLAIN)
_LARGEST = (1 << 63) - 1


def badly(code: str, schema: str, part: str, line: Line, found: str) -> Refused:
    """The refusal of one member of a schema."""
    finding = Finding(code, f"{schema}.{part}" if part else schema, found, note=f"{line.file}:{line.line}")
    return Refused(f"schema {schema}", [finding])


class _Around(NamedTuple):
    """The blocks around a member: the text before its name, their indices, what may be absent."""

    label: str
    text: str = ""
    indices: tuple[Index, ...] = ()
    gates: tuple[Gate, ...] = ()


class _Names:
    """The namespace `s` of a refinement's lambda."""

    def __init__(self, dims: Mapping[str, Dim]) -> None:
        self._dims = dims

    def __getattr__(self, name: str) -> Name:
        if name.startswith("__") or name not in self._dims:
            raise UnknownName(name)
        return Name(name)


class Definition:
    """One schema while it is read: its name and line for refusals, the dims and gates met so far."""

    def __init__(self, schema: str, line: Line) -> None:
        self._schema = schema
        self._line = line
        self._dims: dict[str, Dim] = {}
        self._mentioned: set[str] = set()
        self._n_gates = 0

    def require_members(
        self,
        rest: Mapping[str, Any],
        own: Mapping[str, Declaration | None],
        inherited: Mapping[str, Declaration | None],
    ) -> None:
        """Refuse what a body holds that is no member, and the removal of a member that is not there."""
        for key, value in rest.items():
            if not key.startswith("_") and key not in _PLAIN and not callable(value):
                raise self._badly("BOB604", key, self._line, f"{value!r} is not a member of a schema")
            if isinstance(value, type) and issubclass(value, Declaration):
                raise self._badly("BOB604", key, self._line, f"{value.__name__} is a kind, not a member")
        for key, member in own.items():
            if member is None and inherited.get(key) is None:
                raise self._badly("BOB604", key, self._line, "None takes out a member that is not there")
            if key in _RESERVED and member is not None:
                raise self._badly("BOB604", key, Line(*member.place), "the name is taken by the language")

    def spec(self, members: Mapping[str, Declaration], prefixes: object, spellings: object) -> Spec:
        """The schema; raises `Refused` (BOB600 to BOB604) at the first member that is badly made."""
        self._dims = {name: member for name, member in members.items() if isinstance(member, Dim)}
        for name, dim in self._dims.items():
            self._check_dim(name, dim)
        absent = {
            name: self._term(name, dim, dim.absent)
            for name, dim in self._dims.items()
            if dim.absent is not None
        }
        patterns = [
            pattern
            for name, member in members.items()
            if isinstance(member, Param | Block)
            for pattern in self._patterns(member, _Around(name))
        ]
        refinements = [
            self._stated(name, member) for name, member in members.items() if isinstance(member, Refine)
        ]
        self._check_kinds(members)
        by_text = {pattern.text: number for number, pattern in enumerate(patterns)}
        self._check_ties(patterns, by_text)
        self._check_mentioned()
        return Spec(
            self._schema,
            self._dims,
            absent,
            tuple(patterns),
            self._by_frame(patterns),
            by_text,
            tuple(refinements),
            self._checked_prefixes(prefixes),
            self._checked_spellings(spellings),
            self._line,
        )

    def _badly(self, code: str, part: str, line: Line, found: str) -> Refused:
        return badly(code, self._schema, part, line, found)

    def _check_kinds(self, members: Mapping[str, Declaration]) -> None:
        for name, member in members.items():
            if not isinstance(member, Dim | Param | Block | Refine):
                kind = type(member).__name__
                raise self._badly(
                    "BOB604", name, Line(*member.place), f"{kind} belongs to families, not here"
                )

    def _check_dim(self, name: str, dim: Dim) -> None:
        line = Line(*dim.place)
        bounds = (dim.low, _LARGEST if dim.high is None else dim.high)
        if any(isinstance(n, bool) or not isinstance(n, int) for n in bounds):
            raise self._badly("BOB604", name, line, f"bounds {dim.low!r} to {dim.high!r} are no numbers")
        if not 0 <= bounds[0] <= bounds[1] <= _LARGEST:
            found = f"bounds {dim.low} to {dim.high} are not 0 <= low <= high < 2^63"
            raise self._badly("BOB604", name, line, found)
        fields = None if dim.config is None else dim.config
        if fields is not None and not (
            isinstance(fields, Config)
            and fields.names
            and all(n and isinstance(n, str) for n in fields.names)
        ):
            raise self._badly("BOB604", name, line, f"{dim.config!r} names no field of a config")
        if dim.absent is not None and dim.config is None:
            raise self._badly("BOB604", name, line, "absent= says what a config leaves away: give config=")

    def _check_mentioned(self) -> None:
        for name, dim in self._dims.items():
            if name not in self._mentioned and dim.config is None:
                found = "nothing mentions the dim, and no config states it"
                raise self._badly("BOB604", name, Line(*dim.place), found)

    def _check_ties(self, patterns: Iterable[Pattern], by_text: Mapping[str, int]) -> None:
        for pattern in patterns:
            if pattern.tied is not None and (pattern.tied not in by_text or pattern.tied == pattern.text):
                found = f"tied to {pattern.tied}, which is no other param of the schema"
                raise self._badly("BOB604", pattern.label, pattern.line, found)

    def _checked_prefixes(self, prefixes: object) -> tuple[str, ...]:
        if not isinstance(prefixes, tuple) or not all(isinstance(p, str) and p for p in prefixes):
            raise self._badly("BOB604", "prefixes", self._line, f"{prefixes!r} is not a tuple of texts")
        return prefixes

    def _checked_spellings(self, spellings: object) -> tuple[tuple[str, str], ...]:
        if not isinstance(spellings, tuple) or not all(
            isinstance(pair, tuple) and len(pair) == 2 and all(_is_plain_end(end) for end in pair)
            for pair in spellings
        ):
            found = f"{spellings!r} is no tuple of pairs of ends of names, without digits and braces"
            raise self._badly("BOB604", "spellings", self._line, found)
        return spellings

    def _by_frame(self, patterns: list[Pattern]) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for number, pattern in enumerate(patterns):
            found.setdefault(pattern.frame, []).append(number)
        for numbers in found.values():
            self._check_apart([patterns[number] for number in numbers])
        return {frame: tuple(numbers) for frame, numbers in found.items()}

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
                    raise self._badly("BOB602", pattern.label, pattern.line, told)

    def _read(self, part: str, line: Line, node: Callable[[], tuple[Term, ...]]) -> tuple[Term, ...]:
        try:
            found = node()
        except shapes.Unreadable as wrong:
            raise self._badly("BOB603", part, line, str(wrong)) from None
        for each in found:
            self._check_names(part, line, each)
        return found

    def _check_names(self, part: str, line: Line, node: Node) -> None:
        for name in sorted(names(node) - set(self._dims)):
            raise self._badly("BOB600", part, line, f"no dim named {name}")
        self._mentioned |= names(node)

    def _term(self, part: str, member: Declaration, text: str | int) -> Term:
        if isinstance(text, int) and not isinstance(text, bool) and text >= 0:
            return Const(text)
        (found,) = self._read(part, Line(*member.place), lambda: (shapes.term(str(text)),))
        return found

    def _patterns(self, member: object, around: _Around) -> Iterator[Pattern]:
        match member:
            case Param():
                yield self._pattern(member, around)
            case Block():
                inside = self._inside(member, around)
                if not member.members:
                    raise self._badly("BOB604", around.label, Line(*member.place), "a block without members")
                for inner in member.members:
                    yield from self._patterns(inner, inside)
            case _:
                line = Line(*member.place) if isinstance(member, Declaration) else self._line
                raise self._badly("BOB604", around.label, line, f"{member!r} is no Param or Block")

    def _gates(self, label: str, optional: Optional, depths: tuple[int, int], line: Line) -> tuple[Gate, ...]:
        """The gate of an optional member: at the first depth where it is one for all, else at the second."""
        where = optional if isinstance(optional, Where) else None
        if optional not in (False, True, "each") and not (where and where.field):
            told = f'optional={optional!r} is not True, False, "each" or Where("field")'
            raise self._badly("BOB604", label, line, told)
        if optional is False:
            return ()
        self._n_gates += 1
        return (Gate(self._n_gates - 1, depths[1] if optional == "each" else depths[0], where),)

    def _inside(self, block: Block, around: _Around) -> _Around:
        line = Line(*block.place)
        if not isinstance(block.prefix, str):
            raise self._badly("BOB601", around.label, line, f"{block.prefix!r} is not a text")
        count = self._term(around.label, block, block.count)
        text, own = around.text + block.prefix, PLACEHOLDER.findall(block.prefix)
        once = isinstance(count, Const) and count.value == 1
        if len(own) != 1 and not (once and not own):
            told = f"the prefix {block.prefix!r} of a repeated block holds one index such as {{i}}"
            raise self._badly("BOB601", around.label, line, told)
        if block.optional == "each" and not own:
            raise self._badly("BOB604", around.label, line, 'optional="each" asks for an index')
        indices = (*around.indices, *(Index(text, name, count, line) for name in own))
        gates = self._gates(around.label, block.optional, (0, len(indices)), line)
        return _Around(around.label, text, indices, (*around.gates, *gates))

    def _pattern(self, param: Param, around: _Around) -> Pattern:
        line, indices = Line(*param.place), around.indices
        if not isinstance(param.name, str) or not around.text + param.name:
            raise self._badly("BOB601", around.label, line, f"{param.name!r} is no name")
        text = around.text + param.name
        self._check_text(around.label, line, text, [index.name for index in indices])
        typed: object = param.typed
        if not isinstance(typed, Typed):
            told = f'{typed!r} has no axes: write FLOAT["..."], for a scalar FLOAT[""]'
            raise self._badly("BOB604", around.label, line, told)
        terms = self._read(around.label, line, partial(shapes.axes, typed.axes))
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
            raise self._badly("BOB601", label, line, told)
        plain = PLACEHOLDER.sub("0", text)
        if "{" in plain or "}" in plain:
            raise self._badly("BOB601", label, line, f"{text}: braces hold an index of small letters")
        ends = PLACEHOLDER.split(text)[::2]
        if any(not end for end in ends[1:-1]) or any(
            (left and left[-1].isdigit()) or (right and right[0].isdigit()) for left, right in pairwise(ends)
        ):
            raise self._badly("BOB601", label, line, f"{text}: digits run into an index")

    def _stated(self, name: str, member: Refine) -> Stated:
        line = Line(*member.place)
        try:
            predicate = member.statement(_Names(self._dims))
        except UnknownName as unknown:
            raise self._badly("BOB600", name, line, f"no dim named {unknown.name}") from None
        except (TruthOfPredicate, TypeError, AttributeError) as wrong:
            raise self._badly("BOB604", name, line, str(wrong)) from None
        if not isinstance(predicate, Predicate):
            raise self._badly("BOB604", name, line, f"{predicate!r} is no statement over dims")
        self._mentioned |= names(predicate)
        return Stated(name, predicate, member.sentence, line)


def _is_plain_end(end: object) -> bool:
    """Whether a text may take the place of another in a pattern: it holds no index and no digits."""
    return isinstance(end, str) and bool(end) and not re.search(r"[0-9{}]", end)
