"""Where findings are and what is said of them, for all forms alike: `places_of(judged)`, `message(place)`.

Paths are those of the repository, as the services that read reports resolve them: relative to the nearest
folder that has a `.git`, or else to this one.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bob.cli.render import printable
from bob.codes import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.errors import Finding
    from bob.judged import Judged, Line


# By the exit status of a rule; a question that could not be asked is no pass either.
LEVELS = {1: "error", 2: "error", 3: "warning"}


class Place(NamedTuple):
    """A finding, the file that it is of, and the line of the rule that it breaks, if a person wrote one.

    `home` is the line where the finding is shown: that one, if it lies in the repository. Of what lies
    elsewhere, as a schema that Bob ships, services show nothing; there it is shown at the file.
    """

    finding: Finding
    subject: str
    line: Line | None

    @property
    def home(self) -> Line | None:
        """The line where the finding is shown, None for the file that it is of."""
        return self.line if self.line is not None and is_inside(self.line.file) else None


def places_of(judged: Judged) -> Iterator[Place]:
    """Each finding with its places."""
    for finding, line in zip(judged.findings, judged.lines, strict=True):
        yield Place(finding, judged.subject, line)


def root() -> str:
    """The folder that paths are shown relative to."""
    return _root_of(os.getcwd())


@cache
def _root_of(folder: str) -> str:
    above = (str(each) for each in (Path(folder), *Path(folder).parents))
    return next((each for each in above if os.path.lexists(os.path.join(each, ".git"))), folder)


def is_inside(path: str) -> bool:
    """Whether a path lies in the repository."""
    return "://" not in path and Path(os.path.abspath(path)).is_relative_to(root())


def shown_path(path: str) -> str:
    """A path relative to the repository where it lies in it, else whole; a URL as it is."""
    if "://" in path:
        return path
    return os.path.relpath(path, root()) if is_inside(path) else os.path.abspath(path)


def message(place: Place) -> str:
    """A finding as one sentence, with the file that it is of."""
    finding = place.finding
    text = f"{place.subject} {RULES[finding.code].headline}: {finding.part}"
    text += f": found {finding.found}" if finding.found else ""
    text += f", expected {finding.expected}" if finding.expected else ""
    text += f" ({finding.note})" if finding.note else ""
    return printable(text) + "."
