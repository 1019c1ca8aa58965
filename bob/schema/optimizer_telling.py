"""What is told of Adam's states while they are looked through, the same of many of them once: `Telling`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bob.formats.gathered import Gathered
from bob.formats.patterns import runs
from bob.schema import ranges
from bob.schema.checked import Checked, without_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.errors import Finding

_STATE_PART = re.compile(r"(.*?state\.)(.+)(\.[^.\[]+)(?:\[.*\])?")
_MOST_ALIKE = 3


class Telling:
    """Findings, notes and open questions; a note or a question that comes again is told once.

    Of how many params a note is, is said with it where it is of one param each time (`note_param`).
    """

    def __init__(self) -> None:
        self.found = Gathered()
        self._notes: dict[str, int] = {}
        self._open: dict[str, None] = {}

    def note(self, text: str) -> None:
        """Something to be known."""
        self._notes.setdefault(text, 0)

    def note_param(self, text: str) -> None:
        """Something to be known of one more param."""
        self._notes[text] = self._notes.get(text, 0) + 1

    def leave_open(self, phrase: str) -> None:
        """Something that was not looked at."""
        self._open[phrase] = None

    def checked(self) -> Checked:
        """All of it."""
        notes = tuple(f"{text}: {n:,} params" if n > 1 else text for text, n in self._notes.items())
        return Checked(without_lines(_folded(self.found.all())), notes, tuple(self._open))


def _folded(findings: Iterable[Finding]) -> list[Finding]:
    """Findings that say the same of one part of many params' states as one, with how many more there are."""
    alike: dict[object, list[tuple[Finding, str]]] = {}
    for finding in findings:
        match = _STATE_PART.fullmatch(finding.part)
        front, key, end = match.groups() if match else (finding.part, "", "")
        question = finding.note.rpartition("; ")[2] if finding.note.endswith("?") else ""
        alike.setdefault((finding.code, front, end, finding.expected, question), []).append((finding, key))
    found = []
    for those in alike.values():
        (first, _), *rest = those
        if len(those) <= _MOST_ALIKE:
            found += [finding for finding, _ in those]
        else:
            note = f"and so {len(rest):,} more states{_which([key for _, key in rest])}"
            found.append(first._replace(note="; ".join(filter(None, (first.note, note)))))
    return found


def _which(keys: list[str]) -> str:
    """` ({1..5})`, the numbers of params; empty where any key is none."""
    if not all(map(str.isdecimal, keys)):
        return ""
    return f" ({ranges.said(runs(map(int, keys)), '')})"
