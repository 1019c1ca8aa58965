"""What the `descr` of an npy file stands for: `type_of("<f4")`, a dtype by name or why there is none.

Source: numpy.dtype and the array interface's type strings: byte order, kind, and the width in bytes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bob.spec.formats.npy import DTYPES

_TYPE = re.compile(r"([<>=|]?)([a-zA-Z?])([0-9]{0,9})(?:\[[0-9a-zA-Z/]*\])?", re.ASCII)
# Kinds that are no numbers: their name, and the bytes for each unit of the stated width.
_OTHERS = {
    "S": ("byte strings", 1),
    "a": ("byte strings", 1),
    "U": ("strings", 4),
    "V": ("bytes of no stated meaning", 1),
    "M": ("dates", 1),
    "m": ("durations", 1),
    "f": ("floating-point numbers of a width of their own", 1),
    "c": ("complex numbers of a width of their own", 1),
    "t": ("bit fields", 1),
}
_TWO_BYTES = "bfloat16 of ml_dtypes is saved as V2, and so is any other type of two bytes"


class Type(NamedTuple):
    """A type of elements: `dtype` is empty where it is no plain number, which `words` then names.

    `n_bytes` is the width of an element, None where it is not known. `has_order` is False where the text
    leaves the byte order of wider elements to the machine that reads it. `is_object` is Python's objects.
    """

    dtype: str
    n_bytes: int | None
    big_endian: bool = False
    has_order: bool = True
    words: str = ""
    note: str = ""
    is_object: bool = False


def type_of(descr: str) -> Type:
    """The type that a type string names."""
    match = _TYPE.fullmatch(descr)
    if match is None:
        return Type("", None, words="a type that Bob does not know")
    order, kind, width = match.groups()
    if kind == "O":
        return Type("", None, words="Python objects", is_object=True)
    dtype = DTYPES.get(kind + width)
    if dtype is not None:
        n_bytes = int(width)
        return Type(dtype, n_bytes, order == ">" and n_bytes > 1, order in ("<", ">") or n_bytes == 1)
    if kind not in _OTHERS or not width:
        return Type("", None, words="a type that Bob does not know")
    words, unit = _OTHERS[kind]
    n_bytes = int(width) * unit
    return Type("", n_bytes, words=words, note=_TWO_BYTES if kind == "V" and n_bytes == 2 else "")
