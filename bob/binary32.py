"""IEEE 754 binary32 numbers as bit patterns, from and to decimal text and rationals, exactly.

The nearest binary32 number of a decimal is found in rationals, rounded once (ties to even): going through
binary64 would round twice. No third-party module is needed, so contracts and refusals load none.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Context, Decimal, InvalidOperation
from fractions import Fraction

SIGN = 1 << 31
INFINITY = 0x7F800000
NAN = 0x7FC00000
_FRACTION_BITS = 23
_LEAST_EXPONENT = -149
_HUGE_DECIMAL_EXPONENT = 60


def nearest(value: Fraction) -> int:
    """The bits of the binary32 number nearest to `value` (IEEE 754-2019, 4.3.1); zero gives +0."""
    if value < 0:
        return SIGN | nearest(-value)
    if value == 0:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value < Fraction(2) ** exponent:
        exponent -= 1
    unit = max(exponent - _FRACTION_BITS, _LEAST_EXPONENT)
    units = round(value / Fraction(2) ** unit)
    # A carry out of the fraction raises the exponent by itself, up to the bits of infinity.
    return min(units + ((unit - _LEAST_EXPONENT) << _FRACTION_BITS), INFINITY)


def exact(bits: int) -> Fraction:
    """The number that `bits` stands for; raises `ValueError` for a NaN or an infinity."""
    magnitude = bits & ~SIGN
    if magnitude >= INFINITY:
        raise ValueError(f"{bits:#010x} is not a finite number")
    exponent, fraction = divmod(magnitude, 1 << _FRACTION_BITS)
    units = fraction if exponent == 0 else fraction + (1 << _FRACTION_BITS)
    value = units * Fraction(2) ** (max(exponent, 1) - 1 + _LEAST_EXPONENT)
    return -value if bits & SIGN else value


def from_decimal(value: Decimal | str | int) -> int:
    """The bits nearest to a decimal, signs of zero kept; raises `ValueError` for what is no number."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a number") from None
    if number.is_nan():
        return NAN
    sign = SIGN if number.is_signed() else 0
    if number.is_infinite() or number.adjusted() > _HUGE_DECIMAL_EXPONENT:
        return sign | (0 if number.is_zero() else INFINITY)
    if number.is_zero() or number.adjusted() < -_HUGE_DECIMAL_EXPONENT:
        return sign
    return sign | nearest(abs(Fraction(number)))


def shortest(bits: int) -> str:
    """The shortest decimal whose nearest binary32 number has these bits; `nan`, `inf`, `-0.0` as such."""
    sign = "-" if bits & SIGN else ""
    magnitude = bits & ~SIGN
    if magnitude > INFINITY:
        return f"{sign}nan"
    if magnitude == INFINITY:
        return f"{sign}inf"
    # Binary32 numbers are binary64 numbers, and those are decimals.
    value = Decimal(float(exact(magnitude)))
    # Numbers lie closer below a power of two than above it: a decimal that is not the nearest may fit there.
    roundings = (ROUND_HALF_EVEN, ROUND_CEILING)
    contexts = (Context(digits, rounding) for digits in range(1, 10) for rounding in roundings)
    candidates = (context.create_decimal(value) for context in contexts)
    return sign + repr(float(next(text for text in candidates if from_decimal(text) == magnitude)))


def shown(bits: int) -> str:
    """A number with its bits, as refusals print it: `0.05 (0x3d4ccccd)`."""
    return f"{shortest(bits)} (0x{bits:08x})"
