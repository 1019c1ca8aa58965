"""Tensors one after the other in a file: `lengths(...)`, and entries that lie inside it: `inside(...)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.errors import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.formats.inventory import Entry


def lengths(have: int, need: int, what: str) -> Iterator[Finding]:
    """BOB582 or BOB583 where a file is not as long as `what` says."""
    said, expected = f"{have:,} bytes", f"{need:,} bytes for {what}"
    if have < need:
        yield Finding("BOB582", "file", said, expected, have, f"{need - have:,} missing")
    elif have > need:
        note = f"{have - need:,} bytes after the last tensor"
        yield Finding("BOB583", "file", said, expected, need, note)


def inside(entries: Iterable[Entry], n_bytes: int) -> tuple[Entry, ...]:
    """The entries that have all of their bytes."""
    return tuple(entry for entry in entries if entry.byte_offset + entry.n_bytes <= n_bytes)
