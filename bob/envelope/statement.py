"""A lineage as an in-toto statement, version 1, about one checkpoint; unsigned.

    text = statement("ckpt.bin", opened, lineage)

The subject is the file, by SHA-256, which verifiers of signatures look at, and by BLAKE3, which `b3sum`
prints. The predicate is the chain. Source: the in-toto Attestation Framework, specification v1, Statement
and DigestSet (github.com/in-toto/attestation/tree/main/spec/v1).
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any

from bob.canonical import canonical_json, digest_of_pieces
from bob.envelope.receipts import FORK

if TYPE_CHECKING:
    from bob.envelope.lineage import Lineage
    from bob.envelope.receipts import Receipt
    from bob.store import Source

TYPE = "https://in-toto.io/Statement/v1"
PREDICATE = "https://pypi.org/project/bob-ckpt/lineage/v1"


def statement(path: str, source: Source, lineage: Lineage) -> str:
    """The statement as canonical JSON; the source is read in pieces."""
    sha256 = hashlib.sha256()
    for piece in source.pieces(0, source.n_bytes):
        sha256.update(piece)
    digests = {"sha256": sha256.hexdigest(), "blake3": _blake3(source)}
    return canonical_json(
        {
            "_type": TYPE,
            "subject": [{"name": os.path.basename(path), "digest": digests}],
            "predicateType": PREDICATE,
            "predicate": {"links": [link_data(link.receipt) for link in lineage.links]},
        }
    )


def _blake3(source: Source) -> str:
    return digest_of_pieces(source.pieces(0, source.n_bytes)).hex()


def link_data(receipt: Receipt) -> dict[str, Any]:
    """What identifies a link, as plain data."""
    digests = {name: getattr(receipt, name).hex() for name in ("parent", "child", "input", "contract")}
    told = {"kind": receipt.kind, **digests, "step_from": receipt.step_from, "step_to": receipt.step_to}
    if receipt.kind != FORK:
        return told
    changed = {name: [old, new] for name, old, new in receipt.changed}
    return {**told, "changed": changed, "reset_moments": receipt.reset}
