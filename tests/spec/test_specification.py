"""What a family came to: derived names spelled out, and where each name was declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from bob.spec.families.input_record import InputRecord
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Bytes, Claim, Derived, Dim, Ghost, Nested, Refine, Refuted
from bob.spec.specification import spelled_out
from bob.spec.terms import names


class Table(Family):
    rows = Dim(1, 9, shipped=2)
    cells = Derived(lambda f: f.rows * f.rows)
    n_bytes = Derived(lambda f: 4 * f.cells)
    row = Ghost(0, lambda f: f.rows - 1)
    start = Derived(lambda f: f.row * f.rows)
    content = Bytes(lambda f: f.n_bytes)


def test_every_derived_name_is_spelled_out_down_to_dims() -> None:
    spelled = spelled_out(Table.spec.derived["n_bytes"], Table.spec.derived)
    assert names(spelled) == {"rows"}
    assert repr(spelled) == "4 * (rows * rows)"


def test_the_size_of_a_record_is_over_dims_alone_when_spelled_out() -> None:
    assert names(Table.spec.record_bytes) == {"n_bytes"}
    assert names(Table.spec.plain_bytes) == {"rows"}


def test_what_depends_on_a_ghost_has_no_value_in_a_record() -> None:
    assert Table.spec.unheld == {"start"}


class Declared(Family):
    """One of each kind, over several lines where it can be."""

    vocabulary = InputRecord.spec.dims["vocabulary"]
    n = Dim(1, 9)
    twice = Derived(lambda f: 2 * f.n)
    any_below = Ghost(0, 9)
    x = U8()
    table = Nested(Table, rows=2)
    cells = Array(
        U8,
        lambda f: f.n,
    )
    small = Refine(
        lambda f: f.x < 9,
        "x is small",
    )
    smaller = Claim(lambda f: f.x < 10, "x is below 10")
    smallest = Refuted(
        lambda f: f.x < 8,
        "x is below 8",
        "8 is small as well",
    )


OWN = [name for name in Declared.spec.order if name != "vocabulary"]


@pytest.mark.parametrize("name", OWN)
def test_a_name_s_place_is_the_line_that_declares_it(name: str) -> None:
    path, line = Declared.spec.places[name]
    assert Path(path) == Path(__file__)
    assert Path(__file__).read_text().splitlines()[line - 1].startswith(f"    {name} = ")


def test_the_place_of_another_family_s_dim_is_in_that_family() -> None:
    assert Declared.spec.places["vocabulary"] == InputRecord.spec.places["vocabulary"]


def test_what_a_subclass_overrides_is_placed_in_the_subclass() -> None:
    class Child(Declared):
        x = U8()

    assert Child.spec.places["x"] > Declared.spec.places["x"]
    assert {**Child.spec.places, "x": ()} == {**Declared.spec.places, "x": ()}
