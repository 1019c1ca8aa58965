"""`bob diff` across formats: 0 where every bit and every name is the same, and otherwise where not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.formats.elements import cast
from tests.formats.gguf_files import ARCH, QUANT, gguf, ti
from tests.formats.sides import arrays_of, npz_of, tensors_of
from tests.formats.torch_files import SIX, checkpoint

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Bob, Place, Ran

    Diff = Callable[..., Ran]

W = np.arange(1, 13, dtype="<f4").reshape(3, 4) / np.float32(7)


@pytest.fixture
def diff(bob: Bob, tmp_path: Path) -> Diff:
    def run(a: bytes, b: bytes, *more: str) -> Ran:
        (tmp_path / "a").write_bytes(a)
        (tmp_path / "b").write_bytes(b)
        return bob("diff", str(tmp_path / "a"), str(tmp_path / "b"), *more)

    return run


def test_the_same_tensors_in_pytorch_and_safetensors_are_identical(diff: Diff) -> None:
    ran = diff(checkpoint(), arrays_of(w=np.frombuffer(SIX, "<f4").reshape(2, 3)))
    assert (ran.status, ran.out, ran.err) == (0, "identical  1 tensor, 24 bytes, bit for bit\n", "")


def test_one_bit_is_found_with_its_place_and_both_values(diff: Diff) -> None:
    other = W.copy()
    other.view(np.uint32)[2, 1] += 1
    ran = diff(arrays_of(w=W, v=W), npz_of(w=other, v=W))
    assert ran.status == 1
    assert ran.out.splitlines()[2:] == [
        "equal, bit for bit: 1 of 2 tensors of both",
        "differ: 1 of 2",
        "  w  F32 [3, 4]: 1 of 12 elements differ, at most 1 ulp; first at [2, 1]: "
        "1.4285715 (0x3fb6db6e) and 1.4285716 (0x3fb6db6f)",
    ]
    told = json.loads(diff(arrays_of(w=W, v=W), npz_of(w=other, v=W), "--json").out)
    differing = told["tensors"][0]
    assert (differing["place"], differing["differing"], differing["elements"]) == ([2, 1], 1, 12)
    assert (differing["most_ulp"], told["identical"]) == (1, False)


def test_a_cast_is_named_over_the_patterns_that_it_makes_equal(diff: Diff) -> None:
    half = ("BF16", cast(W.view(np.uint32).reshape(-1), "F32", "BF16").reshape(3, 4))
    a = {f"layers.{n}.w": ("F32", W) for n in range(4)}
    ran = diff(tensors_of(**a), tensors_of(**dict.fromkeys(a, half)))
    assert ran.status == 1
    assert ran.out.splitlines()[2:] == [
        "equal after F32 -> BF16 (A to B), rounded to nearest, ties to even: 4",
        "  layers.{0..3}.w  F32  [3, 4]  x4",
    ]


def test_names_of_one_side_alone_are_folded_and_all_told(diff: Diff) -> None:
    a = {f"layers.{n}.w": ("F32", W) for n in range(4)}
    ran = diff(tensors_of(**a), tensors_of(other=("F32", W)))
    assert ran.out.splitlines()[2:] == [
        "only in A: 4",
        "  layers.{0..3}.w  F32  [3, 4]  x4",
        "only in B: 1",
        "  other  F32  [3, 4]",
    ]
    told = json.loads(diff(tensors_of(**a), tensors_of(other=("F32", W)), "--json").out)
    assert (told["only_a"], told["only_b"]) == (list(a), ["other"])


def test_a_prefix_is_told_and_left_out(diff: Diff) -> None:
    wrapped = tensors_of(**{"module.w": ("F32", W)})
    ran = diff(wrapped, npz_of(w=W))
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "A  safetensors, 1 tensor, names without 'module.'",
        "B  npz, 1 tensor",
        "equal, bit for bit: 1 of 1 tensors of both",
    ]


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        (arrays_of(w=W), arrays_of(w=W.T.copy()), "F32 [3, 4] and F32 [4, 3]"),
        (arrays_of(w=W), arrays_of(w=W.astype("<i4")), "F32 and I32: no cast between them is compared"),
        (arrays_of(w=np.int64([1, 2])), arrays_of(w=np.int32([1, 3])),
         "after I32 -> I64 (B to A), exact: 1 of 2 elements differ; first at [1]: 2 and 3"),
        (npz_of(w=np.complex64([1, 2])), npz_of(w=np.complex64([1, 2 + 1j])),
         "C64 [2]: 1 of 4 elements differ, at most 1,065,353,216 ulp; first at [1, 1]: "
         "0.0 (0x00000000) and 1.0 (0x3f800000)"),
        (arrays_of(w=np.float32([1])), arrays_of(w=np.float32([np.nan])),
         "F32 [1]: 1 of 1 elements differ, at most 0 ulp; first at [0]: 1.0 (0x3f800000) and "
         "nan (0x7fc00000); 1 with a NaN"),
        (gguf([ARCH, QUANT], [ti("w", [32], 8)], bytes(64)),
           gguf([ARCH, QUANT], [ti("w", [32], 8)], bytes(33) + b"\1" + bytes(30)),
           "Q8_0 [32]: 1 of 34 bytes, which are not decoded, differ; first at [33]: 0 and 1"),
    ],
    ids=["shape", "types", "integers", "complex", "nan", "quantised"],
)  # fmt: skip
def test_what_differs_is_said_in_a_phrase(diff: Diff, a: bytes, b: bytes, said: str) -> None:
    assert diff(a, b).out.splitlines()[-1] == f"  w  {said}"


def test_a_checkpoint_is_compared_with_others_by_its_planes(bob: Bob, place: Place) -> None:
    planes = np.frombuffer(Path(place.ckpt).read_bytes()[-3072:], "<f4").reshape(3, 16, 16)
    other = place.folder / "w.safetensors"
    other.write_bytes(arrays_of(P=planes[0], M=planes[1], V=planes[2]))
    assert bob("diff", place.ckpt, str(other)).status == 0
    assert bob("diff", str(other), place.ckpt).out == "identical  3 tensors, 3,072 bytes, bit for bit\n"


def test_a_name_moves_no_cursor(diff: Diff) -> None:
    ran = diff(tensors_of(**{"\x1b[2J.w": ("F32", W)}), tensors_of(w=("F32", W)))
    assert "\x1b" not in ran.out
    assert "\\x1b[2J" in ran.out


def test_a_malformed_file_is_refused_by_its_own_rules(diff: Diff) -> None:
    ran = diff(arrays_of(w=W), arrays_of(w=W)[:-1])
    assert (ran.status, ran.out) == (1, "")
    assert "BOB5" in ran.err
