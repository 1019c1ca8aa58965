"""`bob prove`: what the families owe, decided for every member."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option
from bob.cli.render import columns, finding_json, printable
from bob.proof.archive import files
from bob.proof.discharge import prove
from bob.proof.judges import TIMEOUT_S, judge
from bob.proof.ledger import differences, ledger_digest, proofs_folder
from bob.proof.subjects import families_in, shipped
from bob.spec.obligation import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bob.errors import Finding
    from bob.proof.discharge import Discharged
    from bob.proof.replay import Member

_CODES = {Verdict.FALSIFIED: "BOB120", Verdict.VACUOUS: "BOB121", Verdict.UNKNOWN: "BOB122"}
_SENTENCE_WIDTH = 72
_MOST_FILES = 10


@click.command()
@click.argument("file", required=False, type=FILE)
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(min=0, min_open=True),
    default=TIMEOUT_S,
    show_default=True,
    metavar="SECONDS",
    help="How long the judge may think about one claim.",
)
@json_option()
@click.pass_context
def command(ctx: click.Context, file: str | None, timeout_s: float, as_json: bool) -> None:
    """Prove every claim of the families that FILE defines, for all their members; default: Bob's own.

    FILE is Python and is executed. Ends with 0 where all is PROVED, 1 where something is FALSIFIED or
    VACUOUS, 3 where something stays UNKNOWN.
    """
    found = prove(shipped() if file is None else families_in(file), timeout_s=timeout_s)
    differing = differences(files(found), proofs_folder()) if file is None else None
    if as_json:
        click.echo(canonical_json(as_data(found, differing)), nl=False)
    else:
        click.echo(as_text(found, differing))
    ctx.exit(status(found, differing))


def status(found: Sequence[Discharged], differing: Sequence[Finding] | None) -> int:
    """1 where the answer is no, 3 where it stays open, else 0; a no outweighs."""
    asked = {discharged.verdict.status for discharged in found} | ({1} if differing else set())
    return 1 if 1 in asked else max(asked, default=0)


def as_text(found: Sequence[Discharged], differing: Sequence[Finding] | None) -> str:
    """The verdicts family by family, each with its evidence where it is not a success, and a summary."""
    lines: list[str] = []
    for family, group in groupby(found, key=lambda discharged: discharged.obligation.family):
        lines += [printable(family), *_family(list(group)), ""]
    return "\n".join([*lines, *_summary(found, differing)])


def _family(found: list[Discharged]) -> list[str]:
    sentences = [wrap(printable(each.obligation.sentence), _SENTENCE_WIDTH) or [""] for each in found]
    rows = [
        (_short_name(each), sentence[0], each.verdict.value, _time(each))
        for each, sentence in zip(found, sentences, strict=True)
    ]
    margin = 4 + max(len(row[0]) for row in rows)
    lines: list[str] = []
    told: list[list[str]] = []
    for each, sentence, row in zip(found, sentences, columns(rows, indent=2), strict=True):
        lines += [row, *(" " * margin + rest for rest in sentence[1:])]
        evidence = _evidence(each)
        lines += evidence if each.counterexample or evidence not in told else []
        told.append(evidence)
    return lines


def _short_name(discharged: Discharged) -> str:
    return printable(discharged.obligation.name.partition("/")[2])


def _time(discharged: Discharged) -> str:
    spent = f"{judge().partition(' ')[0]} {discharged.seconds * 1000:,.0f} ms"
    return f"{spent}, replayed in Python" if discharged.counterexample else spent


def _evidence(discharged: Discharged) -> list[str]:
    """What a reader needs who is told anything but PROVED."""
    lines: list[str] = []
    if discharged.counterexample:
        lines = [f"claim  {line}" for line in wrap(repr(discharged.obligation.goal), _SENTENCE_WIDTH)]
        lines += _counterexample(discharged.counterexample)
    elif discharged.contradiction:
        lines = ["the premises contradict each other:"]
        lines += [f"  {premise.name}: {premise.sentence}" for premise in discharged.contradiction]
    elif discharged.note:
        lines = [discharged.note]
    return [f"      {printable(line)}" for line in lines]


def _counterexample(member: Member) -> list[str]:
    stated = _assigned(member.quantities, member.reads)
    derived = _assigned(member.derived, member.reads)
    lines = [f"at     {line}" for line in wrap(stated, _SENTENCE_WIDTH)]
    lines += [f"gives  {line}" for line in wrap(derived, _SENTENCE_WIDTH)]
    return [*lines, *(f"false  {side}" for side in member.sides)]


def _assigned(values: Mapping[str, object], reads: frozenset[str]) -> str:
    shown = {name: value for name, value in values.items() if name in reads}
    return ", ".join(f"{name} = {'no value' if value is None else value}" for name, value in shown.items())


def _summary(found: Sequence[Discharged], differing: Sequence[Finding] | None) -> list[str]:
    counted = Counter(discharged.verdict for discharged in found)
    counts = ", ".join(f"{counted[verdict]} {verdict.value}" for verdict in Verdict if counted[verdict])
    lines = [f"{len(found)} obligations: {counts}"]
    if differing is not None:
        lines += _ledger(differing)
    codes = [code for verdict, code in _CODES.items() if counted[verdict]]
    codes += ["BOB123"] if differing else []
    return [*lines, *(f"     bob explain {code}" for code in codes)]


def _ledger(differing: Sequence[Finding]) -> list[str]:
    if not differing:
        return [f"ledger {ledger_digest()[:6]}: agrees, every text and every verdict"]
    rows = [(finding.part, finding.found, finding.expected) for finding in differing[:_MOST_FILES]]
    count = "1 file is" if len(differing) == 1 else f"{len(differing)} files are"
    return [
        f"ledger {ledger_digest()[:6]}: {count} not as the code prints it",
        *columns([("file", "found", "expected"), *rows], indent=2),
    ]


def as_data(found: Sequence[Discharged], differing: Sequence[Finding] | None) -> dict[str, Any]:
    """The verdicts and their evidence, for machines."""
    return {
        "judge": judge(),
        "obligations": [_discharged(discharged) for discharged in found],
        "counts": {v.value: sum(1 for each in found if each.verdict is v) for v in Verdict},
        "ledger": None
        if differing is None
        else {"digest": ledger_digest(), "differences": [finding_json(finding) for finding in differing]},
    }


def _discharged(discharged: Discharged) -> dict[str, Any]:
    member = discharged.counterexample
    return {
        "name": discharged.obligation.name,
        "family": discharged.obligation.family,
        "sentence": discharged.obligation.sentence,
        "goal": None if discharged.obligation.goal is None else repr(discharged.obligation.goal),
        "verdict": discharged.verdict.value,
        "code": _CODES.get(discharged.verdict),
        "seconds": round(discharged.seconds, 6),
        "counterexample": None if member is None else {**member._asdict(), "reads": sorted(member.reads)},
        "contradiction": [{"name": p.name, "sentence": p.sentence} for p in discharged.contradiction],
        "note": discharged.note,
    }
