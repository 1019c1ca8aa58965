"""A record's quantities as terms over the bytes of a file: `RecordBytes`.

A field is what stands at its place, `|u32()|[place]`, and the length of a string is the word in front of it.
A place that depends on bytes gets a name of its own, in `Book.places`: so terms stay short. Elements of an
array are at multiples of their size; where they differ in size there is no place for each (`Unsayable`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bob.spec.fields import Array, Nested, Prefixed, Scalar, as_term
from bob.spec.terms import Arith, BytesOf, Const, Item, Length, Name, Predicate, Term, substitute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.specification import Spec
    from bob.spec.terms import Node

# No identifier: no dim or field can be called so.
FILE_BYTES = Name("file_bytes()")


class Unsayable(TypeError):
    """A field that no term over bytes can speak of; the message says which and why."""


def word(place: Term, n_bytes: int) -> Item:
    """The little-endian number of `n_bytes` bytes at a place of the file."""
    return Item(f"u{8 * n_bytes}()", place, (), FILE_BYTES)


def width_of(item: Item) -> int:
    """How many bytes a word of `word` has."""
    return int(item.name.removeprefix("u").removesuffix("()")) // 8


class Book:
    """What is gathered while a family is read: named places, sizes, and how far a reader must get."""

    def __init__(self) -> None:
        self.places: dict[str, Term] = {}
        self.sizes: list[Term] = []
        self.begun: list[Term] = []


def reads(node: Node) -> bool:
    """Whether a term depends on bytes."""
    return any(isinstance(inner, Item) for inner in node.walk())


def plus(left: Term, right: Term) -> Term:
    """A sum, with the numbers in it added up at its right end."""
    match left, right:
        case _, Const(value=0):
            return left
        case Const(), Const():
            return Const(left.value + right.value)
        case Const(), _:
            return plus(right, left)
        case _, Arith(op="+"):
            return plus(plus(left, right.left), right.right)
        case Arith(op="+", right=Const()), Const():
            return plus(left.left, Const(left.right.value + right.value))  # type: ignore[attr-defined]
        case Arith(op="+", right=Const()), _:
            return plus(plus(left.left, right), left.right)
    return Arith("+", left, right)


def times(left: Term, right: Term) -> Term:
    """A product, without a factor one."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(left.value * right.value)
    if isinstance(right, Const) and right.value == 1:
        return left
    return left * right


class RecordBytes:
    """A record at `origin`, with dims that are terms of the file; `element` where it is one of an array."""

    def __init__(
        self, spec: Spec, dims: Mapping[str, Term], origin: Term, path: str, book: Book, depth: int = 0
    ) -> None:
        self.spec = spec
        self.stored = {stored.name: stored for stored in spec.fields}
        self.dims = dims
        self.origin = origin
        self.path = path
        self.book = book
        self.depth = depth
        self.places: dict[str, Term] = {}
        self.inner: dict[str, RecordBytes] = {}

    @property
    def end(self) -> Term:
        """The first byte after the record."""
        if not self.spec.fields:
            return self.origin
        last = self.spec.fields[-1]
        return plus(self.place(last.name), self.term(last.size))

    def place(self, name: str) -> Term:
        """Where a field begins: a name of its own, where the bytes before it decide that."""
        if name not in self.places:
            whole = plus(self.origin, self.term(self.stored[name].offset))
            if reads(whole) and not self.depth:
                # A dot in a name leads into a record, for those who look it up.
                label = f"offset_of({self.path}{name})".replace(".", "/")
                self.book.places[label] = whole
                whole = Name(label)
            self.places[name] = whole
        return self.places[name]

    def term(self, node: Term) -> Term:
        """A term of the family as one of the file."""
        return cast("Term", substitute(node, self._replaced))

    def predicate(self, node: Predicate) -> Predicate:
        """A statement of the family as one of the file."""
        return cast("Predicate", substitute(node, self._replaced))

    def _replaced(self, node: Node) -> Node | None:
        match node:
            case Name():
                return self.scalar(node.name)
            case Length():
                return self.length(node.name)
            case Item():
                return self.item(node.name, self.term(node.index), node.path)
            case BytesOf():
                raise Unsayable(f"{self.path}{node.name}: its elements differ in size")
            case Arith(op="+"):
                return plus(self.term(node.left), self.term(node.right))
        return None

    def scalar(self, name: str) -> Term:
        """A dim, derived field or scalar."""
        head, _, rest = name.partition(".")
        if rest:
            return self.inside(head).scalar(rest)
        if name in self.dims:
            return self.dims[name]
        if name in self.spec.derived:
            return self.term(self.spec.derived[name])
        field = self.stored[name].field
        assert isinstance(field, Scalar)
        return word(self.place(name), field.n_bytes)

    def length(self, name: str) -> Term:
        """The number in front of a string."""
        head, _, rest = name.partition(".")
        if rest:
            return self.inside(head).length(rest)
        field = self.stored[name].field
        assert isinstance(field, Prefixed)
        return word(self.place(name), field.prefix.n_bytes)

    def item(self, name: str, index: Term, path: tuple[str, ...]) -> Term:
        """A byte of a string, an element of an array, or a scalar inside one."""
        head, _, rest = name.partition(".")
        if rest:
            return self.inside(head).item(rest, index, path)
        field, place = self.stored[name].field, self.place(name)
        match field:
            case Prefixed():
                return word(plus(plus(place, index), Const(field.prefix.n_bytes)), 1)
            case Array(element=Scalar(n_bytes=n_bytes)):
                return word(plus(place, times(index, Const(n_bytes))), n_bytes)
            case Array():
                return self.element(name, index).scalar(".".join(path))
        return word(plus(place, index), 1)

    def inside(self, name: str) -> RecordBytes:
        """A nested record."""
        if name not in self.inner:
            nested = self.stored[name].field
            assert isinstance(nested, Nested)
            self.inner[name] = self._nested(nested, self.place(name), f"{self.path}{name}.", self.depth)
        return self.inner[name]

    def element(self, name: str, index: Term) -> RecordBytes:
        """The element of an array of records at `index`."""
        array = self.stored[name].field
        assert isinstance(array, Array)
        assert isinstance(array.element, Nested)
        if isinstance(self.stored[name].size, BytesOf):
            raise Unsayable(f"{self.path}{name}: its elements differ in size")
        origin = plus(self.place(name), times(index, self.term(array.element.size(name))))
        return self._nested(array.element, origin, f"{self.path}{name}[].", self.depth + 1)

    def _nested(self, nested: Nested, origin: Term, path: str, depth: int) -> RecordBytes:
        dims = {dim: self.term(as_term(size)) for dim, size in nested.dims.items()}
        return RecordBytes(nested.family.spec, dims, origin, path, self.book, depth)
