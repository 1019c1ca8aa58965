"""Safetensors files by hand: `st(header, data)`, and `cases()`, each clause's nearest good and bad file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bob.codes import RULES
from tests.formats.case import Case

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LFS_POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:fe8bd0c24c9cf33e08b902f97260a1be7e7c6a784b12217ab5b2a338d5b87ea4\nsize 2996969232\n"
)
WEB_PAGE = b"<!DOCTYPE html><html><head><title>404</title></head></html>"


def st(header: str | bytes, data: bytes = b"") -> bytes:
    """A file of this header's text and these data."""
    text = header.encode() if isinstance(header, str) else header
    return len(text).to_bytes(8, "little") + text + data


def tensor(dtype: str, shape: object, begin: object, end: object) -> str:
    """An entry's text; parts are put in as they print."""
    return f'{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{begin},{end}]}}'


def header(entries: Mapping[str, str] | Sequence[tuple[str, str]]) -> str:
    """A header's text of entries under their names, which may be twice there."""
    pairs = entries.items() if hasattr(entries, "items") else entries
    return "{" + ",".join(f"{json.dumps(name)}:{entry}" for name, entry in pairs) + "}"


def file(data_bytes: int, *entries: tuple[str, str]) -> bytes:
    return st(header(entries), bytes(range(256)) * (data_bytes // 256) + bytes(range(data_bytes % 256)))


PAIR = (("a", tensor("F32", "[2]", 0, 8)), ("b", tensor("F32", [1], 8, 12)))
# code, name, content
REFUSED: tuple[tuple[str, str, bytes], ...] = (
    ("BOB501", "lfs-pointer", LFS_POINTER),
    ("BOB501", "web-page", WEB_PAGE),
    ("BOB501", "empty", b""),
    ("BOB501", "gguf", b"GGUF" + bytes(60)),
    ("BOB502", "seven-bytes", bytes(7)),
    ("BOB502", "header-cut", file(12, *PAIR)[:60]),
    ("BOB502", "header-one-byte-longer-than-the-file", (3).to_bytes(8, "little") + b"{}"),
    ("BOB503", "header-of-100000001", (100_000_001).to_bytes(8, "little") + b"{}"),
    ("BOB503", "header-of-2-to-63", (1 << 63).to_bytes(8, "little") + b"{}"),
    ("BOB504", "no-header", st("")),
    ("BOB504", "space-before-brace", st(" {}")),
    ("BOB504", "line-feed-before-brace", st("\n{}")),
    ("BOB504", "list", st("[]")),
    ("BOB504", "byte-order-mark", st(b"\xef\xbb\xbf{}")),
    ("BOB505", "padded-with-nul", st(header(PAIR) + "\0\0\0", bytes(12))),
    ("BOB505", "padded-with-line-feed", st("{}  \n")),
    ("BOB505", "padded-with-tab", st("{}\t")),
    ("BOB505", "two-objects", st("{}{}")),
    ("BOB506", "name-not-utf8", st(b'{"\xff":' + tensor("U8", [0], 0, 0).encode() + b"}")),
    ("BOB506", "name-overlong-utf8", st(b'{"\xc0\x80":' + tensor("U8", [0], 0, 0).encode() + b"}")),
    ("BOB506", "name-surrogate-in-utf8", st(b'{"\xed\xa0\x80":' + tensor("U8", [0], 0, 0).encode() + b"}")),
    ("BOB506", "metadata-not-utf8", st(b'{"__metadata__":{"a":"\xe9"}}')),
    ("BOB507", "nan-in-shape", st(header([("a", tensor("U8", "[NaN]", 0, 0))]))),
    ("BOB507", "infinity-as-value", st('{"a":Infinity}')),
    ("BOB507", "comma-at-the-end", st('{"a":' + tensor("U8", [0], 0, 0) + ",}")),
    ("BOB507", "no-closing-brace", st('{"a":' + tensor("U8", [0], 0, 0))),
    ("BOB507", "single-quotes", st("{'a':{}}")),
    ("BOB507", "control-character-in-name", st('{"\x01":' + tensor("U8", [0], 0, 0) + "}")),
    ("BOB507", "lone-surrogate-escape", st('{"\\ud800":' + tensor("U8", [0], 0, 0) + "}")),
    ("BOB507", "unknown-escape", st('{"\\x41":' + tensor("U8", [0], 0, 0) + "}")),
    ("BOB507", "control-character-behind-a-backslash", st('{"\\\n":' + tensor("U8", [0], 0, 0) + "}")),
    ("BOB507", "leading-zero", st(header([("a", tensor("U8", "[01]", 0, 1))]), b"1")),
    ("BOB507", "comment", st("{/**/}")),
    (
        "BOB508",
        "tensor-twice",
        file(32, ("w", tensor("F32", [4, 2], 0, 32)), ("w", tensor("F32", [2, 4], 0, 32))),
    ),
    (
        "BOB508",
        "tensor-twice-apart",
        file(8, ("w", tensor("F32", [1], 0, 4)), ("w", tensor("F32", [1], 4, 8))),
    ),
    (
        "BOB508",
        "tensor-twice-by-an-escape",
        st('{"a":' + tensor("U8", [1], 0, 1) + ',"\\u0061":' + tensor("U8", [1], 1, 2) + "}", b"12"),
    ),
    ("BOB508", "metadata-twice", st('{"__metadata__":{"a":"1"},"__metadata__":{"b":"2"}}')),
    ("BOB508", "metadata-key-twice", st('{"__metadata__":{"a":"1","a":"2"}}')),
    ("BOB508", "dtype-twice", st('{"a":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}}')),
    ("BOB509", "metadata-a-number", st('{"__metadata__":{"a":1}}')),
    ("BOB509", "metadata-an-object", st('{"__metadata__":{"a":{"b":"c"}}}')),
    ("BOB509", "metadata-null", st('{"__metadata__":null}')),
    ("BOB509", "metadata-a-list", st('{"__metadata__":[]}')),
    ("BOB509", "metadata-a-tensor", file(0, ("__metadata__", tensor("U8", [0], 0, 0)))),
    ("BOB510", "entry-without-shape", st('{"a":{"dtype":"U8","data_offsets":[0,1]}}', b"1")),
    ("BOB510", "entry-without-offsets", st('{"a":{"dtype":"U8","shape":[1]}}', b"1")),
    (
        "BOB510",
        "entry-with-a-fourth-key",
        st('{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0],"x":[[]]}}'),
    ),
    ("BOB510", "entry-a-list", st('{"a":["U8",[1],[0,1]]}', b"1")),
    ("BOB510", "entry-a-number", st('{"a":3}')),
    ("BOB511", "dtype-unknown", file(4, ("a", tensor("F33", [1], 0, 4)))),
    ("BOB511", "dtype-of-numpy", file(4, ("a", tensor("float32", [1], 0, 4)))),
    ("BOB511", "dtype-in-small-letters", file(4, ("a", tensor("f32", [1], 0, 4)))),
    ("BOB511", "dtype-c128", file(16, ("a", tensor("C128", [1], 0, 16)))),
    ("BOB511", "dtype-a-number", st('{"a":{"dtype":1,"shape":[0],"data_offsets":[0,0]}}')),
    ("BOB512", "shape-negative", file(0, ("a", tensor("U8", [-1], 0, 0)))),
    ("BOB512", "shape-minus-zero", file(0, ("a", tensor("U8", "[-0]", 0, 0)))),
    ("BOB512", "shape-a-fraction", file(1, ("a", tensor("U8", "[1.0]", 0, 1)))),
    ("BOB512", "shape-with-exponent", file(10, ("a", tensor("U8", "[1e1]", 0, 10)))),
    ("BOB512", "shape-true", file(1, ("a", tensor("U8", "[true]", 0, 1)))),
    ("BOB512", "shape-a-text", file(1, ("a", tensor("U8", '["1"]', 0, 1)))),
    ("BOB512", "shape-a-number", file(1, ("a", tensor("U8", 1, 0, 1)))),
    ("BOB512", "shape-of-2-to-64", file(0, ("a", tensor("U8", [1 << 64, 0], 0, 0)))),
    ("BOB513", "offsets-backwards", file(0, ("a", tensor("U8", [0], 4, 0)))),
    ("BOB513", "offsets-three", st('{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0,0]}}')),
    ("BOB513", "offsets-one", st('{"a":{"dtype":"U8","shape":[0],"data_offsets":[0]}}')),
    ("BOB513", "offsets-negative", file(1, ("a", tensor("U8", [1], -1, 0)))),
    ("BOB513", "offsets-a-fraction", file(1, ("a", tensor("U8", [1], "0.0", 1)))),
    ("BOB513", "offsets-an-object", st('{"a":{"dtype":"U8","shape":[0],"data_offsets":{}}}')),
    ("BOB514", "size-one-byte-less", file(15, ("a", tensor("F32", [2, 2], 0, 15)))),
    ("BOB514", "size-one-byte-more", file(17, ("a", tensor("F32", [2, 2], 0, 17)))),
    ("BOB514", "size-wraps-around", file(32, ("a", tensor("F32", [1 << 32, 1 << 32], 0, 32)))),
    ("BOB514", "size-wraps-around-to-nothing", file(0, ("a", tensor("F32", [1 << 62], 0, 0)))),
    ("BOB514", "size-wraps-around-before-a-zero", file(0, ("a", tensor("F32", [1 << 32, 1 << 32, 0], 0, 0)))),
    ("BOB514", "scalar-of-nothing", file(0, ("a", tensor("F32", [], 0, 0)))),
    ("BOB515", "three-f4", file(2, ("a", tensor("F4", [3], 0, 2)))),
    ("BOB515", "three-f4-in-a-byte", file(1, ("a", tensor("F4", [3], 0, 1)))),
    ("BOB515", "two-f6", file(2, ("a", tensor("F6_E2M3", [2], 0, 2)))),
    ("BOB516", "same-bytes", file(8, ("k", tensor("F32", [2], 0, 8)), ("v", tensor("F32", [2], 0, 8)))),
    ("BOB516", "one-byte-shared", file(15, ("k", tensor("U8", [8], 0, 8)), ("v", tensor("U8", [8], 7, 15)))),
    ("BOB516", "one-within-another", file(8, ("k", tensor("U8", [8], 0, 8)), ("v", tensor("U8", [2], 2, 4)))),
    (
        "BOB516",
        "empty-within-another",
        file(8, ("k", tensor("U8", [8], 0, 8)), ("v", tensor("U8", [0], 4, 4))),
    ),
    ("BOB517", "hole", file(20, ("a", tensor("F32", [2], 0, 8)), ("b", tensor("F32", [2], 12, 20)))),
    ("BOB517", "hole-before-the-first", file(9, ("a", tensor("F32", [2], 1, 9)))),
    ("BOB517", "one-byte-after-the-last", file(9, ("a", tensor("F32", [2], 0, 8)))),
    ("BOB517", "22-bytes-after-the-last", file(30, ("a", tensor("F32", [2], 0, 8)))),
    ("BOB517", "data-without-tensors", st("{}", b"1")),
    ("BOB518", "data-cut", file(14, ("a", tensor("F32", [2, 2], 0, 16)))),
    ("BOB518", "data-cut-by-one", file(11, *PAIR)),
    ("BOB518", "data-missing", file(0, *PAIR)),
)
# code of the clause that the file is just on the right side of, name, content
ACCEPTED: tuple[tuple[str, str, bytes], ...] = (
    ("BOB501", "two-tensors", file(12, *PAIR)),
    ("BOB502", "ten-bytes", st("{}")),
    ("BOB503", "metadata-alone", st('{"__metadata__":{"format":"pt"}}')),
    (
        "BOB504",
        "white-space-within",
        st('{ "a" :\n{"dtype":\t"U8", "shape": [ ], "data_offsets": [0,\r1] } }', b"1"),
    ),
    ("BOB505", "padded-with-spaces", st(header(PAIR) + "   ", bytes(12))),
    (
        "BOB506",
        "names-beyond-ascii",
        file(0, ("π", tensor("U8", [0], 0, 0)), ("😀", tensor("U8", [0], 0, 0))),
    ),
    ("BOB507", "escapes", st('{"\\ud83d\\ude00\\"\\/\\u0000":' + tensor("U8", [0], 0, 0) + "}")),
    (
        "BOB508",
        "names-that-differ-by-case",
        file(0, ("w", tensor("U8", [0], 0, 0)), ("W", tensor("U8", [0], 0, 0))),
    ),
    ("BOB509", "metadata-empty", st('{"__metadata__":{}}')),
    ("BOB509", "metadata-of-texts", st('{"__metadata__":{"a":"{\\"b\\": 1}","":""}}')),
    ("BOB510", "parts-in-another-order", st('{"a":{"data_offsets":[0,1],"shape":[1],"dtype":"U8"}}', b"1")),
    ("BOB511", "dtype-bf16", file(2, ("a", tensor("BF16", [1], 0, 2)))),
    ("BOB511", "dtype-c64", file(8, ("a", tensor("C64", [1], 0, 8)))),
    ("BOB511", "dtype-f8-e8m0", file(1, ("a", tensor("F8_E8M0", [1], 0, 1)))),
    ("BOB511", "dtype-f8-e4m3fnuz", file(1, ("a", tensor("F8_E4M3FNUZ", [1], 0, 1)))),
    ("BOB512", "shape-scalar", file(4, ("a", tensor("F32", [], 0, 4)))),
    ("BOB512", "shape-empty", file(0, ("a", tensor("F32", [0], 0, 0)))),
    ("BOB512", "shape-of-2-to-60", file(0, ("a", tensor("U8", [1 << 60, 0], 0, 0)))),
    ("BOB513", "offsets-equal", file(8, ("a", tensor("U8", [8], 0, 8)), ("b", tensor("U8", [0], 8, 8)))),
    ("BOB514", "size-exact", file(16, ("a", tensor("F32", [2, 2], 0, 16)))),
    ("BOB515", "four-f4", file(2, ("a", tensor("F4", [4], 0, 2)))),
    ("BOB515", "four-f6", file(3, ("a", tensor("F6_E3M2", [4], 0, 3)))),
    ("BOB516", "side-by-side", file(16, ("k", tensor("F32", [2], 0, 8)), ("v", tensor("F32", [2], 8, 16)))),
    (
        "BOB516",
        "empty-between",
        file(
            8, ("k", tensor("U8", [4], 0, 4)), ("e", tensor("U8", [0], 4, 4)), ("v", tensor("U8", [4], 4, 8))
        ),
    ),
    ("BOB517", "keys-out-of-offset-order", file(12, PAIR[1], PAIR[0])),
    ("BOB517", "no-tensors", st("{}      ")),
    ("BOB518", "data-whole", file(12, *PAIR)),
    ("BOB518", "data-not-aligned", st(header(PAIR) + " ", bytes(12))),
)


def cases() -> list[Case]:
    """Every conformance file of the format."""
    sides = (("REFUSE", REFUSED), ("ACCEPT", ACCEPTED))
    return [
        Case(
            name, content, verdict, code if verdict == "REFUSE" else "", RULES[code].rule, RULES[code].source
        )
        for verdict, side in sides
        for code, name, content in side
    ]
