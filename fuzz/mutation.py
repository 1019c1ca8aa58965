"""Bytes out of other bytes: `Mutator`, for atheris as its custom mutator and for the plain engine alone."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

_EDGES = (0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 15, 16, 31, 32, 48, 63, 64, 127, 128, 255, 256, 511, 512)
_POWERS = tuple(2**power + off for power in (15, 16, 20, 31, 32, 52, 53, 62, 63, 64) for off in (-1, 0, 1))
_FORMATS = ("<B", "<H", "<I", "<Q")
_REPAIRED = 0.75
_MOST_ROUNDS = 4


class Mutator:
    """Mutates bytes of at most `most_bytes`; `repair` then puts right what would hide the rest."""

    def __init__(
        self, tokens: Sequence[bytes], repair: Callable[[bytes, Random], bytes], most_bytes: int
    ) -> None:
        self._tokens = tokens
        self._repair = repair
        self._most_bytes = most_bytes

    def __call__(
        self, content: bytes, random: Random, engine: Callable[[bytes, int], bytes] | None = None
    ) -> bytes:
        """Other bytes; `engine` is a coverage-guided fuzzer's own mutation, used most of the time."""
        if engine is not None and random.random() < _REPAIRED:
            content = engine(content, self._most_bytes)
        else:
            for _ in range(random.randint(1, _MOST_ROUNDS)):
                content = random.choice(self._ways)(self, content, random)
        if random.random() < _REPAIRED:
            content = self._repair(content, random)
        return content[: self._most_bytes]

    def _flip(self, content: bytes, random: Random) -> bytes:
        if not content:
            return content
        changed = bytearray(content)
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        return bytes(changed)

    def _edge(self, content: bytes, random: Random) -> bytes:
        """A number of some width, at an edge, over what is there; widths are aligned as often as not."""
        form = random.choice(_FORMATS)
        width = struct.calcsize(form)
        value = random.choice((*_EDGES, *_POWERS, len(content), -1)) % 2 ** (8 * width)
        place = random.randrange(len(content) + 1)
        place -= random.choice((0, place % width))
        return content[:place] + struct.pack(form, value) + content[place + width :]

    def _cut(self, content: bytes, random: Random) -> bytes:
        begin, end = sorted(random.randrange(len(content) + 1) for _ in range(2))
        return random.choice((content[:begin], content[:begin] + content[end:], content[begin:]))

    def _repeat(self, content: bytes, random: Random) -> bytes:
        begin, end = sorted(random.randrange(len(content) + 1) for _ in range(2))
        place = random.randrange(len(content) + 1)
        return content[:place] + content[begin:end] * random.choice((1, 1, 2, 16)) + content[place:]

    def _junk(self, content: bytes, random: Random) -> bytes:
        place = random.randrange(len(content) + 1)
        return content[:place] + random.randbytes(random.randint(1, 16)) + content[place:]

    def _token(self, content: bytes, random: Random) -> bytes:
        if not self._tokens:
            return self._junk(content, random)
        place = random.randrange(len(content) + 1)
        end = random.choice((place, min(place + random.randrange(16), len(content))))
        return content[:place] + random.choice(self._tokens) + content[end:]

    _ways = (_flip, _flip, _edge, _edge, _cut, _repeat, _junk, _token, _token)
