"""Identity text: written and read back, malformed text refused with what was expected and where."""

from __future__ import annotations

from typing import Any

import pytest

from bob.spec.grammar import Bits, Decimal, Grammar, Literal, Malformed, Text

GRAMMAR = Grammar(
    (Text("name"), Literal(b"|n="), Decimal("n"), Literal(b"|"), Bits("x", 1, 0x7F7FFFFF, "finite, above 0"))
)
VALUES = {"name": b"adamw:v1", "n": 42, "x": 0x3F800000}
WRITTEN = b"adamw:v1|n=42|\x00\x00\x80\x3f"


def test_text_is_written_leaf_by_leaf_and_read_back() -> None:
    assert GRAMMAR.write(VALUES) == WRITTEN
    assert GRAMMAR.read(WRITTEN) == VALUES


def test_fields_are_the_leaves_with_a_value() -> None:
    assert [leaf.name for leaf in GRAMMAR.fields] == ["name", "n", "x"]


MALFORMED: dict[str, tuple[bytes, str, int]] = {
    "nothing": (b"", "a name of [a-z0-9.:-]+ (name)", 0),
    "a name of other letters": (b"Adam|n=1|abcd", "a name of [a-z0-9.:-]+ (name)", 0),
    "a literal that differs": (b"adam|m=1|abcd", "'|n='", 4),
    "no digit": (b"adam|n=|abcd", "a decimal of 1 to 24 digits (n)", 7),
    "a leading zero": (b"adam|n=01|abcd", "a decimal of 1 to 24 digits (n)", 7),
    "25 digits": (b"adam|n=" + b"9" * 25 + b"|abcd", "a decimal of 1 to 24 digits (n)", 7),
    "a float cut short": (b"adam|n=1|abc", "4 bytes of a binary32 number (x)", 9),
    "more after the end": (b"adam|n=1|abcde", "the end", 13),
}


@pytest.mark.parametrize(("text", "expected", "offset"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_text_says_what_was_expected_and_where(text: bytes, expected: str, offset: int) -> None:
    with pytest.raises(Malformed) as malformed:
        GRAMMAR.read(text)
    assert (str(malformed.value), malformed.value.offset) == (expected, offset)


def test_zero_is_a_decimal_and_24_digits_are() -> None:
    assert Decimal("n").read(b"0", 0) == (0, 1)
    assert Decimal("n").read(b"9" * 24, 0) == (10**24 - 1, 24)


PROBLEMS: list[tuple[Any, Any, str]] = [
    (Text("t"), b"az09.:-", ""),
    (Text("t"), b"", "a name of [a-z0-9.:-]+"),
    (Text("t"), b"a|b", "a name of [a-z0-9.:-]+"),
    (Text("t"), 7, "a name of [a-z0-9.:-]+"),
    (Decimal("n"), 10**24 - 1, ""),
    (Decimal("n"), 10**24, "a number of at most 24 digits"),
    (Decimal("n"), -1, "a number of at most 24 digits"),
    (Decimal("n"), b"1", "a number of at most 24 digits"),
    (Bits("x", 1, 5, "small"), 1, ""),
    (Bits("x", 1, 5, "small"), 5, ""),
    (Bits("x", 1, 5, "small"), 0, "small"),
    (Bits("x", 1, 5, "small"), 6, "small"),
    (Bits("x", 1, 5, "small"), b"1", "small"),
    (Literal(b"|"), b"anything", ""),
]


@pytest.mark.parametrize(("leaf", "value", "problem"), PROBLEMS)
def test_a_value_out_of_range_is_a_problem(leaf: Any, value: Any, problem: str) -> None:
    assert leaf.problem(value) == problem
