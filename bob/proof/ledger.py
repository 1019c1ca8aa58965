"""The proofs kept beside the code: where they lie, the digest of their ledger, and where they differ.

An installed Bob has them inside the package, a checkout at its top. Loads no solver and no family.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.canonical import hex_digest
from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

LEDGER = "ledger.json"
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


def differences(files: Mapping[str, str], folder: Path) -> list[Finding]:
    """A finding (BOB123) for each file under `folder` that is not one of `files`; judges may differ."""
    kept = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    found = [Finding("BOB123", path, "not there", "a proof") for path in sorted({*files} - kept)]
    found += [Finding("BOB123", path, "there", "nothing") for path in sorted(kept - {*files})]
    for path in sorted(kept & {*files}):
        text = (folder / path).read_text(encoding="utf-8")
        if _without_judge(path, text) != _without_judge(path, files[path]):
            found.append(Finding("BOB123", path, "another text", "the text that the code prints"))
    return found


def _without_judge(path: str, text: str) -> Any:
    if path != LEDGER:
        return text
    try:
        ledger = json.loads(text)
        return {name: value for name, value in ledger.items() if name != "judge"}
    except (ValueError, AttributeError):
        return text
