"""The pages of an open file as a view of memory: `mapped(opened)`."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from bob.store import OpenFile


def mapped(opened: OpenFile, writable: bool = False) -> memoryview:
    """An open file's bytes as a view of its pages; with `writable`, changes stay in this process.

    The view outlives the open file. Raises `Refused` (BOB820) where the file cannot be mapped.
    """
    if not opened.n_bytes:
        return memoryview(b"")
    access = mmap.ACCESS_COPY if writable else mmap.ACCESS_READ
    try:
        return memoryview(mmap.mmap(opened.descriptor, opened.n_bytes, access=access))
    except (OSError, ValueError) as wrong:
        found = Finding("BOB820", "path", str(wrong), "a file that can be mapped")
        raise Refused(opened.path, [found]) from wrong
