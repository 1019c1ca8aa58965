"""The envelope contract: the seven parts that every checkpoint states (docs/format.md, Identity parts)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.spec.families.input_record import InputRecord
from bob.spec.families.training_run import TrainingRunSemantics
from bob.spec.families.transport import CheckpointTransport
from bob.spec.family import Family
from bob.spec.fields import U32, U64, Claim, Derived, Prefixed
from bob.spec.grammar import Bits, Decimal, Grammar, Literal, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.grammar import Value


class CheckpointEnvelopeContract(Family):
    """Four identity parts, each behind its length, then the payload, chunk and update counts."""

    vocabulary = InputRecord.spec.dims["vocabulary"]
    prompts = InputRecord.spec.dims["prompts"]
    plane_count = CheckpointTransport.spec.dims["plane_count"]
    bytes_per_scalar = CheckpointTransport.spec.dims["bytes_per_scalar"]
    updates_per_invocation = TrainingRunSemantics.spec.dims["updates_per_invocation"]

    parameter_count = Derived(CheckpointTransport.term("parameter_count"))
    payload_bytes = Derived(CheckpointTransport.term("payload_bytes"))
    chunk_bytes = Derived(lambda f: f.bytes_per_scalar * f.parameter_count)
    chunk_count = Derived(lambda f: f.payload_bytes / f.chunk_bytes)
    input_record_bytes = Derived(InputRecord.term("input_record_bytes"))

    schema = Prefixed(U32)
    learner = Prefixed(U32)
    data = Prefixed(U32)
    initialization = Prefixed(U32)
    payload = U64(equals=lambda f: f.payload_bytes)
    chunk = U64(equals=lambda f: f.chunk_bytes)
    updates = U64(equals=lambda f: f.updates_per_invocation)

    one_chunk_a_plane = Claim(
        lambda f: f.payload == f.plane_count * f.chunk, "the payload is one chunk for each plane"
    )
    chunks_are_counted = Claim(lambda f: f.chunk_count == f.plane_count, "there are as many chunks as planes")
    payload_fixes_the_vocabulary = Claim(
        lambda f: f.payload == f.vocabulary * f.vocabulary * (f.plane_count * f.bytes_per_scalar),
        "the payload is the square of the vocabulary in scalars of every plane",
    )


# Bit patterns of binary32 numbers, in their order from +0 upwards (IEEE 754-2019, 3.4).
_LEAST_SUBNORMAL = 0x00000001
_LEAST_NORMAL = 0x00800000
_BELOW_ONE = 0x3F7FFFFF
_LARGEST = 0x7F7FFFFF

# The identity parts, in order, each field under the name that a contract file gives it.
PARTS: Mapping[str, Grammar] = {
    "schema": Grammar(
        (Text("identity"), Literal(b"|"), Text("ordering"), Literal(b"|payload="), Decimal("payload"))
    ),
    "learner": Grammar(
        (
            Text("objective"),
            Literal(b"|"),
            Text("identity"),
            Literal(b"|"),
            Bits("lr", _LEAST_SUBNORMAL, _LARGEST, "finite and above 0"),
            Bits("beta1", 0, _BELOW_ONE, "in [0, 1)"),
            Bits("beta2", 0, _BELOW_ONE, "in [0, 1)"),
            Bits("epsilon", _LEAST_NORMAL, _LARGEST, "normal and above 0"),
            Bits("weight_decay", 0, _LARGEST, "finite and at least 0"),
        )
    ),
    "data": Grammar(
        (
            Literal(b"raw-byte-sequence|vocabulary="),
            Decimal("vocabulary"),
            Literal(b"|prompts="),
            Decimal("prompts"),
            Literal(b"|record="),
            Decimal("record"),
        )
    ),
    "initialization": Grammar((Text("identity"),)),
}

# The seed's own values of the fields that dims do not fix.
SHIPPED: Mapping[str, Mapping[str, Value]] = {
    "schema": {
        "identity": CheckpointTransport.spec.constants["schema_identity"],
        "ordering": CheckpointTransport.spec.constants["ordering_identity"],
    },
    "learner": {
        "objective": b"softmax-cross-entropy-mean",
        "identity": b"adamw:bob-arith-v1",
        "lr": 0x3D4CCCCD,
        "beta1": 0x3F666666,
        "beta2": 0x3F7FBE77,
        "epsilon": 0x322BCC77,
        "weight_decay": 0x3C23D70A,
    },
    "initialization": {
        "identity": TrainingRunSemantics.spec.constants["deterministic_initialization_identity"]
    },
}


class PartRule(NamedTuple):
    """A part of the contract: the header field that states it, and the code where it differs."""

    header_field: str
    code: str


PART_RULES: Mapping[str, PartRule] = {
    "schema": PartRule("schema", "BOB211"),
    "learner": PartRule("learner", "BOB210"),
    "data": PartRule("data", "BOB212"),
    "initialization": PartRule("initialization", "BOB213"),
    "payload": PartRule("payload_bytes", "BOB214"),
    "chunk": PartRule("chunk_bytes", "BOB215"),
    "updates": PartRule("updates_per_invocation", "BOB216"),
}
