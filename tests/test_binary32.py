"""Binary32 as bits: rounding once, exact values, shortest decimals. Held against NumPy and rationals."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bob.binary32 import INFINITY, NAN, SIGN, exact, from_decimal, nearest, shortest, shown

LARGEST = INFINITY - 1
any_finite = st.integers(0, LARGEST) | st.integers(SIGN, SIGN | LARGEST)


def bits_of(value: float | np.float32) -> int:
    with np.errstate(over="ignore"):
        return int(np.float32(value).view(np.uint32))


def value_of(bits: int) -> float:
    return float(np.uint32(bits).view(np.float32))


@given(any_finite)
@example(1)
@example(LARGEST)
@example(0x00800000)
@example(0x007FFFFF)
def test_exact_is_the_number_that_the_bits_stand_for(bits: int) -> None:
    assert exact(bits) == Fraction(value_of(bits))


@pytest.mark.parametrize(
    "bits", [INFINITY, INFINITY | SIGN, NAN, NAN | SIGN, 0x7F800001, 0xFFFFFFFF], ids=hex
)
def test_a_nan_or_an_infinity_has_no_exact_value(bits: int) -> None:
    with pytest.raises(ValueError, match=f"{bits:#010x} is not a finite number"):
        exact(bits)


@given(any_finite)
def test_nearest_undoes_exact_except_for_the_sign_of_zero(bits: int) -> None:
    assert nearest(exact(bits)) == (0 if bits == SIGN else bits)


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(2.0**-150)
@example(2.0**-149 * 1.5)
@example(float(2**128 - 2**103))
@example(float(2**128))
@example(-1e-60)
def test_nearest_rounds_binary64_numbers_as_numpy_does(value: float) -> None:
    rounded = nearest(Fraction(value))
    assert rounded == bits_of(value) or (value == 0 and rounded == 0) or rounded == SIGN == bits_of(value)


@given(st.integers(0, LARGEST), st.fractions(0, 1))
@example(0, Fraction(1, 2))
@example(1, Fraction(1, 2))
@example(LARGEST, Fraction(1, 2))
@example(0x3F7FFFFF, Fraction(1, 2))
@example(0x3F800000, Fraction(1, 2))
def test_nearest_goes_to_the_closer_neighbour_and_halfway_to_the_even_one(bits: int, part: Fraction) -> None:
    below = exact(bits)
    # The number after the largest is where infinity begins to be nearer.
    above = exact(bits + 1) if bits < LARGEST else Fraction(2**128)
    value = below + part * (above - below)
    if part == Fraction(1, 2):
        assert nearest(value) == bits + bits % 2
    else:
        assert nearest(value) == bits + (part > Fraction(1, 2))
    assert nearest(-value) == (nearest(value) | SIGN if value else 0)


def test_a_decimal_is_rounded_once_where_binary64_would_round_twice() -> None:
    # Just above halfway from 1 to the next binary32 number, and nearest in binary64 to exactly halfway.
    halfway = 1 + Fraction(1, 2**24)
    text = "1.00000005960464477539062500000000000000000001"
    assert Fraction(text) > halfway
    assert Fraction(float(text)) == halfway
    assert from_decimal(text) == 0x3F800001
    assert bits_of(float(text)) == 0x3F800000


@given(st.integers(0, LARGEST - 1), st.sampled_from([-1, 0, 1]))
def test_a_decimal_on_or_beside_a_tie_is_rounded_once_for_every_number(bits: int, side: int) -> None:
    halfway = (exact(bits) + exact(bits + 1)) / 2
    with localcontext(prec=400):
        # Halves of binary32 numbers are binary64 numbers, and have at most 150 digits after the point.
        decimal = Decimal(float(halfway)) + Decimal(side).scaleb(-200)
    assert from_decimal(decimal) == (bits + (side > 0) if side else bits + bits % 2)
    assert from_decimal(str(decimal)) == from_decimal(decimal)


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("0.05", 0x3D4CCCCD),
        ("0.9", 0x3F666666),
        ("0.999", 0x3F7FBE77),
        ("1e-8", 0x322BCC77),
        ("0.01", 0x3C23D70A),
        ("0", 0),
        ("-0", SIGN),
        ("-0.0", SIGN),
        ("0e99", 0),
        ("-0e99", SIGN),
        ("0e-99", 0),
        ("1e-45", 1),
        ("7.0064923216240853e-46", 0),
        ("7.0064923216240854e-46", 1),
        ("1e-400", 0),
        ("-1e-400", SIGN),
        ("3.4028235e38", LARGEST),
        ("340282356779733661637539395458142568447", LARGEST),
        ("340282356779733661637539395458142568448", INFINITY),
        ("1e400", INFINITY),
        ("-1e400", INFINITY | SIGN),
        ("inf", INFINITY),
        ("-Infinity", INFINITY | SIGN),
        ("nan", NAN),
        ("sNaN", NAN),
    ],
)
def test_a_decimal_has_these_bits(text: str, bits: int) -> None:
    assert from_decimal(text) == bits
    assert from_decimal(Decimal(text)) == bits


@pytest.mark.parametrize(("number", "bits"), [(1, 0x3F800000), (-2, 0xC0000000), (0, 0), (2**200, INFINITY)])
def test_a_whole_number_has_these_bits(number: int, bits: int) -> None:
    assert from_decimal(number) == bits


@pytest.mark.parametrize("text", ["", "0,5", "0x10", "1.2.3", "five", "1e9999999999999999999"])
def test_a_text_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        from_decimal(text)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=None))
def test_any_decimal_has_the_bits_nearest_to_it(number: Decimal) -> None:
    sign = SIGN if number.is_signed() else 0
    # Far beyond the range the rational would be too long to write out.
    if number.is_zero() or -400 < number.adjusted() < 400:
        assert from_decimal(number) == sign | nearest(abs(Fraction(number)))
    else:
        assert from_decimal(number) == sign | (INFINITY if number.adjusted() > 0 else 0)


@given(st.integers(0, 0xFFFFFFFF))
def test_the_shortest_decimal_has_the_same_bits_and_is_a_python_float(bits: int) -> None:
    text = shortest(bits)
    assert repr(float(text)) == text or text == "-nan"
    if bits & ~SIGN > INFINITY:
        assert from_decimal(text) == NAN
    else:
        assert from_decimal(text) == bits


def _digits(text: str) -> int:
    mantissa = text.split("e")[0].replace(".", "").lstrip("-0").rstrip("0")
    return len(mantissa)


def _fewest_digits(bits: int) -> int:
    """The fewest digits of a decimal whose nearest binary32 number has these bits, by trying them."""
    value = exact(bits)
    exponent = Decimal(value_of(bits)).adjusted()
    for digits in range(1, 10):
        unit = Fraction(10) ** (exponent - digits + 1)
        candidates = (value // unit * unit, (value // unit + 1) * unit)
        if any(nearest(candidate) == bits for candidate in candidates):
            return digits
    raise AssertionError("nine digits are always enough")


@given(st.integers(1, LARGEST))
def test_no_decimal_with_the_same_bits_has_fewer_digits(bits: int) -> None:
    assert _digits(shortest(bits)) == _fewest_digits(bits)


@pytest.mark.parametrize("exponent", range(1, 255))
def test_no_decimal_of_a_power_of_two_has_fewer_digits(exponent: int) -> None:
    bits = exponent << 23
    assert _digits(shortest(bits)) == _fewest_digits(bits)


@given(st.integers(1, LARGEST))
def test_numpy_prints_the_same_number_of_digits(bits: int) -> None:
    assert _digits(shortest(bits)) == _digits(str(np.uint32(bits).view(np.float32)))


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        (0x3D4CCCCD, "0.05 (0x3d4ccccd)"),
        (0x00000000, "0.0 (0x00000000)"),
        (0x80000000, "-0.0 (0x80000000)"),
        (0x00000001, "1e-45 (0x00000001)"),
        (0x80000001, "-1e-45 (0x80000001)"),
        (0x7F7FFFFF, "3.4028235e+38 (0x7f7fffff)"),
        (0x7F800000, "inf (0x7f800000)"),
        (0xFF800000, "-inf (0xff800000)"),
        (0x7FC00000, "nan (0x7fc00000)"),
        (0xFFC00001, "-nan (0xffc00001)"),
        (0x4B800000, "16777216.0 (0x4b800000)"),
        (0x0F800000, "1.2621775e-29 (0x0f800000)"),
    ],
)
def test_a_number_is_shown_with_its_bits(bits: int, text: str) -> None:
    assert shown(bits) == text


EDGES = list(product((0, 1, 127, 254), (0, 1, 0x400000, 0x7FFFFF)))


@pytest.mark.parametrize(("exponent", "fraction"), EDGES)
def test_edges_of_the_format_read_back(exponent: int, fraction: int) -> None:
    bits = exponent << 23 | fraction
    assert from_decimal(shortest(bits)) == bits
    assert from_decimal(shortest(bits | SIGN)) == bits | SIGN
