"""What an attack on a family found, as records: `Assault`, with a file for each clause, and the edges."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.adversary.content import Near
    from bob.spec.clauses import Clause


class Outcome(Enum):
    """What came of the attack on one clause."""

    ALONE = "broken alone"
    GUARD = "gives another a value"
    REDUNDANT = "redundant"
    MISSED = "not refused as it says"
    UNDECIDED = "undecided"


class File(NamedTuple):
    """A file at some dims: what the derived codec finds in it, and how many bytes of a good file it changes.

    `distance` is nothing where the file has another layout than the good ones.
    """

    dims: Mapping[str, int]
    content: bytes
    codes: tuple[str, ...]
    distance: int | None


class Attacked(NamedTuple):
    """A clause and the file that breaks it.

    `stated` tells that the clause can be taken out of the family, so that it counts; `because` names what
    implies it, what has no value without it, or why nothing was decided.
    """

    clause: Clause
    outcome: Outcome
    file: File | None
    stated: bool
    because: tuple[str, ...] = ()


class Extreme(NamedTuple):
    """A member in which a scalar or dim has the least or the greatest value that was found.

    `shown` tells that no judge stayed undecided about a value beyond it, near this file.
    """

    name: str
    greatest: bool
    value: int
    file: File
    shown: bool


class Forgery(NamedTuple):
    """A file that breaks a clause alone, and keeps it modulo 2^64."""

    clause: Clause
    file: File


class Assault(NamedTuple):
    """Everything that was found of one family; `note` says why nothing was."""

    family: str
    good: tuple[Near, ...] = ()
    clauses: tuple[Attacked, ...] = ()
    extremes: tuple[Extreme, ...] = ()
    forgeries: tuple[Forgery, ...] = ()
    note: str = ""

    @property
    def score(self) -> tuple[int, int]:
        """Of the clauses that a file can tell from none at all, how many are told; and how many there are."""
        counted = [each for each in self.clauses if each.stated and each.outcome is not Outcome.REDUNDANT]
        told = [each for each in counted if each.outcome in (Outcome.ALONE, Outcome.GUARD)]
        return len(told), len(counted)
