"""Terms and statements of a schema's members, as they are read: `Terms(schema, line, dims)`.

What mentions a dim that is not there, or is no term, is refused with the file and line of its member.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused
from bob.judged import Line
from bob.schema import shapes
from bob.schema.compiled import Stated
from bob.spec.references import UnknownName
from bob.spec.terms import Const, Name, Predicate, TruthOfPredicate, names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bob.schema.members import Dim, Refine
    from bob.spec.fields import Declaration
    from bob.spec.terms import Node, Term


def badly(code: str, schema: str, part: str, line: Line, found: str) -> Refused:
    """The refusal of one member of a schema."""
    finding = Finding(code, f"{schema}.{part}" if part else schema, found, note=f"{line.file}:{line.line}")
    return Refused(f"schema {schema}", [finding])


class _Names:
    """The namespace `s` of a refinement's lambda."""

    def __init__(self, dims: Mapping[str, Dim]) -> None:
        self._dims = dims

    def __getattr__(self, name: str) -> Name:
        if name.startswith("__") or name not in self._dims:
            raise UnknownName(name)
        return Name(name)


class Terms:
    """The terms of one schema: its name and line for refusals, its dims, and which of them are mentioned."""

    def __init__(self, schema: str, line: Line, dims: Mapping[str, Dim]) -> None:
        self.schema = schema
        self.line = line
        self.dims = dims
        self.mentioned: set[str] = set()

    def badly(self, code: str, part: str, line: Line, found: str) -> Refused:
        """The refusal of one member of this schema."""
        return badly(code, self.schema, part, line, found)

    def axes(self, part: str, line: Line, text: str) -> tuple[Term, ...]:
        """The axes of a param, such as `"H*K, D"`; raises `Refused` (BOB600, BOB603)."""
        return self._read(part, line, partial(shapes.axes, text))

    def _read(self, part: str, line: Line, node: Callable[[], tuple[Term, ...]]) -> tuple[Term, ...]:
        try:
            found = node()
        except shapes.Unreadable as wrong:
            raise self.badly("BOB603", part, line, str(wrong)) from None
        for each in found:
            self._check_names(part, line, each)
        return found

    def _check_names(self, part: str, line: Line, node: Node) -> None:
        for name in sorted(names(node) - set(self.dims)):
            raise self.badly("BOB600", part, line, f"no dim named {name}")
        self.mentioned |= names(node)

    def term(self, part: str, member: Declaration, text: str | int) -> Term:
        """A number or a text as a term of dims; raises `Refused` (BOB600, BOB603)."""
        if isinstance(text, int) and not isinstance(text, bool) and text >= 0:
            return Const(text)
        (found,) = self._read(part, Line(*member.place), lambda: (shapes.term(str(text)),))
        return found

    def stated(self, name: str, member: Refine) -> Stated:
        """What a refinement's lambda says; raises `Refused` (BOB600, BOB604)."""
        line = Line(*member.place)
        try:
            predicate = member.statement(_Names(self.dims))
        except UnknownName as unknown:
            raise self.badly("BOB600", name, line, f"no dim named {unknown.name}") from None
        except (TruthOfPredicate, TypeError, AttributeError) as wrong:
            raise self.badly("BOB604", name, line, str(wrong)) from None
        if not isinstance(predicate, Predicate):
            raise self.badly("BOB604", name, line, f"{predicate!r} is no statement over dims")
        self.mentioned |= names(predicate)
        return Stated(name, predicate, member.sentence, line)
