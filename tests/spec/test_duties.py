"""What operators owe: each once, guarded where a guard decides whether they are evaluated at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.spec.duties import duties
from bob.spec.evaluation import Fault, holds
from bob.spec.terms import (
    AllDifferent,
    And,
    Arith,
    Bound,
    Compare,
    Const,
    Every,
    Iff,
    Implies,
    Item,
    Name,
    Not,
    Or,
    text,
)

if TYPE_CHECKING:
    from bob.spec.terms import Node, Predicate, Term

A, B, C = Name("a"), Name("b"), Name("c")
I0 = Bound("i0", B)
ITEM = Item("items", I0, (), C)

OWED: list[tuple[Node, list[str]]] = [
    (A + B * C, []),
    (A - B, ["b <= a"]),
    (A // B, ["0 < b"]),
    (A % B, ["0 < b"]),
    (A / B, ["0 < b", "a % b == 0"]),
    (A // 4, []),
    (A % 4, []),
    (A / 4, ["a % 4 == 0"]),
    (A // 0, ["0 < 0"]),
    ((A - B) - C, ["b <= a", "c <= a - b"]),
    (A / (B - C), ["c <= b", "0 < b - c", "a % (b - c) == 0"]),
    ((A - B) + (A - B), ["b <= a"]),
    (Item("items", A, (), C), ["a < c"]),
    (Item("items", A - B, (), C), ["b <= a", "a - b < c"]),
    (A - B == C, ["b <= a"]),
    (Not(A - B == C), ["b <= a"]),
    ((A - B == C).iff(B - A == C), ["b <= a", "a <= b"]),
    ((A - B == C).implies(B - A == C), ["b <= a", "a - b == c implies a <= b"]),
    ((A < B) & (B - A == C), ["a < b implies a <= b"]),
    (And((A < B, B < C, C - A == 1)), ["(a < b and b < c) implies a <= c"]),
    ((A < B) | (A - B == C), ["not a < b implies b <= a"]),
    (Or((A < B, B < C, A - C == 1)), ["(not a < b and not b < c) implies c <= a"]),
    (Every(I0, ITEM < 3), ["i0 < c for every i0 < b"]),
    (Every(Bound("i0", A - B), Const(1) == 1), ["b <= a"]),
    (AllDifferent(I0, ITEM), ["i0 < c for every i0 < b"]),
    (Every(I0, (I0 < C).implies(ITEM == 0)), ["(i0 < c implies i0 < c) for every i0 < b"]),
]


@pytest.mark.parametrize(("node", "owed"), OWED, ids=[text(node) for node, _ in OWED])
def test_an_operator_owes_what_gives_it_a_value(node: Node, owed: list[str]) -> None:
    assert [text(duty.predicate) for duty in duties(node)] == owed


WORDS = {
    "stays_above_zero": (A - B, "a - b does not go below zero"),
    "divisor_is_positive": (A // B, "a // b divides by something positive"),
    "divides": (A / 4, "a / 4 divides exactly"),
    "index_in_range": (Item("items", A, (), C), "the index of items[a] is in range"),
}


@pytest.mark.parametrize(("node", "sentence"), WORDS.values(), ids=WORDS.keys())
def test_a_duty_has_a_word_and_a_sentence(node: Term, sentence: str) -> None:
    word = next(word for word, case in WORDS.items() if case[0] is node)
    assert [(duty.word, duty.sentence) for duty in duties(node)] == [(word, sentence)]


_TERMS = st.recursive(
    st.sampled_from([A, B, Const(0), Const(1), Const(3)]),
    lambda inner: (
        st.builds(Arith, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner, inner)
        | st.builds(lambda index: Item("items", index, (), Const(3)), inner)
    ),
    max_leaves=6,
)
_COMPARISONS = st.builds(Compare, st.sampled_from(["==", "!=", "<", "<="]), _TERMS, _TERMS)
_PREDICATES = st.recursive(
    _COMPARISONS,
    lambda inner: (
        st.builds(lambda a, b: And((a, b)), inner, inner)
        | st.builds(lambda a, b: Or((a, b)), inner, inner)
        | st.builds(Not, inner)
        | st.builds(Implies, inner, inner)
        | st.builds(Iff, inner, inner)
        | st.builds(lambda body: Every(Bound("i9", A), body), inner)
    ),
    max_leaves=4,
)


@settings(derandomize=True, deadline=None, database=None, max_examples=150)
@given(_PREDICATES, st.integers(0, 5), st.integers(0, 5))
def test_a_predicate_whose_duties_hold_has_a_truth(said: Predicate, a: int, b: int) -> None:
    scope = {"a": a, "b": b, "items": [2, 0, 1]}
    try:
        owed = all(holds(duty.predicate, scope) for duty in duties(said))
    except Fault:
        owed = False
    try:
        holds(said, scope)
        has_truth = True
    except Fault:
        has_truth = False
    assert has_truth or not owed
