"""The head of an npy file: magic, version, and the header text behind its length.

Source: numpy.lib.format, "Format Version 1.0", "2.0" and "3.0". Until NumPy 1.13 the alignment was written as
16, and the version's number stayed when it became 64; version 3.0 has never had another.
"""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U8, U16, U32, Derived, Magic, Prefixed, Refine
from bob.spec.references import length_of, record_bytes

KEYS = ("descr", "fortran_order", "shape")
# Plain numbers: kind and width as type strings name them, and their name here.
DTYPES = {
    "b1": "BOOL",
    "i1": "I8",
    "i2": "I16",
    "i4": "I32",
    "i8": "I64",
    "u1": "U8",
    "u2": "U16",
    "u4": "U32",
    "u8": "U64",
    "f2": "F16",
    "f4": "F32",
    "f8": "F64",
    "c8": "C64",
    "c16": "C128",
}
LINE_FEED = ord("\n")
ALIGNMENT = 64
# NPY_MAXDIMS of NumPy 2.
MOST_DIMS = 64
# The digits of 2^64 - 1: a longer number is no length.
MOST_DIGITS = 20


class NpyStart(Family, short="BOB572"):
    """The first eight bytes."""

    magic = Magic(b"\x93NUMPY", code="BOB570")
    major = U8()
    minor = U8()

    version_is_known = Refine(
        lambda f: (f.major > 0) & (f.major <= 3) & (f.minor == 0),
        "the version is 1.0, 2.0 or 3.0",
        code="BOB571",
    )


class NpyHead(NpyStart):
    """Version 1.0: a header of fewer than 65,536 bytes; the data follows it."""

    alignment = Derived(16)
    header = Prefixed(U16)

    header_ends_its_line = Refine(
        lambda f: (length_of(f.header) > 0) & (f.header[length_of(f.header) - 1] == LINE_FEED),
        "the header ends with a line feed",
        code="BOB578",
    )
    data_is_aligned = Refine(
        lambda f: record_bytes() % f.alignment == 0,
        "the data begins at a multiple of the alignment",
        code="BOB578",
    )


class NpyLongHead(NpyHead):
    """Version 2.0: a header of up to 4 GiB."""

    header = Prefixed(U32)


class NpyUnicodeHead(NpyLongHead):
    """Version 3.0: the same, in UTF-8."""

    alignment = Derived(ALIGNMENT)
