"""Checkpoints and input records with something changed, drawn from a seed: sound ones and every kind of bad.

    for mutant in mutants(seed=3, count=500): mutant.checkpoint, mutant.record, mutant.kind

Half of them have all digests computed anew, at the places where a sound checkpoint has them, so that what was
changed is seen by more than a digest.
"""

from __future__ import annotations

import random
import struct
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from blake3 import blake3

from bob.binary32 import exact, nearest
from bob.envelope.header import NO_PARENT
from bob.envelope.input_record import build_input
from bob.moments import moment_law
from tests.checkpoints import PARENT, SMALL, checkpoint, honest_planes, number, places, put_scalar, rebuilt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TARGETS = [(7 * byte + 3) % 16 for byte in range(16)]
RECORD = build_input(TARGETS, [1, 15], SMALL)
OTHER_RECORD = build_input(TARGETS[::-1], [0, 0], SMALL)


def digest(content: bytes) -> bytes:
    return blake3(content).digest()


GOOD = [checkpoint(step=step, input_digest=digest(RECORD)) for step in (10, 20, 30, 640)]
HEADER_BYTES, CHUNK, SCALARS = number(GOOD[0], "header_bytes"), SMALL["chunk"], SMALL.at["parameter_count"]
PLACES = places(GOOD[0])
STATED = [name for name in PLACES if name != "magic"]
UPDATES = SMALL["updates"]
LAST = 2**63
EDGES = [0, 1, 2, UPDATES - 1, UPDATES + 1, LAST - 1, LAST, LAST + 1, 2**64 - 1, 2**32, 255, 256]
STEPS = [
    UPDATES,
    2 * UPDATES,
    3 * UPDATES,
    UPDATES * 2**40,
    *((LAST // UPDATES - i) * UPDATES for i in range(4)),
]
SIGN, LARGEST, INFINITY = 1 << 31, 0x7F7FFFFF, 0x7F800000
SCALAR_EDGES = [
    *(0, SIGN, 1, 1 | SIGN, 0x007FFFFF, 0x00800000, LARGEST, LARGEST | SIGN, INFINITY, INFINITY | SIGN),
    *(0x7FC00000, 0xFFC00001, 0x7F800001, 0xFF800001, 0x3F800000, 0xBF800000, 0x33800000, 0xB3800000),
]


class Mutant(NamedTuple):
    """A checkpoint, the input record beside it, and how they were made."""

    kind: str
    checkpoint: bytes
    record: bytes


def mutants(seed: int, count: int) -> Iterator[Mutant]:
    """So many of them, the same ones for the same seed; every second one has its digests computed anew."""
    drawn = random.Random(seed)
    names, weights = zip(*((name, weight) for name, (_, weight) in KINDS.items()), strict=True)
    for i in range(count):
        (name,) = drawn.choices(names, weights)
        content, record = KINDS[name][0](drawn, drawn.choice(GOOD), RECORD)
        if i % 2:
            content = sealed(content, record)
        yield Mutant(name, content, record)


def sealed(content: bytes, record: bytes) -> bytes:
    """Every digest computed anew, where a sound checkpoint has it: of the record, the chunks, the header."""
    if len(content) < HEADER_BYTES:
        return content
    payload = content[HEADER_BYTES:]
    chunks = b"".join(digest(payload[i * CHUNK : (i + 1) * CHUNK]) for i in range(3))
    for name, value in (("input_digest", digest(record)), ("chunk_digests", chunks)):
        content = overwritten(content, PLACES[name].start, value)
    place = PLACES["header_digest"].start
    return overwritten(content, place, digest(content[:place]))


def overwritten(content: bytes, place: int, new: bytes) -> bytes:
    return content[:place] + new + content[place + len(new) :]


def flip(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """One to three bits, half of the time of the header."""
    changed = bytearray(content)
    for _ in range(drawn.randint(1, 3)):
        changed[drawn.randrange(drawn.choice([HEADER_BYTES, len(content)]))] ^= 1 << drawn.randrange(8)
    return bytes(changed), record


def a_byte(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """One byte of the header, or of anything."""
    place = drawn.randrange(drawn.choice([HEADER_BYTES, len(content)]))
    return overwritten(content, place, bytes([drawn.choice([0, 1, 0x7F, 0x80, 0xFF])])), record


def a_field(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """A field of the header, by a number at an edge or near what it was, or by as many other bytes."""
    name = drawn.choice(STATED)
    place = PLACES[name]
    width = place.stop - place.start
    if width != 8:
        return overwritten(content, place.start, drawn.choice([bytes(width), drawn.randbytes(width)])), record
    was = number(content, name)
    value = drawn.choice([*EDGES, *STEPS, was + 1, was - 1, was * 2, was // 2]) % 2**64
    return overwritten(content, place.start, struct.pack("<Q", value)), record


def a_step(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """A step that some checkpoint has, or nearly, with a parent or without."""
    step = drawn.choice(STEPS) + drawn.choice([0, 0, 0, 1, -1])
    content = overwritten(content, PLACES["step"].start, struct.pack("<Q", step % 2**64))
    parent = drawn.choice([NO_PARENT, PARENT, bytes(31) + b"\1", b"\x80" + bytes(31)])
    return overwritten(content, PLACES["parent"].start, parent), record


def a_part(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """An identity part of another length or with another byte, everything else fitted to it."""
    name = drawn.choice(["schema", "learner", "data", "initialization"])
    part = bytearray(content[PLACES[name]])
    change = drawn.randrange(3)
    if change == 0:
        part[drawn.randrange(len(part))] ^= 1 << drawn.randrange(8)
    elif change == 1:
        del part[drawn.randrange(len(part))]
    else:
        part.insert(drawn.randrange(len(part) + 1), drawn.randrange(256))
    return rebuilt(content, **{name: bytes(part)}), record


def a_length(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """Cut short, or longer."""
    by = drawn.choice([1, 4, CHUNK, drawn.randrange(1, len(content))])
    if drawn.randrange(2):
        return content + drawn.choice([bytes(by), drawn.randbytes(by)]), record
    return content[: max(0, len(content) - by)], record


def planes_swapped(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """Two planes in each other's place, their digests too or not."""
    a, b = drawn.sample(range(3), 2)
    content = swapped(content, HEADER_BYTES, CHUNK, a, b)
    return (
        swapped(content, PLACES["chunk_digests"].start, 32, a, b) if drawn.randrange(2) else content
    ), record


def digests_swapped(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """Two of the digests that the header holds in each other's place."""
    start = PLACES["chunk_digests"].start
    spots = [PLACES["input_digest"].start, PLACES["parent"].start, PLACES["header_digest"].start]
    spots += [start, start + 32, start + 64]
    a, b = drawn.sample(spots, 2)
    one, other = content[a : a + 32], content[b : b + 32]
    return overwritten(overwritten(content, a, other), b, one), record


def swapped(content: bytes, start: int, size: int, a: int, b: int) -> bytes:
    one, other = (content[start + i * size : start + (i + 1) * size] for i in (a, b))
    return overwritten(overwritten(content, start + a * size, other), start + b * size, one)


def scalars(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """One to three scalars at an edge."""
    for _ in range(drawn.randint(1, 3)):
        content = put_scalar(
            content, drawn.randrange(3), drawn.randrange(SCALARS), drawn.choice(SCALAR_EDGES)
        )
    return content, record


def a_moment(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """A V of any size, beside it an M at the law's bound, an ulp or some beside it."""
    v = drawn.choice([0, 1, drawn.randrange(0x00900000), drawn.randrange(0x7D000000)])
    place = drawn.randrange(SCALARS)
    law = moment_law(SMALL["learner.beta1"], SMALL["learner.beta2"], number(content, "step"))
    assert law is not None
    bound = law.a + Fraction(float(law.k * (exact(v) + law.c)) ** 0.5)
    m = max(0, min(LARGEST, nearest(bound) + drawn.randint(-2, 2)))
    content = put_scalar(content, 1, place, m | drawn.choice([0, SIGN]))
    return put_scalar(content, 2, place, v), record


def no_moments(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """All of them zero, or minus zero, or all but one."""
    content = content[: HEADER_BYTES + CHUNK] + drawn.choice([bytes(4), b"\0\0\0\x80"]) * (2 * SCALARS)
    if drawn.randrange(2):
        content = put_scalar(
            content, drawn.choice([1, 2]), drawn.randrange(SCALARS), drawn.choice([1, SIGN | 1])
        )
    return content, record


def large_p(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """Logits beyond which exp, the loss or the norm leave the range of binary32."""
    for _ in range(drawn.randint(1, 40)):
        bits = drawn.choice([LARGEST, LARGEST | SIGN, 0x42B00000, 0xC2D00000, 0x7F000000, 0xFF000000])
        content = put_scalar(content, 0, drawn.randrange(SCALARS), bits)
    return content, record


def of_another(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:  # noqa: ARG001
    """Honest planes of some other run."""
    step = drawn.choice([10, 20, 50, 200])
    planes = honest_planes(SMALL, step, seed=drawn.randrange(1000))
    return checkpoint(step=step, planes=planes, input_digest=digest(record)), record


def a_record(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:
    """The input record: bytes, words at an edge, pairs in another order, another length, another record."""
    changed = bytearray(record)
    pairs, targets, n = 16, 16 + 2 * 16, 16
    change = drawn.randrange(7)
    if change == 0:
        changed[drawn.randrange(len(record))] ^= 1 << drawn.randrange(8)
    elif change == 1:
        place = drawn.choice([8, targets + 4 * drawn.randrange(n), len(record) - 4 * drawn.randint(1, 2)])
        changed[place : place + 4] = struct.pack(
            "<I", drawn.choice([0, 1, 15, 16, 255, 256, 2**31, 2**32 - 1])
        )
    elif change == 2:
        order = drawn.sample(range(n), n)
        changed[pairs:targets] = b"".join(record[pairs + 2 * i : pairs + 2 * i + 2] for i in order)
    elif change == 3:
        b, target = drawn.randrange(n), drawn.choice([0, 7, 15, 16, 255])
        changed[pairs + 2 * b + 1] = target
        changed[targets + 4 * b : targets + 4 * b + 4] = struct.pack("<I", target)
    elif change == 4:
        changed[pairs + 2 * drawn.randrange(n)] = drawn.choice([0, 7, 15, 16, 255])
    elif change == 5:
        return content, drawn.choice([record[: drawn.randrange(len(record))], record + bytes(4), record * 2])
    else:
        return content, drawn.choice([OTHER_RECORD, content, bytes(len(record))])
    return content, bytes(changed)


def nothing(drawn: random.Random, content: bytes, record: bytes) -> tuple[bytes, bytes]:  # noqa: ARG001
    """As it was."""
    return content, record


# Each kind and how often it is drawn.
KINDS: dict[str, tuple[Callable[[random.Random, bytes, bytes], tuple[bytes, bytes]], int]] = {
    "bits": (flip, 12),
    "a byte": (a_byte, 8),
    "a field": (a_field, 14),
    "a step": (a_step, 10),
    "a part": (a_part, 6),
    "a length": (a_length, 5),
    "planes swapped": (planes_swapped, 4),
    "digests swapped": (digests_swapped, 4),
    "scalars": (scalars, 12),
    "a moment": (a_moment, 10),
    "no moments": (no_moments, 4),
    "large P": (large_p, 3),
    "another run": (of_another, 3),
    "the record": (a_record, 14),
    "nothing": (nothing, 1),
}
