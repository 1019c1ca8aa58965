"""The values of one record, as the terms of its family read them: `RecordScope`.

A scope holds dims and the stored values by name. What they fix is found when it is asked for: derived
fields, constants, padding, and the sizes of arrays whose elements differ in size (`bytes(name)`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.spec.evaluation import evaluate
from bob.spec.fields import Array, Magic, Nested, Padding, as_term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.spec.at import FamilyAt
    from bob.spec.fields import Field

_SIZE = "bytes("


def nested_at(nested: Nested, scope: RecordScope) -> FamilyAt:
    """The family of a nested record at the dims that the record around it gives.

    Raises `Refused` (BOB108) where they are out of bounds, `Fault` or `Unbound` where one has no value.
    """
    return nested.family.at(**{dim: evaluate(as_term(size), scope) for dim, size in nested.dims.items()})


class RecordScope(dict[str, Any]):
    """Dims and stored values of a record of the family `at`; nested records are scopes of their own.

    A value that is there never changes, so what follows from it is kept once it was asked for.
    """

    __slots__ = ("at",)

    def __init__(self, at: FamilyAt, values: Mapping[str, Any] | None = None) -> None:
        super().__init__(at.dims)
        self.at = at
        if values is not None:
            self.update(values)
            for name, field in at.fields.items():
                if isinstance(field, Nested) and name in values:
                    self[name] = nested_at(field, self).scope(values[name])

    def __missing__(self, name: str) -> Any:
        spec = self.at.spec
        if name in spec.derived:
            return self.setdefault(name, evaluate(spec.derived[name], self))
        if name.startswith(_SIZE):
            return self.setdefault(name, self._size(name.removeprefix(_SIZE).removesuffix(")")))
        match self.at.fields.get(name):
            case Magic(value=value):
                return value
            case Padding():
                return bytes(self.at.size(name, self))
        raise KeyError(name)

    def _size(self, name: str) -> int:
        """The bytes of an array of records, summed over its elements."""
        head, _, inner = name.partition(".")
        if inner:
            size = self[head][f"{_SIZE}{inner})"]
            assert isinstance(size, int)
            return size
        array = self.at.fields[name]
        assert isinstance(array, Array)
        if isinstance(array.element, Nested):
            return sum(element.n_bytes for element in self.elements(name))
        return len(self[name]) * evaluate(array.element.size(name), self)

    def elements(self, name: str) -> Iterator[RecordScope]:
        """The elements of an array of records, each as a scope; raises `KeyError` where it is not there."""
        array = self.at.fields[name]
        assert isinstance(array, Array)
        assert isinstance(array.element, Nested)
        values = self[name]
        at = nested_at(array.element, self)
        return (at.scope(value) for value in values)

    @property
    def n_bytes(self) -> int:
        """The size of the record; raises `Unbound` where it depends on fields that are not there."""
        return evaluate(self.at.spec.record_bytes, self)


def field_at(fields: Mapping[str, Field], path: str) -> str:
    """The longest part of a dotted name that is a stored field: what a reader can be pointed to."""
    head, _, rest = path.partition(".")
    field = fields.get(head)
    if field is None:
        return ""
    if rest and isinstance(field, Nested):
        inner = field_at({stored.name: stored.field for stored in field.family.spec.fields}, rest)
        return f"{head}.{inner}" if inner else head
    return head
