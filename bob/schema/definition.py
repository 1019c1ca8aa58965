"""Reads the members of a schema into its `Spec`, or refuses it: `Definition`.

What has no meaning is refused with the file and line of the member that says it. Terms and statements are
read by `definition_terms`, params and blocks by `definition_patterns`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bob.judged import Line
from bob.schema.compiled import Spec
from bob.schema.definition_patterns import Patterns
from bob.schema.definition_terms import Terms, badly
from bob.schema.members import Block, Config, Dim, Param, Refine
from bob.spec.fields import Declaration

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.errors import Refused
    from bob.schema.compiled import Pattern

_PLAIN = ("prefixes", "spellings")
_RESERVED = ("spec", *_PLAIN)
_LARGEST = (1 << 63) - 1


class Definition:
    """One schema while it is read, with its name and line for refusals."""

    def __init__(self, schema: str, line: Line) -> None:
        self._schema = schema
        self._line = line

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
        dims = {name: member for name, member in members.items() if isinstance(member, Dim)}
        for name, dim in dims.items():
            self._check_dim(name, dim)
        terms = Terms(self._schema, self._line, dims)
        absent = {
            name: terms.term(name, dim, dim.absent) for name, dim in dims.items() if dim.absent is not None
        }
        made = Patterns(terms)
        patterns = made.of(members)
        refinements = [
            terms.stated(name, member) for name, member in members.items() if isinstance(member, Refine)
        ]
        self._check_kinds(members)
        by_text = {pattern.text: number for number, pattern in enumerate(patterns)}
        self._check_ties(patterns, by_text)
        self._check_mentioned(dims, terms.mentioned)
        return Spec(
            self._schema,
            dims,
            absent,
            tuple(patterns),
            made.by_frame(patterns),
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
        fields = dim.config
        if fields is not None and not (
            isinstance(fields, Config)
            and fields.names
            and all(n and isinstance(n, str) for n in fields.names)
        ):
            raise self._badly("BOB604", name, line, f"{dim.config!r} names no field of a config")
        if dim.absent is not None and dim.config is None:
            raise self._badly("BOB604", name, line, "absent= says what a config leaves away: give config=")

    def _check_mentioned(self, dims: Mapping[str, Dim], mentioned: set[str]) -> None:
        for name, dim in dims.items():
            if name not in mentioned and dim.config is None:
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


def _is_plain_end(end: object) -> bool:
    """Whether a text may take the place of another in a pattern: it holds no index and no digits."""
    return isinstance(end, str) and bool(end) and not re.search(r"[0-9{}]", end)
