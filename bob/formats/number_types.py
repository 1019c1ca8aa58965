"""The element types as numbers: `FLOATS["BF16"].precision == 8`; which of them hold all values of which.

    holds("F32", "BF16")      # True: every BF16 is an F32
    holds("BF16", "F32")      # False

What is no number by itself here (elements narrower than a byte, GGUF's blocks) is in none of these tables.
"""

from __future__ import annotations

from bob.spec.formats.dtypes import BITS
from bob.spec.formats.floats import COMPLEX, FLOATS

__all__ = ["BY_WIDTH", "COMPLEX", "FLOATS", "OF_LIBRARIES", "SIGNED", "UNSIGNED", "holds", "is_plain"]

# Numbers of whole bytes that are a letter and a width, by which every library names them.
BY_WIDTH = {name: bits for name, bits in BITS.items() if name[1:].isdigit() and bits % 8 == 0}
# The others that NumPy lacks, as ml_dtypes and PyTorch call them.
OF_LIBRARIES = {
    "BF16": "bfloat16",
    "F8_E5M2": "float8_e5m2",
    "F8_E4M3": "float8_e4m3fn",
    "F8_E8M0": "float8_e8m0fnu",
    "F8_E4M3FNUZ": "float8_e4m3fnuz",
    "F8_E5M2FNUZ": "float8_e5m2fnuz",
}
SIGNED = ("I8", "I16", "I32", "I64")
UNSIGNED = ("BOOL", "U8", "U16", "U32", "U64")


def is_plain(dtype: str) -> bool:
    """Whether elements of a type are numbers, or pairs of them, that take whole bytes each."""
    return dtype in FLOATS or dtype in SIGNED or dtype in UNSIGNED or dtype in COMPLEX


def holds(wide: str, narrow: str) -> bool:
    """Whether every value of one type is a value of the other: both floating-point, or both integers."""
    if wide in FLOATS and narrow in FLOATS:
        outer, inner = FLOATS[wide], FLOATS[narrow]
        return (
            outer.precision >= inner.precision
            and outer.least <= inner.least
            and outer.greatest >= inner.greatest
            and not (inner.infinity and not outer.infinity)
            and not (inner.sign and not outer.sign)
            and (outer.kind != "fnuz" or inner.kind in ("fnuz", "scale"))
        )
    if wide in FLOATS or narrow in FLOATS or not is_plain(wide) or not is_plain(narrow):
        return False
    if wide in COMPLEX or narrow in COMPLEX:
        return wide in COMPLEX and narrow in COMPLEX and BITS[wide] >= BITS[narrow]
    if narrow in SIGNED:
        return wide in SIGNED and BITS[wide] >= BITS[narrow]
    return BITS[wide] > BITS[narrow] if wide in SIGNED else BITS[wide] >= BITS[narrow]
