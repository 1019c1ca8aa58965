"""Quantifiers written as generator expressions become closed trees, or are refused."""

from __future__ import annotations

from typing import Any

import pytest

from bob.spec.fields import U8
from bob.spec.quantifiers import all_different, below, every
from bob.spec.references import Sequence
from bob.spec.terms import Bound, Name, TruthOfPredicate, text

N, M = Name("n"), Name("m")
ITEMS, OTHERS = Sequence("items", N, U8()), Sequence("others", M, U8())


def test_a_generator_over_an_array_is_a_statement_for_all_its_elements() -> None:
    assert text(every(item < M for item in ITEMS)) == "items[i0] < m for every i0 < n"


def test_a_generator_over_indices_is_bounded_by_their_limit() -> None:
    assert text(every(ITEMS[i] <= ITEMS[i + 1] for i in below(N - 1))) == (
        "items[i0] <= items[i0 + 1] for every i0 < n - 1"
    )


def test_two_arrays_make_two_quantifiers_the_first_outermost() -> None:
    said = every(item != other for item in ITEMS for other in OTHERS)
    assert text(said) == "(items[i1] != others[i0] for every i0 < m) for every i1 < n"


def test_a_quantifier_inside_another_has_a_variable_of_its_own() -> None:
    said = every(every(a <= b for b in OTHERS) for a in ITEMS)
    assert text(said) == "(items[i1] <= others[i0] for every i0 < m) for every i1 < n"


def test_all_different_ranges_over_one_array() -> None:
    assert text(all_different(item for item in ITEMS)) == "items[i0] all different for i0 < n"
    with pytest.raises(TypeError, match="ranges over one array"):
        all_different(a + b for a in ITEMS for b in OTHERS)


def test_two_quantifiers_that_say_the_same_are_the_same_tree() -> None:
    assert every(item < M for item in ITEMS).same(every(other < M for other in ITEMS))


def test_a_closed_tree_holds_no_fresh_variable() -> None:
    said = every(item < M for item in ITEMS)
    assert {node.variable for node in said.walk() if isinstance(node, Bound)} == {"i0"}


REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "a condition": (lambda: every(i < M for i in ITEMS if i < N), TruthOfPredicate, "no truth value"),
    "nothing": (lambda: every(i < M for i in ()), TypeError, "takes a generator over arrays"),
    "several": (lambda: every([N < M, M < N]), TypeError, "takes a generator over arrays"),
    "a number": (lambda: every(i for i in ITEMS), TypeError, "is not a predicate"),
    "a truth value": (lambda: every(True for _ in ITEMS), TypeError, "is not a predicate"),
    "all different statements": (lambda: all_different(i < M for i in ITEMS), TypeError, "not a natural"),
    "all different of nothing": (lambda: all_different(iter(())), TypeError, "takes a generator"),
}


@pytest.mark.parametrize(("write", "kind", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_a_quantifier_that_ranges_over_no_array_is_refused(
    write: Any, kind: type[Exception], reason: str
) -> None:
    with pytest.raises(kind, match=reason):
        write()
