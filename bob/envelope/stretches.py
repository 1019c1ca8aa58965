"""Digests of stretches of a payload, several at once where that pays: `digests(source, stretches, is_large)`.

Used wherever a digest is stated for each of several parts: planes in version 1, tensors in version 2 and in
seals, whose elements need not lie in one piece (`digests_at_once`).
"""

from __future__ import annotations

import os
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from bob.canonical import digest_of_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bob.store import Source

    Reader = Callable[[], Iterable[bytes | memoryview]]

# Bytes that are read in a moment: under a header that is refused, too, so that who mends a file sees every
# finding at once.
READ_ANYWAY = 1 << 26


def digests(source: Source, stretches: Sequence[tuple[int, int]], is_large: bool) -> Iterator[bytes]:
    """The digests of stretches, each an offset and a size, in order; of large ones some at once."""
    return digests_at_once((partial(source.pieces, *stretch) for stretch in stretches), is_large)


def digests_at_once(readers: Iterable[Reader], is_large: bool) -> Iterator[bytes]:
    """The digests of what each reader reads, in order; where that is much, some at once."""
    given_up: list[bool] = []

    def digest(pieces: Reader) -> bytes:
        # Whoever interrupts does not wait for the rest of a large file.
        return digest_of_pieces(takewhile(lambda _: not given_up, pieces()))

    threads = os.cpu_count() or 1
    if not is_large or threads < 2:
        yield from map(digest, readers)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(digest, readers)
        finally:
            given_up.append(True)
