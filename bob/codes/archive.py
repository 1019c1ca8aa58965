"""Codes 540 to 549: ZIP archives, which PyTorch and NumPy write."""

from __future__ import annotations

from bob.codes.rule import Rule

_DO = "fetch or write the file again; correct what wrote it"

RULES: dict[str, Rule] = {
    "BOB540": Rule(
        "does not end with one end record",
        "The last bytes of an archive are its end record, with a comment of exactly the length it states, "
        "and no other record can be read as such.",
        "readers look for the record in different ways: what they find, and what follows it, is not the same",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.3.6 and 4.3.16",
    ),
    "BOB541": Rule(
        "has end records that contradict the archive",
        "The end records say what is there: one disk, as many members as the directory lists, a directory "
        "that ends where they begin, and in the zip64 record what the short fields leave open.",
        "a reader that believes one of the numbers sees other members than a reader that believes another",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.3.14 to 4.3.16 and 4.4.1.4",
    ),
    "BOB542": Rule(
        "has a directory that cannot be read",
        "The directory is member headers one after the other and nothing else, whose extra fields are "
        "whole and hold a zip64 value for each field that says so and for no other.",
        "after such bytes nothing in the directory can be read with certainty",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.3.12, 4.5.1 and 4.5.3",
    ),
    "BOB543": Rule(
        "says two things of one member",
        "A member's own header, and the descriptor behind its data where there is one, say the same name, "
        "method, flags, CRC and sizes as the directory; with a descriptor, the header's are zero.",
        "some readers go by the directory and some by the header, and load different bytes",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.3.7, 4.3.9 and 4.4.4",
    ),
    "BOB544": Rule(
        "has bytes of two members or of none",
        "Members fill the file from its first byte to the directory, each byte in exactly one.",
        "bytes that no directory lists carry what nobody sees, and shared ones are read many times over",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.3.6",
    ),
    "BOB545": Rule(
        "has a member twice",
        "No two members have one name.",
        "readers disagree which of them counts",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.4.17 (a name identifies a member)",
    ),
    "BOB546": Rule(
        "has a member whose name leads elsewhere",
        "A name is a path below the archive: no drive, no leading slash, no backslash, no `..`, no NUL, and "
        "UTF-8 where its flag says so.",
        "unpacked, it would be written outside of its folder, or under a name that it does not show",
        "do not unpack the file; correct what wrote it",
        source="PKWARE APPNOTE 6.3.10, 4.4.17.1 and appendix D",
    ),
    "BOB547": Rule(
        "has a member that only another reader opens",
        "Members are stored or deflated, not encrypted and no patches.",
        "its content was not looked at",
        "write the archive again without encryption, stored or deflated",
        status=2,
        source="PKWARE APPNOTE 6.3.10, 4.4.4 and 4.4.5",
    ),
    "BOB548": Rule(
        "has a member that is not of its size",
        "Stored data take the size of the member; a deflate stream gives exactly that many bytes and ends "
        "with the data.",
        "less is a damaged member, and more is how a small file fills a memory",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.4.8 and 4.4.9; RFC 1951, 3.2",
    ),
    "BOB549": Rule(
        "has a member whose CRC is another",
        "The CRC-32 of a member's data is the one that the directory states.",
        "bytes were changed after they were written",
        _DO,
        source="PKWARE APPNOTE 6.3.10, 4.4.7",
    ),
}
