"""A family without a clause accepts what breaks this clause, and refuses what breaks any other."""

from __future__ import annotations

import pytest

from bob.adversary.dropped import Lenient, dropped
from bob.spec.clauses import Clause, Kind, clauses_of
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Bytes, Dim, Magic, Nested, Padding, Refine


class Cell(Family):
    """A mark, and as many bytes as the row says."""

    n = Dim(1, 3)
    mark = Magic(b"!")
    value = U8()
    rest = Bytes(lambda f: f.n)
    few = Refine(lambda f: f.n < 3, "fewer than three bytes")
    small = Refine(lambda f: f.value < 10, "the value is below ten")


class Row(Family):
    """A head, two cells and padding."""

    n = Dim(0, 9)
    m = Dim(0, 9)
    head = Magic(b"R")
    size = U8(equals=7)
    one = Nested(Cell, n=lambda f: f.n)
    two = Array(Nested(Cell, n=lambda f: f.m), 1)
    tail = U8()
    filling = Padding(4)


GOOD = b"R\7!\1A!\2B\5\0\0\0"
DIMS = {"n": 1, "m": 1}
# What breaks each clause: dims and bytes.
BROKEN: dict[str, tuple[dict[str, int], bytes]] = {
    "head": (DIMS, b"r" + GOOD[1:]),
    "size": (DIMS, b"R\6" + GOOD[2:]),
    "one.mark": (DIMS, b"R\7?" + GOOD[3:]),
    "one.small": (DIMS, b"R\7!\12" + GOOD[4:]),
    "one.n": ({"n": 0, "m": 1}, b"R\7!\1!\2B\5"),
    "one.few": ({"n": 3, "m": 1}, b"R\7!\1AAA!\2B\5\0"),
    "two.n": ({"n": 1, "m": 0}, b"R\7!\1A!\2\5"),
    "two[].few": ({"n": 1, "m": 3}, b"R\7!\1A!\2BBB\5\0"),
    "two[].mark": (DIMS, b"R\7!\1A?\2B\5\0\0\0"),
    "two[].small": (DIMS, b"R\7!\1A!\12B\5\0\0\0"),
    "filling": (DIMS, GOOD[:-1] + b"\1"),
    "(short)": (DIMS, GOOD[:-1]),
    "(long)": (DIMS, GOOD + b"\0"),
}
CLAUSES = {clause.name: clause for clause in clauses_of(Row.spec).clauses}


def test_every_clause_is_broken_here() -> None:
    assert set(CLAUSES) == set(BROKEN)
    assert Lenient(Row.spec).accepts(DIMS, GOOD)


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("name", CLAUSES)
def test_what_is_dropped_is_not_asked_for_and_all_else_is(name: str, broken: str) -> None:
    dims, content = BROKEN[broken]
    assert Lenient(Row.spec).codes(dims, content) == {CLAUSES[broken].code}
    assert dropped(Row.spec, CLAUSES[name]).accepts(dims, content) == (name == broken)


def test_what_an_operator_owes_cannot_be_dropped() -> None:
    owed = Clause("size", Kind.VALUE, CLAUSES["size"].predicate, "", "BOB155")
    with pytest.raises(ValueError, match="owed by an operator"):
        dropped(Row.spec, owed)
