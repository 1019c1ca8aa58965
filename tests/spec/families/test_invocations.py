"""Which step so many invocations lead to, and what a step does not say."""

from __future__ import annotations

import pytest

from bob.proof.discharge import Court
from bob.spec.families.invocations import Invocations
from bob.spec.families.training_run import TrainingRunSemantics
from bob.spec.families.transport import CheckpointTransport
from bob.spec.obligation import Verdict, obligations

SHIPPED = {"updates_per_invocation": 10, "before": 2, "some": 3, "more": 4}
REFUTED = ["step_alone_counts_invocations", "flags_alone_keep_the_step_once"]


@pytest.mark.parametrize(("name", "step"), [("first", 20), ("second", 50), ("third", 90)])
def test_the_shipped_run_adds_ten_updates_an_invocation(name: str, step: int) -> None:
    at = Invocations.at()
    assert at.number(Invocations.spec.derived[name], SHIPPED) == step


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_false_on_purpose_has_a_counterexample(name: str) -> None:
    (owed,) = [o for o in obligations(Invocations) if o.name.endswith(f"/{name}")]
    found = Court().discharge(owed)
    assert (found.verdict, bool(owed.refuted)) == (Verdict.FALSIFIED, True)


def test_one_invocation_of_two_updates_ends_where_two_of_one_do() -> None:
    (owed,) = [o for o in obligations(Invocations) if o.name.endswith(f"/{REFUTED[0]}")]
    found = Court().discharge(owed).counterexample
    assert found is not None
    values = {**found.quantities, **found.derived}
    one = (values["updates_per_invocation"], values["before"])
    assert {one, (values["other_updates"], values["other_before"])} == {(1, 2), (2, 1)}
    assert values["first"] == 2


def test_invocations_have_the_dims_of_the_run_and_of_the_transport() -> None:
    dims = Invocations.spec.dims
    assert dims["updates_per_invocation"] is TrainingRunSemantics.spec.dims["updates_per_invocation"]
    assert dims["in_band_step_metadata"] is CheckpointTransport.spec.dims["in_band_step_metadata"]
