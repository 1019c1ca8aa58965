"""The input record's sizes and places, and that each of its rules refuses what no other rule does."""

from __future__ import annotations

from typing import Any

import pytest

from bob.codec import encode, make
from bob.errors import Refused
from bob.spec.families.input_record import InputRecord, Pair, Prediction

SHIPPED = {
    "vocabulary": 256,
    "prompts": 3,
    "header_bytes": 16,
    "word_bytes": 4,
    "targets_offset": 528,
    "prompts_offset": 1552,
    "input_record_bytes": 1564,
    "prediction_bytes": 8,
}
AT_16 = {"targets_offset": 48, "prompts_offset": 112, "input_record_bytes": 124}


@pytest.mark.parametrize(("name", "value"), SHIPPED.items(), ids=SHIPPED.keys())
def test_the_shipped_record_is_the_seed_s(name: str, value: int) -> None:
    assert InputRecord.at()[name] == value


@pytest.mark.parametrize(("name", "value"), AT_16.items(), ids=AT_16.keys())
def test_a_vocabulary_of_16_moves_every_size(name: str, value: int) -> None:
    assert InputRecord.at(vocabulary=16)[name] == value


@pytest.mark.parametrize("vocabulary", [1, 2, 16, 255, 256])
@pytest.mark.parametrize("prompts", [0, 3, 2**16])
def test_the_derived_places_are_those_of_the_fields(vocabulary: int, prompts: int) -> None:
    at = InputRecord.at(vocabulary=vocabulary, prompts=prompts)
    assert at.offset("pairs") == at.header_bytes
    assert at.offset("targets") == at.targets_offset
    assert at.offset("prompt_bytes") == at.prompts_offset
    assert at.record_bytes == at.input_record_bytes == 16 + 6 * vocabulary + 4 * prompts


def test_a_pair_takes_two_bytes_and_a_prediction_eight() -> None:
    assert Pair.at().record_bytes == 2
    assert Prediction.at().record_bytes == 8


@pytest.mark.parametrize("vocabulary", [0, 257])
def test_a_vocabulary_that_a_byte_cannot_name_is_refused(vocabulary: int) -> None:
    with pytest.raises(Refused, match="BOB108 vocabulary"):
        InputRecord.at(vocabulary=vocabulary)


PAIRS = [{"byte": byte, "target": 0} for byte in range(4)]
GOOD: dict[str, Any] = {"pairs": PAIRS, "targets": [0, 0, 0, 0], "prompt_bytes": [3]}
BROKEN: dict[str, tuple[dict[str, Any], set[str]]] = {
    "BOB304": ({"version": 2}, {"BOB304"}),
    "BOB305": ({"pairs": [*PAIRS[:3], {"byte": 4, "target": 0}]}, {"BOB305", "BOB155"}),
    "BOB306": ({"pairs": [*PAIRS[:3], PAIRS[0]]}, {"BOB306"}),
    "BOB307": ({"targets": [0, 0, 1, 0]}, {"BOB307"}),
    "BOB308": (
        {"pairs": [*PAIRS[:3], {"byte": 3, "target": 4}], "targets": [0, 0, 0, 4]},
        {"BOB308"},
    ),
    "BOB309": ({"prompt_bytes": [4]}, {"BOB309"}),
}


@pytest.mark.parametrize(("change", "codes"), BROKEN.values(), ids=BROKEN.keys())
def test_each_rule_refuses_what_no_other_rule_does(change: dict[str, Any], codes: set[str]) -> None:
    at = InputRecord.at(vocabulary=4, prompts=1)
    encode(at, make(at, **GOOD))
    with pytest.raises(Refused) as refused:
        encode(at, make(at, **{**GOOD, **change}))
    assert {finding.code for finding in refused.value.findings} == codes


def test_pairs_in_any_order_are_a_record() -> None:
    at = InputRecord.at(vocabulary=4, prompts=1)
    assert len(encode(at, make(at, **{**GOOD, "pairs": PAIRS[::-1]}))) == at.record_bytes
