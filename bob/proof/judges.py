"""The judges: solvers that decide SMT-LIB text. The only module that imports one, and only when asked.

A judge reads the text that `proofs/` keeps, never a second encoding. Its answer is one of three words; the
values of an assignment are plain numbers, which `bob.proof.replay` evaluates before anyone believes them.
"""

from __future__ import annotations

import time
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Decide: TypeAlias = "Callable[[str, float], Answer]"

TIMEOUT_S = 10.0
_INTERRUPTED = "interrupted from keyboard"


class Word(Enum):
    """What a judge says of the assertions of a text."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Assignment(Protocol):
    """Values that a judge gives to the symbols of a text, for which all assertions are said to be true."""

    def number(self, symbol: str) -> int:
        """The value of a constant; 0 where the judge does not care."""

    def element(self, symbol: str, index: int) -> int:
        """The value of a function at `index`."""


class Answer(NamedTuple):
    """A judge's answer: `assignment` is there with SAT, `reason` with UNKNOWN."""

    word: Word
    seconds: float
    assignment: Assignment | None = None
    reason: str = ""


@cache
def judge() -> str:
    """The judge's name and version."""
    import z3

    return f"z3 {z3.get_version_string()}"


def decide(text: str, timeout_s: float = TIMEOUT_S) -> Answer:
    """What Z3 says of an SMT-LIB text, within about `timeout_s`; raises `ValueError` for an unreadable one.

    Two ways are tried, half of the time each: normal forms of sums of products after equations are solved,
    which decides sizes and offsets in milliseconds, then Z3's own choice.
    """
    import z3

    start = time.perf_counter()
    try:
        assertions = z3.parse_smt2_string(text, ctx=_context())
    except z3.Z3Exception as wrong:
        raise ValueError(f"not SMT-LIB: {wrong}") from None
    for solver in (_solver_of_products(), z3.Solver(ctx=_context())):
        answer = _asked(solver, assertions, timeout_s / 2)
        if answer.word is not Word.UNKNOWN:
            break
    return answer._replace(seconds=time.perf_counter() - start)


@cache
def _context() -> Any:
    import z3

    return z3.Context()


def _solver_of_products() -> Any:
    import z3

    names = ("solve-eqs", "smt")
    products = z3.With(z3.Tactic("simplify", _context()), som=True)
    return z3.Then(products, *(z3.Tactic(name, _context()) for name in names), ctx=_context()).solver()


def _asked(solver: Any, assertions: Any, timeout_s: float) -> Answer:
    import z3

    solver.set("timeout", max(1, int(timeout_s * 1000)))
    solver.add(assertions)
    result = solver.check()
    if result == z3.sat:
        return Answer(Word.SAT, 0.0, _Z3Assignment(solver.model()))
    if result == z3.unsat:
        return Answer(Word.UNSAT, 0.0)
    if result != z3.unknown:
        raise AssertionError(f"z3 answered {result!r}")
    reason = solver.reason_unknown()
    if reason == _INTERRUPTED:
        raise KeyboardInterrupt
    return Answer(Word.UNKNOWN, 0.0, reason=reason)


class _Z3Assignment:
    """An assignment of Z3's, read by symbol; symbols are written as in the text."""

    def __init__(self, assignment: Any) -> None:
        self._assignment = assignment
        self._declared = {declared.name(): declared for declared in assignment.decls()}
        self._tables: dict[str, tuple[dict[int, int], int | None]] = {}

    def number(self, symbol: str) -> int:
        """The value of a constant; 0 where Z3 does not care."""
        declared = self._declared.get(symbol.strip("|"))
        return 0 if declared is None else self._value(declared())

    def element(self, symbol: str, index: int) -> int:
        """The value of a function at `index`; 0 where Z3 does not care."""
        declared = self._declared.get(symbol.strip("|"))
        if declared is None:
            return 0
        if symbol not in self._tables:
            self._tables[symbol] = self._table(declared)
        listed, otherwise = self._tables[symbol]
        if index in listed:
            return listed[index]
        return self._value(declared(index)) if otherwise is None else otherwise

    def _value(self, expression: Any) -> int:
        return int(self._assignment.eval(expression, model_completion=True).as_long())

    def _table(self, declared: Any) -> tuple[dict[int, int], int | None]:
        """The listed values of a function, and its value elsewhere where that is one number."""
        import z3

        function = self._assignment[declared]
        if not isinstance(function, z3.FuncInterp):
            return {}, None
        entries = [function.entry(i) for i in range(function.num_entries())]
        otherwise = function.else_value()
        if not z3.is_int_value(otherwise) or not all(z3.is_int_value(e.value()) for e in entries):
            return {}, None
        return {e.arg_value(0).as_long(): e.value().as_long() for e in entries}, otherwise.as_long()
