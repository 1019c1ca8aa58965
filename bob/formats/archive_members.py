"""The data of an archive's members: `member_source(source, member)`, `check_crc(source, member)`.

    opened = member_source(source, member)     # a Source of member.n_bytes bytes
    opened.read_at(0, 8)

Stored data is a window on the archive. Deflated data is inflated from its beginning as far as it is asked
for, in pieces, and never more than one byte beyond the size that the directory states.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from bob.errors import Finding, shown
from bob.spec.formats.zip import STORED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.formats.archive import Member
    from bob.store import Source

_PIECE_BYTES = 100_000
_FED_BYTES = 10_000


def member_source(source: Source, member: Member) -> Source:
    """The data of a readable member; bytes that lack, or do not inflate, are missing at its end.

    Raises `ValueError` for a member that is not readable: what is wrong with it was told.
    """
    if not member.readable:
        raise ValueError(f"{member.name} is not to be opened")
    if member.method == STORED:
        return Part(source, member.data_offset, member.n_bytes)
    return _Inflated(source, member)


def check_crc(source: Source, member: Member) -> list[Finding]:
    """Read the data of a readable member once; findings where it has another size or CRC."""
    opened = member_source(source, member)
    inflating = opened if isinstance(opened, _Inflated) else None
    crc, n_bytes = 0, 0
    # One byte more than there should be, if there is one.
    for piece in opened.pieces(0, member.n_bytes + (inflating is not None)):
        crc = zlib.crc32(piece, crc)
        n_bytes += len(piece)
    name, place = shown(member.name), member.data_offset
    if n_bytes != member.n_bytes or (inflating and inflating.wrong):
        more = "more than " if n_bytes > member.n_bytes else ""
        said = f"{more}{min(n_bytes, member.n_bytes):,} bytes"
        note = inflating.wrong if inflating else ""
        return [Finding("BOB548", name, said, f"{member.n_bytes:,} bytes", place, note)]
    if crc != member.crc:
        return [Finding("BOB549", name, f"{crc:08x}", f"{member.crc:08x}", place)]
    return []


class Part:
    """A source that is part of another: `n_bytes` bytes from `start` on."""

    def __init__(self, whole: Source, start: int, n_bytes: int) -> None:
        self._whole = whole
        self._start = start
        self._n_bytes = n_bytes

    @property
    def n_bytes(self) -> int:
        """How many bytes there are."""
        return self._n_bytes

    def placed(self) -> tuple[Source, int]:
        """The source that is no part of another, and the place in it where this begins."""
        if isinstance(self._whole, Part):
            whole, start = self._whole.placed()
            return whole, start + self._start
        return self._whole, self._start

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""
        return self._whole.read_at(self._start + offset, self._within(offset, n_bytes))

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes in pieces."""
        return self._whole.pieces(self._start + offset, self._within(offset, n_bytes))

    def _within(self, offset: int, n_bytes: int) -> int:
        return max(0, min(n_bytes, self._n_bytes - offset))


class _Inflated:
    """A deflated member as a source; `wrong` says what stopped its last reading before its end."""

    def __init__(self, source: Source, member: Member) -> None:
        self._source = source
        self._member = member
        self.wrong = ""

    @property
    def n_bytes(self) -> int:
        """How many bytes the directory says that there are."""
        return self._member.n_bytes

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""
        return b"".join(map(bytes, self.pieces(offset, min(n_bytes, self.n_bytes - offset))))

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes in pieces, all before them inflated and dropped; at most one beyond the size."""
        end, place = min(offset + n_bytes, self.n_bytes + 1), 0
        for piece in self._inflated(end) if end > offset else ():
            begin, place = place, place + len(piece)
            if place > offset:
                yield memoryview(piece)[max(0, offset - begin) :]

    def _inflated(self, end: int) -> Iterator[bytes]:
        """The member's bytes from its first on, up to `end`, which is above 0."""
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        n_fed, place, self.wrong = 0, 0, ""
        for waiting in self._fed():
            n_fed += len(waiting)
            full = True
            while full and not stream.eof:
                limit = min(_PIECE_BYTES, end - place)
                try:
                    out = stream.decompress(waiting, limit)
                except zlib.error as wrong:
                    self.wrong = str(wrong)
                    return
                waiting, full, place = stream.unconsumed_tail, len(out) == limit, place + len(out)
                yield out
                if place == end:
                    return
            if stream.eof:
                break
        n_after = self._member.n_stored - n_fed + len(stream.unused_data)
        if not stream.eof:
            self.wrong = "its deflate stream does not end"
        elif n_after:
            self.wrong = f"{n_after:,} bytes after its deflate stream"

    def _fed(self) -> Iterator[bytes | memoryview]:
        """The deflated bytes in pieces so small that what waits of one is cheaply kept."""
        for piece in self._source.pieces(self._member.data_offset, self._member.n_stored):
            for begin in range(0, len(piece), _FED_BYTES):
                yield piece[begin : begin + _FED_BYTES]
