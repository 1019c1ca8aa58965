"""The seed's own names and values, as docs/design.md lists them, and that they move with the dims."""

from __future__ import annotations

import pytest

from bob.spec.families.seed_names import SEED_NAMES, seed_values

TEXTS = {
    "schema_identity": "bob-raw-pmv-f32-v1",
    "ordering_identity": "parameter-order:p-then-m-then-v",
    "deterministic_initialization_identity": "bob-seed-v1",
}
SEED = {
    "bobCheckpointSchemaIdentity": "bob-raw-pmv-f32-v1",
    "bobCheckpointParameterCount": 256 * 256,
    "bobCheckpointPlaneCount": 3,
    "bobCheckpointBytesPerScalar": 4,
    "bobCheckpointPayloadBytes": 786432,
    "bobCheckpointOrderingIdentity": "parameter-order:p-then-m-then-v",
    "bobCheckpointInBandStepMetadata": 1,
    "bobCheckpointExternalStepReceiptRequired": 0,
    "bobRunUpdatesPerInvocation": 10,
    "bobRunDeterministicInitializationIdentity": "bob-seed-v1",
    "bobRunFreshCheckpointInputBytes": 0,
    "bobRunResumeCheckpointRequired": 1,
    "bobRunFreshProcessResumeRequired": 1,
    "bobRunNativeOnlyRequired": 1,
    "bobRunAllowedHostFallbacks": 0,
    "bobInputHeaderBytes": 16,
    "bobInputWordBytes": 4,
    "bobPromptCount": 3,
    "bobInputTargetsOffset": 528,
    "bobInputPromptsOffset": 1552,
    "bobInputRecordBytes": 1564,
    "bobPredictionBytes": 8,
}


def test_the_seed_s_names_have_the_seed_s_values() -> None:
    assert seed_values({}, TEXTS) == SEED


def test_every_text_is_that_of_its_family() -> None:
    constants = {
        quantity: family.spec.constants[quantity].decode()
        for family, quantity in SEED_NAMES.values()
        if quantity in family.spec.constants
    }
    assert constants == TEXTS


def test_the_dims_move_every_value_that_depends_on_them_and_no_other() -> None:
    dims = {"vocabulary": 16, "prompts": 5, "updates_per_invocation": 7}
    moved = {
        "bobCheckpointParameterCount": 256,
        "bobCheckpointPayloadBytes": 3072,
        "bobRunUpdatesPerInvocation": 7,
        "bobPromptCount": 5,
        "bobInputTargetsOffset": 48,
        "bobInputPromptsOffset": 112,
        "bobInputRecordBytes": 132,
    }
    assert seed_values(dims, TEXTS) == SEED | moved


@pytest.mark.parametrize("name", SEED_NAMES)
def test_a_name_stands_for_a_quantity_that_its_family_states(name: str) -> None:
    family, quantity = SEED_NAMES[name]
    spec = family.spec
    assert quantity in {*spec.dims, *spec.derived, *spec.constants}
