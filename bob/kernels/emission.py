"""A formula becomes LLVM's instructions by being run once, over terms that write down what is done to them.

    outcome = formula(*(Term(builder, value) for value in arguments))

A term is a value of LLVM's of one of three types: binary32, binary64 and the truth value. An operation on
it is one instruction of the same name, with no flag that would let LLVM round otherwise; a Python number
beside a term is a constant of the term's type. A formula that would branch on a term is refused by Python
(`bool` of a term raises): it has to select. This module knows no formula; `operations` gives Numba formulas
through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir

if TYPE_CHECKING:
    from collections.abc import Callable

F32, F64, I32, I64 = ir.FloatType(), ir.DoubleType(), ir.IntType(32), ir.IntType(64)
F32_BYTES = 4
MANTISSA_BITS = 52
EXPONENT_BIAS = 1023
SIGN = 0x80000000
SUSPECTED = 0x7F800000


class Term:
    """One value in the function that a builder writes."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder = builder
        self.value = value

    def __bool__(self) -> bool:
        raise TypeError("a formula that is compiled selects; it does not branch")

    def of(self, other: Any) -> Any:
        """The other operand's value: a term's own, or a constant of this term's type."""
        return other.value if isinstance(other, Term) else ir.Constant(self.value.type, float(other))

    def __add__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fadd(self.value, self.of(other)))

    def __radd__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fadd(self.of(other), self.value))

    def __sub__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fsub(self.value, self.of(other)))

    def __rsub__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fsub(self.of(other), self.value))

    def __mul__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fmul(self.value, self.of(other)))

    def __rmul__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fmul(self.of(other), self.value))

    def __truediv__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fdiv(self.value, self.of(other)))

    def __rtruediv__(self, other: Any) -> Term:
        return Term(self.builder, self.builder.fdiv(self.of(other), self.value))

    def __lt__(self, other: Any) -> Term:
        return self._compared("<", other)

    def __le__(self, other: Any) -> Term:
        return self._compared("<=", other)

    def __gt__(self, other: Any) -> Term:
        return self._compared(">", other)

    def __ge__(self, other: Any) -> Term:
        return self._compared(">=", other)

    def __eq__(self, other: Any) -> Term:  # type: ignore[override]
        return self._compared("==", other)

    def __ne__(self, other: Any) -> Term:  # type: ignore[override]
        return self._compared("!=", other)

    def __and__(self, other: Term) -> Term:
        return Term(self.builder, self.builder.and_(self.value, other.value))

    def __or__(self, other: Term) -> Term:
        return Term(self.builder, self.builder.or_(self.value, other.value))

    def _compared(self, relation: str, other: Any) -> Term:
        """As IEEE 754 compares: with a NaN only != holds. Truth values are only equal or not."""
        if self.value.type not in (F32, F64):
            return Term(self.builder, self.builder.icmp_unsigned(relation, self.value, other.value))
        compare = self.builder.fcmp_unordered if relation == "!=" else self.builder.fcmp_ordered
        return Term(self.builder, compare(relation, self.value, self.of(other)))


def widened(x: Any) -> Any:
    """A binary32 as a binary64; a Python number is one already."""
    return Term(x.builder, x.builder.fpext(x.value, F64)) if isinstance(x, Term) else x


def narrowed(x: Term) -> Term:
    """A binary64 rounded to binary32."""
    return Term(x.builder, x.builder.fptrunc(x.value, F32))


def select(condition: Term, where_true: Any, where_false: Any) -> Term:
    """One of two terms or numbers, of which one at least is a term."""
    like = where_true if isinstance(where_true, Term) else where_false
    builder = condition.builder
    return Term(builder, builder.select(condition.value, like.of(where_true), like.of(where_false)))


def root(x: Term) -> Term:
    """The square root, rounded correctly."""
    return _called("llvm.sqrt", x)


def magnitude(x: Term) -> Term:
    """The absolute value."""
    return _called("llvm.fabs", x)


def larger(a: Term, b: Term) -> Term:
    """The larger of two; of a number and a NaN, the number."""
    return _called("llvm.maxnum", a, b)


def scaled(z: Term, shifted: Term) -> Term:
    """z 2^k, k the lowest bits of `shifted`: added to the exponent, so z and the result are normal."""
    builder = z.builder
    k = builder.shl(builder.bitcast(shifted.value, I64), I64(MANTISSA_BITS))
    return Term(builder, builder.bitcast(builder.add(builder.bitcast(z.value, I64), k), F64))


def exponent(y: Term) -> Term:
    """The exponent of a positive normal binary64, as a binary64."""
    builder = y.builder
    biased = builder.trunc(builder.lshr(builder.bitcast(y.value, I64), I64(MANTISSA_BITS)), I32)
    return Term(builder, builder.sitofp(builder.sub(biased, I32(EXPONENT_BIAS)), F64))


def suspect(mark: Term, p: Term, _m: Term, v: Term) -> Term:
    """The larger of `mark` and the patterns of |p| and v: from `SUSPECTED` on, p or v may not be stored.

    A scalar of M that is not finite makes that of P so, whatever the constants: m' c1 is infinite or NaN, and
    neither a quotient nor a sum, nor a product with the learning rate, leads back. So M is not looked at.
    """
    size = mark.builder.and_(_pattern(p), I32(SIGN - 1))
    return _larger_pattern(_larger_pattern(mark, size), _pattern(v))


def suspected(mark: Term) -> Term:
    """Whether a mark says that something may not be stored."""
    return Term(mark.builder, mark.builder.icmp_unsigned(">=", mark.value, I32(SUSPECTED)))


def seen(mark: Term, *facts: Term) -> Term:
    """`mark` with bit i set where fact i holds."""
    builder, value = mark.builder, mark.value
    for i, fact in enumerate(facts):
        value = builder.or_(value, builder.select(fact.value, I32(1 << i), I32(0)))
    return Term(builder, value)


def complement(fact: Term) -> Term:
    """Whether a truth value is false."""
    return Term(fact.builder, fact.builder.not_(fact.value))


def _pattern(x: Term) -> Any:
    return x.builder.bitcast(x.value, I32)


def _larger_pattern(mark: Term, value: Any) -> Term:
    return _called("llvm.umax", mark, Term(mark.builder, value))


def _called(intrinsic: str, *terms: Term) -> Term:
    builder, kind = terms[0].builder, terms[0].value.type
    scalar, count = (kind.element, f"v{kind.count}") if isinstance(kind, ir.VectorType) else (kind, "")
    name = f"{intrinsic}.{count}{scalar.intrinsic_name}"
    declared = builder.module.globals.get(name)
    if declared is None:
        declared = ir.Function(builder.module, ir.FunctionType(kind, [kind] * len(terms)), name)
    return Term(builder, builder.call(declared, [term.value for term in terms]))


def folded(combine: Callable[[Term, Term], Term], builder: Any, address: Any, width: int) -> Any:
    """The halving tree of `width` binary32, a power of two, each level as one operation on vectors."""
    kind = ir.VectorType(F32, width)
    vector = builder.load(builder.bitcast(address, kind.as_pointer()), align=F32_BYTES)
    while width > 1:
        width //= 2
        lower, upper = (
            builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(I32, width), list(places)))
            for places in (range(width), range(width, 2 * width))
        )
        vector = combine(Term(builder, lower), Term(builder, upper)).value
    return builder.extract_element(vector, I32(0))


def aligned(builder: Any, address: Any, scalars: int) -> Any:
    """The first address from `address` on, of a binary32, that so many binary32 divide; a power of two."""
    place = builder.ptrtoint(address, I64)
    beyond = builder.and_(builder.neg(place), I64(F32_BYTES * scalars - 1))
    return builder.gep(address, [builder.udiv(beyond, I64(F32_BYTES))], source_etype=F32)


def emit(formula: Callable[..., Any], builder: Any, values: Any) -> list[Any]:
    """The values of a formula of values."""
    outcome = formula(*(Term(builder, value) for value in values))
    return [term.value for term in (outcome if isinstance(outcome, tuple) else (outcome,))]
