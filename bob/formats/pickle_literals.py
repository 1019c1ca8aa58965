"""The value of a pickle's opcode that pushes one which its argument spells: `literal(operation)`."""

from __future__ import annotations

import codecs
import re
import sys
from typing import TYPE_CHECKING

from bob.formats.pickle_opcodes import Malformed
from bob.formats.pickle_values import LARGE, Bag, Pairs, Sequence

if TYPE_CHECKING:
    from bob.formats.pickle_opcodes import Operation
    from bob.formats.pickle_values import Value

# No number that means a size has more bytes, or more digits in a line; no name is a longer text.
_MOST_BYTES = 14
_MOST_DIGITS = 33
_MOST_TEXT_BYTES = 10_000
_INTEGER = re.compile(rb"[+-]?[0-9]+")
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_CONTAINERS = {"EMPTY_LIST": Sequence, "EMPTY_DICT": Pairs, "EMPTY_SET": Bag}
_TEXTS = {"BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"}
# Texts of Python 2, which are read as texts where they are.
_OLD_TEXTS = {"BINSTRING", "SHORT_BINSTRING"}
_BYTES = {"BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8"}
_NUMBERS = {"BININT", "BININT1", "BININT2", "BINFLOAT"}
_CONTAINER_BYTES = 160
LITERALS = (
    {*_CONSTANTS, *_CONTAINERS, *_TEXTS, *_OLD_TEXTS, *_BYTES, *_NUMBERS}
    | {"LONG1", "LONG4", "INT", "LONG", "FLOAT"}
    | {"STRING", "UNICODE"}
)


def literal(operation: Operation) -> Value:
    """The value; raises `Malformed` for text that spells none."""
    name, argument = operation.name, operation.argument
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    if name in _CONTAINERS:
        return _CONTAINERS[name]()
    if name in _NUMBERS:
        return argument
    try:
        return _spelled(name, argument)
    except ValueError:
        raise Malformed(operation.place, f"{name} of {argument[:50]!r}") from None


def _spelled(name: str, argument: bytes) -> Value:
    if name in _TEXTS or name in _OLD_TEXTS or name in _BYTES or name in ("STRING", "UNICODE"):
        return LARGE if _is_long(name, argument) else _text(name, argument)
    if name in ("LONG1", "LONG4"):
        return LARGE if len(argument) > _MOST_BYTES else int.from_bytes(argument, "little", signed=True)
    if name == "FLOAT":
        return float(argument[:_MOST_DIGITS]) if len(argument) <= _MOST_DIGITS else float("nan")
    if name == "INT" and argument in (b"00", b"01"):
        return argument == b"01"
    digits = argument.removesuffix(b"L") if name == "LONG" else argument
    if not _INTEGER.fullmatch(digits):
        raise ValueError
    return LARGE if len(digits) > _MOST_DIGITS else int(digits)


def _is_long(name: str, argument: bytes) -> bool:
    """Whether a text or byte string is too long to keep; raises `ValueError` if it is no text."""
    if len(argument) <= _MOST_TEXT_BYTES:
        return False
    if name in _TEXTS:
        decoder = codecs.getincrementaldecoder("utf-8")("surrogatepass")
        for begin in range(0, len(argument), _MOST_TEXT_BYTES):
            decoder.decode(argument[begin : begin + _MOST_TEXT_BYTES])
        decoder.decode(b"", final=True)
    return True


def _text(name: str, argument: bytes) -> Value:
    if name in _TEXTS:
        return argument.decode("utf-8", "surrogatepass")
    if name == "STRING":
        return _quoted(argument)
    if name == "UNICODE":
        return codecs.decode(argument, "raw-unicode-escape")
    return _old_text(argument) if name in _OLD_TEXTS else argument


def _old_text(raw: bytes) -> Value:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw


def _quoted(line: bytes) -> Value:
    if len(line) < 2 or line[:1] != line[-1:] or line[:1] not in (b"'", b'"'):
        raise ValueError
    return _old_text(line[1:-1])


def weight(value: Value) -> int:
    """The bytes of memory that a literal takes."""
    if value is None or isinstance(value, bool) or value is LARGE or value == ():
        return 0
    return sys.getsizeof(value) if isinstance(value, int | float | str | bytes) else _CONTAINER_BYTES
