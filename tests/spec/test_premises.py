"""What holds of every member is stated for each kind of declaration, and no more than that."""

from __future__ import annotations

import pytest

from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import (
    F32,
    U8,
    U16,
    U32,
    Array,
    Bytes,
    Declaration,
    Derived,
    Dim,
    Ghost,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.premises import Kind, definitions, premises
from bob.spec.quantifiers import every


def family(**declarations: Declaration) -> FamilyMeta:
    return type(Family)("Example", (Family,), dict(declarations))


def said(made: FamilyMeta) -> list[str]:
    return [repr(premise.predicate) for premise in premises(made.spec)]


class Point(Family):
    limit = Dim(1, 99)
    x = U8()
    y = U16()
    twice = Derived(lambda f: 2 * f.x)
    ordered = Refine(lambda f: f.twice <= f.y + f.limit, "x is at most half of y and the limit")


class Named(Family):
    name = Prefixed(U8)
    letters = Refine(lambda f: every(c < 128 for c in f.name), "the name is ASCII")


@pytest.mark.parametrize(
    ("declarations", "expected"),
    [
        pytest.param({"n": Dim(2, 9)}, "2 <= n and n <= 9", id="dim"),
        pytest.param({"n": Dim(2, 2)}, "n == 2", id="fixed dim"),
        pytest.param({"s": U16()}, "0 <= s and s < 65536", id="scalar"),
        pytest.param({"s": F32()}, "0 <= s and s < 4294967296", id="f32 bits"),
        pytest.param({"s": U8(equals=7)}, "s == 7", id="fixed scalar"),
        pytest.param({"t": Prefixed(U8)}, "0 <= length(t) and length(t) < 256", id="length"),
        pytest.param({"n": Dim(0, 9), "d": Derived(lambda f: f.n + 1)}, "d == n + 1", id="derived"),
        pytest.param({"n": Dim(0, 9), "g": Ghost(1, lambda f: f.n)}, "1 <= g and g <= n", id="ghost"),
        pytest.param({"n": Dim(0, 9), "r": Refine(lambda f: f.n != 3, "r")}, "n != 3", id="refinement"),
        pytest.param(
            {"b": Bytes(4), "r": Refine(lambda f: f.b[0] == 1, "r")},
            "(0 <= b[i0] and b[i0] < 256) for every i0 < 4",
            id="bytes",
        ),
        pytest.param(
            {"m": Magic(b"AB"), "r": Refine(lambda f: f.m[0] != 1, "r")}, "m[1] == 66", id="constant"
        ),
        pytest.param(
            {"s": U8(), "p": Padding(4), "r": Refine(lambda f: every(b < 9 for b in f.p), "r")},
            "p[i0] == 0 for every i0 < (4 - 1 % 4) % 4",
            id="padding",
        ),
        pytest.param(
            {"a": Array(U32, 3), "r": Refine(lambda f: f.a[0] == 1, "r")},
            "(0 <= a[i0] and a[i0] < 4294967296) for every i0 < 3",
            id="array of scalars",
        ),
        pytest.param({"p": Nested(Point, limit=5)}, "p.twice <= p.y + 5", id="refinement of a nested record"),
        pytest.param({"p": Nested(Point, limit=5)}, "p.twice == 2 * p.x", id="derived in a nested record"),
        pytest.param({"p": Nested(Point, limit=5)}, "0 <= p.x and p.x < 256", id="scalar in a nested record"),
        pytest.param(
            {"a": Array(Nested(Point, limit=5), 3)},
            "2 * a[i0].x <= a[i0].y + 5 for every i0 < 3",
            id="refinement of elements",
        ),
        pytest.param(
            {"a": Array(Nested(Point, limit=5), 3)},
            "(0 <= a[i0].y and a[i0].y < 65536) for every i0 < 3",
            id="scalar of elements",
        ),
        pytest.param(
            {"a": Array(Named, 3)}, "3 * 1 <= bytes(a) and bytes(a) <= 3 * 256", id="elements of many sizes"
        ),
        pytest.param(
            {"n": Nested(Named)},
            "n.name[i0] < 128 for every i0 < length(n.name)",
            id="nested bytes",
        ),
    ],
)
def test_it_is_stated(declarations: dict[str, Declaration], expected: str) -> None:
    assert expected in said(family(**declarations))


@pytest.mark.parametrize(
    ("declarations", "absent"),
    [
        pytest.param({"a": Array(U32, 3)}, "a[", id="elements that nothing mentions"),
        pytest.param({"p": Nested(Point, limit=5)}, "limit", id="bounds of a nested family's dims"),
        pytest.param({"a": Array(Named, 3)}, "name", id="what is said of bytes inside elements"),
    ],
)
def test_it_is_not_stated(declarations: dict[str, Declaration], absent: str) -> None:
    assert [each for each in said(family(**declarations)) if absent in each] == []


class Haunted(Family):
    n = U8()
    g = Ghost(0, 9)
    shadow = Derived(lambda f: f.g + 1)
    near = Refine(lambda f: f.shadow <= f.n + 20, "the ghost is near")
    small = Refine(lambda f: f.n < 7, "n is small")


def test_the_ghosts_of_a_nested_family_stay_inside_it() -> None:
    stated = said(family(h=Nested(Haunted)))
    assert "h.n < 7" in stated
    assert [each for each in stated if "h.g" in each or "shadow" in each] == []


def test_every_premise_has_a_sentence_and_a_kind_of_its_own() -> None:
    found = premises(Point.spec)
    assert [(p.name, p.kind) for p in found] == [
        ("limit", Kind.BOUNDS),
        ("x", Kind.RANGE),
        ("y", Kind.RANGE),
        ("twice", Kind.DEFINITION),
        ("ordered", Kind.REFINEMENT),
    ]
    assert [p.sentence for p in found] == [
        "limit is from 1 to 99",
        "x is a u8",
        "y is a u16",
        "twice is 2 * x",
        "x is at most half of y and the limit",
    ]


def test_definitions_give_what_derives_each_derived_field() -> None:
    assert {name: repr(term) for name, term in definitions(premises(Point.spec)).items()} == {
        "twice": "2 * x"
    }
