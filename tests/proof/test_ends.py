"""All readings of a text: each way in which it can be written, and no other."""

from __future__ import annotations

import pytest

from bob.proof.ends import readings
from bob.spec.automaton import Fixed, Framed, Piece
from bob.spec.grammar import Bits, Decimal, Literal, Text

NAME = Text("name", frozenset(b"a|"))
MORE = Text("more", frozenset(b"a|"))
NUMBER = Bits("x", 1, 0x00FF0000, "bounded")

CASES: dict[str, tuple[tuple[Piece, ...], bytes, list[dict[str, bytes]]]] = {
    "nothing": ((), b"", [{}]),
    "something where nothing is": ((), b"a", []),
    "one reading": ((NAME, Literal(b"|"), MORE), b"a|a", [{"name": b"a", "more": b"a"}]),
    "two readings": (
        (NAME, Literal(b"|"), MORE),
        b"a||a",
        [{"name": b"a", "more": b"|a"}, {"name": b"a|", "more": b"a"}],
    ),
    "a literal with a name": ((Literal(b"|", "bar"),), b"|", [{"bar": b"|"}]),
    "an empty name": ((NAME, Literal(b"x")), b"x", []),
    "a byte of no alphabet": ((NAME,), b"ab", []),
    "a decimal": ((Decimal("n"),), b"10", [{"n": b"10"}]),
    "zero": ((Decimal("n"),), b"0", [{"n": b"0"}]),
    "a leading zero": ((Decimal("n"),), b"01", []),
    "24 digits": ((Decimal("n"),), b"9" * 24, [{"n": b"9" * 24}]),
    "25 digits": ((Decimal("n"),), b"9" * 25, []),
    "a number within its bounds": ((NUMBER,), b"\0\0\xff\0", [{"x": b"\0\0\xff\0"}]),
    "a number below its bounds": ((NUMBER,), b"\0\0\0\0", []),
    "a number above its bounds": ((NUMBER,), b"\1\0\xff\0", []),
    "a number cut short": ((NUMBER,), b"\1\0\0", []),
    "any bytes": ((Fixed("n", 2),), b"a|", [{"n": b"a|"}]),
    "a frame": (
        (Framed("part", 2, (NAME, Literal(b"|"))), Fixed("n", 1)),
        b"\3\0a||a",
        [{"part.name": b"a|", "n": b"a"}],
    ),
    "a frame that is longer than the text": ((Framed("part", 1, (NAME,)),), b"\2a", []),
    "a frame whose length is cut short": ((Framed("part", 4, ()),), b"\0\0\0", []),
    "a frame with more in it": ((Framed("part", 1, (Literal(b"a"),)),), b"\2aa", []),
}


@pytest.mark.parametrize(("pieces", "text", "expected"), CASES.values(), ids=CASES.keys())
def test_a_text_has_these_readings(
    pieces: tuple[Piece, ...], text: bytes, expected: list[dict[str, bytes]]
) -> None:
    assert list(readings(pieces, text)) == expected
