"""The opcodes of pickle protocols 0 to 5 and how their arguments are read: `operations(data)`.

Source: CPython's Lib/pickletools.py, which describes each. An argument is the bytes of the pickle themselves,
or a number of fixed width: a length is held against what is left before anything is made of it. What an
opcode does is `bob.formats.pickle_machine`'s.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# By kind of argument: none, a number, a string behind its length, one line or two.
_PLAIN = {
    "MARK": b"(",
    "STOP": b".",
    "POP": b"0",
    "POP_MARK": b"1",
    "DUP": b"2",
    "NONE": b"N",
    "BINPERSID": b"Q",
    "REDUCE": b"R",
    "APPEND": b"a",
    "BUILD": b"b",
    "DICT": b"d",
    "EMPTY_DICT": b"}",
    "APPENDS": b"e",
    "LIST": b"l",
    "EMPTY_LIST": b"]",
    "OBJ": b"o",
    "SETITEM": b"s",
    "TUPLE": b"t",
    "EMPTY_TUPLE": b")",
    "SETITEMS": b"u",
    "NEWOBJ": b"\x81",
    "TUPLE1": b"\x85",
    "TUPLE2": b"\x86",
    "TUPLE3": b"\x87",
    "NEWTRUE": b"\x88",
    "NEWFALSE": b"\x89",
    "EMPTY_SET": b"\x8f",
    "ADDITEMS": b"\x90",
    "FROZENSET": b"\x91",
    "NEWOBJ_EX": b"\x92",
    "STACK_GLOBAL": b"\x93",
    "MEMOIZE": b"\x94",
    "NEXT_BUFFER": b"\x97",
    "READONLY_BUFFER": b"\x98",
}
_NUMBERS = {
    "BININT1": (b"K", "<B"),
    "BININT2": (b"M", "<H"),
    "BININT": (b"J", "<i"),
    "BINFLOAT": (b"G", ">d"),
    "BINGET": (b"h", "<B"),
    "LONG_BINGET": (b"j", "<I"),
    "BINPUT": (b"q", "<B"),
    "LONG_BINPUT": (b"r", "<I"),
    "PROTO": (b"\x80", "<B"),
    "EXT1": (b"\x82", "<B"),
    "EXT2": (b"\x83", "<H"),
    "EXT4": (b"\x84", "<i"),
    "FRAME": (b"\x95", "<Q"),
}
_STRINGS = {
    "SHORT_BINSTRING": (b"U", "<B"),
    "SHORT_BINBYTES": (b"C", "<B"),
    "SHORT_BINUNICODE": (b"\x8c", "<B"),
    "BINSTRING": (b"T", "<i"),
    "BINBYTES": (b"B", "<I"),
    "BINUNICODE": (b"X", "<I"),
    "BINBYTES8": (b"\x8e", "<Q"),
    "BINUNICODE8": (b"\x8d", "<Q"),
    "BYTEARRAY8": (b"\x96", "<Q"),
    "LONG1": (b"\x8a", "<B"),
    "LONG4": (b"\x8b", "<i"),
}
_LINES = {
    "FLOAT": (b"F", 1),
    "INT": (b"I", 1),
    "LONG": (b"L", 1),
    "PERSID": (b"P", 1),
    "STRING": (b"S", 1),
    "UNICODE": (b"V", 1),
    "GET": (b"g", 1),
    "PUT": (b"p", 1),
    "GLOBAL": (b"c", 2),
    "INST": (b"i", 2),
}


class Malformed(Exception):
    """Bytes that are no pickle, or not to be read as one: the finding's code, texts and place.

    `cut` says that more bytes might have been a pickle.
    """

    def __init__(
        self, place: int, said: str, code: str = "BOB555", expected: str = "", *, cut: bool = False
    ) -> None:
        super().__init__(said)
        self.cut = cut
        self.place = place
        self.said = said
        self.code = code
        self.expected = expected


class Operation(NamedTuple):
    """An opcode by name, its argument (None, a number, or bytes), its place and the end of its argument."""

    name: str
    argument: Any
    place: int
    end: int


def operations(data: bytes, place: int = 0) -> Iterator[Operation]:
    """The operations of the pickle from `place` on, up to STOP; raises `Malformed` where it breaks off."""
    n_bytes = len(data)
    while place < n_bytes:
        kind = _KINDS.get(data[place])
        if kind is None:
            raise Malformed(place, f"the byte {data[place]:02x}, which is no opcode")
        name, number, counts, n_lines = kind
        begin = place + 1
        argument: Any = None
        if number is not None:
            if begin + number.size > n_bytes:
                raise Malformed(place, f"{name} without its argument", cut=True)
            argument = number.unpack_from(data, begin)[0]
            begin += number.size
            if counts:
                if not 0 <= argument <= n_bytes - begin:
                    said = f"{name} of {argument:,} bytes, {n_bytes - begin:,} left"
                    raise Malformed(place, said, cut=argument >= 0)
                argument, begin = data[begin : begin + argument], begin + argument
        elif n_lines:
            argument, begin = _lines(data, place, name, n_lines)
        yield Operation(name, argument, place, begin)
        if name == "STOP":
            return
        place = begin
    raise Malformed(place, "its end, before STOP", cut=True)


def _lines(data: bytes, place: int, name: str, n_lines: int) -> tuple[bytes, int]:
    """The lines of an argument, the last without its end."""
    begin = end = place + 1
    for _ in range(n_lines):
        if (newline := data.find(b"\n", end)) < 0:
            raise Malformed(place, f"{name} without the end of its line", cut=True)
        end = newline + 1
    return data[begin : end - 1], end


_KINDS: dict[int, tuple[str, struct.Struct | None, bool, int]] = {
    **{code[0]: (name, None, False, 0) for name, code in _PLAIN.items()},
    **{code[0]: (name, struct.Struct(form), False, 0) for name, (code, form) in _NUMBERS.items()},
    **{code[0]: (name, struct.Struct(form), True, 0) for name, (code, form) in _STRINGS.items()},
    **{code[0]: (name, None, False, n_lines) for name, (code, n_lines) in _LINES.items()},
}
