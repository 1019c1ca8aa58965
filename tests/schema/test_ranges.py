"""Indices as ranges: what is missing and what is there, in few boxes that hold that and nothing else."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.formats.patterns import runs
from bob.schema import ranges
from bob.schema.edits import distance, near

counts = st.tuples(st.integers(1, 5), st.integers(1, 4), st.integers(1, 3))


def _tuples(boxes: list[ranges.Box]) -> list[tuple[int, ...]]:
    return [
        numbers
        for box in boxes
        for numbers in product(
            *([n for a, b in each for n in range(a, b + 1)] for each in box if each is not None)
        )
    ]


@given(counts=counts, data=st.data())
def test_missing_and_present_together_are_all_each_once(
    counts: tuple[int, int, int], data: st.DataObject
) -> None:
    every = list(product(*map(range, counts)))
    present = data.draw(st.sets(st.sampled_from(every)))
    missing = ranges.missing(present, counts)
    covering = ranges.covering(present)
    assert sorted([*_tuples(missing), *present]) == every
    assert sorted(_tuples(covering)) == sorted(present)
    assert sum(ranges.size(box) or 0 for box in missing) == len(every) - len(present)
    assert all(any(ranges.holds(box, n) for box in missing) == (n not in present) for n in every)


@given(
    st.sets(st.integers(0, 30)).map(runs),
    st.sets(st.integers(0, 30)).map(runs),
)
def test_ranges_without_others_are_the_difference(
    one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]
) -> None:
    values = {n for a, b in one for n in range(a, b + 1)} - {n for a, b in other for n in range(a, b + 1)}
    assert ranges.without(one, other) == runs(values)


def test_a_count_of_a_million_with_three_tensors_is_three_ranges() -> None:
    (box,) = ranges.missing([(0,), (7,), (999_999,)], [1_000_000])
    assert box == (((1, 6), (8, 999_998)),)
    assert ranges.said(box[0], "") == "{1..6,8..999998}"


def test_of_a_count_that_is_not_known_nothing_is_missing_unless_there_is_nothing() -> None:
    assert ranges.missing([(5,)], [None]) == []
    assert ranges.missing([], [None, 3]) == [(None, ((0, 2),))]
    assert ranges.size((None, ((0, 2),))) is None
    assert ranges.said(None, "{i}") == "{i}"


@pytest.mark.parametrize(
    ("values", "count", "free"),
    [((), 3, ((0, 2),)), ((0, 1, 2, 7), 3, ()), ((1, 9), 4, ((0, 0), (2, 3))), ((5,), 0, ())],
)
def test_gaps_end_where_the_count_does(
    values: tuple[int, ...], count: int, free: tuple[tuple[int, int], ...]
) -> None:
    assert ranges.gaps(values, count) == free


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("", "", 0),
        ("a", "", 1),
        ("abc", "abd", 1),
        ("abcd", "acbd", 1),
        ("abc", "cab", 2),
        ("kitten", "sitting", 3),
    ],
)
def test_edits_are_counted(one: str, other: str, apart: int) -> None:
    assert distance(one, other, 9) == apart
    assert distance(one, other, apart) == apart
    assert distance(other, one, 5) == apart
    assert distance(one, other, apart - 1) is None


words = st.text("ab.", max_size=7)


def _slow(one: str, other: str) -> int:
    """The definition of the distance, without a thought for time."""
    if not one or not other:
        return len(one) + len(other)
    found = min(
        _slow(one[:-1], other) + 1,
        _slow(one, other[:-1]) + 1,
        _slow(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    )
    if len(one) > 1 and len(other) > 1 and one[-2:] == other[-1] + other[-2]:
        found = min(found, _slow(one[:-2], other[:-2]) + 1)
    return found


@given(one=st.text("ab.", max_size=5), other=st.text("ab.", max_size=5))
def test_the_distance_is_the_one_of_the_definition(one: str, other: str) -> None:
    assert distance(one, other, 10) == _slow(one, other)


@given(name=st.text("abcdefgh", min_size=12, max_size=30), data=st.data())
def test_a_name_with_one_other_letter_is_found_among_many(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name) - 1))
    wrong = f"{name[:place]}X{name[place + 1 :]}"
    others = [f"{n:012d}" for n in range(50)]
    assert near([wrong], [*others, name]) == [(1, 0, 50)]
