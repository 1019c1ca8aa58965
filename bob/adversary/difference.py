"""What two families accept and refuse, as records: `Comparison`, with a file where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.spec.obligation import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.clauses import Clause


class Witness(NamedTuple):
    """A file that one family accepts at some dims and the other refuses, with the codes that it gives."""

    dims: Mapping[str, int]
    content: bytes
    codes: tuple[str, ...]


class Implied(NamedTuple):
    """One clause of the family that is to accept: whether every file of the other one satisfies it.

    `how` says who decided it; `note` why it is open.
    """

    clause: Clause
    verdict: Verdict
    how: str
    witness: Witness | None = None
    note: str = ""


class Way(NamedTuple):
    """Whether `wider` accepts all that `narrower` does, clause by clause."""

    narrower: str
    wider: str
    clauses: tuple[Implied, ...]

    @property
    def verdict(self) -> Verdict:
        """FALSIFIED where one clause is, else UNKNOWN where one is, else PROVED."""
        found = {implied.verdict for implied in self.clauses}
        return next((v for v in (Verdict.FALSIFIED, Verdict.UNKNOWN) if v in found), Verdict.PROVED)

    @property
    def witness(self) -> Witness | None:
        """The smallest file that shows the difference."""
        found = [implied.witness for implied in self.clauses if implied.witness is not None]
        return min(found, key=lambda witness: len(witness.content), default=None)


class Comparison(NamedTuple):
    """Two families of one name, both ways: the new one accepts what the old one does, and the reverse."""

    family: str
    forwards: Way
    backwards: Way

    @property
    def verdicts(self) -> tuple[Verdict, Verdict]:
        """Both verdicts."""
        return self.forwards.verdict, self.backwards.verdict
