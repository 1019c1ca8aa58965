"""The bounds on a nested record's size hold for every record of it."""

from __future__ import annotations

import pytest

from bob.spec.element_sizes import size_bounds
from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import U8, U16, Array, Bytes, Declaration, Derived, Dim, Nested, Padding, Prefixed


def element(dims: dict[str, int], **declarations: Declaration) -> Nested:
    made: FamilyMeta = type(Family)("Element", (Family,), dict(declarations))
    return Nested(made, **dims)


class Inner(Family):
    text = Prefixed(U8)


@pytest.mark.parametrize(
    ("nested", "least", "most"),
    [
        pytest.param(element({}, a=U8(), b=U16()), "3", "3", id="fixed"),
        pytest.param(element({}, t=Prefixed(U8)), "1", "256", id="prefixed"),
        pytest.param(element({}, n=U8(), b=Bytes(lambda f: f.n)), "1", "256", id="a length in a scalar"),
        pytest.param(element({"w": 7}, w=Dim(1, 9), b=Bytes(lambda f: 2 * f.w)), "14", "14", id="a dim"),
        pytest.param(
            element({}, n=U8(), d=Derived(lambda f: 3 * f.n), b=Bytes(lambda f: f.d)),
            "1",
            "766",
            id="derived",
        ),
        pytest.param(element({}, n=U8(), p=Padding(4)), "1", "4", id="padded"),
        pytest.param(element({}, n=U8(), b=Bytes(lambda f: f.n // 2)), "1", "None", id="a quotient"),
        pytest.param(element({}, n=U8(), b=Bytes(lambda f: f.n - 1)), "1", "256", id="a difference"),
        pytest.param(element({}, a=Array(Inner, 2)), "0", "None", id="elements of many sizes inside"),
    ],
)
def test_the_bounds_are_those_of_its_parts(nested: Nested, least: str, most: str) -> None:
    assert tuple(map(repr, size_bounds(nested))) == (least, most)
