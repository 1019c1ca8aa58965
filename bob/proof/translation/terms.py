"""Terms, each kept once: what was done to which numbers, so that equal terms are one object.

    terms = Terms()
    x, y = terms.leaf("f32", "x"), terms.leaf("f32", "y")
    terms.fadd(x, y) is terms.fadd(y, x)                # True

A sum and a product do not know the order of their two operands. The other laws that a term is brought under
hold bit for bit (but for which NaN a NaN is) and are few: each stands beside its name in `laws`, which has
them decided by judges. Nothing is associated, distributed or evaluated.
Sorts are f32, f64, and i1 to i64; bits of a constant are an integer from 0.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTHS = {sort: int(sort[1:]) for sort in ("f32", "f64", "i1", "i8", "i32", "i64")}
SIGN = {sort: 1 << WIDTHS[sort] - 1 for sort in ("f32", "f64")}
_FORMATS = {"f32": ("<f", "<I"), "f64": ("<d", "<Q")}
# Sums of a few integers of so many bits overflow in no width from 32 on, and are exact as binary64.
SMALL_BITS = 13


class Term:
    """An operation, its sort and its operands; for a constant its bits, for a leaf its name."""

    __slots__ = ("args", "number", "op", "sort")

    def __init__(self, op: str, sort: str, args: tuple[Any, ...], number: int) -> None:
        self.op = op
        self.sort = sort
        self.args = args
        self.number = number


class Terms:
    """All terms of one comparison, and how many were ever made."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Term] = {}
        self.count = 0

    def forget(self) -> None:
        """Forget every term but constants and leaves: none that was made of others may be used any more."""
        simple = ("constant", "leaf")
        self._known = {key: term for key, term in self._known.items() if term.op in simple}

    def make(self, op: str, sort: str, *args: Any) -> Term:
        """The term of an operation, under no law."""
        key = (op, sort, args)
        found = self._known.get(key)
        if found is None:
            self.count += 1
            found = self._known[key] = Term(op, sort, args, self.count)
        return found

    def leaf(self, sort: str, name: str) -> Term:
        """What a name stands for."""
        return self.make("leaf", sort, name)

    def constant(self, sort: str, bits: int) -> Term:
        """A number by its bits, or an integer modulo its width."""
        return self.make("constant", sort, bits & (1 << WIDTHS[sort]) - 1)

    def number(self, sort: str, value: float) -> Term:
        """The number of f32 or f64 that is nearest to a Python number."""
        return self.constant(sort, bits_of(sort, value))

    def fadd(self, a: Term, b: Term) -> Term:
        """a + b; of -0, the other."""
        if a.number > b.number:
            a, b = b, a
        if (a.op == "constant" and b.op == "from_integer") or (b.op == "constant" and a.op == "from_integer"):
            return self._counted(a, b)
        if SIGN.get(a.sort) in _bits_among(a, b):
            return self._without(SIGN[a.sort], a, b)
        key = ("fadd", a.sort, (a, b))
        return self._known.get(key) or self.make("fadd", a.sort, a, b)

    def fmul(self, a: Term, b: Term) -> Term:
        """a x b; of one, the other."""
        if a.number > b.number:
            a, b = b, a
        if (one := bits_of(a.sort, 1.0)) in _bits_among(a, b):
            return self._without(one, a, b)
        key = ("fmul", a.sort, (a, b))
        return self._known.get(key) or self.make("fmul", a.sort, a, b)

    def _without(self, bits: int, a: Term, b: Term) -> Term:
        """The operand beside a constant that changes nothing."""
        return b if a.op == "constant" and a.args[0] == bits else a

    def fsub(self, a: Term, b: Term) -> Term:
        """a - b; of a constant, the sum with its opposite."""
        if b.op == "constant":
            return self.fadd(a, self.fneg(b))
        return self.make("fsub", a.sort, a, b)

    def fdiv(self, a: Term, b: Term) -> Term:
        """a / b."""
        return self.make("fdiv", a.sort, a, b)

    def fneg(self, a: Term) -> Term:
        """-a."""
        if a.op == "constant":
            return self.constant(a.sort, a.args[0] ^ SIGN[a.sort])
        return self.make("fneg", a.sort, a)

    def sqrt(self, a: Term) -> Term:
        """The square root of a."""
        return self.make("sqrt", a.sort, a)

    def fabs(self, a: Term) -> Term:
        """|a|; of a widened number, the widened |a|."""
        if a.op == "widened":
            return self.make("widened", a.sort, self.fabs(a.args[0]))
        return self.make("fabs", a.sort, a)

    def maxnum(self, a: Term, b: Term) -> Term:
        """The larger of two, the number of a number and a NaN."""
        return self.make("maxnum", a.sort, a, b)

    def widened(self, a: Term) -> Term:
        """A binary32 as a binary64."""
        if a.op == "constant":
            return self.number("f64", number_of(a))
        return self.make("widened", "f64", a)

    def narrowed(self, a: Term) -> Term:
        """A binary64 rounded to binary32."""
        return self.make("narrowed", "f32", a)

    def from_integer(self, a: Term | int, sort: str, width: str = "i64") -> Term:
        """A signed integer, rounded to f32 or f64; of a known one, the number."""
        if isinstance(a, int):
            modulus = 1 << WIDTHS[width]
            return self.number(sort, a - modulus if a >= modulus >> 1 else a)
        return self.make("from_integer", sort, a)

    def _counted(self, a: Term, b: Term) -> Term:
        """A constant and a number made of an integer; of one and a small sum, the number of one more."""
        fixed, made = (a, b) if a.op == "constant" else (b, a)
        value, counted = number_of(fixed), made.args[0]
        if made.sort == "f64" and counted.op == "add" and value == 1.0:
            constants = [each for each in counted.args if each.op == "constant"]
            others = [each for each in counted.args if _is_small(each)]
            if constants and others and abs(_signed(constants[0])) < 1 << SMALL_BITS:
                total = self.constant(counted.sort, constants[0].args[0] + 1)
                return self.make("from_integer", made.sort, self.add(others[0], total))
        return self.make("fadd", a.sort, a, b)

    def bits(self, a: Term) -> Term:
        """The bits of a number, an integer."""
        sort = f"i{WIDTHS[a.sort]}"
        if a.op == "constant":
            return self.constant(sort, a.args[0])
        return a.args[0] if a.op == "from_bits" else self.make("bits", sort, a)

    def from_bits(self, a: Term) -> Term:
        """The number that has these bits."""
        sort = f"f{WIDTHS[a.sort]}"
        if a.op == "constant":
            return self.constant(sort, a.args[0])
        return a.args[0] if a.op == "bits" else self.make("from_bits", sort, a)

    def add(self, a: Term, b: Term) -> Term:
        """a + b of integers, modulo their width."""
        if a.op == b.op == "constant":
            return self.constant(a.sort, a.args[0] + b.args[0])
        return self.make("add", a.sort, *sorted((a, b), key=_number))

    def sub(self, a: Term, b: Term) -> Term:
        """a - b of integers; of a constant, the sum with its opposite."""
        if b.op == "constant":
            return self.add(a, self.constant(b.sort, -b.args[0]))
        return self.make("sub", a.sort, a, b)

    def shifted(self, op: str, a: Term, count: int) -> Term:
        """a shl, lshr or ashr by a known count."""
        return self.make(op, a.sort, a, count)

    def truncated(self, a: Term, sort: str) -> Term:
        """The lowest bits of an integer."""
        return self.make("trunc", sort, a)

    def masked(self, a: Term, b: Term) -> Term:
        """The bits that both have; without the sign of a number, the bits of its magnitude."""
        fixed, other = (a, b) if a.op == "constant" else (b, a)
        if other.op == "bits" and fixed.op == "constant" and fixed.args[0] == SIGN[other.args[0].sort] - 1:
            return self.bits(self.fabs(other.args[0]))
        return self.make("masked", a.sort, *sorted((a, b), key=_number))

    def joined(self, op: str, a: Term, b: Term) -> Term:
        """The bits that one of two has (`or`), or the larger of two unsigned integers (`umax`)."""
        for one, other in ((a, b), (b, a)):
            if one.op == "constant" and one.args[0] == 0:
                return other
        return self.make(op, a.sort, *sorted((a, b), key=_number))


def _bits_among(*terms: Term) -> tuple[int, ...]:
    """The bits of those that are constants."""
    return tuple(term.args[0] for term in terms if term.op == "constant")


def bits_of(sort: str, value: float) -> int:
    """The bits of a number, rounded to f32 or f64; beyond f32, of an infinity."""
    number, integer = _FORMATS[sort]
    try:
        packed = struct.pack(number, value)
    except OverflowError:
        packed = struct.pack(number, float("inf") if value > 0 else float("-inf"))
    bits: int = struct.unpack(integer, packed)[0]
    return bits


def number_of(constant: Term) -> float:
    """The number of a constant."""
    number, integer = _FORMATS[constant.sort]
    value: float = struct.unpack(number, struct.pack(integer, constant.args[0]))[0]
    return value


def operands(term: Term) -> Iterable[Term]:
    """The operands that are terms."""
    return (each for each in term.args if isinstance(each, Term))


def _number(term: Term) -> int:
    return term.number


def _signed(constant: Term) -> int:
    half = 1 << WIDTHS[constant.sort] - 1
    bits: int = constant.args[0]
    return bits - 2 * half if bits >= half else bits


def _is_small(term: Term) -> bool:
    """Whether an integer of 32 bits at least is what a long shift to the right leaves."""
    within = term.args[0] if term.op == "trunc" else term
    left = WIDTHS[within.sort] - within.args[1] if within.op == "lshr" else WIDTHS[term.sort]
    return left <= SMALL_BITS and WIDTHS[term.sort] >= WIDTHS["i32"]
