"""The records of a GGUF file (ggml docs/gguf.md, File Structure): its header, and what infos begin with."""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U32, U64, Array, Claim, Derived, Magic, Prefixed, Refine
from bob.spec.references import length_of, record_bytes

VERSIONS = (2, 3)
# The first version that may be big-endian.
BIG_ENDIAN_VERSION = 3
DEFAULT_ALIGNMENT = 32
ALIGNMENT_UNIT = 8
LONGEST_KEY = 2**16 - 1
LONGEST_NAME = 64
MOST_DIMENSIONS = 4
# gguf_metadata_value_type: the number, name and `struct` code of each scalar.
SCALARS = {
    0: ("uint8", "B"),
    1: ("int8", "b"),
    2: ("uint16", "H"),
    3: ("int16", "h"),
    4: ("uint32", "I"),
    5: ("int32", "i"),
    6: ("float32", "f"),
    7: ("bool", "B"),
    10: ("uint64", "Q"),
    11: ("int64", "q"),
    12: ("float64", "d"),
}
BOOL, STRING, ARRAY = 7, 8, 9
# Bob's own choice: arrays up to this length are kept as they are.
MOST_KEPT = 64
# The magics of the formats before GGUF, as a little-endian writer leaves them in a file.
OLDER = {b"lmgg": "GGML", b"fmgg": "GGMF", b"tjgg": "GGJT", b"algg": "GGLA"}


class GgufHeader(Family, short="BOB523", long="BOB523"):
    """What a GGUF file begins with."""

    magic = Magic(b"GGUF", code="BOB520")
    version = U32()
    tensor_count = U64()
    metadata_kv_count = U64()


class GgufKey(Family, short="BOB523", long="BOB523"):
    """A key and the type of its value, which follows."""

    longest = Derived(LONGEST_KEY)
    fixed_bytes = Derived(12)

    key = Prefixed(U64)
    value_type = U32()

    key_is_short = Refine(lambda f: length_of(f.key) <= f.longest, "a key is below 2^16 bytes", code="BOB524")

    fixed_fields_take_12 = Claim(
        lambda f: record_bytes() == f.fixed_bytes + length_of(f.key), "12 bytes stand around a key"
    )


class GgufTensor(Family, short="BOB523", long="BOB523"):
    """What the header says of one tensor."""

    longest = Derived(LONGEST_NAME)
    most = Derived(MOST_DIMENSIONS)
    fixed_bytes = Derived(24)
    dimension_bytes = Derived(8)

    name = Prefixed(U64)
    n_dimensions = U32()
    dimensions = Array(U64, lambda f: f.n_dimensions)
    tensor_type = U32()
    offset = U64()

    name_is_short = Refine(
        lambda f: length_of(f.name) <= f.longest, "a name is at most 64 bytes", code="BOB530"
    )
    dimensions_are_few = Refine(
        lambda f: f.n_dimensions <= f.most, "a tensor has at most 4 dimensions", code="BOB531"
    )

    fixed_fields_take_24 = Claim(
        lambda f: record_bytes() == f.fixed_bytes + length_of(f.name) + f.dimension_bytes * f.n_dimensions,
        "24 bytes stand around a tensor's name and dimensions",
    )
    info_is_short = Claim(lambda _: record_bytes() <= 120, "what is said of one tensor is at most 120 bytes")
