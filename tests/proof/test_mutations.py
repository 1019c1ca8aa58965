"""Each shipped obligation comes with a change to its family that breaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.discharge import Court
from bob.proof.subjects import shipped
from bob.spec.families.byte_map import ByteMap, RadixStep
from bob.spec.families.contract import CheckpointEnvelopeContract
from bob.spec.families.header import Header
from bob.spec.families.input_record import InputRecord, Pair, Prediction
from bob.spec.families.invocations import Invocations
from bob.spec.families.sizes import RecordLengths, SizeLimits, WrappedSizes
from bob.spec.families.training_run import TrainingRunSemantics
from bob.spec.families.transport import CheckpointTransport
from bob.spec.fields import (
    U8,
    U16,
    U32,
    U64,
    Array,
    Bytes,
    Declaration,
    Derived,
    Dim,
    Ghost,
    Magic,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.obligation import Obligation, Verdict, obligations
from bob.spec.quantifiers import every
from bob.spec.references import record_bytes

if TYPE_CHECKING:
    from bob.spec.family import FamilyMeta

HUGE = 2**63


def changed(family: FamilyMeta, **declarations: Declaration) -> FamilyMeta:
    """The family with some declarations in the place of its own or after them, under its own name."""
    return type(family)(family.__name__, (family,), dict(declarations))


def contract(**declarations: Declaration) -> FamilyMeta:
    return changed(CheckpointEnvelopeContract, **declarations)


def header(**declarations: Declaration) -> FamilyMeta:
    return changed(Header, **declarations)


def input_record(**declarations: Declaration) -> FamilyMeta:
    return changed(InputRecord, **declarations)


def run(**declarations: Declaration) -> FamilyMeta:
    return changed(TrainingRunSemantics, **declarations)


def transport(**declarations: Declaration) -> FamilyMeta:
    return changed(CheckpointTransport, **declarations)


def byte_map(**declarations: Declaration) -> FamilyMeta:
    return changed(ByteMap, **declarations)


def radix_step(**declarations: Declaration) -> FamilyMeta:
    return changed(RadixStep, **declarations)


def invocations(**declarations: Declaration) -> FamilyMeta:
    return changed(Invocations, **declarations)


def wrapped(**declarations: Declaration) -> FamilyMeta:
    return changed(WrappedSizes, **declarations)


def two_records(**declarations: Declaration) -> FamilyMeta:
    return changed(RecordLengths, **declarations)


def longer(f: Any) -> Any:
    return f.plane_bytes + 1


# One byte too many for a scalar: the last of one is the first of the next.
OVERLAPPING = Ghost(0, lambda f: f.bytes_per_scalar)
NEVER = Refine(lambda f: f.vocabulary * f.vocabulary < f.vocabulary, "no vocabulary is so")
MANY = Dim(1, 2**32)
NONE_ALLOWED = Dim(0, 2**24)

CHANGES: dict[str, FamilyMeta] = {
    # One step of the byte map, and the map.
    "radix_step/inhabited": radix_step(
        never=Refine(lambda f: f.count * f.base < 1, "count x base is below 1")
    ),
    "radix_step/number.stays_above_zero": radix_step(count=Dim(0, 10)),
    "radix_step/covers.divisor_is_positive": radix_step(base=Dim(0, 10)),
    "radix_step/in_range": radix_step(digit=Ghost(0, lambda f: f.base)),
    "radix_step/told_apart": radix_step(digit=Ghost(0, lambda f: f.base)),
    "radix_step/in_order": radix_step(digit=Ghost(0, lambda f: f.base)),
    "radix_step/covers": radix_step(number=Ghost(0, lambda f: f.count * f.base)),
    "byte_map/inhabited": byte_map(never=NEVER),
    "byte_map/place.stays_above_zero": byte_map(plane_count=Dim(0, 3), header_bytes=Derived(0)),
    "byte_map/header_bytes.stays_above_zero": byte_map(header_bytes=Derived(lambda f: f.digest_bytes - 33)),
    "byte_map/planes_cover.divisor_is_positive": byte_map(vocabulary=NONE_ALLOWED),
    "byte_map/rows_cover.divisor_is_positive": byte_map(vocabulary=NONE_ALLOWED),
    "byte_map/columns_cover.divisor_is_positive": byte_map(bytes_per_scalar=Dim(0, 8)),
    "byte_map/row_bytes.below_2_63": byte_map(vocabulary=Dim(1, HUGE)),
    "byte_map/plane_bytes.below_2_63": byte_map(vocabulary=MANY),
    "byte_map/header_bytes.below_2_63": byte_map(schema_bytes=Dim(0, HUGE)),
    "byte_map/planes_make_the_payload": byte_map(
        plane_bytes=Derived(lambda f: f.vocabulary * f.row_bytes + 1)
    ),
    "byte_map/rows_hold_scalars": byte_map(column=Ghost(0, lambda f: f.vocabulary)),
    "byte_map/planes_hold_rows": byte_map(row=Ghost(0, lambda f: f.vocabulary)),
    "byte_map/file_holds_planes": byte_map(plane=Ghost(0, lambda f: f.plane_count)),
    "byte_map/in_range": byte_map(byte=OVERLAPPING),
    "byte_map/told_apart": byte_map(byte=OVERLAPPING),
    "byte_map/row_major": byte_map(byte=OVERLAPPING),
    "byte_map/planes_cover": byte_map(
        place=Ghost(lambda f: f.header_bytes, lambda f: f.header_bytes + f.plane_count * f.plane_bytes)
    ),
    "byte_map/rows_cover": byte_map(plane_bytes=Derived(lambda f: (f.vocabulary + 1) * f.row_bytes)),
    "byte_map/columns_cover": byte_map(row_bytes=Derived(lambda f: (f.vocabulary + 1) * f.bytes_per_scalar)),
    "byte_map/found_leads_back": byte_map(
        bytes_per_scalar=Dim(0, 8), place=Ghost(lambda f: f.header_bytes, lambda f: f.header_bytes + 9)
    ),
    # How far a size speaks for its dims.
    "size_limits/inhabited": changed(SizeLimits, never=NEVER),
    "size_limits/signed_sizes_suffice": changed(SizeLimits, plane_count=Dim(4, 4)),
    "size_limits/signed_sizes_suffice_for_one_more": changed(SizeLimits, bytes_per_scalar=Dim(2, 2)),
    "size_limits/unsigned_sizes_suffice": changed(SizeLimits, plane_count=Dim(4, 4)),
    "size_limits/unsigned_sizes_suffice_for_one_more": changed(SizeLimits, bytes_per_scalar=Dim(2, 2)),
    "wrapped_sizes/inhabited": wrapped(never=NEVER),
    "wrapped_sizes/forged.stays_above_zero": wrapped(vocabulary=Dim(1, 2**54)),
    "wrapped_sizes/forged.below_2_63": wrapped(forged=Derived(lambda f: HUGE - f.vocabulary + 9)),
    "wrapped_sizes/wraps_for_multiples_of_256": wrapped(plane_count=Dim(4, 4)),
    "wrapped_sizes/forged_is_out_of_bounds": wrapped(forged=Derived(lambda f: 2**8 - f.vocabulary)),
    "wrapped_sizes/wrapped_size_fixes_the_vocabulary": wrapped(vocabulary=Dim(1, 255)),
    "record_lengths/inhabited": two_records(never=NEVER),
    "record_lengths/length.below_2_63": two_records(prompts=Dim(0, HUGE)),
    "record_lengths/other_length.below_2_63": two_records(other_prompts=Ghost(0, HUGE)),
    "record_lengths/length_and_vocabulary_fix_the_prompts": two_records(
        length=Derived(lambda f: 16 + 6 * f.vocabulary),
        other_length=Derived(lambda f: 16 + 6 * f.other_vocabulary),
    ),
    "record_lengths/length_and_prompts_fix_the_vocabulary": two_records(
        length=Derived(lambda f: 16 + 4 * f.prompts), other_length=Derived(lambda f: 16 + 4 * f.other_prompts)
    ),
    "record_lengths/length_alone_fixes_both": two_records(vocabulary=Dim(1, 2), other_vocabulary=Ghost(1, 2)),
    "record_lengths/targets_are_always_aligned": two_records(vocabulary=Dim(2, 2)),
    # The contract.
    "checkpoint_envelope_contract/inhabited": contract(payload=U64(equals=lambda f: f.payload_bytes + 2**64)),
    "checkpoint_envelope_contract/chunk_count.divisor_is_positive": contract(vocabulary=Dim(0, 256)),
    "checkpoint_envelope_contract/chunk_count.divides": contract(
        chunk_bytes=Derived(lambda f: f.bytes_per_scalar * f.parameter_count + 1)
    ),
    "checkpoint_envelope_contract/parameter_count.below_2_63": contract(
        vocabulary=MANY, plane_count=Dim(0, 3)
    ),
    "checkpoint_envelope_contract/payload_bytes.below_2_63": contract(vocabulary=MANY),
    "checkpoint_envelope_contract/chunk_bytes.below_2_63": contract(vocabulary=MANY, plane_count=Dim(0, 3)),
    "checkpoint_envelope_contract/chunk_count.below_2_63": contract(plane_count=Dim(0, HUGE)),
    "checkpoint_envelope_contract/input_record_bytes.below_2_63": contract(prompts=Dim(0, HUGE)),
    "checkpoint_envelope_contract/record_bytes.below_2_63": contract(schema=Bytes(HUGE)),
    "checkpoint_envelope_contract/one_chunk_a_plane": contract(chunk=U64(equals=lambda f: f.chunk_bytes + 1)),
    "checkpoint_envelope_contract/chunks_are_counted": contract(
        payload_bytes=Derived(lambda f: 2 * f.plane_count * f.bytes_per_scalar * f.parameter_count)
    ),
    "checkpoint_envelope_contract/payload_fixes_the_vocabulary": contract(
        payload=U64(equals=lambda f: f.payload_bytes + 8)
    ),
    # The header.
    "header/inhabited": header(
        next_step_fits=Refine(lambda f: f.step + f.updates_per_invocation <= 1, "no update fits")
    ),
    "header/header_bytes.stays_above_zero": header(
        header_bytes=U64(equals=lambda f: (f.digest_bytes - 33) + record_bytes())
    ),
    "header/size_is_a_multiple.divisor_is_positive": header(alignment=Derived(0)),
    "header/digest_comes_last.stays_above_zero": header(header_bytes=U64(equals=16)),
    "header/payload_comes_after.stays_above_zero": header(file_bytes=Derived(lambda f: f.header_bytes)),
    "header/alignment.below_2_63": header(alignment=Derived(HUGE)),
    "header/needed_bytes.below_2_63": header(
        file_fits=Refine(lambda f: f.file_bytes < 2**66, "the file is smaller than 2^66 bytes")
    ),
    "header/record_bytes.below_2_63": header(
        file_fits=Refine(lambda f: f.file_bytes < 2**66, "the file is smaller than 2^66 bytes")
    ),
    "header/fixed_fields_are_exact": header(version=U32(equals=1)),
    "header/size_is_exact": header(learner=Prefixed(U16)),
    "header/size_is_a_multiple": header(padding=Padding(32)),
    "header/size_is_the_least": header(padding=Padding(128)),
    "header/digest_comes_last": header(header_digest=Bytes(lambda f: f.digest_bytes + 1)),
    "header/payload_comes_after": header(file_bytes=Derived(lambda f: f.header_bytes + f.payload_bytes + 1)),
    # The input record, its pairs and its answers.
    "pair/inhabited": changed(Pair, never=Refine(lambda f: f.byte > f.target + 255, "a byte above all")),
    "pair/record_bytes.below_2_63": changed(Pair, filler=Bytes(HUGE)),
    "prediction/inhabited": changed(
        Prediction, never=Refine(lambda f: f.token >= 2**32, "too large a token")
    ),
    "prediction/record_bytes.below_2_63": changed(Prediction, filler=Bytes(HUGE)),
    "input_record/inhabited": input_record(
        targets_are_in_the_vocabulary=Refine(
            lambda f: every(target >= 2**32 for target in f.targets), "every target is above all words"
        )
    ),
    "input_record/targets_are_aligned_for_even_vocabularies.divisor_is_positive": input_record(
        word_bytes=Derived(0)
    ),
    "input_record/header_bytes.below_2_63": input_record(header_bytes=Derived(HUGE)),
    "input_record/word_bytes.below_2_63": input_record(word_bytes=Derived(HUGE)),
    "input_record/prediction_bytes.below_2_63": input_record(prediction_bytes=Derived(HUGE)),
    "input_record/targets_offset.below_2_63": input_record(header_bytes=Derived(HUGE)),
    "input_record/prompts_offset.below_2_63": input_record(word_bytes=Derived(HUGE)),
    "input_record/input_record_bytes.below_2_63": input_record(word_bytes=Derived(HUGE)),
    "input_record/record_bytes.below_2_63": input_record(filler=Bytes(HUGE)),
    "input_record/pairs_follow_the_header": input_record(header_bytes=Derived(24)),
    "input_record/targets_follow_the_pairs": input_record(
        targets_offset=Derived(lambda f: f.header_bytes + f.vocabulary)
    ),
    "input_record/prompts_follow_the_targets": input_record(targets=Array(U16, lambda f: f.vocabulary)),
    "input_record/record_is_exact": input_record(trailer=U8()),
    "input_record/targets_are_aligned_for_even_vocabularies": input_record(magic=Magic(b"BOBINPUT+2")),
    # The run, and its invocations.
    "invocations/inhabited": invocations(never=Refine(lambda f: f.third < f.first, "a step is undone")),
    "invocations/step_counts_invocations.divisor_is_positive": invocations(updates_per_invocation=Dim(0, 10)),
    "invocations/first.below_2_63": invocations(
        third_step_fits=Refine(lambda f: f.third > 0, "the step is positive")
    ),
    "invocations/second.below_2_63": invocations(
        third_step_fits=Refine(lambda f: f.third > 0, "the step is positive")
    ),
    "invocations/one_adds_its_updates": invocations(
        first=Derived(lambda f: f.updates_per_invocation * f.before + 1)
    ),
    "invocations/some_then_more_are_both": invocations(
        third=Derived(lambda f: f.second + f.updates_per_invocation * f.some)
    ),
    "invocations/either_may_come_first": invocations(
        third=Derived(lambda f: f.second + 2 * f.updates_per_invocation * f.more)
    ),
    "invocations/step_counts_invocations": invocations(
        first=Derived(lambda f: f.updates_per_invocation * f.before + 1)
    ),
    "invocations/steps_are_told_apart": invocations(updates_per_invocation=Dim(0, 10)),
    "invocations/step_alone_counts_invocations": invocations(
        updates_per_invocation=Dim(3, 3), other_updates=Ghost(3, 3)
    ),
    "invocations/flags_alone_keep_the_step_once": invocations(
        kept_once=Refine(
            lambda f: f.in_band_step_metadata + f.external_step_receipt_required == 1, "kept once"
        )
    ),
    "training_run_semantics/inhabited": run(
        next_step_fits=Refine(lambda f: f.step + f.updates_per_invocation <= 1, "no update fits")
    ),
    "training_run_semantics/step_is_a_multiple.divisor_is_positive": run(updates_per_invocation=Dim(0, 10)),
    "training_run_semantics/step.below_2_63": run(
        next_step_fits=Refine(lambda f: f.step > 0, "the step is positive")
    ),
    "training_run_semantics/step_is_a_multiple": run(
        step=Derived(lambda f: f.updates_per_invocation * f.invocations + 1)
    ),
    "training_run_semantics/next_step_is_a_multiple": run(
        step=Derived(lambda f: f.updates_per_invocation * f.invocations + 1)
    ),
    "training_run_semantics/step_is_positive": run(invocations=Ghost(0, 10)),
    "training_run_semantics/native_or_refused": run(allowed_host_fallbacks=Dim(0, 1)),
    # The planes.
    "checkpoint_transport/inhabited": transport(
        step_is_kept_once=Refine(
            lambda f: f.in_band_step_metadata + f.external_step_receipt_required == 3, "kept three times"
        )
    ),
    "checkpoint_transport/byte.stays_above_zero": transport(vocabulary=NONE_ALLOWED),
    "checkpoint_transport/chunk_count.divisor_is_positive": transport(vocabulary=NONE_ALLOWED),
    "checkpoint_transport/chunk_count.divides": transport(
        plane_bytes=Derived(lambda f: f.bytes_per_scalar * f.parameter_count + 1)
    ),
    "checkpoint_transport/parameter_count.below_2_63": transport(vocabulary=MANY),
    "checkpoint_transport/payload_bytes.below_2_63": transport(vocabulary=MANY),
    "checkpoint_transport/plane_bytes.below_2_63": transport(vocabulary=MANY),
    "checkpoint_transport/chunk_count.below_2_63": transport(plane_count=Dim(3, HUGE)),
    "checkpoint_transport/record_bytes.below_2_63": transport(vocabulary=MANY),
    "checkpoint_transport/payload": transport(v=Bytes(longer)),
    "checkpoint_transport/payload_is_exact": transport(v=Bytes(longer)),
    "checkpoint_transport/one_chunk_a_plane": transport(p=Bytes(longer)),
    "checkpoint_transport/planes_are_contiguous": transport(p=Bytes(longer)),
    "checkpoint_transport/planes_are_in_order": transport(vocabulary=NONE_ALLOWED),
    "checkpoint_transport/planes_are_disjoint": transport(p=Bytes(lambda f: f.plane_bytes - 1)),
    "checkpoint_transport/planes_cover": transport(p=Bytes(longer)),
    "checkpoint_transport/step_is_kept_in_one_place": transport(
        step_is_kept_once=Refine(
            lambda f: f.in_band_step_metadata + f.external_step_receipt_required >= 1, "kept somewhere"
        )
    ),
}


def named(family: FamilyMeta, name: str) -> Obligation:
    (found,) = [obligation for obligation in obligations(family) if obligation.name == name]
    return found


def test_every_shipped_obligation_has_a_change_that_breaks_it() -> None:
    assert sorted(o.name for family in shipped() for o in obligations(family)) == sorted(CHANGES)


OWED = {o.name: o for family in shipped() for o in obligations(family)}
REFUTED = [name for name in CHANGES if name in OWED and OWED[name].refuted]
INHABITED = [name for name in CHANGES if name.endswith("/inhabited")]


@pytest.mark.parametrize("name", [name for name in CHANGES if name not in {*INHABITED, *REFUTED}])
def test_the_changed_family_falsifies_the_obligation(name: str) -> None:
    found = Court().discharge(named(CHANGES[name], name))
    assert found.verdict is Verdict.FALSIFIED, found.note
    assert found.counterexample is not None
    assert found.counterexample.sides != ()


@pytest.mark.parametrize("name", REFUTED)
def test_the_changed_family_no_longer_refutes_what_is_false_on_purpose(name: str) -> None:
    found = Court().discharge(named(CHANGES[name], name))
    assert found.verdict is Verdict.PROVED, found.note
    assert found.obligation.refuted == OWED[name].refuted


@pytest.mark.parametrize("name", INHABITED)
def test_the_changed_family_has_no_member(name: str) -> None:
    found = Court().discharge(named(CHANGES[name], name))
    assert found.verdict is Verdict.VACUOUS, found.note
    assert found.contradiction != ()
