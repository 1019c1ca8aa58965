"""Elements are read as row-major tensors of this machine have them, and their values are exact."""

from __future__ import annotations

import struct
import tracemalloc
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from blake3 import blake3
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bob.errors import Refused
from bob.formats import values
from bob.formats.content import Contents
from bob.formats.elements import (
    can_cast,
    cast,
    distances,
    infinity_mask,
    nan_mask,
    numbers,
    ordered,
    shown,
    unordered,
)
from bob.formats.inventory import Entry, Inventory
from bob.formats.number_types import FLOATS, SIGNED, UNSIGNED, holds
from bob.formats.recognised import Place
from bob.formats.summaries import summary_of
from bob.formats.values import blocks_of, digest_of
from bob.store import Buffer
from tests.formats.sides import lying

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAIN = (*FLOATS, *SIGNED, *UNSIGNED)
BYTES = [name for name, kind in FLOATS.items() if kind.bits == 8]
# The least and the largest number, and another, of each type of a byte (OCP 8-bit floating point, table 1;
# ONNX, Float stored in 8 bits; OCP microscaling, 5.4.1).
KNOWN = [
    ("F8_E4M3", 0x01, 2.0**-9),
    ("F8_E4M3", 0x7E, 448.0),
    ("F8_E4M3", 0xB8, -1.0),
    ("F8_E5M2", 0x01, 2.0**-16),
    ("F8_E5M2", 0x7B, 57344.0),
    ("F8_E5M2", 0xFC, -np.inf),
    ("F8_E8M0", 0x00, 2.0**-127),
    ("F8_E8M0", 0x7F, 1.0),
    ("F8_E8M0", 0xFE, 2.0**127),
    ("F8_E4M3FNUZ", 0x01, 2.0**-10),
    ("F8_E4M3FNUZ", 0x7F, 240.0),
    ("F8_E5M2FNUZ", 0x01, 2.0**-17),
    ("F8_E5M2FNUZ", 0xFF, -57344.0),
    ("BF16", 0x3F80, 1.0),
    ("BF16", 0x0001, 2.0**-133),
    ("F16", 0x7BFF, 65504.0),
]
NANS = {
    "F8_E4M3": {0x7F, 0xFF},
    "F8_E5M2": {0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF},
    "F8_E8M0": {0xFF},
    "F8_E4M3FNUZ": {0x80},
    "F8_E5M2FNUZ": {0x80},
}


def every(dtype: str) -> NDArray[Any]:
    """All bits of a type of at most two bytes."""
    width = FLOATS[dtype].bits
    return np.arange(1 << width, dtype=f"u{width // 8}")


def joined(contents: Contents, entry: Entry) -> NDArray[Any]:
    parts = list(blocks_of(contents, entry))
    return np.concatenate(parts) if parts else np.zeros(0, np.uint8)


@pytest.mark.parametrize(("dtype", "bits", "value"), KNOWN)
def test_a_number_is_what_its_type_says(dtype: str, bits: int, value: float) -> None:
    assert numbers(np.array([bits], f"u{FLOATS[dtype].bits // 8}"), dtype)[0] == value


@pytest.mark.parametrize("dtype", BYTES)
def test_nans_are_those_of_the_type_and_have_no_number(dtype: str) -> None:
    bits = every(dtype)
    mask = nan_mask(bits, dtype)
    assert set(bits[mask].tolist()) == NANS[dtype]
    assert np.array_equal(np.isnan(numbers(bits, dtype)), mask)


@pytest.mark.parametrize("dtype", [*BYTES, "F16", "BF16"])
def test_keys_are_in_the_order_of_the_numbers_and_lead_back(dtype: str) -> None:
    bits = every(dtype)
    bits = bits[~nan_mask(bits, dtype)]
    in_order = bits[np.argsort(ordered(bits, dtype))]
    found = numbers(in_order, dtype).astype(np.float64)
    assert (found[1:] >= found[:-1]).all()
    assert np.count_nonzero(found[1:] == found[:-1]) == (FLOATS[dtype].kind in ("ieee", "fn"))
    assert [unordered(int(key), dtype) for key in ordered(bits[:300], dtype)] == bits[:300].tolist()


@pytest.mark.parametrize("dtype", [*BYTES, "F16", "BF16"])
def test_infinities_are_those_of_the_numbers(dtype: str) -> None:
    bits = every(dtype)
    assert np.array_equal(infinity_mask(bits, dtype), np.isinf(numbers(bits, dtype)))


@pytest.mark.parametrize("dtype", [*BYTES, "F16", "BF16"])
def test_a_type_holds_another_exactly_where_it_has_all_of_its_numbers(dtype: str) -> None:
    narrow = every(dtype)
    found = numbers(narrow, dtype)
    for wide in ("F16", "BF16"):
        there = set(numbers(every(wide), wide).view(np.uint32).tolist())
        has_all = set(found[~np.isnan(found)].view(np.uint32).tolist()) <= there
        assert holds(wide, dtype) == has_all, wide
    assert holds("F32", dtype)
    assert holds("F64", dtype)


WIDENED = [
    (narrow, wide)
    for narrow in PLAIN
    for wide in PLAIN
    if narrow != wide and holds(wide, narrow) and narrow not in ("F32", "F64")
]


@pytest.mark.parametrize(("narrow", "wide"), WIDENED, ids=["-".join(pair) for pair in WIDENED])
def test_widening_keeps_every_number(narrow: str, wide: str) -> None:
    width = {"BOOL": 1}.get(narrow) or int(narrow.lstrip("BFIU").split("_")[0]) // 8
    bits = np.arange(1 << 8 * min(width, 2), dtype=np.uint64).astype(f"u{width}")
    bits = np.concatenate([bits, ~bits])
    bits = bits[~nan_mask(bits, narrow)]
    became = numbers(cast(bits, narrow, wide), wide)
    was = numbers(bits, narrow)
    assert (became == was).all()
    if narrow in FLOATS:
        assert np.array_equal(np.signbit(became), np.signbit(was))


@given(arrays.arrays(np.uint32, 50))
@settings(max_examples=20)
def test_a_bfloat16_is_the_nearest_one(bits: NDArray[np.uint32]) -> None:
    bits = np.concatenate([bits, [0x7F7FFFFF, 0x3F808000, 0x3F818000, 1, 0x80000001]]).astype(np.uint32)
    bits = bits[~(nan_mask(bits, "F32") | infinity_mask(bits, "F32"))]
    for whole, half in zip(bits, cast(bits, "F32", "BF16"), strict=True):
        # In rationals: what lies at 2^128 and above would round to infinity.
        exact = Fraction(float(whole.view(np.float32)))
        near = [int(half) + step for step in (-1, 0, 1) if 0 <= (int(half) & 0x7FFF) + step < 0x7F81]
        away = {code: abs(_as_fraction(code) - exact) for code in near}
        assert away[int(half)] == min(away.values())
        ties = [code for code, distance in away.items() if distance == away[int(half)] and code != half]
        assert not ties or half % 2 == 0 or _as_fraction(ties[0]) == _as_fraction(int(half))


def _as_fraction(code: int) -> Fraction:
    """A BF16 as a rational, infinity as the number that would come next."""
    sign = -1 if code & 0x8000 else 1
    exponent, fraction = divmod(code & 0x7FFF, 128)
    units = fraction + (128 if exponent else 0)
    return sign * units * Fraction(2) ** (max(exponent, 1) - 134)


@given(arrays.arrays(np.uint32, 50))
@settings(max_examples=30)
def test_a_nan_stays_a_nan_and_infinity_stays_one(bits: NDArray[np.uint32]) -> None:
    bits = np.concatenate([bits | 0x7F800000, [0x7F800001, 0xFF800000, 0x7F800000]]).astype(np.uint32)
    for to in ("BF16", "F16"):
        became = cast(bits, "F32", to)
        assert np.array_equal(nan_mask(became, to), nan_mask(bits, "F32"))
        assert np.array_equal(infinity_mask(became, to), infinity_mask(bits, "F32"))


@pytest.mark.parametrize(
    "pair", [("F64", "BF16"), ("F32", "F8_E4M3"), ("F16", "BF16"), ("I64", "I32")], ids=str
)
def test_what_no_rule_rounds_is_not_cast(pair: tuple[str, str]) -> None:
    assert not can_cast(*pair)


@pytest.mark.parametrize(
    ("dtype", "a", "b", "far"),
    [
        ("F32", 0x3F800000, 0x3F800001, 1),
        ("F32", 0x80000000, 0, 0),
        ("F32", 0x80000001, 1, 2),
        ("F64", 0xFFF0000000000000, 0x7FF0000000000000, 2 * 0x7FF0000000000000),
        ("BF16", 0x3F80, 0x3F82, 2),
        ("F8_E8M0", 0xFE, 0x00, 254),
    ],
)
def test_a_distance_counts_numbers(dtype: str, a: int, b: int, far: int) -> None:
    width = FLOATS[dtype].bits // 8
    pair = (np.array([a], f"u{width}"), np.array([b], f"u{width}"))
    assert distances(*pair, dtype).tolist() == distances(*pair[::-1], dtype).tolist() == [far]


@pytest.mark.parametrize(
    ("bits", "dtype", "text"),
    [
        (0x3DCCCCCD, "F32", "0.1 (0x3dcccccd)"),
        (0x3DCD, "BF16", "0.10009765625 (0x3dcd)"),
        (0xFF, "I8", "-1"),
        (0xFF, "U8", "255"),
        (0x7F, "F8_E4M3", "nan (0x7f)"),
        (0x3FB999999999999A, "F64", "0.1 (0x3fb999999999999a)"),
    ],
)
def test_an_element_is_shown_with_its_bits(bits: int, dtype: str, text: str) -> None:
    assert shown(bits, dtype) == text


NUMPY = {
    "F16": "f2",
    "F32": "f4",
    "F64": "f8",
    "I16": "i2",
    "I64": "i8",
    "U8": "u1",
    "C64": "c8",
    "C128": "c16",
}


@pytest.mark.parametrize("dtype", NUMPY)
@pytest.mark.parametrize("order", ["<", ">"], ids=["little", "big"])
@pytest.mark.parametrize("strides", [None, (1, 3), (4, 1), (0, 1)], ids=str)
def test_elements_are_those_of_numpy_in_row_major_order(
    dtype: str, order: str, strides: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "BLOCK", 5)
    type_ = np.dtype(order + NUMPY[dtype])
    whole = (np.arange(24) - 3).astype(type_)[:12]
    content = whole.tobytes()
    view = whole.reshape(3, 4)
    if strides is not None:
        steps = tuple(step * type_.itemsize for step in strides)
        view = np.lib.stride_tricks.as_strided(whole, (3, 4), steps)
    contents, entry = lying(content, dtype, (3, 4), strides, order == ">")
    native = np.ascontiguousarray(view.astype(type_.newbyteorder("=")))
    assert joined(contents, entry).tobytes() == native.tobytes()
    assert digest_of(contents, entry) == blake3(native.astype(type_.newbyteorder("<")).tobytes()).digest()


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1, 1)], ids=str)
def test_tensors_of_few_elements_are_read(shape: tuple[int, ...]) -> None:
    n = int(np.prod(shape))
    for strides in (None, (1,) * len(shape)):
        contents, entry = lying(b"\0\0\x80?" * n, "F32", shape, strides)
        assert joined(contents, entry).tolist() == [0x3F800000] * n


def test_elements_that_share_bytes_are_read_as_bytes() -> None:
    contents, entry = lying(bytes(range(34)), "Q8_0", (32,))
    assert joined(contents, entry).tolist() == list(range(34))
    assert summary_of(contents, entry) is None


def test_strides_that_lead_out_of_the_bytes_are_never_followed() -> None:
    contents, entry = lying(bytes(16), "F32", (2, 2), (3, 2))
    with pytest.raises(ValueError, match="lead out"):
        joined(contents, entry)


def test_a_view_of_one_number_a_million_million_times_is_not_read() -> None:
    contents, entry = lying(bytes(4), "F32", (10**6, 10**6), (0, 0))
    tracemalloc.start()
    with pytest.raises(Refused, match="BOB822"):
        joined(contents, entry)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000


def test_bytes_that_end_before_the_tensor_are_refused() -> None:
    contents, entry = lying(bytes(16), "F32", (4,))
    with pytest.raises(Refused, match="BOB220"):
        joined(contents, entry._replace(n_bytes=20))


class Shrinking(Buffer):
    """A source that turns out to be shorter than it said."""

    @property
    def n_bytes(self) -> int:
        return 20


def test_a_file_that_shrinks_while_it_is_read_is_refused() -> None:
    place = Place("w", Shrinking(bytes(16)), lambda _: None)
    entry = Entry("w", "F32", (5,), 0, 20)
    contents = Contents(place, Inventory("by hand", (entry,), {}, {}, 20))
    with pytest.raises(Refused, match="BOB220"):
        joined(contents, entry)


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_minimum_median_and_maximum_are_those_of_all_numbers(data: st.DataObject) -> None:
    dtype = data.draw(st.sampled_from(PLAIN))
    width = FLOATS[dtype].bits // 8 if dtype in FLOATS else int(dtype.lstrip("IU").replace("BOOL", "8")) // 8
    bits = data.draw(arrays.arrays(f"<u{width}", st.integers(0, 9)))
    contents, entry = lying(bits.tobytes(), dtype, bits.shape)
    summary = summary_of(contents, entry)
    assert summary is not None
    is_nan = nan_mask(bits, dtype)
    kept = bits[~is_nan]
    assert summary.n_nan == np.count_nonzero(is_nan)
    assert summary.n_infinite == np.count_nonzero(infinity_mask(bits, dtype))
    if not len(kept):
        assert summary[:3] == ("", "", "")
        return
    codes = sorted(kept.tolist(), key=lambda code: int(ordered(np.array([code], kept.dtype), dtype)[0]))
    assert (summary.minimum, summary.maximum) == (shown(codes[0], dtype), shown(codes[-1], dtype))
    low, high = codes[(len(codes) - 1) // 2], codes[len(codes) // 2]
    if low == high:
        assert summary.median == shown(low, dtype)
        return
    a, b = (numbers(np.array([code], kept.dtype), dtype)[0].item() for code in (low, high))
    if np.isinf(a) or np.isinf(b):
        assert summary.median == str(a + b)
    elif dtype in FLOATS:
        assert float(summary.median) == float((Fraction(a) + Fraction(b)) / 2)
    else:
        assert Fraction(summary.median) == Fraction(a + b, 2)


def test_the_median_of_many_is_numpy_s_and_takes_no_copy_of_them() -> None:
    numbers_ = np.random.default_rng(0).standard_normal(500_001).astype("<f4")
    contents, entry = lying(numbers_.tobytes(), "F32", numbers_.shape)
    tracemalloc.start()
    summary = summary_of(contents, entry)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert summary is not None
    assert summary.median == shown(int(np.median(numbers_).astype("<f4").view(np.uint32)), "F32")
    # Blocks, their keys and digits, and the counts of digits: no more for more elements.
    assert peak < 8 * 1_000_000


def test_complex_numbers_have_no_order_but_nans_are_counted() -> None:
    content = struct.pack("<4f", 1, float("nan"), float("inf"), 0)
    contents, entry = lying(content, "C64", (2,))
    assert summary_of(contents, entry) == ("", "", "", 1, 1)
