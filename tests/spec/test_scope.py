"""What a scope gives: dims, values, and what follows from them; nested records in scopes of their own."""

from __future__ import annotations

from typing import Any

import pytest

from bob.errors import Refused
from bob.spec.evaluation import Unbound
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Bytes, Derived, Dim, Magic, Nested, Padding, Prefixed
from bob.spec.references import length_of
from bob.spec.scope import RecordScope, field_at


class Leaf(Family):
    """A record of no fixed size."""

    width = Dim(1, 3)
    twice = Derived(lambda f: 2 * f.width)
    text = Prefixed(U8)
    fixed = Bytes(lambda f: f.width)


class Branch(Family):
    """A record with an array of unequal ones."""

    leaves = Array(Nested(Leaf, width=1), 2)


class Tree(Family):
    """One of each kind of thing that a scope gives."""

    n = Dim(1, 3)
    double = Derived(lambda f: 2 * f.n)
    fourfold = Derived(lambda f: 2 * f.double)
    magic = Magic(b"TREE")
    leaf = Nested(Leaf, width=lambda f: f.n)
    branch = Nested(Branch)
    strings = Array(Bytes(lambda f: length_of(f.leaf.text) + 1), 2)
    padding = Padding(16)


LEAF: dict[str, Any] = {"text": b"abc", "fixed": b"12"}
SHORT: dict[str, Any] = {"text": b"", "fixed": b"1"}
VALUES = {
    "leaf": LEAF,
    "branch": {"leaves": [SHORT, {**SHORT, "text": b"de"}]},
    "strings": [b"1234", b"5678"],
}
SCOPE = Tree.at(n=2).scope(VALUES)

GIVEN: dict[str, object] = {
    "n": 2,
    "double": 4,
    "fourfold": 8,
    "magic": b"TREE",
    "bytes(branch.leaves)": 2 + 4,
    "bytes(strings)": 8,
    "padding": bytes(8),
}


@pytest.mark.parametrize(("name", "value"), GIVEN.items(), ids=GIVEN.keys())
def test_a_scope_gives_what_follows_from_its_values(name: str, value: object) -> None:
    assert SCOPE[name] == value


def test_a_nested_record_is_a_scope_with_the_dims_that_it_is_given() -> None:
    assert isinstance(SCOPE["leaf"], RecordScope)
    assert (SCOPE["leaf"]["width"], SCOPE["leaf"]["twice"], SCOPE["leaf"].n_bytes) == (2, 4, 6)


def test_the_elements_of_an_array_are_scopes() -> None:
    assert [leaf.n_bytes for leaf in SCOPE["branch"].elements("leaves")] == [2, 4]


def test_the_whole_record_has_its_size() -> None:
    assert SCOPE.n_bytes == 4 + 6 + 6 + 8 + 8


@pytest.mark.parametrize("name", ["other", "leaf", "bytes(branch.leaves)", "bytes(strings)", "padding"])
def test_what_is_not_there_is_not_given(name: str) -> None:
    with pytest.raises((KeyError, Unbound)):
        Tree.at(n=2).scope({})[name]


def test_a_record_whose_dims_are_out_of_bounds_has_no_scope() -> None:
    class Holder(Family):
        width = U8()
        leaf = Nested(Leaf, width=lambda f: f.width)

    with pytest.raises(Refused, match="BOB108 width: 4"):
        Holder.at().scope({"width": 4, "leaf": LEAF})


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("n", ""),
        ("leaf", "leaf"),
        ("leaf.text", "leaf.text"),
        ("leaf.twice", "leaf"),
        ("branch.leaves", "branch.leaves"),
        ("strings.other", "strings"),
        ("other.text", ""),
    ],
)
def test_a_reader_is_pointed_to_a_stored_field(name: str, found: str) -> None:
    assert field_at(SCOPE.at.fields, name) == found
