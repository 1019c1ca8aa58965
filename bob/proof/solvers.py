"""The solvers: Z3, cvc5 and Bitwuzla, each asked about one SMT-LIB text. The only module that imports them.

    ask("cvc5", text, timeout_s=10.0)

A solver may overrun its limit, and may end the process that it runs in: `bob.proof.panel` gives each one a
process of its own. Every result is read: what is neither sat nor unsat is UNKNOWN, with the solver's reason.
"""

from __future__ import annotations

import re
import time
from functools import cache
from importlib import import_module
from typing import Any

from bob.proof.judges import Answer, Word

_OF_BITS = re.compile(r"\(set-logic \w*(BV|FP)")
_INTERRUPTED = "interrupted from keyboard"
# Quantifiers by their own counterexamples; products by cylindrical coverings as well, which see at once that
# a quotient is exact, and do not come back from some texts that have none.
_CVC5_ELSE = {"mbqi": "true", "decision": "internal"}
_CVC5_FOR_QUOTIENTS = {"mbqi": "true", "nl-cov": "true"}
_QUOTIENT = " // "
_CVC5_FIRST_S = 0.5


def load(judge: str) -> None:
    """Import a judge, so that its first answer takes no longer than the next; raises `ImportError`."""
    import_module(judge)


def ask(judge: str, text: str, timeout_s: float) -> Answer:
    """What a judge says of an SMT-LIB text, within about `timeout_s`, and the processor time it took.

    Raises `ValueError` for a text that it cannot read, `ImportError` where the judge is not installed.
    """
    start = time.process_time()
    answer = {"z3": _z3, "cvc5": _cvc5, "bitwuzla": _bitwuzla}[judge](text, timeout_s)
    return answer._replace(seconds=time.process_time() - start)


def _z3(text: str, timeout_s: float) -> Answer:
    """Two ways, half of the time each: normal forms of sums of products after equations are solved, which
    decides sizes and offsets in milliseconds, then Z3's own choice; of bits and floats its own choice alone.
    """
    import z3

    try:
        assertions = z3.parse_smt2_string(text, ctx=_context())
    except z3.Z3Exception as wrong:
        raise ValueError(f"not SMT-LIB: {wrong}") from None
    answer = Answer(Word.UNKNOWN, 0.0)
    solvers = [z3.Solver(ctx=_context())]
    if not _OF_BITS.search(text):
        solvers.insert(0, _solver_of_products())
    for solver in solvers:
        answer = _asked_of_z3(solver, assertions, timeout_s / len(solvers))
        if answer.word is not Word.UNKNOWN:
            break
    return answer


@cache
def _context() -> Any:
    import z3

    return z3.Context()


def _solver_of_products() -> Any:
    import z3

    names = ("solve-eqs", "smt")
    products = z3.With(z3.Tactic("simplify", _context()), som=True)
    return z3.Then(products, *(z3.Tactic(name, _context()) for name in names), ctx=_context()).solver()


def _asked_of_z3(solver: Any, assertions: Any, timeout_s: float) -> Answer:
    import z3

    solver.set("timeout", _milliseconds(timeout_s))
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


def _cvc5(text: str, timeout_s: float) -> Answer:
    first_s = min(_CVC5_FIRST_S, timeout_s / 2)
    ways = (_CVC5_FOR_QUOTIENTS, _CVC5_ELSE) if _QUOTIENT in text else (_CVC5_ELSE, _CVC5_FOR_QUOTIENTS)
    answer = _asked_of_cvc5(text, ways[0], first_s)
    if answer.word is Word.UNKNOWN:
        answer = _asked_of_cvc5(text, ways[1], timeout_s - first_s)
    return answer


def _asked_of_cvc5(text: str, way: dict[str, str], timeout_s: float) -> Answer:
    import cvc5

    solver = cvc5.Solver()
    options = {"produce-models": "true", "tlimit-per": str(_milliseconds(timeout_s)), **way}
    for name, value in options.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "text")
    symbols = parser.getSymbolManager()
    try:
        while not (command := parser.nextCommand()).isNull():
            if command.getCommandName() != "check-sat":
                command.invoke(solver, symbols)
        result = solver.checkSat()
    except RuntimeError as wrong:
        raise ValueError(f"not SMT-LIB: {wrong}") from None
    if result.isSat():
        return Answer(Word.SAT, 0.0, _Cvc5Assignment(solver, symbols))
    if result.isUnsat():
        return Answer(Word.UNSAT, 0.0)
    if not result.isUnknown():
        raise AssertionError(f"cvc5 answered {result}")
    return Answer(Word.UNKNOWN, 0.0, reason=str(result.getUnknownExplanation()).rpartition(".")[2].lower())


class _Cvc5Assignment:
    """An assignment of cvc5's, read by symbol."""

    def __init__(self, solver: Any, symbols: Any) -> None:
        self._solver = solver
        self._declared = {term.getSymbol(): term for term in symbols.getDeclaredTerms()}

    def number(self, symbol: str) -> int:
        """The value of a constant."""
        declared = self._declared.get(symbol.strip("|"))
        return 0 if declared is None else self._value(declared)

    def element(self, symbol: str, index: int) -> int:
        """The value of a function at `index`."""
        import cvc5

        declared = self._declared.get(symbol.strip("|"))
        if declared is None:
            return 0
        terms = self._solver.getTermManager()
        return self._value(terms.mkTerm(cvc5.Kind.APPLY_UF, declared, terms.mkInteger(index)))

    def _value(self, term: Any) -> int:
        value = self._solver.getValue(term)
        if value.isBitVectorValue():
            return int(value.getBitVectorValue(10))
        return int(value.getIntegerValue())


def _bitwuzla(text: str, timeout_s: float) -> Answer:
    import bitwuzla

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, _milliseconds(timeout_s))
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    try:
        parser.parse(text, True, False)
        result = parser.bitwuzla().check_sat()
    except bitwuzla.BitwuzlaException as wrong:
        raise ValueError(f"not SMT-LIB: {wrong}") from None
    if result == bitwuzla.Result.SAT:
        return Answer(Word.SAT, 0.0, _BitwuzlaAssignment(parser))
    if result == bitwuzla.Result.UNSAT:
        return Answer(Word.UNSAT, 0.0)
    if result != bitwuzla.Result.UNKNOWN:
        raise AssertionError(f"bitwuzla answered {result!r}")
    return Answer(Word.UNKNOWN, 0.0, reason="limit")


class _BitwuzlaAssignment:
    """An assignment of Bitwuzla's, read by symbol; its texts have no functions."""

    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self._declared = {term.symbol().strip("|"): term for term in parser.get_declared_funs()}

    def number(self, symbol: str) -> int:
        """The value of a constant."""
        declared = self._declared.get(symbol.strip("|"))
        return 0 if declared is None else int(self._parser.bitwuzla().get_value(declared).value(10))

    def element(self, symbol: str, index: int) -> int:
        """There is none."""
        raise ValueError(f"{symbol}({index}): a text of bit-vectors has no functions")


def _milliseconds(timeout_s: float) -> int:
    return max(1, int(timeout_s * 1000))
