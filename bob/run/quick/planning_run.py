"""Derives the plan for `bob run --resume`: the envelope's, and what the updates need.

    keep_run_plan(contract, contract_bytes)        after an invocation was made in full

It stands apart from `planning`, so that verifying an envelope loads neither NumPy nor kernels.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from bob.binary32 import exact, shortest
from bob.envelope.input_record import build_input, input_family, read_input
from bob.envelope.values import moments_stay
from bob.kernels import cache as kernel_cache
from bob.kernels import signatures
from bob.learners import byte_table
from bob.moments import law_parts
from bob.run.invocation import INPUT_NAME
from bob.run.quick.planning import code_of, envelope_plan, keep, place
from bob.spec.families.header import LAST_STEP
from bob.spec.source import acceptance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.envelope.contract import Contract

# Updates of scalars that take longer than starting a thread, some times over.
_WORTH_A_THREAD = 200_000
_OF_AN_INPUT = ("pairs", "targets", "prompt_bytes")


def keep_run_plan(
    contract: Contract, contract_bytes: bytes, environment: Mapping[str, str] = os.environ
) -> None:
    """Keep the plan for `run --resume`, where there is a kept object that it can name.

    None for invocations of so many updates that they take several calls, between which Ctrl-C is seen.
    Raises `Refused` (BOB701) for another learner's contract.
    """
    byte_table.require_own(contract)
    kept = kernel_cache.entry(environment)
    if kept is not None and contract["updates"] <= byte_table.updates_a_call(contract):
        keep("run", run_plan(contract, kept), contract_bytes, environment)


def run_plan(contract: Contract, kept: kernel_cache.Entry) -> dict[str, Any]:
    """The plan for invocations under a contract, with a kept object's kernels."""
    vocabulary, updates = contract["data.vocabulary"], contract["updates"]
    at = input_family(contract)
    example = build_input([0] * vocabulary, [0] * contract["data.prompts"], contract)
    record = read_input(example, contract).record
    assert record is not None
    width = contract.at["bytes_per_scalar"]
    scratch = max(signatures.train_scratch(vocabulary, updates), signatures.summarise_scratch(vocabulary))
    made = envelope_plan(contract)
    made["programs"]["input"] = code_of(acceptance("input", at, record, example, _OF_AN_INPUT), "input")
    names = ("lr", "beta1", "beta2", "epsilon", "weight_decay")
    return made | {
        "object": kept.name,
        "object_digest": kept.digest,
        "features": kept.features,
        "updates": updates,
        "last_resumed": LAST_STEP - 2 * updates,
        "input_name": INPUT_NAME,
        "input_bytes": len(example),
        "targets": place(at, "targets"),
        "prompts": place(at, "prompt_bytes"),
        "vocabulary": vocabulary,
        "scalars": contract.at["parameter_count"],
        "row_bytes": vocabulary * width,
        "rows_bytes": width * signatures.row_results(vocabulary, updates),
        "scratch_bytes": width * scratch,
        "trace_bytes": width * signatures.trace_results(updates),
        "shared": contract.at["parameter_count"] * updates >= _WORTH_A_THREAD,
        "hyperparameters": tuple(float(exact(contract[f"learner.{name}"])) for name in names),
        "rate": shortest(contract["learner.lr"]),
        "law": _law(contract),
        "moments_stay": moments_stay(contract),
    }


def _law(contract: Contract) -> tuple[float, float, float, float] | None:
    """The parts of the law of moments in binary64: a, c, scale, ratio."""
    parts = law_parts(contract["learner.beta1"], contract["learner.beta2"])
    return None if parts is None else (float(parts.a), float(parts.c), float(parts.scale), float(parts.ratio))
