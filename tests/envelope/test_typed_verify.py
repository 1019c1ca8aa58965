from __future__ import annotations

import struct
import tracemalloc
from typing import Any

import pytest

from bob.envelope.typed_contract import contract_of
from bob.envelope.typed_header import envelope_version
from bob.envelope.typed_verify import require_typed, stated_typed_contract, verify_typed
from bob.errors import Refused
from bob.store import Buffer
from tests.typed_files import CONTENTS, LEARNER, NOTHING, SCHEMA, header_bytes, payload_of, put, typed

GOOD = typed()
H = header_bytes(GOOD)
PARENT = bytes(range(32))


def codes(content: bytes, contract: dict[str, Any] | None = None) -> set[str]:
    asked = None if contract is None else contract_of(contract, "contract")
    return {finding.code for finding in verify_typed(Buffer(content), asked).findings}


def test_a_good_file_has_no_findings_and_every_digest() -> None:
    report = verify_typed(Buffer(GOOD))
    assert (report.findings, report.chunks_equal, report.chunk_count) == ((), 3, 3)


def test_a_file_is_held_against_a_contract_part_by_part() -> None:
    asked = contract_of(
        {"learner": {"lr": 0.05, "name": "sgd"}, "schema": {"w": "F32[2,3]", "empty": "U8[0]", "s": "I64[]"}},
        "c",
    )
    report = verify_typed(Buffer(GOOD), asked)
    assert report.findings == ()
    assert report.equal == ("schema", "learner", "data", "initialization", "updates")


DAMAGED = {
    "another magic": (put(GOOD, 0, b"BOBCKPT2"), {"BOB201"}),
    "a newer version": (put(GOOD, 8, b"\3"), {"BOB204"}),
    "version 1": (put(GOOD, 8, b"\1"), {"BOB221"}),
    "cut in the fixed fields": (GOOD[:40], {"BOB202"}),
    "cut in the header": (GOOD[: H - 10], {"BOB202"}),
    "cut in the payload": (GOOD[:-1], {"BOB202"}),
    "longer": (GOOD + b"\0", {"BOB203"}),
    "a bit of the header": (put(GOOD, 100, b"\1"), {"BOB205"}),
    "a bit of a tensor": (put(GOOD, H, b"\1"), {"BOB206"}),
    "a bit of the last room": (put(GOOD, len(GOOD) - 1, b"\1"), {"BOB254"}),
    "a bit of an empty tensor's room": (put(GOOD, H + 64, b"\1"), {"BOB254"}),
    "a header larger than needed": (typed(header_bytes=H + 64), {"BOB217"}),
    "a header of 2^63 bytes": (typed(step=7)[:16] + struct.pack("<Q", 2**63) + GOOD[24:], {"BOB207"}),
    "chunk bytes": (typed(chunk_bytes=64), {"BOB253"}),
    "a tensor less than digests": (typed(schema=SCHEMA[: SCHEMA.index(b"s|")]), {"BOB253"}),
    "a tensor more than digests": (typed(schema=SCHEMA + b"t|U8|1\n"), {"BOB253"}),
    "a payload of 2^63 bytes": (typed(payload_bytes=2**63), {"BOB202", "BOB207", "BOB253"}),
    "a payload of no rooms": (typed(payload_bytes=0), {"BOB203", "BOB253"}),
    "more digests than rooms": (typed(contents=(*CONTENTS, b""), payload=payload_of()), {"BOB253"}),
    "a text that is not canonical": (typed(schema=SCHEMA.replace(b"2,3", b"02,3")), {"BOB250"}),
    "a tensor of 2^63 bytes": (typed(schema=SCHEMA.replace(b"2,3", b"9223372036854775807")), {"BOB250"}),
    "a tensor more, and a bit of the header": (
        put(typed(schema=SCHEMA + b"t|U8|1\n"), 100, b"\1"),
        {"BOB205", "BOB253"},
    ),
    "a name twice": (typed(schema=SCHEMA.replace(b"s|I64", b"w|I64")), {"BOB251"}),
    "a list out of order": (typed(learner=b"b=1\na=1\n"), {"BOB252"}),
    "data that is none": (typed(data=b"a"), {"BOB252"}),
    "an initialization that is none": (typed(initialization=b"\xff=1\n"), {"BOB252"}),
    "a step of 2^63": (typed(step=2**63), {"BOB208"}),
    "a step that is no multiple": (typed(step=7, updates=3, parent=PARENT), {"BOB208"}),
    "a step of zero of a loop": (typed(step=0, updates=3, parent=PARENT), {"BOB208"}),
    "a first step with a parent": (typed(step=3, updates=3, parent=PARENT), {"BOB209"}),
    "a second step without a parent": (typed(step=6, updates=3), {"BOB209"}),
}


@pytest.mark.parametrize(("content", "expected"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused_by_the_rule_that_it_breaks(content: bytes, expected: set[str]) -> None:
    assert codes(content) == expected


@pytest.mark.parametrize(
    "content",
    [
        typed(step=0),
        typed(step=2**63 - 1, parent=PARENT),
        typed(step=6, updates=3, parent=PARENT),
        typed(step=3, updates=3),
        typed(schema=b"bob-tensors-v1\n", contents=()),
        typed(learner=b""),
    ],
    ids=["step 0", "the last step", "a loop's second", "a loop's first", "no tensors", "nothing stated"],
)
def test_a_file_at_the_edge_of_the_rules_is_accepted(content: bytes) -> None:
    assert codes(content) == set()


@pytest.mark.parametrize("bit", range(0, 8 * len(GOOD), 37))
def test_no_bit_can_be_turned_over_unseen(bit: int) -> None:
    byte, within = divmod(bit, 8)
    changed = put(GOOD, byte, bytes([GOOD[byte] ^ (1 << within)]))
    assert verify_typed(Buffer(changed)).findings != ()


@pytest.mark.parametrize("n_bytes", range(0, len(GOOD), 13))
def test_no_cut_file_is_accepted(n_bytes: int) -> None:
    assert verify_typed(Buffer(GOOD[:n_bytes])).findings != ()


ASKED: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "another rate": ({"learner": {"lr": 0.06, "name": "sgd"}}, [("BOB210", "learner.lr")]),
    "a rate of another width": ({"learner": {"lr": "0x3d4ccccd", "name": "sgd"}}, [("BOB210", "learner.lr")]),
    "less than is stated": ({"learner": {"lr": 0.05}}, [("BOB210", "learner.name")]),
    "more than is stated": ({"learner": {"lr": 0.05, "name": "sgd", "x": 1}}, [("BOB210", "learner.x")]),
    "data": ({"learner": {"lr": 0.05, "name": "sgd"}, "data": {"n": 1}}, [("BOB212", "data.n")]),
    "initialization": (
        {"learner": {"lr": 0.05, "name": "sgd"}, "initialization": {"n": 1}},
        [("BOB213", "initialization.n")],
    ),
    "updates": ({"learner": {"lr": 0.05, "name": "sgd"}, "updates": 5}, [("BOB216", "updates")]),
}
TENSORS = {
    "a shape": ({"w": "F32[3,2]", "empty": "U8[0]", "s": "I64[]"}, ["w"]),
    "a type": ({"w": "F32[2,3]", "empty": "I8[0]", "s": "I64[]"}, ["empty"]),
    "one missing and one more": ({"w": "F32[2,3]", "empty": "U8[0]", "t": "I64[]"}, ["s", "t"]),
    "order": ({"empty": "U8[0]", "w": "F32[2,3]", "s": "I64[]"}, ["order"]),
}


@pytest.mark.parametrize(("asked", "expected"), ASKED.values(), ids=ASKED)
def test_what_a_contract_asks_otherwise_is_told_by_its_name(
    asked: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    report = verify_typed(Buffer(GOOD), contract_of(asked, "contract"))
    assert [(f.code, f.part) for f in report.findings] == expected


@pytest.mark.parametrize(("asked", "expected"), TENSORS.values(), ids=TENSORS)
def test_tensors_that_a_contract_asks_otherwise_are_told_by_name(
    asked: dict[str, str], expected: list[str]
) -> None:
    contract = contract_of({"learner": {"lr": 0.05, "name": "sgd"}, "schema": asked}, "contract")
    report = verify_typed(Buffer(GOOD), contract)
    assert [(f.code, f.part) for f in report.findings] == [("BOB211", part) for part in expected]


def test_a_file_whose_text_is_malformed_is_told_so_once_under_a_contract() -> None:
    content = typed(learner=b"b=1\na=1\n")
    assert codes(content, {"learner": {"a": 1, "b": 1}}) >= {"BOB252"}
    assert sum(f.code == "BOB252" for f in verify_typed(Buffer(content), contract_of({}, "c")).findings) == 1


def test_the_stated_contract_is_one_that_the_file_fulfils() -> None:
    header = require_typed(Buffer(GOOD), "m.bob")
    contract = stated_typed_contract(header)
    assert require_typed(Buffer(GOOD), "m.bob", contract) == header
    assert contract.texts(contract.tensors or ()) == {
        "schema": SCHEMA,
        "learner": LEARNER,
        "data": b"",
        "initialization": b"",
    }


@pytest.mark.parametrize("asked", [True, "1", 1.0], ids=["true", "a text", "a float"])
def test_a_value_of_another_kind_differs_though_python_takes_them_for_equal(asked: Any) -> None:
    assert codes(typed(learner=b"n=1\n"), {"learner": {"n": asked}}) == {"BOB210"}


def test_a_refused_file_is_not_required() -> None:
    with pytest.raises(Refused) as raised:
        require_typed(Buffer(put(GOOD, H, b"\1")), "m.bob")
    assert [f.code for f in raised.value.findings] == ["BOB206"]


def test_of_many_differences_a_hundred_are_told_and_the_rest_counted() -> None:
    contract = contract_of({"learner": {f"n{i}": i for i in range(500)}}, "contract")
    found = verify_typed(Buffer(GOOD), contract).findings
    assert len(found) == 101
    assert sum("402 more" in f.found for f in found) == 1


@pytest.mark.parametrize(
    "content",
    [
        typed(
            schema=b"bob-tensors-v1\n" + b"".join(b"%d|U8|\n" % i for i in range(6_000)),
            contents=tuple(b"\1" for _ in range(6_000)),
        ),
        typed(learner=b"".join(b"%06d=1\n" % i for i in range(40_000))),
        typed(schema=b"bob-tensors-v1\n" + b"".join(b"%d|U8|\n" % i for i in range(40_000)), contents=()),
    ],
    ids=["tensors", "values", "tensors that have no bytes"],
)
def test_reading_takes_no_more_memory_than_four_times_the_file_and_a_mebibyte(content: bytes) -> None:
    verify_typed(Buffer(GOOD), contract_of({"learner": {"n": 1}}, "c"))
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        verify_typed(Buffer(content), contract_of({"learner": {"n": 1}}, "c"))
        assert tracemalloc.get_traced_memory()[1] - before <= 4 * len(content) + (1 << 20)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "version"),
    [(GOOD, 2), (GOOD[:16], 2), (GOOD[:15], None), (b"", None), (NOTHING, None)],
    ids=["whole", "cut behind it", "cut in it", "empty", "zeros"],
)
def test_the_version_is_read_of_checkpoints_alone(content: bytes, version: int | None) -> None:
    assert envelope_version(Buffer(content)) == version
