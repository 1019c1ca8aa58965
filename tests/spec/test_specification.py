from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import Bytes, Derived, Dim, Ghost
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
