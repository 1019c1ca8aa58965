"""NPY and NPZ files made by hand, and the conformance cases of both: `npy_cases()`, `npz_cases()`."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

from tests.formats.case import Case

V1 = 'numpy.lib.format, "Format Version 1.0"'
V2 = 'numpy.lib.format, "Format Version 2.0"'
V3 = 'numpy.lib.format, "Format Version 3.0"'
NPZ = "numpy.savez, Notes"
FOUR_FLOATS = bytes(range(16))


def literal(descr: str = "'<f4'", order: str = "False", shape: str = "(2, 2)") -> bytes:
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}".encode()


def npy(
    text: bytes = literal(),
    data: bytes = FOUR_FLOATS,
    version: tuple[int, int] = (1, 0),
    align: int = 64,
    fill: bytes = b" ",
    end: bytes = b"\n",
) -> bytes:
    """An npy file of a header text, filled up to a multiple of `align` bytes, and data."""
    prefix = 2 if version[0] == 1 else 4
    filled = text + fill * (-(8 + prefix + len(text) + len(end)) % align) + end
    return b"\x93NUMPY" + bytes(version) + len(filled).to_bytes(prefix, "little") + filled + data


class Packed(NamedTuple):
    """A member of a zip as it is written."""

    name: str
    content: bytes
    deflated: bool = False


def npz(*members: Packed) -> bytes:
    """A zip of members, as `numpy.savez` lays it out, with plain headers."""
    body, directory = b"", b""
    for name, content, deflated in members:
        packer = zlib.compressobj(wbits=-15)
        data = packer.compress(content) + packer.flush() if deflated else content
        raw = name.encode()
        shared = struct.pack(
            "<HHHHHIIIHH",
            20, 0, 8 if deflated else 0, 0, 33, zlib.crc32(content), len(data), len(content), len(raw), 0,
        )  # fmt: skip
        directory += (
            b"PK\1\2" + struct.pack("<H", 20) + shared + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + raw
        )
        body += b"PK\3\4" + shared + raw + data
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def good(name: str, content: bytes, rule: str, source: str = V1) -> Case:
    return Case(name, content, "ACCEPT", "", rule, source)


def bad(name: str, content: bytes, code: str, rule: str, source: str = V1) -> Case:
    return Case(name, content, "REFUSE", code, rule, source)


def npy_cases() -> list[Case]:
    return [*_magic(), *_header(), *_values(), *_types(), *_data(), *_padding()]


def _magic() -> list[Case]:
    rule, version = "the first 6 bytes are \\x93NUMPY", "the version is 1.0, 2.0 or 3.0"
    return [
        good("ordinary", npy(), rule),
        bad("empty", b"", "BOB570", rule),
        bad("other-magic", b"\x92" + npy()[1:], "BOB570", rule),
        good("version-2.0", npy(version=(2, 0)), version, V2),
        good("version-3.0", npy(version=(3, 0)), version, V3),
        bad("version-4.0", npy(version=(4, 0)), "BOB571", version, V3),
        bad("version-1.1", npy(version=(1, 1)), "BOB571", version),
        bad("version-0.0", npy(version=(0, 0)), "BOB571", version),
    ]


def _header() -> list[Case]:
    short, text = "the header's bytes are all there", "the header is a literal of a dictionary"
    keys = "the dictionary contains three keys"
    call = literal(shape="__import__('os').getpid()")
    twice = literal()[:-1] + b"'shape': (4,), }"
    more = literal()[:-1] + b"'more': 1, }"
    three = b"{'descr': '<f4', 'shape': (2, 2), 'fortran_order': False}"
    return [
        bad("cut-in-magic", npy()[:4], "BOB572", short),
        bad("cut-in-length", npy()[:9], "BOB572", short),
        bad("cut-in-header", npy()[:127], "BOB572", short),
        bad("header-of-4-gib", npy(version=(2, 0))[:8] + b"\xff" * 4 + npy()[12:], "BOB572", short, V2),
        good("keys-in-another-order", npy(three), "a reader must not depend on the order of keys"),
        bad("shape-that-calls", npy(call, b""), "BOB573", text),
        bad("no-dictionary", npy(b"['<f4', False, (2, 2)]"), "BOB573", text),
        bad("not-closed", npy(literal()[:-1]), "BOB573", text),
        bad("more-after-it", npy(literal() + b" 7"), "BOB573", text),
        bad("comment-in-it", npy(literal() + b" # hi"), "BOB573", text),
        bad("sum-in-it", npy(literal(shape="(2, 1+1)")), "BOB573", text),
        bad("key-twice", npy(twice), "BOB573", keys),
        bad("key-too-many", npy(more), "BOB573", keys),
        bad("key-too-few", npy(b"{'descr': '<f4', 'shape': (2, 2)}"), "BOB573", keys),
        good("python-2-length", npy(literal(shape="(2L, 2L)")), "the header is a Python literal"),
        bad("python-2-length-in-3.0", npy(literal(shape="(2L, 2L)"), version=(3, 0)), "BOB573", text, V3),
        bad("not-utf-8", npy(literal("'<f4\xff'").decode().encode("latin-1"), version=(3, 0)), "BOB573",
            "the header is UTF-8", V3),
    ]  # fmt: skip


def _values() -> list[Case]:
    shape = "shape is a tuple of natural numbers"
    order, descr = "fortran_order is a bool", "descr is dtype.descr"
    return [
        good("no-dims", npy(literal(shape="()"), bytes(4)), "shape=() means there is 1 element"),
        good("no-elements", npy(literal(shape="(0, 9)"), b""), shape),
        bad("shape-list", npy(literal(shape="[2, 2]")), "BOB574", shape),
        bad("shape-number", npy(literal(shape="(4)")), "BOB574", shape),
        bad("shape-negative", npy(literal(shape="(-4,)")), "BOB574", shape),
        bad("shape-bool", npy(literal(shape="(True, 4)")), "BOB574", shape),
        bad("shape-text", npy(literal(shape="('4',)")), "BOB574", shape),
        bad("shape-too-long-a-number", npy(literal(shape=f"({'9' * 30},)")), "BOB574", shape),
        good("64-dims", npy(literal(shape=f"({'1, ' * 64})"), bytes(4)), "NumPy 2 has 64 dims"),
        bad("65-dims", npy(literal(shape=f"({'1, ' * 65})"), bytes(4)), "BOB574", "NumPy 2 has 64 dims"),
        good("column-major", npy(literal(order="True")), order),
        bad("order-number", npy(literal(order="0")), "BOB574", order),
        bad("order-text", npy(literal(order="'False'")), "BOB574", order),
        bad("descr-number", npy(literal(descr="4")), "BOB574", descr),
        bad("descr-none", npy(literal(descr="None")), "BOB574", descr),
    ]


def _types() -> list[Case]:
    objects, plain = "objects are a pickle", "a tensor's elements are plain numbers"
    return [
        good("big-endian", npy(literal("'>f4'")), plain),
        good("bool", npy(literal("'|b1'", shape="(16,)")), plain),
        bad("objects", npy(literal("'|O'", shape="(1,)"), b"\x80\4N."), "BOB575", objects),
        bad(
            "objects-in-a-structure",
            npy(literal("[('a', '<f4'), ('b', '|O')]"), b"\x80\4N."),
            "BOB575",
            objects,
        ),
        bad("structure", npy(literal("[('a', '<f4')]")), "BOB576", plain),
        bad("two-bytes", npy(literal("'<V2'", shape="(8,)")), "BOB576", plain),
        bad("strings", npy(literal("'<U1'")), "BOB576", plain),
        bad("byte-strings", npy(literal("'|S4'")), "BOB576", plain),
        bad("dates", npy(literal("'<M8[ns]'", shape="(2,)")), "BOB576", plain),
        bad("wide-floats", npy(literal("'<f16'", shape="(1,)")), "BOB576", plain),
        bad("unknown-type", npy(literal("'quux'")), "BOB576", plain),
    ]


def _data() -> list[Case]:
    rule = "the data is the bytes of the elements and nothing else"
    return [
        bad("5-bytes-more", npy() + b"12345", "BOB577", rule),
        bad("3-bytes-fewer", npy()[:-3], "BOB577", rule),
        bad("no-data", npy(data=b""), "BOB577", rule),
        bad("2-to-the-64-elements", npy(literal(shape="(4294967296, 4294967296)")), "BOB577", rule),
        bad("data-of-no-elements", npy(literal(shape="(0,)"), b"1"), "BOB577", rule),
    ]


def _padding() -> list[Case]:
    rule, old = "the data begins at a multiple of 64", "until NumPy 1.13: at a multiple of 16"
    return [
        good("aligned-to-16", npy(literal(shape="(4,)"), align=16), old, "numpy.lib.format of NumPy 1.13"),
        bad("aligned-to-8", npy(literal(shape="(4,   )"), align=8), "BOB578", old),
        bad("aligned-to-16-in-3.0", npy(literal(shape="(4,)"), version=(3, 0), align=16), "BOB578", rule, V3),
        bad("no-line-feed", npy(end=b" "), "BOB578", "the header ends with a line feed"),
        bad("filled-with-nul", npy(fill=b"\0"), "BOB573", "the header is padded with spaces"),
        bad("filled-with-tabs", npy(fill=b"\t"), "BOB578", "the header is padded with spaces"),
    ]


def npz_cases() -> list[Case]:
    rule = "a zip of npy files, one for each array"
    whole = npz(Packed("w.npy", npy()))
    changed = whole.replace(FOUR_FLOATS, FOUR_FLOATS[:-1] + b"\x0e")
    other = whole.replace(b"w.npy", b"v.npy", 1)
    return [
        good("ordinary", npz(Packed("w.npy", npy()), Packed("b.npy", npy(literal(shape="(4,)")))), rule, NPZ),
        good("deflated", npz(Packed("w.npy", npy(), deflated=True)), rule, NPZ),
        good("no-arrays", npz(), rule, NPZ),
        bad("member-twice", npz(Packed("w.npy", npy()), Packed("w.npy", npy())), "BOB545", "not twice", NPZ),
        bad("no-npy-in-it", npz(Packed("w.npy", b"text")), "BOB579", rule, NPZ),
        bad("no-npy-behind-it", npz(Packed("w", npy())), "BOB579", rule, NPZ),
        bad("a-text-beside", npz(Packed("w.npy", npy()), Packed("read.me", b"text")), "BOB579", rule, NPZ),
        bad("array-cut", npz(Packed("w.npy", npy()[:-1])), "BOB577", "each member is an npy file", NPZ),
        bad("deflated-array-cut", npz(Packed("w.npy", npy()[:-1], deflated=True)), "BOB577",
            "each member is an npy file", NPZ),
        bad("objects", npz(Packed("w.npy", npy(literal("'|O'"), b"N."))), "BOB575", "no pickles", NPZ),
        bad("bit-flipped", changed, "BOB549", "the CRC is the data's", "PKWARE APPNOTE, 4.4.7"),
        bad("two-names", other, "BOB543", "both headers say one name", "PKWARE APPNOTE, 4.3.7"),
    ]  # fmt: skip
