"""What `f.name` stands for in a family's lambdas, and the layout's own terms: `offset_of`, `size_of`.

A scalar, dim or derived field is its term. A byte string or an array is indexed (`f.targets[p.byte]`) and
iterated in `every(...)`; an element or a nested record gives its fields as attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from bob.spec.fields import Array, Bytes, Field, Magic, Nested, Padding, Prefixed, Scalar, as_term
from bob.spec.quantifiers import fresh
from bob.spec.terms import Item, Length, Name, Term, natural, substitute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.terms import Natural, Node


class UnknownName(AttributeError):
    """A name that the family, element or nested record does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Placed(Term):
    """A place or size of the layout, resolved when the family's fields are all known."""

    __slots__ = ("field", "what")
    _parts = ("what", "field")

    def __init__(self, what: str, field: str) -> None:
        self.what = what
        self.field = field


def offset_of(reference: object) -> Term:
    """The number of bytes before a stored field."""
    return Placed("offset", _field_name(reference))


def size_of(reference: object) -> Term:
    """The number of bytes of a stored field."""
    return Placed("size", _field_name(reference))


def record_bytes() -> Term:
    """The number of bytes of the whole record."""
    return Placed("record", "")


def _field_name(reference: object) -> str:
    if isinstance(reference, Name | Text | Sequence | RecordReference):
        return reference.name
    raise TypeError(f"{reference!r} is not a stored field")


class Text:
    """A byte string: `f.name[i]` is a byte, `length_of(f.name)` how many there are."""

    def __init__(self, name: str, length: Term) -> None:
        self.name = name
        self.length = length

    def __getitem__(self, index: Natural) -> Term:
        return Item(self.name, natural(index), (), self.length)

    def __iter__(self) -> Iterator[Term]:
        yield self[fresh(self.length)]

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{self.name} has no truth value")


class Sequence:
    """An array: `f.name[i]` is an element, `length_of(f.name)` how many there are."""

    def __init__(self, name: str, length: Term, element: Field) -> None:
        self.name = name
        self.length = length
        self.element = element

    def __getitem__(self, index: Natural) -> Term | ElementReference:
        if isinstance(self.element, Scalar):
            return Item(self.name, natural(index), (), self.length)
        if isinstance(self.element, Nested):
            return ElementReference(self, natural(index), (), self.element)
        raise TypeError(f"the elements of {self.name} are byte strings, which no statement can mention")

    def __iter__(self) -> Iterator[Term | ElementReference]:
        yield self[fresh(self.length)]

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{self.name} has no truth value")


def length_of(reference: Text | Sequence) -> Term:
    """The number of bytes of a byte string, or of elements of an array."""
    return reference.length


class ElementReference:
    """An element of an array of records: its scalar fields are attributes."""

    def __init__(self, array: Sequence, index: Term, path: tuple[str, ...], nested: Nested) -> None:
        self._array = array
        self._index = index
        self._path = path
        self._nested = nested

    def __getattr__(self, name: str) -> Term | ElementReference:
        field = _stored(self._nested, name)
        path = (*self._path, name)
        if isinstance(field, Scalar):
            return Item(self._array.name, self._index, path, self._array.length)
        if isinstance(field, Nested):
            return ElementReference(self._array, self._index, path, field)
        raise TypeError(f"{name} is not a scalar of the elements of {self._array.name}")


class RecordReference:
    """A nested record: its fields are attributes."""

    def __init__(self, name: str, nested: Nested) -> None:
        self.name = name
        self._nested = nested

    def __getattr__(self, name: str) -> object:
        nested = self._nested

        def outside(node: Node) -> Term:
            moved = nested.outside(node, self.name)
            assert isinstance(moved, Term)
            return moved

        if name in nested.family.spec.unheld:
            raise TypeError(f"{self.name}.{name} depends on a ghost, which no record holds")
        if name in nested.family.spec.derived:
            return outside(Name(name))
        return reference(
            f"{self.name}.{name}", _stored(nested, name).resolved(lambda size: outside(as_term(size)))
        )


def _stored(nested: Nested, name: str) -> Field:
    if name.startswith("__"):
        raise AttributeError(name)
    for stored in nested.family.spec.fields:
        if stored.name == name:
            return stored.field
    raise UnknownName(name)


def reference(name: str, field: Field) -> object:
    """What `f.name` stands for, for a stored field."""
    match field:
        case Scalar():
            return Name(name)
        case Prefixed():
            return Text(name, Length(name))
        case Bytes() | Magic():
            return Text(name, field.size(name))
        case Padding():
            return Text(name, Placed("size", name))
        case Array():
            return Sequence(name, as_term(field.length), field.element)
        case Nested():
            return RecordReference(name, field)
    raise TypeError(f"{name} cannot be mentioned")


def placed(node: Node, offsets: dict[str, Term], sizes: dict[str, Term], whole: Term) -> Node:
    """`node` with the layout's terms in place of `offset_of`, `size_of` and `record_bytes`."""

    def replace(inner: Node) -> Node | None:
        if not isinstance(inner, Placed):
            return None
        if inner.what == "record":
            return whole
        table = offsets if inner.what == "offset" else sizes
        if inner.field not in table:
            raise UnknownName(inner.field)
        return table[inner.field]

    return substitute(node, replace)
