"""The value of a term at bit patterns: the operations that it writes down, over MPFR numbers.

    evaluation = Evaluation()
    evaluation.given("m", 0x3F800000)                 the number, and from now on what m is
    evaluation.number(term.expression)                its value and format, rounded at every operation
    evaluation.truth(truth.expression)

A counterexample is evaluated so before it is believed: no solver is asked.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from bob.kernels import exact
from bob.kernels.symbolic import BINARY32, ROUNDING, Format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bob.kernels.symbolic import Term
    from bob.proof.expressions import Expression


class Evaluation:
    """The values of expressions where each variable has a value: a bit pattern with its format, or a term."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[Any, Format]] = {}

    def given(self, name: str, bits: int, form: Format = BINARY32) -> Any:
        """Let a variable be the number of a bit pattern; its value."""
        self._values[name] = exact.decoded(bits, *form), form
        return self._values[name][0]

    def defined(self, name: str, term: Term) -> Any:
        """Let a variable be what a term is; its value."""
        self._values[name] = self.number(term.expression)
        return self._values[name][0]

    def number(self, expression: Expression) -> tuple[Any, Format]:
        """The value of a number, rounded as its format says, as an MPFR number."""
        if isinstance(expression, str):
            return self._values[expression]
        head, *parts = expression
        if head == "ite":
            return self.number(parts[1] if self.truth(parts[0]) else parts[2])
        if isinstance(head, tuple):
            _, _, exponent, significand = map(str, head)
            return self._converted(Format(int(exponent), int(significand)), parts)
        operands = [self.number(part) for part in parts if part != ROUNDING]
        form = operands[0][1]
        with exact.interchange(*form):
            return _ARITHMETIC[str(head)](*(value for value, _ in operands)), form

    def _converted(self, form: Format, parts: Sequence[Expression]) -> tuple[Any, Format]:
        if parts[0] == ROUNDING:
            value, _ = self.number(parts[1])
            with exact.interchange(*form):
                return +value, form
        return exact.decoded(int(str(parts[0]).replace("#", "0"), 0), *form), form

    def truth(self, expression: Expression) -> bool:
        """Whether a truth holds."""
        if isinstance(expression, str):
            raise TypeError(f"{expression} is a number, no truth")
        head, *parts = expression
        if head in _JOINED:
            return bool(_JOINED[str(head)](self.truth(part) for part in parts))
        values = [self.number(part)[0] for part in parts]
        return bool(_COMPARISON[str(head)](*values))


_ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "fp.add": operator.add,
    "fp.sub": operator.sub,
    "fp.mul": operator.mul,
    "fp.div": operator.truediv,
    "fp.sqrt": exact.FUNCTIONS["sqrt"],
    "fp.neg": operator.neg,
    "fp.abs": abs,
}
_COMPARISON: Mapping[str, Callable[..., Any]] = {
    "fp.lt": operator.lt,
    "fp.leq": operator.le,
    "fp.gt": operator.gt,
    "fp.geq": operator.ge,
    "fp.eq": operator.eq,
    "fp.isPositive": exact.is_positive,
    "fp.isZero": lambda x: x == 0,
}
_JOINED: Mapping[str, Callable[[Iterable[bool]], bool]] = {
    "and": all,
    "or": any,
    "not": lambda truths: not any(truths),
    "=": lambda truths: len(set(truths)) == 1,
}
