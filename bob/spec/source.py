"""Records of one size read as Python text: a function from bytes to whether they are such a record.

    text = acceptance("accepts", at, record, template, free={"pairs", "targets"})

The bytes of all fields but the `free` ones must be the template's; the family's refinements are printed as
Python over the free ones. So a process that may load neither the family nor a codec (`bob.run.quick`) asks
exactly what they ask. What cannot be printed raises `Unprintable`; nothing is guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bob.spec.evaluation import NO_VARIABLES, evaluate, holds
from bob.spec.fields import Array, Bytes, Nested, Scalar
from bob.spec.specification import spelled_out
from bob.spec.terms import (
    AllDifferent,
    And,
    Arith,
    Bound,
    BytesOf,
    Compare,
    Every,
    Iff,
    Implies,
    Item,
    Length,
    Name,
    Not,
    Or,
    Predicate,
    Term,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from bob.spec.at import FamilyAt
    from bob.spec.terms import Node

_QUANTITIES = (Name, Item, Length, BytesOf)
_TOTAL = frozenset("+*")
_BY_A_CONSTANT = frozenset(("//", "%"))


class Unprintable(TypeError):
    """A field or a statement that has no Python text here; the message says which."""


def acceptance(
    name: str, at: FamilyAt, record: Mapping[str, Any], template: bytes, free: Collection[str]
) -> str:
    """The text of a function `name(b)`: whether the bytes b are a record that differs in `free` alone.

    `template` encodes `record`. An index out of range is false, as a statement without a value is.
    """
    printer = _Printer(at, record, free)
    printer.require_fixed_sizes()
    predicates = (cast("Predicate", spelled_out(s.predicate, at.spec.derived)) for s in at.spec.refinements)
    statements = [printer.predicate(predicate) for predicate in predicates]
    fixed = [f"b[{begin}:{end}] == {template[begin:end]!r}" for begin, end in _fixed(at, record, free)]
    return "\n".join(
        [
            f"def {name}(b):",
            f"    if len(b) != {len(template)}:",
            "        return False",
            f"    if not ({' and '.join(fixed)}):",
            "        return False",
            *(f"    {column} = {text}" for text, column in printer.columns.items()),
            "    try:",
            f"        return {' and '.join(text for text in statements if text != 'True') or 'True'}",
            "    except IndexError:",
            "        return False",
            "",
        ]
    )


def _fixed(at: FamilyAt, record: Mapping[str, Any], free: Collection[str]) -> Iterator[tuple[int, int]]:
    """The stretches of bytes between the free fields."""
    begin = 0
    for stored in at.spec.fields:
        if stored.name in free:
            place = at.offset(stored.name, record)
            if begin < place:
                yield begin, place
            begin = place + at.size(stored.name, record)
    end = at.number(at.spec.record_bytes, record)
    if begin < end:
        yield begin, end


class _Printer:
    """Prints statements of one family; `columns` gathers, by text, the variables that they read."""

    def __init__(self, at: FamilyAt, record: Mapping[str, Any], free: Collection[str]) -> None:
        self._at = at
        self._record = record
        self._free = free
        self._scope = at.scope(record)
        self.columns: dict[str, str] = {}

    def require_fixed_sizes(self) -> None:
        """Every field lies where it lies in the template, whatever the free ones hold."""
        for stored in self._at.spec.fields:
            free = stored.name in self._free
            size = spelled_out(stored.size, self._at.spec.derived)
            if self._reads_free(size) or (free and not isinstance(stored.field, Scalar | Bytes | Array)):
                raise Unprintable(f"{stored.name} has bytes that nothing reads, or a size of its own")

    def predicate(self, node: Predicate) -> str:
        """A statement as a Python expression; one that reads no free field as its truth."""
        if not self._reads_free(node):
            return repr(holds(node, self._scope, NO_VARIABLES))
        match node:
            case Compare():
                return f"({self._term(node.left)} {node.op} {self._term(node.right)})"
            case And():
                return f"({' and '.join(map(self.predicate, node.terms))})"
            case Or():
                return f"({' or '.join(map(self.predicate, node.terms))})"
            case Not():
                return f"(not {self.predicate(node.term)})"
            case Implies():
                return f"(not {self.predicate(node.left)} or {self.predicate(node.right)})"
            case Iff():
                return f"({self.predicate(node.left)} == {self.predicate(node.right)})"
            case Every():
                return f"all({self.predicate(node.body)} for {self._walk(node.bound)})"
            case AllDifferent():
                limit = self._constant(node.bound.below)
                return f"(len({{{self._term(node.body)} for {self._walk(node.bound)}}}) == {limit})"
        raise Unprintable(f"{node!r}")

    def _walk(self, bound: Bound) -> str:
        return f"{bound.variable} in range({self._constant(bound.below)})"

    def _constant(self, term: Term) -> int:
        if self._reads_free(term):
            raise Unprintable(f"{term!r} is not fixed")
        return evaluate(term, self._scope)

    def _reads_free(self, node: Node) -> bool:
        """Whether a node reads a free field, or a variable: what is left is a number already."""
        return any(
            isinstance(inner, Bound)
            or (isinstance(inner, _QUANTITIES) and inner.name.split(".")[0] in self._free)
            for inner in node.walk()
        )

    def _term(self, node: Term) -> str:
        if not self._reads_free(node):
            return str(evaluate(node, self._scope))
        match node:
            case Bound():
                return node.variable
            case Name() if isinstance(self._at.fields.get(node.name), Scalar):
                begin = self._at.offset(node.name, self._record)
                return self._column(
                    f"int.from_bytes(b[{begin}:{begin + self._at.size(node.name, self._record)}], 'little')"
                )
            case Item() if node.name in self._at.fields:
                return f"{self._column(self._items(node))}[{self._term(node.index)}]"
            case Arith() if node.op in _TOTAL or (node.op in _BY_A_CONSTANT and self._divides(node.right)):
                return f"({self._term(node.left)} {node.op} {self._term(node.right)})"
        raise Unprintable(f"{node!r}")

    def _divides(self, divisor: Term) -> bool:
        return not self._reads_free(divisor) and evaluate(divisor, self._scope) > 0

    def _column(self, text: str) -> str:
        return self.columns.setdefault(text, f"c{len(self.columns)}")

    def _items(self, item: Item) -> str:
        """The text of a sequence of all the values that `item` has, by index."""
        field = self._at.fields[item.name]
        begin = self._at.offset(item.name, self._record)
        end = begin + self._at.size(item.name, self._record)
        if isinstance(field, Bytes):
            return f"b[{begin}:{end}]"
        if isinstance(field, Array) and isinstance(field.element, Scalar):
            return f"memoryview(b)[{begin}:{end}].cast({field.element.typecode!r})"
        if isinstance(field, Array) and isinstance(field.element, Nested) and len(item.path) == 1:
            return self._strided(field.element, item.path[0], begin, end)
        raise Unprintable(f"{item!r}")

    def _strided(self, nested: Nested, name: str, begin: int, end: int) -> str:
        """One field of every element of an array of records of one size that refine nothing themselves."""
        spec = nested.family.spec
        if spec.refinements or spec.dims or not all(isinstance(s.field, Scalar) for s in spec.fields):
            raise Unprintable(f"records of {spec.name}")
        at = nested.family.at()
        stride, place, width = at.record_bytes, at.offset(name), at.size(name)
        if width == 1:
            return f"b[{begin + place}:{end}:{stride}]"
        starts = f"range({begin + place}, {end}, {stride})"
        return f"[int.from_bytes(b[i:i + {width}], 'little') for i in {starts}]"
