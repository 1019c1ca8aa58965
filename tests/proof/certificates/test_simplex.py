"""Multipliers are exact and at or above 0, and none are given where there are none."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.proof.certificates.simplex import solution

COLUMNS = st.lists(st.dictionaries(st.sampled_from("xyz"), st.integers(-4, 4)), max_size=6)


@pytest.mark.parametrize(
    ("columns", "target", "found"),
    [
        pytest.param([{"x": 1, "y": -1}, {"y": 1}], {"x": 2}, ([2, 2], 1), id="a sum"),
        pytest.param([{"x": 2}, {"y": 3}], {"x": 1, "y": 1}, ([3, 2], 6), id="fractions"),
        pytest.param([{"x": 1}, {"x": -1}], {"x": -2}, ([0, 2], 1), id="a target below zero"),
        pytest.param([{"x": 2**64}], {"x": 1}, ([1], 2**64), id="large numbers"),
        pytest.param([{"x": 1}], {"x": -1}, None, id="a multiplier below zero"),
        pytest.param([{"x": 1}], {"y": 1}, None, id="nothing of the target"),
        pytest.param([{"x": 1, "y": 1}, {"x": -1, "y": 1}], {"x": 1}, None, id="nothing to take away again"),
        pytest.param([], {"x": 1}, None, id="no columns"),
    ],
)
def test_the_multipliers_are_what_adds_up_to_the_target(
    columns: list[dict[str, int]], target: dict[str, int], found: tuple[list[int], int] | None
) -> None:
    assert solution(columns, target) == found


@given(COLUMNS, st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_a_target_that_was_added_up_is_found(columns: list[dict[str, int]], factors: list[int]) -> None:
    target = {
        key: sum(factor * column.get(key, 0) for factor, column in zip(factors, columns, strict=False))
        for key in {key for column in columns for key in column}
    }
    found = solution(columns, target)
    assert found is not None
    multipliers, divisor = found
    assert all(multiplier >= 0 for multiplier in multipliers)
    assert {
        key: sum(
            Fraction(m, divisor) * column.get(key, 0) for m, column in zip(multipliers, columns, strict=True)
        )
        for key in target
    } == target
