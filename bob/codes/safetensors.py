"""Codes 501 to 519: safetensors files."""

from __future__ import annotations

from bob.codes.rule import Rule

_FORMAT = "safetensors 0.8 README, Format"
_NOTES = "safetensors 0.8 README, Format, Notes"
_CRATE = "safetensors 0.8, tensor.rs"
_CORRECT = "correct what wrote the file"
_AGAIN = "fetch the file again from where it is whole"

RULES: dict[str, Rule] = {
    "BOB501": Rule(
        "is not a safetensors file",
        "A safetensors file is the length of its header, its header and its data.",
        "these bytes are of another kind of file, and none of them are weights",
        "fetch the file itself, or name one of this format",
        source=_FORMAT,
    ),
    "BOB502": Rule(
        "is a safetensors file cut short in its header",
        "Eight bytes state the header's length, and that many bytes follow.",
        "without the whole header no tensor can be found",
        _AGAIN,
        source=_FORMAT,
    ),
    "BOB503": Rule(
        "states a header longer than any may be",
        "A header is at most 100,000,000 bytes.",
        "a length like this is not what a writer wrote: the file is of another kind, or was changed",
        _AGAIN,
        source=f"{_CRATE}, MAX_HEADER_SIZE; README, Benefits",
    ),
    "BOB504": Rule(
        "has a header that does not begin with a brace",
        "The first byte of the header is {, 0x7B.",
        "other bytes before it may make the file one of another format at the same time",
        _CORRECT,
        source=_FORMAT,
    ),
    "BOB505": Rule(
        "has something other than spaces after its header",
        "Behind its object the header is padded with spaces, 0x20, and nothing else.",
        "what is there is read by nobody, or by some",
        _CORRECT,
        source=_FORMAT,
    ),
    "BOB506": Rule(
        "has a header in another encoding",
        "The header is a JSON text in UTF-8.",
        "names would be other names for other readers",
        _CORRECT,
        source=_FORMAT,
    ),
    "BOB507": Rule(
        "has a header that is not JSON text",
        "The header is one object of JSON, with no constant beyond true, false and null.",
        "after such a byte nothing in the header can be read with certainty",
        _CORRECT,
        source=f"{_FORMAT}; RFC 8259",
    ),
    "BOB508": Rule(
        "has a key twice",
        "No object of the header holds a key twice.",
        "some readers take the first and some the last: they load different tensors from one file",
        _CORRECT,
        source=_NOTES,
    ),
    "BOB509": Rule(
        "has metadata that are not texts",
        "Metadata, `__metadata__`, are an object whose values are all texts.",
        "readers refuse the file, or lose what is written there",
        _CORRECT,
        source=_FORMAT,
    ),
    "BOB510": Rule(
        "has an entry that is not dtype, shape and offsets",
        "An entry is an object of exactly `dtype`, `shape` and `data_offsets`.",
        "a tensor that is not wholly described cannot be loaded, and what is beyond it is read by nobody",
        _CORRECT,
        source=f"{_FORMAT}; docs/safetensors.schema.json, Tensor",
    ),
    "BOB511": Rule(
        "has a dtype that the format does not know",
        "A dtype is the name of one that the format has.",
        "the width of its elements is not known, nor what their bits mean",
        "write the tensor in a dtype of the format",
        source=f"{_CRATE}, Dtype",
    ),
    "BOB512": Rule(
        "has a shape that is not natural numbers",
        "A shape is a list of natural numbers below 2^64, written as such.",
        "no tensor has such a shape",
        _CORRECT,
        source=f"{_CRATE}, TensorInfo; docs/safetensors.schema.json, Tensor",
    ),
    "BOB513": Rule(
        "has offsets that are not a region",
        "A region, `data_offsets`, is two natural numbers below 2^64, the end not before the beginning.",
        "no bytes can be found for the tensor",
        _CORRECT,
        source=f"{_FORMAT}; {_CRATE}, TensorInfo",
    ),
    "BOB514": Rule(
        "has a tensor of another size than its shape",
        "The end less the beginning is the bytes of the shape in its dtype, and neither the elements nor "
        "their bits go beyond 2^64, in whatever order they are multiplied.",
        "bytes are missing or too many, or a reader that wraps around takes a huge tensor for a small one",
        _CORRECT,
        source=f"{_FORMAT}; {_CRATE}, TensorInvalidInfo and ValidationOverflow",
    ),
    "BOB515": Rule(
        "has a tensor that ends within a byte",
        "The elements of a tensor fill whole bytes.",
        "the bits that are left belong to no element, or to the next tensor",
        "pad the tensor to whole bytes",
        source=f"{_CRATE}, MisalignedSlice",
    ),
    "BOB516": Rule(
        "has tensors that share bytes",
        "In the order of their offsets each tensor begins at the end of the one before it.",
        "one of the two was written over, or they change together where nothing says so",
        _CORRECT,
        source=f"{_CRATE}, InvalidOffset; README, Benefits (addresses do not overlap)",
    ),
    "BOB517": Rule(
        "has bytes that belong to no tensor",
        "The data are indexed whole: from their first byte to the end of the file without a hole.",
        "bytes that no tensor names carry what nobody sees, or are a tensor that was lost",
        _CORRECT,
        source=_NOTES,
    ),
    "BOB518": Rule(
        "is a safetensors file cut short in its data",
        "The file ends with the last byte of its last tensor.",
        "part of the weights is missing: a copy or a download was broken off",
        _AGAIN,
        source=f"{_CRATE}, MetadataIncompleteBuffer",
    ),
    "BOB519": Rule(
        "has a JSON text that asks for too much",
        "A JSON text nests at most 100 deep, its numbers have at most 300 characters, and its values take at "
        "most four times its bytes and half a megabyte.",
        "this is a limit of Bob's, so that no file takes memory that it does not have",
        "look at what wrote the file: no ordinary header comes near this",
        status=2,
    ),
}
