"""One order only: a halving tree."""

from __future__ import annotations

import operator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.kernels import exact
from bob.kernels.reduction import halving


def same(x: Any) -> Any:
    return x


def reduced(combine: Any, values: list[Any], leaf: Any = same, **fold: Any) -> Any:
    work = [None] * ((len(values) + 1) // 2)
    return halving(combine, leaf, **fold)(values, work, len(values))


def spell(a: str, b: str) -> str:
    return f"({a}+{b})"


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
    assert reduced(spell, list("abcdefgh")[:n]) == order


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 8, 16, 31, 32])
def test_a_leaf_is_taken_of_every_element_once(n: int) -> None:
    assert reduced(spell, list(range(n)), str) == reduced(spell, [str(i) for i in range(n)])


@pytest.mark.parametrize("n", [1, 4, 5, 8, 13, 16, 24, 64])
def test_numbers_that_are_folded_are_reduced_in_the_same_order(n: int) -> None:
    values = [str(i) for i in range(n)]

    def fold(work: list[str]) -> str:
        return str(reduced(spell, work[:4]))

    assert reduced(spell, values, fold=fold, width=4) == reduced(spell, values)


@given(st.lists(st.integers(), min_size=1, max_size=300))
def test_every_element_enters_once(values: list[int]) -> None:
    assert reduced(operator.add, values) == sum(values)
    assert reduced(max, values) == max(values)


@given(st.lists(st.integers(), min_size=1, max_size=30), st.lists(st.integers(), max_size=5))
def test_neither_the_source_nor_what_lies_behind_the_scratch_is_touched(
    values: list[int], rest: list[int]
) -> None:
    source, work = [*values, *rest], [0] * ((len(values) + 1) // 2) + rest
    halving(operator.add, same)(source, work, len(values))
    assert source == values + rest
    assert work[(len(values) + 1) // 2 :] == rest


def test_the_order_shows_in_the_bits() -> None:
    numbers = [exact.scalar(bits) for bits in (0x4B800000, 0x3F800000, 0x3F800000, 0xCB800000)]
    with exact.context():
        from_the_left = sum(numbers[1:], numbers[0])
        assert exact.bits(exact.total(numbers, [exact.ZERO] * 2, 4)) == 0x3F800000
        assert exact.bits(from_the_left) == 0x00000000
