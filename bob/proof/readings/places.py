"""What the parts of one record are called in a text, and where each begins: `Places`.

A record has a tag, `a`; its scalar x is `a.x`, byte i of its string t is `(a.t i)`. The start of a part is
the start of the part before it and that one's size, a term over the record's own values. Where an element
of an array of records ends is a function of its dims and its first byte, which is what the theorems on the
element's own family show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from bob.proof.readings.parts import items_of, moved, parts_of
from bob.proof.smtlib import expression, symbol
from bob.spec.fields import U8, Array, Bytes, Magic, Nested, Padding, Prefixed, Scalar, as_term
from bob.spec.terms import Arith, BytesOf, Const, Item, Length, Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.proof.expressions import Expression
    from bob.proof.readings.draft import Draft
    from bob.proof.readings.parts import Owed, Part
    from bob.proof.script import Said
    from bob.spec.family import FamilyMeta
    from bob.spec.fields import Dim
    from bob.spec.terms import Node, Term

ANY = "?i"
START, END = "file.start", "file.end"
BYTE_VALUES = U8().limit


class Subject(NamedTuple):
    """A family as its theorems see it: `group/label` heads their names, `labels` has that of each other."""

    group: str
    label: str
    name: str
    dims: Mapping[str, Dim]
    parts: tuple[Part, ...]
    labels: Mapping[FamilyMeta, str]


def plus(*terms: Expression) -> Expression:
    """Their sum, without brackets and zeros."""
    flat = [part for term in terms for part in (term[1:] if term[0] == "+" else (term,))]
    some = [term for term in flat if term != "0"]
    if len(some) < 2:
        return some[0] if some else "0"
    return ("+", *some)


def inside(index: Expression, count: Expression) -> Expression:
    """That an index is one of `count`."""
    return ("and", ("<=", "0", index), ("<", index, count))


def width_of(field: Scalar | Prefixed) -> int:
    """The bytes of a number, or of the number in front of a string."""
    return field.prefix.n_bytes if isinstance(field, Prefixed) else field.n_bytes


def lies(place: Expression, first: Expression, end: Expression) -> Expression:
    """That a place lies from `first` on and before `end`."""
    return ("and", ("<=", first, place), ("<", place, end))


def below(number: Expression, n_bytes: int) -> Expression:
    """That a number is one of so many bytes."""
    return ("and", ("<=", "0", number), ("<", number, str(BYTE_VALUES**n_bytes)))


def said(draft: Draft, bytes_: str, start: Expression, n_bytes: int) -> Expression:
    """The number that so many bytes say; which one, is shown apart for each width."""
    return (draft.declare(f"{bytes_}.u{8 * n_bytes}", 1), start)


def _is_no_sum(node: Node) -> bool:
    """Whether a node of a term divides, or multiplies two things that are no numbers."""
    if not isinstance(node, Arith) or node.op in "+-":
        return False
    return node.op != "*" or not (isinstance(node.left, Const) or isinstance(node.right, Const))


def subject_of(family: FamilyMeta, group: str, labels: Mapping[FamilyMeta, str]) -> Subject:
    """A family under its label."""
    spec = family.spec
    return Subject(group, labels[family], spec.name, spec.dims, parts_of(spec), labels)


class Number(NamedTuple):
    """A number of a record: its value, its first byte and how many it has, and when it is there at all."""

    value: Expression
    start: Expression
    n_bytes: int
    there: Expression

    def where_there(self, statement: Expression) -> Expression:
        """A statement about it, which says nothing where it is not there."""
        return statement if self.there == "true" else ("=>", self.there, statement)


class Places:
    """The names of one record's parts; `term` reads a term of the family over that record's values."""

    def __init__(self, subject: Subject, draft: Draft, tag: str) -> None:
        self.subject = subject
        self.draft = draft
        self.tag = tag
        self.end = f"|end({tag})|"

    def term(self, node: Node) -> Expression:
        """A term or statement of the family over this record's values."""
        own = moved(node, self.tag, self.subject.dims)
        self.draft.divide(own)
        return expression(own)

    def owed(self, owed: Owed) -> Said:
        """What a part owes, of this record."""
        return f"in {self.tag}, {owed.sentence}", self.term(owed.predicate)

    def start(self, part: Part) -> str:
        """The first byte of a part."""
        return f"|start({self.called(part)})|"

    def called(self, part: Part) -> str:
        """The part of this record, as a reader would write it."""
        return f"{self.tag}.{part.name}"

    def number(self, part: Part) -> str:
        """The value of a scalar, or the length of a string behind its own length."""
        called = self.called(part)
        return symbol(Length(called) if isinstance(part.field, Prefixed) else Name(called))

    def values(self, part: Part, path: tuple[str, ...] = ()) -> str:
        """The function of an index that a string or an array is; of records, one for each path inside."""
        return symbol(Item(self.called(part), Name(ANY), path, Name(ANY)))

    def starts(self, part: Part) -> str:
        """The function that gives the first byte of each element of an array of records."""
        return f"|starts({self.called(part)})|"

    def content(self, part: Part) -> Expression:
        """The first byte of a string behind its own length, or of anything else."""
        return plus(self.start(part), str(width_of(part.field)) if isinstance(part.field, Prefixed) else "0")

    def constant(self, part: Part, index: Expression) -> Expression:
        """The byte that a magic or a padding must have at an index."""
        value = part.field.value if isinstance(part.field, Magic) else b""
        function = f"|constant({part.name})|"
        byte: Expression = "0"
        for i, other in reversed(list(enumerate(value))):
            byte = ("ite", ("=", ANY, str(i)), str(other), byte)
        self.draft.function(function, ANY, byte, f"{part.name} is {value!r}" if value else "zeros")
        return (function, index)

    def fixed(self, label: str, term: Term) -> Expression:
        """A term that may divide, as what it is: a function of the values that it mentions.

        That it takes one value where they are the same is clear to a judge then without any arithmetic.
        """
        plain = self.term(term)
        read = [node for node in term.walk() if isinstance(node, Name | Length | BytesOf | Item)]
        if not read or not any(map(_is_no_sum, term.walk())):
            return plain
        values = tuple(dict.fromkeys(self.term(node) for node in read))
        whole = (self.draft.declare(f"|{label}|", len(values)), *values)
        self.draft.say(f"{label} of {self.tag}, as a function of what it mentions", ("=", whole, plain))
        return whole

    def size(self, part: Part) -> Expression:
        """The bytes of a part."""
        return self.fixed(f"size({part.name})", part.size)

    def count(self, part: Part) -> Expression:
        """How many elements or bytes a part has; a string of many strings is one of all their bytes."""
        match part.field:
            case Prefixed():
                return self.number(part)
            case Array(element=Bytes()) | Bytes() | Magic() | Padding():
                return self.size(part)
            case Array():
                return self.fixed(f"count({part.name})", as_term(part.field.length))
        raise TypeError(f"{part.name} has no elements")

    def any(self, part: Part) -> Expression:
        """Any index into a part: what holds at it holds at all."""
        return self.draft.declare(f"|index({part.name})|")

    def indices(self, part: Part) -> list[Expression]:
        """Any index, and those elements on which sizes depend; one that says nothing where there are none."""
        if isinstance(part.field, Scalar | Nested):
            return ["0"]
        named = [self.term(item.index) for item in items_of(self.subject.parts, part.name)]
        return [self.any(part), *named]

    def dims(self, part: Part) -> tuple[Expression, ...]:
        """The dims of the elements of an array of records, in the order of their family."""
        element = cast("Nested", part.element)
        given = ((dim, as_term(element.dims[dim])) for dim in element.family.spec.dims)
        return tuple(self.fixed(f"{dim} of {part.name}", term) for dim, term in given)

    def element(self, part: Part, what: str, index: Expression) -> Expression:
        """What the theorems on the element's family say of one element, by its dims and its first byte."""
        given = (*self.dims(part), (self.starts(part), index))
        return (self.draft.declare(f"|{what} of {self.label(part)}|", len(given)), *given)

    def label(self, part: Part) -> str:
        """What the family of an array's elements is called."""
        return self.subject.labels[cast("Nested", part.element).family]

    def next(self, part: Part, index: Expression) -> Expression:
        """Where the element after the one at `index` begins."""
        return (self.starts(part), plus(index, "1"))

    def numbers(self, part: Part, index: Expression) -> Iterator[Number]:
        """The number that a part is or begins with, or the one at `index` of an array of numbers."""
        match part.field:
            case Scalar() | Prefixed():
                yield Number(self.number(part), self.start(part), width_of(part.field), "true")
            case Array(element=Scalar(n_bytes=width)):
                start = plus(self.start(part), ("*", str(width), index))
                yield Number((self.values(part), index), start, width, inside(index, self.count(part)))

    def fit(self, part: Part, index: Expression) -> None:
        """Assume that a part's number, or the one at `index`, is in range."""
        for number in self.numbers(part, index):
            sentence = f"{self.called(part)}: a number of {number.n_bytes} bytes"
            self.draft.say(sentence, number.where_there(below(number.value, number.n_bytes)))

    def columns(self, part: Part) -> Iterator[tuple[str, str]]:
        """The scalars of elements on which sizes depend: as a column of this array, and of the element."""
        for item in items_of(self.subject.parts, part.name):
            yield self.values(part, item.path), ".".join(item.path)

    def place(self) -> None:
        """Assume where each part begins, and where the record ends."""
        at: Expression = self.draft.declare(START)
        before = "at the first byte"
        for part in self.subject.parts:
            called = self.called(part)
            self.draft.let(self.start(part), at, f"{called} begins {before}")
            if isinstance(part.field, Padding):
                self._fill(part, part.field)
            if part.element is not None:
                self._start_each(part, part.element)
            at = plus(self.start(part), self.size(part))
            before = f"where {called} ends"
        self.draft.let(self.end, at, f"{self.tag} ends {before}" if self.subject.parts else "no bytes")

    def _fill(self, part: Part, padding: Padding) -> None:
        """The size of a padding is a function of that of all others; which one, is shown apart."""
        assert padding.rest is not None
        filled, size = self.draft.declare(f"|padding to {padding.alignment}|", 1), self.term(part.size)
        assert isinstance(size, str)
        self.draft.let(
            size,
            (filled, self.term(padding.rest)),
            f"{self.called(part)} fills up its record (codec/padding.fills_up)",
        )

    def _start_each(self, part: Part, element: Nested) -> None:
        """Where each element of an array of records begins: at its stride, or where the last one ends."""
        starts, called, start = self.starts(part), self.called(part), self.start(part)
        if not isinstance(part.size, BytesOf):
            begins = plus(start, ("*", ANY, self.fixed(f"stride({part.name})", element.size(part.name))))
            self.draft.function(starts, ANY, begins, f"where each of {called} begins")
            return
        first, last = (self.draft.declare(starts, 1), "0"), (starts, self.count(part))
        self.draft.say(f"the first of {called} begins where it does", ("=", first, start))
        size = self.term(part.size)
        assert isinstance(size, str)
        self.draft.let(size, ("-", last, first), f"{called} ends where its last element does")
