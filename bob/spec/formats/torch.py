"""What PyTorch writes around a pickle: the numbers of its two kinds of file, and a legacy storage's head.

Source: torch/serialization.py (`_legacy_save`, `_save`) and caffe2/serialize/versions.h of PyTorch 2.13.
"""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U64, Refine

LEGACY_MAGIC = 0x1950A86A20F9469CFC6C
LEGACY_VERSION = 1001
# Versions of the zip kind that the reference reader takes.
LEAST_VERSION = 1
LAST_VERSION = 10
# Where a tar archive has its magic, POSIX.1-1988 (ustar).
TAR_PLACE = 257
TAR_MAGIC = b"ustar"


class StorageHead(Family, short="BOB562", long="BOB562"):
    """What stands before a storage's elements in a legacy file: their count, signed."""

    numel = U64()

    numel_is_not_negative = Refine(lambda f: f.numel < 2**63, "the count is not negative", code="BOB562")
