"""A printed record accepts exactly the bytes that decode with no finding and differ in free fields alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.codec import decode, encode, make
from bob.spec.family import Family
from bob.spec.fields import U8, U16, U32, U64, Array, Bytes, Dim, Magic, Nested, Padding, Prefixed, Refine
from bob.spec.quantifiers import all_different, every
from bob.spec.references import length_of
from bob.spec.source import Unprintable, acceptance

if TYPE_CHECKING:
    from collections.abc import Callable


class Cell(Family):
    """Two numbers of different widths."""

    low = U8()
    high = U16()


class Sheet(Family):
    """Every kind of field and statement that can be printed."""

    rows = Dim(1, 8, shipped=3)

    magic = Magic(b"SHEET")
    kind = U8(equals=7)
    count = U64()
    limit = U32()
    name = Prefixed(U8)
    cells = Array(Cell, lambda f: f.rows)
    marks = Array(U16, lambda f: f.rows)
    tail = Bytes(4)
    padding = Padding(16)

    counted = Refine(lambda f: (f.count % 3 == 1) & (f.count // 2 + 1 < f.limit * 2), "count")
    either = Refine(lambda f: (f.count < 40) | ~(f.limit <= 100), "either")
    follows = Refine(lambda f: (f.limit == 9).implies(f.count != 4), "follows")
    same = Refine(lambda f: (f.count < 20).iff(f.limit < 50), "same")
    indexed = Refine(lambda f: every(f.marks[c.low] >= c.high for c in f.cells), "indexed")
    different = Refine(lambda f: all_different(c.low for c in f.cells), "different")
    ended = Refine(lambda f: every(byte < 200 for byte in f.tail), "ended")


AT = Sheet.at()
FREE = {"count", "limit", "cells", "marks", "tail"}
RECORD: dict[str, Any] = {
    "count": 7,
    "limit": 10,
    "name": b"ab",
    "cells": [{"low": 2, "high": 5}, {"low": 0, "high": 300}, {"low": 1, "high": 0}],
    "marks": [300, 9, 5],
    "tail": b"wxyz",
}


def accepting(text: str, name: str) -> Callable[[bytes], bool]:
    defined: dict[str, Any] = {}
    exec(text, defined)
    return defined[name]  # type: ignore[no-any-return]


def encoded(**changes: Any) -> bytes:
    """The bytes of a record, whether or not it keeps the refinements."""
    values = {**RECORD, **changes}
    cells = b"".join(
        c["low"].to_bytes(1, "little") + c["high"].to_bytes(2, "little") for c in values["cells"]
    )
    marks = b"".join(mark.to_bytes(2, "little") for mark in values["marks"])
    body = b"SHEET\x07" + values["count"].to_bytes(8, "little") + values["limit"].to_bytes(4, "little")
    body += bytes([len(values["name"])]) + values["name"] + cells + marks + values["tail"]
    return body + bytes(-len(body) % 16)


TEMPLATE = encode(AT, make(AT, kind=7, **RECORD))
ACCEPTS = accepting(acceptance("accepts", AT, decode(AT, TEMPLATE).record, TEMPLATE, FREE), "accepts")  # type: ignore[arg-type]


def sound(content: bytes) -> bool:
    """What the codec says, and that nothing but free fields is another."""
    decoded = decode(AT, content)
    return not decoded.findings and decoded.record is not None and decoded.record.name == RECORD["name"]


def test_the_template_is_what_the_fields_are_laid_out_as() -> None:
    assert encoded() == TEMPLATE
    assert ACCEPTS(TEMPLATE)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "count": st.integers(0, 130),
            "limit": st.sampled_from([0, 4, 9, 10, 20, 49, 50, 51, 100, 101, 200]),
            "cells": st.lists(
                st.fixed_dictionaries({"low": st.integers(0, 4), "high": st.integers(0, 400)}),
                min_size=3,
                max_size=3,
            ),
            "marks": st.lists(st.integers(0, 400), min_size=3, max_size=3),
            "tail": st.lists(st.integers(190, 210), min_size=4, max_size=4).map(bytes),
        },
    )
)
def test_a_record_with_other_free_fields_is_accepted_exactly_where_it_keeps_the_refinements(
    changes: dict[str, Any],
) -> None:
    content = encoded(**changes)
    assert ACCEPTS(content) == sound(content)


@given(st.data())
def test_bytes_that_were_changed_anywhere_are_accepted_exactly_where_they_decode(data: st.DataObject) -> None:
    content = bytearray(TEMPLATE)
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    assert ACCEPTS(bytes(content)) == sound(bytes(content))


@pytest.mark.parametrize("n_bytes", [0, 1, len(TEMPLATE) - 1, len(TEMPLATE) + 1])
def test_bytes_of_another_length_are_not_accepted(n_bytes: int) -> None:
    assert not ACCEPTS((TEMPLATE + b"\0")[:n_bytes])


def test_a_fixed_field_that_differs_is_not_accepted_even_where_it_decodes() -> None:
    content = encoded(name=b"cd")
    assert not decode(AT, content).findings
    assert not ACCEPTS(content)


class Minus(Family):
    """A difference: it has no value below zero."""

    a = U8()
    b = U8()
    least = Refine(lambda f: f.a - f.b < 5, "the difference is small")


class Ratio(Family):
    """A quotient by a field, which may be zero."""

    a = U8()
    b = U8()
    even = Refine(lambda f: f.a % f.b == 0, "b divides a")


class Inner(Family):
    """A record with a refinement of its own."""

    a = U8()
    small = Refine(lambda f: f.a < 9, "a is small")


class Outer(Family):
    """An array of records that refine something themselves."""

    cells = Array(Inner, 2)
    equal = Refine(lambda f: every(cell.a == 1 for cell in f.cells), "all one")


class Sized(Family):
    """A string whose length a field states."""

    n = U8()
    text = Bytes(lambda f: f.n)


class Named(Family):
    """A name of any length."""

    name = Prefixed(U8)
    short = Refine(lambda f: length_of(f.name) < 9, "the name is short")


class Deep(Family):
    """A record inside."""

    inner = Nested(Cell)
    low = Refine(lambda f: f.inner.low < 9, "low is small")


@pytest.mark.parametrize(
    ("family", "values", "free"),
    [
        pytest.param(Minus, {"a": 5, "b": 4}, {"a", "b"}, id="a difference of fields"),
        pytest.param(Ratio, {"a": 4, "b": 2}, {"a", "b"}, id="a rest by a field"),
        pytest.param(Outer, {"cells": [{"a": 1}, {"a": 1}]}, {"cells"}, id="records that refine"),
        pytest.param(Deep, {"inner": {"low": 1, "high": 2}}, {"inner"}, id="a record inside"),
    ],
)
def test_what_has_no_text_is_said_and_not_guessed(
    family: type[Family], values: dict[str, Any], free: set[str]
) -> None:
    at = family.at()
    record = make(at, **values)
    with pytest.raises(Unprintable):
        acceptance("accepts", at, record, encode(at, record), free)


def test_a_statement_about_fixed_fields_alone_is_its_truth() -> None:
    at = Minus.at()
    record = make(at, a=5, b=4)
    accepts = accepting(acceptance("accepts", at, record, encode(at, record), set()), "accepts")
    assert accepts(b"\x05\x04")
    assert not accepts(b"\x05\x03")
