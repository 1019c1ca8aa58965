"""The one unknown dim of an equation `term == value`, where the others are known: `inverted`."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from bob.spec.evaluation import Fault, evaluate
from bob.spec.terms import Arith, Name, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.terms import Term


class Many(Enum):
    """What is no number: no natural solves the equation, or it cannot be said here which one does."""

    NONE = "none"
    SEVERAL = "several"


def inverted(term: Term, dim: str, value: int, known: Mapping[str, int]) -> int | Many:
    """The value of `dim` for which `term` is `value`, given all its other dims."""
    try:
        if _occurrences(term, dim) == 1:
            return _undone(term, dim, value, known)
        if all(node.op in "+*" for node in term.walk() if isinstance(node, Arith)):
            return _bisected(term, dim, value, known)
    except Fault:
        return Many.NONE
    return Many.SEVERAL


def _occurrences(term: Term, dim: str) -> int:
    return sum(isinstance(node, Name) and node.name == dim for node in term.walk())


def _undone(term: Term, dim: str, value: int, known: Mapping[str, int]) -> int | Many:
    """Operators taken off from the outside, where `dim` stands once."""
    while isinstance(term, Arith):
        op, left, right = term.op, term.left, term.right
        if dim in names(left):
            term, found = left, _left(op, value, evaluate(right, known))
        else:
            term, found = right, _right(op, value, evaluate(left, known))
        if isinstance(found, Many):
            return found
        value = found
    return value


def _left(op: str, value: int, right: int) -> int | Many:
    """x, where `x op right` is `value`."""
    match op:
        case "+":
            return value - right if value >= right else Many.NONE
        case "-":
            return value + right
        case "*" if right == 0:
            return Many.NONE if value else Many.SEVERAL
        case "*":
            return Many.NONE if value % right else value // right
        case "/" | "//" | "%" if right == 0:
            return Many.NONE
        case "/":
            return value * right
        case "//" if right == 1:
            return value
    return Many.SEVERAL


def _right(op: str, value: int, left: int) -> int | Many:
    """x, where `left op x` is `value`."""
    match op:
        case "+" | "*":
            return _left(op, value, left)
        case "-":
            return left - value if left >= value else Many.NONE
        case "/" if value == 0:
            return Many.NONE if left else Many.SEVERAL
        case "/":
            return Many.NONE if left % value else left // value
    return Many.SEVERAL


def _bisected(term: Term, dim: str, value: int, known: Mapping[str, int]) -> int | Many:
    """Of sums and products, which grow with each dim: the only solution, or none."""

    def at(n: int) -> int:
        return evaluate(term, {**known, dim: n})

    low, high = 0, value + 1
    if at(low) == at(high):
        return Many.SEVERAL if at(low) == value else Many.NONE
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if at(middle) < value else (low, middle)
    return low if at(low) == value else Many.NONE
