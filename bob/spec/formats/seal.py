"""A seal: what was in a file of any format, in a small file beside it (docs/format.md, Seals)."""

from __future__ import annotations

from bob.spec.families.header import Header
from bob.spec.family import Family
from bob.spec.fields import U32, U64, Array, Bytes, Claim, Derived, Magic, Padding, Prefixed, Refine
from bob.spec.references import length_of, offset_of, record_bytes, size_of

VERSION = 1
MAGIC = b"BOBSEAL1"
SUFFIX = ".seal"
MOST_SEAL_BYTES = 2**26


class Seal(Family, short="BOB262", long="BOB262"):
    """Fixed fields, the four identity parts, a digest for each tensor, and the seal's own digest."""

    digest_bytes = Header.spec.dims["digest_bytes"]
    alignment = Derived(Header.term("alignment"))

    magic = Magic(MAGIC, code="BOB260")
    version = U64(equals=VERSION, code="BOB261")
    seal_bytes = U64(equals=lambda _: record_bytes(), code="BOB262")
    file_bytes = U64()
    tensor_count = U64()
    step = U64()
    file_digest = Bytes(lambda f: f.digest_bytes)
    schema = Prefixed(U32)
    learner = Prefixed(U32)
    data = Prefixed(U32)
    initialization = Prefixed(U32)
    tensor_digests = Array(Bytes(lambda f: f.digest_bytes), lambda f: f.tensor_count)
    padding = Padding(64, code="BOB262")
    seal_digest = Bytes(lambda f: f.digest_bytes)

    needed_bytes = Derived(lambda f: offset_of(f.padding) + f.digest_bytes)

    file_fits = Refine(
        lambda f: f.file_bytes < 2**63, "the sealed file is smaller than 2^63 bytes", code="BOB262"
    )
    seal_is_short = Refine(
        lambda f: f.seal_bytes <= MOST_SEAL_BYTES, "a seal is at most 2^26 bytes", code="BOB262"
    )
    step_fits = Refine(lambda f: f.step < 2**63, "the step is below 2^63", code="BOB262")

    fixed_fields_are_exact = Claim(
        lambda f: (offset_of(f.file_digest) == 48) & (offset_of(f.schema) == 80),
        "the identity parts begin after 80 bytes of fixed fields",
    )
    size_is_exact = Claim(
        lambda f: (
            record_bytes()
            == 80
            + (4 + length_of(f.schema))
            + (4 + length_of(f.learner))
            + (4 + length_of(f.data))
            + (4 + length_of(f.initialization))
            + 32 * f.tensor_count
            + size_of(f.padding)
            + 32
        ),
        "the seal is its fixed fields, its parts, its digests and its padding",
    )
    size_is_the_least = Claim(
        lambda f: (f.needed_bytes <= f.seal_bytes) & (f.seal_bytes < f.needed_bytes + f.alignment),
        "no smaller multiple of 64 holds all of the seal",
    )
    digest_comes_last = Claim(
        lambda f: offset_of(f.seal_digest) == f.seal_bytes - f.digest_bytes,
        "the seal digest is the last field of the seal",
    )
