from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.spec.formats.typed import DTYPES
from bob.spec.grammar import Malformed
from bob.spec.tensor_lines import TensorLine, places, tensors_of, write_tensors

FIRST = b"bob-tensors-v1\n"
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["a|b", "a\\x7cb", "\\", "\n", "a\nb|F32|", "\x7f", "\\x5c"]
)
SHAPES = st.lists(st.integers(0, 9), max_size=4).map(tuple)
LINES = st.lists(st.builds(TensorLine, NAMES, st.sampled_from(DTYPES), SHAPES), max_size=5)


@given(LINES)
def test_a_list_is_read_as_it_was_written(lines: list[TensorLine]) -> None:
    assert list(tensors_of(write_tensors(lines))) == lines


@given(LINES, LINES)
def test_two_lists_of_one_text_are_one_list(one: list[TensorLine], other: list[TensorLine]) -> None:
    assert (write_tensors(one) == write_tensors(other)) == (one == other)


@given(st.binary(max_size=40))
def test_what_is_read_is_written_as_the_same_bytes(tail: bytes) -> None:
    text = FIRST + tail
    try:
        lines = list(tensors_of(text, any_dtype=True))
    except Malformed:
        return
    assert write_tensors(lines) == text


@pytest.mark.parametrize(
    ("line", "offset"),
    [
        pytest.param(b"w|F32|2", 0, id="no line feed"),
        pytest.param(b"w|F32\n", 0, id="no dims"),
        pytest.param(b"w|F32|02\n", 6, id="a leading zero"),
        pytest.param(b"w|F32|2, 3\n", 0, id="a space"),
        pytest.param(b"w|F32|,\n", 0, id="an empty dim"),
        pytest.param(b"w|F32|-1\n", 0, id="a negative dim"),
        pytest.param(b"w|F32|9223372036854775808\n", 6, id="a dim of 2^63"),
        pytest.param(b"w|F32|9223372036854775807\n", 0, id="a tensor of 2^65 bytes"),
        pytest.param(b"w|F32|" + b"1," * 64 + b"1\n", 6, id="65 dims"),
        pytest.param(b"w|F4|2\n", 2, id="a type of less than a byte"),
        pytest.param(b"w|f32|2\n", 2, id="a type in lower case"),
        pytest.param(b"a\x1b|F32|2\n", 0, id="a control"),
        pytest.param(b"a\\x41|F32|2\n", 0, id="an escape of a plain letter"),
        pytest.param(b"a\\x7C|F32|2\n", 0, id="an escape in capitals"),
        pytest.param(b"a\\n|F32|2\n", 0, id="a lone backslash"),
        pytest.param(b"\xff|F32|2\n", 0, id="no UTF-8"),
        pytest.param(b"\xed\xa0\x80|F32|2\n", 0, id="half a character"),
        pytest.param(b"w|F32|2\n\n", 8, id="an empty line"),
    ],
)
def test_a_line_in_another_spelling_is_malformed_at_its_place(line: bytes, offset: int) -> None:
    with pytest.raises(Malformed) as raised:
        list(tensors_of(FIRST + line))
    assert raised.value.offset == len(FIRST) + offset


def test_a_text_without_its_first_line_is_malformed() -> None:
    with pytest.raises(Malformed):
        list(tensors_of(b"w|F32|2\n"))


def test_lines_come_as_they_are_read_and_not_before() -> None:
    lines = tensors_of(FIRST + b"w|F32|2\nbroken")
    assert next(lines) == TensorLine("w", "F32", (2,))
    with pytest.raises(Malformed):
        next(lines)


@pytest.mark.parametrize(
    ("n", "room"), [(0, 64), (1, 64), (63, 64), (64, 64), (65, 128), (2**62, 2**62)], ids=str
)
def test_a_room_is_the_least_multiple_of_64_that_holds_its_tensor_and_never_none(n: int, room: int) -> None:
    (place,) = places([TensorLine("w", "U8", (n,))], 512)
    assert (place.byte_offset, place.n_bytes, place.room_bytes) == (512, n, room)


def test_each_tensor_begins_where_the_room_before_it_ends() -> None:
    lines = [TensorLine(f"{i}", "F64", (i, 3)) for i in range(9)]
    found = list(places(lines, 64))
    assert [p.byte_offset for p in found[1:]] == [p.byte_offset + p.room_bytes for p in found[:-1]]
