"""Files in memory for tests of numbers: `torch_file(value)`, `opened(content)`, `safetensors(tensors)`."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bob.formats.content import Contents
from bob.formats.recognised import read_format
from bob.store import Buffer
from tests.formats import torch_files as pt
from tests.formats.sides import place_of, tensors_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from bob.formats.inventory import Inventory

    Array = NDArray[Any]

# Of each type of NumPy's its name here and PyTorch's; BF16 is kept as its bits, in uint16.
TYPES = {
    "float32": ("F32", "FloatStorage"),
    "float64": ("F64", "DoubleStorage"),
    "float16": ("F16", "HalfStorage"),
    "uint16": ("BF16", "BFloat16Storage"),
    "int64": ("I64", "LongStorage"),
    "int32": ("I32", "IntStorage"),
    "uint8": ("U8", "ByteStorage"),
}


class Opened(NamedTuple):
    """A file in memory: what its headers say, its bytes, and what reads its numbers."""

    inventory: Inventory
    source: Buffer
    contents: Contents


def opened(content: bytes, name: str = "model.safetensors") -> Opened:
    """A file that no rule of its format refuses."""
    place = place_of(name, content)
    reading = read_format(place)
    assert reading.findings == ()
    assert reading.inventory is not None
    return Opened(reading.inventory, Buffer(content), Contents(place, reading.inventory))


def safetensors(tensors: Mapping[str, Array]) -> bytes:
    """A safetensors file of arrays."""
    return tensors_of(**{name: (TYPES[array.dtype.name][0], array) for name, array in tensors.items()})


def bf16(values: object) -> Array:
    """The bits of numbers as BF16, what is beyond them cut off."""
    return np.asarray(np.asarray(values, "<f4").view("<u4") >> 16, "<u2")


def torch_file(value: object) -> bytes:
    """A checkpoint of PyTorch's zip kind that holds a value of dicts, lists, plain values and arrays."""
    records: dict[str, bytes] = {}
    return pt.checkpoint(_pickled(value, records), records)


def _pickled(value: object, records: dict[str, bytes]) -> bytes:
    match value:
        case dict():
            items = (_pickled(k, records) + _pickled(v, records) for k, v in value.items())
            return b"}(" + b"".join(items) + b"u"
        case list():
            return pt.listed(*(_pickled(item, records) for item in value))
        case tuple():
            return pt.group(*(_pickled(item, records) for item in value))
        case None:
            return pt.NONE
        case bool():
            return pt.TRUE if value else pt.FALSE
        case int():
            return pt.number(value)
        case float():
            return b"G" + struct.pack(">d", value)
        case str():
            return pt.text(value)
    assert isinstance(value, np.ndarray)
    key = str(len(records))
    records[key] = value.tobytes()
    strides = tuple(int(np.prod(value.shape[axis + 1 :])) for axis in range(value.ndim))
    stored = pt.storage(key, value.size, TYPES[value.dtype.name][1])
    return pt.tensor(stored, value.shape, strides)
