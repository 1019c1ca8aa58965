"""Contracts: what they refuse, what they derive, and that files, parts and values say the same."""

from __future__ import annotations

import tomllib
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.binary32 import exact, shown
from bob.envelope.contract import (
    FIELD_NAMES,
    Contract,
    contract_from_parts,
    contract_from_toml,
    printed,
)
from bob.errors import Finding, Refused
from bob.spec.families.contract import PARTS, CheckpointEnvelopeContract
from bob.spec.grammar import escaped
from tests.checkpoints import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable

SHIPPED = Contract.shipped()
WORDS = {
    "learner.lr": "finite and above 0",
    "learner.beta1": "in [0, 1)",
    "learner.beta2": "in [0, 1)",
    "learner.epsilon": "normal and above 0",
    "learner.weight_decay": "finite and at least 0",
}
# Bit patterns: the least and the greatest legal one of each float.
LEGAL = {
    "learner.lr": (0x00000001, 0x7F7FFFFF),
    "learner.beta1": (0x00000000, 0x3F7FFFFF),
    "learner.beta2": (0x00000000, 0x3F7FFFFF),
    "learner.epsilon": (0x00800000, 0x7F7FFFFF),
    "learner.weight_decay": (0x00000000, 0x7F7FFFFF),
}
TEXTS = [name for name in FIELD_NAMES if isinstance(SHIPPED[name], bytes)]
DIMS = CheckpointEnvelopeContract.spec.dims
NUMBERS = {
    "data.vocabulary": (1, 256),
    "data.prompts": (0, DIMS["prompts"].high),
    "updates": (1, DIMS["updates_per_invocation"].high),
}

name_texts = st.text("abcdefghijklmnopqrstuvwxyz0123456789.:-", min_size=1, max_size=40)


def findings(action: Callable[[], object]) -> tuple[Finding, ...]:
    with pytest.raises(Refused) as refused:
        action()
    return refused.value.findings


@st.composite
def contracts(draw: st.DrawFn) -> Contract:
    """Any contract at all, every float by its bits."""
    fields: dict[str, bytes | int] = {name: draw(name_texts).encode() for name in TEXTS}
    fields |= {name: draw(st.integers(*ends)) for name, ends in (NUMBERS | LEGAL).items()}
    return Contract(fields)


# The shipped one.


def test_the_shipped_contract_is_the_seed_s() -> None:
    floats = bytes.fromhex("cdcc4c3d 6666663f 77be7f3f 77cc2b32 0ad7233c")
    assert SHIPPED.parts == {
        "schema": b"bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=786432",
        "learner": b"softmax-cross-entropy-mean|adamw:bob-arith-v1|" + floats,
        "data": b"raw-byte-sequence|vocabulary=256|prompts=3|record=1564",
        "initialization": b"bob-seed-v1",
        "payload": 786432,
        "chunk": 262144,
        "updates": 10,
    }


def test_a_change_moves_everything_that_is_derived() -> None:
    assert SMALL.parts | {"learner": b"", "initialization": b""} == {
        "schema": b"bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=3072",
        "learner": b"",
        "data": b"raw-byte-sequence|vocabulary=16|prompts=2|record=120",
        "initialization": b"",
        "payload": 3 * 4 * 16 * 16,
        "chunk": 4 * 16 * 16,
        "updates": 10,
    }


def test_fields_are_in_the_order_of_the_parts_with_the_derived_ones_in_their_places() -> None:
    assert list(SHIPPED.fields) == [
        "schema.identity",
        "schema.ordering",
        "schema.payload",
        "learner.objective",
        "learner.identity",
        "learner.lr",
        "learner.beta1",
        "learner.beta2",
        "learner.epsilon",
        "learner.weight_decay",
        "data.vocabulary",
        "data.prompts",
        "data.record",
        "initialization.identity",
        "payload",
        "chunk",
        "updates",
    ]


def test_the_fields_that_are_given_are_those_that_no_other_fixes() -> None:
    assert set(SHIPPED.fields) - set(FIELD_NAMES) == {"schema.payload", "data.record", "payload", "chunk"}
    assert len(FIELD_NAMES) == len(set(FIELD_NAMES))


# Equality.


@given(contracts(), contracts())
@settings(max_examples=30)
def test_contracts_are_equal_exactly_where_their_parts_are(one: Contract, other: Contract) -> None:
    assert (one == other) == (one.parts == other.parts)
    again = Contract(one.fields)
    assert (again == one, hash(again) == hash(one)) == (True, True)


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_a_contract_with_another_field_is_another_contract_with_other_parts(name: str) -> None:
    value = SHIPPED[name]
    other = Contract({**SHIPPED.fields, name: value + b"x" if isinstance(value, bytes) else value - 1})
    assert other != SHIPPED
    assert other.parts != SHIPPED.parts


def test_a_contract_is_equal_to_nothing_else() -> None:
    assert SHIPPED.fields != SHIPPED
    assert SHIPPED not in ("a contract", None)


def test_fields_that_a_contract_does_not_have_are_no_part_of_it() -> None:
    assert Contract({**SHIPPED.fields, "learner.momentum": 1}) == SHIPPED


def test_a_contract_shows_every_field() -> None:
    shown_contract = repr(SHIPPED)
    assert "learner.lr=0.05 (0x3d4ccccd)" in shown_contract
    assert all(f"{name}=" in shown_contract for name in SHIPPED.fields)


# Ranges.


@pytest.mark.parametrize("name", LEGAL)
@pytest.mark.parametrize("end", [0, 1], ids=["least", "greatest"])
def test_the_ends_of_a_float_s_range_are_legal(name: str, end: int) -> None:
    bits = LEGAL[name][end]
    assert SHIPPED.changed({name: f"{bits:#x}"})[name] == bits


ILLEGAL = {
    "minus-zero": 0x80000000,
    "minus-one": 0xBF800000,
    "infinity": 0x7F800000,
    "minus-infinity": 0xFF800000,
    "nan": 0x7FC00000,
    "minus-nan": 0xFFC00000,
    "signalling-nan": 0x7F800001,
}


@pytest.mark.parametrize("name", LEGAL)
@pytest.mark.parametrize("bits", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_no_float_is_negative_minus_zero_infinite_or_a_nan(name: str, bits: int) -> None:
    expected = (Finding("BOB230", name, shown(bits), WORDS[name]),)
    assert findings(lambda: SHIPPED.changed({name: f"{bits:#x}"})) == expected
    assert findings(lambda: Contract({**SHIPPED.fields, name: bits})) == expected


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("learner.lr", "0", "0.0 (0x00000000)"),
        ("learner.lr", "1e-46", "0.0 (0x00000000)"),
        ("learner.lr", "1e39", "inf (0x7f800000)"),
        ("learner.beta1", "1", "1.0 (0x3f800000)"),
        ("learner.beta2", "0.99999999", "1.0 (0x3f800000)"),
        ("learner.epsilon", "1e-38", "1e-38 (0x006ce3ee)"),
        ("learner.epsilon", "0x007fffff", "1.1754942e-38 (0x007fffff)"),
        ("learner.epsilon", "0.0", "0.0 (0x00000000)"),
        ("learner.weight_decay", "-0", "-0.0 (0x80000000)"),
        ("learner.weight_decay", "-1e-99", "-0.0 (0x80000000)"),
        ("learner.weight_decay", "nan", "nan (0x7fc00000)"),
    ],
)
def test_a_float_out_of_its_range_is_refused_with_its_bits(name: str, text: str, found: str) -> None:
    assert findings(lambda: SHIPPED.changed({name: text})) == (Finding("BOB230", name, found, WORDS[name]),)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_ends_of_a_number_s_range_are_legal_and_what_lies_beyond_is_not(name: str) -> None:
    low, high = NUMBERS[name]
    assert [SHIPPED.changed({name: value})[name] for value in (low, f"{high}")] == [low, high]
    beyond = (low - 1, high + 1, 2**64 - 1)
    expected = [(Finding("BOB230", name, f"{value:,}", f"{low:,} to {high:,}"),) for value in beyond]
    assert [findings(partial(SHIPPED.changed, {name: value})) for value in beyond] == expected


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("updates", "10", "'10'"),
        ("updates", None, "None"),
        ("updates", True, "True"),
        ("learner.lr", 0.05, "0.05"),
        ("learner.lr", True, "True"),
        ("learner.lr", 2**40, "nan (0x10000000000)"),
        ("schema.identity", "text", "'text'"),
        ("schema.identity", 5, "5"),
    ],
)
def test_a_field_of_another_type_is_refused(name: str, value: Any, found: str) -> None:
    (finding,) = findings(lambda: Contract({**SHIPPED.fields, name: value}))
    assert (finding.code, finding.part, finding.found) == ("BOB230", name, found)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(
    "text", ["", "a|b", "|", "A", "a b", "a_b", "é", "a\n", "\x00", "a/b", "\udcff"], ids=ascii
)
def test_a_name_that_could_be_read_otherwise_is_refused(name: str, text: str) -> None:
    (finding,) = findings(lambda: SHIPPED.changed({name: text}))
    assert (finding.code, finding.part, finding.expected) == ("BOB230", name, "a name of [a-z0-9.:-]+")
    assert finding.found.isascii()
    assert finding.found.isprintable()


def test_everything_that_is_out_of_range_is_said_at_once() -> None:
    wrong = {"learner.lr": "-1", "learner.beta1": "1", "updates": "0", "schema.identity": "a|b"}
    found = findings(lambda: SHIPPED.changed(wrong))
    assert {finding.part for finding in found} == set(wrong)


# Plain values.


@pytest.mark.parametrize(
    ("name", "given_value", "expected"),
    [
        ("learner.lr", True, "a number, or its bits as 0x…"),
        ("learner.lr", None, "a number, or its bits as 0x…"),
        ("learner.lr", [0.1], "a number, or its bits as 0x…"),
        ("learner.lr", {"bits": 1}, "a number, or its bits as 0x…"),
        ("learner.lr", date(2024, 2, 29), "a number, or its bits as 0x…"),
        ("learner.lr", 0.1, 'its decimal as text, "0.1": a Python float was rounded before'),
        ("learner.lr", "fast", "a number in decimal, or its bits as 0x…"),
        ("learner.lr", "", "a number in decimal, or its bits as 0x…"),
        ("learner.lr", " 0.1", "a number in decimal, or its bits as 0x…"),
        ("learner.lr", "0_1", "a number in decimal, or its bits as 0x…"),
        ("learner.lr", "٣", "a number in decimal, or its bits as 0x…"),
        ("learner.lr", "0x3d4c_cccd", "the bits of a binary32 number, 0x and up to eight hex digits"),
        ("learner.lr", "1e9999999999999999999", "'1e9999999999999999999' is not a number"),
        ("learner.lr", "0x", "the bits of a binary32 number, 0x and up to eight hex digits"),
        ("learner.lr", "0xg", "the bits of a binary32 number, 0x and up to eight hex digits"),
        ("learner.lr", "0x100000000", "the bits of a binary32 number, 0x and up to eight hex digits"),
        ("learner.lr", 0x3D4CCCCD, 'a number with a decimal point, or its bits in quotes, "0x…"'),
        ("updates", True, "a whole number of at most 64 bits"),
        ("updates", Decimal(10), "a whole number of at most 64 bits"),
        ("updates", 10.0, "a whole number of at most 64 bits"),
        ("updates", "ten", "a whole number of at most 64 bits"),
        ("updates", "-1", "a whole number of at most 64 bits"),
        ("updates", "٣", "a whole number of at most 64 bits"),
        ("updates", 2**64, "a whole number of at most 64 bits"),
        ("schema.identity", 5, "a text in quotes"),
        ("schema.identity", Decimal("0.5"), "a text in quotes"),
        ("payload", 786432, "nothing: other fields fix it"),
        ("chunk", "262144", "nothing: other fields fix it"),
        ("schema.payload", 786432, "nothing: other fields fix it"),
        ("data.record", 1564, "nothing: other fields fix it"),
        ("learner.momentum", 1, f"one of {', '.join(FIELD_NAMES)}"),
    ],
)
def test_a_plain_value_that_is_no_field_s_is_refused(name: str, given_value: object, expected: str) -> None:
    (finding,) = findings(lambda: SHIPPED.changed({name: given_value}))
    assert (finding.code, finding.part, finding.expected) == ("BOB230", name, expected)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (10**5000, "a number of 16,610 bits"),
        ({}, "a table"),
        ([[1]], "a list"),
        ("a\x1bb\udcff", "'a\\x1bb\\udcff'"),
        (Decimal("0.5"), "0.5"),
    ],
    ids=["huge", "table", "list", "control-and-surrogate", "decimal"],
)
def test_a_plain_value_that_is_refused_is_shown_in_a_few_printable_letters(value: object, found: str) -> None:
    (finding,) = findings(lambda: SHIPPED.changed({"updates": value}))
    assert finding.found == found


@pytest.mark.parametrize("digits", [4301, 10**5])
def test_a_text_of_more_digits_than_python_reads_is_refused(digits: int) -> None:
    (finding,) = findings(lambda: SHIPPED.changed({"updates": "9" * digits}))
    assert (finding.code, finding.part) == ("BOB230", "updates")


@pytest.mark.parametrize(
    "value", ["0.1", Decimal("0.1"), "1e-1", "0x3dcccccd", "0X3DCCCCCD", ".1", "0.10000000"], ids=repr
)
def test_a_float_is_given_as_text_decimal_or_bits(value: object) -> None:
    assert SHIPPED.changed({"learner.lr": value})["learner.lr"] == 0x3DCCCCCD


@given(st.integers(0x3D000000, 0x3F7FFFFE), st.sampled_from([-1, 1]))
def test_a_decimal_is_rounded_once_and_not_through_binary64(bits: int, side: int) -> None:
    # Beside the middle of two neighbours, closer to it than binary64 can tell.
    middle = (exact(bits) + exact(bits + 1)) / 2
    digits = (middle + Fraction(side, 10**80)) * 10**80
    text = f"{digits.numerator // digits.denominator}e-80"
    assert Fraction(float(text)) == middle
    assert SHIPPED.changed({"learner.lr": text})["learner.lr"] == bits + (side > 0)
    assert contract_from_toml(f"learner.lr = {text}".encode(), "f")["learner.lr"] == bits + (side > 0)


def test_a_decimal_exists_whose_bits_differ_when_it_is_rounded_twice() -> None:
    middle = (exact(0x3F000000) + exact(0x3F000001)) / 2
    text = "0.500000029802322387695312500000000000000000000000000000001"
    assert Fraction(float(text)) == middle
    assert SHIPPED.changed({"learner.lr": Decimal(float(text))})["learner.lr"] == 0x3F000000
    assert SHIPPED.changed({"learner.lr": text})["learner.lr"] == 0x3F000001


# Files.


@given(contracts())
@settings(max_examples=50)
def test_a_contract_reads_back_from_its_file_bit_for_bit(contract: Contract) -> None:
    assert contract_from_toml(contract.toml().encode(), "f") == contract


@given(contracts())
@settings(max_examples=50)
def test_a_contract_s_file_has_plain_values_and_every_field_that_is_given(contract: Contract) -> None:
    table = tomllib.loads(contract.toml())
    tables = {k: v for k, v in table.items() if isinstance(v, dict)}
    names = {f"{part}.{field}" for part, fields in tables.items() for field in fields} | {"updates"}
    assert names == set(FIELD_NAMES)
    values = [table["updates"], *(value for fields in tables.values() for value in fields.values())]
    assert {type(value) for value in values} == {str, int, float}


def test_the_shipped_contract_s_file_reads_as_it_is_printed() -> None:
    assert SHIPPED.toml() == (
        "updates = 10\n"
        "\n[schema]\n"
        'identity = "bob-raw-pmv-f32-v1"\n'
        'ordering = "parameter-order:p-then-m-then-v"\n'
        "\n[learner]\n"
        'objective = "softmax-cross-entropy-mean"\n'
        'identity = "adamw:bob-arith-v1"\n'
        "lr = 0.05\nbeta1 = 0.9\nbeta2 = 0.999\nepsilon = 1e-08\nweight_decay = 0.01\n"
        "\n[data]\n"
        "vocabulary = 256\nprompts = 3\n"
        "\n[initialization]\n"
        'identity = "bob-seed-v1"\n'
    )


def test_a_field_that_a_file_leaves_out_is_the_shipped_one_s() -> None:
    assert contract_from_toml(b"", "f") == SHIPPED
    assert contract_from_toml(b"[data]\nvocabulary = 16\nprompts = 2", "f") == SMALL


@pytest.mark.parametrize(
    ("text", "part"),
    [
        pytest.param("[learner]\nmomentum = 0.9", "learner.momentum", id="field"),
        pytest.param("lr = 0.9", "lr", id="without-its-part"),
        pytest.param("learner = 5", "learner", id="part-as-a-value"),
        pytest.param('"learner.lr" = 0.1', '"learner.lr"', id="quoted-key"),
        pytest.param('[learner]\n"lr " = 0.1', "learner.lr ", id="space"),
        pytest.param("[optimizer]", "[optimizer]", id="empty-part"),
        pytest.param("payload = 786432", "payload", id="payload"),
        pytest.param("chunk = 262144", "chunk", id="chunk"),
        pytest.param("[schema]\npayload = 786432", "schema.payload", id="schema-payload"),
        pytest.param("[data]\nrecord = 1564", "data.record", id="record"),
    ],
)
def test_a_key_that_a_contract_does_not_have_is_refused(text: str, part: str) -> None:
    (finding,) = findings(lambda: contract_from_toml(text.encode(), "f"))
    assert (finding.code, finding.part) == ("BOB231", part)


@pytest.mark.parametrize(
    ("text", "part"), [("[optimizer]\nlr = 0.9", "optimizer.lr"), ("updates.n = 3", "updates.n")]
)
def test_a_table_that_a_contract_does_not_have_is_refused_with_its_keys(text: str, part: str) -> None:
    found = findings(lambda: contract_from_toml(text.encode(), "f"))
    assert [finding[:2] for finding in found] == [("BOB231", part), ("BOB231", f"[{part.split('.')[0]}]")]


def test_a_byte_order_mark_is_no_part_of_a_contract() -> None:
    assert contract_from_toml(b"\xef\xbb\xbfupdates = 3", "f")["updates"] == 3


def test_derived_keys_are_told_apart_from_unknown_ones() -> None:
    found = findings(lambda: contract_from_toml(b"payload = 1\nmomentum = 1", "f"))
    assert [finding.expected.split()[0] for finding in found] == ["nothing:", "one"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(b"updates = ", "Invalid value", id="no-value"),
        pytest.param(b"updates = 1\nupdates = 2", "Cannot overwrite a value", id="twice"),
        pytest.param(b"[learner]\n[learner]\n", "Cannot declare", id="table-twice"),
        pytest.param(b"\xff\xfe", "can't decode byte 0xff", id="not-utf-8"),
        pytest.param(b'a = "\x00"', "Illegal character", id="nul"),
        pytest.param(b"a = " + b"[" * 10000, "nested too deeply", id="deep"),
        pytest.param(
            b"[learner]\nlr = 1e9999999999999999999", "an exponent that no number has", id="exponent"
        ),
        pytest.param(b"updates = " + b"9" * 5000, "a number of too many digits", id="digits"),
        pytest.param(b"__import__('os').getpid()", "Expected '='", id="python"),
    ],
)
def test_a_file_that_is_no_toml_is_refused(text: bytes, said: str) -> None:
    with pytest.raises(Refused) as refused:
        contract_from_toml(text, "f.toml")
    (finding,) = refused.value.findings
    assert refused.value.subject == "f.toml"
    assert (finding.code, finding.part, finding.expected) == ("BOB231", "file", "TOML")
    assert said in finding.found


@pytest.mark.parametrize(
    ("text", "part", "found"),
    [
        pytest.param("[learner]\nlr = '0.1x'", "learner.lr", "'0.1x'", id="text"),
        pytest.param("[learner]\nlr = true", "learner.lr", "True", id="boolean"),
        pytest.param("[learner]\nlr = 2024-02-29", "learner.lr", "2024-02-29", id="date"),
        pytest.param("[learner]\nlr = [0.1]", "learner.lr", "a list", id="list"),
        pytest.param("[learner.lr]\nbits = 1", "learner.lr", "a table", id="table"),
        pytest.param("learner.lr" + ".a" * 2000 + " = 1", "learner.lr", "a table", id="deep-table"),
        pytest.param("[learner]\nlr = 0x3d4ccccd", "learner.lr", "1028443341", id="bits-without-quotes"),
        pytest.param("[learner]\nlr = inf", "learner.lr", "inf (0x7f800000)", id="infinity"),
        pytest.param("[learner]\nlr = nan", "learner.lr", "nan (0x7fc00000)", id="nan"),
        pytest.param("[learner]\nweight_decay = -0.0", "learner.weight_decay", "-0.0 (0x80000000)", id="-0"),
        pytest.param("updates = 10.0", "updates", "10.0", id="float"),
        pytest.param("updates = 0x" + "f" * 5000, "updates", "a number of 20,000 bits", id="huge"),
        pytest.param("[schema]\nidentity = 'a|b'", "schema.identity", "a|b", id="bar"),
        pytest.param("[schema]\nidentity = ''", "schema.identity", "", id="empty"),
        pytest.param("[data]\nvocabulary = 257", "data.vocabulary", "257", id="vocabulary"),
    ],
)
def test_a_file_with_a_value_out_of_range_is_refused_by_its_field(text: str, part: str, found: str) -> None:
    with pytest.raises(Refused) as refused:
        contract_from_toml(text.encode(), "f.toml")
    (finding,) = refused.value.findings
    assert refused.value.subject == "f.toml"
    assert (finding.code, finding.part, finding.found) == ("BOB230", part, found)


def test_bits_in_quotes_are_bits() -> None:
    assert contract_from_toml(b"[learner]\nlr = '0x3dcccccd'", "f")["learner.lr"] == 0x3DCCCCCD


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_a_contract_or_are_refused(text: bytes) -> None:
    said: set[str] = set()
    try:
        contract_from_toml(text, "f")
    except Refused as refused:
        said = {finding.code for finding in refused.findings}
    assert said <= {"BOB230", "BOB231"}


# Parts.


@given(contracts())
@settings(max_examples=50)
def test_a_contract_reads_back_from_its_parts(contract: Contract) -> None:
    assert contract_from_parts(contract.parts, "f") == contract


@given(contracts(), st.data())
@settings(max_examples=50)
def test_a_cut_or_grown_part_states_no_contract_or_another(contract: Contract, data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(list(PARTS)))
    text = contract.parts[part]
    assert isinstance(text, bytes)
    cut = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from([text[:cut], text + b"0", text + b"|", text[:cut] + text]))
    stated = {**contract.parts, part: other}
    said: object
    try:
        said = contract_from_parts(stated, "f").parts
    except Refused as refused:
        said = (refused.subject, {finding.code for finding in refused.findings})
    assert said in (stated, ("f", {"BOB230"}))


def test_every_part_that_states_nothing_is_named() -> None:
    parts: dict[str, Any] = {**SHIPPED.parts, "schema": b"", "data": b"\xff\n"}
    found = findings(lambda: contract_from_parts(parts, "f"))
    assert [(finding.code, finding.part, finding.found) for finding in found] == [
        ("BOB230", "schema", ""),
        ("BOB230", "data", "\\xff\\n"),
    ]


@pytest.mark.parametrize(
    ("part", "value", "name", "found", "expected"),
    [
        ("payload", 786436, "payload", "786,436", "786,432"),
        ("chunk", 0, "chunk", "0", "262,144"),
        (
            "schema",
            b"bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=0",
            "schema.payload",
            "0",
            "786,432",
        ),
        (
            "data",
            b"raw-byte-sequence|vocabulary=256|prompts=3|record=999999999999999999999999",
            "data.record",
            "999,999,999,999,999,999,999,999",
            "1,564",
        ),
    ],
)
def test_a_derived_field_that_says_otherwise_is_refused(
    part: str, value: bytes | int, name: str, found: str, expected: str
) -> None:
    said = findings(lambda: contract_from_parts({**SHIPPED.parts, part: value}, "f"))
    assert said == (Finding("BOB230", name, found, expected, note="other fields fix it"),)


@pytest.mark.parametrize(
    ("part", "value", "name"),
    [
        ("updates", 0, "updates"),
        ("data", b"raw-byte-sequence|vocabulary=300|prompts=3|record=1564", "data.vocabulary"),
        ("learner", b"a|b|" + bytes(20), "learner.lr"),
    ],
)
def test_a_field_out_of_range_in_a_part_is_refused_by_its_name(
    part: str, value: bytes | int, name: str
) -> None:
    with pytest.raises(Refused) as refused:
        contract_from_parts({**SHIPPED.parts, part: value}, "ckpt.bin")
    assert refused.value.subject == "ckpt.bin"
    assert refused.value.findings[0][:2] == ("BOB230", name)


# Printing.


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("learner.lr", 0x3D4CCCCD, "0.05 (0x3d4ccccd)"),
        ("data.record", 1564, "1,564"),
        ("payload", 786432, "786,432"),
        ("schema.identity", b"a-b.c:1", "a-b.c:1"),
        ("schema.identity", b"a\x1b[2J\xff\\\n", "a\\x1b[2J\\xff\\\\\\n"),
    ],
)
def test_a_value_is_printed_as_refusals_show_it(name: str, value: bytes | int, text: str) -> None:
    assert printed(name, value) == text


@given(st.binary(max_size=50))
def test_escaped_bytes_are_printable_and_say_which_bytes_they_were(content: bytes) -> None:
    text = escaped(content)
    assert text.isascii()
    assert text == "" or text.isprintable()
    assert text.encode().decode("unicode_escape").encode("latin-1") == content
