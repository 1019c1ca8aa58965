"""Checkpoints and input records by name: good ones, and bad ones of every recipe of `tests.checkpoints`.

Each bad one comes with a code that `run --resume` refuses it by.
"""

from __future__ import annotations

import struct
from itertools import product
from typing import TypeAlias

from bob.envelope.contract import Contract
from bob.envelope.input_record import build_input
from tests.checkpoints import (
    PARENT,
    SMALL,
    checkpoint,
    flipped,
    honest_planes,
    places,
    put,
    put_scalar,
    rebuilt,
    sealed_header,
)
from tests.checkpoints import sealed as every_digest_anew
from tests.run.quick.mutations import (
    CHUNK,
    EDGES,
    GOOD,
    HEADER_BYTES,
    LAST,
    OTHER_RECORD,
    RECORD,
    SCALAR_EDGES,
    SIGN,
    TARGETS,
    UPDATES,
    digest,
    sealed,
)
from tests.test_kinds import FILES

Case: TypeAlias = "tuple[bytes, bytes]"
FIRST, LATER = GOOD[0], GOOD[1]


def of(record: bytes, step: int = 20) -> Case:
    """A good checkpoint of an input record, and the record."""
    return checkpoint(step=step, input_digest=digest(record)), record


def last_step(invocations_left: int) -> Case:
    """A checkpoint after which so many invocations fit."""
    step = (LAST // UPDATES - invocations_left) * UPDATES
    return sealed_header(put(put(LATER, "step", step), "parent", PARENT)), RECORD


GOOD_CASES: dict[str, Case] = {
    "first": (FIRST, RECORD),
    "second": (LATER, RECORD),
    "third": (GOOD[2], RECORD),
    "step-640": (GOOD[3], RECORD),
    "two-invocations-left": last_step(2),
    "another-seed": (
        checkpoint(step=50, planes=honest_planes(SMALL, 50, 9), input_digest=digest(RECORD)),
        RECORD,
    ),
    "one-prompt-twice": of(build_input(TARGETS, [3, 3], SMALL)),
    "all-targets-equal": of(build_input([5] * 16, [0, 15], SMALL)),
    "pairs-in-another-order": of(RECORD[:16] + RECORD[18:48] + RECORD[16:18] + RECORD[48:]),
    "minus-zero-in-every-plane": (
        sealed(
            put_scalar(
                put_scalar(put_scalar(put_scalar(LATER, 0, 3, SIGN), 1, 4, SIGN), 1, 5, 0), 2, 5, SIGN
            ),
            RECORD,
        ),
        RECORD,
    ),
    "largest-p": (sealed(put_scalar(LATER, 0, 7, 0x7F7FFFFF), RECORD), RECORD),
    "smallest-moments": (
        sealed(put_scalar(LATER[: HEADER_BYTES + CHUNK] + bytes(2 * CHUNK), 2, 255, 1), RECORD),
        RECORD,
    ),
}

BAD_CASES: dict[str, tuple[str, Case]] = {
    "one-invocation-left": ("BOB208", last_step(1)),
    "none-left": ("BOB208", last_step(0)),
    "no-parent": ("BOB209", (sealed_header(put(LATER, "parent", bytes(32))), RECORD)),
    "parent-at-first": ("BOB209", (sealed_header(put(FIRST, "parent", PARENT)), RECORD)),
    "parent-of-one-bit-at-first": ("BOB209", (sealed_header(put(FIRST, "parent", b"\1", 31)), RECORD)),
    "step-zero": ("BOB208", (sealed_header(put(FIRST, "step", 0)), RECORD)),
    "version-zero": ("BOB221", (sealed_header(put(FIRST, "version", 0)), RECORD)),
    "version-two": ("BOB257", (sealed_header(put(FIRST, "version", 2)), RECORD)),
    "other-updates": ("BOB216", (sealed_header(put(LATER, "updates_per_invocation", 5)), RECORD)),
    "one-chunk": ("BOB215", (rebuilt(LATER, chunk_count=1, chunk_bytes=3 * CHUNK), RECORD)),
    "chunks-that-do-not-add-up": ("BOB219", (sealed_header(put(LATER, "chunk_bytes", CHUNK - 4)), RECORD)),
    "longer-header": ("BOB217", (rebuilt(LATER, header_bytes=HEADER_BYTES + 64), RECORD)),
    "padding": ("BOB218", (sealed_header(put(LATER, "padding", b"\1")), RECORD)),
    "a-file-of-2^63": ("BOB207", (sealed_header(put(LATER, "payload_bytes", LAST)), RECORD)),
    "header-digest": ("BOB205", (put(LATER, "header_digest", b"\0"), RECORD)),
    "one-chunk-digest": ("BOB205", (put(LATER, "chunk_digests", b"\0", 33), RECORD)),
    "one-chunk-digest-sealed": ("BOB206", (sealed_header(put(LATER, "chunk_digests", b"\0", 33)), RECORD)),
    "p-of-another-run": ("BOB206", (put_scalar(LATER, 0, 0, 0), RECORD)),
    "cut-by-one": ("BOB202", (LATER[:-1], RECORD)),
    "longer-by-one": ("BOB203", (LATER + b"\0", RECORD)),
    "header-alone": ("BOB202", (LATER[:HEADER_BYTES], RECORD)),
    "no-moments": ("BOB404", (sealed(LATER[: HEADER_BYTES + CHUNK] + bytes(2 * CHUNK), RECORD), RECORD)),
    "negative-v": ("BOB402", (sealed(put_scalar(LATER, 2, 9, SIGN | 1), RECORD), RECORD)),
    "m-beside-no-v": (
        "BOB403",
        (sealed(put_scalar(put_scalar(LATER, 1, 9, 0x3F800000), 2, 9, 0), RECORD), RECORD),
    ),
    "another-record": ("BOB310", (LATER, OTHER_RECORD)),
    "another-digest": ("BOB310", (sealed_header(put(LATER, "input_digest", bytes(32))), RECORD)),
    "a-record-cut": ("BOB302", of(RECORD[:-1])),
    "a-longer-record": ("BOB303", of(RECORD + b"\0")),
    "a-record-s-magic": ("BOB301", of(b"BOBINPUX" + RECORD[8:])),
    "a-record-s-version": ("BOB304", of(RECORD[:8] + struct.pack("<Q", 2) + RECORD[16:])),
    "a-record-of-version-0": ("BOB312", of(RECORD[:8] + struct.pack("<Q", 0) + RECORD[16:])),
    "a-byte-out-of-the-vocabulary": ("BOB155", of(RECORD[:16] + b"\x10" + RECORD[17:])),
    "a-byte-twice": ("BOB306", of(RECORD[:16] + RECORD[18:20] + RECORD[18:])),
    "a-target-that-differs": ("BOB307", of(RECORD[:17] + b"\x09" + RECORD[18:])),
    "a-target-out-of-the-vocabulary": (
        "BOB308",
        of(RECORD[:17] + b"\x10" + RECORD[18:48] + struct.pack("<I", 16) + RECORD[52:]),
    ),
    "a-prompt-out-of-the-vocabulary": ("BOB309", of(RECORD[:-4] + struct.pack("<I", 16))),
    "a-checkpoint-as-the-record": ("BOB301", of(FIRST)),
    "the-record-as-the-checkpoint": ("BOB201", (RECORD, RECORD)),
    **{
        f"last-byte-of-{part}": (
            code,
            (rebuilt(LATER, **{part: LATER[places(LATER)[part]][:-1] + b"\1"}), RECORD),
        )
        for part, code in (
            ("schema", "BOB211"),
            ("learner", "BOB210"),
            ("data", "BOB212"),
            ("initialization", "BOB213"),
        )
    },
    **{
        f"another-{name}": (
            code,
            (checkpoint(SMALL.changed({name: value}), 20, input_digest=digest(RECORD)), RECORD),
        )
        for code, name, value in (
            ("BOB210", "learner.lr", "0.1"),
            ("BOB210", "learner.beta1", "0.5"),
            ("BOB210", "learner.epsilon", "1e-7"),
            ("BOB211", "data.vocabulary", "17"),
            ("BOB212", "data.prompts", "3"),
            ("BOB216", "updates", "5"),
        )
    },
    "the-shipped-contract-s": (
        "BOB211",
        (checkpoint(Contract.shipped(), 20, input_digest=digest(RECORD)), RECORD),
    ),
}

# Every kind of file in the place of either.
OTHERS: dict[str, Case] = {
    **{f"kind-{name}": (content, RECORD) for name, (_, content) in FILES.items()},
    **{f"record-kind-{name}": (LATER, content) for name, (_, content) in FILES.items()},
}


def of_a_field(name: str) -> list[Case]:
    """A field of the header at every edge, digests as they were and computed anew."""
    place = places(LATER)[name]
    width = place.stop - place.start
    edges = [struct.pack("<Q", edge)[:width].ljust(width, b"\xff") for edge in EDGES]
    contents = [put(content, name, edge) for content, edge in product((FIRST, LATER), edges)]
    return [(content, RECORD) for each in contents for content in (each, sealed(each, RECORD))]


def of_a_bit(bit: int) -> list[Case]:
    """One bit turned over in each byte of the header, digests computed anew."""
    return [(sealed(flipped(LATER, 8 * i + bit), RECORD), RECORD) for i in range(HEADER_BYTES)]


def of_a_plane(plane: int) -> list[Case]:
    """A scalar of a plane at every edge, at the first place, the last and within, digests computed anew."""
    return [
        (every_digest_anew(put_scalar(LATER, plane, place, bits)), RECORD)
        for place, bits in product((0, 130, 255), SCALAR_EDGES)
    ]
