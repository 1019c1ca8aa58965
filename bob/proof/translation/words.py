"""The words of one line of LLVM's text: types, operands, constants, labels and what may be left out.

Constants are read to bits at once: of a float the bits of its type, of a vector those of every lane.
"""

from __future__ import annotations

import re
import struct
from typing import Any, NamedTuple

from bob.proof.translation.terms import WIDTHS, bits_of

_WORD = re.compile(
    r'\s*(%"[^"]*"|@"[^"]*"|%[-\w.$]+|@[-\w.$]+|!"[^"]*"|![-\w.]*|"[^"]*"|#\d+|[-+\w.$]+|[<>()\[\]{},=*])'
)
_END = re.compile(r"\s*(;.*)?$")
_SCALARS = {"float": "f32", "double": "f64", "ptr": "ptr", "void": "void", "metadata": "metadata"}
# What parameters and results may say of themselves.
_SAID = {
    "noundef",
    "nonnull",
    "noalias",
    "signext",
    "zeroext",
    "nocapture",
    "readonly",
    "writeonly",
    "immarg",
}
POISON = {"poison", "undef"}


class Kind(NamedTuple):
    """A type: a sort of `terms`, ptr, void or metadata; of a vector, of its lanes; 0 lanes for no vector."""

    scalar: str
    lanes: int = 0

    @property
    def n_bytes(self) -> int:
        """The size of a scalar; of a vector, of one lane."""
        return 8 if self.scalar == "ptr" else (WIDTHS[self.scalar] + 7) // 8


class Operand(NamedTuple):
    """A name (`local`), or a constant: bits, None for poison, a tuple of lanes."""

    kind: Kind
    local: str
    value: Any = None


class Words:
    """The words of a line, taken one after another; `ValueError` says what is in the way."""

    nothing = Kind("void")
    address = Kind("ptr")

    def __init__(self, line: str) -> None:
        self._words: list[str] = []
        at = 0
        while not _END.match(line, at):
            found = _WORD.match(line, at)
            if found is None:
                raise ValueError(f"{line[at : at + 20]!r} is no word")
            self._words.append(found[1])
            at = found.end()
        self._at = 0

    def peek(self, ahead: int = 0) -> str:
        """A word that comes; empty where the line has ended."""
        at = self._at + ahead
        return self._words[at] if at < len(self._words) else ""

    def take(self, expected: str = "") -> str:
        """The next word."""
        word = self._words[self._at]
        if expected and word != expected:
            raise ValueError(f"{word} stands where {expected} should")
        self._at += 1
        return word

    def end(self) -> None:
        """Nothing but metadata and attributes is left."""
        while self.peek():
            if self.peek() == "," and self.peek(1).startswith("!"):
                self.take(",")
                self.take()
                self.take()
            elif self.peek().startswith("#"):
                self.take()
            else:
                raise ValueError(f"{self.peek()} is left")

    def kind(self) -> Kind:
        """A type."""
        word = self.take()
        if word == "<":
            lanes = int(self.take())
            self.take("x")
            inner = self.kind()
            self.take(">")
            return inner._replace(lanes=lanes)
        scalar = _SCALARS.get(word, word)
        if scalar not in WIDTHS and scalar not in _SCALARS.values():
            raise ValueError(f"the type {word} is not known")
        return Kind(scalar)

    def typed(self) -> Operand:
        """A type and an operand of it, with attributes between them."""
        kind = self.kind()
        if kind.scalar == "metadata":
            return Operand(kind, "", self.take())
        while self.peek() in _SAID or self.peek() == "align":
            if self.take() == "align":
                self.take()
        return self.operand(kind)

    def after_comma(self, kind: Kind) -> Operand:
        """The next operand of a type."""
        self.take(",")
        return self.operand(kind)

    def operand(self, kind: Kind) -> Operand:
        """A name or a constant of a type."""
        if self.peek().startswith("%"):
            return Operand(kind, self.take()[1:].strip('"'))
        return Operand(kind, "", self._constant(kind))

    def _constant(self, kind: Kind) -> Any:
        word = self.take()
        lanes = kind.lanes
        if lanes:
            if word == "splat":
                self.take("(")
                value = self.typed().value
                self.take(")")
                return (value,) * lanes
            if word == "<":
                values = [self.typed().value]
                while self.peek() == ",":
                    self.take(",")
                    values.append(self.typed().value)
                self.take(">")
                return tuple(values)
            return (self._scalar(kind._replace(lanes=0), word),) * lanes
        return self._scalar(kind, word)

    def _scalar(self, kind: Kind, word: str) -> int | None:
        if word in POISON:
            return None
        if word in ("zeroinitializer", "null", "false", "true"):
            return int(word == "true")
        if kind.scalar not in ("f32", "f64"):
            return int(word) & (1 << WIDTHS["i64" if kind.scalar == "ptr" else kind.scalar]) - 1
        # A hexadecimal float is written as a binary64, whatever its type.
        bits = int(word, 0) if word.startswith("0x") else bits_of("f64", float(word))
        return bits if kind.scalar == "f64" else bits_of("f32", _of_bits(bits))

    def label(self) -> str:
        """A label's name."""
        return self.take().removeprefix("%").strip('"')

    def target(self) -> str:
        """Where a branch leads."""
        self.take("label")
        return self.label()

    def alignment(self) -> int:
        """What the line says of an alignment, in bytes."""
        self.take(",")
        self.take("align")
        return int(self.take())

    def result(self) -> Kind:
        """What a call gives, with attributes before it."""
        while self.peek() in _SAID:
            self.take()
        return self.kind()

    def callee(self) -> str:
        """The function that is called by its name."""
        word = self.take()
        if not word.startswith("@"):
            raise ValueError(f"{word} is called, which is no function's name")
        return word[1:].strip('"')

    def arguments(self) -> tuple[Operand, ...]:
        """Typed operands in brackets."""
        self.take("(")
        found = []
        while self.peek() != ")":
            found.append(self.typed())
            if self.peek() == ",":
                self.take(",")
        self.take(")")
        return tuple(found)


def _of_bits(bits: int) -> float:
    value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value
