"""Claims beyond the terms of one family: `Theorem`, for judges, and `Walk`, which goes through every case.

    Theorem("decimal/round_trip", "Decimals", "...", "up to 24 digits", premise_text, goal_text)
    Walk("identity/product", "Identity", "...", "names of any length", "product automaton", run)

A theorem is SMT-LIB 2.6 text, as an obligation's is: its goal text asserts the premises and the negated goal.
A statement may be false on purpose, an example of where a bound ends: then `refuted` says what it shows, and
only FALSIFIED is success. No solver is known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.judges import Assignment


class Theorem(NamedTuple):
    """Premises imply a goal, both as text.

    `name` is a group, `/`, and what is claimed: stable, and fit for a file's name. `subject` heads the group
    for a reader, `bound` says for which values the claim is made. `premise_text` is empty where nothing is
    assumed. `judges` may be asked, in that order. `replay` says a counterexample in words after evaluating it
    anew in Python, and raises `ValueError` where Python finds that it is none.
    """

    name: str
    subject: str
    sentence: str
    bound: str
    premise_text: str
    goal_text: str
    judges: tuple[str, ...] = ("z3", "cvc5")
    refuted: str = ""
    replay: Callable[[Assignment], str] | None = None


class Walked(NamedTuple):
    """What going through all cases came to; `evidence` counts them, or says the case where it fails."""

    holds: bool
    evidence: str


class Walk(NamedTuple):
    """A claim that no solver decides: `run` goes through every case of a finite domain, as `method` says.

    `of` is a digest of all that the walk depends on: while the ledger keeps a walk of the same, it is not
    walked again. Where it is empty, it always is.
    """

    name: str
    subject: str
    sentence: str
    bound: str
    method: str
    run: Callable[[], Walked]
    refuted: str = ""
    of: str = ""
