"""The premises that a claim might lack are read off the claim and its counterexample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.candidates import candidates
from bob.spec.family import Family
from bob.spec.fields import Claim, Declaration, Derived, Dim, Ghost
from bob.spec.obligation import obligations

if TYPE_CHECKING:
    from bob.spec.obligation import Obligation


def claim(statement: Any, **declarations: Declaration) -> Obligation:
    family = type(Family)("Example", (Family,), {**declarations, "c": Claim(statement, "the claim")})
    return obligations(family)[-1]


def sentences(obligation: Obligation, **values: int) -> list[str]:
    return [candidate.sentence for candidate in candidates(obligation, values)]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        pytest.param(lambda f: f.d * f.b == f.a, "b divides a", id="a divisor of a definition"),
        pytest.param(lambda f: f.d * f.b == f.a, "b is positive", id="a positive divisor"),
        pytest.param(
            lambda f: f.d * f.b == f.a, "b is positive and b divides a", id="a divisor that may be zero"
        ),
        pytest.param(lambda f: (f.a * 3) % 4 == 0, "4 divides a", id="a modulus of the goal"),
        pytest.param(lambda f: (f.a * 3) % 4 == 0, "a % 4 is 3", id="another rest"),
        pytest.param(lambda f: f.a * f.a == 9, "a is even", id="even"),
        pytest.param(lambda f: f.a * f.a == 9, "a is odd", id="odd"),
        pytest.param(lambda f: f.a * f.b < 9, "a is below b", id="an order"),
        pytest.param(lambda f: f.a * f.b < 9, "b is at most a", id="the other order"),
        pytest.param(lambda f: f.a * f.b < 9, "a is b", id="an equation"),
        pytest.param(lambda f: f.a * f.b < 9, "a divides b", id="a divisor that is mentioned nowhere"),
        pytest.param(lambda f: f.a * f.b < 9, "a is 9", id="a number of the goal"),
        pytest.param(lambda f: f.a * f.b < 9, "a is not 5", id="not the counterexample's value"),
        pytest.param(lambda f: (f.a < 3) | (f.b < 4), "a < 3", id="one side of several"),
        pytest.param(lambda f: (f.a < 3).implies(f.b < 4), "3 <= a", id="no antecedent"),
        pytest.param(lambda f: ~((f.a < 3) & (f.b <= 4)), "4 < b", id="one denial of several"),
        pytest.param(lambda f: ~((f.a == 3) & ~(f.b < 4)), "a != 3", id="an equation denied"),
    ],
)
def test_a_premise_is_among_the_guesses(statement: Any, sentence: str) -> None:
    made = claim(statement, a=Dim(0, 99), b=Dim(0, 99), d=Derived(lambda f: f.a // f.b))
    assert sentence in sentences(made, a=5, b=6)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        pytest.param(lambda f: f.a < f.b, "a is below b", id="as it stands"),
        pytest.param(lambda f: f.d == f.b, "d is b", id="an equation"),
        pytest.param(lambda f: f.a % f.b == 0, "b divides a", id="a division"),
    ],
)
def test_the_claim_itself_is_no_guess(statement: Any, sentence: str) -> None:
    made = claim(statement, a=Dim(0, 99), b=Dim(1, 99), d=Derived(lambda f: f.a // f.b))
    assert sentence not in sentences(made, a=5, b=6, d=0)


def test_what_an_operator_owes_is_a_guess() -> None:
    family = type(Family)("E", (Family,), {"a": Dim(0, 9), "b": Dim(0, 9), "d": Derived(lambda f: f.a - f.b)})
    (owed,) = [each for each in obligations(family) if each.name == "e/d.stays_above_zero"]
    assert "b is at most a" in sentences(owed, a=0, b=1)


def test_no_ghost_is_held_to_one_value() -> None:
    found = sentences(claim(lambda f: f.g < f.n + 3, n=Dim(0, 99), g=Ghost(0, 99)), n=0, g=3)
    assert {"g is not 3", "n is 3"} <= set(found)
    assert not {"g is 3", "g is n", "n is g"} & set(found)


def test_no_premise_is_guessed_twice() -> None:
    made = claim(lambda f: (f.a * 3) % 4 + f.b % 2 == 0, a=Dim(0, 99), b=Dim(0, 99))
    keys = [candidate.predicate.key() for candidate in candidates(made, {"a": 1, "b": 1})]
    assert len(set(keys)) == len(keys)
