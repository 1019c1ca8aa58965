"""Sharded sets by hand: `index(...)`, and `sets()`, each clause's nearest good and bad set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from bob.codes import RULES
from tests.formats.case import Case
from tests.formats.safetensors_files import file, tensor

if TYPE_CHECKING:
    from collections.abc import Mapping

A, B = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
X = ("x", tensor("F32", [2], 0, 8))
Y = ("y", tensor("F32", [1], 0, 4))
Z = ("z", tensor("F32", [1], 8, 12))
WHOLE = {A: file(8, X), B: file(4, Y)}
# The second shard holds y, and z beside it.
WITH_Z = {**WHOLE, B: file(8, Y, ("z", tensor("F32", [1], 4, 8)))}
MAP = {"x": A, "y": B}


class Set(NamedTuple):
    """A case whose content is the index, and the files beside it."""

    case: Case
    beside: Mapping[str, bytes]


def index(weight_map: object = MAP, metadata: object = {"total_size": 12}, **more: object) -> bytes:
    return json.dumps({"metadata": metadata, "weight_map": weight_map, **more}, indent=2).encode()


def nested(depth: int) -> list[object]:
    inner: list[object] = []
    for _ in range(depth - 1):
        inner = [inner]
    return inner


# code, name, index, the files beside it
REFUSED: tuple[tuple[str, str, bytes, Mapping[str, bytes]], ...] = (
    ("BOB519", "index-nested-101-deep", index(more=nested(100)), WHOLE),
    ("BOB590", "index-cut", index()[:-2], WHOLE),
    ("BOB590", "index-with-a-line-after-it", index() + b"\n{}", WHOLE),
    ("BOB590", "index-not-utf8", index().replace(b'"x"', b'"\xff"'), WHOLE),
    ("BOB590", "index-with-nan", index(metadata={"total_size": 12, "x": float("nan")}), WHOLE),
    ("BOB590", "config-not-json", index(), {**WHOLE, "config.json": b"{'torch_dtype': 'float32'}"}),
    ("BOB590", "config-a-list", index(), {**WHOLE, "config.json": b"[]"}),
    ("BOB591", "tensor-twice-in-the-map", index().replace(b'"y"', b'"x": "%s", "y"' % A.encode()), WHOLE),
    ("BOB591", "map-twice", index()[:-2] + b',"weight_map":{}}', WHOLE),
    ("BOB591", "total-size-twice", index().replace(b": 12", b': 12, "total_size": 13'), WHOLE),
    ("BOB591", "config-key-twice", index(), {**WHOLE, "config.json": b'{"a":{"b":1,"b":1}}'}),
    ("BOB592", "no-map", b'{"metadata":{"total_size":12}}', WHOLE),
    ("BOB592", "index-a-list", b"[]", WHOLE),
    ("BOB592", "map-to-a-number", index(MAP | {"z": 3}), WHOLE),
    ("BOB592", "map-a-list", index([]), WHOLE),
    ("BOB592", "metadata-a-text", index(metadata="12"), WHOLE),
    ("BOB593", "shard-above", index({"x": A, "y": f"../{B}"}), WHOLE),
    ("BOB593", "shard-below", index({"x": A, "y": f"sub/{B}"}), WHOLE),
    ("BOB593", "shard-absolute", index({"x": A, "y": f"/{B}"}), WHOLE),
    ("BOB593", "shard-with-backslash", index({"x": A, "y": f"..\\{B}"}), WHOLE),
    ("BOB593", "shard-on-a-drive", index({"x": A, "y": f"C:{B}"}), WHOLE),
    ("BOB593", "shard-the-folder", index({"x": A, "y": "."}), WHOLE),
    ("BOB593", "shard-the-folder-above", index({"x": A, "y": ".."}), WHOLE),
    ("BOB593", "shard-without-a-name", index({"x": A, "y": ""}), WHOLE),
    ("BOB593", "shard-with-nul", index({"x": A, "y": f"{B}\0"}), WHOLE),
    ("BOB593", "shard-with-line-feed", index({"x": A, "y": f"{B}\n"}), WHOLE),
    ("BOB594", "shard-absent", index(), {A: WHOLE[A]}),
    (
        "BOB595",
        "shard-of-another-kind",
        index({"x": A, "y": "b.bin"}),
        {**WHOLE, "b.bin": b"\x93NUMPY" + bytes(60)},
    ),
    ("BOB596", "tensor-absent", index({**MAP, "z": B}), WHOLE),
    ("BOB596", "tensor-in-the-other-shard", index({"x": A, "y": A, "z": B}, {"total_size": 16}), WITH_Z),
    ("BOB597", "tensor-not-in-the-map", index(), {**WHOLE, A: file(12, X, Z)}),
    ("BOB598", "tensor-in-both", index({"x": A, "y": A, "z": B}), {**WITH_Z, A: file(12, X, ("y", Z[1]))}),
    ("BOB599", "total-one-more", index(metadata={"total_size": 13}), WHOLE),
    ("BOB599", "total-of-the-files", index(metadata={"total_size": sum(map(len, WHOLE.values()))}), WHOLE),
    ("BOB599", "total-a-fraction", index(metadata={"total_size": 12.0}), WHOLE),
    ("BOB599", "total-a-text", index(metadata={"total_size": "12"}), WHOLE),
    ("BOB599", "total-negative", index(metadata={"total_size": -12}), WHOLE),
)
ACCEPTED: tuple[tuple[str, str, bytes, Mapping[str, bytes]], ...] = (
    ("BOB519", "index-nested-100-deep", index(more=nested(99)), WHOLE),
    ("BOB590", "index-with-line-feed-after-it", index() + b"\n", WHOLE),
    ("BOB590", "config-beside-it", index(), {**WHOLE, "config.json": b'{"torch_dtype":"float32"}'}),
    ("BOB591", "equal-keys-of-different-objects", index(x={"a": 1}, y={"a": 1}), WHOLE),
    ("BOB592", "index-without-metadata", json.dumps({"weight_map": MAP}).encode(), WHOLE),
    ("BOB592", "metadata-without-total", index(metadata={}), WHOLE),
    (
        "BOB593",
        "shard-with-dots-in-its-name",
        index({"x": "..a..safetensors", "y": B}),
        {"..a..safetensors": WHOLE[A], B: WHOLE[B]},
    ),
    ("BOB594", "two-shards", index(), WHOLE),
    ("BOB595", "one-shard", index({"x": A}, {"total_size": 8}), {A: WHOLE[A]}),
    ("BOB596", "empty-set", index({}, {"total_size": 0}), {}),
    (
        "BOB597",
        "two-tensors-in-a-shard",
        index({**MAP, "z": A}, {"total_size": 16}),
        {**WHOLE, A: file(12, X, Z)},
    ),
    ("BOB598", "equal-bytes-under-two-names", index(), WHOLE),
    ("BOB599", "total-exact", index(), WHOLE),
)


def sets() -> list[Set]:
    """Every conformance set."""
    sides = (("REFUSE", REFUSED), ("ACCEPT", ACCEPTED))
    return [
        Set(
            Case(
                name, text, verdict, code if verdict == "REFUSE" else "", RULES[code].rule, RULES[code].source
            ),
            beside,
        )
        for verdict, side in sides
        for code, name, text, beside in side
    ]


def cases() -> list[Case]:
    """The indices alone; what lies beside each is in `sets`."""
    return [one.case for one in sets()]
