"""Terms and predicates as trees: what operators build and refuse, how trees are compared and written."""

from __future__ import annotations

from typing import Any

import pytest

from bob.spec.terms import (
    AllDifferent,
    Arith,
    Bound,
    BytesOf,
    Compare,
    Const,
    Every,
    Iff,
    Implies,
    Item,
    Length,
    Name,
    Not,
    Or,
    TruthOfPredicate,
    as_predicate,
    names,
    natural,
    substitute,
    text,
)

A, B, C = Name("a"), Name("b"), Name("c")
I0 = Bound("i0", B)
ITEM = Item("items", I0, (), B)

WRITTEN: list[tuple[Any, str]] = [
    (A + 1, "a + 1"),
    (1 + A, "1 + a"),
    (A - B, "a - b"),
    (9 - A, "9 - a"),
    (A * 2, "a * 2"),
    (2 * A, "2 * a"),
    (A / B, "a / b"),
    (8 / A, "8 / a"),
    (A // B, "a // b"),
    (8 // A, "8 // a"),
    (A % B, "a % b"),
    (8 % A, "8 % a"),
    ((A + B) * C, "(a + b) * c"),
    (A + B * C, "a + b * c"),
    (A - (B - C), "a - (b - c)"),
    (A - B - C, "a - b - c"),
    (A / (B * C), "a / (b * c)"),
    (A == B, "a == b"),
    (A != 3, "a != 3"),
    (A < B, "a < b"),
    (A <= B, "a <= b"),
    (A > B, "b < a"),
    (A >= B, "b <= a"),
    ((A == B) & (B == C), "a == b and b == c"),
    ((A == B) | (B == C), "a == b or b == c"),
    (~(A == B), "not a == b"),
    (((A == B) | (B == C)) & (A < 3), "(a == b or b == c) and a < 3"),
    (~((A == B) & (B == C)), "not (a == b and b == c)"),
    ((A == B).implies(B == C), "a == b implies b == c"),
    ((A == B).iff(B == C), "a == b iff b == c"),
    (Length("t"), "length(t)"),
    (BytesOf("t"), "bytes(t)"),
    (ITEM, "items[i0]"),
    (Item("pairs", I0, ("inner", "byte"), B), "pairs[i0].inner.byte"),
    (Every(I0, ITEM < 3), "items[i0] < 3 for every i0 < b"),
    (AllDifferent(I0, ITEM), "items[i0] all different for i0 < b"),
]


@pytest.mark.parametrize(("node", "plain"), WRITTEN, ids=[plain for _, plain in WRITTEN])
def test_a_tree_is_written_as_a_reader_would(node: Any, plain: str) -> None:
    assert text(node) == plain
    assert repr(node) == plain


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (True, "not a natural"),
        (1.5, "not a natural"),
        ("a", "not a natural"),
        (None, "not"),
        (-1, "below zero"),
    ],
    ids=repr,
)
def test_what_is_no_natural_number_is_no_term(value: object, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        natural(value)
    with pytest.raises(TypeError, match=reason):
        A + value  # type: ignore[operator]


def test_a_term_is_itself_as_a_term() -> None:
    assert natural(A) is A
    assert isinstance(natural(3), Const)


TRUTHS = {
    "if": lambda: bool(A < B),
    "a term": lambda: bool(A),
    "chain": lambda: A == B == C,
    "chained order": lambda: A < B < C,
    "and": lambda: (A < B) and (B < C),
    "or": lambda: (A < B) or (B < C),
    "not": lambda: not (A < B),
    "in": lambda: A in [B, C],
    "comparing predicates": lambda: (A < B) == (B < C),
}


@pytest.mark.parametrize("ask", TRUTHS.values(), ids=TRUTHS.keys())
def test_nothing_takes_the_truth_of_a_predicate(ask: Any) -> None:
    with pytest.raises(TruthOfPredicate):
        ask()


@pytest.mark.parametrize("other", [True, 1, A, None, "a < b"], ids=repr)
@pytest.mark.parametrize(
    "join",
    [
        lambda p, o: p & o,
        lambda p, o: p | o,
        lambda p, o: p.implies(o),
        lambda p, o: p.iff(o),
        lambda _, o: as_predicate(o),
    ],
    ids=["and", "or", "implies", "iff", "as_predicate"],
)
def test_only_predicates_are_joined(join: Any, other: object) -> None:
    with pytest.raises(TypeError, match="is not a predicate"):
        join(A < B, other)


def test_two_trees_are_the_same_only_before_any_simplification() -> None:
    assert (A + B).same(Name("a") + Name("b"))
    assert not (A + B).same(B + A)
    assert not (A + B).same(A - B)
    assert not (A < B).same(A <= B)
    assert not Length("a").same(BytesOf("a"))
    assert not Item("x", A, ("p",), B).same(Item("x", A, ("q",), B))


def test_trees_are_no_keys_of_a_dictionary_but_have_one() -> None:
    with pytest.raises(TypeError):
        hash(A)
    with pytest.raises(TypeError):
        hash(A < B)
    assert len({(A + B).key(), (Name("a") + Name("b")).key(), (B + A).key()}) == 2


def test_walking_meets_parents_first_and_every_part() -> None:
    tree = (A + 1 < B) | Not(Every(I0, ITEM == C))
    kinds = [type(node).__name__ for node in tree.walk()]
    assert kinds == [
        "Or",
        "Compare",
        "Arith",
        "Name",
        "Const",
        "Name",
        "Not",
        "Every",
        "Bound",
        "Name",
        "Compare",
        "Item",
        "Bound",
        "Name",
        "Name",
        "Name",
    ]


def test_names_are_those_of_quantities_lengths_and_arrays() -> None:
    assert names((A + Length("t") < BytesOf("u")) & Every(I0, Item("x", I0, (), C) == 0)) == {
        "a",
        "t",
        "u",
        "b",
        "x",
        "c",
    }
    assert names(Const(3) < Const(4)) == set()


def test_substitution_replaces_below_what_it_keeps_and_shares_what_it_does_not_change() -> None:
    untouched = B * C
    tree = A + untouched == A
    changed = substitute(tree, lambda node: Const(7) if isinstance(node, Name) and node.name == "a" else None)
    assert text(changed) == "7 + b * c == 7"
    assert text(tree) == "a + b * c == a"
    assert isinstance(changed, Compare)
    assert isinstance(changed.left, Arith)
    assert changed.left.right is untouched


def test_a_tree_that_nothing_changes_is_itself() -> None:
    tree = Or((A < B, Iff(A < B, Implies(B < C, Not(A < C)))))
    assert substitute(tree, lambda _: None) is tree


def test_a_column_is_an_array_with_the_path_inside_its_elements() -> None:
    assert Item("pairs", I0, ("inner", "byte"), B).column == "pairs.inner.byte"


def test_only_nodes_are_written() -> None:
    with pytest.raises(TypeError, match="int is not a term or a predicate"):
        text(3)  # type: ignore[arg-type]
