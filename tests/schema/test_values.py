"""Numbers under a schema: finite, in range, not all zero where that is asked, copies equal bit for bit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.errors import sentence
from bob.schema import FLOAT, INT, Block, Dim, Param, Schema
from bob.schema.expected import FRACTION, NATURAL, NOT_ZERO, CopyWhere, Values
from bob.schema.holding import Asked, hold_schema
from tests.schema.made import bf16, opened, safetensors

if TYPE_CHECKING:
    from bob.schema import Matched
    from tests.schema.made import Array


class Net(Schema):
    """Params that ask something of their numbers."""

    L = Dim()
    D = Dim()

    table = Param("table", FLOAT["D, 2"], values=NOT_ZERO)
    layers = Block("layer.{i}.", "L", Param("weight", FLOAT["D"]))
    share = Param("share", FLOAT["D"], optional=True, values=FRACTION)
    places = Param("places", INT["D"], optional=True, values=NATURAL)
    low = Param("low", FLOAT[""], optional=True, values=Values(high=-1))
    head = Param("head", FLOAT["D, 2"], tied="table")
    tail = Param(
        "tail",
        FLOAT["D, 2"],
        optional=True,
        values=Values(copy_where=CopyWhere("table", "same", absent=False)),
    )


TABLE = np.arange(6, dtype=np.float32).reshape(3, 2)


def looked_at(config: dict[str, object] | None = None, **tensors: Array) -> Matched:
    whole = {"table": TABLE, "layer.0.weight": np.zeros(3, np.float32)} | tensors
    file = opened(safetensors(whole))
    held = hold_schema(Net, Asked(file.inventory, file.source, config=config))
    assert held.matched.findings == ()
    return held.with_values(file.contents)


def told(matched: Matched) -> list[str]:
    return [*map(sentence, matched.findings)]


def test_finite_numbers_are_accepted_and_nothing_of_them_is_open() -> None:
    matched = looked_at(share=np.array([0, 0.5, 1], np.float32), places=np.arange(3), head=TABLE)
    assert told(matched) == []
    assert "values" not in matched.not_checked
    assert "that tied tensors are equal" not in matched.not_checked


def put(array: Array, place: int, value: object) -> Array:
    changed = array.copy()
    changed.reshape(-1)[place] = value
    return changed


REFUSED = {
    "nan": ({"layer.0.weight": put(np.zeros(3, np.float32), 2, np.nan)}, "BOB640 layer.0.weight[2]: nan"),
    "infinity": ({"table": put(TABLE, 3, -np.inf)}, "BOB640 table[1, 1]: -inf"),
    "nan-in-bf16": ({"layer.0.weight": put(bf16([0, 0, 0]), 1, 0x7FC1)}, "BOB640 layer.0.weight[1]: nan"),
    "infinity-in-f16": (
        {"layer.0.weight": put(np.zeros(3, np.float16), 0, np.inf)},
        "BOB640 layer.0.weight[0]: inf",
    ),
    "above": (
        {"share": np.array([0, 0, 1.5], np.float32)},
        "BOB641 share[2]: 1.5 (0x3fc00000) (expected from 0",
    ),
    "below": ({"share": np.array([0, -0.5, 1], np.float32)}, "BOB641 share[1]: -0.5"),
    "a-place-below-zero": ({"places": np.array([0, 1, -1])}, "BOB641 places[2]: -1 (expected at least 0)"),
    "a-scalar-above": (
        {"low": np.array(0, np.float32)},
        "BOB641 low: 0.0 (0x00000000) (expected at most -1)",
    ),
    "all-zero": ({"table": np.zeros((3, 2), np.float32)}, "BOB642 table: 6 zeros"),
    "all-minus-zero": ({"table": -np.zeros((3, 2), np.float32)}, "BOB642 table: 6 zeros"),
    "a-copy-of-other-bits": (
        {"head": put(TABLE, 4, 7)},
        "BOB643 head[2, 0]: 7.0 (0x40e00000) (expected 4.0 (0x40800000), as in table)",
    ),
    "a-copy-of-another-sign-of-zero": ({"head": put(TABLE, 0, -0.0)}, "BOB643 head[0, 0]: -0.0"),
    "a-copy-in-another-type": (
        {"head": TABLE.astype(np.float16)},
        "BOB643 head: F16 [3, 2] (expected table, F32",
    ),
}


@pytest.mark.parametrize(("tensors", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_a_wrong_number_is_refused_by_tensor_and_place(tensors: dict[str, Array], said: str) -> None:
    (finding,) = told(looked_at(None, **tensors))
    assert finding.startswith(said)


def test_a_number_of_many_is_counted_and_the_first_is_named() -> None:
    many = np.full(250_000, np.nan, np.float32)
    many[:200_000] = 1
    whole = {"table": np.ones((250_000, 2), np.float32), "layer.0.weight": many}
    file = opened(safetensors(whole))
    matched = hold_schema(Net, Asked(file.inventory, file.source)).with_values(file.contents)
    (finding,) = matched.findings
    assert (finding.part, finding.note) == ("layer.0.weight[200,000]", "and 49,999 more")


def test_a_finding_has_the_line_of_its_param() -> None:
    matched = looked_at(share=np.array([2, 0, 0], np.float32))
    (line,) = matched.lines
    assert line is not None
    assert line.file == __file__
    assert "share" in Path(__file__).read_text().split("\n")[line.line - 1]


def test_a_config_that_says_so_makes_a_copy_of_a_tensor() -> None:
    tail = put(TABLE, 0, 9)
    assert told(looked_at({"same": False}, tail=tail)) == []
    assert told(looked_at({}, tail=tail)) == []
    (finding,) = told(looked_at({"same": True}, tail=tail))
    assert finding.startswith("BOB643 tail[0, 0]: 9.0")
    assert told(looked_at({"same": True}, tail=TABLE)) == []


def held(config: dict[str, object] | None) -> Matched:
    file = opened(safetensors({"table": TABLE, "layer.0.weight": np.zeros(3, np.float32)}))
    return hold_schema(Net, Asked(file.inventory, file.source, config=config)).matched


def test_a_copy_may_be_absent_where_the_config_says_so_and_else_it_may_not() -> None:
    assert told(held({"same": True})) == []
    (finding,) = told(held({"same": False}))
    assert finding.startswith("BOB636 tail: not there, and same is false")
    (finding,) = told(held({}))
    assert finding.startswith("BOB636 tail: not there, and without same it is no copy")


def test_without_a_config_it_is_open_whether_a_copy_may_be_absent() -> None:
    matched = held(None)
    assert told(matched) == []
    assert "whether tail may be absent (same in a config would say)" in matched.not_checked
