"""GGUF files in bytes, with the standard library alone, and `cases()`: a good and a bad one for each rule."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from bob.codes import RULES
from tests.formats.case import Case

if TYPE_CHECKING:
    from collections.abc import Sequence

U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64 = range(13)
CODES = "BbHhIifBxxQqd"
# Type numbers of tensors.
T_F32, T_F16, T_Q4_0, T_Q4_2, T_Q8_0, T_I8 = 0, 1, 2, 4, 8, 24


class Made:
    """Parts of a file in one byte order."""

    def __init__(self, order: str = "<") -> None:
        self.order = order

    def pack(self, codes: str, *values: object) -> bytes:
        return struct.pack(self.order + codes, *values)

    def s(self, text: str | bytes) -> bytes:
        raw = text if isinstance(text, bytes) else text.encode()
        return self.pack("Q", len(raw)) + raw

    def kv(self, key: str | bytes, kind: int, value: object) -> bytes:
        return self.s(key) + self.pack("I", kind) + self.value(kind, value)

    def value(self, kind: int, value: object) -> bytes:
        if isinstance(value, bytes):
            return value
        if kind == STRING:
            return self.s(str(value))
        if kind == ARRAY:
            assert isinstance(value, tuple)
            element, items = value
            body = b"".join(self.value(element, item) for item in items)
            return self.pack("IQ", element, len(items)) + body
        return self.pack(CODES[kind], value)

    def ti(self, name: str | bytes, dims: Sequence[int], kind: int = T_F32, offset: int = 0) -> bytes:
        return self.s(name) + self.pack(f"I{len(dims)}QIQ", len(dims), *dims, kind, offset)

    def file(
        self,
        kv: Sequence[bytes] = (),
        ti: Sequence[bytes] = (),
        data: bytes = b"",
        *,
        version: int = 3,
        alignment: int = 32,
        counts: tuple[int, int] | None = None,
        pad: bytes = b"\0",
    ) -> bytes:
        n_tensors, n_keys = counts or (len(ti), len(kv))
        head = b"GGUF" + self.pack("IQQ", version, n_tensors, n_keys) + b"".join(kv) + b"".join(ti)
        if ti or data:
            head += pad * (-len(head) % alignment)
        return head + data


LE, BE = Made("<"), Made(">")
s, kv, ti = LE.s, LE.kv, LE.ti
ARCH = kv("general.architecture", STRING, "llama")
QUANT = kv("general.quantization_version", U32, 2)
FOUR = struct.pack("<4f", 1, 2, 3, 4)
PADDED = FOUR + bytes(16)


def gguf(
    kvs: Sequence[bytes] = (ARCH,), tis: Sequence[bytes] = (), data: bytes = b"", **more: object
) -> bytes:
    """A little-endian file, of version 3 unless `more` says otherwise."""
    return LE.file(kvs, tis, data, **more)  # type: ignore[arg-type]


def one(kvs: Sequence[bytes] = (ARCH,), **more: object) -> bytes:
    """An ordinary file of one tensor, w, of four numbers."""
    return gguf(kvs, [ti("w", [4])], FOUR, **more)


def two(first: bytes, second: bytes, data: bytes = PADDED + PADDED) -> bytes:
    """A file of two tensors."""
    return gguf([ARCH], [first, second], data)


class _Pair(NamedTuple):
    """The good files near a rule, and the bad ones that break it alone."""

    code: str
    good: dict[str, bytes]
    bad: dict[str, bytes]


def _with(*more: bytes) -> bytes:
    return one([ARCH, *more])


def _v(kind: int, value: object) -> bytes:
    return _with(kv("a.b", kind, value))


def _array(kind: int, count: int, body: bytes) -> bytes:
    return _with(kv("a.b", ARRAY, struct.pack("<IQ", kind, count) + body))


def _aligned(value: object, kind: int = U32, at: int = 32) -> bytes:
    return one([ARCH, kv("general.alignment", kind, value)], alignment=at)


def _q(kind: int, dims: Sequence[int], n_bytes: int, kvs: Sequence[bytes] = (ARCH, QUANT)) -> bytes:
    return gguf(kvs, [ti("w", dims, kind)], bytes(n_bytes))


def _pairs() -> list[_Pair]:
    good = one()
    return [
        _Pair("BOB520", {"magic": good}, {"magic-lower": b"gguf" + good[4:], "magic-cut": b"GG"}),
        _Pair(
            "BOB521",
            {},
            {
                name: magic + bytes(28)
                for name, magic in (
                    ("ggml", b"lmgg"),
                    ("ggmf", b"fmgg"),
                    ("ggjt", b"tjgg"),
                    ("ggla", b"algg"),
                    ("ggml-turned", b"ggml"),
                )
            },
        ),
        _Pair(
            "BOB522",
            {
                "version-2": one(version=2),
                "version-3": good,
                "big-endian-3": BE.file(
                    [BE.kv("general.architecture", STRING, "llama")],
                    [BE.ti("w", [4])],
                    struct.pack(">4f", 1, 2, 3, 4),
                ),
            },
            {
                "version-0": one(version=0),
                "version-1": one(version=1),
                "version-4": one(version=4),
                "big-endian-2": BE.file([BE.kv("general.architecture", STRING, "llama")], version=2),
            },
        ),
        _Pair(
            "BOB523",
            {"array-that-fills": _array(U8, 64, bytes(64)), "empty-string": _v(STRING, "")},
            {
                "header-cut": good[:23],
                "a-key-too-many": gguf([ARCH], counts=(0, 2**60)),
                "a-tensor-too-many": gguf([ARCH], counts=(2**60, 1)),
                "key-claims": gguf([ARCH, struct.pack("<Q", 2**40) + b"k" * 13]),
                "string-claims": gguf([ARCH, kv("k.k", STRING, struct.pack("<Q", 2**63))]),
                "array-of-strings-claims": gguf(
                    [ARCH, kv("k", ARRAY, struct.pack("<IQ", STRING, 2**40) + bytes(13))]
                ),
                "array-of-arrays-claims": gguf(
                    [ARCH, kv("k", ARRAY, struct.pack("<IQ", ARRAY, 2**40) + bytes(13))]
                ),
                "array-claims-2-to-the-40": array_of_2_to_the_40(),
                "dimensions-claim": gguf([ARCH], [s("w") + struct.pack("<I", 2**32 - 1) + bytes(12)]),
            },
        ),
        _Pair(
            "BOB524",
            {
                "key-of-one-segment": _with(kv("a", U8, 0)),
                "key-with-digits": _with(kv("general.base_model.0.name", U8, 0)),
                "key-of-65535": _with(kv("k" * 65535, U8, 0)),
            },
            {
                "key-empty": _with(kv("", U8, 0)),
                "key-upper": _with(kv("a.B", U8, 0)),
                "key-space": _with(kv("a b", U8, 0)),
                "key-hyphen": _with(kv("gpt-oss.x", U8, 0)),
                "key-empty-segment": _with(kv("a..b", U8, 0)),
                "key-dot-last": _with(kv("a.", U8, 0)),
                "key-newline-last": _with(kv("a\n", U8, 0)),
                "key-not-ascii": _with(kv("é", U8, 0)),
                "key-not-utf8": _with(kv(b"\xff", U8, 0)),
                "key-of-65536": _with(kv("k" * 65536, U8, 0)),
            },
        ),
        _Pair(
            "BOB525",
            {"keys-differ": _with(kv("a.b", U8, 0), kv("a.c", U8, 0))},
            {
                "key-twice": _with(kv("a.b", U8, 0), kv("a.b", U8, 0)),
                "tensor-twice": two(ti("a", [4]), ti("a", [4], offset=32)),
            },
        ),
        _Pair(
            "BOB526",
            {
                **{f"value-type-{kind}": _v(kind, 1) for kind in (*range(8), 10, 11, 12)},
                "value-type-8": _v(STRING, "text"),
                "value-type-9": _v(ARRAY, (U16, [1, 2])),
                "arrays-in-an-array": _v(ARRAY, (ARRAY, [(U8, [1]), (STRING, ["a"]), (ARRAY, [])])),
                "bools": _v(ARRAY, (BOOL, [0, 1] * 40)),
            },
            {
                "value-type-13": _with(kv("a.b", 13, b"\0")),
                "element-type-13": _array(13, 0, b""),
                "bool-2": _v(BOOL, b"\2"),
                "bool-255-in-an-array": _array(BOOL, 3, b"\0\1\xff"),
                "bool-2-in-a-long-array": _array(BOOL, 100, bytes(99) + b"\2"),
            },
        ),
        _Pair(
            "BOB527",
            {"string-of-two-byte-letters": _v(STRING, "é"), "string-with-nul": _v(STRING, "a\0b")},
            {
                "string-not-utf8": _v(STRING, s(b"a\xff")),
                "string-cut-in-a-letter": _v(STRING, s("é".encode()[:1])),
                "string-surrogate": _v(STRING, s(b"\xed\xa0\x80")),
                "string-in-an-array": _array(STRING, 2, s("a") + s(b"\xff")),
                "string-in-a-long-array": _array(STRING, 65, s("a") * 64 + s(b"\xff")),
                "string-long": _v(STRING, s(b"a" * 200000 + b"\xff")),
                "tensor-name-not-utf8": gguf([ARCH], [ti(b"\xff", [4])], FOUR),
            },
        ),
        _Pair(
            "BOB528",
            {
                "alignment-8": _aligned(8, at=8),
                "alignment-24": _aligned(24, at=24),
                "alignment-64": _aligned(64, at=64),
            },
            {
                "alignment-0": _aligned(0),
                "alignment-4": _aligned(4, at=4),
                "alignment-12": _aligned(12, at=12),
                "alignment-u64": _aligned(32, U64),
                "alignment-text": _aligned("32", STRING),
            },
        ),
        _Pair(
            "BOB529",
            {
                "quantized-with-version": _q(T_Q8_0, [32], 34),
                "half-floats-without-version": gguf([ARCH], [ti("w", [4], T_F16)], bytes(8)),
                "second-part-without-architecture": one([kv("split.no", U16, 1)]),
            },
            {
                "no-architecture": one([]),
                "architecture-u32": one([kv("general.architecture", U32, 1)]),
                "architecture-empty": one([kv("general.architecture", STRING, "")]),
                "architecture-hyphen": one([kv("general.architecture", STRING, "gpt-oss")]),
                "first-part-without-architecture": one([kv("split.no", U16, 0)]),
                "quantized-without-version": _q(T_Q8_0, [32], 34, [ARCH]),
                "quantization-version-u64": _q(
                    T_Q8_0, [32], 34, [ARCH, kv("general.quantization_version", U64, 2)]
                ),
            },
        ),
        _Pair(
            "BOB530",
            {"name-of-64": gguf([ARCH], [ti("n" * 64, [4])], FOUR)},
            {
                "name-of-65": gguf([ARCH], [ti("n" * 65, [4])], FOUR),
                "name-of-66-in-33-letters": gguf([ARCH], [ti("é" * 33, [4])], FOUR),
                "name-of-100000": gguf([ARCH], [ti("n" * 100000, [4])], FOUR),
            },
        ),
        _Pair(
            "BOB531",
            {
                "dimensions-4": gguf([ARCH], [ti("w", [2, 2, 1, 1])], FOUR),
                "dimensions-0": gguf([ARCH], [ti("w", [])], FOUR[:4]),
            },
            {"dimensions-5": gguf([ARCH], [ti("w", [2, 2, 1, 1, 1])], FOUR)},
        ),
        _Pair(
            "BOB532",
            {"type-24": gguf([ARCH], [ti("w", [16], T_I8)], FOUR)},
            {
                **{
                    f"type-{kind}": gguf([ARCH], [ti("w", [4], kind)], FOUR)
                    for kind in (4, 5, 31, 32, 33, 36, 37, 38)
                },
                "type-43": gguf([ARCH], [ti("w", [4], 43)], FOUR),
                "type-of-32-bits": gguf([ARCH], [ti("w", [4], 2**32 - 1)], FOUR),
            },
        ),
        _Pair(
            "BOB533",
            {"row-of-a-block": _q(T_Q4_0, [32, 3], 54), "row-of-none": _q(T_Q4_0, [0, 3], 0)},
            {
                "row-of-half-a-block": _q(T_Q4_0, [16, 2], 36),
                "row-of-a-block-and-one": _q(T_Q4_0, [33], 36),
                "scalar-of-a-block": _q(T_Q4_0, [], 18),
            },
        ),
        _Pair(
            "BOB534",
            {"offset-32": two(ti("a", [8]), ti("b", [4], offset=32), FOUR + FOUR + FOUR)},
            {
                "offset-16": two(ti("a", [4]), ti("b", [4], offset=16), FOUR + FOUR),
                "offset-32-of-64": gguf(
                    [ARCH, kv("general.alignment", U32, 64)],
                    [ti("a", [8]), ti("b", [4], offset=32)],
                    PADDED + FOUR,
                    alignment=64,
                ),
            },
        ),
        _Pair(
            "BOB535",
            {
                "data-that-fills": one(),
                "no-elements": gguf([ARCH], [ti("w", [0, 5])]),
                "no-elements-at-the-end": two(ti("a", [4]), ti("b", [0], offset=32), FOUR),
            },
            {
                "data-short-of-one": one()[:-1],
                "data-of-2-to-the-66": needs_2_to_the_66(),
                "data-of-2-to-the-64": gguf([ARCH], [ti("w", [2**31, 2**31])], PADDED),
                "data-of-2-to-the-256": gguf([ARCH], [ti("w", [2**63] * 4)], PADDED),
                "offset-of-2-to-the-63": two(ti("a", [8]), ti("b", [4], offset=2**63), PADDED),
                "no-elements-far-off": two(ti("a", [4]), ti("b", [0], offset=64), FOUR),
            },
        ),
        _Pair(
            "BOB536",
            {
                "apart": two(ti("a", [8]), ti("b", [8], offset=32)),
                "names-backwards": two(ti("b", [8]), ti("a", [8], offset=32)),
                "listed-backwards": two(ti("b", [8], offset=32), ti("a", [8])),
            },
            {
                "one-range-twice": two(ti("a", [8]), ti("b", [8]), PADDED),
                "overlap": two(ti("a", [16]), ti("b", [8], offset=32)),
                "one-inside": gguf([ARCH], [ti("a", [24]), ti("b", [4], offset=32)], PADDED * 3),
            },
        ),
        _Pair(
            "BOB537",
            {
                "last-not-padded": one(),
                "last-padded": gguf([ARCH], [ti("w", [4])], PADDED),
                "padding-between": two(ti("a", [4]), ti("b", [4], offset=32)),
                "no-tensors": gguf([ARCH]),
                "no-tensors-padded": gguf(
                    [ARCH],
                    [],
                    b"",
                )
                + bytes(-len(gguf([ARCH])) % 32),
            },
            {
                "padding-before-not-zero": gguf([ARCH, kv("a.b", U8, 0)], [ti("w", [4])], FOUR, pad=b"\1"),
                "padding-between-not-zero": two(
                    ti("a", [4]), ti("b", [4], offset=32), FOUR + bytes(15) + b"\1" + FOUR
                ),
                "padding-after-not-zero": gguf([ARCH], [ti("w", [4])], FOUR + bytes(15) + b"\1"),
                "padding-after-cut": gguf([ARCH], [ti("w", [4])], PADDED[:-1]),
                "a-byte-after-the-padding": gguf([ARCH], [ti("w", [4])], PADDED + b"\0"),
                "gap-between": two(ti("a", [4]), ti("b", [4], offset=64), PADDED + bytes(32) + FOUR),
                "gap-before": gguf([ARCH], [ti("w", [4], offset=32)], bytes(32) + FOUR),
                "no-tensors-and-more": gguf(
                    [ARCH],
                    [],
                    b"",
                )
                + bytes(64),
            },
        ),
    ]


def array_of_2_to_the_40() -> bytes:
    """A key of an array of u8 with 2^40 elements, in a file of 64 bytes."""
    content = gguf([kv("key", ARRAY, struct.pack("<IQ", U8, 2**40) + bytes(13))])
    assert len(content) == 64
    return content


def needs_2_to_the_66() -> bytes:
    """A tensor of 2^64 F32 elements, in 32 bytes of data."""
    return gguf([ARCH], [ti("w", [2**32, 2**32])], bytes(32))


def cases() -> list[Case]:
    """For each rule, files that keep it closely and files that break it alone."""
    made = []
    for pair in _pairs():
        rule = RULES[pair.code]
        made += [
            Case(name, content, "ACCEPT", "", rule.rule, rule.source) for name, content in pair.good.items()
        ]
        made += [
            Case(name, content, "REFUSE", pair.code, rule.rule, rule.source)
            for name, content in pair.bad.items()
        ]
    return made
