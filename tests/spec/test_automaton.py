"""The product automaton against trying everything: the same verdicts, and no shorter text of two readings."""

from __future__ import annotations

import string
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bob.proof.ends import readings
from bob.spec.automaton import Collision, Fixed, Framed, walked
from bob.spec.families.contract import PARTS
from bob.spec.grammar import DECIMAL_DIGITS, Bits, Decimal, Literal, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.spec.automaton import Piece

SYMBOLS = b"a|01"
N_TRIED = 5
ANY = frozenset(range(256))
NAME = Text("name", frozenset(b"a"))
BARS = Text("bars", frozenset(b"a|"))
BAR = Literal(b"|")

alphabets = st.sets(st.sampled_from(list(SYMBOLS)), min_size=1).map(frozenset)
leaves = st.one_of(
    st.sampled_from([b"", b"|", b"a", b"0|", b"1"]).map(Literal),
    alphabets.map(lambda alphabet: Text("?", alphabet)),
    st.just(Decimal("?")),
)
grammars = st.lists(leaves, max_size=5).map(
    lambda some: tuple(
        leaf if isinstance(leaf, Literal) else leaf._replace(name=name)
        for leaf, name in zip(some, string.ascii_lowercase, strict=False)
    )
)


def tried(pieces: Sequence[Piece], symbols: bytes = SYMBOLS, most: int = N_TRIED) -> int | None:
    """The length of the shortest text of some symbols with two readings, by trying all up to a length."""
    for length in range(most + 1):
        for text in product(symbols, repeat=length):
            if len(list(readings(pieces, bytes(text)))) > 1:
                return length
    return None


@given(grammars)
@settings(max_examples=60, deadline=None)
@example((BARS, BAR, BARS._replace(name="more")))
@example((NAME, Literal(b""), NAME._replace(name="more")))
@example((Decimal("n"), Decimal("m")))
@example(())
def test_the_shortest_collision_is_that_of_trying_every_text(pieces: tuple[Piece, ...]) -> None:
    collision = walked(pieces).collision
    shortest = tried(pieces)
    if collision is None or len(collision.text) > N_TRIED:
        assert shortest is None
    else:
        assert shortest == len(collision.text)


def test_a_collision_that_is_met_later_is_no_shorter() -> None:
    """Walked depth first, this text has a collision of two bytes more."""
    pieces = (Decimal("n"), Decimal("m"), Literal(b"00"), Decimal("k"))
    collision = walked(pieces).collision
    assert collision is not None
    assert len(collision.text) == tried(pieces, b"01", 6) == 6


@given(grammars)
def test_both_readings_of_a_collision_write_its_text(pieces: tuple[Piece, ...]) -> None:
    collision = walked(pieces).collision
    if collision is not None:
        found = list(readings(pieces, collision.text))
        assert collision.first in found
        assert collision.second in found
        assert collision.differing


HARMLESS: dict[str, tuple[Piece, ...]] = {
    "nothing": (),
    "one name": (BARS,),
    "a bar in the first name": (BARS, BAR, NAME),
    "a bar in the last name": (NAME, BAR, BARS),
    "names of no common byte": (NAME, Text("other", frozenset(b"b"))),
    "numbers behind names": (BARS, BAR, NAME, Bits("x", 0, 2**32 - 1, "any"), Fixed("n", 2)),
    "a number between names, fixed from the left": (NAME, BAR, Fixed("n", 4), BARS),
    "a number between names, fixed from the right": (BARS, Fixed("n", 4), BAR, NAME),
    "a number that no byte of a name begins": (NAME, Bits("x", 0x7C, 0x7C, "a bar and zeros"), NAME),
    "a decimal that ends at a name": (Decimal("n"), NAME),
    "frames": (Framed("one", 4, (BARS,)), Framed("two", 4, (BARS,)), Fixed("n", 8)),
}


@pytest.mark.parametrize("pieces", HARMLESS.values(), ids=HARMLESS.keys())
def test_a_text_whose_leaves_can_be_told_apart_has_one_reading(pieces: tuple[Piece, ...]) -> None:
    assert walked(pieces).collision is None


TWO_DECIMALS = (Decimal("n"), Decimal("m"))
COLLIDING: dict[str, tuple[tuple[Piece, ...], bytes, dict[str, bytes], dict[str, bytes]]] = {
    "two names": (
        (NAME, NAME._replace(name="more")),
        b"aaa",
        {"name": b"aa", "more": b"a"},
        {"name": b"a", "more": b"aa"},
    ),
    "a name that may hold its separator, and ends with one": (
        (BARS, BAR, BARS._replace(name="more"), BAR),
        b"a||a|",
        {"bars": b"a|", "more": b"a"},
        {"bars": b"a", "more": b"|a"},
    ),
    "a decimal before digits": (
        (Decimal("n"), Text("digits", frozenset(b"07"))),
        b"100",
        {"n": b"10", "digits": b"0"},
        {"n": b"1", "digits": b"00"},
    ),
    "a number of any bytes": (
        (NAME, Fixed("n", 2), NAME._replace(name="more")),
        b"aaaaa",
        {"name": b"aa", "n": b"aa", "more": b"a"},
        {"name": b"a", "n": b"aa", "more": b"aa"},
    ),
    "inside the second frame, lengths and all": (
        (Framed("one", 2, (NAME,)), Framed("two", 1, (NAME, NAME._replace(name="more"))), Fixed("n", 1)),
        b"\x01\x00a\x03aaaa",
        {"one.name": b"a", "two.name": b"aa", "two.more": b"a", "n": b"a"},
        {"one.name": b"a", "two.name": b"a", "two.more": b"aa", "n": b"a"},
    ),
}


@pytest.mark.parametrize(("pieces", "text", "one", "other"), COLLIDING.values(), ids=COLLIDING.keys())
def test_a_collision_is_the_text_and_its_readings(
    pieces: tuple[Piece, ...], text: bytes, one: dict[str, bytes], other: dict[str, bytes]
) -> None:
    collision = walked(pieces).collision
    assert collision is not None
    assert (collision.text, [collision.first, collision.second]) in (
        (text, [one, other]),
        (text, [other, one]),
    )


@given(st.binary(min_size=4, max_size=4))
@example(b"aaaa")
@example(b"abab")
@example(b"abca")
@example(b"abcd")
def test_a_number_of_one_value_meets_itself_after_its_period(written: bytes) -> None:
    value = int.from_bytes(written, "little")
    pieces = (Text("x", ANY), Bits("n", value, value, "one"), Text("y", ANY))
    period = next(p for p in (1, 2, 3, 4) if written[p:] == written[: 4 - p])
    collision = walked(pieces).collision
    assert collision is not None
    assert len(collision.text) == 1 + period + len(written) + 1


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
@example(0x00FF00FF, 0x01000100)
@example(0, 2**32 - 1)
def test_a_number_keeps_within_its_bounds(one: int, other: int) -> None:
    low, high = sorted((one, other))
    pieces = (Text("x", ANY), Bits("n", low, high, "bounded"), Text("y", ANY))
    collision = walked(pieces).collision
    assert collision is not None
    values = [int.from_bytes(side["n"], "little") for side in (collision.first, collision.second)]
    assert [low <= value <= high for value in values] == [True, True]
    # A number of four equal bytes is itself one byte further on.
    if any(low <= 0x01010101 * byte <= high for byte in range(256)):
        assert len(collision.text) == 7


@pytest.mark.parametrize(("n_swallowed", "shortest"), [(DECIMAL_DIGITS - 1, 48), (DECIMAL_DIGITS, None)])
def test_a_decimal_swallows_a_literal_of_digits_only_within_its_bound(
    n_swallowed: int, shortest: int | None
) -> None:
    """The literal meets itself nowhere but behind its end, so a second reading has it twice."""
    literal = Literal(b"1" + b"0" * (n_swallowed - 1))
    collision = walked((Decimal("n"), literal, Text("rest", frozenset(b"01")))).collision
    assert (collision and len(collision.text)) == shortest


def test_a_frame_that_readings_could_meet_apart_is_not_walked() -> None:
    with pytest.raises(ValueError, match="a frame whose place is not fixed"):
        walked((NAME, Framed("part", 4, (NAME,))))


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_a_contract_has_two_readings(part: str) -> None:
    assert walked(PARTS[part].leaves).collision is None


def test_a_collision_is_said_by_the_fields_that_differ() -> None:
    collision = Collision(b"a|\x00", {"a": b"a|", "b": b"", "c": b"x"}, {"a": b"a", "b": b"|\x00", "c": b"x"})
    assert collision.differing == ["a", "b"]
    assert collision.said == 'a = "a|", b = ""; and a = "a", b = "|\\x00"'
