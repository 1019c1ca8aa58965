"""The symbolic reading: a formula is run once over terms, which write down what is done to them as SMT-LIB.

    m, g = variable("m"), variable("g")
    adamw = formulas.adamw(root, number(1.0))        the text that is compiled, over terms
    adamw(p, m, v, g, ...)[1].expression             ("fp.add", "RNE", ("fp.mul", "RNE", "beta1", "m"), ...)

A term is a floating-point number of some format, every operation rounded to nearest, ties to even; a truth
is a comparison of two. A Python number beside a term is a constant of its format. Formulas that branch on a
term are refused by Python: they have to select. `evaluation` gives the value of a term at bit patterns,
without a solver; what is claimed of terms, `statements` makes a theorem of.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bob.proof.expressions import Expression

ROUNDING = "RNE"


class Format(NamedTuple):
    """An interchange format, by the widths that SMT-LIB gives it: the hidden bit counts."""

    exponent: int
    significand: int

    @property
    def width(self) -> int:
        """The bits of a number."""
        return self.exponent + self.significand

    @property
    def sort(self) -> Expression:
        """The sort of its numbers."""
        return ("_", "FloatingPoint", str(self.exponent), str(self.significand))

    @property
    def reader(self) -> Expression:
        """What makes a number of it out of bits, or rounds one of another format to it."""
        return ("_", "to_fp", str(self.exponent), str(self.significand))


BINARY16 = Format(5, 11)
BFLOAT16 = Format(8, 8)
BINARY32 = Format(8, 24)
BINARY64 = Format(11, 53)


class Truth:
    """A comparison of terms, or some of them joined."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, expression: Expression) -> None:
        self.expression = expression

    def __bool__(self) -> bool:
        raise TypeError("a formula that is read symbolically selects; it does not branch")

    def __and__(self, other: Truth) -> Truth:
        return Truth(("and", self.expression, other.expression))

    def __or__(self, other: Truth) -> Truth:
        return Truth(("or", self.expression, other.expression))

    def __invert__(self) -> Truth:
        return Truth(("not", self.expression))

    def __eq__(self, other: Truth) -> Truth:  # type: ignore[override]
        return Truth(("=", self.expression, other.expression))


class Term:
    """A number of a format: a variable, a constant, or what an operation makes of others."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, expression: Expression, form: Format) -> None:
        self.expression = expression
        self.form = form

    def __bool__(self) -> bool:
        raise TypeError("a formula that is read symbolically selects; it does not branch")

    def of(self, other: Any) -> Expression:
        """The other operand: a term of the same format, or a number as a constant of it."""
        term = other if isinstance(other, Term) else number(other, self.form)
        if term.form != self.form:
            raise TypeError(f"{self.form} beside {term.form}: one of them has to be converted")
        return term.expression

    def _rounded(self, operation: str, left: Expression, right: Expression) -> Term:
        return Term((operation, ROUNDING, left, right), self.form)

    def __add__(self, other: Any) -> Term:
        return self._rounded("fp.add", self.expression, self.of(other))

    def __radd__(self, other: Any) -> Term:
        return self._rounded("fp.add", self.of(other), self.expression)

    def __sub__(self, other: Any) -> Term:
        return self._rounded("fp.sub", self.expression, self.of(other))

    def __rsub__(self, other: Any) -> Term:
        return self._rounded("fp.sub", self.of(other), self.expression)

    def __mul__(self, other: Any) -> Term:
        return self._rounded("fp.mul", self.expression, self.of(other))

    def __rmul__(self, other: Any) -> Term:
        return self._rounded("fp.mul", self.of(other), self.expression)

    def __truediv__(self, other: Any) -> Term:
        return self._rounded("fp.div", self.expression, self.of(other))

    def __rtruediv__(self, other: Any) -> Term:
        return self._rounded("fp.div", self.of(other), self.expression)

    def __neg__(self) -> Term:
        return Term(("fp.neg", self.expression), self.form)

    def __abs__(self) -> Term:
        return Term(("fp.abs", self.expression), self.form)

    def __lt__(self, other: Any) -> Truth:
        return Truth(("fp.lt", self.expression, self.of(other)))

    def __le__(self, other: Any) -> Truth:
        return Truth(("fp.leq", self.expression, self.of(other)))

    def __gt__(self, other: Any) -> Truth:
        return Truth(("fp.gt", self.expression, self.of(other)))

    def __ge__(self, other: Any) -> Truth:
        return Truth(("fp.geq", self.expression, self.of(other)))

    def __eq__(self, other: Any) -> Truth:  # type: ignore[override]
        return Truth(("fp.eq", self.expression, self.of(other)))

    def __ne__(self, other: Any) -> Truth:  # type: ignore[override]
        return Truth(("not", ("fp.eq", self.expression, self.of(other))))


def variable(name: str, form: Format = BINARY32) -> Term:
    """A number that is given by its name."""
    return Term(name, form)


def constant(bits: int, form: Format = BINARY32) -> Term:
    """The number of a bit pattern."""
    digits = f"{bits:0{form.width // 4}x}"
    return Term((form.reader, f"#x{digits}"), form)


def number(value: float, form: Format = BINARY32) -> Term:
    """A Python number as a constant of binary32 or binary64; raises `ValueError` where it is none of it."""
    code = {BINARY32: "f", BINARY64: "d"}[form]
    packed = struct.pack(f"<{code}", value)
    if struct.unpack(f"<{code}", packed)[0] != value and value == value:
        raise ValueError(f"{value!r} is not a number of {form}")
    return constant(int.from_bytes(packed, "little"), form)


def converted(form: Format) -> Callable[[Term], Term]:
    """What rounds a term to a format."""
    return lambda x: Term((form.reader, ROUNDING, x.expression), form)


widened, narrowed = converted(BINARY64), converted(BINARY32)


def root(x: Term) -> Term:
    """The square root."""
    return Term(("fp.sqrt", ROUNDING, x.expression), x.form)


def select(condition: Truth, a: Any, b: Any) -> Term:
    """`a` where the condition holds, else `b`; one of them is a term."""
    form = next(side.form for side in (a, b) if isinstance(side, Term))
    a, b = (side if isinstance(side, Term) else number(side, form) for side in (a, b))
    return Term(("ite", condition.expression, a.expression, a.of(b)), form)


def subexpressions(expression: Expression) -> Iterator[Expression]:
    """An expression and all that it is made of, outermost first, each as often as it stands there."""
    yield expression
    if not isinstance(expression, str):
        for part in expression:
            yield from subexpressions(part)


def naming(expression: Expression, named: Mapping[Expression, str]) -> Expression:
    """An expression with names in place of what they name."""
    if expression in named:
        return named[expression]
    if isinstance(expression, str):
        return expression
    return tuple(naming(part, named) for part in expression)


def generalised(term: Term, parts: Mapping[str, Term]) -> Term:
    """A term with variables in place of parts of it: what holds of it holds whatever the parts are."""
    return Term(naming(term.expression, {part.expression: name for name, part in parts.items()}), term.form)


def positive(expression: Expression) -> Truth:
    """That a number is above zero, and so no NaN; of any format."""
    return Truth(("and", ("fp.isPositive", expression), ("not", ("fp.isZero", expression))))


def divisors(term: Term) -> list[Expression]:
    """What a term is divided by, anywhere in it, each once."""
    parts = (part for part in subexpressions(term.expression) if part[0] == "fp.div")
    return list(dict.fromkeys(part[3] for part in parts))
