"""How planes differ: counts, the largest distance and its place, held against a plain computation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.envelope.difference import FirstDifference, PlaneDifference, first_differences, plane_differences
from bob.envelope.values import Planes

SIGN = 1 << 31
INFINITY = 0x7F800000
any_bits = st.one_of(
    st.integers(0, 2**32 - 1),
    st.sampled_from([0, SIGN, 1, SIGN | 1, INFINITY, SIGN | INFINITY, INFINITY + 1, 0x7FC00000, 0xFFFFFFFF]),
)


def planes(*bits: list[int]) -> Planes:
    return Planes(*(np.array(plane, np.uint32).view(np.float32) for plane in bits))


def alike(bits: list[int]) -> Planes:
    return planes(bits, bits, bits)


def ordinal(bits: int) -> int | None:
    """The place of a number among all of them, both zeros at 0; none for a NaN."""
    magnitude = bits & ~SIGN
    if magnitude > INFINITY:
        return None
    return -magnitude if bits & SIGN else magnitude


def plain(plane: str, ours: list[int], theirs: list[int]) -> PlaneDifference:
    """The same, one pair after the other."""
    count = unordered = 0
    best: tuple[int, int] = (-1, 0)
    first = None
    for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if a == b:
            continue
        count += 1
        first = place if first is None else first
        left, right = ordinal(a), ordinal(b)
        if left is None or right is None:
            unordered += 1
        elif abs(left - right) > best[0]:
            best = (abs(left - right), place)
    place = best[1] if best[0] >= 0 else first or 0
    bits = (ours[place], theirs[place]) if count else (0, 0)
    return PlaneDifference(plane, count, max(best[0], 0), place, bits, unordered)


def test_equal_planes_differ_in_nothing() -> None:
    bits = [0, 1, INFINITY, 0x7FC00001]
    assert plane_differences([alike(bits)], [alike(bits)]) == [
        PlaneDifference(plane, 0, 0, 0, (0, 0), 0) for plane in "PMV"
    ]


@pytest.mark.parametrize(
    ("a", "b", "distance", "unordered"),
    [
        pytest.param(0x3F800000, 0x3F800001, 1, 0, id="neighbours"),
        pytest.param(0, SIGN, 0, 0, id="both-zeros"),
        pytest.param(1, SIGN | 1, 2, 0, id="across-zero"),
        pytest.param(INFINITY, SIGN | INFINITY, 2 * INFINITY, 0, id="both-infinities"),
        pytest.param(INFINITY - 1, INFINITY, 1, 0, id="largest-and-infinity"),
        pytest.param(0x7FC00000, 0x7FC00001, 0, 1, id="two-nans"),
        pytest.param(0x7FC00000, 0, 0, 1, id="nan-and-number"),
        pytest.param(0, 0xFFC00000, 0, 1, id="number-and-nan"),
    ],
)
def test_a_pair_differs_by_this_many_numbers(a: int, b: int, distance: int, unordered: int) -> None:
    found = plane_differences([planes([7, a], [7, 7], [7, 7])], [planes([7, b], [7, 7], [7, 7])])
    assert found[0] == PlaneDifference("P", 1, distance, 1, (a, b), unordered)
    assert [difference.n_differing for difference in found] == [1, 0, 0]


@pytest.mark.parametrize("plane", range(3), ids="PMV")
def test_the_plane_that_differs_is_named(plane: int) -> None:
    other = [[1, 2], [1, 2], [1, 2]]
    other[plane] = [1, 5]
    found = plane_differences([alike([1, 2])], [planes(*other)])
    assert [difference.plane for difference in found if difference.n_differing] == ["PMV"[plane]]
    assert found[plane] == PlaneDifference("PMV"[plane], 1, 3, 1, (2, 5), 0)


def test_of_equal_distances_the_first_place_is_given() -> None:
    found = plane_differences([alike([5, 5, 5])], [alike([5, 7, 3])])
    assert found[0] == PlaneDifference("P", 2, 2, 1, (5, 7), 0)


def test_the_place_counts_through_all_blocks() -> None:
    ours = [alike([1, 1, 1]), alike([1, 1, 1]), alike([1, 1, 1])]
    theirs = [alike([1, 2, 1]), alike([1, 1, 9]), alike([5, 0x7FC00000, 1])]
    found = plane_differences(ours, theirs)
    assert found[1] == PlaneDifference("M", 4, 8, 5, (1, 9), 1)


def test_a_later_block_with_a_nan_alone_keeps_the_place_found_before() -> None:
    found = plane_differences([alike([1]), alike([1])], [alike([2]), alike([0x7FC00000])])
    assert found[0] == PlaneDifference("P", 2, 1, 0, (1, 2), 1)


def test_a_distance_in_a_later_block_takes_the_place_of_a_nan_before_it() -> None:
    found = plane_differences([alike([1]), alike([1])], [alike([0x7FC00000]), alike([2])])
    assert found[0] == PlaneDifference("P", 2, 1, 1, (1, 2), 1)


@given(st.data())
def test_planes_in_blocks_differ_as_the_pairs_do_one_by_one(data: st.DataObject) -> None:
    pairs = data.draw(st.lists(st.tuples(any_bits, any_bits), max_size=12))
    equal = data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    ours = [a for a, _ in pairs]
    theirs = [a if same else b for (a, b), same in zip(pairs, equal, strict=True)]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(pairs)), max_size=3)))
    ends = list(zip([0, *cuts], [*cuts, len(pairs)], strict=True))
    found = plane_differences(*([alike(side[a:b]) for a, b in ends if a < b] for side in (ours, theirs)))
    expected = plain("P", ours, theirs)
    # A pair of zeros or a NaN, at no distance, may give its place to another such pair of a later block.
    if expected.distance_ulp:
        assert found[0] == expected
    else:
        assert found[0]._replace(place=0, bits=(0, 0)) == expected._replace(place=0, bits=(0, 0))


@pytest.mark.parametrize("theirs", [[], [[1], [1], [1]]], ids=["fewer", "more"])
def test_sides_with_unequal_blocks_cannot_be_compared(theirs: Any) -> None:
    with pytest.raises(ValueError, match="zip"):
        plane_differences([alike([1]), alike([1])], [alike(bits) for bits in theirs])


def test_the_first_scalar_of_a_plane_is_named_with_its_own_distance_and_the_others_are_counted() -> None:
    ours = [planes([1, 1], [3, 3], [7, 7]), planes([1, 1], [3, 3], [7, 9])]
    theirs = planes([1, 2, 99, 1], [3, 3, 3, 3], [8, 7, 7, 7])
    assert first_differences(ours, theirs) == [
        FirstDifference("P", 2, 1, (1, 2), 1),
        FirstDifference("V", 2, 0, (7, 8), 1),
    ]


@pytest.mark.parametrize("place", range(4))
def test_the_place_of_a_first_scalar_counts_through_all_blocks(place: int) -> None:
    ours = [1, 2, 3, 4]
    theirs = [bits + 8 * (i == place) for i, bits in enumerate(ours)]
    blocks = [alike(ours[:1]), alike(ours[1:3]), alike(ours[3:])]
    assert first_differences(blocks, planes(ours, theirs, ours)) == [
        FirstDifference("M", 1, place, (ours[place], theirs[place]), 8)
    ]


@pytest.mark.parametrize(("a", "b", "distance"), [(0, SIGN, 0), (SIGN | 1, 1, 2)], ids=["zeros", "signs"])
def test_a_first_scalar_differs_by_its_bits_and_is_as_far_as_its_numbers(
    a: int, b: int, distance: int
) -> None:
    assert first_differences([alike([a])], planes([b], [a], [a])) == [
        FirstDifference("P", 1, 0, (a, b), distance)
    ]
