"""A goal that its premises state already, or that compares a term with itself, is seen as empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.spec.emptiness import is_empty, known
from bob.spec.terms import Bound, Every, Name

if TYPE_CHECKING:
    from bob.spec.terms import Predicate

A, B, C = Name("a"), Name("b"), Name("c")
I = Bound("i0", B)  # noqa: E741
GIVEN = known([(A < B) & (C > 0), A == C * 2])


@pytest.mark.parametrize(
    "goal",
    [
        pytest.param(A == A, id="a term with itself"),
        pytest.param(A + B <= A + B, id="a sum with itself"),
        pytest.param((A < B) & (C > 0), id="a premise"),
        pytest.param(A < B, id="part of a premise"),
        pytest.param(A == C * 2, id="an equation"),
        pytest.param(C * 2 == A, id="an equation from the other side"),
        pytest.param((A == A) & (A < B), id="empty parts"),
        pytest.param((A < C) | (B == B), id="an alternative that is empty"),
        pytest.param((A < C).implies(A < C), id="its own condition"),
        pytest.param((A + 1).__eq__(C).iff((A + 1).__eq__(C)) & (A == A), id="one statement on both sides"),
        pytest.param(Every(I, I < B), id="the limit of its own quantifier"),
    ],
)
def test_nothing_is_left_of_the_goal(goal: Predicate) -> None:
    assert is_empty(goal, GIVEN)


@pytest.mark.parametrize(
    "goal",
    [
        pytest.param(B < A, id="a premise turned round"),
        pytest.param(A <= B, id="a weaker premise"),
        pytest.param(A + B == B + A, id="sums in another order"),
        pytest.param((A == A) & (A < C), id="one part that says something"),
        pytest.param((A < B).implies(A < C), id="a conclusion of its own"),
        pytest.param(~(A < B), id="a premise denied"),
        pytest.param(Every(I, I < C), id="another limit"),
    ],
)
def test_something_is_left_of_the_goal(goal: Predicate) -> None:
    assert not is_empty(goal, GIVEN)
