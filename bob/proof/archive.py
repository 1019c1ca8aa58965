"""The files that keep the proofs: the texts that were decided, and a ledger of every claim and every answer.

`files` gives them as text by path below `proofs/`. A premise text that several claims share is kept once,
beside the first of them. Reading them back is `bob.proof.ledger`'s; nothing is written here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.canonical import canonical_json, hex_digest
from bob.proof.judges import present
from bob.proof.ledger import LEDGER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.proof.heard import Asked, Heard


def files(heard: Iterable[Heard]) -> dict[str, str]:
    """Every text and the ledger, by path below `proofs/`, for all claims."""
    texts: dict[str, str] = {}
    paths: dict[str, str] = {}
    answers: dict[str, Any] = {}
    claims: dict[str, Any] = {}
    for each in heard:
        entry: dict[str, Any] = {
            "subject": each.subject,
            "sentence": each.sentence,
            "bound": each.bound,
            "verdict": each.verdict.value,
        }
        entry |= {"refuted": each.refuted} if each.refuted else {}
        entry |= {"method": each.method} if each.method else {}
        entry |= {"of": each.of} if each.of else {}
        entry |= {"evidence": list(each.evidence)} if each.evidence else {}
        suffix = ".premises.smt2" if each.goal else ".smt2"
        for role, asked, name in (("premises", each.premise, suffix), ("goal", each.goal, ".smt2")):
            if asked is not None:
                path = paths.setdefault(asked.text, each.name + name)
                texts[path] = asked.text
                answers[path] = {"blake3": hex_digest(asked.text.encode()), "answers": _answers(asked)}
                entry[role] = path
        claims[each.name] = entry
    ledger = {"judges": dict(present()), "claims": claims, "texts": answers}
    return {**texts, LEDGER: canonical_json(ledger)}


def _answers(asked: Asked) -> dict[str, Any]:
    """What each judge said, with its time in whole milliseconds, one at least."""
    return {
        opinion.judge: {"says": opinion.word.value, "ms": max(1, round(opinion.seconds * 1000))}
        for opinion in asked.opinions
    }
