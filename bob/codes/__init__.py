"""The table of codes: for each `BOBnnn` its headline, its rule, why it matters and what to do.

`docs/codes.md` and `bob explain` are made from this table. A code is never reused and never changes its
meaning. 1xx families and proofs, 2xx envelopes and contracts, 3xx inputs, 4xx values, 5xx other formats, 6xx
schemas, 7xx learners, 8xx runs.
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
    projects,
    runs,
    safetensors,
    schema_values,
    schemas,
    seals,
    shards,
    torch,
)
from bob.codes.rule import Rule

__all__ = ["RULES", "Rule"]

RULES: dict[str, Rule] = (
    families.RULES
    | envelopes.RULES
    | seals.RULES
    | inputs.RULES
    | formats.RULES
    | safetensors.RULES
    | gguf.RULES
    | archive.RULES
    | torch.RULES
    | arrays.RULES
    | planes.RULES
    | shards.RULES
    | schemas.RULES
    | schema_values.RULES
    | runs.RULES
    | conversion.RULES
    | projects.RULES
)
