"""How refusals and reports read on a terminal, and as JSON: text in, text out, nothing printed.

Whatever comes from a file or a command line is escaped here, so that no name can move the cursor.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from bob.codes import RULES
from bob.errors import NAMELESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bob.errors import Finding, Refused

_MOST_ROWS = 60
_MOST_LETTERS = 300
_COMPARED = "BOB21"


def printable(text: str) -> str:
    """`text` with everything that is not printable shown as an escape."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode() for c in text
    )


def exit_status(findings: Iterable[Finding]) -> int:
    """1 for a no, 2 where the question could not be asked, 3 where it stays undecided; a no outweighs."""
    statuses = {RULES[finding.code].status for finding in findings}
    return 1 if 1 in statuses else max(statuses)


def refusal(refused: Refused) -> str:
    """A refusal with everything in it: each rule broken, its places, what is equal, why, and what to do."""
    subject = printable(refused.subject)
    by_code = sorted(refused.findings, key=lambda finding: finding.code)
    lines: list[str] = []
    for code, group in groupby(by_code, key=lambda finding: finding.code):
        rule = RULES[code]
        lines.append(f"{subject}: {_word(rule.status)}  {code}  {rule.headline}")
        lines += table(list(group), code)
        lines += [f"why  {rule.why}", f"do   {rule.do.replace('FILE', subject)}"]
    if refused.equal:
        lines.append(f"equal: {', '.join(refused.equal)}")
    lines.append(f"     bob explain {refused.findings[0].code}")
    return "\n".join(lines)


def _word(status: int) -> str:
    return "REFUSED" if status == 1 else "UNABLE"


def table(findings: Sequence[Finding], code: str) -> list[str]:
    """The findings of one code as aligned rows."""
    sides = (
        ("in the file", "the contract")
        if code.startswith(_COMPARED) and code < "BOB217"
        else ("found", "expected")
    )
    rows = [("part", *sides, "")]
    for finding in findings[:_MOST_ROWS]:
        place = "" if finding.byte_offset is None else f"at byte {finding.byte_offset:,}"
        rest = ", ".join(text for text in (place, finding.note) if text)
        rows.append((finding.part or NAMELESS, finding.found or "-", finding.expected or "-", rest))
    lines = columns([tuple(shortened(printable(cell)) for cell in row) for row in rows], indent=2)
    if len(findings) > _MOST_ROWS:
        lines.append(f"  and {len(findings) - _MOST_ROWS:,} more (--json lists them all)")
    return lines


def shortened(text: str) -> str:
    """`text`, or its beginning and its length where it is longer than a person reads."""
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}... ({len(text):,} characters)"


def columns(rows: Sequence[Sequence[str]], indent: int = 0) -> list[str]:
    """Rows with each column as wide as its widest cell, the last one ragged."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    margin = " " * indent
    return [
        (margin + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as JSON, with its rule's headline."""
    return {
        "code": finding.code,
        "headline": RULES[finding.code].headline,
        "part": finding.part,
        "found": finding.found,
        "expected": finding.expected,
        "byte_offset": finding.byte_offset,
        "note": finding.note,
    }


def report_json(
    subject: str, verdict: str, findings: Iterable[Finding], equal: Iterable[str]
) -> dict[str, Any]:
    """A verdict on a subject as JSON, with every finding and the parts that are equal."""
    return {
        "subject": subject,
        "verdict": verdict,
        "findings": [finding_json(finding) for finding in findings],
        "equal": list(equal),
    }


def unread(n_bytes: int) -> str:
    """That chunks were not read, as one line."""
    return f"not read: {n_bytes:,} bytes of chunks, under a refused header (bob verify envelope --chunks)"


def refusal_json(refused: Refused) -> dict[str, Any]:
    """A refusal as JSON."""
    verdict = _word(exit_status(refused.findings))
    return report_json(refused.subject, verdict, refused.findings, refused.equal)
