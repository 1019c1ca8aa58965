"""The product automaton of an identity text with itself: two readings of the same bytes, walked side by side.

    product = walked(grammar.leaves)      Product(n_pairs, collision)
    product.collision                     None, or a shortest text with two readings, and both of them

Breadth first over pairs of states, so a collision that is found is a shortest one, and that there is none
holds for texts of any length: names may go on for ever, yet their states are few. Two readings part where
one byte lies in different leaves of them; as long as they do not, their values are equal.

Two readings meet a `Framed` piece at the same byte if they have not parted; then they read the same length
and leave it at the same byte. So what is walked has, in place of the length, a mark that is no byte at the
frame's end, which both must read at once. No solver is asked.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bob.spec.grammar import DECIMAL_DIGITS, Bits, Decimal, Literal, Text, escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.spec.grammar import Leaf


class Fixed(NamedTuple):
    """A number of `n_bytes` bytes, each of which may be any."""

    name: str
    n_bytes: int


class Framed(NamedTuple):
    """Leaves behind the count of their bytes, which is a number of `n_length_bytes` bytes."""

    name: str
    n_length_bytes: int
    leaves: tuple[Leaf, ...]


class _Mark(NamedTuple):
    """The end of a frame."""

    n_length_bytes: int


class _Stretch(NamedTuple):
    """A leaf of the text under its full name, and whether a length counts its bytes."""

    name: str
    leaf: Leaf | Fixed | _Mark
    counted: bool


# How many bytes of a leaf were read; of `Bits` also whether, so far, they are at least low and at most high.
Inner: TypeAlias = "tuple[int, bool, bool]"
State: TypeAlias = "tuple[int, Inner]"
Pair: TypeAlias = "tuple[State, State, bool]"
Piece: TypeAlias = "Leaf | Fixed | Framed"

_UNREAD: Inner = (0, True, True)
_LEADING_ZERO: Inner = (DECIMAL_DIGITS, True, True)
# Sets of symbols are the bits of a number; the mark comes after the bytes.
_MARK = 1 << 256
_ANY_BYTE = _MARK - 1
_ZERO = 1 << ord("0")
_DIGIT = sum(1 << byte for byte in b"0123456789")
_SHOWN_FIRST = b"abcdefghijklmnopqrstuvwxyz0123456789"


class Collision(NamedTuple):
    """A text with two readings, each the bytes of every field by its name."""

    text: bytes
    first: Mapping[str, bytes]
    second: Mapping[str, bytes]

    @property
    def differing(self) -> list[str]:
        """The fields that the readings differ in."""
        return [name for name in self.first if self.first[name] != self.second[name]]

    @property
    def said(self) -> str:
        """Both readings, by the fields that they differ in."""
        sides = (
            ", ".join(f'{name} = "{escaped(reading[name])}"' for name in self.differing)
            for reading in (self.first, self.second)
        )
        return "; and ".join(sides)


class Product(NamedTuple):
    """How many pairs of states were met, and a shortest collision where there is one."""

    n_pairs: int
    collision: Collision | None


def walked(pieces: Sequence[Piece]) -> Product:
    """All pairs of states that two readings of one text can be in, until both end after they parted.

    Raises `ValueError` for a frame behind a name or a decimal outside of one: readings could meet it apart.
    """
    machine = _Machine(pieces)
    start: Pair = ((0, _UNREAD), (0, _UNREAD), False)
    came: dict[Pair, tuple[Pair, int] | None] = {start: None}
    queue = deque([start])
    while queue:
        pair = queue.popleft()
        first, second, parted = pair
        if parted and machine.ends(first) and machine.ends(second):
            return Product(len(came), machine.collision(_path(came, pair)))
        for symbols, following in machine.following(pair):
            if following not in came:
                came[following] = (pair, symbols)
                queue.append(following)
    return Product(len(came), None)


def _path(came: Mapping[Pair, tuple[Pair, int] | None], last: Pair) -> list[tuple[int, int, int]]:
    """The symbols possible at each place of a text, and the stretch in which each reading has that place."""
    found = []
    while step := came[last]:
        found.append((step[1], last[0][0], last[1][0]))
        last = step[0]
    return found[::-1]


class _Machine:
    """The stretches of a text as states, a stretch and what was read of it, with the steps between them."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        open_ended = [isinstance(piece, Text | Decimal) for piece in pieces]
        if any(isinstance(piece, Framed) and any(open_ended[:i]) for i, piece in enumerate(pieces)):
            raise ValueError("a frame whose place is not fixed by what stands before it")
        self._stretches = [stretch for piece in pieces for stretch in _stretches(piece)]
        self._steps: dict[State, list[tuple[int, State]]] = {}

    def ends(self, state: State) -> bool:
        """Whether the text may end here."""
        index, inner = state
        if index == len(self._stretches):
            return True
        return _is_whole(self._stretches[index].leaf, inner) and self.ends((index + 1, _UNREAD))

    def following(self, pair: Pair) -> Iterator[tuple[int, Pair]]:
        """The pairs one symbol further, each with the symbols that lead there."""
        first, second, parted = pair
        for symbols, one in self._steps_from(first):
            for others, other in self._steps_from(second):
                # Readings that part are told by which is further behind, so each two are walked once.
                if symbols & others and (parted or one[0] <= other[0]):
                    yield symbols & others, (one, other, parted or one[0] != other[0])

    def _steps_from(self, state: State) -> list[tuple[int, State]]:
        if state not in self._steps:
            self._steps[state] = list(self._walk(state))
        return self._steps[state]

    def _walk(self, state: State) -> Iterator[tuple[int, State]]:
        index, inner = state
        if index == len(self._stretches):
            return
        leaf = self._stretches[index].leaf
        for symbols, reached in _within(leaf, inner):
            yield symbols, (index, reached)
        if _is_whole(leaf, inner):
            yield from self._walk((index + 1, _UNREAD))

    def collision(self, path: list[tuple[int, int, int]]) -> Collision:
        """The text along a path, and what its two readings make of it."""
        text, counted = b"", b""
        readings: tuple[dict[str, bytes], dict[str, bytes]] = ({}, {})
        for symbols, *indices in path:
            here = self._stretches[indices[0]]
            if isinstance(here.leaf, _Mark):
                text += len(counted).to_bytes(here.leaf.n_length_bytes, "little") + counted
                counted = b""
                continue
            byte = _shown(symbols)
            text, counted = (text, counted + byte) if here.counted else (text + byte, counted)
            for reading, index in zip(readings, indices, strict=True):
                name = self._stretches[index].name
                if name:
                    reading[name] = reading.get(name, b"") + byte
        return Collision(text, *readings)


def _stretches(piece: Piece) -> Iterator[_Stretch]:
    if isinstance(piece, Framed):
        for leaf in piece.leaves:
            yield _Stretch(leaf.name and f"{piece.name}.{leaf.name}", leaf, counted=True)
        yield _Stretch("", _Mark(piece.n_length_bytes), counted=True)
    else:
        yield _Stretch(piece.name, piece, counted=False)


def _shown(symbols: int) -> bytes:
    """The byte of a set that a reader sees best."""
    for byte in _SHOWN_FIRST:
        if symbols >> byte & 1:
            return bytes([byte])
    return bytes([(symbols & -symbols).bit_length() - 1])


def _is_whole(leaf: Leaf | Fixed | _Mark, inner: Inner) -> bool:
    """Whether what was read is all of a leaf, if it goes on no further."""
    n_read, at_least, at_most = inner
    match leaf:
        case Literal():
            return n_read == len(leaf.value)
        case Text() | Decimal() | _Mark():
            return n_read > 0
        case Bits() | Fixed():
            return n_read == leaf.n_bytes and at_least and at_most


def _within(leaf: Leaf | Fixed | _Mark, inner: Inner) -> Iterator[tuple[int, Inner]]:
    """The steps that stay in a leaf: sets of symbols, no two of which meet, with what was read then."""
    n_read = inner[0]
    match leaf:
        case Literal() if n_read < len(leaf.value):
            yield 1 << leaf.value[n_read], (n_read + 1, True, True)
        case Text():
            yield sum(1 << byte for byte in leaf.alphabet), (1, True, True)
        case Decimal() if n_read == 0:
            yield _ZERO, _LEADING_ZERO
            yield _DIGIT - _ZERO, (1, True, True)
        case Decimal() if n_read < DECIMAL_DIGITS:
            yield _DIGIT, (n_read + 1, True, True)
        case Bits() if n_read < leaf.n_bytes:
            yield from _bits(leaf, inner)
        case Fixed() if n_read < leaf.n_bytes:
            yield _ANY_BYTE, (n_read + 1, True, True)
        case _Mark() if n_read == 0:
            yield _MARK, (1, True, True)


def _bits(leaf: Bits, inner: Inner) -> Iterator[tuple[int, Inner]]:
    """One more byte of a number, more significant than those before it."""
    n_read, at_least, at_most = inner
    low, high = (bound.to_bytes(leaf.n_bytes, "little")[n_read] for bound in (leaf.low, leaf.high))
    above = _ANY_BYTE ^ ((1 << (low + (not at_least))) - 1)
    below = (1 << (high + at_most)) - 1
    for symbols, reached in (
        (above & below, (True, True)),
        (above & ~below, (True, False)),
        (~above & below, (False, True)),
        (_ANY_BYTE & ~above & ~below, (False, False)),
    ):
        if symbols:
            yield symbols, (n_read + 1, *reached)
