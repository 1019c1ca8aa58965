"""The law of moments: after t updates with given betas, no gradients make M larger than V allows.

With u = 1 - beta in binary32, e = 2^-24 (half an ulp of 1) and n = 2^-150 (half the least subnormal), each
update rounds m' = b1 m + u1 g and v' = b2 v + u2 g g within the factors (1 +- e) and the additions n that
arithmetic in binary32 has. By the Cauchy-Schwarz inequality over the t gradients,

    (|M| - a)^2 <= K (V + c)      wherever |M| > a, with
    r = b1^2 (1+e)^4 / (b2 (1-e)^2)         K = u1^2 (1+e)^4 / (u2 (1-e)^3) * (1 + r + ... + r^(t-1))
    a = 2 n (1+e) / (1 - b1 (1+e)^2)        c = 3 n / (1 - b2 (1-e)^2)

which docs/design.md derives. It needs b1 (1+e)^2 < 1 and b2 > 0; otherwise nothing is known. K is rounded
upwards to 256 bits, so that what is refused is refused rightly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bob.binary32 import exact, nearest

_E = Fraction(1, 2**24)
_N = Fraction(1, 2**150)
_PRECISION = 256
_LARGEST_SCALAR = (2 - Fraction(1, 2**23)) * 2**127


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
    """The law's parts, or None for betas of which it says nothing."""
    b1, b2 = exact(beta1_bits), exact(beta2_bits)
    if b2 == 0 or b1 * (1 + _E) ** 2 >= 1:
        return None
    u1, u2 = exact(nearest(1 - b1)), exact(nearest(1 - b2))
    return LawParts(
        a=2 * _N * (1 + _E) / (1 - b1 * (1 + _E) ** 2),
        c=3 * _N / (1 - b2 * (1 - _E) ** 2),
        scale=u1 * u1 * (1 + _E) ** 4 / (u2 * (1 - _E) ** 3),
        ratio=b1 * b1 * (1 + _E) ** 4 / (b2 * (1 - _E) ** 2),
    )


def moment_law(beta1_bits: int, beta2_bits: int, updates: int) -> MomentLaw | None:
    """The law after `updates` updates (at least one), or None where it says nothing."""
    parts = law_parts(beta1_bits, beta2_bits)
    if parts is None:
        return None
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
