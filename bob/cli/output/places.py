"""Where findings are and what is said of them, for all forms alike: `places_of(judged)`, `message(place)`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bob.cli.render import printable
from bob.codes import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.errors import Finding
    from bob.judged import Judged, Line


class Place(NamedTuple):
    """A finding, the file that it is of, and the line of the rule that it breaks, if a person wrote one."""

    finding: Finding
    subject: str
    line: Line | None


def places_of(judged: Judged) -> Iterator[Place]:
    """Each finding with its places."""
    for finding, line in zip(judged.findings, judged.lines, strict=True):
        yield Place(finding, judged.subject, line)


def shown_path(path: str) -> str:
    """A path as those who read a report resolve it: relative to this folder where it lies below, else whole.

    A URL stays as it is.
    """
    if "://" in path:
        return path
    whole, here = os.path.abspath(path), os.getcwd()
    return os.path.relpath(whole, here) if Path(whole).is_relative_to(here) else whole


def message(place: Place) -> str:
    """A finding as one sentence, with the file that it is of."""
    finding = place.finding
    text = f"{place.subject} {RULES[finding.code].headline}: {finding.part}"
    text += f": found {finding.found}" if finding.found else ""
    text += f", expected {finding.expected}" if finding.expected else ""
    text += f" ({finding.note})" if finding.note else ""
    return printable(text) + "."
