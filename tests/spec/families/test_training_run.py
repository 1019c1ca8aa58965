"""What a run states at the shipped dims, and which runs there are."""

from __future__ import annotations

from typing import Any

import pytest

from bob.errors import Refused
from bob.spec.evaluation import holds
from bob.spec.families.training_run import TrainingRunSemantics

SHIPPED = {
    "updates_per_invocation": 10,
    "fresh_checkpoint_input_bytes": 0,
    "resume_checkpoint_required": 1,
    "fresh_process_resume_required": 1,
    "native_only_required": 1,
    "allowed_host_fallbacks": 0,
}


@pytest.mark.parametrize(("name", "value"), SHIPPED.items(), ids=SHIPPED.keys())
def test_the_shipped_run_is_the_seed_s(name: str, value: int) -> None:
    assert TrainingRunSemantics.at()[name] == value


OTHERS: list[dict[str, Any]] = [
    {"updates_per_invocation": 0},
    {"updates_per_invocation": 2**32 + 1},
    {"fresh_checkpoint_input_bytes": 1},
    {"resume_checkpoint_required": 0},
    {"fresh_process_resume_required": 0},
    {"native_only_required": 0},
    {"allowed_host_fallbacks": 1},
]


@pytest.mark.parametrize("dims", OTHERS, ids=lambda dims: next(iter(dims)))
def test_another_run_is_no_member(dims: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        TrainingRunSemantics.at(**dims)
    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB108", next(iter(dims)))]


def test_a_step_counts_whole_invocations() -> None:
    at, derived = TrainingRunSemantics.at(), TrainingRunSemantics.spec.derived
    assert at.number(derived["step"], {"invocations": 7}) == 70


@pytest.mark.parametrize(
    ("invocations", "fits"), [(1, True), (922337203685477579, True), (922337203685477580, False)]
)
def test_the_next_invocation_ends_within_2_63(invocations: int, fits: bool) -> None:
    (refinement,) = TrainingRunSemantics.spec.refinements
    scope = TrainingRunSemantics.at().scope({"invocations": invocations})
    assert holds(refinement.predicate, scope) is fits
