"""A judgement of one file as a record, for whatever way it is told: `Judged`.

Findings say what is so (`bob.errors`); `lines` say where the rule that each breaks was written down, if that
is a line that a person wrote: of a schema, a contract file, a user's `pyproject.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bob.errors import Finding


class Line(NamedTuple):
    """A line of a text file, counted from 1."""

    file: str
    line: int


class Judged(NamedTuple):
    """A file's findings, each with its line or None beside it, and what was not looked at, in phrases."""

    subject: str
    findings: tuple[Finding, ...]
    lines: tuple[Line | None, ...]
    not_checked: tuple[str, ...] = ()

    @classmethod
    def by_bob(cls, subject: str, findings: tuple[Finding, ...], not_checked: tuple[str, ...] = ()) -> Judged:
        """A judgement by rules that Bob has himself: of none of them a person wrote a line."""
        return cls(subject, findings, (None,) * len(findings), not_checked)
