"""The elements of tensors in blocks, row by row: `blocks_of`, and the digest of them all: `digest_of`.

    for bits in blocks_of(contents, entry): ...      # arrays of BLOCK elements, the last of fewer

Strides and byte order are undone: whoever reads blocks sees elements as a row-major tensor of this machine
has them. Complex numbers come as their two parts. Types whose elements share bytes are read as bytes, in the
order in which they lie: GGUF's blocks are not decoded here, and how F4 and F6 are packed no format says.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from bob.canonical import digest_of_pieces
from bob.errors import Finding, Refused
from bob.formats.number_types import COMPLEX, is_plain
from bob.spec.formats.dtypes import BITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from bob.formats.content import Contents
    from bob.formats.elements import Bits
    from bob.formats.inventory import Entry
    from bob.store import Source

BLOCK = 100_000
# Views whose elements share places may have far more of them than bytes: beyond this they are not read.
MOST_SHARED = 10_000_000


def element_type(dtype: str) -> str:
    """The type of what blocks consist of: the parts of complex numbers, bytes where elements share them."""
    return COMPLEX.get(dtype, dtype) if is_plain(dtype) else "U8"


def blocks_of(contents: Contents, entry: Entry) -> Iterator[Bits]:
    """The bits of a tensor's elements in row-major order; raises `Refused` where they cannot be read."""
    for bits in _blocks(contents, entry):
        contents.on_read(bits.nbytes)
        yield bits


def _blocks(contents: Contents, entry: Entry) -> Iterator[Bits]:
    region = contents.of(entry)
    dtype = element_type(entry.dtype)
    width = BITS[dtype] // 8
    order = ">" if entry.big_endian and is_plain(entry.dtype) else "<"
    if entry.strides is None or not is_plain(entry.dtype):
        yield from _in_blocks(region, entry.name, np.dtype(f"{order}u{width}"))
        return
    parts = BITS[entry.dtype] // 8 // width
    content = b"".join(map(bytes, region.pieces(0, region.n_bytes)))
    whole = np.frombuffer(content, f"{order}u{width}")
    view = _strided(whole, entry, parts)
    flat = np.ascontiguousarray(view).reshape(-1)
    for begin in range(0, len(flat), BLOCK):
        yield _native(flat[begin : begin + BLOCK])


def n_elements(entry: Entry) -> int:
    """How many elements blocks have in all."""
    parts = 2 if entry.dtype in COMPLEX else 1
    return parts * prod(entry.shape) if is_plain(entry.dtype) else entry.n_bytes


def n_bytes_of(entry: Entry) -> int:
    """The bytes of a tensor's elements, one after the other."""
    return n_elements(entry) * (BITS[element_type(entry.dtype)] // 8)


def _in_blocks(region: Source, name: str, dtype: np.dtype[Any]) -> Iterator[Bits]:
    """The whole region, in blocks of `BLOCK` elements, as pieces come."""
    most = BLOCK * dtype.itemsize
    waiting = bytearray()
    for piece in _whole(region, name):
        for begin in range(0, len(piece), most):
            waiting += piece[begin : begin + most]
            if len(waiting) >= most:
                yield _native(np.frombuffer(bytes(waiting[:most]), dtype))
                del waiting[:most]
    if waiting:
        yield _native(np.frombuffer(bytes(waiting), dtype))


def _whole(region: Source, name: str) -> Iterator[memoryview]:
    """The pieces of a region; raises `Refused` (BOB220) at its end where bytes of it are gone by now."""
    n_read = 0
    for piece in region.pieces(0, region.n_bytes):
        n_read += len(piece)
        yield piece
    if n_read != region.n_bytes:
        found = Finding("BOB220", name, f"{n_read:,} bytes", f"{region.n_bytes:,} as before")
        raise Refused(name, [found])


def _native(bits: NDArray[Any]) -> Bits:
    return bits.astype(bits.dtype.newbyteorder("="), copy=False)


def _strided(whole: NDArray[Any], entry: Entry, parts: int) -> NDArray[Any]:
    """The elements of a region by their strides; the strides are held against it again."""
    assert entry.strides is not None
    shape, strides = entry.shape, entry.strides
    reach = 1 + sum((dim - 1) * step for dim, step in zip(shape, strides, strict=True)) if all(shape) else 0
    if min(strides, default=0) < 0 or reach * parts > len(whole):
        raise ValueError(f"{entry.name}: its strides lead out of its bytes")
    n_places = len(whole) // parts
    if prod(shape) > max(n_places, MOST_SHARED):
        found, expected = f"{prod(shape):,} elements in {n_places:,} places", f"at most {MOST_SHARED:,}"
        raise Refused(entry.name, [Finding("BOB822", entry.name, found, expected)])
    steps = tuple(step * parts * whole.itemsize for step in strides)
    if parts > 1:
        shape, steps = (*shape, parts), (*steps, whole.itemsize)
    return np.lib.stride_tricks.as_strided(whole, shape, steps, writeable=False)


def digest_of(contents: Contents, entry: Entry) -> bytes:
    """The BLAKE3 digest of a tensor's elements, row-major and little-endian, wherever they came from."""
    return digest_of_pieces(bytes_of(contents, entry))


def bytes_of(contents: Contents, entry: Entry) -> Iterator[bytes | memoryview]:
    """The elements of a tensor as safetensors has them: row-major and little-endian, in pieces.

    Each piece is there until the next is asked for. Raises `Refused` where they cannot be read.
    """
    if is_plain(entry.dtype) and (entry.strides is not None or entry.big_endian):
        for bits in blocks_of(contents, entry):
            yield bits.astype(bits.dtype.newbyteorder("<"), copy=False).tobytes()
        return
    for piece in _whole(contents.of(entry), entry.name):
        contents.on_read(len(piece))
        yield piece
