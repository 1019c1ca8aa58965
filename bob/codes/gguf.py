"""Codes 520 to 539: GGUF files."""

from __future__ import annotations

from bob.codes.rule import Rule

_SPEC = "ggml docs/gguf.md"
_STRUCTURE = f"{_SPEC}, File Structure"
_READERS = "ggml src/gguf.cpp, gguf_init_from_file"
_WRITER = "correct what wrote the file, or convert it again"
_FETCH = "fetch the file again, and compare its size with the one that its source states"

RULES: dict[str, Rule] = {
    "BOB520": Rule(
        "is not a GGUF file",
        "A GGUF file begins with the bytes `GGUF`.",
        "these bytes belong to another kind of file",
        _FETCH,
        source=f"{_STRUCTURE}, gguf_header_t.magic",
    ),
    "BOB521": Rule(
        "is of an older format",
        "GGUF took the place of GGML, GGMF, GGJT and GGLA, whose files say less of themselves.",
        "such a file does not say what its hyperparameters are called, and no present reader takes it",
        "convert it to GGUF with the tools of its time, or fetch the GGUF that took its place",
        source=f"{_SPEC}, Historical State of Affairs",
    ),
    "BOB522": Rule(
        "has a version that is not read",
        "The version is 2 or 3, and 3 where the file is big-endian.",
        "another version lays out its fields in another way",
        "convert it again with the tools of today, or look for a Bob that knows its version",
        source=f"{_STRUCTURE}, gguf_header_t.version",
    ),
    "BOB523": Rule(
        "claims more than there is",
        "What a count or a length claims fits into the bytes that are left.",
        "the file was cut short, or its claim is meant to fill a memory",
        _FETCH,
        source=f"{_STRUCTURE}, gguf_string_t and gguf_metadata_value_t",
    ),
    "BOB524": Rule(
        "has a key that is not written as one",
        "A key is ASCII, segments of lower_snake_case separated by dots, at most 65,535 bytes.",
        "a key of another spelling is invalid, and readers that look for the right one pass it by",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_metadata_kv_t.key",
    ),
    "BOB525": Rule(
        "names two things alike",
        "No two keys have one name and no two tensors have one name, in a file and in a set of split files.",
        "a reader takes the first or the last of them",
        _WRITER,
        source=f"{_READERS} (a key and a tensor are found by name)",
    ),
    "BOB526": Rule(
        "has a value that its type does not have",
        "The type of a value is one of 0 to 12, and a bool is a byte of 0 or 1.",
        "a reader cannot tell what was meant, nor after an unknown type where the next value begins",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_metadata_value_type",
    ),
    "BOB527": Rule(
        "has a string that is no text",
        "Every string is UTF-8: values, elements of arrays and the names of tensors.",
        "readers replace, drop or refuse such bytes, and no longer agree on the text",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_string_t",
    ),
    "BOB528": Rule(
        "states an alignment that cannot be used",
        "The alignment is a u32 and a multiple of 8 above zero; without one it is 32.",
        "every tensor's place depends on it",
        _WRITER,
        source=f"{_SPEC}, Required, general.alignment",
    ),
    "BOB529": Rule(
        "lacks a key that is required",
        "A file states its architecture, a string of lower-case letters and digits, and a u32 quantization "
        "version where a tensor is quantized; of split files, the first states them.",
        "a reader would have to guess how to use the tensors",
        _WRITER,
        source=f"{_SPEC}, Required",
    ),
    "BOB530": Rule(
        "has a tensor whose name is too long",
        "A tensor's name is at most 64 bytes.",
        "readers cut it or refuse it",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_tensor_info_t.name",
    ),
    "BOB531": Rule(
        "has a tensor of too many dimensions",
        "A tensor has at most 4 dimensions.",
        "readers have room for no more",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_tensor_info_t.n_dimensions",
    ),
    "BOB532": Rule(
        "has a tensor of a type that is none",
        "The type of a tensor is one of ggml's that was not removed.",
        "without its type neither the size nor the meaning of its bytes is known",
        "convert the file again; if its type is a new one, look for a Bob that knows it",
        source=f"{_STRUCTURE}, ggml_type; 40 and 41 from ggml.h",
    ),
    "BOB533": Rule(
        "has a tensor whose rows are not whole blocks",
        "The first dimension of a tensor is a multiple of the elements in a block of its type.",
        "a block would belong to two rows",
        _WRITER,
        source="ggml.h, ggml_row_size: a row is a multiple of the block size",
    ),
    "BOB534": Rule(
        "has a tensor that is not aligned",
        "The offset of a tensor is a multiple of the alignment.",
        "ggml refuses the file, and elsewhere a mapped tensor may not be read in place",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_tensor_info_t.offset",
    ),
    "BOB535": Rule(
        "has a tensor that ends beyond the file",
        "The bytes of each tensor are in the file.",
        "the file was cut short, or the tensor is not what its shape says",
        _FETCH,
        source=f"{_STRUCTURE}, gguf_file_t.tensor_data",
    ),
    "BOB536": Rule(
        "has tensors that share bytes",
        "No byte belongs to two tensors.",
        "one of them is not what it was when the file was made",
        _WRITER,
        source=f"{_READERS} (each tensor begins where the one before it ends)",
    ),
    "BOB537": Rule(
        "has bytes that belong to nothing",
        "Between the header, the tensors and the end of the file stand zero bytes up to the next multiple of "
        "the alignment, and no others.",
        "no reader looks there: something was cut out, appended or hidden",
        _WRITER,
        source=f"{_STRUCTURE}, gguf_file_t._padding and tensor_data",
    ),
    "BOB538": Rule(
        "is a set of split files that does not fit together",
        "Split files are named by their place and their number, state both and the tensors of all, and are "
        "all there.",
        "tensors would be missing without anybody saying so",
        "fetch the missing parts, or merge the set again: gguf-split --merge",
        source="llama.cpp tools/gguf-split; ggml docs/gguf.md, GGUF Naming Convention, Shard",
    ),
    "BOB539": Rule(
        "lists more than Bob holds in memory",
        "What a header lists is held in memory of at most four times the file and a little more.",
        "a small file must not fill a memory",
        "look at the file with the program that wrote it",
        status=2,
    ),
}
