"""One order only: a halving tree."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.kernels import exact
from bob.kernels.reduction import halving

spell = halving(lambda a, b: f"({a}+{b})")


@pytest.mark.parametrize(
    ("n", "order"),
    [
        (1, "a"),
        (2, "(a+b)"),
        (3, "((a+c)+b)"),
        (4, "((a+c)+(b+d))"),
        (5, "(((a+d)+c)+(b+e))"),
        (6, "(((a+d)+(c+f))+(b+e))"),
        (7, "(((a+e)+(c+g))+((b+f)+d))"),
        (8, "(((a+e)+(c+g))+((b+f)+(d+h)))"),
    ],
)
def test_a_sum_is_taken_in_the_order_of_the_page(n: int, order: str) -> None:
    assert spell(list("abcdefgh")[:n], n) == order


@given(st.lists(st.integers(), min_size=1, max_size=300))
def test_every_element_enters_once(values: list[int]) -> None:
    assert halving(operator.add)(list(values), len(values)) == sum(values)
    assert halving(max)(list(values), len(values)) == max(values)


@given(st.lists(st.integers(), min_size=1, max_size=30), st.lists(st.integers(), max_size=5))
def test_what_lies_behind_the_first_n_is_not_touched(values: list[int], rest: list[int]) -> None:
    buffer = values + rest
    halving(operator.add)(buffer, len(values))
    assert buffer[len(values) :] == rest


def test_the_order_shows_in_the_bits() -> None:
    numbers = [exact.scalar(bits) for bits in (0x4B800000, 0x3F800000, 0x3F800000, 0xCB800000)]
    with exact.context():
        from_the_left = sum(numbers[1:], numbers[0])
        assert exact.bits(exact.total(list(numbers), 4)) == 0x3F800000
        assert exact.bits(from_the_left) == 0x00000000
