"""The judges by name, and the words in which each answers. Loads no solver.

A judge reads the text that `proofs/` keeps, never a second encoding. Its answer is one of three words; the
values of an assignment are plain numbers, which are evaluated in Python before anyone believes them. The
solvers themselves are in `bob.proof.solvers`, which only a process of its own loads (`bob.proof.panel`).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    Decide: TypeAlias = "Callable[[str, float], Answer]"

TIMEOUT_S = 10.0
FIRST = "z3"
# Each judge, and the distribution that it comes with; all but the first are Bob's extra `prove`.
DISTRIBUTIONS: Mapping[str, str] = {FIRST: "z3-solver", "cvc5": "cvc5", "bitwuzla": "bitwuzla"}


class Word(Enum):
    """What a judge says of the assertions of a text."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Lost(ValueError):
    """The values of an answer are asked for, and the process that gave it has ended."""


class Assignment(Protocol):
    """Values that a judge gives to the symbols of a text, for which all assertions are said to be true.

    Its methods raise `Lost` where the judge's process has ended.
    """

    def number(self, symbol: str) -> int:
        """The value of a constant, of a bit-vector as a natural number; 0 where the judge does not care."""

    def element(self, symbol: str, index: int) -> int:
        """The value of a function at `index`."""


class Answer(NamedTuple):
    """A judge's answer: `assignment` is there with SAT, `reason` with UNKNOWN."""

    word: Word
    seconds: float
    assignment: Assignment | None = None
    reason: str = ""


@cache
def present() -> Mapping[str, str]:
    """The judges that are installed, each with the version of its distribution."""
    found = {}
    for judge, distribution in DISTRIBUTIONS.items():
        try:
            found[judge] = version(distribution)
        except PackageNotFoundError:
            continue
    return found
