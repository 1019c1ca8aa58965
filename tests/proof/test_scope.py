"""A judge's values become the scope that the family's terms are read in."""

from __future__ import annotations

import sys

import pytest

from bob.proof.scope import Elements, Unwalkable, put, scope_of
from bob.spec.evaluation import evaluate
from bob.spec.terms import BytesOf, Item, Length, Name


class Values:
    """Constants by symbol; a function is its index plus a hundred."""

    def __init__(self, **numbers: int) -> None:
        self.numbers = numbers

    def number(self, symbol: str) -> int:
        return self.numbers[symbol.strip("|")]

    def element(self, symbol: str, index: int) -> int:
        return 100 * len(symbol) + index


N = Name("n")


def test_names_stand_under_their_records() -> None:
    scope = scope_of([N + Name("h.a") + Name("h.b.c")], Values(n=1, **{"h.a": 2, "h.b.c": 3}))
    assert scope == {"n": 1, "h": {"a": 2, "b": {"c": 3}}}


def test_a_length_is_a_number_where_no_byte_is_mentioned() -> None:
    scope = scope_of([Length("t") + 1], Values(**{"length(t)": 4}))
    assert scope == {"t": 4}
    assert evaluate(Length("t"), scope) == 4


def test_a_byte_string_has_its_own_length_and_bytes() -> None:
    term = Item("t", N, (), Length("t")) + Length("t")
    scope = scope_of([term], Values(n=3, **{"length(t)": 4}))
    assert len(scope["t"]) == 4
    assert evaluate(term, scope) == 103 + 4


def test_the_bytes_of_an_array_stand_under_their_whole_name() -> None:
    assert scope_of([BytesOf("h.a")], Values(**{"bytes(h.a)": 9})) == {"bytes(h.a)": 9}


def test_an_element_has_its_mentioned_scalars() -> None:
    terms = [Item("a", N, ("x",), N + 1), Item("a", N, ("y", "zz"), N + 1)]
    scope = scope_of(terms, Values(n=2))
    assert isinstance(scope["a"], Elements)
    assert scope["a"][2] == {"x": 302, "y": {"zz": 602}}
    assert [evaluate(term, scope) for term in terms] == [302, 602]


@pytest.mark.parametrize("index", [3, -1], ids=["its end", "before its beginning"])
def test_an_array_ends_where_its_length_says(index: int) -> None:
    scope = scope_of([Item("a", N, (), N)], Values(n=3))
    assert scope["a"][2] == 102
    with pytest.raises(IndexError):
        scope["a"][index]


def test_a_length_that_python_cannot_hold_is_said_to_be_unwalkable() -> None:
    scope = scope_of([Item("a", N, (), N)], Values(n=sys.maxsize + 1))
    with pytest.raises(Unwalkable):
        len(scope["a"])


def test_a_value_is_put_beside_what_is_there() -> None:
    scope = {"h": {"a": 1}}
    put(scope, ["h", "b"], 2)
    assert scope == {"h": {"a": 1, "b": 2}}
