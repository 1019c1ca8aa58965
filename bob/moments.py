"""The law of moments: after t updates with given betas, no gradients make M larger than V allows.

With u = 1 - beta in binary32, e = 2^-24 (half an ulp of 1) and n = 2^-150 (half the least subnormal), each
update rounds m' = b1 m + u1 g and v' = b2 v + u2 g g within the factors (1 +- e) and the additions n that
arithmetic in binary32 has. By the Cauchy-Schwarz inequality over the t gradients,

    (|M| - a)^2 <= K (V + c)      wherever |M| > a, with
    r = b1^2 (1+e)^4 / (b2 (1-e)^2)         K = u1^2 (1+e)^4 / (u2 (1-e)^3) * (1 + r + ... + r^(t-1))
    a = 2 n (1+e) / (1 - b1 (1+e)^2)        c = 3 n / (1 - b2 (1-e)^2)

which docs/design.md derives. It needs b1 (1+e)^2 < 1 and b2 > 0; otherwise nothing is known. K is rounded
upwards to 256 bits, so that what is refused is refused rightly. For an arithmetic that rounds more often or
flushes what is subnormal, e and n are those of its `Rounding`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bob.binary32 import exact, nearest

_PRECISION = 256
_LARGEST_SCALAR = (2 - Fraction(1, 2**23)) * 2**127


class Rounding(NamedTuple):
    """How far a step of an arithmetic is off: `e` in proportion, `n` where numbers are too small for that."""

    e: Fraction
    n: Fraction


BINARY32 = Rounding(Fraction(1, 2**24), Fraction(1, 2**150))


class Betas(NamedTuple):
    """The betas b1 and b2, and u1 and u2, by which gradients are multiplied."""

    b1: Fraction
    u1: Fraction
    b2: Fraction
    u2: Fraction


class MomentLaw(NamedTuple):
    """The numbers of the law: M is allowed beside V unless |M| > a and (|M| - a)^2 > k (V + c)."""

    k: Fraction
    a: Fraction
    c: Fraction

    def allows(self, m: Fraction, v: Fraction) -> bool:
        """Whether some gradients give the moments `m` and `v`, as far as the law can say."""
        excess = abs(m) - self.a
        return excess <= 0 or excess * excess <= self.k * (v + self.c)


class LawParts(NamedTuple):
    """What the betas alone say of the law: k is scale * (1 + ratio + ... + ratio^(updates - 1))."""

    a: Fraction
    c: Fraction
    scale: Fraction
    ratio: Fraction


def law_parts(beta1_bits: int, beta2_bits: int) -> LawParts | None:
    """The law's parts for betas in binary32, or None for betas of which it says nothing."""
    b1, b2 = exact(beta1_bits), exact(beta2_bits)
    u1, u2 = exact(nearest(1 - b1)), exact(nearest(1 - b2))
    return parts_of(Betas(b1, u1, b2, u2), BINARY32)


def parts_of(betas: Betas, rounding: Rounding) -> LawParts | None:
    """The law's parts in an arithmetic that rounds so, or None for betas of which it says nothing."""
    (b1, u1, b2, u2), (e, n) = betas, rounding
    if b2 <= 0 or u2 <= 0 or b1 * (1 + e) ** 2 >= 1:
        return None
    return LawParts(
        a=2 * n * (1 + e) / (1 - b1 * (1 + e) ** 2),
        c=3 * n / (1 - b2 * (1 - e) ** 2),
        scale=u1 * u1 * (1 + e) ** 4 / (u2 * (1 - e) ** 3),
        ratio=b1 * b1 * (1 + e) ** 4 / (b2 * (1 - e) ** 2),
    )


def moment_law(beta1_bits: int, beta2_bits: int, updates: int) -> MomentLaw | None:
    """The law after `updates` updates (at least one) in binary32, or None where it says nothing."""
    parts = law_parts(beta1_bits, beta2_bits)
    return None if parts is None else law_after(parts, updates)


def law_after(parts: LawParts, updates: int) -> MomentLaw | None:
    """The law of these parts after `updates` updates (at least one), or None where it says nothing."""
    k = parts.scale * _geometric_sum(parts.ratio, updates)
    # Beyond this k every pair of finite moments with a V that c alone supports is allowed.
    return None if k * parts.c > _LARGEST_SCALAR**2 else MomentLaw(k, parts.a, parts.c)


def _geometric_sum(ratio: Fraction, terms: int) -> Fraction:
    """1 + ratio + ... + ratio^(terms - 1), rounded upwards, by doubling the number of terms."""
    limit = Fraction(2) ** (4 * _PRECISION)
    least = 1 / limit
    total, power = Fraction(0), Fraction(1)
    for bit in f"{terms:b}":
        total, power = total + power * total, power * power
        if bit == "1":
            total, power = 1 + ratio * total, power * ratio
        # A power of a small ratio is kept from shrinking, and its denominator from growing, without end.
        total, power = min(_upwards(total), limit), min(max(_upwards(power), least), limit)
    return total


def _upwards(value: Fraction) -> Fraction:
    """The least number of `_PRECISION` bits that is not below `value`."""
    if value == 0:
        return value
    exponent = value.numerator.bit_length() - value.denominator.bit_length() - _PRECISION
    unit = Fraction(2) ** exponent
    return -(-value // unit) * unit
