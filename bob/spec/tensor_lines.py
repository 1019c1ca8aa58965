"""The schema part of envelope version 2: a line for each tensor, written and read in one way.

    text = write_tensors([TensorLine("w", "F32", (2, 3))])     # b"bob-tensors-v1\\nw|F32|2,3\\n"
    for line in tensors_of(text): ...                          # Malformed where it is not such a text
    places(lines, start=512)                                   # where each one's bytes lie in a file

Lines are read one by one: whoever reads a text of a million keeps what he wants. That names differ is asked
by whoever keeps them (docs/format.md, The schema part).
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from bob.spec.formats.dtypes import BITS
from bob.spec.formats.typed import DTYPES, FIRST_LINE, FIRST_NOT_A_SIZE, MOST_DIMS, TypedHeader
from bob.spec.grammar import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ALIGNMENT = TypedHeader.at().alignment
_LINE = re.compile(rb"([^|\x00-\x1f\x7f]*)\|([A-Za-z0-9_]+)\|((?:[0-9]+(?:,[0-9]+)*)?)\n")
_DIM = re.compile(rb"0|[1-9][0-9]{0,18}")
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})")
_BACKSLASH = "\\"
_CONTROLS = {*map(chr, range(ord(" "))), "\x7f"}


class TensorLine(NamedTuple):
    """A tensor as a schema part lists it; `dtype` is one of `bob.spec.formats.dtypes`, or any in a seal."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    @property
    def n_bytes(self) -> int:
        """The bytes of its elements; its type is one of version 2's."""
        return prod(self.shape) * (BITS[self.dtype] // 8)

    @property
    def spelled(self) -> str:
        """Type and shape as a contract file has them: `F32[2, 3]`."""
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"


class TensorPlace(NamedTuple):
    """A tensor's line, its first byte in the file, and the bytes that are its own and its room's."""

    line: TensorLine
    byte_offset: int
    n_bytes: int
    room_bytes: int


def escape(text: str, special: str) -> bytes:
    """`text` in UTF-8 with backslashes, controls and `special` escaped; raises `UnicodeEncodeError`."""
    if text.isalnum():
        return text.encode()
    return "".join(
        f"\\x{ord(c):02x}" if c in special or c == _BACKSLASH or c in _CONTROLS else c for c in text
    ).encode()


def unescape(written: bytes) -> str:
    """The text that was escaped, or some text that is written otherwise; UnicodeDecodeError for no UTF-8."""
    text = written.decode()
    return _ESCAPE.sub(lambda digits: chr(bytes.fromhex(digits[1])[0]), text) if _BACKSLASH in text else text


def write_tensors(lines: Iterable[TensorLine]) -> bytes:
    """The text of some tensors in their order; raises `UnicodeEncodeError` for a name of half characters."""
    return FIRST_LINE + b"".join(map(_written, lines))


def _written(line: TensorLine) -> bytes:
    return escape(line.name, "|") + f"|{line.dtype}|{','.join(map(str, line.shape))}\n".encode()


def tensors_of(text: bytes, any_dtype: bool = False) -> Iterator[TensorLine]:
    """The tensors of a text, as they come; raises `Malformed` at the first place where it is not canonical.

    With `any_dtype`, as in seals, a type may have any name, and its size is not looked at.
    """
    if not text.startswith(FIRST_LINE):
        raise Malformed(repr(FIRST_LINE.decode()), 0)
    begin = len(FIRST_LINE)
    while begin < len(text):
        found = _LINE.match(text, begin)
        if found is None:
            raise Malformed("a line of name, type and dims", begin)
        yield _line(found, begin, any_dtype)
        begin = found.end()


def _line(found: re.Match[bytes], begin: int, any_dtype: bool) -> TensorLine:
    written, dtype = found[1], found[2].decode()
    if not any_dtype and dtype not in DTYPES:
        raise Malformed(f"one of {', '.join(DTYPES)}", found.start(2))
    try:
        name = unescape(written)
        canonical = _BACKSLASH not in name and _BACKSLASH.encode() not in written
        if not canonical and escape(name, "|") != written:
            raise Malformed("a name in its one spelling", begin)
    except UnicodeDecodeError:
        raise Malformed("a name in UTF-8", begin) from None
    line = TensorLine(name, dtype, _shape(found[3], found.start(3)))
    if not any_dtype and line.n_bytes >= FIRST_NOT_A_SIZE:
        raise Malformed("a tensor of fewer than 2^63 bytes", begin)
    return line


def _shape(text: bytes, begin: int) -> tuple[int, ...]:
    if text.count(b",") >= MOST_DIMS:
        raise Malformed(f"at most {MOST_DIMS} dims", begin)
    shape = _dims(text)
    if shape is None:
        raise Malformed("dims below 2^63 without leading zeros", begin)
    return shape


@lru_cache(maxsize=1000)
def _dims(text: bytes) -> tuple[int, ...] | None:
    """The numbers, the same tuple for the same text; None where one of them is no dim."""
    words = text.split(b",") if text else []
    if not all(map(_DIM.fullmatch, words)):
        return None
    dims = tuple(map(int, words))
    return dims if all(dim < FIRST_NOT_A_SIZE for dim in dims) else None


def room_of(n_bytes: int) -> int:
    """The bytes that a tensor takes in a payload."""
    return max(1, -(-n_bytes // _ALIGNMENT)) * _ALIGNMENT


def places(lines: Iterable[TensorLine], start: int) -> Iterator[TensorPlace]:
    """Where tensors lie, the first one at byte `start`."""
    for line in lines:
        n_bytes = line.n_bytes
        room = room_of(n_bytes)
        yield TensorPlace(line, start, n_bytes, room)
        start += room
