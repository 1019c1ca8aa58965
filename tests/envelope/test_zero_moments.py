"""Moments that are all zero: refused exactly where no run can have them (docs/design.md)."""

from __future__ import annotations

import numpy as np
import pytest

from bob.binary32 import exact, nearest
from bob.envelope.contract import Contract
from bob.envelope.values import Planes, check_values, unchecked

HALF, ABOVE_HALF, LEAST_SUBNORMAL = 0x3F000000, 0x3F000001, 0x00000001


def contract(vocabulary: int, beta2: int) -> Contract:
    return Contract.shipped().changed({"data.vocabulary": vocabulary, "learner.beta2": f"0x{beta2:08x}"})


def codes(chosen: Contract) -> list[str]:
    zero = np.zeros(chosen.at["parameter_count"], np.float32)
    return [finding.code for finding in check_values([Planes(zero, zero, zero)], chosen, 10, 0)]


def test_they_are_refused_where_a_second_moment_never_dies_out() -> None:
    chosen = contract(2, ABOVE_HALF)
    assert codes(chosen) == ["BOB404"]
    assert unchecked(chosen, 10) == {}


@pytest.mark.parametrize(
    ("vocabulary", "beta2"), [(1, ABOVE_HALF), (2, HALF), (2, 0)], ids=["one-byte", "half", "zero"]
)
def test_they_are_accepted_where_an_honest_run_can_have_them_and_that_is_said(
    vocabulary: int, beta2: int
) -> None:
    chosen = contract(vocabulary, beta2)
    assert codes(chosen) == []
    assert "moments not all zero" in unchecked(chosen, 10)


@pytest.mark.parametrize(
    ("beta2", "decayed"), [(ABOVE_HALF, LEAST_SUBNORMAL), (HALF, 0)], ids=["above-half", "half"]
)
def test_one_half_is_where_the_least_second_moment_begins_to_stay(beta2: int, decayed: int) -> None:
    assert nearest(exact(beta2) * exact(LEAST_SUBNORMAL)) == decayed
