"""What differs between a contract and what a header states."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bob.envelope.contract import FIELD_NAMES, Contract
from bob.envelope.identity import compared, stated_parts
from bob.spec.families.contract import PART_RULES
from tests.envelope.test_contract import contracts

SHIPPED = Contract.shipped()
OFFSETS = {rule.header_field: 1000 + i for i, rule in enumerate(PART_RULES.values())}


def header(contract: Contract) -> dict[str, bytes | int]:
    return {rule.header_field: contract.parts[part] for part, rule in PART_RULES.items()}


@given(contracts())
@settings(max_examples=30)
def test_a_contract_differs_in_nothing_from_a_header_that_states_it(contract: Contract) -> None:
    assert compared(contract, header(contract), OFFSETS) == ((), tuple(PART_RULES))
    assert stated_parts(header(contract)) == contract.parts


@given(contracts(), contracts())
@settings(max_examples=30)
def test_two_contracts_differ_in_the_fields_whose_values_differ(one: Contract, other: Contract) -> None:
    findings, equal = compared(one, header(other), OFFSETS)
    assert [finding.part for finding in findings] == [name for name in one.fields if one[name] != other[name]]
    assert equal == tuple(part for part in PART_RULES if one.parts[part] == other.parts[part])
    parts = [finding.part.split(".")[0] for finding in findings]
    assert [finding.code for finding in findings] == [PART_RULES[part].code for part in parts]


@pytest.mark.parametrize("name", ["learner.beta1", "learner.beta2", "learner.epsilon"])
def test_floats_differ_by_their_last_bit(name: str) -> None:
    other = Contract({**SHIPPED.fields, name: SHIPPED[name] + 1})
    (finding,) = compared(SHIPPED, header(other), OFFSETS).findings
    assert (finding.part, finding.found != finding.expected) == (name, True)


def test_every_field_that_is_given_belongs_to_a_part_with_a_code() -> None:
    assert {name.split(".")[0] for name in FIELD_NAMES} <= set(PART_RULES)


@pytest.mark.parametrize(("stated", "place"), [(b"", 0), (b"\xff", 0), (b"a" * 100, 100), (b"a|" * 30, 24)])
def test_a_part_that_cannot_be_read_is_one_finding_of_the_whole_part(stated: bytes, place: int) -> None:
    findings, equal = compared(SHIPPED, {**header(SHIPPED), "learner": stated}, OFFSETS)
    assert [(finding.code, finding.part) for finding in findings] == [("BOB210", "learner")]
    assert "learner" not in equal
    begin = OFFSETS[PART_RULES["learner"].header_field]
    assert findings[0].byte_offset == begin
    # Four bytes of length stand before the part.
    assert findings[0].note.startswith(f"at byte {begin + 4 + place:,} it should have ")
