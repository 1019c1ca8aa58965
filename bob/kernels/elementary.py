"""exp and log of a binary32, correctly rounded: a binary64 evaluation, rounded once.

Only + - x /, comparison, selection, conversion and sums of exponent bits are used, so every IEEE 754
machine gives the same bits: no library function, nothing fused (docs/arithmetic.md). Written once as plain
Python over the operations that Python lacks; `native` compiles them. They touch one scalar, and sum as
written. That each of the 2^32 arguments is rounded correctly is not argued here but walked, by
tools/check_exp_log.py, which also recomputes the coefficients of exp (`--coefficients`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Operation = Callable[..., Any]

# ln 2, and ln 2 in two pieces: the first has 32 bits, so its products with exponents are exact.
LN2 = float.fromhex("0x1.62e42fefa39efp-1")
LN2_HIGH = float.fromhex("0x1.62e42feep-1")
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
PER_LN2 = float.fromhex("0x1.71547652b82fep+0")

# Added to y, |y| < 2^51, it leaves round(y) in the lowest bits, as two's complement.
SHIFTER = float.fromhex("0x1.8p+52")

# Below the first, exp rounds to 0; above the second, to infinity. Between them 2^k is a normal binary64.
EXP_LOWEST = -110.0
EXP_HIGHEST = 90.0

# Minimax fit, by Remez exchange in 200 bits and rounded: 1 + r + r^2 (C2 + C3 r + ... + C10 r^8) deviates
# from exp(r) by at most 2^-51.6 of it over |r| <= ln(2) / 2.
C2 = float.fromhex("0x1.ffffffffffed2p-2")
C3 = float.fromhex("0x1.55555555507c5p-3")
C4 = float.fromhex("0x1.55555555890bfp-5")
C5 = float.fromhex("0x1.11111125b3e47p-7")
C6 = float.fromhex("0x1.6c16c0c831ce8p-10")
C7 = float.fromhex("0x1.a0198d585c94ap-13")
C8 = float.fromhex("0x1.a01b7c4deaf70p-16")
C9 = float.fromhex("0x1.72e91aefc6956p-19")
C10 = float.fromhex("0x1.2707a770dc38cp-22")

INFINITY = float("inf")
NAN = float("nan")
SQRT2 = float.fromhex("0x1.6a09e667f3bcdp+0")

# Taylor's coefficients of 2 atanh(s) - 2 s = s^3 (A3 + A5 s^2 + ...); what is left out is below 2^-57 of it.
A3, A5, A7, A9, A11, A13, A15, A17, A19, A21, A23 = (2.0 / k for k in range(3, 24, 2))


def exponential(
    widen: Operation, narrow: Operation, select: Operation, scaled: Operation
) -> tuple[Operation, Operation]:
    """exp over binary32 in two steps, for x up to EXP_HIGHEST or NaN: exp x = finish(*begin(x)).

    `widen` and `narrow` convert to and from binary64, `select(condition, a, b)` is a where the condition
    holds, `scaled(z, y + SHIFTER)` is z 2^round(y). With x = k ln 2 + r, begin gives r and k + SHIFTER, and
    exp x is 2^k ((1 + r) + r^2 q(r)). Two short chains of operations keep a processor busier than a long one.
    """

    def begin(x: Any) -> tuple[Any, Any]:
        y = widen(select(x < EXP_LOWEST, EXP_LOWEST, x))
        shifted = y * PER_LN2 + SHIFTER
        return y - (shifted - SHIFTER) * LN2, shifted

    def finish(r: Any, shifted: Any) -> Any:
        z = r * r
        low = (C2 + r * C3) + z * (C4 + r * C5)
        high = (C6 + r * C7) + z * ((C8 + r * C9) + z * C10)
        return narrow(scaled((1.0 + r) + z * (low + (z * z) * high), shifted))

    return begin, finish


def capped(exp: Operation, select: Operation) -> Operation:
    """exp for every binary32, from one for those up to EXP_HIGHEST."""

    def capped_exp(x: Any) -> Any:
        return exp(select(x > EXP_HIGHEST, EXP_HIGHEST, x))

    return capped_exp


def logarithm(
    widen: Operation, narrow: Operation, select: Operation, scaled: Operation, exponent: Operation
) -> Operation:
    """log over binary32; `exponent` gives the k for which a positive binary64 is 2^k f, 1 <= f < 2.

    With x = 2^k f and r = (f - 1) / (f + 1), log x = k ln 2 + 2 r + r^3 (A3 + A5 r^2 + ...). Here r is s, a
    binary32, so that its products below are exact, and a rest; what is small is summed apart.
    """

    def log(x: Any) -> Any:
        y = widen(x)
        k = exponent(y)
        f = scaled(y, SHIFTER - k)
        k = select(f > SQRT2, k + 1.0, k)
        f = select(f > SQRT2, f * 0.5, f)
        s = widen(narrow((f - 1.0) / (f + 1.0)))
        rest = ((f - 1.0) - s * (f + 1.0)) / (f + 1.0)
        r = s + rest
        z = r * r
        q = A13 + z * (A15 + z * (A17 + z * (A19 + z * (A21 + z * A23))))
        q = A3 + z * (A5 + z * (A7 + z * (A9 + z * (A11 + z * q))))
        large = k * LN2_HIGH + 2.0 * s
        small = (2.0 * s - (large - k * LN2_HIGH)) + (k * LN2_LOW + (2.0 * rest + r * z * q))
        high = large + small
        low = small - (high - large)
        near = narrow(high)
        gap = high - widen(near)
        other = narrow(high + gap)
        # Where `high` lies halfway between two binary32, `low` says on which side of it log x lies.
        halfway = (near != other) & (widen(other) == high + gap)
        near = select(halfway & ((low > 0.0) == (gap > 0.0)), other, near)
        edge = select(y == 0.0, -INFINITY, select(y > 0.0, x, NAN))
        return select((y > 0.0) & (y < INFINITY), near, edge)

    return log
