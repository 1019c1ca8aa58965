"""What was found when all 2^32 arguments of exp and log were walked, and whether it still says something.

    keep(folder, found, versions)        tools/check_exp_log.py, once it has walked
    walks()                              `bob prove`: the kept result is of the text that is compiled today

The text of a function is what `elementary` does, written down operation by operation with every coefficient's
bits: another coefficient or another order is another text, another comment is not. The hard cases, those
which the deciding evaluation left to MPFR, are all kept, and computed again each time: by the same text over
Python's binary64 numbers. That the machine code is this text, translation validation shows.
"""

from __future__ import annotations

import json
import math
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.binary32 import SIGN
from bob.canonical import hex_digest
from bob.errors import Refused
from bob.kernels import exact
from bob.kernels.elementary import SHIFTER, capped, exponential, logarithm
from bob.kernels.symbolic import BINARY64, Term, narrowed, select, variable, widened
from bob.proof.expressions import laid_out
from bob.proof.ledger import proofs_folder
from bob.proof.theorem import Walk, Walked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from bob.proof.expressions import Expression

FOLDER = "elementary"
RESULT, HARD_CASES = "walk.json", "hard_cases.txt"
AGAIN = "python tools/check_exp_log.py --keep proofs/elementary"
# As many patterns with the sign bit as without.
N_ARGUMENTS = 2 * SIGN
NAMES = ("exp", "log")
_A_LINE = 10


class Found(NamedTuple):
    """What a walk over all arguments of a function came to: bit patterns, ascending."""

    wrong: Sequence[int]
    settled: Sequence[int]


def function(name: str, *operations: Callable[..., Any]) -> Callable[[Any], Any]:
    """exp or log of `elementary` over some reading's widen, narrow, select, scaled and exponent."""
    widen, narrow, choose, scaled, exponent = operations
    if name == "log":
        log: Callable[[Any], Any] = logarithm(widen, narrow, choose, scaled, exponent)
        return log
    begin, finish = exponential(widen, narrow, choose, scaled)
    exp: Callable[[Any], Any] = capped(lambda x: finish(*begin(x)), choose)
    return exp


def formula_text(name: str) -> str:
    """What a function does to x, an operation a line; a result that is used again has a number."""

    def scaled(z: Term, shifted: Term) -> Term:
        return Term(("scaled", z.expression, shifted.expression), BINARY64)

    def exponent(y: Term) -> Term:
        return Term(("exponent", y.expression), BINARY64)

    outcome = function(name, widened, narrowed, select, scaled, exponent)(variable("x"))
    lines: list[str] = []
    written: dict[int, str] = {}
    kept: list[Expression] = []

    def write(expression: Expression) -> str:
        if isinstance(expression, str):
            return expression
        if expression[0] == "_" or str(expression[-1]).startswith("#"):
            return laid_out(expression)
        if id(expression) not in written:
            text = " ".join(write(part) for part in expression)
            written[id(expression)] = f"%{len(lines)}"
            # Kept alive, so that no other expression takes its identity.
            kept.append(expression)
            lines.append(f"%{len(lines)} = {text}\n")
        return written[id(expression)]

    write(outcome.expression)
    return "".join(lines)


def formula_digest(name: str) -> str:
    """The BLAKE3 digest of a function's text, in hex."""
    return hex_digest(formula_text(name).encode("ascii"))


def hard_case_lines(name: str, arguments: Sequence[int]) -> str:
    """The part of the table that belongs to a function: bit patterns in hex, behind its name."""
    words = [f"{argument:08x}" for argument in arguments]
    rows = (words[i : i + _A_LINE] for i in range(0, len(words), _A_LINE))
    return "".join(f"{name} {' '.join(row)}\n" for row in rows)


def keep(folder: Path, found: Mapping[str, Found], versions: Mapping[str, str]) -> None:
    """Write what the walk found to a folder of proofs."""
    functions, table = {}, ""
    for name, (wrong, settled) in found.items():
        lines = hard_case_lines(name, settled)
        table += lines
        functions[name] = {
            "arguments": N_ARGUMENTS,
            "formula": formula_digest(name),
            "hard_cases": hex_digest(lines.encode("ascii")),
            "misrounded": len(wrong),
            "settled": len(settled),
        }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / HARD_CASES).write_text(table, encoding="ascii")
    result = {"functions": functions, "versions": dict(versions)}
    (folder / RESULT).write_text(json.dumps(result, indent=2, sort_keys=True) + "\n", encoding="ascii")


def hard_cases(folder: Path, name: str) -> list[int]:
    """The kept arguments of a function; raises `OSError` or `ValueError` where they cannot be read."""
    lines = (folder / HARD_CASES).read_text(encoding="ascii").splitlines()
    rows = (line.split() for line in lines)
    return [int(word, 16) for row in rows if row[0] == name for word in row[1:]]


def walks() -> tuple[Walk, ...]:
    """That both functions are correctly rounded, as it was walked."""
    return tuple(
        Walk(
            f"elementary/{name}",
            "Exp and log",
            f"{name} is rounded correctly",
            "every binary32 argument, all 4,294,967,296",
            "walked by tools/check_exp_log.py, kept; what MPFR settled is computed again now",
            lambda name=name: walked(name),  # type: ignore[misc]
        )
        for name in NAMES
    )


def walked(name: str, folder: Path | None = None) -> Walked:
    """Whether the kept result is that of today's text, complete, and right wherever MPFR was asked."""
    try:
        where = folder or proofs_folder() / FOLDER
        result = json.loads((where / RESULT).read_text(encoding="ascii"))
        kept, arguments = result["functions"][name], hard_cases(where, name)
        versions = result["versions"]
    except (OSError, ValueError, KeyError, TypeError, Refused) as wrong:
        return Walked(False, f"no kept result can be read ({type(wrong).__name__}): {AGAIN}")
    if kept["formula"] != formula_digest(name):
        return Walked(False, f"the kept result is of another text of {name}: {AGAIN}")
    digest = hex_digest(hard_case_lines(name, arguments).encode("ascii"))
    if (kept["hard_cases"], kept["settled"]) != (digest, len(arguments)):
        return Walked(False, f"the table of hard cases is not the one that was kept: {AGAIN}")
    if (kept["arguments"], kept["misrounded"]) != (N_ARGUMENTS, 0):
        return Walked(False, f"{kept['misrounded']} of {kept['arguments']:,} arguments are misrounded")
    for argument in arguments:
        found, right = computed(name, argument), rounded(name, argument)
        if found != right:
            return Walked(False, f"{name} of {argument:08x} gives {found:08x}, not {right:08x}")
    return Walked(
        True,
        f"{N_ARGUMENTS:,} arguments; {len(arguments):,} settled by {versions['mpfr']} and right again",
    )


def computed(name: str, argument: int) -> int:
    """A function of a bit pattern by its text over Python's binary64 numbers: bits."""
    x = struct.unpack("<f", struct.pack("<I", argument))[0]
    outcome = function(name, float, _narrow, lambda c, a, b: a if c else b, _scaled, _exponent)(x)
    return int.from_bytes(struct.pack("<f", outcome), "little")


def rounded(name: str, argument: int) -> int:
    """A function of a bit pattern, correctly rounded, by MPFR: bits."""
    with exact.context():
        return exact.bits(exact.FUNCTIONS[name](exact.scalar(argument)))


def _narrow(x: float) -> float:
    try:
        narrow: float = struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)
    return narrow


def _scaled(z: float, shifted: float) -> float:
    return math.ldexp(z, int(shifted - SHIFTER))


def _exponent(y: float) -> float:
    return float(math.frexp(y)[1] - 1)
