"""The reading in real numbers: every operation of a formula is exact and then deviates, as binary32 rounds.

    reading = Reading()
    reading.given("m"), reading.given("g")           numbers that are there
    adamw = formulas.adamw(reading.root, reading.one)

The standard model of rounding to nearest, where nothing overflows (Higham 2002, "Accuracy and Stability of
Numerical Algorithms", 2.2 and 2.8; IEEE 754-2019, 4.3.1), with e = 2^-24 and n = 2^-150:

    fl(x + y) = (x + y) (1 + d)          |d| <= e
    fl(x y)   = x y (1 + d) + q          |d| <= e, |q| <= n

A result is a symbol of its own, `steps` says how it came about; e and n stay symbols as well, so what is
proved of a formula is proved for every precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bob.proof.expressions import Expression


class Step(NamedTuple):
    """One operation: `result` is `exact`, times 1 + a deviation, plus an underflow where it multiplies."""

    result: str
    operation: str
    left: str
    right: str
    deviation: str
    underflow: str

    @property
    def exact(self) -> Expression:
        """What exact arithmetic gives for the operands."""
        return (self.operation, self.left, self.right)

    @property
    def relation(self) -> Expression:
        """What the result equals."""
        relative = ("*", self.exact, ("+", "1", self.deviation))
        return ("=", self.result, ("+", relative, self.underflow) if self.underflow else relative)


class Deviating:
    """A real number of a reading: a symbol or 1."""

    def __init__(self, reading: Reading, symbol: str) -> None:
        self.reading = reading
        self.symbol = symbol

    def __add__(self, other: Deviating) -> Deviating:
        return self.reading.result("+", self, other, underflows=False)

    def __sub__(self, other: Deviating) -> Deviating:
        return self.reading.result("-", self, other, underflows=False)

    def __mul__(self, other: Deviating) -> Deviating:
        return self.reading.result("*", self, other, underflows=True)

    def __truediv__(self, other: Deviating) -> Deviating:
        return self.reading.result("/", self, other, underflows=True)


class Reading:
    """One run of a formula; results are called by `names` in their order, then by their number."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.steps: list[Step] = []
        self.one = Deviating(self, "1")

    def given(self, name: str) -> Deviating:
        """A number that no operation made."""
        return Deviating(self, name)

    def result(self, operation: str, left: Deviating, right: Deviating, *, underflows: bool) -> Deviating:
        """A new symbol for what an operation gives."""
        n = len(self.steps)
        name = self.names[n] if n < len(self.names) else f"x{n}"
        underflow = f"{name}.q" if underflows else ""
        self.steps.append(Step(name, operation, left.symbol, right.symbol, f"{name}.d", underflow))
        return Deviating(self, name)

    def root(self, x: Deviating) -> Deviating:
        """A number of which nothing is said: no claim in real numbers goes through the root."""
        return self.given(f"root.{x.symbol}")

    def leading_to(self, result: str) -> list[Step]:
        """The steps that a result came about by, in their order."""
        found: list[Step] = []
        needed = {result}
        for step in reversed(self.steps):
            if step.result in needed:
                found.append(step)
                needed.update((step.left, step.right))
        return found[::-1]
