"""One checkpoint held against all that is said of it: `judge(Checkpoint("m.safetensors", "llama"))`.

Its envelope, its seal or its format's rules, its contract, and its schema with the config where one is named.
Findings whose rule nobody wrote down elsewhere have the line that names the checkpoint, in the user's
pyproject.toml, as theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.cli.held_schema import held_schema
from bob.cli.render import printable, refusal, report_json
from bob.errors import Refused
from bob.judged import Judged
from bob.sealing_held import held_by, opened_file

if TYPE_CHECKING:
    from bob.errors import Finding
    from bob.project import Checkpoint
    from bob.schema import Matched

_NO_SCHEMA = ("any schema",)


def judge(checkpoint: Checkpoint) -> Judged:
    """The judgement of one checkpoint; what cannot be read is judged so, and nothing is raised for it."""
    try:
        judged = _judged(checkpoint)
    except Refused as refused:
        judged = refused_as(Refused(refused.subject, _of_another(checkpoint.path, refused)))
    lines = tuple(line or checkpoint.line for line in judged.lines)
    return judged._replace(subject=checkpoint.path, lines=lines)


def _judged(checkpoint: Checkpoint) -> Judged:
    """What states it (its envelope, its seal, or its format), then its schema."""
    with opened_file(checkpoint.path) as opened:
        held = held_by(opened, checkpoint.path, checkpoint.contract or None)
        not_checked = held.not_checked if checkpoint.schema else (*held.not_checked, *_NO_SCHEMA)
        judged = Judged.by_bob("", held.findings, not_checked)
        if checkpoint.schema and held.inventory is not None:
            of_schema, _ = held_schema(
                checkpoint.schema, held.inventory, opened.place, checkpoint.config or None
            )
            judged = _joined(judged, of_schema.matched)
        opened.require_unchanged()
    return judged


def _of_another(path: str, refused: Refused) -> list[Finding]:
    """The findings of a refusal, with the name of the file where it is not the checkpoint itself."""
    found = []
    for finding in refused.findings:
        is_named = refused.subject in (path, finding.part)
        note = finding.note if is_named else ", ".join(filter(None, (refused.subject, finding.note)))
        found.append(finding._replace(note=note))
    return found


def _joined(judged: Judged, matched: Matched) -> Judged:
    return Judged(
        "",
        (*judged.findings, *matched.findings),
        (*judged.lines, *matched.lines),
        tuple(dict.fromkeys((*judged.not_checked, *matched.not_checked))),
    )


def refused_as(refused: Refused) -> Judged:
    """A refusal as a judgement."""
    return Judged.by_bob(refused.subject, refused.findings)


def told(judged: Judged) -> str:
    """A judgement as a person reads it, without a final line feed."""
    subject = printable(judged.subject)
    if not judged.findings:
        return "\n".join([f"{subject}: VERIFIED", *_unchecked(judged)])
    said = [refusal(Refused(judged.subject, judged.findings))]
    written = dict.fromkeys(line for line in judged.lines if line is not None)
    said += [f"     written at {printable(line.file)}:{line.line}" for line in written]
    return "\n".join([*said, *_unchecked(judged)])


def _unchecked(judged: Judged) -> list[str]:
    return [f"  not checked: {', '.join(map(printable, judged.not_checked))}"] if judged.not_checked else []


def judged_json(judged: Judged) -> dict[str, object]:
    """A judgement as JSON, each finding with the line of its rule."""
    report = report_json(judged.subject, "REFUSED" if judged.findings else "VERIFIED", judged.findings, ())
    for finding, line in zip(report["findings"], judged.lines, strict=True):
        finding["line"] = None if line is None else line._asdict()
    return {**report, "not_checked": list(judged.not_checked)}
