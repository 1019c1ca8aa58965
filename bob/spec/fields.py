"""The kinds of declaration that a family is made of: dims, stored fields, derived fields, ghosts, statements.

A size or length is a number or a function of the family's names, `lambda f: 2 * f.rows`. Each stored kind
knows its size as a term, and the fewest bytes that it can take. How kinds become bytes is `bob.codec`'s.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

from bob.spec.terms import BytesOf, Const, Item, Length, Name, Term, substitute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Self

    from bob.spec.family import Family
    from bob.spec.premises import Premise
    from bob.spec.terms import Node, Predicate

    # `Any` is the namespace that resolves names of the family: attributes are only known when it is defined.
    Size: TypeAlias = Term | int | Callable[[Any], Term | int]
    Statement: TypeAlias = Callable[[Any], Predicate]
    Lemmas: TypeAlias = Callable[[Any], Sequence[Premise]]


class Declaration:
    """What a name in the body of a family may be bound to; `place` is the file and line of its making."""

    place: tuple[str, int]

    def __new__(cls, *_: object, **__: object) -> Self:
        """Notes who calls: for what a family declares, that is a line of its body."""
        made = super().__new__(cls)
        caller = sys._getframe(1)
        made.place = (caller.f_code.co_filename, caller.f_lineno)
        return made


class Dim(Declaration):
    """A natural number that indexes the family, from `low` to `high` inclusive; `shipped` is its default."""

    def __init__(self, low: int, high: int, shipped: int | None = None) -> None:
        self.low = low
        self.high = high
        self.shipped = shipped


class Constant(Declaration):
    """A byte string that the family states for all its members; it is not in the file."""

    def __init__(self, value: bytes) -> None:
        self.value = value


class Derived(Declaration):
    """A number that dims and earlier fields fix; it is not in the file."""

    def __init__(self, value: Size) -> None:
        self.value = value


class Ghost(Declaration):
    """Any natural number from `low` to `high` inclusive: for proofs alone, never in a file."""

    def __init__(self, low: Size, high: Size) -> None:
        self.low = low
        self.high = high


class Refine(Declaration):
    """A statement that narrows the family: checked on every record, a premise of every proof."""

    def __init__(self, statement: Statement, sentence: str, code: str = "BOB153") -> None:
        self.statement = statement
        self.sentence = sentence
        self.code = code


class Claim(Declaration):
    """A statement that is proved for every member of the family.

    It may build on what is shown without it: `after` names what the family owes before it, such as
    "row_bytes.below_2_63", and `by` gives lemmas (`bob.spec.lemmas`).
    """

    def __init__(
        self, statement: Statement, sentence: str, after: tuple[str, ...] = (), by: Lemmas | None = None
    ) -> None:
        self.statement = statement
        self.sentence = sentence
        self.after = after
        self.by = by


class Refuted(Declaration):
    """A statement that is false on purpose: a member breaks it, which `shows` something worth knowing."""

    def __init__(self, statement: Statement, sentence: str, shows: str) -> None:
        self.statement = statement
        self.sentence = sentence
        self.shows = shows


class Field(Declaration):
    """A stored field; `code` is the finding's code where its bytes are not what they must be."""

    code: str | None = None

    def resolved(self, resolve: Callable[[Size], Term]) -> Field:  # noqa: ARG002
        """The field with its sizes as terms."""
        return self

    def size(self, name: str) -> Term:
        """The number of bytes of the field, called `name`, as a term."""
        raise NotImplementedError

    def least_bytes(self, least: Callable[[Term], int]) -> int:
        """The fewest bytes that the field can take, given the least value of a term."""
        return least(self.size(""))


class Scalar(Field):
    """An unsigned little-endian integer; with `equals`, one that the rest of the record fixes."""

    n_bytes: ClassVar[int]
    typecode: ClassVar[str]

    def __init__(self, equals: Size | None = None, code: str | None = None) -> None:
        self.equals = equals
        self.code = code

    @property
    def limit(self) -> int:
        """The first number that no longer fits."""
        return 1 << (8 * self.n_bytes)

    def size(self, name: str) -> Term:  # noqa: ARG002
        """The width in bytes."""
        return Const(self.n_bytes)


class U8(Scalar):
    """An unsigned integer of 8 bits."""

    n_bytes = 1
    typecode = "B"


class U16(Scalar):
    """An unsigned integer of 16 bits."""

    n_bytes = 2
    typecode = "H"


class U32(Scalar):
    """An unsigned integer of 32 bits."""

    n_bytes = 4
    typecode = "I"


class U64(Scalar):
    """An unsigned integer of 64 bits."""

    n_bytes = 8
    typecode = "Q"


class F32(Scalar):
    """An IEEE 754 binary32 number, held as its bits, so that NaNs and signed zeros come through unchanged."""

    n_bytes = 4
    typecode = "I"


class Magic(Field):
    """Bytes that are always the same."""

    def __init__(self, value: bytes, code: str | None = None) -> None:
        self.value = value
        self.code = code

    def size(self, name: str) -> Term:  # noqa: ARG002
        """The constant's length."""
        return Const(len(self.value))


class Bytes(Field):
    """A byte string whose length is a number or a term."""

    def __init__(self, length: Size) -> None:
        self.length = length

    def resolved(self, resolve: Callable[[Size], Term]) -> Field:
        """The field with its length as a term."""
        return Bytes(resolve(self.length))

    def size(self, name: str) -> Term:  # noqa: ARG002
        """The length."""
        return as_term(self.length)


class Prefixed(Field):
    """A byte string behind its own length, an unsigned integer of the kind `prefix`."""

    def __init__(self, prefix: type[Scalar]) -> None:
        self.prefix = cast("Scalar", scalar_field(prefix))

    def size(self, name: str) -> Term:
        """The prefix and what it counts."""
        return Const(self.prefix.n_bytes) + Length(name)

    def least_bytes(self, least: Callable[[Term], int]) -> int:  # noqa: ARG002
        """The prefix alone."""
        return self.prefix.n_bytes


class Nested(Field):
    """A record of another family, its dims given as terms of this one."""

    def __init__(self, family: type[Family], /, **dims: Size) -> None:
        self.family = family
        self.dims = dims

    def resolved(self, resolve: Callable[[Size], Term]) -> Field:
        """The field with its dims as terms."""
        return Nested(self.family, **{name: resolve(value) for name, value in self.dims.items()})

    def outside(self, node: Node, name: str) -> Node:
        """A term of the nested family as a term of this one, where the nested record is called `name`."""
        dims = {dim: as_term(value) for dim, value in self.dims.items()}
        return substitute(node, lambda inner: _moved(inner, name, dims))

    def size(self, name: str) -> Term:
        """The size of the nested record, by its dims and stored fields."""
        term = self.outside(self.family.spec.plain_bytes, name)
        assert isinstance(term, Term)
        return term

    def least_bytes(self, least: Callable[[Term], int]) -> int:  # noqa: ARG002
        """The least size of any record of the family."""
        return self.family.spec.least_bytes


def _moved(inner: Node, name: str, dims: Mapping[str, Term]) -> Node | None:
    match inner:
        case Name():
            return dims.get(inner.name, Name(f"{name}.{inner.name}"))
        case Length():
            return Length(f"{name}.{inner.name}")
        case BytesOf():
            return BytesOf(f"{name}.{inner.name}")
        case Item():
            moved = [
                substitute(part, lambda node: _moved(node, name, dims))
                for part in (inner.index, inner.length)
            ]
            assert isinstance(moved[0], Term)
            assert isinstance(moved[1], Term)
            return Item(f"{name}.{inner.name}", moved[0], inner.path, moved[1])
    return None


class Array(Field):
    """Elements of one kind, as many as a number or a term says, nothing between them."""

    def __init__(self, element: Field | type[Scalar] | type[Family], length: Size) -> None:
        self.element = cast("Field", element_field(element))
        self.length = length

    def resolved(self, resolve: Callable[[Size], Term]) -> Field:
        """The field with its length, and its element's sizes, as terms."""
        return Array(self.element.resolved(resolve), resolve(self.length))

    def size(self, name: str) -> Term:
        """Length x element size where all elements have one size; otherwise opaque."""
        element = self.element.size(name)
        if any(isinstance(node, Length | BytesOf | Item) for node in element.walk()) or self._inner(
            element, name
        ):
            return BytesOf(name)
        return as_term(self.length) * element

    def _inner(self, element: Term, name: str) -> bool:
        """Whether the element's size depends on a field inside the element."""
        return any(isinstance(node, Name) and node.name.startswith(f"{name}.") for node in element.walk())

    def least_bytes(self, least: Callable[[Term], int]) -> int:
        """The least length of elements of the least size."""
        return least(as_term(self.length)) * self.element.least_bytes(least)


class Padding(Field):
    """Zero bytes, as few as make the size of the whole record a multiple of `alignment`."""

    def __init__(self, alignment: int, code: str = "BOB154") -> None:
        self.alignment = alignment
        self.code = code
        self.rest: Term | None = None

    def filling(self, rest: Term) -> Padding:
        """The padding beside fields of `rest` bytes in all."""
        filled = Padding(self.alignment, self.code or "BOB154")
        filled.rest = rest
        return filled

    def size(self, name: str) -> Term:  # noqa: ARG002
        """`(alignment - rest % alignment) % alignment`."""
        assert self.rest is not None
        return (self.alignment - self.rest % self.alignment) % self.alignment


def element_field(element: object) -> object:
    """A field for a kind of element given as a field, a scalar kind or a family; anything else as it is."""
    if isinstance(element, type) and hasattr(element, "spec"):
        return Nested(element)
    return scalar_field(element)


def scalar_field(kind: object) -> object:
    """A field for a scalar kind; anything else as it is, for the reader of the family to refuse."""
    return kind() if isinstance(kind, type) and issubclass(kind, Scalar) else kind


def as_term(value: Size) -> Term:
    """A size that has been resolved."""
    if isinstance(value, Term):
        return value
    assert isinstance(value, int)
    return Const(value)


def measures(field: Field) -> Iterator[Term]:
    """The terms by which a field is laid out."""
    match field:
        case Bytes():
            yield as_term(field.length)
        case Array():
            yield as_term(field.length)
            yield from measures(field.element)
        case Nested():
            yield from (as_term(term) for term in field.dims.values())
