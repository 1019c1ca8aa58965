"""The records of a ZIP archive (PKWARE APPNOTE 6.3.10, 4.3): member headers, descriptors, end records."""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U16, U32, U64, Bytes, Claim, Constant, Derived, Magic, Refine
from bob.spec.references import offset_of, record_bytes

# General purpose flags (4.4.4).
ENCRYPTED = 1 << 0
HAS_DESCRIPTOR = 1 << 3
PATCHED = 1 << 5
STRONGLY_ENCRYPTED = 1 << 6
UTF8 = 1 << 11
MASKED = 1 << 13
# Methods (4.4.5).
STORED = 0
DEFLATED = 8
# What a field holds whose value is in a zip64 record instead (4.4.1.4).
ELSEWHERE_16 = U16().limit - 1
ELSEWHERE_32 = U32().limit - 1
ZIP64_FIELD = 1
# The most that a byte of a deflate stream becomes: 258 bytes for two bits (RFC 1951, 3.2.5 and 3.2.6).
MOST_PER_DEFLATED_BYTE = 4 * 258


class LocalHeader(Family, short="BOB543", long="BOB543"):
    """What stands before a member's data (4.3.7)."""

    signature = Magic(b"PK\x03\x04", code="BOB543")
    version_needed = U16()
    flags = U16()
    method = U16()
    time = U16()
    date = U16()
    crc = U32()
    n_stored = U32()
    n_bytes = U32()
    name_bytes = U16()
    extra_bytes = U16()
    name = Bytes(lambda f: f.name_bytes)
    extra = Bytes(lambda f: f.extra_bytes)

    fixed_fields_take_30 = Claim(
        lambda f: record_bytes() == 30 + f.name_bytes + f.extra_bytes,
        "a local header is 30 bytes, its name and its extra field",
    )


class CentralHeader(Family, short="BOB542", long="BOB542"):
    """What the central directory says of a member (4.3.12)."""

    signature = Magic(b"PK\x01\x02", code="BOB542")
    made_by = U16()
    version_needed = U16()
    flags = U16()
    method = U16()
    time = U16()
    date = U16()
    crc = U32()
    n_stored = U32()
    n_bytes = U32()
    name_bytes = U16()
    extra_bytes = U16()
    comment_bytes = U16()
    disk = U16()
    internal_attributes = U16()
    external_attributes = U32()
    header_offset = U32()
    name = Bytes(lambda f: f.name_bytes)
    extra = Bytes(lambda f: f.extra_bytes)
    comment = Bytes(lambda f: f.comment_bytes)

    fixed_fields_take_46 = Claim(
        lambda f: record_bytes() == 46 + f.name_bytes + f.extra_bytes + f.comment_bytes,
        "a directory header is 46 bytes, its name, its extra field and its comment",
    )


class Descriptor(Family, short="BOB543", long="BOB543"):
    """What stands after a member's data where flag 3 says so (4.3.9), without its optional signature."""

    optional_signature = Constant(b"PK\x07\x08")

    crc = U32()
    n_stored = U32()
    n_bytes = U32()


class Zip64Descriptor(Family, short="BOB543", long="BOB543"):
    """The same with sizes of eight bytes (4.3.9.2)."""

    crc = U32()
    n_stored = U64()
    n_bytes = U64()


class EndRecord(Family, short="BOB540", long="BOB540"):
    """The last record of an archive (4.3.16)."""

    signature = Magic(b"PK\x05\x06", code="BOB540")
    disk = U16()
    directory_disk = U16()
    entries_on_disk = U16()
    entries = U16()
    directory_bytes = U32()
    directory_offset = U32()
    comment_bytes = U16()
    comment = Bytes(lambda f: f.comment_bytes)

    fixed_fields_take_22 = Claim(
        lambda f: record_bytes() == 22 + f.comment_bytes, "an end record is 22 bytes and its comment"
    )


class Zip64EndRecord(Family, short="BOB541", long="BOB541"):
    """The end record with wide fields (4.3.14); `rest_bytes` counts what follows itself."""

    fixed_rest = Derived(lambda _: 44)

    signature = Magic(b"PK\x06\x06", code="BOB541")
    rest_bytes = U64()
    made_by = U16()
    version_needed = U16()
    disk = U32()
    directory_disk = U32()
    entries_on_disk = U64()
    entries = U64()
    directory_bytes = U64()
    directory_offset = U64()

    rest_is_fixed = Refine(
        lambda f: f.rest_bytes == f.fixed_rest,
        "the zip64 end record is of version 1: 44 bytes follow its size",
        code="BOB541",
    )
    size_counts_the_rest = Claim(
        lambda f: record_bytes() - offset_of(f.made_by) == f.fixed_rest,
        "the record's own size counts what follows it",
    )


class Zip64Locator(Family, short="BOB541", long="BOB541"):
    """Where the zip64 end record is (4.3.15)."""

    signature = Magic(b"PK\x06\x07", code="BOB541")
    disk = U32()
    end_offset = U64()
    disks = U32()
