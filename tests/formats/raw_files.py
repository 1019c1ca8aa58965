"""Raw planes made by hand (llm.c, llama2.c, Bob's own, TensorFlow.js), and their conformance cases."""

from __future__ import annotations

import json
import struct
from typing import Any, NamedTuple

from tests.formats.case import Case

LLMC = "karpathy/llm.c, train_gpt2.cu"
LLAMA2C = "karpathy/llama2.c, export.py"
TFJS = "tensorflow/tfjs, tfjs-core/src/io/types.ts"
TFJS_WRITER = "tensorflowjs, write_weights.py"
PLANES = "docs/format.md, Checkpoint"
MODEL = (20240326, 3, 2, 3, 1, 1, 2, 4)
STATE = {0: 20240527, 1: 1, 2: 1, 10: 7}


def good(name: str, content: bytes, rule: str, source: str) -> Case:
    return Case(name, content, "ACCEPT", "", rule, source)


def bad(name: str, content: bytes, code: str, rule: str, source: str) -> Case:
    return Case(name, content, "REFUSE", code, rule, source)


def words(values: dict[int, int], order: str = "<") -> bytes:
    """A header of 256 ints."""
    return struct.pack(f"{order}256i", *(values.get(i, 0) for i in range(256)))


def llmc_model(
    header: tuple[int, ...] = MODEL, n: int = 90, order: str = "<", rest: dict[int, int] | None = None
) -> bytes:
    """A model of `n` float32, its header's words given in order."""
    return words(dict(enumerate(header)) | (rest or {}), order) + bytes(4 * n)


def llmc_state(rest: dict[int, int] | None = None, scalars: int = 10, tail: bytes = b"") -> bytes:
    """An optimizer state of so many float32 in all its planes."""
    return words(STATE | (rest or {})) + bytes(4 * scalars) + tail


def llmc_order(shards: int = 3, samples: int = 4) -> bytes:
    """What follows the planes where the order is shuffled: indices, and a Mersenne Twister of 2,520 bytes."""
    counts = struct.pack("<Q", shards) + bytes(4 * shards) + struct.pack("<Q", samples) + bytes(4 * samples)
    return counts + bytes(8 + 4 + 4 + 4 * 624 + 2 * 4)


def llmc_cases() -> list[Case]:
    size = "a model is its header and 16 tensors"
    version, number, zero = "version 3 or 5, state 1", "sizes agree", "memset(model_header, 0, ...)"
    unpadded = (20240326, 1, 2, 3, 1, 1, 2)
    return [
        good("model", llmc_model(), size, LLMC),
        good("model-bfloat16", llmc_model((20240326, 5, 2, 3, 1, 1, 2, 4), 45), size, LLMC),
        bad("empty", b"", "BOB580", "the magic number is 20240326 or 20240527", LLMC),
        bad("words-byte-swapped", llmc_model(order=">"), "BOB580", "words are little-endian", LLMC),
        bad("debug-state", llmc_model((20240327, 2)), "BOB580", "the magic number is 20240326", LLMC),
        bad("version-1", llmc_model(unpadded), "BOB581", version, LLMC),
        bad("version-2", llmc_model((20240326, 2, 2, 3, 1, 1, 2)), "BOB581", version, LLMC),
        bad(
            "version-byte-swapped", llmc_model((20240326, 3 << 24, 2, 3, 1, 1, 2, 4)), "BOB581", version, LLMC
        ),
        bad("4-bytes-more", llmc_model(n=91), "BOB583", size, LLMC),
        bad("8-bytes-fewer", llmc_model(n=88), "BOB582", size, LLMC),
        bad("cut-in-header", llmc_model()[:1023], "BOB582", "the header is 256 ints", LLMC),
        good("vocabulary-unpadded", llmc_model((20240326, 3, 2, 4, 1, 1, 2, 4)), number, LLMC),
        bad(
            "vocabulary-beyond-its-padding",
            llmc_model((20240326, 3, 2, 5, 1, 1, 2, 4)),
            "BOB584",
            number,
            LLMC,
        ),
        good("two-heads", llmc_model((20240326, 3, 2, 3, 1, 2, 2, 4)), number, LLMC),
        bad(
            "three-heads-of-two-channels", llmc_model((20240326, 3, 2, 3, 1, 3, 2, 4)), "BOB584", number, LLMC
        ),
        bad("no-heads", llmc_model((20240326, 3, 2, 3, 1, 0, 2, 4)), "BOB584", number, LLMC),
        bad("no-layers", llmc_model((20240326, 3, 2, 3, 0, 1, 2, 4), 32), "BOB584", number, LLMC),
        bad("channels-negative", llmc_model((20240326, 3, 2, 3, 1, 1, -2, 4)), "BOB584", number, LLMC),
        bad("length-negative", llmc_model((20240326, 3, -2, 3, 1, 1, 2, 4)), "BOB584", number, LLMC),
        bad("word-8-is-not-zero", llmc_model(rest={8: 1}), "BOB585", zero, LLMC),
        bad("word-255-is-not-zero", llmc_model(rest={255: 1}), "BOB585", zero, LLMC),
        good("state", llmc_state(), "a state is its header, m and v", LLMC),
        good(
            "state-with-master-weights",
            llmc_state({4: 1}, 15),
            "a state is its header, m, v and weights",
            LLMC,
        ),
        bad("state-of-version-2", llmc_state({1: 2}), "BOB581", version, LLMC),
        bad("state-of-unequal-planes", llmc_state(scalars=11), "BOB583", "m and v are of one size", LLMC),
        bad("state-of-a-rank-too-far", llmc_state({3: 1}), "BOB584", "the rank is a process's", LLMC),
        bad("state-half-shuffled", llmc_state({5: 2}), "BOB584", "should_shuffle is 0 or 1", LLMC),
        bad("state-with-word-6", llmc_state({6: 1}), "BOB585", zero, LLMC),
        bad("state-with-word-34", llmc_state({34: 1}), "BOB585", zero, LLMC),
    ]


class Configuration(NamedTuple):
    """The seven words of llama2.c, small ones."""

    dim: int = 8
    hidden: int = 6
    layers: int = 2
    heads: int = 4
    kv_heads: int = 2
    vocabulary: int = 5
    max_length: int = 3

    @property
    def matrices(self) -> list[tuple[str, int, int]]:
        """Each matrix with how many there are and the elements of one, in the order of versions 1 and 2."""
        kv = self.kv_heads * (self.dim // self.heads)
        sizes = {"wq": self.dim, "wk": kv, "wv": kv, "wo": self.dim}
        sizes |= dict.fromkeys(("w1", "w2", "w3"), self.hidden)
        rows = [("tok_embeddings", 1, abs(self.vocabulary) * self.dim)]
        return rows + [(name, self.layers, n * self.dim) for name, n in sizes.items()]


SMALL = Configuration()


def llama2c(
    version: int = 1,
    c: Configuration = SMALL,
    shared: int = 1,
    group: int = 4,
    fill: int = 0,
    magic: bytes = struct.pack("<I", 0x616B3432),
) -> bytes:
    """A model of version 1 or 2 whose bytes count up, so that no two places look alike."""
    head = magic + struct.pack("<i7i", version, *c) + bytes([shared])
    head += struct.pack("<i", group) if version == 2 else b""
    matrices = c.matrices + ([("output", *c.matrices[0][1:])] if not shared else [])
    norms = 4 * (2 * c.layers * c.dim + c.dim)
    width = (lambda n: n + 4 * (n // group)) if version == 2 else (lambda n: 4 * n)
    n_bytes = norms + sum(count * width(n) for _, count, n in matrices)
    return head + bytes([fill]) * (256 - len(head)) + bytes(n_bytes)


def llama2c_legacy(c: Configuration = SMALL) -> bytes:
    """A model of version 0; its classifier is its own where the vocabulary is negative."""
    n = sum(count * n for _, count, n in c.matrices) + 2 * c.layers * c.dim + c.dim
    n += 2 * c.max_length * (c.dim // c.heads // 2)
    n += -c.vocabulary * c.dim if c.vocabulary < 0 else 0
    return struct.pack("<7i", *c) + bytes(4 * n)


def llama2c_cases() -> list[Case]:
    size, number = "a model is its header and its tensors", "sizes agree"
    v0, model_py = f"{LLAMA2C}, legacy_export", "karpathy/llama2.c, model.py"
    swapped = llama2c(magic=struct.pack(">I", 0x616B3432))
    return [
        good("version-0", llama2c_legacy(), size, v0),
        good("version-0-unshared", llama2c_legacy(SMALL._replace(vocabulary=-5)), size, v0),
        good("version-1", llama2c(), size, f"{LLAMA2C}, version1_export"),
        good("version-1-unshared", llama2c(shared=0), size, f"{LLAMA2C}, version1_export"),
        good("version-2", llama2c(2), size, f"{LLAMA2C}, version2_export"),
        good("version-2-unshared", llama2c(2, shared=0), size, f"{LLAMA2C}, version2_export"),
        bad("empty", b"", "BOB580", "the magic number is 0x616b3432", LLAMA2C),
        bad("magic-byte-swapped", swapped, "BOB580", "the magic number is little-endian", LLAMA2C),
        bad("version-0-of-another-size", llama2c_legacy() + bytes(4), "BOB580", size, v0),
        bad("version-3", llama2c(3), "BOB581", "the version is 1 or 2", LLAMA2C),
        bad("cut-in-header", llama2c()[:255], "BOB582", "the header is 256 bytes", LLAMA2C),
        bad("4-bytes-fewer", llama2c()[:-4], "BOB582", size, LLAMA2C),
        bad("4-bytes-more", llama2c() + bytes(4), "BOB583", size, LLAMA2C),
        bad("version-2-cut", llama2c(2)[:-1], "BOB582", size, LLAMA2C),
        bad("vocabulary-negative", llama2c(c=SMALL._replace(vocabulary=-5)), "BOB584", number, LLAMA2C),
        bad("no-layers", llama2c(c=SMALL._replace(layers=0)), "BOB584", number, LLAMA2C),
        bad("heads-of-odd-size", llama2c(c=SMALL._replace(heads=8, kv_heads=8)), "BOB584", number, model_py),
        bad("3-heads-of-8", llama2c(c=SMALL._replace(heads=3, kv_heads=3)), "BOB584", number, model_py),
        bad("3-kv-heads-of-4", llama2c(c=SMALL._replace(kv_heads=3)), "BOB584", number, model_py),
        bad("shared-is-2", llama2c(shared=2), "BOB584", "a flag is 0 or 1", LLAMA2C),
        good("groups-of-8", llama2c(2, group=8), "groups divide dim", f"{LLAMA2C}, version2_export"),
        bad("groups-of-3", llama2c(2, group=3), "BOB584", "groups divide dim", f"{LLAMA2C}, version2_export"),
        bad("padding-is-not-zero", llama2c(fill=1), "BOB585", "pad rest with zeros", LLAMA2C),
    ]  # fmt: skip


def planes_cases() -> list[Case]:
    rule = "three planes take 12 V^2 bytes"
    return [
        good("vocabulary-7", bytes(12 * 49), rule, PLANES),
        bad("4-bytes-more", bytes(12 * 49 + 4), "BOB580", rule, PLANES),
        bad("empty", b"", "BOB580", rule, PLANES),
    ]


def weight(
    name: str = "w", shape: tuple[Any, ...] = (2,), dtype: str = "float32", **more: Any
) -> dict[str, Any]:
    return {"name": name, "shape": list(shape), "dtype": dtype, **more}


def group(*weights: Any, paths: tuple[Any, ...] = ("a",)) -> dict[str, Any]:
    return {"paths": list(paths), "weights": list(weights)}


def manifest(*groups: Any) -> bytes:
    return json.dumps(list(groups)).encode()


class Beside(NamedTuple):
    """A case whose content is a manifest, and the files that lie beside it."""

    case: Case
    files: dict[str, bytes]


def tfjs_cases() -> list[Beside]:
    exact, types = "the weights of a group fill its files", "WeightsManifestEntry"
    q8 = {"dtype": "uint8", "scale": 0.5, "min": -1.0}
    eight = {"a": bytes(8)}
    model = json.dumps({"format": "layers-model", "weightsManifest": [group(weight())]}).encode()
    strings = b"\3\0\0\0abc\0\0\0\0"
    texts = {"a": strings + bytes(8)}
    twice = b'{"format": "a", "format": "b", "weightsManifest": []}'
    nameless = b'[{"paths": [], "weights": [{"shape": [], "dtype": "bool"}]}]'
    upwards = manifest(group(weight(), paths=("../a",)))
    again = manifest(group(weight(), weight("x"), paths=("a", "a")))
    same = manifest(group(weight(), weight()))
    decoding = "tensorflow/tfjs, io_utils.ts, decodeWeight"

    def fine(name: str, content: bytes, files: dict[str, bytes], rule: str) -> Beside:
        return Beside(good(name, content, rule, TFJS), files)

    def wrong(
        name: str, content: bytes, files: dict[str, bytes], code: str, rule: str, source: str = TFJS
    ) -> Beside:
        return Beside(bad(name, content, code, rule, source), files)

    return [
        fine("ordinary", manifest(group(weight())), eight, exact),
        fine("model", model, eight, "ModelJSON"),
        fine("two-files", manifest(group(weight(), paths=("a", "b"))), {"a": bytes(3), "b": bytes(5)}, exact),
        fine("quantized", manifest(group(weight(quantization=q8))), {"a": bytes(2)}, types),
        fine("half", manifest(group(weight(quantization={"dtype": "float16"}))), {"a": bytes(4)}, types),
        fine("strings", manifest(group(weight(dtype="string"), weight("x"))), texts, types),
        wrong("one-byte-fewer", manifest(group(weight())), {"a": bytes(7)}, "BOB582", exact),
        wrong("one-byte-more", manifest(group(weight())), {"a": bytes(9)}, "BOB583", exact),
        wrong("strings-cut", manifest(group(weight(dtype="string"))), {"a": strings[:-1]}, "BOB582", exact),
        wrong("no-json", b"nope", {}, "BOB586", "ModelJSON", "RFC 8259"),
        wrong("no-manifest", b'{"format": "graph-model"}', {}, "BOB586", "ModelJSON"),
        wrong("key-twice", twice, {}, "BOB586", "one key, once", "RFC 8259"),
        wrong("no-paths", b'[{"weights": []}]', {}, "BOB586", "WeightsManifestGroupConfig"),
        wrong("no-name", nameless, {}, "BOB586", types),
        wrong("shape-negative", manifest(group(weight(shape=(-2,)))), eight, "BOB586", types),
        wrong("shape-fraction", manifest(group(weight(shape=(2.0,)))), eight, "BOB586", types),
        wrong("dtype-unknown", manifest(group(weight(dtype="float64"))), eight, "BOB587", types),
        wrong("quantized-without-scale", manifest(group(weight(quantization={"dtype": "uint8", "min": 0}))),
              {"a": bytes(2)}, "BOB587", types, decoding),
        wrong("int-as-half", manifest(group(weight(dtype="int32", quantization={"dtype": "float16"}))),
              {"a": bytes(4)}, "BOB587", types, decoding),
        wrong("path-upwards", upwards, {"../a": bytes(8)}, "BOB588", "plain names"),
        wrong("path-absent", manifest(group(weight())), {}, "BOB588", "each path is there"),
        wrong("path-twice", again, eight, "BOB588", "each path once"),
        wrong("name-twice", same, {"a": bytes(16)}, "BOB589", "no two alike", TFJS_WRITER),
    ]  # fmt: skip
