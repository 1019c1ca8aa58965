"""ZIP archives made by hand, field by field, and the cases of their rules."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field, replace

from tests.formats.case import Case

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
ELSEWHERE = 0xFFFFFFFF
DESCRIPTOR = 8
UTF8 = 0x800


@dataclass(frozen=True)
class Member:
    """A member; `own` and `listed` replace fields of its own header and of the directory's.

    An `absent` one is listed but not written.
    """

    name: bytes
    content: bytes
    method: int = 0
    flags: int = UTF8
    stored: bytes | None = None
    own: dict[str, object] = field(default_factory=dict)
    listed: dict[str, object] = field(default_factory=dict)
    behind: bytes = b""
    before: bytes = b""
    absent: bool = False

    @property
    def data(self) -> bytes:
        if self.stored is not None:
            return self.stored
        return deflate(self.content) if self.method == 8 else self.content


def deflate(content: bytes) -> bytes:
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return stream.compress(content) + stream.flush()


def descriptor(member: Member, form: str = "<III", signed: bool = True) -> bytes:
    numbers = struct.pack(form, zlib.crc32(member.content), len(member.data), len(member.content))
    return (b"PK\x07\x08" if signed else b"") + numbers


def streamed(member: Member, form: str = "<III", signed: bool = True) -> Member:
    """The member as written without seeking: sizes and CRC behind the data."""
    zero = {"crc": 0, "n_stored": 0, "n_bytes": 0}
    behind = descriptor(member, form, signed)
    return replace(member, flags=member.flags | DESCRIPTOR, own=zero | member.own, behind=behind)


def own_header(member: Member) -> bytes:
    fields: dict[str, object] = {
        "signature": LOCAL,
        "version": 20,
        "flags": member.flags,
        "method": member.method,
        "time": 0,
        "date": 33,
        "crc": zlib.crc32(member.content),
        "n_stored": len(member.data),
        "n_bytes": len(member.content),
        "name": member.name,
        "extra": b"",
    } | member.own
    name, extra = fields.pop("name"), fields.pop("extra")
    assert isinstance(name, bytes)
    assert isinstance(extra, bytes)
    return struct.pack("<4s5H3I2H", *fields.values(), len(name), len(extra)) + name + extra


def listed_header(member: Member, offset: int) -> bytes:
    fields: dict[str, object] = {
        "signature": CENTRAL,
        "made_by": 20,
        "version": 20,
        "flags": member.flags,
        "method": member.method,
        "time": 0,
        "date": 33,
        "crc": zlib.crc32(member.content),
        "n_stored": len(member.data),
        "n_bytes": len(member.content),
        "disk": 0,
        "internal": 0,
        "external": 0,
        "offset": offset,
        "name": member.name,
        "extra": b"",
        "comment": b"",
    } | member.listed
    name, extra, comment = (fields.pop(what) for what in ("name", "extra", "comment"))
    assert isinstance(name, bytes)
    assert isinstance(extra, bytes)
    assert isinstance(comment, bytes)
    numbers = list(fields.values())
    packed = struct.pack("<4s6H3I5H2I", *numbers[:10], len(name), len(extra), len(comment), *numbers[10:])
    return packed + name + extra + comment


def archive(*members: Member, wide: bool = False, junk: bytes = b"", **end: object) -> bytes:
    """An archive; `end` replaces fields of the end record, or with a prefix `wide_` of the zip64 ones."""
    body, directory = bytearray(), bytearray()
    for member in members:
        body += member.before
        directory += listed_header(member, len(body))
        body += b"" if member.absent else own_header(member) + member.data + member.behind
    body += junk
    numbers = {"disk": 0, "directory_disk": 0, "here": len(members), "entries": len(members)}
    numbers |= {"n_bytes": len(directory), "offset": len(body)}
    short = numbers | {name: value for name, value in end.items() if name in numbers}
    comment = end.get("comment", b"")
    assert isinstance(comment, bytes)
    tail = b""
    if wide:
        place = len(body) + len(directory)
        wider = numbers | {n.removeprefix("wide_"): v for n, v in end.items() if n.startswith("wide_")}
        rest = wider.pop("rest", 44)
        tail = b"PK\x06\x06" + struct.pack("<Q2H2I4Q", rest, 45, 45, *wider.values())
        locator = {"disk": 0, "place": place, "disks": 1}
        for name, value in end.items():
            if isinstance(value, int) and name.startswith("locator_"):
                locator[name.removeprefix("locator_")] = value
        tail += b"PK\x06\x07" + struct.pack("<IQI", *locator.values())
    tail += END + struct.pack("<4H2IH", *short.values(), end.get("n_comment", len(comment))) + comment
    return bytes(body + directory) + tail


A = Member(b"a", b"hello")
B = Member(b"b/c", b"hello again " * 3, method=8)
WIDE = struct.pack("<HHQQ", 1, 16, 5, 5)


def _case(name: str, content: bytes, code: str, rule: str, source: str) -> Case:
    return Case(name, content, "REFUSE" if code else "ACCEPT", code, rule, f"PKWARE APPNOTE 6.3.10, {source}")


def cases() -> list[Case]:
    """The files of each rule, on both of its sides."""
    ends = "the last bytes are one end record"
    says = "the end records say what is there"
    lists = "the directory is member headers and nothing else"
    once = "a member's own header says what the directory says"
    fills = "members fill the file, each byte in exactly one"
    path = "a name is a path below the archive"
    opens = "members are stored or deflated"
    size = "data is of the member's size"
    inner = archive(A)[len(archive(A)) - 22 :]
    wide_listed: dict[str, object] = {"n_stored": ELSEWHERE, "n_bytes": ELSEWHERE, "extra": WIDE}
    listed_wide = replace(A, listed=wide_listed)
    other_crc = replace(A, own={"crc": 1})
    outer = Member(b"outer", own_header(A) + A.data)
    inner_member = replace(A, absent=True, listed={"offset": 30 + len(outer.name)})
    bomb = Member(b"a", b"", method=8, stored=deflate(bytes(100)))
    return [
        _case("two-members", archive(A, B), "", ends, "4.3.6"),
        _case("no-members", archive(), "", ends, "4.3.6"),
        _case("comment", archive(A, comment=b"a comment"), "", ends, "4.3.16"),
        _case("no-end-record", archive(A)[:-22], "BOB540", ends, "4.3.6"),
        _case("cut-by-one-byte", archive(A)[:-1], "BOB540", ends, "4.3.16"),
        _case("one-byte-after", archive(A) + b"\0", "BOB540", ends, "4.3.16"),
        _case("comment-longer-than-it-is", archive(A, comment=b"ab", n_comment=3), "BOB540", ends, "4.3.16"),
        _case("end-record-in-the-comment", archive(A, comment=inner), "BOB540", ends, "4.3.16"),
        _case("zip64-records", archive(A, B, wide=True), "", says, "4.3.14"),
        _case(
            "zip64-records-left-open",
            archive(A, wide=True, entries=0xFFFF, offset=ELSEWHERE),
            "",
            says,
            "4.4.1.4",
        ),
        _case("second-disk", archive(A, disk=1), "BOB541", says, "4.4.19"),
        _case("directory-on-second-disk", archive(A, directory_disk=1), "BOB541", says, "4.4.20"),
        _case("one-entry-too-many", archive(A, entries=2, here=2), "BOB541", says, "4.4.22"),
        _case("entries-on-this-disk", archive(A, here=2), "BOB541", says, "4.4.21"),
        _case("directory-one-byte-early", archive(A, offset=35), "BOB541", says, "4.4.24"),
        _case("directory-one-byte-short", archive(A, n_bytes=46), "BOB541", says, "4.4.23"),
        _case("zip64-another-count", archive(A, wide=True, entries=2), "BOB541", says, "4.4.1.4"),
        _case("zip64-of-three-disks", archive(A, wide=True, locator_disks=3), "BOB541", says, "4.3.15"),
        _case("zip64-elsewhere", archive(A, wide=True, locator_place=1), "BOB541", says, "4.3.15"),
        _case("zip64-longer", archive(A, wide=True, wide_rest=45), "BOB541", says, "4.3.14.1"),
        _case("member-on-second-disk", archive(replace(A, listed={"disk": 1})), "BOB541", says, "4.4.11"),
        _case(
            "directory-signature",
            archive(replace(A, listed={"signature": b"PK\x01\x03"})),
            "BOB542",
            lists,
            "4.3.12",
        ),
        _case("extra-field", archive(replace(A, listed={"extra": b"FB\x02\0ZZ"})), "", lists, "4.5.1"),
        _case(
            "extra-field-cut", archive(replace(A, listed={"extra": b"FB\x03\0ZZ"})), "BOB542", lists, "4.5.1"
        ),
        _case(
            "extra-field-without-a-size",
            archive(replace(A, listed={"extra": b"FB\0"})),
            "BOB542",
            lists,
            "4.5.1",
        ),
        _case("zip64-field", archive(listed_wide), "", lists, "4.5.3"),
        _case(
            "zip64-field-not-needed", archive(replace(A, listed={"extra": WIDE})), "BOB542", lists, "4.5.3"
        ),
        _case(
            "zip64-field-twice",
            archive(replace(A, listed=wide_listed | {"extra": WIDE + WIDE})),
            "BOB542",
            lists,
            "4.5.3",
        ),
        _case("own-name", archive(replace(A, own={"name": b"b"})), "BOB543", once, "4.3.7"),
        _case("own-method", archive(replace(A, own={"method": 8})), "BOB543", once, "4.3.7"),
        _case("own-flags", archive(replace(A, own={"flags": 0})), "BOB543", once, "4.3.7"),
        _case("own-crc", archive(other_crc), "BOB543", once, "4.3.7"),
        _case("own-stored-size", archive(replace(A, own={"n_stored": 4})), "BOB543", once, "4.3.7"),
        _case("own-size", archive(replace(A, own={"n_bytes": 4})), "BOB543", once, "4.3.7"),
        _case(
            "own-signature", archive(replace(A, own={"signature": b"PK\x03\x05"})), "BOB543", once, "4.3.7"
        ),
        _case(
            "own-extra-field-cut", archive(replace(A, own={"extra": b"FB\x03\0ZZ"})), "BOB543", once, "4.5.1"
        ),
        _case("own-zip64-field", archive(replace(A, own=wide_listed)), "", once, "4.5.3"),
        _case(
            "own-zip64-field-other-size",
            archive(replace(A, own=wide_listed | {"extra": WIDE[:-1] + b"\1"})),
            "BOB543",
            once,
            "4.5.3",
        ),
        _case("descriptor", archive(streamed(A), streamed(B)), "", once, "4.3.9"),
        _case("descriptor-unsigned", archive(streamed(A, signed=False), B), "", once, "4.3.9.3"),
        _case("descriptor-wide", archive(streamed(A, "<IQQ"), B), "", once, "4.3.9.2"),
        _case("descriptor-wide-unsigned", archive(streamed(A, "<IQQ", signed=False), B), "", once, "4.3.9.2"),
        _case(
            "descriptor-other-crc",
            archive(replace(streamed(A), behind=descriptor(B)), B),
            "BOB543",
            once,
            "4.3.9",
        ),
        _case("descriptor-missing", archive(replace(streamed(A), behind=b"")), "BOB543", once, "4.3.9"),
        _case("descriptor-and-sizes", archive(replace(streamed(A), own={})), "BOB543", once, "4.4.4"),
        _case("junk-before", archive(replace(A, before=b"MZ")), "BOB544", fills, "4.3.6"),
        _case("junk-between", archive(A, replace(B, before=b"junk")), "BOB544", fills, "4.3.6"),
        _case("junk-after-members", archive(A, junk=b"junk"), "BOB544", fills, "4.3.6"),
        _case("member-within-a-member", archive(outer, inner_member), "BOB544", fills, "4.3.6"),
        _case(
            "member-into-the-directory",
            archive(replace(A, listed={"n_stored": 6, "n_bytes": 6}, own={"n_stored": 6, "n_bytes": 6})),
            "BOB544",
            fills,
            "4.3.6",
        ),
        _case(
            "name-twice",
            archive(A, replace(A, content=b"other")),
            "BOB545",
            "no two members have one name",
            "4.4.17",
        ),
        _case("name-in-folders", archive(replace(A, name="ä/b..c/d".encode())), "", path, "4.4.17.1"),
        _case("name-absolute", archive(replace(A, name=b"/a")), "BOB546", path, "4.4.17.1"),
        _case("name-drive", archive(replace(A, name=b"C:a")), "BOB546", path, "4.4.17.1"),
        _case("name-parent", archive(replace(A, name=b"a/../../b")), "BOB546", path, "4.4.17.1"),
        _case("name-backslash", archive(replace(A, name=b"a\\b")), "BOB546", path, "4.4.17.1"),
        _case("name-nul", archive(replace(A, name=b"a\0.txt")), "BOB546", path, "4.4.17.1"),
        _case("name-empty", archive(replace(A, name=b"")), "BOB546", path, "4.4.17"),
        _case("name-no-utf8", archive(replace(A, name=b"\xff")), "BOB546", path, "appendix D"),
        _case("name-code-page-437", archive(replace(A, name=b"\xff", flags=0)), "", path, "appendix D"),
        _case("encrypted", archive(replace(A, flags=1)), "BOB547", opens, "4.4.4"),
        _case("patched", archive(replace(A, flags=32)), "BOB547", opens, "4.4.4"),
        _case("bzip2", archive(replace(A, method=12)), "BOB547", opens, "4.4.5"),
        _case(
            "stored-of-two-sizes",
            archive(replace(A, own={"n_bytes": 6}, listed={"n_bytes": 6})),
            "BOB548",
            size,
            "4.4.9",
        ),
        _case("deflated-to-more", archive(bomb), "BOB548", size, "4.4.9"),
        _case(
            "deflated-to-less",
            archive(replace(B, own={"n_bytes": 40}, listed={"n_bytes": 40})),
            "BOB548",
            size,
            "4.4.9",
        ),
        _case(
            "deflate-ratio",
            archive(replace(A, method=8, content=bytes(3000), stored=b"\3\0")),
            "BOB548",
            size,
            "4.4.9",
        ),
        _case("no-deflate-stream", archive(replace(B, stored=b"\7" * 10)), "BOB548", size, "RFC 1951, 3.2.3"),
        _case(
            "deflate-stream-cut", archive(replace(B, stored=B.data[:-1])), "BOB548", size, "RFC 1951, 3.2.3"
        ),
        _case(
            "after-the-deflate-stream",
            archive(replace(B, stored=B.data + b"!")),
            "BOB548",
            size,
            "RFC 1951, 3.2.3",
        ),
        _case(
            "one-bit-flipped", archive(replace(A, stored=b"hellO")), "BOB549", "a member has its CRC", "4.4.7"
        ),
        _case(
            "one-bit-flipped-deflated",
            archive(replace(B, stored=deflate(b"Hello again " * 3))),
            "BOB549",
            "a member has its CRC",
            "4.4.7",
        ),
    ]
