"""Tensor types have the sizes of ggml's blocks."""

from __future__ import annotations

import pytest

from bob.formats.gguf_types import BLOCK_TYPES, named, tensor_type
from bob.spec.formats.dtypes import bits_of
from bob.spec.formats.gguf_types import REMOVED_TYPES, TENSOR_TYPES

PLAIN = [number for number, (_, elements, _) in TENSOR_TYPES.items() if elements == 1]


@pytest.mark.parametrize("number", PLAIN)
def test_a_type_of_single_elements_has_a_name_of_every_format(number: int) -> None:
    kind = tensor_type(number)
    assert kind is not None
    assert bits_of(kind.name) == 8 * kind.block_bytes
    assert kind.name not in BLOCK_TYPES


def test_no_type_is_removed_and_there() -> None:
    assert not REMOVED_TYPES.keys() & TENSOR_TYPES.keys()


@pytest.mark.parametrize(
    ("number", "dimensions", "n_bytes"),
    [
        (0, [3, 5], 60),
        (8, [64, 3], 6 * 34),
        (8, [0, 3], 0),
        (0, [], 4),
        (0, [2**63, 2**63, 2**63, 2**63], 4 * 2**252),
    ],
    ids=["plain", "blocks", "none", "scalar", "large"],
)
def test_sizes_are_exact(number: int, dimensions: list[int], n_bytes: int) -> None:
    kind = tensor_type(number)
    assert kind is not None
    assert kind.n_bytes(dimensions) == n_bytes


def test_an_unknown_type_is_told_by_its_number_and_a_removed_one_by_its_name() -> None:
    assert (named(99), named(5)) == ("99", "5 (Q4_3, removed from the format)")


def test_blocks_are_those_of_the_gguf_package_but_for_one() -> None:
    constants = pytest.importorskip("gguf.constants")
    theirs = {int(kind): (kind.name, *sizes) for kind, sizes in constants.GGML_QUANT_SIZES.items()}
    # ggml-common.h: block_q8_1 is two half floats and 32 bytes.
    assert theirs.pop(9) == ("Q8_1", 32, 40)
    assert theirs == {number: fields for number, fields in TENSOR_TYPES.items() if number != 9}
