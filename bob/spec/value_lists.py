"""Lists of named values as text, written and read in one way: the identity parts of envelope version 2.

    write_values({"lr": Real.of(0.05), "optimizer": "adamw"})
    # b'lr=0x3fa999999999999a\\noptimizer="adamw"\\n'
    for name, value in values_of(text): ...            # Malformed where it is not such a text

Floats are their bits, in either width, so no two of them are written alike (docs/format.md, Lists of values).
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bob import binary32
from bob.spec.formats.typed import DECIMAL_DIGITS
from bob.spec.grammar import Malformed
from bob.spec.tensor_lines import escape, unescape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Plain: TypeAlias = "bool | int | Real | str"

BITS_IN_HEX = re.compile(r"0x(?:[0-9a-f]{8}|[0-9a-f]{16})")
_LINE = re.compile(rb"([^=\x00-\x1f\x7f]+)=([^\x00-\x1f\x7f]+)\n")
_INTEGER = re.compile(rb"0|-?[1-9][0-9]{0,%d}" % (DECIMAL_DIGITS - 1))
_DOUBLE_DIGITS = 2 * struct.calcsize("d")
_WORDS: dict[bytes, Plain] = {b"true": True, b"false": False}


class Real(NamedTuple):
    """A binary64 number by its bits, or, where `is_single`, a binary32 number."""

    bits: int
    is_single: bool = False

    @classmethod
    def of(cls, value: float) -> Real:
        """A Python float."""
        return cls(int.from_bytes(struct.pack("<d", value), "little"))

    @property
    def width(self) -> int:
        """How many bits it has."""
        return 4 * (_DOUBLE_DIGITS // 2 if self.is_single else _DOUBLE_DIGITS)

    @property
    def number(self) -> float:
        """The number; a NaN's bits may not outlive it."""
        code = "<f" if self.is_single else "<d"
        value: float = struct.unpack(code, self.bits.to_bytes(struct.calcsize(code), "little"))[0]
        return value

    @property
    def text(self) -> str:
        """Its bits in hex, of its width."""
        return f"0x{self.bits:0{self.width // 4}x}"


def write_values(values: Mapping[str, Plain]) -> bytes:
    """The text of a list, sorted; raises `ValueError` for what has no text: an empty name, 25 digits."""
    lines = sorted((_name(name), _value(value)) for name, value in values.items())
    return b"".join(b"%s=%s\n" % line for line in lines)


def _name(name: str) -> bytes:
    if not name:
        raise ValueError("a name of one character or more")
    return escape(name, "=")


def _value(value: Plain) -> bytes:
    match value:
        case bool():
            return b"true" if value else b"false"
        case Real():
            if value.bits < 0 or value.bits.bit_length() > value.width:
                raise ValueError(f"bits of a number of {value.width}")
            return value.text.encode()
        case int():
            if abs(value) >= 10**DECIMAL_DIGITS:
                raise ValueError(f"an integer of at most {DECIMAL_DIGITS} digits")
            return str(value).encode()
    return b'"%s"' % escape(value, "")


def values_of(text: bytes) -> Iterator[tuple[str, Plain]]:
    """The values of a list, as they come; raises `Malformed` at the first place that is not canonical."""
    begin, before = 0, b""
    while begin < len(text):
        found = _LINE.match(text, begin)
        if found is None:
            raise Malformed("a line name=value", begin)
        if found[1] <= before:
            raise Malformed("names in ascending order, each once", begin)
        before = found[1]
        yield _unescaped(found[1], "=", begin), _read(found[2], found.start(2))
        begin = found.end()


def _unescaped(written: bytes, special: str, begin: int) -> str:
    try:
        text = unescape(written)
        if escape(text, special) == written:
            return text
    except UnicodeDecodeError:
        pass
    raise Malformed("UTF-8 in its one spelling", begin)


def _read(written: bytes, begin: int) -> Plain:
    if written in _WORDS:
        return _WORDS[written]
    if _INTEGER.fullmatch(written):
        return int(written)
    if written[:1] == b'"' == written[-1:] and len(written) > 1:
        return _unescaped(written[1:-1], "", begin + 1)
    text = written.decode("latin-1")
    if not BITS_IN_HEX.fullmatch(text):
        raise Malformed("true, false, an integer, bits in hex, or a text in quotes", begin)
    return real_of(text)


def real_of(text: str) -> Real:
    """The number whose bits are `text`, which is of `BITS_IN_HEX`."""
    return Real(int(text, 0), is_single=len(text) - len("0x") < _DOUBLE_DIGITS)


def told(value: Plain) -> str:
    """A value for a person: texts in quotes, floats in decimal with their bits."""
    if not isinstance(value, Real):
        return _value(value).decode()
    if value.is_single:
        return binary32.shown(value.bits)
    return f"{value.number!r} ({value.text})"
