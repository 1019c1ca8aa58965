"""The identity parts of the contract as grammars: written and read back, and what each field may hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.spec.families.contract import PART_RULES, PARTS, SHIPPED, CheckpointEnvelopeContract
from bob.spec.grammar import Bits, Decimal, Literal, Malformed, Text, Value

LEAVES = {f"{part}.{leaf.name}": leaf for part, grammar in PARTS.items() for leaf in grammar.fields}
BITS = [name for name, leaf in LEAVES.items() if isinstance(leaf, Bits)]


@pytest.mark.parametrize("part", PARTS)
@given(st.data())
def test_a_part_reads_back_as_it_was_written(part: str, data: st.DataObject) -> None:
    kinds: dict[type, st.SearchStrategy[Value]] = {
        Text: st.text("az09.:-", min_size=1).map(str.encode),
        Decimal: st.integers(0, 10**24 - 1),
        Bits: st.integers(0, 2**32 - 1),
    }
    values: dict[str, Value] = {leaf.name: data.draw(kinds[type(leaf)]) for leaf in PARTS[part].fields}
    assert PARTS[part].read(PARTS[part].write(values)) == values


@pytest.mark.parametrize("part", PARTS)
@given(st.binary(max_size=80))
def test_any_bytes_are_a_part_that_writes_the_same_bytes_or_are_malformed(part: str, text: bytes) -> None:
    try:
        values = PARTS[part].read(text)
    except Malformed as malformed:
        written, offset = text, malformed.offset
    else:
        written, offset = PARTS[part].write(values), 0
    assert written == text
    assert 0 <= offset <= len(text)


@pytest.mark.parametrize("part", SHIPPED)
def test_the_shipped_values_are_in_range(part: str) -> None:
    assert {LEAVES[f"{part}.{name}"].problem(value) for name, value in SHIPPED[part].items()} == {""}


@pytest.mark.parametrize("name", BITS)
def test_a_float_s_range_ends_where_it_says(name: str) -> None:
    leaf = LEAVES[name]
    assert isinstance(leaf, Bits)
    beyond = [value for value in (leaf.low - 1, leaf.high + 1, "0") if not leaf.problem(value)]  # type: ignore[arg-type]
    assert (beyond, leaf.problem(leaf.low), leaf.problem(leaf.high)) == ([], "", "")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (0, ""),
        (10**24 - 1, ""),
        (10**24, "a number of at most 24 digits"),
        (-1, "a number of at most 24 digits"),
    ],
)
def test_a_decimal_has_at_most_24_digits(value: int, problem: str) -> None:
    assert Decimal("n").problem(value) == problem


def test_nothing_can_be_wrong_with_a_literal() -> None:
    assert Literal(b"|").problem(b"anything") == ""


def test_every_part_has_its_own_code_and_a_header_field() -> None:
    assert [rule.code for rule in PART_RULES.values()] == [
        "BOB211",
        "BOB210",
        "BOB212",
        "BOB213",
        "BOB214",
        "BOB215",
        "BOB216",
    ]
    assert len({rule.header_field for rule in PART_RULES.values()}) == len(PART_RULES)


def test_the_contract_s_sizes_are_those_of_its_families() -> None:
    at = CheckpointEnvelopeContract.at()
    assert (at["payload_bytes"], at["chunk_bytes"], at["chunk_count"]) == (786432, 262144, 3)
    assert at["input_record_bytes"] == 1564
