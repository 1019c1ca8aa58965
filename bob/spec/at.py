"""A family at given dims: `FamilyAt` turns terms into numbers and checks the refinements of a record."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bob.errors import Finding, Refused
from bob.spec.evaluation import NO_VARIABLES, Fault, Unbound, evaluate, look_up, truth_of
from bob.spec.failures import Failure, failures
from bob.spec.fields import Magic, Padding
from bob.spec.scope import RecordScope, field_at
from bob.spec.specification import Spec, Stated, spelled_out
from bob.spec.terms import Bound, BytesOf, Item, Length, Name, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.spec.evaluation import Truth, Variables
    from bob.spec.terms import Node


class FamilyAt:
    """A family at given dims: sizes, offsets and derived fields are numbers, as far as dims fix them.

    A record may be given as a `Record`, a `RecordScope`, or any mapping of values by name.
    """

    def __init__(self, spec: Spec, dims: Mapping[str, int]) -> None:
        self.spec = spec
        self.fields = {stored.name: stored.field for stored in spec.fields}
        self.dims = self._members(dims)

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
        return [
            Finding("BOB108", stated.name, failure.found, stated.sentence)
            for stated, predicate in self.spec.dim_rules
            for failure in failures(predicate, dims)
        ]

    def scope(self, record: Mapping[str, Any] | None = None) -> RecordScope:
        """The values of `record` with the family's dims, as terms read them."""
        return record if isinstance(record, RecordScope) else RecordScope(self, record)

    def number(self, term: Term, record: Mapping[str, Any] | None = None) -> int:
        """A term of the family as a number; fields are read from `record`. Raises `Fault` or `Unbound`."""
        return evaluate(term, self.scope(record))

    def __repr__(self) -> str:
        return f"{self.spec.name}.at({', '.join(f'{name}={value}' for name, value in self.dims.items())})"

    def __getitem__(self, name: str) -> int:
        """A dim or derived field; raises `KeyError` for a name that is neither."""
        return self.dims[name] if name in self.dims else self.number(self.spec.derived[name])

    def __getattr__(self, name: str) -> int:
        if name.startswith("_") or name in ("spec", "dims", "fields"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"{self.spec.name} has no dim or derived field {name}") from None

    @property
    def record_bytes(self) -> int:
        """The size of a record in bytes; raises `Unbound` where it depends on fields."""
        return self.number(self.spec.record_bytes)

    def offset(self, name: str, record: Mapping[str, Any] | None = None) -> int:
        """The bytes before a stored field; raises `Unbound` where they depend on fields not in `record`."""
        return self.number(next(s.offset for s in self.spec.fields if s.name == name), record)

    def size(self, name: str, record: Mapping[str, Any] | None = None) -> int:
        """The bytes of a stored field; raises `Unbound` where they depend on fields not in `record`."""
        return self.number(next(s.size for s in self.spec.fields if s.name == name), record)

    def broken(self, record: Mapping[str, Any]) -> list[Broken]:
        """Every refinement that `record` breaks, at every place.

        A statement that needs a ghost, or a field that `record` does not hold, is left out; so is one that
        has no value in a record of which fields are missing.
        """
        scope = self.scope(record)
        stored = {name for name, field in self.fields.items() if not isinstance(field, Magic | Padding)}
        partial = not stored <= scope.keys()
        found: list[Broken] = []
        for stated, truth in zip(self.spec.refinements, self._truths, strict=True):
            try:
                failed = [] if _holds(truth, scope) else failures(stated.predicate, scope)
            except Unbound:
                if not partial and not self.spec.ghosts:
                    raise
                continue
            found += [
                Broken(stated, f.variables, f.found, f.fault, self._places(f, scope))
                for f in failed
                if not (partial and f.fault)
            ]
        return found

    @cached_property
    def _truths(self) -> tuple[Truth, ...]:
        return tuple(truth_of(stated.predicate) for stated in self.spec.refinements)

    def _places(self, failure: Failure, scope: RecordScope) -> tuple[str, ...]:
        """What a statement reads, in order; the limits of its quantifiers, if it reads nothing else."""
        statement = spelled_out(failure.statement, self.spec.derived)
        for nodes in (_mentioned(statement), statement.walk()):
            places = [self._place(node, scope, failure.variables) for node in nodes]
            if any(places):
                return tuple(dict.fromkeys(place for place in places if place))
        return ()

    def _place(self, node: Node, scope: RecordScope, variables: Variables) -> str:
        """The path of a stored quantity; of its array, where the index has no value; else nothing."""
        if not isinstance(node, Item | Name | Length | BytesOf):
            return ""
        if isinstance(node, Item):
            with suppress(Fault, LookupError):
                index = evaluate(node.index, scope, variables)
                if index < len(cast("Sequence[object]", look_up(scope, node.name))):
                    return ".".join((f"{node.name}[{index}]", *node.path))
        return field_at(self.fields, node.name)


def _holds(truth: Truth, scope: RecordScope) -> bool:
    """Whether a statement has a truth, and it is true."""
    try:
        return truth(scope, NO_VARIABLES)
    except Fault:
        return False


class Broken(NamedTuple):
    """A refinement that a record breaks, and where.

    `variables` holds the values of its quantifiers' variables, `found` what it says there, `places` the
    fields and elements that it mentions there, as paths (`pairs[3].byte`), in order. `fault` tells that it
    could not be evaluated.
    """

    stated: Stated
    variables: Variables
    found: str
    fault: bool
    places: tuple[str, ...]


def _mentioned(node: Node) -> Iterator[Node]:
    """The quantities that a statement reads, in order; limits of quantifiers and of indices are not read."""
    match node:
        case Bound():
            return
        case Item():
            yield node
            yield from _mentioned(node.index)
            return
    yield node
    for child in node.children():
        yield from _mentioned(child)
