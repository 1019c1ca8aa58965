"""Files in memory as sides of a comparison: `side_of("w.npz", npz_of(w=array))`; what writers here make."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from bob.formats.comparison import Side
from bob.formats.content import Contents
from bob.formats.inventory import Entry, Inventory
from bob.formats.recognised import Place, read_format
from bob.store import Buffer
from tests.formats.safetensors_files import st

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

NAMES = {"f2": "F16", "f4": "F32", "f8": "F64", "i4": "I32", "i8": "I64", "u1": "U8", "c8": "C64"}


def place_of(name: str, content: bytes, files: Mapping[str, bytes] | None = None) -> Place:
    beside = files or {}
    return Place(name, Buffer(content), lambda n: Buffer(beside[n]) if n in beside else None)


def side_of(name: str, content: bytes, files: Mapping[str, bytes] | None = None) -> Side:
    """A well-formed file, by its own format's rules."""
    place = place_of(name, content, files)
    reading = read_format(place)
    assert reading.findings == ()
    assert reading.inventory is not None
    return Side(reading.inventory, Contents(place, reading.inventory))


def npz_of(compressed: bool = False, **arrays: NDArray[Any]) -> bytes:
    out = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(out, **arrays)
    return out.getvalue()


def tensors_of(metadata: Mapping[str, str] | None = None, **tensors: tuple[str, NDArray[Any]]) -> bytes:
    """A safetensors file; each tensor by its type's name and an array of its bits or numbers."""
    header: dict[str, object] = {"__metadata__": dict(metadata)} if metadata else {}
    body = b""
    for name, (dtype, array) in tensors.items():
        raw = np.ascontiguousarray(array).tobytes()
        offsets = [len(body), len(body) + len(raw)]
        header[name] = {"dtype": dtype, "shape": array.shape, "data_offsets": offsets}
        body += raw
    return st(json.dumps(header), body)


def arrays_of(metadata: Mapping[str, str] | None = None, **arrays: NDArray[Any]) -> bytes:
    """A safetensors file of arrays of NumPy's types."""
    named = {name: (NAMES[array.dtype.str[1:]], array) for name, array in arrays.items()}
    return tensors_of(metadata, **named)


def lying(
    content: bytes,
    dtype: str,
    shape: tuple[int, ...],
    strides: tuple[int, ...] | None = None,
    big_endian: bool = False,
) -> tuple[Contents, Entry]:
    """A tensor that is all of a file, by strides that no writer here gives it."""  # fmt: skip
    entry = Entry("w", dtype, shape, 0, len(content), strides, "", big_endian)
    inventory = Inventory("by hand", (entry,), {}, {}, len(content))
    return Contents(place_of("w", content), inventory), entry
