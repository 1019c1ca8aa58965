"""The header of a checkpoint, envelope version 1 (docs/format.md, Checkpoint)."""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U32, U64, Array, Bytes, Claim, Derived, Dim, Magic, Padding, Prefixed, Refine
from bob.spec.quantifiers import every
from bob.spec.references import length_of, offset_of, record_bytes, size_of

VERSION = 1
LAST_STEP = 2**63


class Header(Family, short="BOB202", long="BOB207"):
    """Fixed fields, the four identity parts, a digest for each chunk, and the header's own digest."""

    digest_bytes = Dim(32, 32, shipped=32)
    alignment = Derived(64)

    magic = Magic(b"BOBCKPT1", code="BOB201")
    version = U64(equals=VERSION, code="BOB204")
    header_bytes = U64(equals=lambda _: record_bytes(), code="BOB217")
    payload_bytes = U64()
    chunk_bytes = U64()
    chunk_count = U64()
    step = U64()
    updates_per_invocation = U64()
    input_digest = Bytes(lambda f: f.digest_bytes)
    parent = Bytes(lambda f: f.digest_bytes)
    schema = Prefixed(U32)
    learner = Prefixed(U32)
    data = Prefixed(U32)
    initialization = Prefixed(U32)
    chunk_digests = Array(Bytes(lambda f: f.digest_bytes), lambda f: f.chunk_count)
    padding = Padding(64, code="BOB218")
    header_digest = Bytes(lambda f: f.digest_bytes)

    file_bytes = Derived(lambda f: f.header_bytes + f.payload_bytes)
    needed_bytes = Derived(lambda f: offset_of(f.padding) + f.digest_bytes)

    file_fits = Refine(lambda f: f.file_bytes < 2**63, "the file is smaller than 2^63 bytes", code="BOB207")
    chunks_add_up = Refine(
        lambda f: f.chunk_count * f.chunk_bytes == f.payload_bytes,
        "chunk count x chunk bytes = payload bytes",
        code="BOB219",
    )
    step_is_a_multiple = Refine(
        lambda f: (f.updates_per_invocation > 0) & (f.step > 0) & (f.step % f.updates_per_invocation == 0),
        "the step is a positive multiple of the updates per invocation",
        code="BOB208",
    )
    next_step_fits = Refine(
        lambda f: f.step + f.updates_per_invocation <= LAST_STEP,
        "the next invocation does not carry the step past 2^63",
        code="BOB208",
    )
    parent_is_zero_at_first = Refine(
        lambda f: every(byte == 0 for byte in f.parent).iff(f.step == f.updates_per_invocation),
        "the parent is zero exactly when the step is one invocation's",
        code="BOB209",
    )

    fixed_fields_are_exact = Claim(
        lambda f: (
            (offset_of(f.header_bytes) == 16) & (offset_of(f.step) == 48) & (offset_of(f.schema) == 128)
        ),
        "the identity parts begin after 128 bytes of fixed fields",
    )
    size_is_exact = Claim(
        lambda f: (
            record_bytes()
            == 128
            + (4 + length_of(f.schema))
            + (4 + length_of(f.learner))
            + (4 + length_of(f.data))
            + (4 + length_of(f.initialization))
            + 32 * f.chunk_count
            + size_of(f.padding)
            + 32
        ),
        "the header is its fixed fields, its parts, its digests and its padding",
    )
    size_is_a_multiple = Claim(
        lambda f: f.header_bytes % f.alignment == 0, "the header's size is a multiple of 64"
    )
    size_is_the_least = Claim(
        lambda f: (f.needed_bytes <= f.header_bytes) & (f.header_bytes < f.needed_bytes + f.alignment),
        "no smaller multiple of 64 holds all of the header",
    )
    digest_comes_last = Claim(
        lambda f: offset_of(f.header_digest) == f.header_bytes - f.digest_bytes,
        "the header digest is the last field of the header",
    )
    payload_comes_after = Claim(
        lambda f: f.file_bytes - f.payload_bytes == record_bytes(),
        "the payload begins where the header ends",
    )
