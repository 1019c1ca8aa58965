"""An open file's bytes read while those before them are used: `pieces_ahead(opened)`.

The copy of a file's pages, a tenth of what its digest takes, is then made beside the digest, where a
processor is free for it. Where every one works already `OpenFile.pieces` takes less of them, and is used.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bob.store import WORTH_A_THREAD, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.store import OpenFile

# Two of them stay in a cache between being read and being hashed.
_PIECE_BYTES = 1 << 20


def pieces_ahead(opened: OpenFile) -> Iterator[memoryview]:
    """All bytes of an open file, each piece there until the next is asked for.

    Raises `Refused` (BOB820) where they cannot be read.
    """
    if opened.n_bytes < WORTH_A_THREAD or not _is_one_free():
        yield from opened.pieces(0, opened.n_bytes)
        return
    from concurrent.futures import ThreadPoolExecutor

    room, spare = (memoryview(bytearray(_PIECE_BYTES)) for _ in range(2))
    place, left = 0, opened.n_bytes
    with reading(opened.path), ThreadPoolExecutor(1) as pool:
        under_way = pool.submit(os.preadv, opened.descriptor, [room[:left]], place)
        while n_read := under_way.result():
            place, left = place + n_read, left - n_read
            under_way = pool.submit(os.preadv, opened.descriptor, [spare[:left]], place)
            yield room[:n_read]
            room, spare = spare, room


def _is_one_free() -> bool:
    """Whether over the last minute, whoever digests counted, half a processor was at leisure."""
    try:
        return os.getloadavg()[0] < (os.cpu_count() or 1) - 0.5
    except OSError:
        return False
