"""A family without one of its clauses, and the codec that is derived from it: `Lenient`.

    without = dropped(Header.spec, clause)
    without.accepts({}, content)

The clause is taken out of the family itself: a refinement goes, a constant or padding becomes bytes that
nothing looks at, a nested family's bounds become wide. A reader that does not ask for the end takes no notice
of what follows the record, one that does not ask for the beginning of it reads zeros where a file ends early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.codec import decode
from bob.errors import Refused
from bob.spec.at import FamilyAt
from bob.spec.clauses import Kind
from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import U64, Array, Bytes, Dim, Nested

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.clauses import Clause
    from bob.spec.fields import Field
    from bob.spec.specification import Spec, Stored

_WIDE = Dim(0, U64().limit - 1)


class Lenient(NamedTuple):
    """A spec, and how its record is read: whether all of a file has to be it, and how long a file is made."""

    spec: Spec
    whole: bool = True
    filled: bool = False

    def accepts(self, dims: Mapping[str, int], content: bytes) -> bool:
        """Whether the derived codec finds nothing wrong with a file at some dims."""
        return not self.codes(dims, content)

    def codes(self, dims: Mapping[str, int], content: bytes) -> frozenset[str]:
        """The codes of everything that it finds."""
        try:
            at = FamilyAt(self.spec, dims)
        except Refused as refused:
            return frozenset(finding.code for finding in refused.findings)
        if self.filled:
            content += bytes(max(0, _wanted(at, content) - len(content)))
        return frozenset(finding.code for finding in decode(at, content, whole=self.whole).findings)


def _wanted(at: FamilyAt, content: bytes) -> int:
    """The bytes that a record takes of which only some are there, as it says itself with zeros after them."""
    longest = decode(at, content + bytes(len(content) + at.spec.least_bytes), whole=False)
    return longest.n_bytes


def family_of(spec: Spec) -> FamilyMeta:
    """The class of a spec."""
    family = type.__new__(FamilyMeta, spec.name, (Family,), {})
    family.spec = spec
    return family


def dropped(spec: Spec, clause: Clause) -> Lenient:
    """The family of `spec` without one of its clauses; raises `ValueError` for one that nobody stated."""
    match clause.kind:
        case Kind.END:
            return Lenient(spec, whole=False)
        case Kind.ENOUGH:
            return Lenient(spec, filled=True)
        case Kind.VALUE:
            raise ValueError(f"{clause.name} is owed by an operator, not stated")
    return Lenient(_without(spec, clause.name, clause.kind))


def _without(spec: Spec, name: str, kind: Kind) -> Spec:
    head, _, rest = name.partition(".")
    if rest:
        fields = tuple(
            _changed(s, rest, kind) if s.name == head.removesuffix("[]") else s for s in spec.fields
        )
        return spec._replace(fields=fields)
    if kind in (Kind.CONSTANT, Kind.PADDING):
        fields = tuple(s._replace(field=Bytes(s.size)) if s.name == name else s for s in spec.fields)
        return spec._replace(fields=fields)
    if kind is Kind.BOUNDS:
        return spec._replace(dims={**spec.dims, name: _WIDE})
    return spec._replace(refinements=tuple(s for s in spec.refinements if s.name != name))


def _changed(stored: Stored, name: str, kind: Kind) -> Stored:
    """A field whose records lack a clause."""
    field: Field = stored.field
    if isinstance(field, Array):
        assert isinstance(field.element, Nested)
        return stored._replace(field=Array(_nested(field.element, name, kind), field.length))
    assert isinstance(field, Nested)
    return stored._replace(field=_nested(field, name, kind))


def _nested(nested: Nested, name: str, kind: Kind) -> Nested:
    return Nested(family_of(_without(nested.family.spec, name, kind)), **nested.dims)  # type: ignore[arg-type]
