"""The header's places and sizes, and that each of its rules refuses what no other rule does."""

from __future__ import annotations

from typing import Any

import pytest

from bob.codec import decode, encode, make
from bob.errors import Refused
from bob.layout import layout
from bob.spec.families.header import Header

AT = Header.at()
GOOD: dict[str, Any] = {
    "payload_bytes": 786432,
    "chunk_bytes": 262144,
    "chunk_count": 3,
    "step": 20,
    "updates_per_invocation": 10,
    "input_digest": bytes(range(32)),
    "parent": b"p" * 32,
    "schema": b"bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=786432",
    "learner": b"softmax-cross-entropy-mean|adamw:bob-arith-v1|" + bytes(20),
    "data": b"raw-byte-sequence|vocabulary=256|prompts=3|record=1564",
    "initialization": b"bob-seed-v1",
    "chunk_digests": [bytes([i]) * 32 for i in range(3)],
    "header_digest": b"h" * 32,
}
RECORD = make(AT, **GOOD)
FIXED = {
    "magic": 0,
    "version": 8,
    "header_bytes": 16,
    "payload_bytes": 24,
    "chunk_bytes": 32,
    "chunk_count": 40,
    "step": 48,
    "updates_per_invocation": 56,
    "input_digest": 64,
    "parent": 96,
    "schema": 128,
}


@pytest.mark.parametrize(("name", "offset"), FIXED.items(), ids=FIXED.keys())
def test_a_fixed_field_lies_where_the_format_says_whatever_follows(name: str, offset: int) -> None:
    assert AT.offset(name) == offset


def test_the_shipped_header_takes_512_bytes_and_the_digest_ends_it() -> None:
    assert RECORD.header_bytes == 512
    assert len(encode(AT, RECORD)) == 512
    assert layout(AT, RECORD).region("header_digest")[1:] == (480, 32)
    assert AT.number(Header.spec.derived["file_bytes"], RECORD) == 786944


@pytest.mark.parametrize("extra", [0, 1, 20, 21, 84, 85])
def test_the_header_is_the_least_multiple_of_64_that_holds_all_of_it(extra: int) -> None:
    record = make(AT, **{**GOOD, "initialization": bytes(11 + extra)})
    held = AT.offset("padding", record) + 32
    assert record.header_bytes % 64 == 0
    assert held <= record.header_bytes < held + 64


def test_each_chunk_adds_one_digest() -> None:
    one = make(AT, **{**GOOD, "chunk_bytes": 786432, "chunk_count": 1, "chunk_digests": [bytes(32)]})
    assert layout(AT, one).region("chunk_digests").n_bytes == 32
    assert layout(AT, RECORD).region("chunk_digests[2]").n_bytes == 32


BROKEN: dict[str, tuple[dict[str, Any], list[str]]] = {
    "version": ({"version": 2}, ["BOB204"]),
    "header bytes": ({"header_bytes": 576}, ["BOB217"]),
    "chunks": ({"chunk_bytes": 262145}, ["BOB219"]),
    "step zero": ({"step": 0}, ["BOB208"]),
    "step between": ({"step": 25}, ["BOB208"]),
    "no updates": ({"updates_per_invocation": 0}, ["BOB208"]),
    "step past 2^63": ({"step": 2**63 - 8 + 10}, ["BOB208"]),
    "parent of the first": ({"step": 10}, ["BOB209"]),
    "no parent": ({"parent": bytes(32)}, ["BOB209"]),
    "file past 2^63": ({"payload_bytes": 3 * (2**63 // 3), "chunk_bytes": 2**63 // 3}, ["BOB207"]),
}


@pytest.mark.parametrize(("change", "codes"), BROKEN.values(), ids=BROKEN.keys())
def test_each_rule_refuses_what_no_other_rule_does(change: dict[str, Any], codes: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        encode(AT, RECORD.changed(**change))
    assert [finding.code for finding in refused.value.findings] == codes


def test_the_first_invocation_has_no_parent() -> None:
    first = make(AT, **{**GOOD, "step": 10, "parent": bytes(32)})
    assert decode(AT, encode(AT, first)).findings == ()


def test_the_last_step_is_followed_by_one_that_still_fits() -> None:
    last = 2**63 - 8 - 10
    assert decode(AT, encode(AT, make(AT, **{**GOOD, "step": last}))).findings == ()
    with pytest.raises(Refused, match="BOB208 next_step_fits"):
        encode(AT, make(AT, **{**GOOD, "step": last + 10}))


BYTES = {
    "magic": (0, "BOB201"),
    "version": (8, "BOB204"),
    "padding": (479, "BOB218"),
}


@pytest.mark.parametrize(("place", "code"), BYTES.values(), ids=BYTES.keys())
def test_a_changed_byte_is_refused_with_the_code_of_its_field(place: int, code: str) -> None:
    content = bytearray(encode(AT, RECORD))
    content[place] ^= 1
    assert [(f.code, f.byte_offset) for f in decode(AT, bytes(content)).findings] == [(code, place)]


def test_a_header_cut_short_and_one_that_goes_on_have_their_own_codes() -> None:
    content = encode(AT, RECORD)
    assert [f.code for f in decode(AT, content[:-1]).findings] == ["BOB202"]
    assert [f.code for f in decode(AT, content + b"x").findings] == ["BOB207"]
    assert decode(AT, content + b"x", whole=False).findings == ()
