"""Codes 590 to 599: sets of shards with an index."""

from __future__ import annotations

from bob.codes.rule import Rule

_SHARDS = "Transformers documentation, Instantiate a big model, Sharded checkpoints"
_AGAIN = "fetch the set again, index and shards from one revision"

RULES: dict[str, Rule] = {
    "BOB590": Rule(
        "has an index that is not JSON text",
        "The index of a set, and config.json beside it, are JSON in UTF-8, one object each.",
        "after such a byte nothing in the text can be read with certainty",
        _AGAIN,
        source=f"{_SHARDS}; RFC 8259",
    ),
    "BOB591": Rule(
        "has an index with a key twice",
        "No object of the index, or of config.json, holds a key twice.",
        "readers disagree which of them counts: they load a tensor from different shards",
        "correct what wrote the index",
        source="RFC 8259, 4 (names within an object should be unique)",
    ),
    "BOB592": Rule(
        "has an index without a weight map",
        "The index holds `weight_map`, an object that gives each tensor the name of its file, and where it "
        "holds `metadata`, that is an object.",
        "without the map nobody knows which shard to open for a tensor",
        "correct what wrote the index",
        source=_SHARDS,
    ),
    "BOB593": Rule(
        "names a shard outside of its folder",
        "A shard is named by the plain name of a file beside the index: no slash, backslash, colon or "
        "control character, and neither `.` nor `..`.",
        "the name leads to a file that is no part of the set; it was not opened",
        "do not load the set; correct what wrote the index",
        source=f"{_SHARDS} (the files are those of the folder)",
    ),
    "BOB594": Rule(
        "lacks a shard",
        "Every file that the index names is there.",
        "the tensors in it are missing: a loader leaves them as they were initialized, or stops",
        _AGAIN,
        source=_SHARDS,
    ),
    "BOB595": Rule(
        "has a shard of another kind",
        "Every shard is a file of tensors, of a kind that can be read.",
        "what the shard holds cannot be held against the index",
        _AGAIN,
        source=_SHARDS,
    ),
    "BOB596": Rule(
        "maps a tensor to a shard that does not hold it",
        "Each tensor of the map is in the shard that the map names.",
        "a loader does not find the tensor and leaves it as it was initialized, or stops",
        _AGAIN,
        source=f"{_SHARDS} (weight_map maps each parameter to the file it is stored in)",
    ),
    "BOB597": Rule(
        "has a tensor that its index does not name",
        "Each tensor of a shard is in the map.",
        "readers that go by the index never load it; readers that go by the shards do",
        _AGAIN,
        source=f"{_SHARDS} (weight_map maps each parameter to the file it is stored in)",
    ),
    "BOB598": Rule(
        "has a tensor in two shards",
        "No tensor is in two shards.",
        "readers that go by the shards take the last one opened, which need not be the one of the index",
        _AGAIN,
        source=f"{_SHARDS} (weight_map maps each parameter to the file it is stored in)",
    ),
    "BOB599": Rule(
        "states another total size than its tensors have",
        "The total, `total_size`, is the bytes of all tensors together, a natural number.",
        "the index was made for other shards, or by a writer that counts otherwise",
        _AGAIN,
        source=f"{_SHARDS} (the metadata is the total size of the model)",
    ),
}
