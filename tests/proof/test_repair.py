"""A premise is called a repair where a judge proves the claim with it and Python knows a member of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bob.proof import repair
from bob.proof.discharge import Court
from bob.proof.judges import Answer, Word
from bob.proof.panel import decide
from bob.proof.points import Values
from bob.proof.repair import Repairs, repairs
from bob.proof.smtlib import goal_query
from bob.proof.subjects import families_in
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Declaration, Derived, Dim, Ghost, Refine
from bob.spec.obligation import obligations
from bob.spec.premises import Kind, Premise
from bob.spec.quantifiers import all_different, every

if TYPE_CHECKING:
    from bob.proof.judges import Decide
    from bob.spec.obligation import Obligation

BAD = Path(__file__).parents[2] / "fixtures" / "bad"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found must not depend on how busy this machine is."""
    monkeypatch.setattr(repair, "_BUDGET_S", 60.0)
    monkeypatch.setattr(repair, "_TIMEOUT_S", 1.0)


def owed(name: str, **declarations: Declaration) -> Obligation:
    family = type(Family)("Example", (Family,), dict(declarations))
    (found,) = [each for each in obligations(family) if each.name == f"example/{name}"]
    return found


def claim(statement: Any, **declarations: Declaration) -> Obligation:
    return owed("c", **declarations, c=Claim(statement, "the claim"))


def repaired(obligation: Obligation, judge: Decide = decide) -> Repairs:
    """The repairs that a judge finds for the smallest counterexample."""
    member = Court(decide).discharge(obligation).counterexample
    assert member is not None
    return repairs(obligation, member, judge)


def sentences(found: Repairs) -> list[str]:
    return [each.sentence for each in found.found]


@pytest.mark.parametrize(
    ("case", "name", "expected"),
    [
        ("patches", "patches/patches_cover_the_image", ["patch divides side"]),
        ("overflow", "overflow/record_bytes.below_2_63", ["vocabulary is at most 876706528"]),
        ("odd-vocabulary", "targets/targets_are_aligned", ["vocabulary is even"]),
        ("planes-overlap", "overlapping_planes/planes_are_disjoint", ["byte is below second_offset"]),
    ],
)
def test_the_premise_that_a_bad_family_lacks_is_found(case: str, name: str, expected: list[str]) -> None:
    (family,) = families_in(str(BAD / f"family--{case}.py"))
    (found,) = [each for each in obligations(family) if each.name == name]
    assert sentences(repaired(found)) == expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        pytest.param(
            owed("d.stays_above_zero", a=Dim(0, 99), b=Dim(0, 99), d=Derived(lambda f: f.a - f.b)),
            ["b is at most a"],
            id="what an operator owes",
        ),
        pytest.param(
            owed("d.divisor_is_positive", a=Dim(0, 99), b=Dim(0, 99), d=Derived(lambda f: f.a // f.b)),
            ["b is at least 1"],
            id="the plainer of two that say the same",
        ),
        pytest.param(
            owed("d.divides", a=Dim(0, 99), b=Dim(0, 99), d=Derived(lambda f: f.a / f.b)),
            ["b is positive and b divides a"],
            id="a divisor that may be zero",
        ),
        pytest.param(
            claim(lambda f: f.a * f.b * f.b <= 10**6, a=Dim(1, 1000), b=Dim(1, 1000)),
            ["a and b are at most 100", "b is at most 31", "a is 1"],
            id="one bound for all dims",
        ),
        pytest.param(
            claim(lambda f: (f.n * f.n > f.n) & (f.m % 2 == 0), n=Dim(0, 999), m=Dim(0, 999)),
            ["m is even and n is at least 2"],
            id="two premises together",
        ),
        pytest.param(
            claim(lambda f: f.n != 7, n=Dim(0, 1000)),
            ["n is even", "n is at most 6", "n is at least 8"],
            id="not the claim itself",
        ),
        pytest.param(
            claim(lambda f: (f.g < f.n) | (f.n < 4), n=Dim(1, 99), g=Ghost(0, lambda f: f.n)),
            ["n is at most 3", "g is not n", "g is at most 3"],
            id="what narrows a ghost comes after what does not",
        ),
        pytest.param(
            claim(
                lambda f: every(x < 9 for x in f.a),
                n=Dim(1, 100),
                a=Array(U8, lambda f: f.n),
                r=Refine(lambda f: every(x < f.n for x in f.a), "every element is below n"),
            ),
            ["n is at most 9"],
            id="with elements",
        ),
        pytest.param(
            claim(
                lambda f: (f.n * 2 + 18) % 4 == 0,
                n=Dim(1, 256),
                a=Array(U8, lambda f: f.n),
                below=Refine(lambda f: every(x < f.n for x in f.a), "below n"),
                apart=Refine(lambda f: all_different(x for x in f.a), "all different"),
            ),
            ["n is odd"],
            id="with elements that are found for short arrays alone",
        ),
    ],
)
def test_the_weakest_sufficient_premises_are_named(made: Obligation, expected: list[str]) -> None:
    assert sentences(repaired(made)) == expected


ABOVE = Refine(lambda f: every(x < f.n for x in f.a), "every element is below n")


def with_premise(obligation: Obligation, found: Repairs) -> Obligation:
    premise = Premise("repair", Kind.REFINEMENT, found.found[0].predicate, found.found[0].sentence)
    return obligation._replace(given=(*obligation.given, premise))


FEW = claim(lambda f: f.n * f.n < 1000, n=Dim(0, 1000))


def test_an_exact_bound_is_refuted_by_the_next_number() -> None:
    found = repaired(FEW)
    assert [(each.sentence, each.exact) for each in found.found] == [("n is at most 31", True)]
    assert decide(goal_query(with_premise(FEW, found))).word is Word.UNSAT
    wider = found._replace(found=(found.found[0]._replace(predicate=FEW.given[0].predicate),))
    assert decide(goal_query(with_premise(FEW, wider))).word is Word.SAT


def test_a_bound_beyond_which_the_judge_is_silent_is_not_called_the_widest() -> None:
    def hesitant(text: str, limit_s: float) -> Answer:
        bounds = [int(found) for found in re.findall(r"\(assert \(<= n (\d+)\)\)", text)]
        unsure = "not: the claim" in text and max(bounds, default=0) > 20
        return Answer(Word.UNKNOWN, 0.0) if unsure else decide(text, limit_s)

    found = repaired(FEW, hesitant)
    assert [(each.sentence, each.exact) for each in found.found] == [("n is at most 20", False)]


def test_a_bound_at_the_end_of_its_range_is_not_called_the_widest() -> None:
    found = repaired(claim(lambda f: f.n < 4, n=Dim(3, 9)))
    assert [(each.sentence, each.exact) for each in found.found] == [("n is 3", False)]


# Odd members far apart, so that none but the counterexample lies near it: being even excludes all of them.
ODD = claim(
    lambda f: (f.n % 2 == 0) | (f.n > 5000),
    n=Dim(5, 10**6),
    r=Refine(lambda f: f.n % 1000 == 1, "n leaves 1 when divided by 1000"),
)


def test_a_premise_that_no_member_satisfies_repairs_nothing() -> None:
    assert sentences(repaired(ODD)) == ["n is at least 4002"]


def silent_about(word: str) -> Decide:
    """A judge who says nothing of texts whose heading holds `word`."""
    return lambda text, limit_s: (
        Answer(Word.UNKNOWN, 0.0) if word in text.splitlines()[0] else decide(text, limit_s)
    )


@pytest.mark.parametrize(
    "word", [pytest.param("example/c", id="sufficiency"), pytest.param("premises of", id="a member")]
)
def test_where_the_judge_is_silent_nothing_is_called_a_repair(word: str) -> None:
    found = repaired(FEW, silent_about(word))
    assert (found.found, found.n_tried > 9) == ((), True)


def test_a_member_is_looked_for_among_short_arrays_too() -> None:
    made = claim(lambda f: every(x < 9 for x in f.a), n=Dim(1, 100), a=Array(U8, lambda f: f.n), r=ABOVE)

    def slow(text: str, limit_s: float) -> Answer:
        long = text.startswith("; premises of") and "at most 7" not in text
        return Answer(Word.UNKNOWN, 0.0) if long else decide(text, limit_s)

    assert sentences(repaired(made, slow)) == ["n is at most 9"]


def test_a_member_that_python_does_not_know_is_not_believed() -> None:
    def wrong(text: str, limit_s: float) -> Answer:
        answer = decide(text, limit_s)
        return answer if answer.assignment is None else answer._replace(assignment=Values({"n": 10**9}, {}))

    assert repaired(FEW, wrong).found == ()


def test_a_claim_that_holds_for_no_member_is_hopeless() -> None:
    assert repaired(claim(lambda f: f.n > 9, n=Dim(0, 9))) == Repairs(hopeless=True)


def test_the_same_is_found_again() -> None:
    assert sentences(repaired(FEW)) == sentences(repaired(FEW))


def test_when_its_time_is_over_nothing_more_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "_BUDGET_S", -1.0)
    assert repaired(FEW) == Repairs(ended=True)
