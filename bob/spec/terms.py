"""Terms and predicates over the named quantities of a family: natural numbers, symbolic until `at`.

A term is an immutable tree. Dims, scalar fields, derived fields and ghosts are `Name`s; an f32 field is seen
as its bits, a natural below 2^32. `+ - * / // %` build terms, `== != < <= > >=` build predicates, joined by
`& | ~`, `.implies` and `.iff`, and quantified over the elements of arrays (`bob.spec.quantifiers`).

The tree knows no solver and no file: `bob.spec.evaluation` reads it as Python integers, `bob.proof.smtlib`
as solver text. `/` is exact division, and `-` stays at or above zero: what these owe is in `bob.spec.duties`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Natural: TypeAlias = "Term | int"


class TruthOfPredicate(TypeError):
    """Python asked a predicate for its truth: `a == b == c`, `and`, `or`, `not`, `if` and `in` do so."""


class Node:
    """A node of a term or predicate; `parts` are its children and labels, in the order of `_parts`."""

    __slots__ = ()
    _parts: ClassVar[tuple[str, ...]] = ()

    def parts(self) -> tuple[object, ...]:
        """The children and labels, in order."""
        return tuple([getattr(self, name) for name in self._parts])

    def key(self) -> tuple[object, ...]:
        """A hashable value, equal for two trees exactly when they are the same before any simplification."""
        return (type(self).__name__, *(_key(part) for part in self.parts()))

    def same(self, other: Node) -> bool:
        """Whether two trees are the same before any simplification."""
        return _same(self, other)

    def rebuild(self, change: Callable[[Node], Node]) -> Node:
        """The node with `change` applied to each child."""
        parts = self.parts()
        changed = tuple(_changed(part, change) for part in parts)
        return self if all(a is b for a, b in zip(parts, changed, strict=True)) else type(self)(*changed)

    def children(self) -> Iterator[Node]:
        """The child nodes, in order."""
        for part in self.parts():
            if isinstance(part, Node):
                yield part
            elif isinstance(part, tuple):
                yield from (item for item in part if isinstance(item, Node))

    def walk(self) -> Iterator[Node]:
        """The node and all below it, parents first."""
        yield self
        for child in self.children():
            yield from child.walk()


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Node):
        assert isinstance(other, Node)
        return _same(one.parts(), other.parts())
    if isinstance(one, tuple):
        assert isinstance(other, tuple)
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other


def _key(part: object) -> object:
    if isinstance(part, Node):
        return part.key()
    if isinstance(part, tuple):
        return tuple(_key(item) for item in part)
    return part


def _changed(part: object, change: Callable[[Node], Node]) -> object:
    if isinstance(part, Node):
        return change(part)
    if isinstance(part, tuple):
        items = tuple(_changed(item, change) for item in part)
        return part if all(a is b for a, b in zip(part, items, strict=True)) else items
    return part


def natural(value: object) -> Term:
    """`value` as a term; raises `TypeError` for anything but a term or a Python int at or above zero."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a natural number or a term")
    if value < 0:
        raise TypeError(f"{value} is below zero; terms are natural numbers")
    return Const(value)


class Term(Node):
    """A natural number over named quantities."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Natural) -> Term:
        return Arith("+", self, natural(other))

    def __radd__(self, other: Natural) -> Term:
        return Arith("+", natural(other), self)

    def __sub__(self, other: Natural) -> Term:
        return Arith("-", self, natural(other))

    def __rsub__(self, other: Natural) -> Term:
        return Arith("-", natural(other), self)

    def __mul__(self, other: Natural) -> Term:
        return Arith("*", self, natural(other))

    def __rmul__(self, other: Natural) -> Term:
        return Arith("*", natural(other), self)

    def __truediv__(self, other: Natural) -> Term:
        return Arith("/", self, natural(other))

    def __rtruediv__(self, other: Natural) -> Term:
        return Arith("/", natural(other), self)

    def __floordiv__(self, other: Natural) -> Term:
        return Arith("//", self, natural(other))

    def __rfloordiv__(self, other: Natural) -> Term:
        return Arith("//", natural(other), self)

    def __mod__(self, other: Natural) -> Term:
        return Arith("%", self, natural(other))

    def __rmod__(self, other: Natural) -> Term:
        return Arith("%", natural(other), self)

    def __eq__(self, other: object) -> Predicate:  # type: ignore[override]
        return Compare("==", self, natural(other))

    def __ne__(self, other: object) -> Predicate:  # type: ignore[override]
        return Compare("!=", self, natural(other))

    def __lt__(self, other: Natural) -> Predicate:
        return Compare("<", self, natural(other))

    def __le__(self, other: Natural) -> Predicate:
        return Compare("<=", self, natural(other))

    def __gt__(self, other: Natural) -> Predicate:
        return Compare("<", natural(other), self)

    def __ge__(self, other: Natural) -> Predicate:
        return Compare("<=", natural(other), self)

    def __bool__(self) -> NoReturn:
        raise TruthOfPredicate(f"the term {self!r} has no truth value")

    def __repr__(self) -> str:
        return text(self)


class Const(Term):
    """A number."""

    __slots__ = ("value",)
    _parts = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value


class Name(Term):
    """A dim, scalar field, derived field or ghost; dotted inside a nested record."""

    __slots__ = ("name",)
    _parts = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def key(self) -> tuple[object, ...]:
        """As every node's: most keys are of names."""
        return ("Name", self.name)


class Length(Term):
    """The number of bytes of a length-prefixed string, as the file states it."""

    __slots__ = ("name",)
    _parts = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class BytesOf(Term):
    """The number of bytes of an array whose elements differ in size."""

    __slots__ = ("name",)
    _parts = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Item(Term):
    """A scalar of an array or byte string: element `index`, or the field `path` inside that element.

    `length` is the array's own length: the index owes to be below it.
    """

    __slots__ = ("index", "length", "name", "path")
    _parts = ("name", "index", "path", "length")

    def __init__(self, name: str, index: Term, path: tuple[str, ...], length: Term) -> None:
        self.name = name
        self.index = index
        self.path = path
        self.length = length

    @property
    def column(self) -> str:
        """The array's name with the path inside an element: one function of the index for a solver."""
        return ".".join((self.name, *self.path))


class Bound(Term):
    """The variable of a quantifier: a natural below `below`."""

    __slots__ = ("below", "variable")
    _parts = ("variable", "below")

    def __init__(self, variable: str, below: Term) -> None:
        self.variable = variable
        self.below = below


class Arith(Term):
    """`left op right`, with `op` one of `+ - * / // %`."""

    __slots__ = ("left", "op", "right")
    _parts = ("op", "left", "right")

    def __init__(self, op: str, left: Term, right: Term) -> None:
        self.op = op
        self.left = left
        self.right = right


class Predicate(Node):
    """A statement over named quantities."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: Predicate) -> Predicate:
        return And((self, as_predicate(other)))

    def __or__(self, other: Predicate) -> Predicate:
        return Or((self, as_predicate(other)))

    def __invert__(self) -> Predicate:
        return Not(self)

    def implies(self, other: Predicate) -> Predicate:
        """If this holds, so does `other`."""
        return Implies(self, as_predicate(other))

    def iff(self, other: Predicate) -> Predicate:
        """This holds exactly when `other` does."""
        return Iff(self, as_predicate(other))

    def __eq__(self, other: object) -> NoReturn:
        raise TruthOfPredicate("predicates are compared with .iff; a chained == keeps only one comparison")

    def __bool__(self) -> NoReturn:
        raise TruthOfPredicate(
            f"{self!r} has no truth value: join comparisons with & | ~, never by a chain or by and/or/not"
        )

    def __repr__(self) -> str:
        return text(self)


def as_predicate(value: object) -> Predicate:
    """`value`, if it is a predicate; otherwise raises `TypeError`."""
    if not isinstance(value, Predicate):
        raise TypeError(f"{value!r} is not a predicate")
    return value


class Compare(Predicate):
    """`left op right`, with `op` one of `== != < <=`."""

    __slots__ = ("left", "op", "right")
    _parts = ("op", "left", "right")

    def __init__(self, op: str, left: Term, right: Term) -> None:
        self.op = op
        self.left = left
        self.right = right


class And(Predicate):
    """All of `terms`."""

    __slots__ = ("terms",)
    _parts = ("terms",)

    def __init__(self, terms: tuple[Predicate, ...]) -> None:
        self.terms = terms


class Or(Predicate):
    """At least one of `terms`."""

    __slots__ = ("terms",)
    _parts = ("terms",)

    def __init__(self, terms: tuple[Predicate, ...]) -> None:
        self.terms = terms


class Not(Predicate):
    """Not `term`."""

    __slots__ = ("term",)
    _parts = ("term",)

    def __init__(self, term: Predicate) -> None:
        self.term = term


class Implies(Predicate):
    """`right` wherever `left`."""

    __slots__ = ("left", "right")
    _parts = ("left", "right")

    def __init__(self, left: Predicate, right: Predicate) -> None:
        self.left = left
        self.right = right


class Iff(Predicate):
    """`left` exactly where `right`."""

    __slots__ = ("left", "right")
    _parts = ("left", "right")

    def __init__(self, left: Predicate, right: Predicate) -> None:
        self.left = left
        self.right = right


class Every(Predicate):
    """`body` for every value of `bound`."""

    __slots__ = ("body", "bound")
    _parts = ("bound", "body")

    def __init__(self, bound: Bound, body: Predicate) -> None:
        self.bound = bound
        self.body = body


class AllDifferent(Predicate):
    """`body` takes another value for each value of `bound`."""

    __slots__ = ("body", "bound")
    _parts = ("bound", "body")

    def __init__(self, bound: Bound, body: Term) -> None:
        self.bound = bound
        self.body = body


def names(node: Node) -> set[str]:
    """The names, lengths and arrays that a term or predicate mentions."""
    found: set[str] = set()
    for child in node.walk():
        if isinstance(child, Name | Length | BytesOf | Item):
            found.add(child.name)
    return found


def substitute(node: Node, replace: Callable[[Node], Node | None]) -> Node:
    """The tree with each node for which `replace` gives another one replaced by it."""
    other = replace(node)
    return other if other is not None else node.rebuild(lambda child: substitute(child, replace))


_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2}


def text(node: Node) -> str:
    """A term or predicate as a reader would write it."""
    match node:
        case Const():
            return str(node.value)
        case Name():
            return node.name
        case Length():
            return f"length({node.name})"
        case BytesOf():
            return f"bytes({node.name})"
        case Bound():
            return node.variable
        case Item():
            return ".".join((f"{node.name}[{text(node.index)}]", *node.path))
        case Arith():
            strength = _STRENGTH[node.op]
            return f"{_inner(node.left, strength)} {node.op} {_inner(node.right, strength + 1)}"
        case Compare():
            return f"{text(node.left)} {node.op} {text(node.right)}"
        case And():
            return " and ".join(_clause(term) for term in node.terms)
        case Or():
            return " or ".join(_clause(term) for term in node.terms)
        case Not():
            return f"not {_clause(node.term)}"
        case Implies():
            return f"{_clause(node.left)} implies {_clause(node.right)}"
        case Iff():
            return f"{_clause(node.left)} iff {_clause(node.right)}"
        case Every():
            return f"{_clause(node.body)} for every {node.bound.variable} < {text(node.bound.below)}"
        case AllDifferent():
            return f"{text(node.body)} all different for {node.bound.variable} < {text(node.bound.below)}"
    raise TypeError(f"{type(node).__name__} is not a term or a predicate")


def _inner(term: Node, strength: int) -> str:
    plain = text(term)
    return f"({plain})" if isinstance(term, Arith) and _STRENGTH[term.op] < strength else plain


def _clause(predicate: Node) -> str:
    plain = text(predicate)
    return plain if isinstance(predicate, Compare | Not) else f"({plain})"
