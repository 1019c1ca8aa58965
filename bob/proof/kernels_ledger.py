"""The kernels' entry of the ledger: what their translation validation came to when it was written down.

Loads no kernel and no solver: `bob.kernels.validation` makes the entry, `bob inspect --kernels` shows it.
"""

from __future__ import annotations

from typing import Any

from bob.errors import Finding, Refused
from bob.proof.ledger import kept_json

KERNELS = "kernels.json"


def written_validation() -> dict[str, Any]:
    """The entry; raises `Refused` (BOB123) where there is none that can be read."""
    entry = kept_json(KERNELS)
    if not isinstance(entry.get("kernels"), list):
        raise Refused("proofs", [Finding("BOB123", KERNELS, "of another form")])
    return entry
