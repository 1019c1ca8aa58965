"""Tensors of one name are held against each other bit for bit, and after the casts that are named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bob.errors import Refused
from bob.formats import values
from bob.formats.comparison import (
    CAST,
    DIFFERS,
    EQUAL,
    SHAPE,
    TYPES,
    Compared,
    Comparison,
    common_prefixes,
    compare,
)
from bob.formats.elements import cast
from tests.checkpoints import checkpoint as bob_checkpoint
from tests.checkpoints import places
from tests.formats.gguf_files import ARCH, QUANT, gguf, ti
from tests.formats.sides import arrays_of, npz_of, side_of, tensors_of
from tests.formats.torch_files import SIX, checkpoint, mapping, storage, tensor

RANDOM = np.random.default_rng(6).standard_normal((3, 4)).astype("<f4")
BFLOAT = cast(RANDOM.view(np.uint32).reshape(-1), "F32", "BF16").reshape(3, 4)


def held(a: bytes, b: bytes, names: tuple[str, str] = ("a", "b")) -> Comparison:
    return compare(side_of(names[0], a), side_of(names[1], b))


def one_of(a: bytes, b: bytes) -> Compared:
    (compared,) = held(a, b).tensors
    return compared


def test_the_same_tensors_in_three_formats_are_identical() -> None:
    six = np.frombuffer(SIX, "<f4").reshape(2, 3)
    files = checkpoint(), arrays_of(w=six), npz_of(w=six), npz_of(compressed=True, w=six)
    for other in files:
        assert held(files[0], other).identical


def test_a_transposed_view_is_compared_by_its_elements() -> None:
    view = checkpoint(mapping(w=tensor(storage(), (3, 2), (1, 3))))
    six = np.frombuffer(SIX, "<f4").reshape(2, 3)
    assert held(view, arrays_of(w=six.T.copy())).identical
    assert held(view, npz_of(w=np.asfortranarray(six.T))).identical
    assert one_of(view, arrays_of(w=six.reshape(3, 2))).verdict == DIFFERS


def test_byte_order_is_no_difference() -> None:
    assert held(npz_of(w=RANDOM.astype(">f4")), arrays_of(w=RANDOM)).identical


def test_elements_that_differ_are_counted_from_the_first_with_the_largest_distance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(values, "BLOCK", 5)
    other = RANDOM.copy()
    other.view(np.uint32)[1, 2] += 3
    other.view(np.uint32)[2, 3] -= 7
    other[2, 0] = np.nan
    compared = one_of(arrays_of(w=RANDOM), npz_of(w=other))
    assert compared.verdict == DIFFERS
    assert compared.difference == (
        3,
        6,
        (int(RANDOM.view(np.uint32)[1, 2]), int(other.view(np.uint32)[1, 2])),
        7,
        1,
    )


def test_zeros_of_two_signs_are_other_bits_without_a_distance() -> None:
    compared = one_of(arrays_of(w=np.float32([0])), arrays_of(w=np.float32([-0.0])))
    assert compared.difference is not None
    assert (compared.verdict, compared.difference.n_differing, compared.difference.most_ulp) == (
        DIFFERS,
        1,
        0,
    )


def test_nans_of_other_bits_differ() -> None:
    a, b = (np.uint32([bits]).view(np.float32) for bits in (0x7FC00000, 0x7FC00001))
    assert one_of(arrays_of(w=a), arrays_of(w=b)).verdict == DIFFERS
    assert one_of(arrays_of(w=a), arrays_of(w=a)).verdict == EQUAL


WIDER = cast(BFLOAT.reshape(-1), "BF16", "F32").view(np.float32).reshape(3, 4)
THIRDS = RANDOM.astype("<f8") / 3
NAN = np.array([np.nan, 1, -0.0], "<f4")
CASTS: list[tuple[str, bytes, bytes, str]] = [
    ("rounded-bf16", arrays_of(w=RANDOM), tensors_of(w=("BF16", BFLOAT)),
     "F32 -> BF16 (A to B), rounded to nearest, ties to even"),
    ("rounded-bf16-back", tensors_of(w=("BF16", BFLOAT)), arrays_of(w=RANDOM),
     "F32 -> BF16 (B to A), rounded to nearest, ties to even"),
    ("widened-bf16", tensors_of(w=("BF16", BFLOAT)), arrays_of(w=WIDER), "BF16 -> F32 (A to B), exact"),
    ("widened-bf16-back", arrays_of(w=WIDER), tensors_of(w=("BF16", BFLOAT)), "BF16 -> F32 (B to A), exact"),
    ("rounded-f16", arrays_of(w=RANDOM), arrays_of(w=RANDOM.astype("<f2")),
     "F32 -> F16 (A to B), rounded to nearest, ties to even"),
    ("f64", arrays_of(w=RANDOM.astype("<f8")), arrays_of(w=RANDOM), "F32 -> F64 (B to A), exact"),
    ("f64-rounded", arrays_of(w=THIRDS), arrays_of(w=THIRDS.astype("<f4")),
     "F64 -> F32 (A to B), rounded to nearest, ties to even"),
    ("i64", arrays_of(w=np.arange(-3, 3)), arrays_of(w=np.arange(-3, 3, dtype="<i4")),
     "I32 -> I64 (B to A), exact"),
    ("u8", arrays_of(w=np.arange(9, dtype="u1")), arrays_of(w=np.arange(9)), "U8 -> I64 (A to B), exact"),
    ("f8", tensors_of(w=("F8_E4M3", np.uint8([0x38, 0xB8, 0]))), arrays_of(w=np.float32([1, -1, 0])),
     "F8_E4M3 -> F32 (A to B), exact"),
    ("nan", arrays_of(w=NAN), arrays_of(w=NAN.astype("<f2")), "F16 -> F32 (B to A), exact"),
    ("nan-of-other-bits", tensors_of(w=("F32", np.uint32([0x7FC12345]))),
     tensors_of(w=("F16", np.uint16([0x7E01]))), "F16 -> F32 (B to A), exact"),
    ("complex", npz_of(w=np.complex64([1 + 2j, 3])), npz_of(w=np.complex128([1 + 2j, 3])),
     "C64 -> C128 (A to B), exact"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "said"), [case[1:] for case in CASTS], ids=[case[0] for case in CASTS])
def test_a_cast_that_makes_tensors_equal_is_named_with_its_direction(a: bytes, b: bytes, said: str) -> None:
    compared = one_of(a, b)
    assert (compared.verdict, str(compared.cast)) == (CAST, said)
    assert not held(a, b).identical


def test_what_differs_after_a_cast_is_told_in_the_narrower_type() -> None:
    other = BFLOAT.copy()
    other[1, 1] += 2
    compared = one_of(arrays_of(w=RANDOM), tensors_of(w=("BF16", other)))
    assert compared.difference is not None
    assert (compared.verdict, compared.difference.place, compared.difference.most_ulp) == (DIFFERS, 5, 2)
    assert compared.difference.bits == (int(RANDOM.view(np.uint32)[1, 1]), int(other[1, 1]))


def test_an_integer_that_does_not_fit_differs() -> None:
    a, b = np.array([1 << 40, 7]), np.array([0, 7], "<i4")
    compared = one_of(arrays_of(w=a), arrays_of(w=b))
    assert compared.difference is not None
    assert (compared.verdict, compared.difference.n_differing, compared.difference.bits) == (
        DIFFERS,
        1,
        (1 << 40, 0),
    )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (arrays_of(w=np.zeros(2, "<i4")), arrays_of(w=np.zeros(2, "<f4"))),
        (arrays_of(w=np.zeros(2, "<f2")), tensors_of(w=("BF16", np.zeros(2, "<u2")))),
        (arrays_of(w=np.zeros(2, "<f4")), npz_of(w=np.zeros(2, "<c8"))),
    ],
    ids=["int-float", "f16-bf16", "real-complex"],
)
def test_types_without_a_cast_between_them_are_not_compared(a: bytes, b: bytes) -> None:
    assert one_of(a, b).verdict == TYPES


def test_another_shape_is_told_before_any_element() -> None:
    assert one_of(arrays_of(w=RANDOM), arrays_of(w=RANDOM.T.copy())).verdict == SHAPE


def test_blocks_of_a_quantised_type_are_compared_as_bytes() -> None:
    files = [gguf([ARCH, QUANT], [ti("w", [32], 8)], bytes([n]) * 34 + bytes(30)) for n in (1, 1, 2)]
    assert one_of(*files[:2]).verdict == EQUAL
    compared = one_of(*files[1:])
    assert compared.difference == (34, 0, (1, 2), 0, 0)
    assert one_of(files[0], arrays_of(w=np.zeros(32, "<f4"))).verdict == TYPES


def test_names_of_one_side_alone_are_told() -> None:
    comparison = held(arrays_of(a=RANDOM, b=RANDOM), arrays_of(b=RANDOM, c=RANDOM))
    assert [e.name for e in comparison.only_a] == ["a"]
    assert [e.name for e in comparison.only_b] == ["c"]
    assert not comparison.identical


@pytest.mark.parametrize(
    ("a", "b", "prefixes"),
    [
        (["model.x", "model.y.z"], ["x", "y.z"], ("model.", "")),
        (["x"], ["_orig_mod.x"], ("", "_orig_mod.")),
        (["module.model.x", "module.model.y"], ["model.x", "model.y"], ("module.", "")),
        (["module.model.x", "module.model.y"], ["x", "y"], ("module.model.", "")),
        (["model.x", "y"], ["x", "y"], ("", "")),
        (["model.x", "model.y"], ["model.x", "z"], ("", "")),
        (["model.x"], ["other.x"], ("", "")),
        (["x"], ["x.x"], ("", "x.")),
        ([], ["model.x"], ("", "")),
        (["model.x"], ["model.x"], ("", "")),
        (["models.x", "model.y"], ["x", "y"], ("", "")),
    ],
    ids=str,
)
def test_a_prefix_that_all_names_of_one_side_have_is_left_out(
    a: list[str], b: list[str], prefixes: tuple[str, str]
) -> None:
    assert common_prefixes(a, b) == prefixes


def test_tensors_under_a_prefix_are_compared_and_not_identical() -> None:
    wrapped: dict[str, Any] = {"model.w": ("F32", RANDOM)}
    comparison = held(tensors_of(**wrapped), arrays_of(w=RANDOM))
    assert [each.verdict for each in comparison.tensors] == [EQUAL]
    assert comparison.prefixes == ("model.", "")
    assert not comparison.identical


def test_a_checkpoint_is_compared_by_its_planes() -> None:
    content = bob_checkpoint()
    payload = content[places(content)["header_digest"].stop :]
    p, m, v = np.frombuffer(payload, "<f4").reshape(3, 16, 16)
    assert held(content, arrays_of(P=p, M=m, V=v)).identical
    assert not held(content, arrays_of(P=p, M=v, V=m)).identical


def test_a_view_that_cannot_be_read_is_refused_by_name() -> None:
    view = checkpoint(mapping(w=tensor(storage(), (10**5, 10**5), (0, 0))))
    with pytest.raises(Refused, match="BOB822"):
        held(view, view)
