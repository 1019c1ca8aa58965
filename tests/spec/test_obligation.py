"""A family owes what its operators, sizes and claims ask for, from premises that assume nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.errors import Refused
from bob.spec.family import Family
from bob.spec.fields import (
    U8,
    U64,
    Array,
    Bytes,
    Claim,
    Derived,
    Dim,
    Ghost,
    Nested,
    Padding,
    Prefixed,
    Refine,
    Refuted,
)
from bob.spec.obligation import Obligation, Verdict, obligations, snake_case
from bob.spec.quantifiers import every

if TYPE_CHECKING:
    from bob.spec.family import FamilyMeta

N = Dim(0, 9)
LIMIT = 2**63


class Text(Family):
    letters = Prefixed(U8)


class Loose(Family):
    limit = Dim(0, 9)
    x = U8()


def family(**declarations: object) -> FamilyMeta:
    return type(Family)("Example", (Family,), dict(declarations))


def owed(made: FamilyMeta) -> dict[str, Obligation]:
    return {each.name.removeprefix("example/"): each for each in obligations(made)}


def premises(obligation: Obligation) -> list[str]:
    return [repr(premise.predicate) for premise in obligation.given]


@pytest.mark.parametrize(
    ("declarations", "name", "goal"),
    [
        pytest.param(
            {"n": N, "d": Derived(lambda f: 5 - f.n)},
            "d.stays_above_zero",
            "n <= 5",
            id="derived field",
        ),
        pytest.param(
            {"n": N, "d": Derived(lambda f: 6 / f.n)}, "d.divisor_is_positive", "0 < n", id="divisor"
        ),
        pytest.param(
            {"n": Dim(1, 9), "d": Derived(lambda f: 6 / f.n)}, "d.divides", "6 % n == 0", id="exact division"
        ),
        pytest.param({"n": N, "b": Bytes(lambda f: 5 - f.n)}, "b.stays_above_zero", "n <= 5", id="size"),
        pytest.param(
            {"n": N, "b": Array(U8, lambda f: 5 - f.n)}, "b.stays_above_zero", "n <= 5", id="length"
        ),
        pytest.param(
            {"n": N, "b": Array(Text, lambda f: 5 - f.n)},
            "b.stays_above_zero",
            "n <= 5",
            id="length of an array without a size",
        ),
        pytest.param(
            {"n": N, "b": Nested(Loose, limit=lambda f: 5 - f.n)},
            "b.stays_above_zero",
            "n <= 5",
            id="dim of a nested record",
        ),
        pytest.param(
            {"n": N, "b": Array(Nested(Loose, limit=lambda f: 5 - f.n), 2)},
            "b.stays_above_zero",
            "n <= 5",
            id="dim of elements",
        ),
        pytest.param(
            {"n": N, "g": Ghost(0, lambda f: f.n - 1)},
            "g.stays_above_zero",
            "1 <= n",
            id="ghost's bound",
        ),
        pytest.param(
            {"n": N, "r": Refine(lambda f: 5 - f.n < 3, "r")},
            "r.stays_above_zero",
            "n <= 5",
            id="refinement",
        ),
        pytest.param(
            {"n": N, "c": Claim(lambda f: 5 - f.n < 3, "c")},
            "c.stays_above_zero",
            "n <= 5",
            id="claim",
        ),
        pytest.param(
            {"n": N, "a": Array(U8, lambda f: f.n), "c": Claim(lambda f: f.a[2] < 3, "c")},
            "c.index_in_range",
            "2 < n",
            id="index",
        ),
        pytest.param(
            {"n": N, "d": Derived(lambda f: f.n * 2)},
            "d.below_2_63",
            f"d < {LIMIT}",
            id="derived size",
        ),
        pytest.param({"b": Bytes(3)}, "record_bytes.below_2_63", f"3 < {LIMIT}", id="record size"),
        pytest.param({"n": N, "c": Claim(lambda f: f.n < 9, "c")}, "c", "n < 9", id="the claim itself"),
    ],
)
def test_it_is_owed(declarations: dict[str, object], name: str, goal: str) -> None:
    assert repr(owed(family(**declarations))[name].goal) == goal


def test_a_member_at_all_is_owed_first_and_has_no_goal() -> None:
    first = obligations(family(n=N))[0]
    assert (first.name, first.goal) == ("example/inhabited", None)


class Row(Family):
    width = Dim(1, 10)
    cells = Bytes(lambda f: f.width)


@pytest.mark.parametrize("field", ["record", "array"])
def test_dims_given_to_a_nested_family_are_owed_to_be_in_its_bounds(field: str) -> None:
    nested = Nested(Row, width=lambda f: f.n)
    made = family(n=Dim(0, 10), row=nested if field == "record" else Array(nested, 3))
    assert repr(owed(made)["row.width.in_bounds"].goal) == "1 <= n and n <= 10"


def test_dims_that_pass_on_the_same_bounds_owe_nothing() -> None:
    made = family(n=Dim(1, 10), row=Nested(Row, width=lambda f: f.n))
    assert "row.width.in_bounds" not in owed(made)


def test_a_duty_that_a_premise_states_is_not_owed() -> None:
    made = family(n=N, small=Refine(lambda f: f.n <= 5, "small"), d=Derived(lambda f: 5 - f.n))
    assert "d.stays_above_zero" not in owed(made)


def test_a_duty_behind_its_own_guard_is_not_owed() -> None:
    made = family(n=N, r=Refine(lambda f: (f.n > 0) & (6 % f.n == 0), "r"))
    assert [name for name in owed(made) if name.startswith("r.")] == []


def test_a_duty_is_owed_once() -> None:
    made = family(n=N, a=Bytes(lambda f: 5 - f.n), b=Bytes(lambda f: 5 - f.n))
    assert [name for name in owed(made) if name.endswith("stays_above_zero")] == ["a.stays_above_zero"]


def test_a_second_duty_of_one_kind_has_a_name_of_its_own() -> None:
    made = family(n=N, d=Derived(lambda f: (5 - f.n) + (4 - f.n)))
    assert {"d.stays_above_zero", "d.stays_above_zero.2"} <= set(owed(made))


def test_a_duty_of_a_refinement_is_proved_from_the_refinements_before_it_alone() -> None:
    made = family(
        n=N,
        first=Refine(lambda f: f.n != 7, "first"),
        second=Refine(lambda f: 5 - f.n < 3, "second"),
        third=Refine(lambda f: f.n < 5, "third"),
    )
    said = premises(owed(made)["second.stays_above_zero"])
    assert "n != 7" in said
    assert not {"5 - n < 3", "n < 5", "n <= 5"} & set(said)


def test_a_derived_field_in_a_refinement_owes_its_duty_there() -> None:
    made = family(
        n=N, d=Derived(lambda f: 5 - f.n), hides=Refine(lambda f: f.d <= 3, "hides the subtraction")
    )
    assert "d <= 3" not in premises(owed(made)["hides.stays_above_zero"])


def test_a_refinement_that_holds_has_a_value() -> None:
    made = family(n=N, r=Refine(lambda f: 5 - f.n < 3, "r"), c=Claim(lambda f: f.n < 6, "c"))
    assert {"n <= 5", "5 - n < 3"} <= set(premises(owed(made)["c"]))


def test_a_ghost_narrows_only_what_depends_on_it() -> None:
    made = family(
        n=N,
        g=Ghost(5, lambda f: f.n),
        high=Claim(lambda f: f.n >= 4, "not so without the ghost"),
        through=Claim(lambda f: f.g <= 9, "the ghost is at most 9"),
    )
    assert premises(owed(made)["high"]) == ["0 <= n and n <= 9"]
    assert "5 <= g and g <= n" in premises(owed(made)["through"])


def test_a_ghost_is_needed_through_the_bounds_of_another() -> None:
    made = family(
        n=N,
        g=Ghost(0, lambda f: f.n),
        h=Ghost(0, lambda f: f.g),
        c=Claim(lambda f: f.h < 10, "h is below 10"),
    )
    assert "0 <= g and g <= n" in premises(owed(made)["c"])


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(lambda f: f.d == f.d, id="a term with itself"),
        pytest.param(lambda f: f.d == 2 * f.n, id="a definition"),
        pytest.param(lambda f: 2 * f.n == f.d, id="a definition from the other side"),
        pytest.param(lambda f: f.n < 5, id="a refinement"),
        pytest.param(lambda f: (f.d == f.d) & (f.n < 5), id="both"),
    ],
)
def test_an_empty_claim_is_refused_when_the_family_is_defined(claim: Any) -> None:
    with pytest.raises(Refused) as refused:
        family(n=N, d=Derived(lambda f: 2 * f.n), r=Refine(lambda f: f.n < 5, "r"), c=Claim(claim, "c"))
    assert [(each.code, each.part) for each in refused.value.findings] == [("BOB106", "Example.c")]


@pytest.mark.parametrize(
    ("declarations", "claim"),
    [
        pytest.param({"n": N}, lambda f: f.n <= 9, id="a dim's bound"),
        pytest.param({"n": U8()}, lambda f: f.n < 256, id="a scalar's width"),
        pytest.param({"n": Array(U8, 4)}, lambda f: every((x >= 0) & (x < 256) for x in f.n), id="elements"),
    ],
)
def test_a_claim_that_only_repeats_a_bound_is_refused(declarations: dict[str, object], claim: Any) -> None:
    with pytest.raises(Refused) as refused:
        obligations(family(**declarations, c=Claim(claim, "c")))
    assert [each.code for each in refused.value.findings] == ["BOB106"]


def test_what_is_refuted_is_owed_with_what_it_shows() -> None:
    made = owed(
        family(
            n=N,
            good=Claim(lambda f: f.n < 10 + f.n, "n is below 10 more"),
            bad=Refuted(lambda f: 9 // f.n > 1, "n is small", "n may be large"),
        )
    )
    assert [(name, o.refuted) for name, o in made.items()] == [
        ("inhabited", ""),
        ("bad.divisor_is_positive", ""),
        ("good", ""),
        ("bad", "n may be large"),
    ]
    assert made["bad"].sentence == "n is small"


def test_what_is_refuted_is_no_premise() -> None:
    made = owed(family(n=N, bad=Refuted(lambda f: f.n < 5, "n", "n"), good=Claim(lambda f: f.n < 6, "c")))
    assert "n < 5" not in premises(made["good"])


def test_long_terms_of_the_layout_are_told_by_name() -> None:
    made = family(
        one=Prefixed(U8),
        two=Prefixed(U8),
        three=Prefixed(U8),
        more=Prefixed(U8),
        padding=Padding(64),
        four=U64(),
        c=Claim(lambda f: f.four < 9, "four is small"),
    )
    padded = owed(made)["padding.stays_above_zero"]
    assert padded.sentence == "64 - (offset_of(padding) + 8) % 64 does not go below zero"
    assert repr(padded.goal) == "(offset_of(padding) + 8) % 64 <= 64"
    assert "size_of(padding) == (64 - (offset_of(padding) + 8) % 64) % 64" in premises(padded)


@pytest.mark.parametrize(
    ("name", "snake"),
    [("InputRecord", "input_record"), ("div", "div"), ("ABTest", "abtest")],
)
def test_a_family_gives_its_obligations_a_name_in_snake_case(name: str, snake: str) -> None:
    assert snake_case(name) == snake


@pytest.mark.parametrize(
    ("verdict", "status"),
    [
        (Verdict.PROVED, 0),
        (Verdict.CHECKED, 0),
        (Verdict.FALSIFIED, 1),
        (Verdict.VACUOUS, 1),
        (Verdict.UNKNOWN, 3),
    ],
)
def test_a_verdict_asks_for_its_exit_status(verdict: Verdict, status: int) -> None:
    assert verdict.status == status


def test_the_limit_of_a_quantifier_is_owed_once() -> None:
    small = Refine(lambda f: every(x < 9 for x in f.a), "every element is below 9")
    made = owed(family(n=N, a=Array(U8, lambda f: 5 - f.n), small=small))
    assert [name for name in made if "stays_above_zero" in name] == ["small.stays_above_zero"]
