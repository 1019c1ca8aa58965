"""Digests of stretches of a payload, several at once where that pays: `digests(source, stretches, is_large)`.

Used wherever an envelope states a digest for each of its parts: planes in version 1, tensors in version 2.
"""

from __future__ import annotations

import os
from itertools import takewhile
from typing import TYPE_CHECKING

from bob.canonical import digest_of_pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.store import Source

# Bytes that take far longer to digest than threads, and what threads are made of, take to start.
WORTH_A_THREAD = 1 << 25
# Bytes that are read in a moment: under a header that is refused, too, so that who mends a file sees every
# finding at once.
READ_ANYWAY = 1 << 26


def digests(source: Source, stretches: Sequence[tuple[int, int]], is_large: bool) -> Iterator[bytes]:
    """The digests of stretches, each an offset and a size, in order; of large ones some at once."""
    given_up: list[bool] = []

    def digest(stretch: tuple[int, int]) -> bytes:
        # Whoever interrupts does not wait for the rest of a large file.
        return digest_of_pieces(takewhile(lambda _: not given_up, source.pieces(*stretch)))

    threads = min(len(stretches), os.cpu_count() or 1)
    if not is_large or threads < 2:
        yield from map(digest, stretches)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(digest, stretches)
        finally:
            given_up.append(True)
