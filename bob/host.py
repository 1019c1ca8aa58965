"""Which hosts Bob runs on: 64-bit and little-endian, as the planes' bytes and the sizes need."""

from __future__ import annotations

import sys

from bob.errors import Finding, Refused


def require_supported_host() -> None:
    """Raises `Refused` (BOB811) on a big-endian or 32-bit host."""
    found = []
    if sys.byteorder != "little":
        found.append(Finding("BOB811", "byte order", sys.byteorder, "little"))
    if sys.maxsize < (1 << 63) - 1:
        found.append(Finding("BOB811", "word size", "32-bit", "64-bit"))
    if found:
        raise Refused("host", found)
