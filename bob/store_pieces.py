"""A file that is written piece by piece, whole or not at all, and its head last: `replace_in_pieces`.

    def fill(write):                       # write(piece, offset), as often as it takes
        ...
        return head                        # what the file begins with

    replace_in_pieces(path, is_own, fill)

A head that states digests of what follows it is known only when that is written. Whole files that are in
memory are `bob.store`'s. `mapped` gives the pages of an open file.
"""

from __future__ import annotations

import mmap
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused
from bob.kinds import LOOKED_AT
from bob.store import OpenFile, Slot, already_there, exists

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.store_calls import Fill


def replace_in_pieces(path: str, is_own: Callable[[bytes, int], bool], fill: Fill) -> None:
    """Write the file that `fill` makes: it writes pieces at their offsets and returns the head, written last.

    What is there is replaced only where it is empty or `is_own(first bytes, size)`; a link is followed.
    Raises `Refused`: BOB801 for anything else, BOB820 where it is no regular file, otherwise as `Slot`.
    """
    with ExitStack() as stack:
        old = None
        if exists(path):
            old = stack.enter_context(OpenFile(path))
            if old.n_bytes and not is_own(old.read_at(0, LOOKED_AT), old.n_bytes):
                raise already_there(path)
        slot = stack.enter_context(Slot(path))
        if old is None:
            slot.publish(fill)
        else:
            slot.replace(fill, old)


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
