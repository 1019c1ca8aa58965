from __future__ import annotations

import numpy as np
import pytest

from bench.workload import EXACT, ROUNDED, ROUNDING, disagreement

EXPECTED = np.array([[0.5, -0.25], [0.125, 0.0], [1e-6, 2e-6]], np.float32)


def changed(plane: int, by: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    found = EXPECTED.copy()
    found[plane, 0] += np.float32(by)
    return found


@pytest.mark.parametrize("agreement", [EXACT, ROUNDED], ids=["bits", "rounded"])
def test_equal_planes_agree(agreement: str) -> None:
    assert disagreement(EXPECTED, EXPECTED, agreement) is None


def test_one_bit_refuses_a_row_that_must_agree_bit_for_bit() -> None:
    found = EXPECTED.copy()
    found.view(np.uint32)[1, 0] ^= 1
    assert disagreement(found, EXPECTED, EXACT) == "1 scalars of M have other bits than Bob's"


def test_the_sign_of_zero_is_a_bit() -> None:
    found = EXPECTED.copy()
    found[1, 1] = -0.0
    assert disagreement(found, EXPECTED, EXACT) is not None
    assert disagreement(found, EXPECTED, ROUNDED) is None


@pytest.mark.parametrize("plane", [0, 1, 2], ids="PMV")
def test_a_plane_that_deviates_beyond_rounding_refuses_its_row(plane: int) -> None:
    largest = float(np.abs(EXPECTED[plane]).max())
    assert disagreement(changed(plane, largest * ROUNDING / 2), EXPECTED, ROUNDED) is None
    said = disagreement(changed(plane, largest * ROUNDING * 2), EXPECTED, ROUNDED)
    assert said is not None
    assert said.startswith("PMV"[plane])


def test_a_nan_refuses_its_row() -> None:
    assert disagreement(changed(0, float("nan")), EXPECTED, ROUNDED) is not None
