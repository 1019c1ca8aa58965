"""The formulas' own terms: the loops of `table` and `flat` run over terms, another reading of the same text.

    reading = Reading(terms, decisions)
    p = reading.numbers("p")
    reading.flat_adamw()(p, m, v, g, n, learning_rate, ...)        # p.column.elements are values of terms

What the compiled kernels compute has to be these terms (`validation`). A number is a `Value`, a term that
knows + - x / and comparison; a Python number beside it is a constant of its sort; where a loop asks whether a
value holds, `Decisions` answer. The operations that `emission` writes for LLVM are written here again, in
terms: neither module knows the other.
"""

from __future__ import annotations

import operator
from types import FunctionType
from typing import TYPE_CHECKING, Any

from bob.kernels import flat, formulas, reduction, table
from bob.kernels.elementary import exponential, logarithm
from bob.kernels.operations import LARGEST, SLACK
from bob.kernels.validation.columns import Column, Window
from bob.proof.translation.memory import is_chosen
from bob.proof.translation.truths import (
    as_integer,
    both,
    chosen,
    compared,
    compared_integers,
    differing,
    either,
    opposite,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.proof.translation.decisions import Decisions
    from bob.proof.translation.linear import Integer
    from bob.proof.translation.terms import Term, Terms

# Of a binary64 (IEEE 754-2019, table 3.5): the bits below the exponent, and what the exponent is raised by.
_FRACTION_BITS = 52
_BIAS = 1023


class Value:
    """A term with the operations of a number, or of a truth value."""

    __slots__ = ("reading", "term")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, reading: Reading, term: Term) -> None:
        self.reading = reading
        self.term = term

    def __bool__(self) -> bool:
        return self.reading.decisions.holds(self.term)

    def of(self, other: Any) -> Term:
        """The other operand's term: a value's own, or a constant of this value's sort."""
        if isinstance(other, Value):
            return other.term
        return self.reading.terms.number(self.term.sort, other)

    def __add__(self, other: Any) -> Value:
        return Value(self.reading, self.reading.terms.fadd(self.term, self.of(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Value:
        return Value(self.reading, self.reading.terms.fsub(self.term, self.of(other)))

    def __rsub__(self, other: Any) -> Value:
        return Value(self.reading, self.reading.terms.fsub(self.of(other), self.term))

    def __mul__(self, other: Any) -> Value:
        return Value(self.reading, self.reading.terms.fmul(self.term, self.of(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Value:
        return Value(self.reading, self.reading.terms.fdiv(self.term, self.of(other)))

    def __rtruediv__(self, other: Any) -> Value:
        return Value(self.reading, self.reading.terms.fdiv(self.of(other), self.term))

    def __lt__(self, other: Any) -> Value:
        return self._compared("olt", other)

    def __le__(self, other: Any) -> Value:
        return self._compared("ole", other)

    def __gt__(self, other: Any) -> Value:
        return self._compared("ogt", other)

    def __ge__(self, other: Any) -> Value:
        return self._compared("oge", other)

    def __eq__(self, other: Any) -> Value:  # type: ignore[override]
        if self.term.sort == "i1":
            differ = differing(self.reading.terms, self.term, other.term)
            return Value(self.reading, opposite(self.reading.terms, differ))
        return self._compared("oeq", other)

    def __ne__(self, other: Any) -> Value:  # type: ignore[override]
        return self._compared("une", other)

    def __and__(self, other: Value) -> Value:
        return Value(self.reading, both(self.reading.terms, self.term, other.term))

    def __or__(self, other: Value) -> Value:
        return Value(self.reading, either(self.reading.terms, self.term, other.term))

    def _compared(self, predicate: str, other: Any) -> Value:
        return Value(self.reading, compared(self.reading.terms, predicate, self.term, self.of(other)))


class Reading:
    """The formulas over terms; the answers to what the loops ask are those of `decisions`."""

    def __init__(self, terms: Terms, decisions: Decisions) -> None:
        self.terms = terms
        self.decisions = decisions

    def numbers(self, name: str) -> Window:
        """A buffer of binary32 whose elements are leaves, named by buffer and index."""
        return self.buffer(name, lambda index: self.leaf("f32", f"{name}[{index}]"))

    def scratch(self, name: str) -> Window:
        """A buffer of which nothing may be read before it is stored."""

        def unwritten(index: Integer) -> Any:
            raise LookupError(f"{name}[{index}] is read before it is stored")

        return self.buffer(name, unwritten)

    def buffer(self, name: str, initial: Callable[[Integer], Any]) -> Window:
        """A buffer."""
        return Window(Column(name, initial, self._choose, self._pick))

    def leaf(self, sort: str, name: str) -> Value:
        """What a name stands for."""
        return Value(self, self.terms.leaf(sort, name))

    def number(self, sort: str, number: float) -> Value:
        """A constant."""
        return Value(self, self.terms.number(sort, number))

    def train_rows(self) -> Callable[..., Any]:
        """`table.row_training` over terms; a first row may be unknown."""
        zero, one = self.number("f32", 0.0), self.number("f32", 1.0)
        begin, finish = exponential(self._widened, self._narrowed, self._select, self._scaled)
        storable = formulas.storability(0.0, LARGEST)
        unit = 1
        update = table.row_update(
            begin_exp=begin,
            finish_exp=finish,
            softmax_gradient=formulas.softmax_gradient,
            step=formulas.adamw(self._sqrt, 1.0),
            suspect=self._suspect,
            total=reduction.halving(operator.add, _same),
            total_of_squares=reduction.halving(operator.add, lambda x: x * x),
            greatest=reduction.halving(self._larger, _same),
            unsuspected=Value(self, self.terms.constant("i32", 0)),
        )
        training = table.row_training(
            update=update,
            suspected=self._suspected,
            place=table.first_lost(storable, zero),
            correction=formulas.bias_correction(self._widened, self._narrowed, self.number("f64", 1.0), unit),
            at=Window.after,
            wide=Window.wide,
            aligned=_same,
            scalar=lambda n: Value(self, self.terms.from_integer(n, "f32")),
            zero=zero,
            one=one,
            unit=unit,
        )
        return _counting_from_anywhere(training)

    def summarise(self) -> Callable[..., Any]:
        """`table.row_summary` over terms."""
        return table.row_summary(
            log=logarithm(self._widened, self._narrowed, self._select, self._scaled, self._exponent),
            sqrt=self._sqrt,
            total=reduction.halving(operator.add, _same),
            at=Window.after,
            scalar=lambda n: Value(self, self.terms.from_integer(n, "f32")),
            one=self.number("f32", 1.0),
        )

    def check(self) -> Callable[..., Any]:
        """`flat.flat_check` over terms."""
        storable = formulas.storability(0.0, LARGEST)
        doubt = formulas.doubt(storable, self._widened, self._magnitude, self._opposite, 0.0, SLACK)

        def suspect(seen: Value, *scalars: Value) -> Value:
            for i, fact in enumerate(doubt(*scalars)):
                bit, nothing = (self.terms.constant("i32", bits) for bits in (1 << i, 0))
                mark = chosen(self.terms, fact.term, bit, nothing)
                seen = Value(self, self.terms.joined("or", seen.term, mark))
            return seen

        verdict = lambda seen: Value(self, as_integer(self.terms, seen.term, "i64"))  # noqa: E731
        return flat.flat_check(suspect, verdict, Value(self, self.terms.constant("i32", 0)))

    def adamw(self) -> Callable[..., Any]:
        """`flat.flat_adamw` over terms."""
        return flat.flat_adamw(formulas.adamw(self._sqrt, 1.0))

    def _widened(self, x: Any) -> Any:
        return Value(self, self.terms.widened(x.term)) if isinstance(x, Value) else x

    def _narrowed(self, x: Value) -> Value:
        return Value(self, self.terms.narrowed(x.term))

    def _sqrt(self, x: Value) -> Value:
        return Value(self, self.terms.sqrt(x.term))

    def _magnitude(self, x: Value) -> Value:
        return Value(self, self.terms.fabs(x.term))

    def _larger(self, a: Value, b: Value) -> Value:
        return Value(self, self.terms.maxnum(a.term, b.term))

    def _opposite(self, fact: Value) -> Value:
        return Value(self, opposite(self.terms, fact.term))

    def _select(self, condition: Value, where_true: Any, where_false: Any) -> Value:
        like = where_true if isinstance(where_true, Value) else where_false
        return Value(self, chosen(self.terms, condition.term, like.of(where_true), like.of(where_false)))

    def _scaled(self, z: Value, shifted: Value) -> Value:
        """z 2^k, k the lowest bits of `shifted`: a sum of exponents."""
        terms = self.terms
        k = terms.shifted("shl", terms.bits(shifted.term), _FRACTION_BITS)
        return Value(self, terms.from_bits(terms.add(terms.bits(z.term), k)))

    def _exponent(self, y: Value) -> Value:
        """The exponent of a positive normal binary64, as a binary64."""
        terms = self.terms
        biased = terms.truncated(terms.shifted("lshr", terms.bits(y.term), _FRACTION_BITS), "i32")
        return Value(self, terms.from_integer(terms.add(biased, terms.constant("i32", -_BIAS)), "f64"))

    def _suspect(self, mark: Value, p: Value, _m: Value, v: Value) -> Value:
        """The largest of a mark and the patterns of |p| and v."""
        terms = self.terms
        larger = terms.joined("umax", mark.term, terms.bits(terms.fabs(p.term)))
        return Value(self, terms.joined("umax", larger, terms.bits(v.term)))

    def _suspected(self, mark: Value) -> Value:
        """Whether a mark is at least the pattern of infinity."""
        infinity = self.terms.bits(self.terms.number("f32", float("inf")))
        return Value(self, compared_integers(self.terms, "uge", mark.term, infinity))

    def _choose(self, name: str, j: int, a: Value, b: Value) -> Value:
        return Value(self, chosen(self.terms, is_chosen(self.terms, name, j), a.term, b.term))

    def _pick(self, name: str, elements: list[Value]) -> Value:
        terms = [each.term for each in elements]
        return Value(self, self.terms.make("picked", terms[0].sort, name, *terms))


def _same(x: Any) -> Any:
    return x


def _counting_from_anywhere(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose loops may begin at an unknown integer."""
    assert isinstance(function, FunctionType)
    named = {**function.__globals__, "range": _counted}
    return FunctionType(function.__code__, named, function.__name__, None, function.__closure__)


def _counted(first: Integer, end: Integer | None = None) -> Iterator[Integer]:
    begin, count = (0, first) if end is None else (first, end - first)
    assert isinstance(count, int)
    return (begin + i for i in range(count))
