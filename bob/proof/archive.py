"""The files that keep a proof: for each obligation the texts that were decided, and a ledger of all verdicts.

`files` gives them as text by path below `proofs/`. A premise text that several obligations share is kept
once, beside the first of them. Reading them back is `bob.proof.ledger`'s; nothing is written here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.canonical import canonical_json, hex_digest
from bob.proof.judges import judge
from bob.proof.ledger import LEDGER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.proof.discharge import Discharged


def files(found: Iterable[Discharged]) -> dict[str, str]:
    """Every file below `proofs/`, by its path, for all obligations of some families."""
    texts: dict[str, str] = {}
    premises: dict[str, str] = {}
    obligations: dict[str, Any] = {}
    for discharged in found:
        name, kept = discharged.obligation.name, discharged.premise_text
        suffix = ".premises.smt2" if discharged.goal_text else ".smt2"
        path = premises.setdefault(kept, f"{name}{suffix}")
        texts[path] = kept
        entry = {"premises": path, "premises_blake3": hex_digest(kept.encode())}
        if discharged.goal_text:
            texts[f"{name}.smt2"] = discharged.goal_text
            entry |= {"goal": f"{name}.smt2", "goal_blake3": hex_digest(discharged.goal_text.encode())}
        entry |= {"sentence": discharged.obligation.sentence, "verdict": discharged.verdict.value}
        obligations[name] = entry
    return {**texts, LEDGER: canonical_json({"judge": judge(), "obligations": obligations})}
