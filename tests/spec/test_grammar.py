"""Identity text: written and read back, refused with what was expected and where, or when it is defined."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.errors import Finding, Refused
from bob.spec.families.contract import PARTS
from bob.spec.grammar import (
    NAME_ALPHABET,
    Bits,
    Decimal,
    Grammar,
    Leaf,
    Literal,
    Malformed,
    Text,
    Value,
    spelled,
)

GRAMMAR = Grammar(
    (Text("name"), Literal(b"|n="), Decimal("n"), Literal(b"|"), Bits("x", 1, 0x7F7FFFFF, "finite, above 0"))
)
VALUES: dict[str, Value] = {"name": b"adamw:v1", "n": 42, "x": 0x3F800000}
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


def refusal(*leaves: Leaf) -> Finding:
    with pytest.raises(Refused) as refused:
        Grammar(leaves)
    assert refused.value.subject == "identity text"
    (finding,) = refused.value.findings
    return finding


BARS = NAME_ALPHABET | set(b"|")
X = Bits("x", 0, 0x7F7FFFFF, "finite, at least 0")
COLLIDING: dict[str, tuple[tuple[Leaf, ...], Finding]] = {
    "a separator that both names may hold": (
        (Text("one", BARS), Literal(b"|"), Text("other", BARS)),
        Finding(
            "BOB109",
            "one, other",
            "a||a",
            "one reading",
            note='one = "a|", other = "a"; and one = "a", other = "|a"',
        ),
    ),
    "no separator": (
        (Text("one"), Text("other")),
        Finding(
            "BOB109",
            "one, other",
            "aaa",
            "one reading",
            note='one = "aa", other = "a"; and one = "a", other = "aa"',
        ),
    ),
    "a separator of digits behind a decimal": (
        (Decimal("n"), Literal(b"00"), Decimal("m")),
        Finding(
            "BOB109",
            "n, m",
            "1001000",
            "one reading",
            note='n = "1001", m = "0"; and n = "1", m = "1000"',
        ),
    ),
    "raw numbers between names": (
        (Text("one"), X, Text("other")),
        Finding(
            "BOB109",
            "one, other",
            "aaaaaaa",
            "one reading",
            note='one = "aa", other = "a"; and one = "a", other = "aa"',
        ),
    ),
}


@pytest.mark.parametrize(("leaves", "finding"), COLLIDING.values(), ids=COLLIDING.keys())
def test_an_identity_that_could_collide_is_refused_with_the_text_and_both_readings(
    leaves: tuple[Leaf, ...], finding: Finding
) -> None:
    assert refusal(*leaves) == finding


UNREADABLE: dict[str, tuple[tuple[Leaf, ...], str, str]] = {
    "a separator that the first name may hold": (
        (Text("one", BARS), Literal(b"|"), Text("other")),
        "one",
        "it could go on with the first byte of '|'",
    ),
    "digits behind a decimal": (
        (Decimal("n"), Literal(b"0")),
        "n",
        "it could go on with the first byte of '0'",
    ),
    "a raw number behind a name": ((Text("one"), X), "one", "it could go on with the first byte of x"),
    "an empty literal between": (
        (Text("one"), Literal(b""), X),
        "one",
        "it could go on with the first byte of x",
    ),
    "two fields of one name": (
        (Text("one"), Literal(b"|"), Decimal("one")),
        "one",
        "without a name of its own",
    ),
    "a literal of a field's name": ((Literal(b"|", "one"), Text("one")), "one", "without a name of its own"),
    "a field without a name": ((Text(""),), "a field", "without a name of its own"),
}


@pytest.mark.parametrize(("leaves", "part", "found"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_grammar_that_could_not_be_read_back_is_refused(
    leaves: tuple[Leaf, ...], part: str, found: str
) -> None:
    assert refusal(*leaves) == Finding("BOB107", part, found)


alphabets = st.sets(st.sampled_from(list(b"a|01")), min_size=1).map(frozenset)
kinds = st.one_of(
    st.sampled_from([b"", b"|", b"a", b"0|"]).map(Literal),
    st.builds(Text, st.just("?"), alphabets),
    st.just(Decimal("?")),
    st.just(X),
)


def held_by(leaf: Leaf) -> st.SearchStrategy[Value]:
    if isinstance(leaf, Text):
        return st.text([chr(byte) for byte in sorted(leaf.alphabet)], min_size=1).map(str.encode)
    return st.integers(0, 10**24 - 1 if isinstance(leaf, Decimal) else X.high)


@given(st.lists(kinds, max_size=6), st.data())
def test_a_grammar_reads_back_what_it_wrote_or_is_refused(kinds: list[Leaf], data: st.DataObject) -> None:
    leaves = tuple(
        leaf if isinstance(leaf, Literal) else leaf._replace(name=f"f{i}") for i, leaf in enumerate(kinds)
    )
    try:
        grammar = Grammar(leaves)
    except Refused:
        return
    values: dict[str, Value] = {leaf.name: data.draw(held_by(leaf)) for leaf in grammar.fields}
    assert grammar.read(grammar.write(values)) == values


@pytest.mark.parametrize("part", PARTS)
def test_dropping_what_parts_two_fields_of_a_contract_is_refused(part: str) -> None:
    leaves = PARTS[part].leaves
    told = []
    for i, leaf in enumerate(leaves):
        if isinstance(leaf, Literal) and i:
            told.append(refusal(*leaves[:i], *leaves[i + 1 :]).code)
    assert told == {"schema": ["BOB109"] * 2, "learner": ["BOB109", "BOB107"], "data": ["BOB109"] * 2}.get(
        part, []
    )


@pytest.mark.parametrize(
    ("alphabet", "spelling"),
    [
        (NAME_ALPHABET, "[a-z0-9.:-]"),
        (BARS, "[a-z0-9.:|-]"),
        (frozenset(b"ABC"), "[ABC]"),
        (frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_-\x00"), "[A-Z\\x00_-]"),
    ],
    ids=["a name's", "with a bar", "some letters", "not printable"],
)
def test_an_alphabet_is_spelled_as_a_regular_expression_has_it(
    alphabet: frozenset[int], spelling: str
) -> None:
    assert spelled(alphabet) == spelling


def test_a_name_of_another_alphabet_is_read_and_refused_by_it() -> None:
    name = Text("name", frozenset(b"ab"))
    assert name.read(b"abc", 0) == (b"ab", 2)
    assert (name.problem(b"ba"), name.problem(b"abc")) == ("", "a name of [ab]+")
    with pytest.raises(Malformed, match=r"a name of \[ab\]\+ \(name\)"):
        name.read(b"cab", 0)
