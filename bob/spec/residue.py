"""What is left of a statement over a file once most of its bytes are known: `residue(node, file)`.

    file = Partly(content, free={24, 25}, numbers={"vocabulary": 256})
    residue(clause.predicate, file)    # over the bytes 24 and 25 alone

Dims and lengths are numbers, quantifiers are walked, and arithmetic on numbers is done; so what a solver is
asked about a file is as small as what may change in it. `file.read` gathers which bytes were asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bob.spec.bytewise import width_of, word
from bob.spec.terms import (
    AllDifferent,
    And,
    Arith,
    Bound,
    Compare,
    Const,
    Every,
    Iff,
    Implies,
    Item,
    Name,
    Not,
    Or,
    Predicate,
    Term,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from bob.spec.terms import Node

TRUE: Predicate = Compare("==", Const(0), Const(0))
FALSE: Predicate = Compare("!=", Const(0), Const(0))
_MOST_WALKED = 500_000
_MOST_OPEN = 100
_BYTE = 8


class Open(ValueError):
    """A quantifier whose limit the free bytes decide, or that ranges over too much to be walked."""


class Partly:
    """Bytes of which some are free. `numbers` are dims, named places and the file's length.

    `read` is filled with the places of all bytes that a residue asked for; `searched` tells that one asked
    for a byte at a place that free bytes decide.
    """

    def __init__(self, content: bytes, free: Collection[int], numbers: Mapping[str, int]) -> None:
        self.content = content
        self.free = free
        self.numbers = numbers
        self.read: set[int] = set()
        self.searched = False

    def word(self, place: int, n_bytes: int) -> Term:
        """A word at a place: its number, or what it is called if all of it is free, or a sum of bytes."""
        bytes_ = range(place, place + n_bytes)
        self.read.update(bytes_)
        if all(i in self.free for i in bytes_):
            return word(Const(place), n_bytes)
        total: Term = Const(0)
        for i, at in enumerate(bytes_):
            known = at < len(self.content) and at not in self.free
            byte = Const(self.content[at]) if known else word(Const(at), 1)
            total = arith("+", total, arith("*", byte, Const(1 << (_BYTE * i))))
        return total


def residue(node: Predicate, file: Partly) -> Predicate:
    """A statement with everything in it evaluated that is known; raises `Open`."""
    return cast("Predicate", _left(node, file, {}))


def number(term: Term, file: Partly) -> int | None:
    """The value of a term, where the known bytes and numbers fix it."""
    left = _left(term, file, {})
    return left.value if isinstance(left, Const) else None


def is_true(predicate: Predicate) -> bool:
    """Whether nothing is left of it."""
    return predicate.same(TRUE)


def is_false(predicate: Predicate) -> bool:
    """Whether it is false whatever the free bytes are."""
    return predicate.same(FALSE)


def _left(node: Node, file: Partly, variables: Mapping[str, int]) -> Node:
    match node:
        case Const():
            return node
        case Name():
            return Const(file.numbers[node.name]) if node.name in file.numbers else node
        case Bound():
            return Const(variables[node.variable])
        case Item():
            return _word(cast("Term", _left(node.index, file, variables)), width_of(node), file)
        case Arith() | Compare():
            left, right = (cast("Term", _left(side, file, variables)) for side in (node.left, node.right))
            return arith(node.op, left, right) if isinstance(node, Arith) else _compared(node.op, left, right)
        case Every():
            return _all(_walk(node.bound, node.body, file, variables))
        case AllDifferent():
            return _different([cast("Term", each) for each in _walk(node.bound, node.body, file, variables)])
    return _joined(node, file, variables)


def _joined(node: Node, file: Partly, variables: Mapping[str, int]) -> Predicate:
    match node:
        case And():
            return _all(_left(term, file, variables) for term in node.terms)
        case Or():
            return denied(_all(denied(cast("Predicate", _left(t, file, variables))) for t in node.terms))
        case Not():
            return denied(cast("Predicate", _left(node.term, file, variables)))
        case Implies():
            left = cast("Predicate", _left(node.left, file, variables))
            if is_false(left):
                return TRUE
            right = cast("Predicate", _left(node.right, file, variables))
            return right if is_true(left) or is_true(right) else Implies(left, right)
        case Iff():
            sides = [cast("Predicate", _left(side, file, variables)) for side in (node.left, node.right)]
            for one, other in (sides, sides[::-1]):
                if is_true(one):
                    return other
                if is_false(one):
                    return denied(other)
            return Iff(*sides)
    raise TypeError(f"{type(node).__name__} is not a term or a predicate")


def _word(place: Term, n_bytes: int, file: Partly) -> Term:
    """A word at a place that is known, or the sum of bytes at places that are not."""
    if isinstance(place, Const):
        return file.word(place.value, n_bytes)
    file.searched = True
    total: Term = Const(0)
    for i in range(n_bytes):
        byte = word(arith("+", place, Const(i)), 1)
        total = arith("+", total, arith("*", byte, Const(1 << (_BYTE * i))))
    return total


def arith(op: str, left: Term, right: Term) -> Term:
    """A term, evaluated where both sides are numbers and it has a value."""
    if isinstance(left, Const) and isinstance(right, Const):
        value = _evaluated(op, left.value, right.value)
        return Arith(op, left, right) if value is None else Const(value)
    zero, one = (op == "+" and 0), (op == "*" and 1)
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Const) and op in "+*":
            if side.value == (zero if op == "+" else one):
                return other
            if op == "*" and side.value == 0:
                return side
    return Arith(op, left, right)


def _evaluated(op: str, left: int, right: int) -> int | None:
    match op:
        case "+":
            return left + right
        case "*":
            return left * right
        case "-":
            return left - right if right <= left else None
    if right == 0 or (op == "/" and left % right):
        return None
    return left % right if op == "%" else left // right


def _compared(op: str, left: Term, right: Term) -> Predicate:
    if isinstance(left, Const) and isinstance(right, Const):
        one, other = left.value, right.value
        holds = {"==": one == other, "!=": one != other, "<": one < other, "<=": one <= other}[op]
        return TRUE if holds else FALSE
    return Compare(op, left, right)


def denied(predicate: Predicate) -> Predicate:
    """The statement's negation, without a double one."""
    if is_true(predicate) or is_false(predicate):
        return FALSE if is_true(predicate) else TRUE
    return predicate.term if isinstance(predicate, Not) else Not(predicate)


def _all(predicates: Iterable[Node]) -> Predicate:
    """The conjunction of what is not true already."""
    kept: list[Predicate] = []
    for predicate in predicates:
        assert isinstance(predicate, Predicate)
        if is_false(predicate):
            return FALSE
        if not is_true(predicate):
            kept.append(predicate)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else And(tuple(kept))


def _different(terms: list[Term]) -> Predicate:
    """No two of some terms are the same number."""
    numbers = [term for term in terms if isinstance(term, Const)]
    if len({term.value for term in numbers}) < len(numbers):
        return FALSE
    others = [term for term in terms if not isinstance(term, Const)]
    if len(others) > _MOST_OPEN:
        raise Open(f"{len(others)} open terms that are all different")
    each = {(i, j): Compare("!=", others[j], others[i]) for i in range(len(others)) for j in range(i)}
    return _all([*each.values(), *(Compare("!=", one, other) for one in numbers for other in others)])


def _walk(bound: Bound, body: Node, file: Partly, variables: Mapping[str, int]) -> Iterator[Node]:
    limit = _left(bound.below, file, variables)
    if not isinstance(limit, Const):
        raise Open(f"{limit!r} is not known")
    if limit.value > _MOST_WALKED:
        raise Open(f"{limit.value} elements")
    for i in range(limit.value):
        yield _left(body, file, {**variables, bound.variable: i})


def limits(node: Node) -> list[Term]:
    """The limits of all quantifiers of a statement."""
    return [inner.bound.below for inner in node.walk() if isinstance(inner, Every | AllDifferent)]
