"""What is left of a statement says of the free bytes what the statement says of the whole file."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.spec.bytewise import word
from bob.spec.clauses import Words, scope_of, true_of
from bob.spec.evaluation import Fault, holds
from bob.spec.residue import FALSE, TRUE, Open, Partly, is_false, is_true, number, residue
from bob.spec.terms import AllDifferent, And, Bound, Const, Every, Implies, Name, Not, Or, Predicate, Term
from tests.adversary.corpus import KEPT, READINGS, Kept

FILE = Partly(b"\1\2\3\4\5\6\7\x08", {2, 3}, {"n": 3})
B2, B3 = word(Const(2), 1), word(Const(3), 1)
I = Bound("i0", Name("n"))  # noqa: E741


def byte(place: Term | int) -> Term:
    return word(place if isinstance(place, Term) else Const(place), 1)


LEFT: dict[str, tuple[Predicate, Predicate]] = {
    "known": (byte(0) == 1, TRUE),
    "known and false": (byte(0) == 2, FALSE),
    "free": (byte(2) == 5, B2 == 5),
    "a word that is free": (word(Const(2), 2) == 5, word(Const(2), 2) == 5),
    "a word of which half is free": (
        word(Const(3), 2) == 5,
        B3 + Const(5 * 256) == 5,
    ),
    "each": (Every(I, byte(I) < 9), B2 < 9),
    "one of each is false": (Every(I, byte(I) < 2), FALSE),
    "all different": (AllDifferent(I, byte(I)), And((Const(1) != B2, Const(2) != B2))),
    "two are the same": (AllDifferent(I, byte(I) * 0), FALSE),
    "an open place": (byte(B2) == 1, byte(B2) == 1),
    "a guard that is false": (Implies(byte(0) == 2, byte(2) == 1), TRUE),
    "a guard that is true": (Implies(byte(0) == 1, byte(2) == 1), B2 == 1),
    "one of two is true": (Or((byte(0) == 1, byte(2) == 1)), TRUE),
    "one of two is open": (Or((byte(0) == 2, byte(2) == 1)), B2 == 1),
    "not": (Not(Not(byte(2) == 1)), B2 == 1),
    "iff": ((byte(0) == 2).iff(byte(2) == 1), Not(B2 == 1)),
    "no number is below zero": (byte(0) - byte(1) == 0, Const(1) - Const(2) == 0),
    "no quotient by zero": (byte(0) // (byte(0) * 0) == 0, Const(1) // Const(0) == 0),
    "no inexact quotient": (byte(2) + byte(0) / byte(1) == 0, B2 + Const(1) / Const(2) == 0),
}


@pytest.mark.parametrize(("whole", "left"), LEFT.values(), ids=LEFT)
def test_what_is_left(whole: Predicate, left: Predicate) -> None:
    assert residue(whole, FILE).same(left)


def test_a_limit_that_free_bytes_decide_cannot_be_walked() -> None:
    with pytest.raises(Open):
        residue(Every(Bound("i0", byte(2)), byte(0) == 1), FILE)


def test_the_bytes_that_were_asked_for_are_gathered() -> None:
    file = Partly(b"\1\2\3\4", {1}, {})
    assert number(word(Const(2), 2), file) == 0x0403
    assert number(byte(1), file) is None
    assert (file.read, file.searched) == ({1, 2, 3}, False)
    residue(byte(byte(1)) == 0, file)
    assert file.searched


# What lies beyond the end of a file has no value.
WHOLE = [k for k in KEPT if k.facts.get("clause") not in ("(short)", "bytes_are_in_the_vocabulary")]


@pytest.mark.parametrize("kept", WHOLE, ids=lambda kept: kept.path)
def test_nothing_is_left_where_all_is_known(kept: Kept) -> None:
    reading = READINGS[kept.family]
    scope = scope_of(reading, kept.dims, kept.content)
    numbers = {name: value for name, value in scope.items() if isinstance(value, int)}
    for clause in reading.clauses:
        left = residue(clause.predicate, Partly(kept.content, (), numbers))
        assert (is_true(left), is_false(left)) == (
            held := true_of(clause, reading, kept.dims, kept.content),
            not held,
        )


@given(st.binary(min_size=8, max_size=8), st.sets(st.integers(0, 7)))
def test_the_rest_says_of_the_free_bytes_what_the_whole_says(content: bytes, free: set[int]) -> None:
    scope = {"n": 3, **{word(Const(0), n).name: Words(content, n) for n in (1, 2, 4, 8)}}
    file = Partly(bytes(0 if i in free else b for i, b in enumerate(content)), free, {"n": 3})
    for whole, _ in LEFT.values():
        with suppress(Fault):
            expected = holds(whole, scope)
            assert holds(residue(whole, file), scope) == expected
