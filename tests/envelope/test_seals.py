from __future__ import annotations

import struct
import tracemalloc

import pytest
from blake3 import blake3

from bob.envelope.seals import build_seal, is_seal, read_seal, require_seal
from bob.errors import Refused
from bob.store import Buffer
from tests.typed_files import put

TEXTS = {
    "schema": b"bob-tensors-v1\nw|Q4_K|256\n",
    "learner": b"lr=1\n",
    "data": b"",
    "initialization": b"",
}
DIGEST = blake3(b"").digest()
GOOD = build_seal(TEXTS, 10, DIGEST, [DIGEST], 5)


def resealed(content: bytes) -> bytes:
    return content[:-32] + blake3(content[:-32]).digest()


def with_texts(**texts: bytes) -> bytes:
    return build_seal({**TEXTS, **texts}, 10, DIGEST, [DIGEST], 5)


def test_a_good_seal_is_read_as_it_was_built() -> None:
    seal = require_seal(Buffer(GOOD), "m.seal")
    assert {part: seal[part] for part in TEXTS} == TEXTS
    assert (seal.file_bytes, seal.file_digest, seal.step) == (10, DIGEST, 5)
    assert seal.tensor_digests == (DIGEST,)
    assert is_seal(GOOD[:8], len(GOOD))


DAMAGED = {
    "another magic": (put(GOOD, 0, b"BOBCKPT1"), {"BOB260"}),
    "empty": (b"", {"BOB260"}),
    "another version": (put(GOOD, 8, b"\2"), {"BOB261"}),
    "version zero": (put(GOOD, 8, b"\0"), {"BOB261"}),
    "cut in the fixed fields": (GOOD[:30], {"BOB262"}),
    "cut": (GOOD[:-1], {"BOB262"}),
    "longer": (GOOD + bytes(64), {"BOB262"}),
    "another size": (resealed(put(GOOD, 16, struct.pack("<Q", len(GOOD) + 64))), {"BOB262"}),
    "a count of 2^63": (resealed(put(GOOD, 32, struct.pack("<Q", 2**63))), {"BOB262"}),
    "padding": (resealed(put(GOOD, len(GOOD) - 33, b"\1")), {"BOB262"}),
    "a step of 2^63": (resealed(put(GOOD, 40, struct.pack("<Q", 2**63))), {"BOB262"}),
    "a bit of it": (put(GOOD, 50, b"\1"), {"BOB263"}),
    "a list of tensors that is none": (with_texts(schema=b"w|F32|2\n"), {"BOB250"}),
    "a list of values that is none": (with_texts(data=b"b"), {"BOB252"}),
}


@pytest.mark.parametrize(("content", "expected"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_seal_is_refused_by_the_rule_that_it_breaks(content: bytes, expected: set[str]) -> None:
    assert {f.code for f in read_seal(Buffer(content)).findings} == expected
    with pytest.raises(Refused):
        require_seal(Buffer(content), "m.seal")


@pytest.mark.parametrize("bit", range(0, 8 * len(GOOD), 29))
def test_no_bit_of_a_seal_can_be_turned_over_unseen(bit: int) -> None:
    byte, within = divmod(bit, 8)
    assert read_seal(Buffer(put(GOOD, byte, bytes([GOOD[byte] ^ (1 << within)])))).findings != ()


def test_reading_takes_no_more_memory_than_four_times_the_seal_and_a_mebibyte() -> None:
    n = 5000
    schema = b"bob-tensors-v1\n" + b"".join(b"%d|U8|\n" % i for i in range(n))
    content = build_seal({**TEXTS, "schema": schema}, 10, DIGEST, [DIGEST] * n, 5)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        assert read_seal(Buffer(content)).findings == ()
        assert tracemalloc.get_traced_memory()[1] - before <= 4 * len(content) + (1 << 20)
    finally:
        tracemalloc.stop()
