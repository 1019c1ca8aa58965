from __future__ import annotations

import pytest

from bench.ratios import held, is_off, paired, percentile


def test_a_ratio_is_the_median_of_pairs_and_not_the_ratio_of_medians() -> None:
    # One of theirs was lucky, one of ours was not.
    assert paired([2, 20, 30], [1, 1, 15])["median"] == 2


def test_the_spread_lies_between_the_tenth_and_the_ninetieth_percentile() -> None:
    found = paired([float(n) for n in range(11)], [1.0] * 11)
    assert (found["low"], found["high"], found["pairs"]) == (1, 9, 11)


@pytest.mark.parametrize(("ours", "theirs"), [([], []), ([1.0], [1.0, 2.0])], ids=["none", "uneven"])
def test_what_are_no_pairs_have_no_ratio(ours: list[float], theirs: list[float]) -> None:
    with pytest.raises(ValueError, match=r"pairs|shorter|longer"):
        paired(ours, theirs)


@pytest.mark.parametrize(
    ("share", "expected"), [(0, 1), (0.5, 2.5), (1, 4)], ids=["least", "between two", "most"]
)
def test_a_percentile_is_interpolated_between_neighbours(share: float, expected: float) -> None:
    assert percentile([4, 1, 3, 2], share) == expected


@pytest.mark.parametrize(
    ("figure", "aim_holds", "must_holds"),
    [(1.2, True, True), (1.25, False, True), (1.4, False, False), (None, None, None)],
    ids=["within both", "within the must", "beyond both", "not measured"],
)
def test_a_figure_holds_up_to_and_with_its_bound(
    figure: float | None, aim_holds: bool | None, must_holds: bool | None
) -> None:
    found = held(figure, 1.2, 1.3)
    assert (found["aim_holds"], found["must_holds"]) == (aim_holds, must_holds)


@pytest.mark.parametrize(
    ("figure", "off"),
    [(49.0, False), (48.0, True), (82.0, False), (83.0, True), (60.0, False)],
    ids=["just within below", "below", "just within above", "above", "inside"],
)
def test_a_figure_is_off_beyond_fifteen_percent_of_the_range(figure: float, off: bool) -> None:
    assert is_off(figure, (57, 72)) is off
