"""A badly made family is refused when it is defined, with the family, the field and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from bob.errors import Finding, Refused
from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import (
    F32,
    U8,
    Array,
    Bytes,
    Claim,
    Constant,
    Derived,
    Dim,
    Ghost,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
    Refuted,
)
from bob.spec.quantifiers import every
from bob.spec.references import offset_of, record_bytes, size_of


class Inner(Family):
    """A nested family with a dim, a derived field, and one that depends on a ghost."""

    width = Dim(1, 4)
    twice = Derived(lambda f: 2 * f.width)
    hidden = Ghost(0, 9)
    unheld = Derived(lambda f: f.hidden + 1)
    x = U8()
    s = Bytes(lambda f: f.width)


def family(**body: Any) -> type:
    """The family `T` with these declarations."""
    return FamilyMeta("T", (Family,), body)


def refusal(**body: Any) -> Finding:
    with pytest.raises(Refused) as refused:
        family(**body)
    assert refused.value.subject == "family T"
    assert len(refused.value.findings) == 1
    return refused.value.findings[0]


def stated(said: Any) -> Refine:
    return Refine(said, "a sentence")


Case = tuple[dict[str, Any], str, str]
N, X = Dim(0, 9), U8()

BOB101: dict[str, Case] = {
    "in a length": ({"a": Bytes(lambda f: f.other)}, "a", "no dim or field named other"),
    "in an array": ({"a": Array(U8, lambda f: f.other)}, "a", "no dim or field named other"),
    "in an element": ({"a": Array(Bytes(lambda f: f.other), 2)}, "a", "no dim or field named other"),
    "in a derived field": ({"a": Derived(lambda f: f.other)}, "a", "no dim or field named other"),
    "in a ghost": ({"a": Ghost(0, lambda f: f.other)}, "a", "no dim or field named other"),
    "in an equation": ({"a": U8(equals=lambda f: f.other)}, "a", "no dim or field named other"),
    "in a refinement": ({"a": stated(lambda f: f.other == 1)}, "a", "no dim or field named other"),
    "in a claim": ({"a": Claim(lambda f: f.other == 1, "")}, "a", "no dim or field named other"),
    "in what is refuted": (
        {"a": Refuted(lambda f: f.other == 1, "", "")},
        "a",
        "no dim or field named other",
    ),
    "what is refuted": (
        {"a": Refuted(lambda f: f.n < 3, "", ""), "n": N, "b": stated(lambda f: f.a == 1)},
        "b",
        "no dim or field named a",
    ),
    "in a nested record": (
        {"i": Nested(Inner, width=1), "a": stated(lambda f: f.i.other == 1)},
        "a",
        "no dim or field named other",
    ),
    "in an element's record": (
        {"i": Array(Nested(Inner, width=1), 2), "a": stated(lambda f: every(e.other == 1 for e in f.i))},
        "a",
        "no dim or field named other",
    ),
    "as a dim of a nested family": (
        {"a": Nested(Inner, width=1, other=2)},
        "a",
        "Inner has no dim named other",
    ),
    "a refinement": (
        {"x": X, "r": stated(lambda f: f.x < 3), "a": stated(lambda f: f.r == 1)},
        "a",
        "no dim or field named r",
    ),
    "a constant": ({"c": Constant(b"c"), "a": Bytes(lambda f: f.c)}, "a", "no dim or field named c"),
    "a place of what is not stored": (
        {"n": N, "a": Claim(lambda f: offset_of(f.n) == 0, "")},
        "a",
        "no stored field named n",
    ),
}
BOB102: dict[str, Case] = {
    "a later length": ({"a": Bytes(lambda f: f.x), "x": X}, "a", "x stands after it"),
    "its own length": ({"a": Bytes(lambda f: f.a)}, "a", "a stands after it"),
    "a later dim": ({"a": Bytes(lambda f: f.n), "n": N}, "a", "n stands after it"),
    "a later derived field": (
        {"n": N, "a": Bytes(lambda f: f.d), "d": Derived(lambda f: f.n)},
        "a",
        "d stands after it",
    ),
    "a later dim of a nested record": (
        {"a": Nested(Inner, width=lambda f: f.x), "x": X},
        "a",
        "x stands after it",
    ),
    "derived from a later field": ({"a": Derived(lambda f: f.x), "x": X}, "a", "x stands after it"),
    "derived from the layout too early": (
        {"a": Derived(lambda _: record_bytes()), "x": X},
        "a",
        "the layout is known after the last field",
    ),
    "a length from the layout": (
        {"x": X, "a": Bytes(lambda f: offset_of(f.x) + 1)},
        "a",
        "the layout is known after the last field",
    ),
    "a count of padding": (
        {"x": X, "p": Padding(4), "a": Array(U8, lambda f: size_of(f.p))},
        "a",
        "the layout is known after the last field",
    ),
}
BOB104: dict[str, Case] = {
    "numbers alone": ({"a": Claim(lambda _: record_bytes() == 0, "")}, "a", "0 == 0"),
    "true": ({"a": stated(lambda _: True)}, "a", "True"),
    "a field that is not stored": ({"x": X, "a": stated(lambda f: offset_of(f.x) == 0)}, "a", "0 == 0"),
}
BOB105: dict[str, Case] = {
    "a chain": ({"x": X, "n": N, "a": stated(lambda f: f.x == f.n == 3)}, "a", "x == n"),
    "a chained order": ({"x": X, "a": stated(lambda f: 0 < f.x < 3)}, "a", "0 < x"),
    "and": ({"x": X, "a": stated(lambda f: f.x > 0 and f.x < 3)}, "a", "0 < x"),
    "not": ({"x": X, "a": stated(lambda f: not f.x < 3)}, "a", "x < 3"),
    "a condition": (
        {"i": Array(U8, 3), "a": stated(lambda f: every(e < 3 for e in f.i if e > 0))},
        "a",
        "0 < i",
    ),
    "in a length": ({"x": X, "a": Bytes(lambda f: 1 if f.x > 3 else 2)}, "a", "3 < x"),
    "a term": ({"x": X, "a": stated(lambda f: f.x and f.x < 3)}, "a", "the term x has no truth value"),
}
BOB106: dict[str, Case] = {
    "a refinement again": (
        {"x": X, "r": stated(lambda f: f.x < 3), "a": Claim(lambda f: f.x < 3, "")},
        "a",
        "x < 3",
    ),
    "a definition": (
        {"n": N, "d": Derived(lambda f: 2 * f.n), "a": Claim(lambda f: f.d == 2 * f.n, "")},
        "a",
        "d == 2 * n",
    ),
    "the same on both sides": ({"x": X, "a": Claim(lambda f: f.x == f.x, "")}, "a", "x == x"),
    "refuted and yet the same": ({"x": X, "a": Refuted(lambda f: f.x == f.x, "", "")}, "a", "x == x"),
}
BOB107: dict[str, Case] = {
    "a length below zero": ({"a": Bytes(-1)}, "a", "-1 is below zero"),
    "a length that is a float": ({"a": Bytes(1.5)}, "a", "1.5 is not a natural number"),  # type: ignore[arg-type]
    "a length that is a statement": (
        {"x": X, "a": Bytes(lambda f: f.x == 1)},
        "a",
        "x == 1 is a statement where a number is needed",
    ),
    "a statement that is a number": (
        {"x": X, "a": stated(lambda f: f.x + 1)},
        "a",
        "x + 1 is a number where a statement is needed",
    ),
    "a statement that is nothing": (
        {"x": X, "a": stated(lambda _: None)},
        "a",
        "None is not a natural number",
    ),
    "arithmetic with an array": (
        {"i": Array(U8, 2), "a": Bytes(lambda f: f.i + 1)},
        "a",
        "unsupported operand",
    ),
    "a kind that is not an instance": ({"a": U8}, "a", "the kind U8 is not an instance: U8()"),
    "what is no declaration": ({"a": 7}, "a", "7 is not a declaration"),
    "an alignment of zero": ({"x": X, "a": Padding(0)}, "a", "alignment 0 is not positive"),
    "an alignment below zero": ({"x": X, "a": Padding(-4)}, "a", "alignment -4 is not positive"),
    "a second padding": (
        {"x": X, "p": Padding(4), "a": Padding(4)},
        "a",
        "a second padding; a record has one",
    ),
    "an unknown size after padding": (
        {"x": X, "p": Padding(4), "a": Prefixed(U8)},
        "a",
        "after padding, only fields whose size is known before it",
    ),
    "a constant that is text": ({"a": Magic("MARK")}, "a", "'MARK' is not a byte string"),  # type: ignore[arg-type]
    "a prefix that is a number": ({"a": Prefixed(4)}, "a", "4 is not a kind of integer"),  # type: ignore[arg-type]
    "a prefix that is a float": ({"a": Prefixed(F32)}, "a", "is not a kind of integer"),
    "a prefix that equals something": ({"a": Prefixed(U8(equals=3))}, "a", "is not a kind of integer"),  # type: ignore[arg-type]
    "an element that is a number": ({"a": Array(4, 2)}, "a", "4 is not a kind of element"),  # type: ignore[arg-type]
    "a record of no family": ({"a": Nested(int)}, "a", "<class 'int'> is not a family"),  # type: ignore[arg-type]
    "an element of no family": ({"a": Array(Nested(int), 2)}, "a", "<class 'int'> is not a family"),  # type: ignore[arg-type]
    "an array of arrays": ({"a": Array(Array(U8, 2), 2)}, "a", "an array of Array; put it into a record"),
    "an array of prefixed": ({"a": Array(Prefixed(U8), 2)}, "a", "an array of Prefixed; put it into"),
    "an array of constants": ({"a": Array(Magic(b"M"), 2)}, "a", "an array of Magic; put it into a record"),
    "an array of padding": ({"a": Array(Padding(4), 2)}, "a", "an array of Padding; put it into a record"),
    "an array of equations": ({"a": Array(U8(equals=3), 2)}, "a", "an array of U8; put it into a record"),
    "elements without bytes": (
        {"n": N, "a": Array(Bytes(lambda f: f.n), 2)},
        "a",
        "its elements can take no bytes, so any number of them fits",
    ),
    "a dim of a nested family left out": ({"a": Nested(Inner)}, "a", "Inner needs its dims: width"),
    "a dim of an element left out": ({"a": Array(Inner, 2)}, "a", "Inner needs its dims: width"),
    "bounds in the wrong order": ({"a": Dim(3, 2)}, "a", "bounds 3 to 2 are not 0 <= low <= high"),
    "a bound below zero": ({"a": Dim(-1, 2)}, "a", "bounds -1 to 2 are not 0 <= low <= high"),
    "a bound that is no number": ({"a": Dim(True, 2)}, "a", "bounds True to 2 are not 0 <= low <= high"),
    "a shipped value out of bounds": ({"a": Dim(1, 2, shipped=3)}, "a", "shipped value 3 lies outside"),
    "a reserved name": ({"spec": U8()}, "spec", "the name is taken by the language itself"),
    "a size that depends on a ghost": (
        {"g": Ghost(0, 9), "a": Bytes(lambda f: f.g)},
        "a",
        "depends on the ghost g, which no file holds",
    ),
    "a count derived from a ghost": (
        {"g": Ghost(0, 9), "d": Derived(lambda f: f.g + 1), "a": Array(U8, lambda f: f.d)},
        "a",
        "depends on the ghost g, which no file holds",
    ),
    "a dim that depends on a ghost": (
        {"g": Ghost(1, 4), "a": Nested(Inner, width=lambda f: f.g)},
        "a",
        "depends on the ghost g, which no file holds",
    ),
    "an equation with a ghost": (
        {"g": Ghost(0, 9), "a": U8(equals=lambda f: f.g)},
        "a",
        "depends on the ghost g, which no file holds",
    ),
    "a nested field derived from a ghost": (
        {"i": Nested(Inner, width=1), "a": stated(lambda f: f.i.unheld == 1)},
        "a",
        "i.unheld depends on a ghost, which no record holds",
    ),
    "elements that no statement can mention": (
        {"i": Array(Bytes(2), 2), "a": stated(lambda f: f.i[0] == 1)},
        "a",
        "the elements of i are byte strings, which no statement can mention",
    ),
    "a string in an element": (
        {"i": Array(Nested(Inner, width=1), 2), "a": stated(lambda f: f.i[0].s == 1)},
        "a",
        "s is not a scalar of the elements of i",
    ),
    "the truth of an array": ({"i": Array(U8, 2), "a": stated(lambda f: f.i and f.i)}, "a", "i has no truth"),
    "the truth of a string": (
        {"i": Bytes(2), "a": stated(lambda f: f.i or f.i)},
        "a",
        "i has no truth value",
    ),
    "the size of a number": ({"x": X, "a": Claim(lambda f: size_of(f.x + 1) == 1, "")}, "a", "not a stored"),
    "too many fields": (
        {f"x{i}": U8() for i in range(101)},
        "x100",
        "more than 100 fields; nest some in a record",
    ),
}
CASES = [
    pytest.param(code, case, id=f"{code} {name}")
    for code, cases in {
        "BOB101": BOB101,
        "BOB102": BOB102,
        "BOB104": BOB104,
        "BOB105": BOB105,
        "BOB106": BOB106,
        "BOB107": BOB107,
    }.items()
    for name, case in cases.items()
]


@pytest.mark.parametrize(("code", "case"), CASES)
def test_a_badly_made_family_is_refused_by_family_field_and_reason(code: str, case: Case) -> None:
    body, field, reason = case
    found = refusal(**body)
    assert (found.code, found.part) == (code, f"T.{field}")
    assert reason in found.found


def test_a_name_defined_twice_is_refused() -> None:
    with pytest.raises(Refused) as refused:

        class T(Family):
            a = U8()
            a = U8()  # type: ignore[assignment] # noqa: PIE794

    assert refused.value.findings == (Finding("BOB103", "T.a"),)


def test_a_declared_name_that_is_given_another_value_is_refused() -> None:
    with pytest.raises(Refused) as refused:

        class T(Family):
            a = U8()
            a = 7  # type: ignore[assignment] # noqa: PIE794

    assert refused.value.findings == (Finding("BOB103", "T.a"),)
