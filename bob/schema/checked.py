"""What a further look at a matched file came to: `Checked`; a match with it: `joined(matched, checked)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.schema.told import Told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.errors import Finding
    from bob.schema.matching import Matched


class Checked(NamedTuple):
    """Findings with their lines, what deserves to be known, and what was not looked at, in phrases."""

    told: tuple[Told, ...] = ()
    notes: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()


def without_lines(findings: Iterable[Finding]) -> tuple[Told, ...]:
    """Findings whose rule no line of a schema states."""
    return tuple(Told(finding, None) for finding in findings)


def joined(matched: Matched, *more: Checked, answered: Iterable[str] = ()) -> Matched:
    """A match with what further looks came to; `answered` are open phrases that these settle."""
    told = [each for checked in more for each in checked.told]
    open_ = [phrase for phrase in matched.not_checked if phrase not in set(answered)]
    return matched._replace(
        findings=(*matched.findings, *(each.finding for each in told)),
        lines=(*matched.lines, *(each.line for each in told)),
        notes=(*matched.notes, *(note for checked in more for note in checked.notes)),
        not_checked=(*open_, *(phrase for checked in more for phrase in checked.not_checked)),
    )
