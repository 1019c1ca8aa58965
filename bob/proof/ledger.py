"""The proofs kept beside the code: where they lie, what their ledger says, and where they differ.

An installed Bob has them inside the package, a checkout at its top. What a judge said of a text is kept as
long as neither the text nor the judge's version changes. Loads no solver and no family.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.canonical import hex_digest
from bob.errors import Finding, Refused
from bob.proof.heard import Kept, Opinion
from bob.proof.judges import Word, present
from bob.spec.obligation import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

LEDGER, CERTIFICATES = "ledger.json", "certificates.json"
_PACKAGE = Path(__file__).resolve().parent.parent


def proofs_folder() -> Path:
    """Where the proofs lie; raises `Refused` (BOB123) where there are none."""
    for folder in (_PACKAGE / "proofs", _PACKAGE.parent / "proofs"):
        if (folder / LEDGER).is_file():
            return folder
    raise Refused("proofs", [Finding("BOB123", LEDGER, "not there")])


def ledger_digest() -> str:
    """The BLAKE3 digest of the ledger, in hex; raises `Refused` (BOB123) where there is none."""
    return hex_digest((proofs_folder() / LEDGER).read_bytes())


def kept_json(name: str) -> dict[str, Any]:
    """A JSON object that is kept beside the code; raises `Refused` (BOB123) where none can be read."""
    try:
        found = json.loads((proofs_folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise Refused("proofs", [Finding("BOB123", name, f"unreadable: {fault}")]) from None
    if not isinstance(found, dict):
        raise Refused("proofs", [Finding("BOB123", name, "of another form")])
    return found


def kept() -> Kept:
    """What the ledger keeps of texts that are still what it says, by judges that are still what they were.

    The answers of a judge that is not installed are kept as well. Raises `Refused` (BOB123) where there is no
    ledger, or none that can be read.
    """
    folder = proofs_folder()
    try:
        ledger = json.loads((folder / LEDGER).read_text(encoding="utf-8"))
        judges = [judge for judge, known in ledger["judges"].items() if present().get(judge, known) == known]
        opinions = {}
        for path, entry in ledger["texts"].items():
            text = (folder / path).read_text(encoding="utf-8")
            if hex_digest(text.encode()) == entry["blake3"]:
                answers = entry["answers"]
                opinions[text] = [_opinion(judge, answers[judge]) for judge in judges if judge in answers]
        evidence = {name: tuple(claim.get("evidence", ())) for name, claim in ledger["claims"].items()}
        checked = Verdict.CHECKED.value
        walked = {
            name: claim["of"]
            for name, claim in ledger["claims"].items()
            if "of" in claim and claim["verdict"] == checked
        }
        return Kept(opinions, evidence, walked)
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as fault:
        raise Refused("proofs", [Finding("BOB123", LEDGER, f"unreadable: {fault}")]) from None


def _opinion(judge: str, answer: Mapping[str, Any]) -> Opinion:
    return Opinion(judge, Word(answer["says"]), answer["ms"] / 1000, kept=True)


def differences(files: Mapping[str, str], folder: Path) -> list[Finding]:
    """A finding (BOB123) for each of `files` that is not under `folder`, and for each text there beside them.

    Of the ledger, every claim and every text's digest count; who answered, and how fast, do not.
    """
    texts = (path.relative_to(folder).as_posix() for path in folder.rglob("*.smt2"))
    there = {path for path in (LEDGER, *files, *texts) if (folder / path).is_file()}
    found = [Finding("BOB123", path, "not there", "a proof") for path in sorted({*files} - there)]
    found += [Finding("BOB123", path, "there", "nothing") for path in sorted(there - {*files})]
    for path in sorted(there & {*files}):
        text = (folder / path).read_text(encoding="utf-8")
        if _claimed(path, text) != _claimed(path, files[path]):
            found.append(Finding("BOB123", path, "another text", "the text that the code prints"))
    return found


def _claimed(path: str, text: str) -> Any:
    if path != LEDGER:
        return text
    try:
        ledger = json.loads(text)
        digests = {name: entry["blake3"] for name, entry in ledger["texts"].items()}
        return {"claims": ledger["claims"], "texts": digests}
    except (ValueError, AttributeError, KeyError, TypeError):
        return text
