"""What a safetensors file begins with, and the numbers of the format (safetensors README, Format)."""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U64, Claim, Derived, Refine
from bob.spec.references import record_bytes

LONGEST_HEADER = 100_000_000
# Shapes and offsets are of this many bits in the reference reader (`usize`).
WORD_BITS = 64
# Where writers let the data begin, by padding the header.
USUAL_ALIGNMENT = 8
METADATA = "__metadata__"
# The reference reader's `Dtype`: 0.7 knows all but the last two, 0.8 these too.
DTYPES = (
    *("BOOL", "F4", "F6_E2M3", "F6_E3M2", "U8", "I8", "F8_E5M2", "F8_E4M3", "F8_E8M0", "I16", "U16"),
    *("F16", "BF16", "I32", "U32", "F32", "C64", "F64", "I64", "U64", "F8_E4M3FNUZ", "F8_E5M2FNUZ"),
)


class SafetensorsPrefix(Family, short="BOB502", long="BOB502"):
    """The length of the header, which follows; the data follow that, to the end of the file."""

    longest = Derived(LONGEST_HEADER)

    header_bytes = U64()

    header_is_short = Refine(
        lambda f: f.header_bytes <= f.longest, "a header is at most 100,000,000 bytes", code="BOB503"
    )

    places_fit_in_4_bytes = Claim(
        lambda f: record_bytes() + f.header_bytes < 2**32, "every place in the header is below 2^32"
    )
