"""A member is found where small numbers, or those of the premises, will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.certificates.members import member
from bob.spec.terms import AllDifferent, Bound, BytesOf, Every, Item, Length, Name

if TYPE_CHECKING:
    from bob.spec.terms import Predicate

X, Y, N = Name("x"), Name("y"), Name("n")
AT = Bound("i0", N)
ELEMENT = Item("a", AT, (), N)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        pytest.param((X >= 1,), {"x": 1}, id="the least"),
        pytest.param((X * X >= 900, X <= 30), {"x": 30}, id="the most"),
        pytest.param((Y == X + 1, X == 4), {"x": 4, "y": 5}, id="what equations say"),
        pytest.param((X * Y == 6, X > Y), {"x": 3, "y": 2}, id="a product"),
        pytest.param((X > 2**40, X % 2 == 0), {"x": 2**40 + 2}, id="beside a number"),
        pytest.param((X > 5 * Y + 20, Y == 7), {"y": 7, "x": 56}, id="beside a term"),
        pytest.param((Length("s") == 3, BytesOf("r") > 4), {"length(s)": 3, "bytes(r)": 5}, id="lengths"),
        pytest.param((N == 3, AllDifferent(AT, ELEMENT)), {"n": 3, "a": [0, 1, 2]}, id="all different"),
        pytest.param((N == 2, Every(AT, ELEMENT == 7)), {"n": 2, "a": [7, 7]}, id="all equal"),
        pytest.param((X < 3, X > 5), None, id="none"),
        pytest.param((X // 0 == 1,), None, id="no value"),
    ],
)
def test_a_member_has_small_values(given: tuple[Predicate, ...], found: dict[str, Any] | None) -> None:
    assert member(given) == found
