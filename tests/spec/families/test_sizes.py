"""Where sizes pass a power of two, and that a vocabulary whose size wraps around is refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract, contract_from_toml
from bob.envelope.header import require_header
from bob.envelope.identity import stated_contract
from bob.envelope.verify import verify_envelope
from bob.errors import Refused
from bob.proof.discharge import Court
from bob.spec.families.contract import CheckpointEnvelopeContract
from bob.spec.families.input_record import InputRecord
from bob.spec.families.sizes import LAST_BELOW_2_63, LAST_BELOW_2_64, RecordLengths, SizeLimits, WrappedSizes
from bob.spec.families.transport import CheckpointTransport
from bob.spec.obligation import Verdict, obligations
from bob.store import Buffer
from tests.checkpoints import number, rebuilt

if TYPE_CHECKING:
    from bob.spec.family import FamilyMeta

ROOT = Path(__file__).parents[3]
GOOD = (ROOT / "fixtures" / "good" / "envelope-v1.ckpt").read_bytes()
WRAPS = ROOT / "fixtures" / "bad" / "contract--vocabulary-wraps.toml"
FORGED = 0x1FFFFFFFFFFF00


def counterexample(family: FamilyMeta, name: str) -> dict[str, object]:
    (owed,) = [o for o in obligations(family) if o.name.endswith(f"/{name}")]
    found = Court().discharge(owed)
    assert (found.verdict, bool(owed.refuted)) == (Verdict.FALSIFIED, True)
    assert found.counterexample is not None
    return {**found.counterexample.quantities, **found.counterexample.derived}


@pytest.mark.parametrize(("last", "power"), [(LAST_BELOW_2_63, 63), (LAST_BELOW_2_64, 64)])
def test_the_last_vocabulary_below_a_power_of_two_is_the_last(last: int, power: int) -> None:
    assert 12 * last**2 < 2**power <= 12 * (last + 1) ** 2


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("signed_sizes_suffice_for_one_more", LAST_BELOW_2_63),
        ("unsigned_sizes_suffice_for_one_more", LAST_BELOW_2_64),
    ],
)
def test_the_counterexample_to_one_more_is_that_one(name: str, last: int) -> None:
    assert counterexample(SizeLimits, name)["vocabulary"] == last + 1


def test_the_payload_of_the_forged_vocabulary_wraps_to_the_shipped_one() -> None:
    assert CheckpointTransport.at()["payload_bytes"] == 12 * FORGED**2 % 2**64
    found = counterexample(WrappedSizes, "wrapped_size_fixes_the_vocabulary")
    assert (found["vocabulary"], found["forged"]) == (256, FORGED)


def test_two_records_of_one_length_differ_in_vocabulary_and_prompts() -> None:
    found = counterexample(RecordLengths, "length_alone_fixes_both")
    assert found["length"] == found["other_length"] == 34
    one = (found["vocabulary"], found["prompts"])
    assert {one, (found["other_vocabulary"], found["other_prompts"])} == {(1, 3), (3, 0)}
    assert InputRecord.at(vocabulary=1, prompts=3).record_bytes == 34
    assert InputRecord.at(vocabulary=3, prompts=0).record_bytes == 34


def test_targets_of_an_odd_vocabulary_are_not_aligned() -> None:
    assert counterexample(RecordLengths, "targets_are_always_aligned")["vocabulary"] == 1
    assert InputRecord.at(vocabulary=1).offset("targets") % 4 == 2


@pytest.mark.parametrize("family", [InputRecord, CheckpointTransport, CheckpointEnvelopeContract])
def test_no_family_has_the_forged_vocabulary(family: FamilyMeta) -> None:
    with pytest.raises(Refused) as refused:
        family.at(vocabulary=FORGED)
    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB108", "vocabulary")]


def test_a_contract_file_with_the_forged_vocabulary_is_refused_by_name() -> None:
    with pytest.raises(Refused) as refused:
        contract_from_toml(WRAPS.read_bytes(), WRAPS.name)
    (finding,) = refused.value.findings
    assert (finding.code, finding.part) == ("BOB230", "data.vocabulary")
    assert (finding.found, finding.expected) == (f"{FORGED:,}", "1 to 256")


def forged() -> bytes:
    """The good checkpoint with a data part of the forged vocabulary: each size is right modulo 2^64."""
    record = 16 + 6 * FORGED + 4 * 3
    assert number(GOOD, "payload_bytes") == 12 * FORGED**2 % 2**64
    return rebuilt(GOOD, data=f"raw-byte-sequence|vocabulary={FORGED}|prompts=3|record={record}".encode())


def test_a_checkpoint_that_states_the_forged_vocabulary_is_refused_by_name() -> None:
    report = verify_envelope(Buffer(forged()), Contract.shipped())
    assert [(f.code, f.part) for f in report.findings] == [
        ("BOB212", "data.vocabulary"),
        ("BOB212", "data.record"),
    ]
    assert report.findings[0].found == f"{FORGED:,}"


def test_a_checkpoint_that_states_the_forged_vocabulary_states_no_contract() -> None:
    header = require_header(Buffer(forged()), "forged.ckpt")
    with pytest.raises(Refused) as refused:
        stated_contract(header, "forged.ckpt")
    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB230", "data.vocabulary")]
