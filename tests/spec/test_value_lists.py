from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.spec.grammar import Malformed
from bob.spec.value_lists import Plain, Real, told, values_of, write_values

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["true", "1", '"', "\\n"]
)
VALUES = st.one_of(
    st.booleans(),
    st.integers(-(10**24) + 1, 10**24 - 1),
    st.builds(Real, st.integers(0, 2**64 - 1), st.just(False)),
    st.builds(Real, st.integers(0, 2**32 - 1), st.just(True)),
    TEXTS,
)
LISTS = st.dictionaries(TEXTS.filter(bool), VALUES, max_size=5)


def typed(values: dict[str, Plain]) -> dict[str, tuple[type, Plain]]:
    """True is 1 to Python."""
    return {name: (type(value), value) for name, value in values.items()}


@given(LISTS)
def test_a_list_is_read_as_it_was_written(values: dict[str, Plain]) -> None:
    assert typed(dict(values_of(write_values(values)))) == typed(values)


@given(LISTS, LISTS)
def test_two_lists_of_one_text_are_one_list(one: dict[str, Plain], other: dict[str, Plain]) -> None:
    assert (write_values(one) == write_values(other)) == (typed(one) == typed(other))


@given(st.binary(max_size=30))
def test_what_is_read_is_written_as_the_same_bytes(text: bytes) -> None:
    try:
        values = dict(values_of(text))
    except Malformed:
        return
    assert write_values(values) == text


@given(st.floats(allow_nan=True))
def test_a_float_comes_back_with_its_bits(value: float) -> None:
    assert struct.pack("<d", Real.of(value).number) == struct.pack("<d", value)


SAME_TO_PYTHON = [1, True, "1", "true", Real.of(1.0), Real(0x3F800000, True), Real.of(0.0), Real.of(-0.0), 0]


def test_values_that_python_takes_for_one_another_are_written_in_different_ways() -> None:
    assert len({write_values({"a": value}) for value in SAME_TO_PYTHON}) == len(SAME_TO_PYTHON)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        pytest.param(b"a=1", 0, id="no line feed"),
        pytest.param(b"=1\n", 0, id="no name"),
        pytest.param(b"a=\n", 0, id="no value"),
        pytest.param(b"b=1\na=1\n", 4, id="out of order"),
        pytest.param(b"a=1\na=1\n", 4, id="twice"),
        pytest.param(b"a=01\n", 2, id="a leading zero"),
        pytest.param(b"a=-0\n", 2, id="minus zero"),
        pytest.param(b"a=+1\n", 2, id="a plus"),
        pytest.param(b"a=" + b"1" * 25 + b"\n", 2, id="25 digits"),
        pytest.param(b"a=0x3D4CCCCD\n", 2, id="bits in capitals"),
        pytest.param(b"a=0x3d4c\n", 2, id="bits of no width"),
        pytest.param(b"a=1.0\n", 2, id="a decimal"),
        pytest.param(b'a="\n', 2, id="a text that does not end"),
        pytest.param(b'a="\\x41"\n', 3, id="an escape of a plain letter"),
        pytest.param(b'a="\xff"\n', 3, id="no UTF-8"),
        pytest.param(b"a\\x3D=1\n", 0, id="an escape in capitals"),
        pytest.param(b"a=True\n", 2, id="a word in capitals"),
        pytest.param(b"a=1\n\n", 4, id="an empty line"),
    ],
)
def test_a_line_in_another_spelling_is_malformed_at_its_place(text: bytes, offset: int) -> None:
    with pytest.raises(Malformed) as raised:
        list(values_of(text))
    assert raised.value.offset == offset


@pytest.mark.parametrize(
    "values",
    [{"": 1}, {"a": 10**24}, {"a": -(10**24)}, {"a": Real(2**32, True)}, {"a": Real(2**64)}, {"a": Real(-1)}],
    ids=["no name", "25 digits", "below", "33 bits", "65 bits", "negative bits"],
)
def test_what_has_no_text_is_not_written(values: dict[str, Plain]) -> None:
    with pytest.raises(ValueError, match=r"character|digits|bits"):
        write_values(values)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Real.of(0.05), "0.05 (0x3fa999999999999a)"),
        (Real(0x3D4CCCCD, True), "0.05 (0x3d4ccccd)"),
        (True, "true"),
        (-3, "-3"),
        ("a\x1b", '"a\\x1b"'),
    ],
    ids=["binary64", "binary32", "true", "integer", "text"],
)
def test_a_value_is_told_with_its_bits_and_without_controls(value: Plain, text: str) -> None:
    assert told(value) == text
