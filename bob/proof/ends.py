"""All readings of an identity text, found by trying every place at which a leaf may end: `readings`.

It knows nothing of automata or judges, and is what their collisions are held against: a text that a judge
found has two readings only if it has them here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bob.spec.automaton import Fixed, Framed
from bob.spec.grammar import DECIMAL_DIGITS, Bits, Decimal, Literal, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.spec.automaton import Piece


def readings(pieces: Sequence[Piece], text: bytes) -> Iterator[dict[str, bytes]]:
    """The bytes of every field by its name, for each way in which `text` can be written."""
    if not pieces:
        yield from [{}] if not text else []
        return
    for end, fields in _beginnings(pieces[0], text):
        for others in readings(pieces[1:], text[end:]):
            yield {**fields, **others}


def _beginnings(piece: Piece, text: bytes) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Where a piece that begins the text may end, with its fields."""
    if isinstance(piece, Framed):
        begin = piece.n_length_bytes
        end = begin + int.from_bytes(text[:begin], "little")
        if begin <= len(text) and end <= len(text):
            for fields in readings(piece.leaves, text[begin:end]):
                yield end, {f"{piece.name}.{name}": held for name, held in fields.items()}
        return
    for end in range(len(text) + 1):
        if _is_written(piece, text[:end]):
            yield end, {piece.name: text[:end]} if piece.name else {}


def _is_written(piece: Piece, text: bytes) -> bool:
    match piece:
        case Literal():
            return text == piece.value
        case Text():
            return not piece.problem(text)
        case Decimal():
            canonical = text.isdigit() and piece.write(int(text)) == text
            return canonical and len(text) <= DECIMAL_DIGITS
        case Bits():
            return len(text) == piece.n_bytes and not piece.problem(int.from_bytes(text, "little"))
        case Fixed():
            return len(text) == piece.n_bytes
        case Framed():
            raise TypeError("a frame is read by its length")
    assert_never(piece)
