"""A family at given dims: `FamilyAt` turns terms into numbers and checks the refinements of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bob.errors import Finding, Refused
from bob.spec.evaluation import Fault, evaluate, failures
from bob.spec.reader import Spec, Stated, Stored, spelled_out
from bob.spec.terms import Item, Length, Name, Predicate, Term, names

if TYPE_CHECKING:
    from collections.abc import Mapping


class FamilyAt:
    """A family at given dims: sizes, offsets and derived fields are numbers, as far as dims fix them."""

    def __init__(self, spec: Spec, dims: Mapping[str, int]) -> None:
        self.spec = spec
        self.dims = self._members(dims)
        self._scope = dict(self.dims)

    def _members(self, given: Mapping[str, int]) -> dict[str, int]:
        """Raises `Refused` (BOB108) with every dim that is unknown, missing or out of bounds."""
        spec = self.spec
        found = [
            Finding("BOB108", name, str(value), "a dim of the family")
            for name, value in given.items()
            if name not in spec.dims
        ]
        dims: dict[str, int] = {}
        for name, dim in spec.dims.items():
            value = given.get(name, dim.shipped)
            if value is None:
                found.append(Finding("BOB108", name, "not given", f"{dim.low} to {dim.high}"))
            elif isinstance(value, bool) or not isinstance(value, int) or not dim.low <= value <= dim.high:
                found.append(Finding("BOB108", name, repr(value), f"{dim.low} to {dim.high}"))
            else:
                dims[name] = value
        if not found:
            found = self._dim_refinements(dims)
        if found:
            raise Refused(f"family {spec.name}", found)
        return dims

    def _dim_refinements(self, dims: Mapping[str, int]) -> list[Finding]:
        found = []
        for stated in self.spec.refinements:
            predicate = cast("Predicate", spelled_out(stated.predicate, self.spec.derived))
            if names(predicate) <= set(dims):
                failed = failures(predicate, dims)
                found += [
                    Finding("BOB108", stated.name, failure.found, stated.sentence) for failure in failed
                ]
        return found

    def number(self, term: Term, record: Mapping[str, Any] | None = None) -> int:
        """A term of the family as a number; fields are read from `record`. Raises `Fault` or `Unbound`."""
        scope = self._scope if record is None else {**self._scope, **record}
        return evaluate(cast("Term", spelled_out(term, self.spec.derived)), scope)

    def __getattr__(self, name: str) -> int:
        if name.startswith("_") or name in ("spec", "dims"):
            raise AttributeError(name)
        if name in self.dims:
            return self.dims[name]
        if name not in self.spec.derived:
            raise AttributeError(f"{self.spec.name} has no dim or derived field {name}")
        return self.number(self.spec.derived[name])

    @property
    def record_bytes(self) -> int:
        """The size of a record in bytes; raises `Unbound` where it depends on fields."""
        return self.number(self.spec.record_bytes)

    def offset(self, name: str, record: Mapping[str, Any] | None = None) -> int:
        """The bytes before a stored field; raises `Unbound` where they depend on fields not in `record`."""
        return self.number(self._stored(name).offset, record)

    def size(self, name: str, record: Mapping[str, Any] | None = None) -> int:
        """The bytes of a stored field; raises `Unbound` where they depend on fields not in `record`."""
        return self.number(self._stored(name).size, record)

    def _stored(self, name: str) -> Stored:
        return next(stored for stored in self.spec.fields if stored.name == name)

    def broken(self, record: Mapping[str, Any]) -> list[Broken]:
        """Every refinement that `record` breaks, at every place; derived values are those of these dims."""
        scope = {**self._scope, **record}
        found: list[Broken] = []
        for stated in self.spec.refinements:
            predicate = cast("Predicate", spelled_out(stated.predicate, self.spec.derived))
            try:
                failed = failures(predicate, scope)
            except Fault as fault:
                found.append(Broken(stated, {}, str(fault), ()))
                continue
            found += [Broken(stated, f.variables, f.found, tuple(_places(f.statement))) for f in failed]
        return found


class Broken(NamedTuple):
    """A refinement that a record breaks: where (the values of its variables), and what it says there."""

    stated: Stated
    variables: Mapping[str, int]
    found: str
    places: tuple[Term, ...]


def _places(predicate: Predicate) -> list[Term]:
    """The names and items that a statement mentions, in order: where a reader would look."""
    return [node for node in predicate.walk() if isinstance(node, Item | Name | Length)]
