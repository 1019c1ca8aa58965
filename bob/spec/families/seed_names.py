"""The seed's own names of what the families state: which family and quantity each stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.spec.families.input_record import InputRecord
from bob.spec.families.training_run import TrainingRunSemantics
from bob.spec.families.transport import CheckpointTransport

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.family import Family

SEED_NAMES: dict[str, tuple[type[Family], str]] = {
    "bobCheckpointSchemaIdentity": (CheckpointTransport, "schema_identity"),
    "bobCheckpointParameterCount": (CheckpointTransport, "parameter_count"),
    "bobCheckpointPlaneCount": (CheckpointTransport, "plane_count"),
    "bobCheckpointBytesPerScalar": (CheckpointTransport, "bytes_per_scalar"),
    "bobCheckpointPayloadBytes": (CheckpointTransport, "payload_bytes"),
    "bobCheckpointOrderingIdentity": (CheckpointTransport, "ordering_identity"),
    "bobCheckpointInBandStepMetadata": (CheckpointTransport, "in_band_step_metadata"),
    "bobCheckpointExternalStepReceiptRequired": (CheckpointTransport, "external_step_receipt_required"),
    "bobRunUpdatesPerInvocation": (TrainingRunSemantics, "updates_per_invocation"),
    "bobRunDeterministicInitializationIdentity": (
        TrainingRunSemantics,
        "deterministic_initialization_identity",
    ),
    "bobRunFreshCheckpointInputBytes": (TrainingRunSemantics, "fresh_checkpoint_input_bytes"),
    "bobRunResumeCheckpointRequired": (TrainingRunSemantics, "resume_checkpoint_required"),
    "bobRunFreshProcessResumeRequired": (TrainingRunSemantics, "fresh_process_resume_required"),
    "bobRunNativeOnlyRequired": (TrainingRunSemantics, "native_only_required"),
    "bobRunAllowedHostFallbacks": (TrainingRunSemantics, "allowed_host_fallbacks"),
    "bobInputHeaderBytes": (InputRecord, "header_bytes"),
    "bobInputWordBytes": (InputRecord, "word_bytes"),
    "bobPromptCount": (InputRecord, "prompts"),
    "bobInputTargetsOffset": (InputRecord, "targets_offset"),
    "bobInputPromptsOffset": (InputRecord, "prompts_offset"),
    "bobInputRecordBytes": (InputRecord, "input_record_bytes"),
    "bobPredictionBytes": (InputRecord, "prediction_bytes"),
}


def seed_values(dims: Mapping[str, int], texts: Mapping[str, str]) -> dict[str, int | str]:
    """The value of each of the seed's names at `dims`; `texts` says the identities."""
    values: dict[str, int | str] = {}
    for name, (family, quantity) in SEED_NAMES.items():
        own = {dim: value for dim, value in dims.items() if dim in family.spec.dims}
        values[name] = texts[quantity] if quantity in texts else family.at(**own)[quantity]
    return values
