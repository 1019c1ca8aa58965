"""What the operators owe: for each `-`, `/`, `//`, `%` and `[]` of a term or predicate, a predicate.

`-` stays at or above zero; `/` divides exactly, by something positive; `//` and `%` divide by something
positive; an index lies below its array's length. A duty that stands behind a guard (the right side of
`implies`, `&` or `|`, or a quantifier) is owed only where the guard lets it be evaluated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.spec.terms import (
    AllDifferent,
    And,
    Arith,
    Bound,
    Compare,
    Const,
    Every,
    Implies,
    Item,
    Not,
    Or,
    Predicate,
    Term,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.terms import Node


class Duty(NamedTuple):
    """What one operator owes, a sentence that says so, and the same in one word for a name."""

    predicate: Predicate
    sentence: str
    word: str


def duties(node: Node) -> list[Duty]:
    """The duties of every operator in `node`, each once, in the order of evaluation."""
    found: dict[tuple[object, ...], Duty] = {}
    for duty in _owed(node):
        found.setdefault(duty.predicate.key(), duty)
    return list(found.values())


def _owed(node: Node) -> Iterator[Duty]:
    match node:
        case Implies():
            yield from _owed(node.left)
            yield from _guarded(node.left, node.right)
        case And():
            yield from _in_turn(node.terms, negated=False)
        case Or():
            yield from _in_turn(node.terms, negated=True)
        case Every() | AllDifferent():
            yield from _owed(node.bound.below)
            for duty in _owed(node.body):
                yield duty._replace(predicate=Every(node.bound, duty.predicate))
        case Arith():
            yield from _owed(node.left)
            yield from _owed(node.right)
            yield from _operator(node)
        case Bound():
            return  # its quantifier owes what its limit owes
        case Item():
            yield from _owed(node.index)
            plain = f"the index of {text(node)} is in range"
            yield Duty(node.index < node.length, plain, "index_in_range")
        case _:
            for child in node.children():
                yield from _owed(child)


def _guarded(guard: Predicate, node: Node) -> Iterator[Duty]:
    for duty in _owed(node):
        yield duty._replace(predicate=guard.implies(duty.predicate))


def _in_turn(terms: tuple[Predicate, ...], negated: bool) -> Iterator[Duty]:
    yield from _owed(terms[0])
    for i, term in enumerate(terms[1:], start=1):
        before = terms[:i] if not negated else tuple(Not(earlier) for earlier in terms[:i])
        yield from _guarded(before[0] if len(before) == 1 else And(before), term)


def _operator(node: Arith) -> Iterator[Duty]:
    plain = text(node)
    if node.op == "-":
        stays = Compare("<=", node.right, node.left)
        yield Duty(stays, f"{plain} does not go below zero", "stays_above_zero")
    elif node.op in ("/", "//", "%"):
        if not (isinstance(node.right, Const) and node.right.value > 0):
            positive = Const(0) < node.right
            yield Duty(positive, f"{plain} divides by something positive", "divisor_is_positive")
        if node.op == "/":
            rest: Term = Arith("%", node.left, node.right)
            yield Duty(rest == 0, f"{plain} divides exactly", "divides")
