"""Where a file differs from the one that it must be: the plane, its first scalar that differs, both values.

first_differences(found, expected)      # [] where the bytes are the same
"""

from __future__ import annotations

import struct
from typing import NamedTuple

PLANES = "PMV"
_HEADER_BYTES_AT = 16


class Difference(NamedTuple):
    """A part of a file (a plane, the header, or the file itself), a place in it, and what stands there."""

    part: str
    place: int
    found: str
    expected: str


def first_differences(found: bytes | None, expected: bytes) -> list[Difference]:
    """One for each plane that differs; the header is named only where no plane is.

    A place is a row-major index in a plane, and a byte offset in the header. `found` is None for no file.
    """
    if found == expected:
        return []
    if found is None or len(found) != len(expected):
        said = "no file" if found is None else f"{len(found)} bytes"
        return [Difference("file", 0, said, f"{len(expected)} bytes")]
    (start,) = struct.unpack_from("<Q", expected, _HEADER_BYTES_AT)
    pairs = zip(_planes(found[start:]), _planes(expected[start:]), strict=True)
    planes = [
        _first(name, own, other) for name, (own, other) in zip(PLANES, pairs, strict=True) if own != other
    ]
    return planes or [_first_byte(found, expected)]


def _planes(payload: bytes) -> list[tuple[int, ...]]:
    """The bit patterns of each plane."""
    n_bytes = len(payload) // len(PLANES)
    return [struct.unpack_from(f"<{n_bytes // 4}I", payload, i * n_bytes) for i in range(len(PLANES))]


def _first(name: str, found: tuple[int, ...], expected: tuple[int, ...]) -> Difference:
    place = next(i for i, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1])
    return Difference(name, place, _printed(found[place]), _printed(expected[place]))


def _first_byte(found: bytes, expected: bytes) -> Difference:
    place = next(i for i, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1])
    return Difference("header", place, f"{found[place]:02x}", f"{expected[place]:02x}")


def _printed(bits: int) -> str:
    (value,) = struct.unpack("<f", struct.pack("<I", bits))
    return f"{bits:08x} ({value:.9g})"
