"""Integers that are linear in a few unknown ones, each of which has bounds: `b`, `256 b + 3`, `t + 7`.

    b = unknown("b", 0, 255)
    256 * b + 3 < 65536             True, whatever b is

A row's number and its target are such integers, so that one run stands for every row and every target. What
the bounds do not decide is refused (`Undecided`): nothing branches on an unknown integer.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Integer: TypeAlias = "int | Linear"


class Undecided(ArithmeticError):
    """A comparison that depends on what an unknown integer is."""


class Unknown(NamedTuple):
    """An integer of which the bounds are known, both included.

    A `spread` one chooses among elements of a buffer: it is no part of a place, each element is looked at.
    """

    name: str
    lowest: int
    highest: int
    spread: bool = False


class Linear:
    """constant + sum of coefficient * unknown, with a part at least; equal where all of these are."""

    __slots__ = ("constant", "parts")

    def __init__(self, constant: int, parts: tuple[tuple[Unknown, int], ...]) -> None:
        self.constant = constant
        self.parts = parts

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest that it may be."""
        least = greatest = self.constant
        for unknown, coefficient in self.parts:
            ends = coefficient * unknown.lowest, coefficient * unknown.highest
            least, greatest = least + min(ends), greatest + max(ends)
        return least, greatest

    def __add__(self, other: Integer) -> Integer:
        if isinstance(other, int):
            return Linear(self.constant + other, self.parts)
        coefficients = dict(self.parts)
        for unknown, coefficient in other.parts:
            coefficients[unknown] = coefficients.get(unknown, 0) + coefficient
        return combination(self.constant + other.constant, coefficients)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Integer:
        if not isinstance(factor, int):
            return NotImplemented
        return combination(self.constant * factor, {each: factor * c for each, c in self.parts})

    __rmul__ = __mul__

    def __neg__(self) -> Integer:
        return self * -1

    def __sub__(self, other: Integer) -> Integer:
        return self + -1 * other

    def __rsub__(self, other: int) -> Integer:
        return -1 * self + other

    def __lt__(self, other: Integer) -> bool:
        return below(self, other)

    def __gt__(self, other: Integer) -> bool:
        return below(other, self)

    def __le__(self, other: Integer) -> bool:
        return not below(other, self)

    def __ge__(self, other: Integer) -> bool:
        return not below(self, other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Linear) and (self.constant, self.parts) == (other.constant, other.parts)

    def __hash__(self) -> int:
        return hash((self.constant, self.parts))

    def __str__(self) -> str:
        named = [f"{c} {each.name}" if c != 1 else each.name for each, c in self.parts]
        return " + ".join([*named, *([str(self.constant)] if self.constant else [])])

    __repr__ = __str__


def unknown(name: str, lowest: int, highest: int, *, spread: bool = False) -> Linear:
    """An unknown integer."""
    return Linear(0, ((Unknown(name, lowest, highest, spread), 1),))


def combination(constant: int, coefficients: dict[Unknown, int]) -> Integer:
    """An integer of which no coefficient is 0."""
    parts = tuple(sorted((each, c) for each, c in coefficients.items() if c))
    return Linear(constant, parts) if parts else constant


def below(a: Integer, b: Integer) -> bool:
    """Whether a < b; raises `Undecided`."""
    least, greatest = bounds(a - b)
    if greatest < 0 or least >= 0:
        return greatest < 0
    raise Undecided(f"whether {a} is below {b} is open")


def equal(a: Integer, b: Integer) -> bool:
    """Whether a == b; raises `Undecided`."""
    difference = a - b
    least, greatest = bounds(difference)
    if least <= 0 <= greatest and isinstance(difference, Linear):
        raise Undecided(f"whether {a} equals {b} is open")
    return difference == 0


def bounds(integer: Integer) -> tuple[int, int]:
    """The least and the greatest that an integer may be."""
    return (integer, integer) if isinstance(integer, int) else integer.bounds()
