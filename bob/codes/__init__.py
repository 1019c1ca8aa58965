"""The table of codes: for each `BOBnnn` its headline, its rule, why it matters and what to do.

`docs/codes.md` and `bob explain` are made from this table. A code is never reused and never changes its
meaning. 1xx families and proofs, 2xx envelopes and contracts, 3xx inputs, 4xx values, 5xx other formats, 7xx
learners, 8xx runs.
"""

from __future__ import annotations

from bob.codes import (
    archive,
    arrays,
    conversion,
    envelopes,
    families,
    formats,
    gguf,
    inputs,
    planes,
    runs,
    safetensors,
    shards,
    torch,
)
from bob.codes.rule import Rule

__all__ = ["RULES", "Rule"]

RULES: dict[str, Rule] = (
    families.RULES
    | envelopes.RULES
    | inputs.RULES
    | formats.RULES
    | safetensors.RULES
    | gguf.RULES
    | archive.RULES
    | torch.RULES
    | arrays.RULES
    | planes.RULES
    | shards.RULES
    | runs.RULES
    | conversion.RULES
)
