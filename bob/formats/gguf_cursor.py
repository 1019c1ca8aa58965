"""A GGUF header read front to back: `Cursor`, which holds every claim against the bytes that are left.

`Room` is the memory that what is kept of a header may take: four times the file and a little more.
"""

from __future__ import annotations

import codecs
import struct
from sys import getsizeof
from typing import TYPE_CHECKING

from bob.errors import Finding, shown
from bob.formats.gguf_findings import LAX, as_text, in_bytes

if TYPE_CHECKING:
    from bob.formats.gguf_findings import Found
    from bob.store import Source

# Read at once; a longer string is looked at in slices.
_WINDOW = 1 << 17
_SLICE = 1 << 14
_SLACK = 3 * _WINDOW
_TIMES = 4


class Room:
    """The memory that is left for what is kept of a file of `n_bytes` bytes."""

    def __init__(self, n_bytes: int, found: Found) -> None:
        self._most = _TIMES * n_bytes + _SLACK
        self._left = self._most
        self._found = found

    def keep(self, part: str, byte_offset: int, *kept: object, n_bytes: int = 0) -> None:
        """Count what is kept, and `n_bytes` around it; raises `Stopped` (BOB539) where it is too much."""
        self._left -= n_bytes + sum(map(getsizeof, kept))
        if self._left < 0:
            most = f"at most {self._most:,} bytes of memory for what is listed"
            raise self._found.stop(Finding("BOB539", shown(part), "more", most, byte_offset))


class Cursor:
    """A place in a source that only moves on; raises `Stopped` (BOB523) where claims exceed what is left."""

    def __init__(self, source: Source, position: int, order: str, found: Found) -> None:
        self._source = source
        self._order = order
        self._found = found
        self._window = b""
        self._start = position
        self._structs: dict[str, struct.Struct] = {}
        self.position = position

    @property
    def left(self) -> int:
        """The bytes from here to the end."""
        return self._source.n_bytes - self.position

    def require(self, n_bytes: int, part: str) -> None:
        """Hold a claim against what is left, before anything is made of it."""
        if n_bytes > self.left:
            claim, most = f"{in_bytes(n_bytes)} claimed", f"at most {self.left:,}, which are left"
            raise self._found.stop(Finding("BOB523", shown(part), claim, most, self.position))

    def take(self, n_bytes: int, part: str) -> bytes:
        """The next bytes."""
        self.require(n_bytes, part)
        begin = self.position - self._start
        if begin + n_bytes > len(self._window):
            self._window = self._source.read_at(self.position, max(n_bytes, min(_WINDOW, self.left)))
            self._start, begin = self.position, 0
            if len(self._window) < n_bytes:
                raise self._found.stop(self._shrunk())
        self.position += n_bytes
        return self._window[begin : begin + n_bytes]

    def _shrunk(self) -> Finding:
        end = self._start + len(self._window)
        return Finding("BOB523", "file", f"{end:,} bytes", f"{self._source.n_bytes:,} as it says", end)

    def skip(self, n_bytes: int, part: str) -> None:
        """Pass over the next bytes without reading them."""
        self.require(n_bytes, part)
        self.position += n_bytes

    def numbers(self, codes: str, part: str) -> tuple[int, ...]:
        """The next numbers, of these codes of `struct`."""
        kind = self._structs.get(codes)
        if kind is None:
            kind = self._structs[codes] = struct.Struct(self._order + codes)
        return kind.unpack(self.take(kind.size, part))

    def column(self, code: str, count: int, part: str) -> tuple[int | float, ...]:
        """The next `count` numbers of one kind."""
        self.require(count * struct.calcsize(code), part)
        return struct.unpack(f"{self._order}{count}{code}", self.take(count * struct.calcsize(code), part))

    def slices(self, n_bytes: int, part: str) -> list[int]:
        """The sizes of the slices in which so many bytes are taken."""
        self.require(n_bytes, part)
        whole, rest = divmod(n_bytes, _SLICE)
        return [_SLICE] * whole + [rest] * (rest > 0)

    def text(self, part: str) -> str | int:
        """The next string; only its length in bytes where it is longer than anything worth keeping.

        Bytes that are no UTF-8 are a finding (BOB527), and the text is then read as Latin-1.
        """
        place = self.position
        (n_bytes,) = self.numbers("Q", part)
        if n_bytes > _WINDOW:
            self._check_utf8(n_bytes, part, place)
            return n_bytes
        raw = self.take(n_bytes, part)
        try:
            return str(raw, "utf-8")
        except UnicodeDecodeError as wrong:
            self._not_utf8(part, place, wrong.start)
            return as_text(raw)

    def _check_utf8(self, n_bytes: int, part: str, place: int) -> None:
        """A long string, slice by slice."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        sizes, begin = self.slices(n_bytes, part), self.position
        for i, size in enumerate(sizes, 1):
            raw = self.take(size, part)
            # A character may begin in the slice before.
            first = self.position - size - len(decoder.getstate()[0]) - begin
            try:
                decoder.decode(raw, final=i == len(sizes))
            except UnicodeDecodeError as wrong:
                self._not_utf8(part, place, first + wrong.start)
                self.skip(n_bytes - (self.position - begin), part)
                return

    def _not_utf8(self, part: str, place: int, index: int) -> None:
        found = f"byte {index:,} of it is not"
        self._found.take(Finding("BOB527", shown(part), found, "UTF-8", place, LAX))
