"""Integers as instructions handle them: Python's, from 0 below 2^width; linear ones; terms made of bits.

What wraps around is refused where the text says that it does not (`nsw`, `nuw`, `exact`, `disjoint`, `nneg`,
`samesign`), and always where an integer is linear.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from bob.proof.translation.linear import Linear, below, bounds, equal
from bob.proof.translation.memory import Astray
from bob.proof.translation.terms import WIDTHS, Term
from bob.proof.translation.text import Unreadable
from bob.proof.translation.truths import as_integer, both, compared_integers, differing, either

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.translation.machine import Machine

_EXACT: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "shl": operator.lshift,
    "lshr": operator.rshift,
    "ashr": operator.rshift,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "udiv": operator.floordiv,
    "urem": operator.mod,
}
_SIGNED = {"slt": "ult", "sle": "ule", "sgt": "ugt", "sge": "uge"}
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": equal,
    "ne": lambda a, b: not equal(a, b),
    "ult": below,
    "ugt": lambda a, b: below(b, a),
    "ule": lambda a, b: not below(b, a),
    "uge": lambda a, b: not below(a, b),
}


class Integers:
    """Operations on integers, given by their names."""

    def __init__(self, machine: Machine) -> None:
        self.terms = machine.terms
        self.require = machine.require

    def signed(self, value: Any, width: int) -> Any:
        """A known integer with its sign."""
        if isinstance(value, int):
            return value - (1 << width) if value >> (width - 1) else value
        if isinstance(value, Term):
            raise Astray("a number's bits are used as an address or a count")
        return value

    def term(self, value: Any, sort: str) -> Term:
        """A value as a term."""
        if isinstance(value, Term):
            return value
        if isinstance(value, Linear):
            raise Astray(f"the integer {value} becomes part of a number")
        return self.terms.constant("i64" if sort == "ptr" else sort, value)

    def operation(self, op: str, sort: str, flags: frozenset[str]) -> Callable[[Any, Any], Any]:
        """What an operation gives."""
        width = WIDTHS[sort]
        mask = (1 << width) - 1
        exact = _EXACT[op]

        def operate(a: Any, b: Any) -> Any:
            if type(a) is int and type(b) is int:
                if op == "ashr":
                    a = self.signed(a, width)
                if flags:
                    self._require_flags(op, exact, flags, width, a, b)
                return exact(a, b) & mask
            if isinstance(a, Term) or isinstance(b, Term):
                return self._of_terms(op, sort, a, b)
            return self._of_linear(op, width, a, b)

        return operate

    def _require_flags(
        self, op: str, exact: Callable[[int, int], int], flags: frozenset[str], width: int, a: int, b: int
    ) -> None:
        result = exact(a, b)
        signed = exact(self.signed(a, width), b if "sh" in op else self.signed(b, width))
        self.require("nuw" not in flags or 0 <= result < 1 << width, f"{op} nuw")
        self.require("nsw" not in flags or -1 << width - 1 <= signed < 1 << width - 1, f"{op} nsw")
        self.require("disjoint" not in flags or a & b == 0, f"{op} disjoint")
        self.require("exact" not in flags or a == result << b, f"{op} exact")

    def _of_linear(self, op: str, width: int, a: Any, b: Any) -> Any:
        a, b = self.signed(a, width), self.signed(b, width)
        if op == "shl" and isinstance(b, int):
            op, b = "mul", 1 << b
        if op == "mul" and isinstance(a, Linear) and isinstance(b, Linear):
            raise Astray(f"the product of {a} and {b}, which are both unknown")
        if op not in ("add", "sub", "mul"):
            raise Astray(f"{op} of {a} and {b}")
        result = _EXACT[op](a, b)
        least, greatest = bounds(result)
        self.require(
            -1 << width - 1 <= least and greatest < 1 << width - 1, f"{a} {op} {b} fits {width} bits"
        )
        return result

    def _of_terms(self, op: str, sort: str, a: Any, b: Any) -> Term:
        if op in ("shl", "lshr", "ashr") and isinstance(b, int):
            return self.terms.shifted(op, a, b)
        a, b = self.term(a, sort), self.term(b, sort)
        terms = self.terms
        if sort == "i1" and op in ("and", "or", "xor"):
            return {"and": both, "or": either, "xor": differing}[op](terms, a, b)
        if op == "or":
            return terms.joined("or", a, b)
        known = {"add": terms.add, "sub": terms.sub, "and": terms.masked}
        if op not in known:
            raise Unreadable(f"the instruction {op} on a number's bits is not known")
        return known[op](a, b)

    def comparison(self, predicate: str, sort: str, flags: frozenset[str]) -> Callable[[Any, Any], Any]:
        """Whether two integers or addresses compare so."""
        width = WIDTHS["i64" if sort == "ptr" else sort]
        is_signed = predicate in _SIGNED
        relation = _RELATIONS[_SIGNED.get(predicate, predicate)]

        def compare(a: Any, b: Any) -> Any:
            if isinstance(a, Term) or isinstance(b, Term):
                if is_signed:
                    raise Unreadable(f"the comparison {predicate} of a number's bits is not known")
                return compared_integers(self.terms, predicate, self.term(a, sort), self.term(b, sort))
            signed = self.signed(a, width), self.signed(b, width)
            if is_signed:
                return int(relation(*signed))
            if flags or isinstance(a, Linear) or isinstance(b, Linear):
                self.require(below(signed[0], 0) == below(signed[1], 0), f"{a} and {b} have one sign")
            return int(relation(a, b))

        return compare

    def cast(self, op: str, given: str, wanted: str, flags: frozenset[str]) -> Callable[[Any], Any]:
        """zext, sext or trunc."""
        if op not in ("zext", "sext", "trunc"):
            raise Unreadable(f"the instruction {op} is not known")
        width, other = WIDTHS[given], WIDTHS[wanted]

        def convert(a: Any) -> Any:
            if isinstance(a, Term):
                if op == "sext":
                    raise Unreadable("the instruction sext of a number's bits is not known")
                return as_integer(self.terms, a, wanted) if op == "zext" else self.terms.truncated(a, wanted)
            if isinstance(a, Linear):
                least, greatest = bounds(a)
                self.require(least >= 0 and greatest < 1 << min(width, other) - 1, f"{a} fits {wanted}")
                return a
            self.require("nneg" not in flags or not a >> width - 1, f"{op} nneg")
            result = (self.signed(a, width) if op == "sext" else a) & (1 << other) - 1
            self.require("nuw" not in flags or result == a, f"{op} nuw")
            return result

        return convert
