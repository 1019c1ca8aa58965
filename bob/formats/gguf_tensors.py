"""What the header of a GGUF file says of its tensors, each by itself: `read_tensors`.

Where a tensor's size follows from what is said, it becomes an `Entry`; its `byte_offset` counts from the
start of the tensor data until `bob.formats.gguf` knows where that is. How tensors lie beside each other is
for `bob.formats.gguf_layout`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, shown
from bob.formats.gguf_findings import LAX_GGML, LAX_GGUF, as_text
from bob.formats.gguf_types import named, row_elements, tensor_type
from bob.formats.inventory import Entry
from bob.spec.formats.gguf import LONGEST_KEY, LONGEST_NAME, MOST_DIMENSIONS, GgufTensor

if TYPE_CHECKING:
    from bob.formats.gguf_cursor import Cursor, Room
    from bob.formats.gguf_findings import Found
    from bob.formats.gguf_types import TensorType

_AT = GgufTensor.at()
LEAST_TENSOR_BYTES = _AT.fixed_bytes
# A place in each of two lists while they are sorted, in the columns, and the collector's share.
_ENTRY_BYTES = 60
# Python holds small numbers once for all.
_SHARED = 255


class Tensors(NamedTuple):
    """The tensors whose size is known, and where the header speaks of each, by the same index.

    `quantized` names the first that is; `all_sized` tells whether every tensor's size is known.
    """

    entries: list[Entry]
    places: array[int]
    quantized: str
    all_sized: bool


def read_tensors(cursor: Cursor, count: int, big_endian: bool, found: Found, room: Room) -> Tensors:
    """The next `count` tensors; raises `Stopped` where they cannot be read on."""
    entries: list[Entry] = []
    places = array("Q")
    quantized = ""
    for i in range(count):
        place = cursor.position
        read = _read_one(cursor, i, big_endian, found)
        if read is None:
            continue
        entry, kind = read
        numbers = (*entry.shape, entry.byte_offset, entry.n_bytes)
        fresh = [number for number in numbers if number > _SHARED]
        room.keep(entry.name, place, entry, entry.name, entry.shape, *fresh, n_bytes=_ENTRY_BYTES)
        entries.append(entry)
        places.append(place)
        if kind.quantized and not quantized:
            quantized = entry.name
    return Tensors(entries, places, quantized, all_sized=len(entries) == count)


def _read_one(cursor: Cursor, index: int, big_endian: bool, found: Found) -> tuple[Entry, TensorType] | None:
    """The next tensor; None where its size does not follow."""
    place = cursor.position
    name = _read_name(cursor, f"tensor {index:,}", place, found)
    part = f"tensor {shown(name)}"
    dimensions = _read_dimensions(cursor, part, place, found)
    number, offset = cursor.numbers("IQ", part)
    kind = tensor_type(number)
    if kind is None:
        found.take(Finding("BOB532", part, f"type {named(number)}", "a type of ggml's", place))
    if kind is None or dimensions is None:
        return None
    if not kind.fits(dimensions):
        row = f"rows of {row_elements(dimensions):,} elements"
        expected = f"a multiple of {kind.block_elements:,}, as {kind.name} has blocks of"
        found.take(Finding("BOB533", part, row, expected, place))
    # The first dimension of a file is the innermost.
    shape = dimensions[::-1]
    return Entry(name, kind.name, shape, offset, kind.n_bytes(dimensions), big_endian=big_endian), kind


def _read_name(cursor: Cursor, part: str, place: int, found: Found) -> str:
    """A name; one longer than any key may be is cut."""
    (n_bytes,) = cursor.numbers("Q", part)
    cursor.require(n_bytes, part)
    raw = cursor.take(min(n_bytes, LONGEST_KEY), part)
    cursor.skip(n_bytes - len(raw), part)
    try:
        name = str(raw, "utf-8")
    except UnicodeDecodeError as wrong:
        name = as_text(raw)
        if n_bytes == len(raw):
            said = f"byte {wrong.start:,} of its name is not", "UTF-8"
            found.take(Finding("BOB527", f"tensor {shown(name)}", *said, place, LAX_GGML))
    if n_bytes > LONGEST_NAME:
        said = f"a name of {n_bytes:,} bytes", f"at most {LONGEST_NAME}"
        found.take(Finding("BOB530", f"tensor {shown(name)}", *said, place, LAX_GGUF))
    return name


def _read_dimensions(cursor: Cursor, part: str, place: int, found: Found) -> tuple[int, ...] | None:
    """The dimensions as they stand in the file; None where there are more than a tensor may have."""
    (count,) = cursor.numbers("I", part)
    if count > MOST_DIMENSIONS:
        cursor.skip(count * _AT.dimension_bytes, part)
        said = f"{count:,} dimensions", f"at most {MOST_DIMENSIONS}"
        found.take(Finding("BOB531", part, *said, place, LAX_GGUF))
        return None
    return cursor.numbers("Q" * count, part) if count else ()
