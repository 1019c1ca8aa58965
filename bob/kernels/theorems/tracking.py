"""The reading of a formula in binary64 that knows its deviation: an interval of rationals, and how far off.

    r = Tracked.between(low, high, grid=-24)         any number in [low, high] that is a multiple of 2^grid
    s = 1.0 + r * (0.5 + r)                          s.deviation: how far a computed s is from the exact one

`low` and `high` enclose what exact arithmetic gives. An operation adds its rounding, half a unit in the last
place, unless the result is a multiple of 2^grid small enough to be a binary64: then it is exact (IEEE
754-2019, 4.3.1). All three are integers in units of 2^-256, and nothing is rounded but outwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SIGNIFICAND = 53
_FINEST = 256
_ONE = 2**_FINEST


@dataclass(frozen=True, slots=True)
class Tracked:
    """What a computed number is near to, how near, and of which power of two it is a multiple."""

    low: int
    high: int
    deviation: int
    grid: int | None

    @classmethod
    def between(cls, low: Fraction, high: Fraction, grid: int | None = None) -> Tracked:
        """Any number of an interval, given exactly."""
        return cls(_floor(low), -_floor(-high), 0, grid)

    @classmethod
    def constant(cls, value: float, low: Fraction | None = None, high: Fraction | None = None) -> Tracked:
        """A constant that is meant to be some number in [low, high], or to be just what it is.

        Raises `ValueError` where it is no multiple of the unit.
        """
        number = Fraction(value)
        if _ONE % number.denominator:
            raise ValueError(f"{value!r} is finer than the unit")
        meant = cls.between(number if low is None else low, number if high is None else high)
        units = _floor(number)
        lowest_bit = (units & -units).bit_length() - 1 - _FINEST if units else 0
        deviation = max(abs(units - meant.low), abs(units - meant.high))
        return cls(meant.low, meant.high, deviation, lowest_bit)

    @property
    def magnitude(self) -> int:
        """No computed value is larger in size."""
        return max(abs(self.low), abs(self.high)) + self.deviation

    @property
    def relative(self) -> Fraction:
        """The deviation in proportion to the exact value; raises `ZeroDivisionError` where that may be 0."""
        return Fraction(self.deviation, max(self.low, -self.high, 0))

    @property
    def size(self) -> Fraction:
        """No exact value is larger in size."""
        return Fraction(max(abs(self.low), abs(self.high)), _ONE)

    def wider(self, by: Fraction) -> Tracked:
        """The same computed number, meant to be another one that lies within `by` of the exact value."""
        more = -_floor(-by)
        return Tracked(self.low - more, self.high + more, self.deviation + more, self.grid)

    def _rounded(self) -> Tracked:
        size = self.magnitude
        if self.grid is not None and size <= 1 << max(SIGNIFICAND + self.grid + _FINEST, 0):
            return self
        # One unit more for what is rounded upwards here, and for subnormal results.
        return Tracked(self.low, self.high, self.deviation + (size >> SIGNIFICAND) + 2, self.grid)

    def __add__(self, other: Tracked | float) -> Tracked:
        right = _tracked(other)
        if right.magnitude == 0 or self.magnitude == 0:
            return self if right.magnitude == 0 else right
        deviation = self.deviation + right.deviation
        return Tracked(
            self.low + right.low, self.high + right.high, deviation, _joined(self, right, min)
        )._rounded()

    def __radd__(self, other: float) -> Tracked:
        return _tracked(other) + self

    def __neg__(self) -> Tracked:
        return Tracked(-self.high, -self.low, self.deviation, self.grid)

    def __sub__(self, other: Tracked | float) -> Tracked:
        return self + -_tracked(other)

    def __mul__(self, other: Tracked | float) -> Tracked:
        right = _tracked(other)
        ends = [a * b for a in (self.low, self.high) for b in (right.low, right.high)]
        size = max(abs(right.low), abs(right.high))
        deviation = self.magnitude * right.deviation + size * self.deviation
        grid = _joined(self, right, int.__add__)
        low, high = min(ends) >> _FINEST, -(-max(ends) >> _FINEST)
        return Tracked(low, high, -(-deviation >> _FINEST), grid)._rounded()

    def __rmul__(self, other: float) -> Tracked:
        return _tracked(other) * self


def _joined(left: Tracked, right: Tracked, how: Callable[[int, int], int]) -> int | None:
    return None if left.grid is None or right.grid is None else how(left.grid, right.grid)


def _tracked(value: Tracked | float) -> Tracked:
    return value if isinstance(value, Tracked) else Tracked.constant(value)


def _floor(value: Fraction) -> int:
    """The greatest number of units that is not above `value`."""
    return (value.numerator << _FINEST) // value.denominator
