"""The exact reading rounds as IEEE 754 says, to binary32 or to as many bits as asked."""

from __future__ import annotations

import operator
from typing import Any

import gmpy2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.kernels import exact
from tests.kernels.cases import HYPERPARAMETERS, NAMED, NAN, canonical, numbers, random_bits, seeded, spread

OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "x": operator.mul,
    "/": operator.truediv,
}


@given(st.integers(0, 2**32 - 1))
def test_bits_survive_the_way_there_and_back(bits: int) -> None:
    is_nan = bits & 0x7FFFFFFF > 0x7F800000
    assert exact.bits(exact.scalar(bits)) == (NAN if is_nan else bits)


@pytest.mark.parametrize("bits", NAMED.values(), ids=NAMED)
def test_special_bits_survive_the_way_there_and_back(bits: int) -> None:
    assert exact.bits(exact.scalar(bits)) == canonical(np.array([bits], np.uint32).view(np.float32))[0]


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_an_operation_has_the_bits_of_the_processor(operation: Any) -> None:
    bits = random_bits((20_000, 2), 5)
    with np.errstate(all="ignore"):
        expected = canonical(operation(*bits.view(np.float32).T))
    with exact.context():
        assert [exact.bits(operation(*numbers(pair))) for pair in bits] == expected


def test_a_root_has_the_bits_of_the_processor() -> None:
    bits = random_bits((20_000,), 6)
    with np.errstate(all="ignore"):
        expected = canonical(np.sqrt(bits.view(np.float32)))
    with exact.context():
        assert [exact.bits(gmpy2.sqrt(x)) for x in numbers(bits)] == expected


@pytest.mark.parametrize(
    ("number", "bits"),
    [
        ("0x1.000001p+0", 0x3F800000),
        ("0x1.00000100000000000000001p+0", 0x3F800001),
        ("0x1.000003p+0", 0x3F800002),
        ("0x1p-150", 0x00000000),
        ("0x1.00000000000000000000001p-150", 0x00000001),
        ("0x1.8p-149", 0x00000002),
        ("0x1.ffffffp+127", 0x7F800000),
        ("0x1.fffffefffffffffffffffffp+127", 0x7F7FFFFF),
        ("-0x1p-200", 0x80000000),
    ],
)
def test_a_wide_number_is_rounded_once(number: str, bits: int) -> None:
    with exact.context(precision=200):
        wide = gmpy2.mpfr(number, base=16) if "p" in number else gmpy2.mpfr(number)
    assert exact.bits(wide) == bits


def test_more_precision_is_had_on_request() -> None:
    third = [exact.scalar(bits) for bits in (0x3F800000, 0x40400000)]
    with exact.context(precision=100):
        wide = third[0] / third[1]
    with exact.context():
        narrow = third[0] / third[1]
    assert (wide.precision, narrow.precision) == (100, 24)
    with exact.context(precision=300):
        assert abs(3 * wide - 1) < gmpy2.mpfr(2) ** -99 < abs(3 * narrow - 1)


def test_the_largest_number_is_that_of_the_reading() -> None:
    assert exact.bits(exact.largest()) == 0x7F7FFFFF
    assert exact.largest(200) > exact.largest()
    assert gmpy2.is_finite(exact.largest(200))


def test_binary32_stays_near_what_more_precision_gives() -> None:
    planes = seeded(7)
    results = []
    for precision in (None, 200):
        lists = [numbers(plane.view(np.uint32)) for plane in planes]
        trace = exact.train(*lists, spread(7).tolist(), HYPERPARAMETERS, 1, 4, precision)
        results.append([float(x) for a in (*lists, *trace) for x in a])
    narrow, wide = np.array(results)
    assert not np.array_equal(narrow, wide)
    np.testing.assert_allclose(narrow, wide, rtol=1e-4, atol=1e-6)


def test_a_correction_is_rounded_once_from_binary64() -> None:
    beta = exact.scalar(HYPERPARAMETERS.beta2)
    t = 12345
    power, square, left = 1.0, float(beta), t
    while left:
        power = power * square if left % 2 else power
        square, left = square * square, left // 2
    expected = canonical(np.array([1.0 / (1.0 - power)]).astype(np.float32))
    assert [exact.bits(exact.bias_correction(beta, t))] == expected
    assert exact.bias_correction(beta, t, 300).precision == 300


def test_the_caller_keeps_its_context() -> None:
    before = gmpy2.get_context().precision
    exact.train(*[numbers(plane.view(np.uint32)) for plane in seeded(2)], [0, 1], HYPERPARAMETERS, 1, 1)
    exact.bits(exact.bias_correction(exact.scalar(0x3F666666), 3))
    assert gmpy2.get_context().precision == before
