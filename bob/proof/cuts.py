"""Two readings of the same bytes as SMT-LIB text: that they cut them at the same places.

    Cuts(grammar.leaves).goal_query("schema", "...")              texts of any length
    Cuts(grammar.leaves, most=25).goal_query("schema", "...")     texts of at most 25 bytes

There is one function from places to bytes, W, and a first and a second reading of its bytes 0 to `length`.
A reading has a cut behind each name, decimal and frame; every other leaf ends where its width says. Readings
with equal cuts have equal values, since a value is made of the bytes between two cuts.

With `most`, all is said of every place, without quantifiers: a model is a text. For any length less is said,
which makes the claim a stronger one: of a binary32 number its width, of a literal its first byte, unless the
whole of it is needed. What frames hold may be left open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.proof.script import conjunction, goal_head, premise_head, script
from bob.spec.automaton import Fixed, Framed
from bob.spec.grammar import DECIMAL_DIGITS, Bits, Decimal, Literal, Text, escaped, spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from bob.proof.expressions import Expression
    from bob.proof.script import Said
    from bob.spec.automaton import Piece
    from bob.spec.grammar import Leaf

READINGS = ("first", "second")
_RADIX = 256
_DIGITS = frozenset(b"0123456789")
_ZERO = str(ord("0"))


class Place(NamedTuple):
    """A place in the text: a cut, or the beginning, and some bytes after it."""

    cut: str = ""
    after: int = 0

    def plus(self, n_bytes: int) -> Place:
        """So many bytes further."""
        return Place(self.cut, self.after + n_bytes)

    @property
    def expression(self) -> Expression:
        """The place as a number."""
        if not self.cut:
            return str(self.after)
        return ("+", self.cut, str(self.after)) if self.after else self.cut


class Cuts:
    """Two readings of a text of `pieces`, of at most `most` bytes where that is given."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        most: int | None = None,
        *,
        whole_literals: bool = False,
        open_frames: bool = False,
    ) -> None:
        self._pieces = pieces
        self._most = most
        self._whole_literals = whole_literals or most is not None
        self._open_frames = open_frames
        self._cuts: list[str] = []
        self._alphabets: dict[frozenset[int], str] = {}
        self._said = [*self._bounds(), *(said for reading in READINGS for said in self._reading(reading))]
        n_cuts = len(self._cuts) // len(READINGS)
        self._pairs = list(zip(self._cuts[:n_cuts], self._cuts[n_cuts:], strict=True))

    def goal_query(self, name: str, sentence: str) -> str:
        """The text that is unsatisfiable if both readings cut every text at the same places."""
        equal: list[Expression] = [("=", *pair) for pair in self._pairs]
        goal: Said = (f"not: {sentence}", ("not", conjunction(equal)))
        return self._script(goal_head(name, sentence), [*self._said, goal])

    def premise_query(self, name: str) -> str:
        """The readings alone."""
        return self._script(premise_head(name), self._said)

    def _script(self, head: Sequence[str], said: Sequence[Said]) -> str:
        symbols: dict[str, tuple[str, ...]] = {"W": ("Int",), "length": (), **dict.fromkeys(self._cuts, ())}
        alphabets = [
            (f"{name}: a byte of {spelled(alphabet)}", _definition(name, alphabet))
            for alphabet, name in self._alphabets.items()
        ]
        logic = "UFLIA" if self._most is None else "QF_UFLIA"
        return script(head, logic, symbols, said, alphabets)

    def _bounds(self) -> Iterator[Said]:
        if self._most is not None:
            yield f"at most {self._most} bytes", ("<=", "length", str(self._most))
            yield (
                "each place holds a byte",
                self._everywhere(lambda i: ("<=", "0", ("W", i), str(_RADIX - 1))),
            )

    def _reading(self, reading: str) -> Iterator[Said]:
        place = Place()
        for piece in self._pieces:
            if isinstance(piece, Framed):
                place = yield from self._framed(reading, piece, place)
            else:
                place = yield from self._leaf(reading, piece.name, piece, place)
        yield f"{reading}: nothing comes after it", ("=", place.expression, "length")

    def _framed(self, reading: str, frame: Framed, place: Place) -> Generator[Said, None, Place]:
        end = self._cut(reading, frame.name)
        place, length = place.plus(frame.n_length_bytes), _number(place, frame.n_length_bytes)
        counted = ("=", end.expression, ("+", place.expression, length))
        yield f"{end.cut}: the end of {frame.name}, as the length before it says", counted
        if self._open_frames:
            yield f"{end.cut}: whatever {frame.name} holds", ("<=", place.expression, end.expression)
            return end
        for leaf in frame.leaves:
            place = yield from self._leaf(reading, leaf.name and f"{frame.name}.{leaf.name}", leaf, place)
        yield f"{end.cut}: nothing of {frame.name} comes after it", ("=", place.expression, end.expression)
        return end

    def _leaf(
        self, reading: str, name: str, leaf: Leaf | Fixed, place: Place
    ) -> Generator[Said, None, Place]:
        here = f"{reading}{name and '.'}{name}"
        match leaf:
            case Literal():
                equal = [("=", _byte(place, i), str(byte)) for i, byte in enumerate(leaf.value)]
                if self._whole_literals:
                    yield f"{here}: the bytes {escaped(leaf.value)}", conjunction(equal)
                else:
                    yield f"{here}: the first byte of {escaped(leaf.value)}", conjunction(equal[:1])
                return place.plus(len(leaf.value))
            case Bits():
                if self._most is not None:
                    number = _number(place, leaf.n_bytes)
                    yield f"{here}: {leaf.meaning}", ("<=", str(leaf.low), number, str(leaf.high))
                return place.plus(leaf.n_bytes)
            case Fixed():
                return place.plus(leaf.n_bytes)
            case Text():
                return (yield from self._name(here, leaf.alphabet, place, self._cut(reading, name)))
            case Decimal():
                return (yield from self._decimal(here, place, self._cut(reading, name)))

    def _name(
        self, here: str, alphabet: frozenset[int], place: Place, end: Place
    ) -> Generator[Said, None, Place]:
        yield f"{here}: it is not empty", ("<", place.expression, end.expression)
        yield f"{here}: its bytes are of {spelled(alphabet)}", self._between(place, end, alphabet)
        return end

    def _decimal(self, here: str, place: Place, end: Place) -> Generator[Said, None, Place]:
        most = place.plus(DECIMAL_DIGITS)
        yield (
            f"{here}: 1 to {DECIMAL_DIGITS} digits",
            ("and", ("<", place.expression, end.expression), ("<=", end.expression, most.expression)),
        )
        yield f"{here}: they are digits", self._between(place, end, _DIGITS)
        alone = ("=", end.expression, place.plus(1).expression)
        yield f"{here}: no leading zero", ("or", alone, ("not", ("=", _byte(place, 0), _ZERO)))
        return end

    def _cut(self, reading: str, name: str) -> Place:
        self._cuts.append(f"{reading}.{name}")
        return Place(self._cuts[-1])

    def _between(self, place: Place, end: Place, alphabet: frozenset[int]) -> Expression:
        """That all bytes from a place to another are of an alphabet."""
        among = self._alphabets.setdefault(alphabet, f"of.{len(self._alphabets)}")

        def holds(i: str) -> Expression:
            inside = ("and", ("<=", place.expression, i), ("<", i, end.expression))
            return ("=>", inside, (among, ("W", i)))

        return self._everywhere(holds)

    def _everywhere(self, holds: Callable[[str], Expression]) -> Expression:
        if self._most is not None:
            return conjunction([holds(str(i)) for i in range(self._most)])
        return ("forall", (("i", "Int"),), ("!", holds("i"), ":pattern", (("W", "i"),)))


def _byte(place: Place, i: int) -> Expression:
    return "W", place.plus(i).expression


def _number(place: Place, n_bytes: int) -> Expression:
    """The bytes from a place on as a number, the least significant first."""
    least, *others = (_byte(place, i) for i in range(n_bytes))
    scaled = (("*", str(_RADIX**i), byte) for i, byte in enumerate(others, 1))
    return ("+", least, *scaled) if others else least


def _definition(name: str, alphabet: frozenset[int]) -> Expression:
    """A predicate that `byte` is of the alphabet, by ranges."""
    starts = sorted(byte for byte in alphabet if byte - 1 not in alphabet)
    ends = sorted(byte for byte in alphabet if byte + 1 not in alphabet)
    ranges = (("<=", str(low), "byte", str(high)) for low, high in zip(starts, ends, strict=True))
    return "define-fun", name, (("byte", "Int"),), "Bool", ("or", "false", *ranges)
