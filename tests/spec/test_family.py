"""How a family is read: the order of fields, inheritance, and the terms that sizes and places become."""

from __future__ import annotations

import pytest

from bob.errors import Refused
from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import U8, U16, U32, Array, Bytes, Derived, Dim, Nested, Padding, Prefixed, Refine
from bob.spec.quantifiers import all_different, every
from bob.spec.references import length_of, offset_of, record_bytes, size_of
from bob.spec.terms import text


class Inner(Family):
    """A nested family with a dim and a derived field."""

    width = Dim(1, 4)
    twice = Derived(lambda f: 2 * f.width)
    x = U8()
    s = Bytes(lambda f: f.width)


def test_names_that_are_not_declared_may_be_bound_again() -> None:
    class T(Family):
        _private = 1
        _private = 2  # noqa: PIE794
        a = U8()

        @staticmethod
        def method() -> int:
            return T._private

    assert T.method() == 2
    assert [stored.name for stored in T.spec.fields] == ["a"]


class Base(Family):
    """To be inherited from."""

    n = Dim(1, 9, shipped=3)
    head = U8()
    body = Bytes(lambda f: f.n)
    small = Refine(lambda f: f.head < 9, "small")


def test_a_subclass_overrides_a_field_in_its_place_and_adds_after_the_rest() -> None:
    class Child(Base, short="BOB302"):
        head = U32()
        tail = U8()

    assert [stored.name for stored in Child.spec.fields] == ["head", "body", "tail"]
    assert Child.at().record_bytes == 4 + 3 + 1
    assert [r.name for r in Child.spec.refinements] == ["small"]
    assert (Child.spec.short, Child.spec.long) == ("BOB302", "BOB151")
    assert Base.at().record_bytes == 4


def test_codes_of_a_short_and_a_long_record_are_inherited() -> None:
    class Parent(Family, short="BOB302", long="BOB303"):
        x = U8()

    class Child(Parent):
        y = U8()

    assert (Child.spec.short, Child.spec.long) == ("BOB302", "BOB303")


def test_an_override_that_takes_away_what_a_size_needs_is_refused() -> None:
    with pytest.raises(Refused) as refused:

        class Child(Base):
            n = Refine(lambda f: f.head == 1, "no dim any more")  # type: ignore[assignment]

    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB101", "Child.body")]


class Table(Family):
    """Everything that has a term."""

    rows = Dim(1, 100, shipped=4)
    label = Prefixed(U16)
    inner = Nested(Inner, width=lambda f: f.rows)
    cells = Array(U32, lambda f: f.rows * f.rows)
    items = Array(Nested(Inner, width=2), lambda f: f.inner.x)
    padding = Padding(8)
    seal = Bytes(2)
    area = Derived(lambda f: f.rows * f.rows)
    more = Derived(lambda f: f.area + f.inner.twice)


def test_every_place_is_a_term_over_dims_and_fields() -> None:
    offsets = {stored.name: text(stored.offset) for stored in Table.spec.fields}
    assert offsets["label"] == "0"
    assert offsets["inner"] == "2 + length(label)"
    assert offsets["cells"] == "2 + length(label) + (1 + rows)"
    assert offsets["items"] == "2 + length(label) + (1 + rows) + rows * rows * 4"
    sizes = {stored.name: text(stored.size) for stored in Table.spec.fields}
    assert sizes["items"] == "inner.x * (1 + 2)"
    assert sizes["padding"].startswith("(8 - (2 + length(label)")


def test_a_term_spells_out_what_derives_it() -> None:
    assert text(Table.term("more")) == "rows * rows + inner.twice"
    assert text(Table.term("rows")) == "rows"
    with pytest.raises(AttributeError, match="Table has no dim or derived field cells"):
        Table.term("cells")


def test_the_least_size_of_a_record_is_that_of_its_least_dims_and_no_elements() -> None:
    assert Table.spec.least_bytes == 2 + (1 + 1) + 4 + 0 + 0 + 2


def test_a_nested_size_by_dims_alone_is_known_without_a_record() -> None:
    class Wide(Family):
        n = Dim(1, 9)
        d = Derived(lambda f: 2 * f.n)
        x = Bytes(lambda f: f.d)

    class Outer(Family):
        n = Dim(1, 9)
        some = Array(Nested(Wide, n=lambda f: f.n), 3)

    assert Outer.at(n=2).record_bytes == 12


def test_statements_know_lengths_places_and_elements() -> None:
    class T(Family):
        label = Prefixed(U8)
        items = Array(U16, lambda f: length_of(f.label))
        inner = Nested(Inner, width=2)
        said = Refine(
            lambda f: (
                all_different(i for i in f.items)
                & (f.label[0] != f.inner.s[1])
                & (offset_of(f.items) + size_of(f.items) + 3 <= record_bytes())
                & every(byte > 0 for byte in f.label)
            ),
            "said",
        )

    assert text(T.spec.refinements[0].predicate) == (
        "(((items[i0] all different for i0 < length(label)) and label[0] != inner.s[1]) and "
        "1 + length(label) + length(label) * 2 + 3 <= 1 + length(label) + length(label) * 2 + (1 + 2)) and "
        "(0 < label[i0] for every i0 < length(label))"
    )


def test_only_declarations_are_read() -> None:
    assert FamilyMeta("T", (Family,), {"x": U8(), "note": print}).spec.order == ("x",)
