"""A finding about a file and a schema, with the line of the schema that it breaks: `Told`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding

if TYPE_CHECKING:
    from bob.judged import Line


class Told(NamedTuple):
    """A finding, and where the rule that it breaks was written."""

    finding: Finding
    line: Line | None


def told(
    code: str, line: Line | None, part: str, found: str = "", expected: str = "", note: str = ""
) -> Told:
    """A finding without a place in the file: headers say what tensors are, and names say which."""
    return Told(Finding(code, part, found, expected, note=note), line)
