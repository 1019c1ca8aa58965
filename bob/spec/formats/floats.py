"""The floating-point types of weights: widths and biases, from which all else about them follows.

Source: IEEE 754-2019, 3.4 (F16, F32, F64); the upper half of binary32 (BF16); OCP 8-bit Floating Point
Specification 1.0, 5 (F8_E4M3, F8_E5M2); OCP Microscaling Formats 1.0, 5.4 (F8_E8M0); the FNUZ kinds as
ONNX, "Float stored in 8 bits", has them.
"""

from __future__ import annotations

from typing import NamedTuple


class Float(NamedTuple):
    """A floating-point type: its widths, the bias of its exponents, and what its largest exponent is for.

    `kind` is "ieee" (IEEE 754-2019, 3.4: infinities and NaNs), "fn" (OCP 8-bit floating point, 5.1: no
    infinity, NaN alone has all bits set), "fnuz" (no infinity, no -0: NaN in its place) or "scale" (OCP
    microscaling formats, 5.4: powers of two without a sign, 255 a NaN).
    """

    bits: int
    exponent_bits: int
    fraction_bits: int
    bias: int
    kind: str

    @property
    def precision(self) -> int:
        """Digits of a significand, the leading one included."""
        return self.fraction_bits + 1

    @property
    def least(self) -> int:
        """The exponent of the smallest number above zero."""
        return -self.bias if self.kind == "scale" else 1 - self.bias - self.fraction_bits

    @property
    def greatest(self) -> int:
        """The exponent of the largest finite number."""
        top = (1 << self.exponent_bits) - 1 - self.bias
        return top - 1 if self.kind in ("ieee", "scale") else top

    @property
    def sign(self) -> int:
        """The bit of the sign, 0 without one."""
        return 0 if self.kind == "scale" else 1 << (self.bits - 1)

    @property
    def infinity(self) -> int | None:
        """The bits of +infinity, None where there is none."""
        return ((1 << self.exponent_bits) - 1) << self.fraction_bits if self.kind == "ieee" else None


FLOATS: dict[str, Float] = {
    "F8_E5M2": Float(8, 5, 2, 15, "ieee"),
    "F8_E4M3": Float(8, 4, 3, 7, "fn"),
    "F8_E8M0": Float(8, 8, 0, 127, "scale"),
    "F8_E4M3FNUZ": Float(8, 4, 3, 8, "fnuz"),
    "F8_E5M2FNUZ": Float(8, 5, 2, 16, "fnuz"),
    "F16": Float(16, 5, 10, 15, "ieee"),
    "BF16": Float(16, 8, 7, 127, "ieee"),
    "F32": Float(32, 8, 23, 127, "ieee"),
    "F64": Float(64, 11, 52, 1023, "ieee"),
}
# Pairs of numbers, the real part first.
COMPLEX = {"C64": "F32", "C128": "F64"}
