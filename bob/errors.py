"""What went wrong, as a record: `Finding`, and the one exception that carries findings, `Refused`.

A finding says what is so, its names `shown` and its counts as `so_many`; how it is told to a person is the
business of `bob.cli`. The rule behind a finding's code (its headline, why it matters, what to do) lives in
`bob.codes`, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

# What to print for a name of no characters, as a tensor's may be.
NAMELESS = '""'
_MOST_OF_A_NAME = 200
_PLURALS = {"axis": "axes", "index": "indices"}


class Finding(NamedTuple):
    """One way in which something is not what it must be.

    `code` is a key of `bob.codes.RULES`; `part` names the field, plane, region or element concerned;
    `found` and `expected` are printable; `byte_offset` counts from the start of the file, where it has
    a place there; `note` adds a fact that fits neither side.
    """

    code: str
    part: str
    found: str = ""
    expected: str = ""
    byte_offset: int | None = None
    note: str = ""


class BobError(Exception):
    """Everything that Bob raises on purpose."""


class Refused(BobError):
    """A subject (a file, a family, a contract, a run) that is not what it must be, with every finding.

    `findings` is never empty; `subject` says what was refused; `equal` names the parts that agree,
    where parts were compared.
    """

    def __init__(self, subject: str, findings: Iterable[Finding], equal: Iterable[str] = ()) -> None:
        self.subject = subject
        self.findings = tuple(findings)
        self.equal = tuple(equal)
        if not self.findings:
            raise ValueError("a refusal without a finding")
        super().__init__(subject, self.findings, self.equal)

    def __str__(self) -> str:
        lines = (sentence(finding) for finding in self.findings)
        return f"{self.subject}: " + "; ".join(lines)


def shown(name: str) -> str:
    """A name of a file as it is, or its two ends where it has more than 200 characters."""
    half = (_MOST_OF_A_NAME - 1) // 2
    return name if len(name) <= _MOST_OF_A_NAME else f"{name[:half]}…{name[-half:]}"


def so_many(n: int, noun: str) -> str:
    """`1 axis`, `9,500 axes`."""
    return f"{n:,} {noun if n == 1 else _PLURALS.get(noun, f'{noun}s')}"


def sentence(finding: Finding) -> str:
    """One finding in one line, without its rule: code, part, place, what was found and expected."""
    place = "" if finding.byte_offset is None else f" at byte {finding.byte_offset:,}"
    text = f"{finding.code} {finding.part or NAMELESS}{place}"
    if finding.found:
        text += f": {finding.found}"
    if finding.expected:
        text += f" (expected {finding.expected})"
    if finding.note:
        text += f" [{finding.note}]"
    return text
