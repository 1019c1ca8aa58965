"""How verdicts on claims read on a terminal, and as JSON: `as_text`, `as_data`, and the exit `status`."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from bob.cli.render import columns, finding_json, printable
from bob.proof.explain import as_data as explanation_data
from bob.proof.explain import explained_lines
from bob.proof.judges import DISTRIBUTIONS, Word, present
from bob.proof.ledger import ledger_digest
from bob.spec.obligation import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bob.errors import Finding
    from bob.proof.explain import Explanation
    from bob.proof.heard import Heard, Opinion

NONE: Mapping[str, Explanation] = {}
_CODES = {Verdict.FALSIFIED: "BOB120", Verdict.VACUOUS: "BOB121", Verdict.UNKNOWN: "BOB122"}
_DISAGREE = "BOB125"
_LABELS = ("at", "gives", "false", "least", "from", "holds")
_SENTENCE_WIDTH = 72
_MOST_FILES = 10


def status(heard: Sequence[Heard], differing: Sequence[Finding] | None) -> int:
    """1 where the answer is no, 3 where it stays open, else 0; a no outweighs."""
    asked = {each.status for each in heard} | ({1} if differing else set())
    return 1 if 1 in asked else max(asked, default=0)


def code(each: Heard) -> str | None:
    """The code of what is wrong with a claim, if anything is."""
    if each.disagreement:
        return _DISAGREE
    if each.status and each.refuted and each.verdict in (Verdict.PROVED, Verdict.CHECKED):
        return "BOB126"
    return _CODES[each.verdict] if each.status else None


def as_text(
    heard: Sequence[Heard],
    differing: Sequence[Finding] | None,
    explanations: Mapping[str, Explanation] = NONE,
) -> str:
    """The verdicts subject by subject, each with its evidence where there is some, and a summary."""
    lines: list[str] = []
    for subject, group in groupby(heard, key=lambda each: each.subject):
        lines += [printable(subject), *_subject(list(group), explanations), ""]
    return "\n".join([*lines, *_summary(heard, differing)])


def _subject(heard: list[Heard], explanations: Mapping[str, Explanation]) -> list[str]:
    sentences = [wrap(printable(each.sentence), _SENTENCE_WIDTH) or [""] for each in heard]
    rows = [
        (_short_name(each), sentence[0], each.verdict.value, _said(each))
        for each, sentence in zip(heard, sentences, strict=True)
    ]
    margin = 4 + max(len(row[0]) for row in rows)
    lines: list[str] = []
    told: list[list[str]] = []
    for each, sentence, row in zip(heard, sentences, columns(rows, indent=2), strict=True):
        lines += [row, *(" " * margin + rest for rest in sentence[1:])]
        evidence = _evidence(each, explanations.get(each.name))
        lines += evidence if each.evidence or evidence not in told else []
        told.append(evidence)
    return lines


def _short_name(each: Heard) -> str:
    return printable(each.name.partition("/")[2])


def _said(each: Heard) -> str:
    """Who decided it, how fast, and how it was confirmed."""
    said = [each.method] if each.method else [_opinion(opinion) for opinion in each.opinions]
    counterexample = each.verdict is Verdict.FALSIFIED and each.evidence and not each.method
    return ", ".join([*said, *(["replayed in Python"] if counterexample else [])])


def _opinion(opinion: Opinion) -> str:
    if opinion.word is Word.UNKNOWN:
        return f"{opinion.judge} gave up"
    return f"{opinion.judge} {opinion.seconds * 1000:,.0f} ms"


def _evidence(each: Heard, explanation: Explanation | None) -> list[str]:
    """What a reader needs who is told anything but PROVED."""
    lines: list[str] = []
    if each.refuted:
        lines += wrap(f"false on purpose: {each.refuted}", _SENTENCE_WIDTH)
    found = each.discharged
    if each.verdict is Verdict.FALSIFIED and found is not None:
        lines += [f"claim  {line}" for line in wrap(repr(found.obligation.goal), _SENTENCE_WIDTH)]
    for told in (*each.evidence, *(explained_lines(explanation) if explanation else ())):
        lines += _labelled(told)
    if found is not None and found.contradiction:
        lines += ["the premises contradict each other:"]
        lines += [f"  {premise.name}: {premise.sentence}" for premise in found.contradiction]
    lines += [each.note] if each.note else []
    return [f"      {printable(line)}" for line in lines]


def _labelled(told: str) -> list[str]:
    """A line of evidence; what stands at, gives and is false is set apart, the rest below it."""
    first, _, rest = told.partition(" ")
    if first not in _LABELS:
        return wrap(told, _SENTENCE_WIDTH)
    lines = wrap(rest, _SENTENCE_WIDTH, break_on_hyphens=False, break_long_words=False)
    # A terminal that opens FILE:LINE wants it whole.
    return [f"{first:<6} {line}" for line in ([rest] if first == "from" else lines)]


def _summary(heard: Sequence[Heard], differing: Sequence[Finding] | None) -> list[str]:
    counted = Counter(each.verdict for each in heard)
    counts = ", ".join(f"{counted[verdict]} {verdict.value}" for verdict in Verdict if counted[verdict])
    on_purpose = sum(1 for each in heard if each.refuted and not each.status)
    counts += f" ({on_purpose} of them on purpose)" if on_purpose else ""
    lines = [f"{len(heard)} claims: {counts}", *_judges(heard)]
    if differing is not None:
        lines += _ledger(differing)
    codes = sorted({found for each in heard if (found := code(each))} | ({"BOB123"} if differing else set()))
    return [*lines, *(f"     bob explain {found}" for found in codes)]


def _judges(heard: Sequence[Heard]) -> list[str]:
    """Which judges there are, which decided alone, and which are not installed."""
    versions = ", ".join(f"{judge} {version}" for judge, version in present().items())
    lines = [f"judges: {versions}"]
    for judge in present():
        alone = [each.name for each in heard if each.by_one_alone == judge]
        lines += [f"by {judge} alone: {_few(alone)}"] if alone else []
    if n_kept := sum(1 for each in heard if each.is_kept):
        lines.append(f"{n_kept} as the ledger keeps them: bob prove --again asks the judges again")
    absent = [judge for judge in DISTRIBUTIONS if judge not in present()]
    return [*lines, *(f"{judge} is not installed: pip install 'bob-ckpt[prove]'" for judge in absent)]


def _few(names: list[str]) -> str:
    rest = len(names) - _MOST_FILES
    return ", ".join(names[:_MOST_FILES]) + (f" and {rest} more" if rest > 0 else "")


def _ledger(differing: Sequence[Finding]) -> list[str]:
    if not differing:
        return [f"ledger {ledger_digest()[:6]}: agrees, every text and every verdict"]
    rows = [(finding.part, finding.found, finding.expected) for finding in differing[:_MOST_FILES]]
    count = "1 file is" if len(differing) == 1 else f"{len(differing)} files are"
    return [
        f"ledger {ledger_digest()[:6]}: {count} not as the code prints it",
        *columns([("file", "found", "expected"), *rows], indent=2),
    ]


def as_data(
    heard: Sequence[Heard],
    differing: Sequence[Finding] | None,
    explanations: Mapping[str, Explanation] = NONE,
) -> dict[str, Any]:
    """The verdicts and their evidence, for machines."""
    return {
        "judges": dict(present()),
        "absent": [judge for judge in DISTRIBUTIONS if judge not in present()],
        "claims": [_claim(each, explanations.get(each.name)) for each in heard],
        "counts": {v.value: sum(1 for each in heard if each.verdict is v) for v in Verdict},
        "ledger": None
        if differing is None
        else {"digest": ledger_digest(), "differences": [finding_json(finding) for finding in differing]},
    }


def _claim(each: Heard, explanation: Explanation | None) -> dict[str, Any]:
    found = each.discharged
    member = None if found is None else found.counterexample
    goal = None if found is None or found.obligation.goal is None else repr(found.obligation.goal)
    contradiction = () if found is None else found.contradiction
    return {
        "name": each.name,
        "subject": each.subject,
        "sentence": each.sentence,
        "bound": each.bound,
        "goal": goal,
        "verdict": each.verdict.value,
        "refuted": each.refuted,
        "method": each.method,
        "code": code(each),
        "judges": [
            {
                "judge": opinion.judge,
                "says": opinion.word.value,
                "seconds": round(opinion.seconds, 6),
                "reason": opinion.reason,
                "kept": opinion.kept,
            }
            for opinion in each.opinions
        ],
        "counterexample": None if member is None else {**member._asdict(), "reads": sorted(member.reads)},
        "evidence": list(each.evidence),
        "explanation": None if explanation is None else explanation_data(explanation),
        "contradiction": [{"name": p.name, "sentence": p.sentence} for p in contradiction],
        "note": each.note,
    }
