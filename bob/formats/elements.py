"""Elements as arrays of their bits, read as numbers: order, distance, casts, texts. Exact everywhere.

    keys = ordered(bits, "BF16")         # unsigned, in the order of the numbers, neighbours one apart
    narrow = cast(bits, "F32", "BF16")   # the bits of the nearest BF16, ties to even
    shown(0x3D4D, "BF16")                # '0.050048828125 (0x3d4d)'

Bits are unsigned integers of the type's width, in the machine's byte order. A cast gives some NaN for a NaN.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bob import binary32
from bob.formats.number_types import FLOATS, SIGNED, holds
from bob.spec.formats.dtypes import BITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask: TypeAlias = NDArray[np.bool_]
    Bits: TypeAlias = NDArray[Any]

_NATIVE = {"F16": np.float16, "F32": np.float32, "F64": np.float64}
# What a narrower type becomes by a cast that rounds to nearest, ties to even.
_ROUNDED = {("F64", "F32"), ("F64", "F16"), ("F32", "F16"), ("F32", "BF16")}
_BYTE_VALUES = 1 << 8
# The bits of binary32 that a BF16 lacks.
_DROPPED = BITS["F32"] - BITS["BF16"]
_QUIET = 1 << (FLOATS["BF16"].fraction_bits - 1)


def nan_mask(bits: Bits, dtype: str) -> Mask:
    """Where the elements are NaNs; nowhere for integers."""
    kind = FLOATS.get(dtype)
    if kind is None:
        return np.zeros(bits.shape, np.bool_)
    top = bits.dtype.type(_magnitude(dtype))
    if kind.kind == "fnuz":
        return np.asarray(bits == kind.sign)
    if kind.infinity is None:
        return np.asarray((bits & top) == top)
    return np.asarray((bits & top) > kind.infinity)


def infinity_mask(bits: Bits, dtype: str) -> Mask:
    """Where the elements are infinite."""
    kind = FLOATS.get(dtype)
    if kind is None or kind.infinity is None:
        return np.zeros(bits.shape, np.bool_)
    return np.asarray((bits & bits.dtype.type(_magnitude(dtype))) == kind.infinity)


def ordered(bits: Bits, dtype: str) -> Bits:
    """Unsigned integers of the same width in the order of the numbers, -0 before +0 (IEEE 754-2019, 5.10)."""
    sign = _sign(dtype)
    if not sign:
        return bits
    if dtype in SIGNED:
        return np.asarray(bits ^ bits.dtype.type(sign))
    return np.where(bits & bits.dtype.type(sign), ~bits, bits | bits.dtype.type(sign))


def unordered(key: int, dtype: str) -> int:
    """The bits whose key this is."""
    sign, mask = _sign(dtype), (1 << BITS[dtype]) - 1
    if not sign:
        return key
    if dtype in SIGNED:
        return key ^ sign
    return key ^ sign if key & sign else ~key & mask


def distances(a: Bits, b: Bits, dtype: str) -> NDArray[np.uint64]:
    """How many numbers of a floating-point type lie from one element to the other, +0 and -0 being one."""
    sign, magnitude = np.uint64(_sign(dtype)), np.uint64(_magnitude(dtype))
    a, b = a.astype(np.uint64), b.astype(np.uint64)
    far, near = np.maximum(a & magnitude, b & magnitude), np.minimum(a & magnitude, b & magnitude)
    return np.asarray(np.where((a ^ b) & sign, far + near, far - near))


def numbers(bits: Bits, dtype: str) -> NDArray[Any]:
    """The elements as NumPy's numbers, exactly: floats as float32 or float64, integers as they are."""
    if dtype in ("F8_E5M2", "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"):
        return _byte_values(dtype)[bits]
    if dtype == "BF16":
        return (bits.astype(np.uint32) << np.uint32(_DROPPED)).view(np.float32)
    if dtype == "F16":
        with np.errstate(invalid="ignore"):
            return bits.view(np.float16).astype(np.float32)
    if dtype in FLOATS:
        return bits.view(_NATIVE[dtype])
    return bits.view(f"i{bits.itemsize}") if dtype in SIGNED else bits


def can_cast(wide: str, narrow: str) -> bool:
    """Whether `cast` knows how the first becomes the second."""
    return holds(narrow, wide) or (wide, narrow) in _ROUNDED


def cast(bits: Bits, dtype: str, to: str) -> Bits:
    """The bits of `to` that elements become: exact where it holds them all, else rounded to nearest even."""
    values = numbers(bits, dtype)
    if to not in FLOATS:
        return values.astype(f"i{BITS[to] // 8}").view(f"u{BITS[to] // 8}")
    if to not in _NATIVE:
        return _bfloat16(values) if to == "BF16" else _bytes_of(values, to)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return values.astype(_NATIVE[to]).view(f"u{BITS[to] // 8}")


def _bfloat16(values: NDArray[np.float32]) -> NDArray[np.uint16]:
    """The nearest of the upper halves of binary32, ties to even; a NaN stays one."""
    bits = values.view(np.uint32)
    is_nan = nan_mask(bits, "F32")
    dropped, below_half = np.uint32(_DROPPED), np.uint32((1 << (_DROPPED - 1)) - 1)
    # A carry out of the fraction raises the exponent by itself, up to infinity.
    rounded = np.where(is_nan, bits, bits + below_half + ((bits >> dropped) & np.uint32(1))) >> dropped
    return np.where(is_nan, rounded | np.uint32(_QUIET), rounded).astype(np.uint16)


def _bytes_of(values: NDArray[np.float32], to: str) -> NDArray[np.uint8]:
    """The byte of each value in a type of 8 bits that holds it."""
    table = _byte_values(to).view(np.uint32)
    order = np.argsort(table, kind="stable")
    return order[np.searchsorted(table[order], values.view(np.uint32))].astype(np.uint8)


@cache
def _byte_values(dtype: str) -> NDArray[np.float32]:
    """What each byte stands for in a floating-point type of 8 bits; binary32 holds them all."""
    kind = FLOATS[dtype]
    codes = np.arange(_BYTE_VALUES, dtype=np.uint8)
    exponents, fractions = np.divmod(codes & np.uint8(_magnitude(dtype)), 1 << kind.fraction_bits)
    exponents, fractions = exponents.astype(np.int64), fractions.astype(np.int64)
    subnormal = (exponents == 0) & (kind.kind != "scale")
    units = np.where(subnormal, fractions, fractions + (1 << kind.fraction_bits))
    scale = np.where(subnormal, 1, exponents) - kind.bias - kind.fraction_bits
    values = np.ldexp(units.astype(np.float64), scale)
    values = np.where(codes & np.uint8(kind.sign), -values, values)
    values = np.where(infinity_mask(codes, dtype), np.copysign(np.inf, values), values)
    table = np.where(nan_mask(codes, dtype), np.nan, values).astype(np.float32)
    table.flags.writeable = False
    return table


def shown(bits: int, dtype: str) -> str:
    """An element for a person: integers as such, floats in the shortest text with their bits."""
    if dtype == "F32":
        return binary32.shown(bits)
    value = numbers(np.array([bits], f"u{BITS[dtype] // 8}"), dtype)[0]
    if dtype not in FLOATS:
        return str(int(value))
    return f"{float(value)!r} (0x{bits:0{BITS[dtype] // 4}x})"


def _sign(dtype: str) -> int:
    if dtype in SIGNED:
        return 1 << (BITS[dtype] - 1)
    return FLOATS[dtype].sign if dtype in FLOATS else 0


def _magnitude(dtype: str) -> int:
    """All bits but a sign."""
    return ((1 << BITS[dtype]) - 1) & ~_sign(dtype)
