"""What an obligation says at a point is what its replay says there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.points import Points, compared, quantities, reached, where
from bob.proof.replay import replay
from bob.spec.family import Family
from bob.spec.fields import (
    U8,
    U32,
    Array,
    Bytes,
    Claim,
    Declaration,
    Derived,
    Dim,
    Ghost,
    Magic,
    Prefixed,
    Refine,
)
from bob.spec.obligation import obligations
from bob.spec.quantifiers import every
from bob.spec.references import length_of, offset_of
from bob.spec.terms import text

if TYPE_CHECKING:
    from bob.spec.obligation import Obligation


def claim(statement: Any, **declarations: Declaration) -> Obligation:
    family = type(Family)("Example", (Family,), {**declarations, "c": Claim(statement, "the claim")})
    return obligations(family)[-1]


MIXED = claim(
    lambda f: f.half + length_of(f.name) < 5,
    n=Dim(1, 9),
    k=Dim(2, 2),
    magic=Magic(b"AB"),
    name=Prefixed(U8),
    half=Derived(lambda f: f.n / f.k),
    even=Refine(lambda f: f.n % f.k == 0, "n is even"),
)


@pytest.mark.parametrize(
    ("n", "length", "is_member", "is_refuted"),
    [
        pytest.param(2, 3, True, False, id="the claim holds"),
        pytest.param(2, 4, True, True, id="the claim is false"),
        pytest.param(3, 4, False, False, id="a refinement is false"),
        pytest.param(10, 0, False, False, id="out of bounds"),
        pytest.param(2, 256, False, False, id="too long"),
    ],
)
def test_a_point_is_read_as_its_replay_reads_it(
    n: int, length: int, is_member: bool, is_refuted: bool
) -> None:
    points = Points(MIXED)
    assert points.whole
    point = {"n": n, "k": 2, "length(name)": length}
    scope = points.scope(point)
    assert (points.is_member(scope), points.refutes(scope)) == (is_member, is_refuted)
    assert (replay(MIXED, points.assignment(point)).objection == "") is is_refuted


def test_the_bytes_of_a_magic_string_are_in_their_place() -> None:
    made = claim(
        lambda f: f.n < 5,
        n=Dim(0, 9),
        magic=Magic(b"AB"),
        other=Bytes(2),
        r=Refine(lambda f: f.magic[0] == 65, "r"),
    )
    points = Points(made)
    assert [points.assignment({}).element("magic", i) for i in (0, 1)] == [65, 66]
    assert replay(made, points.assignment({"n": 7})).objection == ""


def test_a_claim_without_a_value_is_refuted() -> None:
    points = Points(claim(lambda f: 5 - f.n != 3, n=Dim(0, 9)))
    assert points.refutes(points.scope({"n": 7}))


def test_elements_that_a_refinement_reads_are_not_decided_at_a_point() -> None:
    made = claim(
        lambda f: f.n < 5,
        n=Dim(0, 9),
        a=Array(U8, lambda f: f.n),
        r=Refine(lambda f: every(x > 3 for x in f.a), "r"),
    )
    assert not Points(made).whole


def test_what_an_equation_determines_follows_the_rest() -> None:
    made = claim(lambda f: f.size < 9, n=Dim(0, 9), size=U32(equals=lambda f: 3 * f.n))
    assert Points(made).settled({"n": 4, "size": 0}) == {"n": 4, "size": 12}


def test_a_definition_may_read_one_that_stands_behind_it() -> None:
    made = claim(
        lambda f: f.end < 40,
        a=Dim(1, 9),
        first=Bytes(lambda f: f.a * 2 + f.a + f.a * f.a + f.a + 1),
        last=Bytes(1),
        end=Derived(lambda f: offset_of(f.last) + 1),
    )
    assert [p.name for p in made.given if p.kind.name == "DEFINITION"] == [
        "end",
        "size_of(first)",
        "record_bytes()",
    ]
    scope = Points(made).scope({"a": 2})
    assert (scope["end"], scope["size_of(first)"]) == (14, 13)


BOUNDED = claim(
    lambda f: f.n * f.g + length_of(f.t) < 99,
    n=Dim(1, 9),
    fixed=Dim(3, 3),
    other=Dim(0, 5),
    t=Prefixed(U8),
    g=Ghost(0, lambda f: f.n),
)


def test_quantities_are_what_the_claim_depends_on_with_their_ranges() -> None:
    found = [(each.name, each.kind.name, each.low, each.high) for each in quantities(BOUNDED)]
    assert found == [("n", "BOUNDS", 1, 9), ("length(t)", "RANGE", 0, 255), ("g", "GHOST", 0, None)]


def test_a_member_is_measured_by_all_quantities() -> None:
    assert [each.name for each in quantities(BOUNDED._replace(goal=None))] == ["n", "other", "length(t)", "g"]


def test_dims_are_compared_and_without_a_dim_the_rest() -> None:
    assert [each.name for each in compared(BOUNDED)] == ["n"]
    made = claim(lambda f: f.a < f.b, a=U8(), b=U8(), n=Dim(0, 9))
    assert [each.name for each in compared(made)] == ["a", "b"]


def test_a_goal_reaches_what_defines_what_it_mentions() -> None:
    made = claim(
        lambda f: f.stored < 8,
        n=Dim(1, 9),
        double=Derived(lambda f: 2 * f.n),
        apart=Derived(lambda f: 3 * f.n),
        stored=U8(equals=lambda f: f.double + 1),
    )
    assert made.goal is not None
    assert [text(node) for node in reached(made.goal, made.given)] == ["stored < 8", "double + 1", "2 * n"]


def test_a_predicate_without_a_value_holds_nowhere() -> None:
    made = claim(lambda f: f.n % f.k == 0, n=Dim(0, 9), k=Dim(0, 9))
    points = Points(made)
    assert made.goal is not None
    assert where(made.goal, [points.scope({"n": 4, "k": k}) for k in (0, 2, 3)]) == {1}
