"""Codes 580 to 589: raw planes, which a header or a manifest beside them describes."""

from __future__ import annotations

from bob.codes.rule import Rule

_COPY = "copy the file again from where it is whole"
_LLMC = "karpathy/llm.c, train_gpt2.cu"
_LLAMA2C = "karpathy/llama2.c, export.py"
_TFJS = "tensorflow/tfjs, tfjs-core/src/io/types.ts"

RULES: dict[str, Rule] = {
    "BOB580": Rule(
        "is not a file of this kind",
        "A file of llm.c or llama2.c begins with its magic number, little-endian; one without a magic number "
        "(llama2.c version 0, Bob's planes) has exactly the size that its numbers give.",
        "raw scalars say nothing of themselves: read as another kind they would still pass for numbers",
        "name a file of that kind; of byte-swapped ones, swap every word back",
        source=f"{_LLMC}, gpt2_build_from_checkpoint and load_state; {_LLAMA2C}; docs/format.md, Checkpoint",
    ),
    "BOB581": Rule(
        "has a version that is read in another way",
        "A model of llm.c is of version 3 (float32) or 5 (bfloat16), a state of llm.c of version 1, a "
        "model of llama2.c of version 1 or 2.",
        "other versions have other tensors in another order: the same bytes would mean other parameters",
        "write the file again with the program's present release: python train_gpt2.py, or export.py",
        source=f"{_LLMC}, gpt2_build_from_checkpoint and load_state; {_LLAMA2C}, version1_export",
    ),
    "BOB582": Rule(
        "is cut short",
        "The file is as long as its header or its manifest says: every tensor has its bytes.",
        "what is missing would be read as whatever lies behind it, or not at all",
        _COPY,
        source=f"{_LLMC}, fill_in_parameter_sizes; {_LLAMA2C}; {_TFJS}, WeightsManifestGroupConfig",
    ),
    "BOB583": Rule(
        "is too long",
        "The file ends with the last tensor that its header or its manifest names.",
        "bytes that nothing reads say that something else wrote to the file, or that it is of another model",
        _COPY,
        source=f"{_LLMC}, gpt2_write_to_checkpoint; {_LLAMA2C}; {_TFJS}, WeightsManifestGroupConfig",
    ),
    "BOB584": Rule(
        "has a number that no model has",
        "Sizes are positive ints of 32 bits that agree: heads divide channels, the padded vocabulary holds "
        "the vocabulary, groups divide rows, flags are 0 or 1.",
        "from such numbers no tensor has its place, and the program that reads them computes out of bounds",
        _COPY,
        source=f"{_LLMC}, GPT2Config and fill_in_parameter_sizes; karpathy/llama2.c, model.py and export.py",
    ),
    "BOB585": Rule(
        "has header bytes that are used by nothing and are not zero",
        "The words of the header that no field takes are zero.",
        "a later version may put a field there, and its file would be read as one of this version",
        "write the file again; correct what wrote it",
        source=f"{_LLMC}, gpt2_write_to_checkpoint and save_state (memset); {_LLAMA2C} (pad rest with zeros)",
    ),
    "BOB586": Rule(
        "has a weight manifest that cannot be read",
        "A manifest is JSON: a list of groups, or an object with one as weightsManifest, each with its paths "
        "and its weights; a weight has a name, a shape of natural numbers and a dtype.",
        "without it the planes are bytes without names",
        "convert the model again: tensorflowjs_converter",
        source=f"{_TFJS}, ModelJSON, WeightsManifestGroupConfig and WeightsManifestEntry; RFC 8259",
    ),
    "BOB587": Rule(
        "has a weight of a type that there is not",
        "A dtype is float32, float16, int32, bool, string, complex64, uint8 or uint16; a quantized weight is "
        "float32 or int32, kept as uint8 or uint16 with scale and min, or float32 kept as float16.",
        "its width is not known, so neither is the place of any weight after it",
        "convert the model again: tensorflowjs_converter",
        source=f"{_TFJS}, WeightsManifestEntry; tfjs-core/src/io/io_utils.ts, decodeWeight",
    ),
    "BOB588": Rule(
        "names a file that is not beside it",
        "Each path is a plain name of a file that lies beside the manifest, and stands in it once.",
        "a path that leads elsewhere reads what its author wants to be read",
        "put the files beside the manifest under the names that it states",
        source=f"{_TFJS}, LoadOptions.weightUrlConverter; tensorflowjs, write_weights.py",
    ),
    "BOB589": Rule(
        "names two weights alike",
        "The name of a weight is unique across all groups.",
        "a reader keeps one of the two, the last in most",
        "convert the model again: tensorflowjs_converter",
        source="tensorflowjs, write_weights.py, write_weights",
    ),
}
