"""Identity text: how a part of a contract is written as bytes, and read back field by field.

A grammar is a sequence of leaves: `Literal` bytes, a `Text` (a name of `[a-z0-9.:-]+`, unless it is given
another alphabet), a `Decimal` (at most 24 digits, no leading zero) and `Bits` (a binary32 number as its four
bytes, between two bit patterns).

Reading is the inverse of writing: it goes from the left and takes of each leaf as much as there is, so no
leaf may go on with a byte with which the next one may begin. A grammar that breaks this is refused when it
is made, with a text of two readings where there is one (BOB109; `bob.spec.automaton` finds it).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

Value: TypeAlias = "bytes | int"
NAME_ALPHABET = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789.:-")
DECIMAL_DIGITS = 24
_DIGITS = frozenset(b"0123456789")
_ANY_BYTE = frozenset(range(256))
_RANGES = {"a-z": b"abcdefghijklmnopqrstuvwxyz", "A-Z": b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0-9": b"0123456789"}


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
    """A name: one byte or more of an alphabet."""

    name: str
    alphabet: frozenset[int] = NAME_ALPHABET

    @property
    def meaning(self) -> str:
        """What it holds, in words."""
        return f"a name of {spelled(self.alphabet)}+"

    def write(self, value: Value) -> bytes:
        """The name's bytes."""
        assert isinstance(value, bytes)
        return value

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The longest name from `start`, and where it ends."""
        end = start
        while end < len(data) and data[end] in self.alphabet:
            end += 1
        if end == start:
            raise Malformed(f"{self.meaning} ({self.name})", start)
        return data[start:end], end

    def problem(self, value: Value) -> str:
        """Why `value` cannot be the name, or nothing."""
        fits = isinstance(value, bytes) and value and self.alphabet.issuperset(value)
        return "" if fits else self.meaning


class Decimal(NamedTuple):
    """A natural number in decimal, without leading zeros, within 24 digits."""

    name: str

    def write(self, value: Value) -> bytes:
        """The digits."""
        assert isinstance(value, int)
        return f"{value:d}".encode()

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The number whose digits begin at `start`, and where they end."""
        end = start
        while end < len(data) and data[end] in _DIGITS:
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

    @property
    def n_bytes(self) -> int:
        """The bytes of a binary32 number."""
        return 4

    def write(self, value: Value) -> bytes:
        """The four bytes, little-endian."""
        assert isinstance(value, int)
        return value.to_bytes(self.n_bytes, "little")

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """The bits of the number at `start`, and where it ends; its range is not looked at."""
        end = start + self.n_bytes
        if end > len(data):
            raise Malformed(f"{self.n_bytes} bytes of a binary32 number ({self.name})", start)
        return int.from_bytes(data[start:end], "little"), end

    def problem(self, value: Value) -> str:
        """Why the number is out of range, or nothing."""
        return "" if isinstance(value, int) and self.low <= value <= self.high else self.meaning


Field: TypeAlias = Text | Decimal | Bits
Leaf: TypeAlias = Literal | Field


class Grammar:
    """A sequence of leaves; each text of it has one reading, and reading from the left finds it."""

    def __init__(self, leaves: tuple[Leaf, ...]) -> None:
        """Raises `Refused`: BOB109 where two choices of values write one text; BOB107 where none do but
        reading from the left would not find the end of a leaf, or where a field has no name of its own.
        """
        self.leaves = leaves
        names = [leaf.name for leaf in leaves if leaf.name or not isinstance(leaf, Literal)]
        shared = [name for name in names if not name or names.count(name) > 1]
        if shared:
            raise _refused(Finding("BOB107", shared[0] or "a field", "without a name of its own"))
        some = [leaf for leaf in leaves if _begins_with(leaf)]
        for leaf, following in pairwise(some):
            if _goes_on_with(leaf) & _begins_with(following):
                raise _refused(self._merging(leaf, following))

    def _merging(self, leaf: Leaf, following: Leaf) -> Finding:
        """What is wrong where one leaf may go on with a byte with which the following one may begin."""
        from bob.spec.automaton import walked

        collision = walked(self.leaves).collision
        if collision:
            said = escaped(collision.text)
            return Finding("BOB109", ", ".join(collision.differing), said, "one reading", note=collision.said)
        after = following.name or f"'{escaped(following.write(b''))}'"
        return Finding("BOB107", leaf.name, f"it could go on with the first byte of {after}")

    @property
    def fields(self) -> tuple[Field, ...]:
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


def _begins_with(leaf: Leaf) -> frozenset[int]:
    """The bytes with which a leaf may begin."""
    match leaf:
        case Literal():
            return frozenset(leaf.value[:1])
        case Bits():
            return _ANY_BYTE
    return _goes_on_with(leaf)


def _goes_on_with(leaf: Leaf) -> frozenset[int]:
    """The bytes with which a leaf that could end may go on."""
    match leaf:
        case Text():
            return leaf.alphabet
        case Decimal():
            return _DIGITS
    return frozenset()


def _refused(finding: Finding) -> Refused:
    return Refused("identity text", [finding])


def escaped(text: bytes) -> str:
    """Bytes as printable text: what is not printable ASCII is shown as `\\xNN`."""
    return text.decode("latin-1").encode("unicode_escape").decode("ascii")


def spelled(alphabet: frozenset[int]) -> str:
    """An alphabet as a regular expression has it: whole ranges of letters and digits, then single bytes."""
    whole = [name for name, members in _RANGES.items() if alphabet.issuperset(members)]
    single = alphabet.difference(*(_RANGES[name] for name in whole))
    # Between two others a hyphen would be a range.
    ordered = sorted(single, key=lambda byte: (byte == ord("-"), byte))
    return f"[{''.join(whole)}{escaped(bytes(ordered))}]"
