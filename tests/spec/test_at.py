"""A family at dims: membership, numbers of terms, and the refinements that a record breaks, by place."""

from __future__ import annotations

from typing import Any

import pytest

from bob.errors import Finding, Refused
from bob.spec.evaluation import Fault, Unbound
from bob.spec.family import Family
from bob.spec.fields import (
    U8,
    U16,
    U32,
    Array,
    Bytes,
    Derived,
    Dim,
    Ghost,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.quantifiers import all_different, below, every
from bob.spec.references import length_of, offset_of, record_bytes
from bob.spec.terms import Name


class Grid(Family):
    """Dims with bounds, a refinement over them, and a default."""

    rows = Dim(1, 9)
    columns = Dim(1, 9, shipped=3)
    wide = Refine(lambda f: f.rows <= f.columns, "no more rows than columns")
    split = Refine(lambda f: every(i < 9 for i in below(f.columns - 2)), "columns after the second")
    area = Derived(lambda f: f.rows * f.columns)
    third = Derived(lambda f: f.area / 3)
    count = U16()
    cells = Array(U32, lambda f: f.area)
    texts = Array(Bytes(lambda f: f.rows), lambda f: f.count)
    whole = Derived(lambda _: record_bytes())
    before = Derived(lambda f: offset_of(f.texts))


NOT_MEMBERS: dict[str, tuple[dict[str, Any], list[Finding]]] = {
    "not given": ({}, [Finding("BOB108", "rows", "not given", "1 to 9")]),
    "unknown": ({"rows": 1, "depth": 2}, [Finding("BOB108", "depth", "2", "a dim of the family")]),
    "too small": ({"rows": 0}, [Finding("BOB108", "rows", "0", "1 to 9")]),
    "too large": ({"rows": 10}, [Finding("BOB108", "rows", "10", "1 to 9")]),
    "no number": ({"rows": "2"}, [Finding("BOB108", "rows", "'2'", "1 to 9")]),
    "a truth value": ({"rows": True}, [Finding("BOB108", "rows", "True", "1 to 9")]),
    "several": (
        {"columns": 0, "depth": 1},
        [
            Finding("BOB108", "depth", "1", "a dim of the family"),
            Finding("BOB108", "rows", "not given", "1 to 9"),
            Finding("BOB108", "columns", "0", "1 to 9"),
        ],
    ),
    "a refinement": (
        {"rows": 4},
        [Finding("BOB108", "wide", "rows = 4, columns = 3", "no more rows than columns")],
    ),
    "a refinement without a value": (
        {"rows": 1, "columns": 1},
        [Finding("BOB108", "split", "columns - 2: 1 - 2 is below zero", "columns after the second")],
    ),
}


@pytest.mark.parametrize(("dims", "findings"), NOT_MEMBERS.values(), ids=NOT_MEMBERS.keys())
def test_dims_that_give_no_member_are_refused_with_every_finding(
    dims: dict[str, Any], findings: list[Finding]
) -> None:
    with pytest.raises(Refused) as refused:
        Grid.at(**dims)
    assert refused.value.subject == "family Grid"
    assert list(refused.value.findings) == findings


def test_dims_and_derived_fields_are_attributes_and_items() -> None:
    at = Grid.at(rows=2)
    assert (at.rows, at.columns, at.area, at.third) == (2, 3, 6, 2)
    assert (at["rows"], at["area"]) == (2, 6)
    assert at.before == 2 + 24
    with pytest.raises(AttributeError, match="Grid has no dim or derived field cells"):
        _ = at.cells
    with pytest.raises(KeyError):
        at["cells"]


def test_a_family_at_dims_is_shown_as_it_is_written() -> None:
    assert repr(Grid.at(rows=2)) == "Grid.at(rows=2, columns=3)"


def test_a_derived_field_without_a_value_has_none() -> None:
    at = Grid.at(rows=2, columns=4)
    with pytest.raises(Fault, match="8 / 3 leaves 2"):
        _ = at.third


def test_what_depends_on_fields_needs_a_record() -> None:
    at = Grid.at(rows=2)
    assert at.offset("cells") == 2
    assert at.size("cells") == 24
    assert at.offset("texts") == 26
    with pytest.raises(Unbound, match="count"):
        at.size("texts")
    with pytest.raises(Unbound, match="count"):
        _ = at.record_bytes
    assert at.size("texts", {"count": 5}) == 10
    assert at.number(Name("whole"), {"count": 5}) == 36
    assert at.number(Name("area") * 2) == 12


class Leaf(Family):
    """An element of a size of its own."""

    width = Dim(0, 9)
    twice = Derived(lambda f: 2 * f.width)
    x = U8()
    text = Prefixed(U8)
    fixed = Bytes(lambda f: f.twice)


class Tree(Family):
    """Statements of every form over fields of every kind."""

    n = Dim(0, 9, shipped=2)
    hidden = Ghost(0, 9)
    magic = Magic(b"TR")
    count = U8()
    label = Prefixed(U8)
    leaf = Nested(Leaf, width=lambda f: f.n)
    leaves = Array(Nested(Leaf, width=1), lambda f: f.count)
    padding = Padding(4)
    double = Derived(lambda f: 2 * f.count)

    constant = Refine(lambda f: f.magic[0] == 84, "the constant begins with T")
    zero = Refine(lambda f: every(byte == 0 for byte in f.padding), "padding is zero")
    few = Refine(lambda f: f.double < 7, "few")
    same = Refine(lambda f: f.leaf.twice == 2 * f.n, "the leaf is as wide as n")
    bounded = Refine(lambda f: f.count <= f.leaf.x, "no more leaves than x")
    rising = Refine(lambda f: every(f.leaves[i].x < f.leaves[i + 1].x for i in below(f.count - 1)), "rising")
    distinct = Refine(lambda f: all_different(leaf.x for leaf in f.leaves), "distinct")
    short = Refine(lambda f: (length_of(f.label) < 4).iff(every(byte > 64 for byte in f.label)), "short")
    last = Refine(lambda f: f.leaves[f.count - 1].x == f.leaf.text[0], "the last leaf")
    proof = Refine(lambda f: f.hidden < f.count, "for proofs alone")


def record(*xs: int, **other: Any) -> dict[str, Any]:
    return {
        "count": len(xs),
        "label": b"ABC",
        "leaf": {"x": 9, "text": bytes([xs[-1]]) if xs else b"", "fixed": bytes(4)},
        "leaves": [{"x": x, "text": b"", "fixed": b"12"} for x in xs],
        **other,
    }


def broken(values: dict[str, Any]) -> list[tuple[str, str, bool, tuple[str, ...]]]:
    return [(b.stated.name, b.found, b.fault, b.places) for b in Tree.at().broken(values)]


def test_a_record_that_breaks_nothing_breaks_nothing() -> None:
    assert broken(record(1, 2, 3)) == []


BROKEN: dict[str, tuple[dict[str, Any], list[tuple[str, str, bool, tuple[str, ...]]]]] = {
    "an element": (
        record(1, 3, 2),
        [("rising", "leaves[1].x = 3, leaves[1 + 1].x = 2", False, ("leaves[1].x", "leaves[2].x"))],
    ),
    "a derived field": (record(1, 2, 3, 4), [("few", "double = 8", False, ("count",))]),
    "an element of two": (
        record(1, 1),
        [
            ("rising", "leaves[0].x = 1, leaves[0 + 1].x = 1", False, ("leaves[0].x", "leaves[1].x")),
            ("distinct", "leaves[0].x = leaves[1].x = 1", False, ("leaves[1].x",)),
        ],
    ),
    "a nested field": (
        record(1, leaf={"x": 0, "text": b"\1", "fixed": bytes(4)}),
        [("bounded", "count = 1, leaf.x = 0", False, ("count", "leaf.x"))],
    ),
    "a quantifier inside": (
        record(1, label=b"A0"),
        [
            (
                "short",
                "length(label) = 2, (64 < label[i0] for every i0 < length(label)) = false",
                False,
                ("label",),
            )
        ],
    ),
    "terms without a value": (
        record(),
        [
            ("rising", "count - 1: 0 - 1 is below zero", True, ("leaves",)),
            ("last", "count - 1: 0 - 1 is below zero", True, ("leaves", "count", "leaf.text")),
        ],
    ),
    "padding": (record(1, padding=b"\0\1"), [("zero", "padding[1] = 1", False, ("padding[1]",))]),
}


@pytest.mark.parametrize(("values", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_refinement_says_what_it_is_where(
    values: dict[str, Any], expected: list[tuple[str, str, bool, tuple[str, ...]]]
) -> None:
    assert broken(values) == expected


def test_the_variables_of_a_broken_quantifier_are_there() -> None:
    assert [dict(b.variables) for b in Tree.at().broken(record(1, 3, 2))] == [{"i0": 1}]


def test_of_a_record_with_missing_fields_only_what_can_be_read_is_checked() -> None:
    assert broken({"count": 4}) == [("few", "double = 8", False, ("count",))]
    assert broken({}) == []
    assert [name for name, *_ in broken({"count": 0})] == []


class Pair(Family):
    """A statement that the first field alone can make false."""

    first = U8()
    second = U8()
    neither = Refine(lambda f: ~((f.first > 3) | (f.second > 3)), "neither is above 3")


def test_a_statement_is_left_out_if_not_all_that_it_says_is_there() -> None:
    assert [b.found for b in Pair.at().broken({"first": 4, "second": 2})] == ["first = 4, second = 2"]
    assert Pair.at().broken({"first": 4}) == []


def test_a_scope_is_taken_as_it_is() -> None:
    at = Tree.at()
    scope = at.scope(record(1))
    assert at.scope(scope) is scope
    assert at.broken(scope) == []
