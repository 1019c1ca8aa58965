"""Headers: their bytes, what cannot be built, and that reading is the inverse of building."""

from __future__ import annotations

import struct
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from blake3 import blake3
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.canonical import digest
from bob.envelope.contract import Contract
from bob.envelope.header import MOST_HEADER_BYTES, NO_PARENT, build_header, read_header
from bob.errors import Refused
from bob.store import Buffer
from tests.checkpoints import INPUT_DIGEST, PARENT, SMALL, checkpoint, places, put, rebuilt
from tests.envelope.test_contract import contracts

if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNKS = [digest(bytes([i])) for i in range(3)]


def built(step: int = 10, parent: bytes = NO_PARENT, chunks: Sequence[bytes] = CHUNKS) -> bytes:
    return build_header(Contract.shipped(), step, INPUT_DIGEST, parent, chunks)


def test_the_shipped_contract_s_header_has_these_bytes() -> None:
    floats = bytes.fromhex("cdcc4c3d 6666663f 77be7f3f 77cc2b32 0ad7233c")
    parts = [
        b"bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=786432",
        b"softmax-cross-entropy-mean|adamw:bob-arith-v1|" + floats,
        b"raw-byte-sequence|vocabulary=256|prompts=3|record=1564",
        b"bob-seed-v1",
    ]
    body = b"BOBCKPT1" + struct.pack("<7Q", 1, 512, 786432, 262144, 3, 20, 10) + INPUT_DIGEST + PARENT
    body += b"".join(struct.pack("<I", len(part)) + part for part in parts) + b"".join(CHUNKS)
    body = body.ljust(480, b"\x00")
    assert built(20, PARENT) == body + blake3(body).digest()


@given(
    contracts(),
    st.integers(1, 2**30),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=32, max_size=32),
)
@settings(max_examples=30)
def test_a_header_that_was_built_reads_back(
    contract: Contract, invocations: int, input_digest: bytes, parent: bytes
) -> None:
    step = invocations * contract["updates"]
    parent = NO_PARENT if invocations == 1 else parent[:31] + b"\x01"
    content = build_header(contract, step, input_digest, parent, CHUNKS)
    reading = read_header(Buffer(content + b"a payload that is not looked at"))
    assert reading.findings == ()
    header = reading.record
    assert header is not None
    assert (header.step, header.input_digest, header.parent) == (step, input_digest, parent)
    assert (header.chunk_digests, header.header_bytes) == (tuple(CHUNKS), len(content))
    assert len(content) % 64 == 0
    assert not any(content[places(content)["padding"]])
    assert len(content[places(content)["padding"]]) < 64
    assert header.header_digest == digest(content[:-32]) == content[-32:]


@given(contracts())
@settings(max_examples=30)
def test_a_header_is_what_docs_format_md_makes_of_its_fields(contract: Contract) -> None:
    content = build_header(contract, contract["updates"], INPUT_DIGEST, NO_PARENT, CHUNKS)
    # Chunk digests are of a payload that is not there: put them back before all is compared.
    again = rebuilt(content)
    again = put(again, "chunk_digests", b"".join(CHUNKS))
    assert again[:-32] == content[:-32]


@pytest.mark.parametrize(
    ("step", "parent", "codes"),
    [
        (0, NO_PARENT, {"BOB208", "BOB209"}),
        (7, PARENT, {"BOB208"}),
        (2**63 - 8, PARENT, {"BOB208"}),
        (2**63, PARENT, {"BOB208"}),
        (2**64, PARENT, {"BOB156"}),
        (-10, PARENT, {"BOB156"}),
        (10, PARENT, {"BOB209"}),
        (20, NO_PARENT, {"BOB209"}),
        (20, PARENT[:-1], {"BOB156"}),
    ],
)
def test_a_state_that_no_run_reaches_has_no_header(step: int, parent: bytes, codes: set[str]) -> None:
    with pytest.raises(Refused) as refused:
        built(step, parent)
    assert {finding.code for finding in refused.value.findings} == codes


@pytest.mark.parametrize(
    ("chunks", "code"),
    [
        (CHUNKS[:2], "BOB219"),
        ([*CHUNKS, CHUNKS[0]], "BOB219"),
        ([], "BOB219"),
        ([*CHUNKS[:2], b""], "BOB156"),
    ],
    ids=["two", "four", "none", "one-empty"],
)
def test_chunks_that_are_not_the_payload_s_have_no_header(chunks: Sequence[bytes], code: str) -> None:
    with pytest.raises(Refused) as refused:
        built(chunks=chunks)
    assert {finding.code for finding in refused.value.findings} == {code}


def test_the_last_step_that_an_invocation_can_go_on_from_has_a_header() -> None:
    last = (2**63 - 10) // 10 * 10
    assert read_header(Buffer(built(last, PARENT))).findings == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("header_bytes", 2**64 - 1),
        ("header_bytes", 2**40),
        ("chunk_count", 2**64 - 1),
        ("chunk_count", 2**32),
        ("schema", b"\xff\xff\xff\xff"),
    ],
)
def test_nothing_is_allocated_for_a_length_that_the_file_cannot_hold(field: str, value: int | bytes) -> None:
    offset = -4 if field == "schema" else 0
    source = Buffer(put(checkpoint(), field, value, offset))
    read_header(source)
    tracemalloc.start()
    try:
        reading = read_header(source)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reading.record is None
    assert "BOB207" in {finding.code for finding in reading.findings}
    assert peak < 1 << 20


def test_a_header_is_read_up_to_the_most_that_one_may_have() -> None:
    most = rebuilt(checkpoint(), header_bytes=MOST_HEADER_BYTES)
    assert read_header(Buffer(most)).record is not None
    more = read_header(Buffer(rebuilt(checkpoint(), header_bytes=MOST_HEADER_BYTES + 1)))
    assert more.record is None
    assert [finding[:2] for finding in more.findings] == [("BOB207", "header_bytes")]


def test_a_header_larger_than_any_is_refused_before_it_is_read() -> None:
    class Endless(Buffer):
        """A file that is as long as its header says."""

        n_bytes = 2**62

    reading = read_header(Endless(put(checkpoint(), "header_bytes", 2**40)))
    assert reading.record is None
    assert {finding.code for finding in reading.findings} == {"BOB207"}


@given(st.binary(max_size=700), st.integers(0, 600))
def test_any_bytes_are_a_header_or_findings(tail: bytes, keep: int) -> None:
    content = checkpoint()[:keep] + tail
    reading = read_header(Buffer(content))
    assert reading.record is not None or reading.findings


def test_the_contract_at_vocabulary_16_moves_the_sizes_in_the_header() -> None:
    header = read_header(Buffer(checkpoint())).record
    assert header is not None
    assert (header.payload_bytes, header.chunk_bytes) == (SMALL["payload"], SMALL["chunk"]) == (3072, 1024)
