"""What a code stands for."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A code's texts: `source` names the document and section that the rule is taken from, if not Bob's own.

    `status` is the exit status that the finding asks for: 1 when the answer is no, 2 when the question could
    not be asked (something unreadable, missing or not supported), 3 when it stays undecided.
    """

    headline: str
    rule: str
    why: str
    do: str
    status: int = 1
    source: str = ""
