from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.envelope.typed_contract import TypedContract, contract_of, typed_contract_from_toml
from bob.errors import Refused
from bob.spec.formats.typed import DTYPES
from bob.spec.tensor_lines import TensorLine
from bob.spec.value_lists import BITS_IN_HEX, Real

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
VALUES = st.one_of(
    st.booleans(),
    st.integers(-(2**62), 2**62),
    st.builds(Real, st.integers(0, 2**64 - 1), st.just(False)),
    TEXTS.filter(lambda text: not BITS_IN_HEX.fullmatch(text.lower())),
)
LISTS = st.dictionaries(TEXTS, VALUES, max_size=3)
TENSORS = st.dictionaries(
    TEXTS, st.tuples(st.sampled_from(DTYPES), st.lists(st.integers(0, 9), max_size=3)), max_size=3
)


def found(table: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as raised:
        contract_of(table, "c.toml")
    return [(f.code, f.part) for f in raised.value.findings]


@given(LISTS, LISTS, TENSORS | st.none(), st.integers(0, 2**62))
def test_a_contract_is_read_from_its_file_as_it_was(
    learner: Any, data: Any, tensors: dict[str, Any] | None, updates: int
) -> None:
    lines = None
    if tensors is not None:
        lines = tuple(TensorLine(name, dtype, tuple(shape)) for name, (dtype, shape) in tensors.items())
    contract = TypedContract(lines, learner, data, {}, updates)
    again = typed_contract_from_toml(contract.toml().encode(), "c.toml")
    assert again.texts(lines or ()) == contract.texts(lines or ())
    assert (again.tensors, again.updates) == (lines, updates)


def test_tables_points_and_lists_are_one_way_of_naming() -> None:
    text = b"""version = 2
[learner]
betas = [0.9, 0.5]
opt.lr = 1.5
"opt.eps" = "0x322BCC77"
[schema]
l.0.w = "F32[ 2 , 3 ]"
"""
    contract = typed_contract_from_toml(text, "c.toml")
    assert contract.learner == {
        "betas.0": Real.of(0.9),
        "betas.1": Real.of(0.5),
        "opt.lr": Real.of(1.5),
        "opt.eps": Real(0x322BCC77, True),
    }
    assert contract.tensors == (TensorLine("l.0.w", "F32", (2, 3)),)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(b"updates = 10\n", "BOB255", id="a contract of version 1"),
        pytest.param(b"version = 3\n", "BOB255", id="a later version"),
        pytest.param(b"version = 2.0\n", "BOB255", id="a version that is no integer"),
        pytest.param(b"version = 2\nlearner = 1\n", "BOB231", id="a part that is no table"),
        pytest.param(b"version = 2\nmore = 1\n", "BOB231", id="another key"),
        pytest.param(b"version = 2\n[", "BOB231", id="no TOML"),
        pytest.param(b"\xff", "BOB231", id="no UTF-8"),
        pytest.param(b"version = 2\na = " + b"[" * 5000, "BOB231", id="nested too deeply"),
        pytest.param(b"version = 2\nupdates = -1\n", "BOB230", id="negative updates"),
        pytest.param(b"version = 2\nupdates = true\n", "BOB230", id="updates that are no number"),
        pytest.param(b"version = 2\n[data]\na = 2020-01-01\n", "BOB230", id="a date"),
        pytest.param(b"version = 2\n[data]\na = " + b"1" * 30 + b"\n", "BOB230", id="30 digits"),
        pytest.param(b'version = 2\n[data]\n"" = 1\n', "BOB230", id="an empty name"),
        pytest.param(b'version = 2\n[data]\na.b = 1\n"a.b" = 2\n', "BOB231", id="a value twice"),
        pytest.param(b'version = 2\n[schema]\na.b = "U8[]"\n"a.b" = "U8[]"\n', "BOB251", id="a tensor twice"),
        pytest.param(b'version = 2\n[schema]\na = "F32"\n', "BOB230", id="no shape"),
        pytest.param(b'version = 2\n[schema]\na = "F32[2,,3]"\n', "BOB230", id="an empty dim"),
        pytest.param(
            b'version = 2\n[schema]\na = "F32[9223372036854775808]"\n', "BOB230", id="a dim of 2^63"
        ),
    ],
)
def test_a_file_that_is_no_contract_is_refused(text: bytes, code: str) -> None:
    with pytest.raises(Refused) as raised:
        typed_contract_from_toml(text, "c.toml")
    assert [f.code for f in raised.value.findings] == [code]


def test_every_fault_of_a_contract_is_told_at_once() -> None:
    table = {"more": 1, "learner": {"a": None, "b": b"x"}, "schema": {"w": 3}}
    assert found(table) == [
        ("BOB231", "more"),
        ("BOB230", "learner.a"),
        ("BOB230", "learner.b"),
        ("BOB230", "schema.w"),
    ]


def test_a_type_that_only_sounds_like_one_of_pythons_is_told_with_its_module() -> None:
    with pytest.raises(Refused) as raised:
        contract_of({"learner": {"a": np.bool_(True), "b": None}}, "c")
    assert [f.found for f in raised.value.findings] == [
        f"a value of type numpy.{np.bool_.__name__}",
        "a value of type NoneType",
    ]


def test_half_a_character_is_no_value() -> None:
    assert found({"learner": {"a": "\ud800"}, "schema": {"\ud800": "U8[]"}}) == [
        ("BOB230", "learner.a"),
        ("BOB230", "schema.\ud800"),
    ]


@pytest.mark.parametrize("kind", ["a table", "a list"])
def test_a_table_within_itself_is_refused(kind: str) -> None:
    table: dict[str, object] = {"lr": 1.0}
    items: list[object] = [table]
    table["again"] = table if kind == "a table" else items
    with pytest.raises(Refused) as refused:
        contract_of({"learner": table}, "c")
    assert {f.code for f in refused.value.findings} == {"BOB231"}


def test_one_table_under_two_names_is_two() -> None:
    shared = {"lr": 1.0}
    assert set(contract_of({"learner": {"a": shared, "b": shared}}, "c").learner) == {"a.lr", "b.lr"}
