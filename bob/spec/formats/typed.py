"""The header of a checkpoint of envelope version 2, and its numbers (docs/format.md, Envelope version 2)."""

from __future__ import annotations

from bob.spec.families.header import Header
from bob.spec.fields import U64, Claim, Refine
from bob.spec.formats.dtypes import BITS
from bob.spec.quantifiers import every
from bob.spec.references import offset_of

VERSION = 2
MOST_HEADER_BYTES = 2**26
FIRST_LINE = b"bob-tensors-v1\n"
MOST_DIMS = 64
FIRST_NOT_A_SIZE = 2**63
DECIMAL_DIGITS = 24
# Rooms are multiples of it, and no tensor has less.
ROOM_BYTES = 64
# How elements of fewer bits share bytes no format says.
DTYPES = tuple(name for name, bits in BITS.items() if bits % 8 == 0)


class TypedHeader(Header):
    """Version 1's header of tensors that the schema part lists, each a chunk of its own size."""

    version = U64(equals=VERSION, code="BOB204")
    chunk_bytes = U64(equals=0, code="BOB253")

    chunks_add_up = Refine(
        lambda f: (f.payload_bytes % f.alignment == 0) & (f.chunk_count * f.alignment <= f.payload_bytes),
        "the payload is made of rooms of 64 bytes or more, one a chunk",
        code="BOB253",
    )
    step_is_a_multiple = Refine(
        lambda f: (f.updates_per_invocation > 0).implies(
            (f.step > 0) & (f.step % f.updates_per_invocation == 0)
        ),
        "the step is a positive multiple of the updates per invocation, where there are any",
        code="BOB208",
    )
    next_step_fits = Refine(
        lambda f: (f.step + f.updates_per_invocation <= 2**63) & (f.step < 2**63),
        "neither the step nor the next invocation's is past 2^63",
        code="BOB208",
    )
    parent_is_zero_at_first = Refine(
        lambda f: (f.updates_per_invocation > 0).implies(
            every(byte == 0 for byte in f.parent).iff(f.step == f.updates_per_invocation)
        ),
        "the parent is zero exactly when the step is one invocation's, where Bob's loop makes them",
        code="BOB209",
    )

    payload_is_aligned = Claim(
        lambda f: f.file_bytes % f.alignment == 0,
        "the file is a multiple of 64 bytes, as are the places of its tensors",
    )
    digests_are_bounded_by_the_payload = Claim(
        lambda f: f.digest_bytes * f.chunk_count <= f.payload_bytes,
        "a header has no more bytes of digests than there are bytes of tensors",
    )
    fixed_fields_are_where_version_1_has_them = Claim(
        lambda f: (offset_of(f.version) == 8) & (offset_of(f.schema) == 128),
        "the version and the identity parts lie where version 1 has them",
    )
