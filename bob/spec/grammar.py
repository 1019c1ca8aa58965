"""Identity text: how a part of a contract is written as bytes, and read back field by field.

A grammar is a sequence of leaves: `Literal` bytes, a `Text` (a name of `[a-z0-9.:-]+`), a `Decimal` (at most
24 digits, no leading zero) and `Bits` (a binary32 number as its four bytes, between two bit patterns). Names
hold no `|`, so reading is the inverse of writing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Value: TypeAlias = "bytes | int"
NAME_ALPHABET = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789.:-")
DECIMAL_DIGITS = 24
_BITS_BYTES = 4


class Malformed(ValueError):
    """Bytes that are no text of the grammar; the message says what was expected, `offset` where."""

    def __init__(self, expected: str, offset: int) -> None:
        super().__init__(expected)
        self.offset = offset


class Literal(NamedTuple):
    """Bytes that are always there."""

    value: bytes
    name: str = ""

    def write(self, value: Value) -> bytes:  # noqa: ARG002
        """The literal itself."""
        return self.value

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The literal and where it ends."""
        end = start + len(self.value)
        if data[start:end] != self.value:
            raise Malformed(repr(self.value.decode()), start)
        return self.value, end

    def problem(self, value: Value) -> str:  # noqa: ARG002
        """Nothing can be wrong with it."""
        return ""


class Text(NamedTuple):
    """A name of `[a-z0-9.:-]+`."""

    name: str

    def write(self, value: Value) -> bytes:
        """The name's bytes."""
        assert isinstance(value, bytes)
        return value

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The longest name from `start`, and where it ends."""
        end = start
        while end < len(data) and data[end] in NAME_ALPHABET:
            end += 1
        if end == start:
            raise Malformed(f"a name of [a-z0-9.:-]+ ({self.name})", start)
        return data[start:end], end

    def problem(self, value: Value) -> str:
        """Why `value` cannot be the name, or nothing."""
        if isinstance(value, bytes) and value and NAME_ALPHABET.issuperset(value):
            return ""
        return "a name of [a-z0-9.:-]+"


class Decimal(NamedTuple):
    """A natural number in decimal, without leading zeros, within 24 digits."""

    name: str

    def write(self, value: Value) -> bytes:
        """The digits."""
        return str(value).encode()

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The number whose digits begin at `start`, and where they end."""
        end = start
        while end < len(data) and data[end] in b"0123456789":
            end += 1
        digits = data[start:end]
        if not 1 <= len(digits) <= DECIMAL_DIGITS or (len(digits) > 1 and digits[0] == ord("0")):
            raise Malformed(f"a decimal of 1 to {DECIMAL_DIGITS} digits ({self.name})", start)
        return int(digits), end

    def problem(self, value: Value) -> str:
        """Why `value` cannot be written, or nothing."""
        fits = isinstance(value, int) and 0 <= value < 10**DECIMAL_DIGITS
        return "" if fits else f"a number of at most {DECIMAL_DIGITS} digits"


class Bits(NamedTuple):
    """A binary32 number whose bit pattern lies from `low` to `high`; `meaning` says that in words."""

    name: str
    low: int
    high: int
    meaning: str

    def write(self, value: Value) -> bytes:
        """The four bytes, little-endian."""
        assert isinstance(value, int)
        return value.to_bytes(_BITS_BYTES, "little")

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The bits of the number at `start`, and where it ends; its range is not looked at."""
        end = start + _BITS_BYTES
        if end > len(data):
            raise Malformed(f"{_BITS_BYTES} bytes of a binary32 number ({self.name})", start)
        return int.from_bytes(data[start:end], "little"), end

    def problem(self, value: Value) -> str:
        """Why the number is out of range, or nothing."""
        return "" if isinstance(value, int) and self.low <= value <= self.high else self.meaning


Leaf: TypeAlias = Literal | Text | Decimal | Bits


class Grammar(NamedTuple):
    """A sequence of leaves."""

    leaves: tuple[Leaf, ...]

    @property
    def fields(self) -> tuple[Text | Decimal | Bits, ...]:
        """The leaves that carry a value."""
        return tuple(leaf for leaf in self.leaves if not isinstance(leaf, Literal))

    def write(self, values: Mapping[str, Value]) -> bytes:
        """The text of `values`."""
        return b"".join(leaf.write(values.get(leaf.name, b"")) for leaf in self.leaves)

    def read(self, data: bytes) -> dict[str, Value]:
        """The values that `data` states; raises `Malformed` where it is no text of the grammar."""
        return {name: value for name, (value, _, _) in self.located(data).items()}

    def located(self, data: bytes) -> dict[str, tuple[Value, int, int]]:
        """As `read`, with the first byte and the end of each value."""
        found: dict[str, tuple[Value, int, int]] = {}
        start = 0
        for leaf in self.leaves:
            value, end = leaf.read(data, start)
            if leaf.name:
                found[leaf.name] = (value, start, end)
            start = end
        if start != len(data):
            raise Malformed("the end", start)
        return found
