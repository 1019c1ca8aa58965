"""Sources for tests: one with holes, larger than any memory, and one that counts what is read of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.store import Buffer

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE_BYTES = 1 << 20


class Sparse:
    """Some parts at their places, zeros between them."""

    def __init__(self, n_bytes: int, parts: dict[int, bytes]) -> None:
        self.n_bytes = n_bytes
        self._parts = parts

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        content = bytearray(max(0, min(n_bytes, self.n_bytes - offset)))
        for place, part in self._parts.items():
            begin, end = max(place, offset), min(place + len(part), offset + len(content))
            if begin < end:
                content[begin - offset : end - offset] = part[begin - place : end - place]
        return bytes(content)

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        while piece := self.read_at(offset, min(n_bytes, _PIECE_BYTES)):
            yield memoryview(piece)
            offset, n_bytes = offset + len(piece), n_bytes - len(piece)


class Counted(Buffer):
    """A buffer that counts the reads and the bytes that they gave."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.n_reads = 0
        self.n_read = 0

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        content = super().read_at(offset, n_bytes)
        self.n_reads += 1
        self.n_read += len(content)
        return content
