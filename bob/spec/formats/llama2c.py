"""Files of llama2.c: version 0 without a magic number, version 1 in float32, version 2 in groups of int8.

Source: karpathy/llama2.c, export.py (`legacy_export`, `version1_export`, `version2_export`), model.py and
runq.c. Tensors are stacks over the layers, as run.c maps them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.spec.family import Family
from bob.spec.fields import U8, U32, Bytes, Claim, Derived, Dim, Magic, Nested, Padding, Refine
from bob.spec.formats.shapes import n_elements
from bob.spec.references import record_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

MAGIC = 0x616B3432
HEADER_BYTES = 256
FIRST_NEGATIVE = 2**31
SCALAR_BYTES = 4

# The shape of each tensor by the configuration.
SHAPES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "tok_embeddings": lambda c: (c.vocabulary, c.dim),
    "attention_norm": lambda c: (c.layers, c.dim),
    "wq": lambda c: (c.layers, c.dim, c.dim),
    "wk": lambda c: (c.layers, c.kv_heads * (c.dim // c.heads), c.dim),
    "wv": lambda c: (c.layers, c.kv_heads * (c.dim // c.heads), c.dim),
    "wo": lambda c: (c.layers, c.dim, c.dim),
    "ffn_norm": lambda c: (c.layers, c.dim),
    "w1": lambda c: (c.layers, c.hidden, c.dim),
    "w2": lambda c: (c.layers, c.dim, c.hidden),
    "w3": lambda c: (c.layers, c.hidden, c.dim),
    "norm": lambda c: (c.dim,),
    "freqs_cos": lambda c: (c.max_length, c.dim // c.heads // 2),
    "freqs_sin": lambda c: (c.max_length, c.dim // c.heads // 2),
    "output": lambda c: (c.vocabulary, c.dim),
}
# Tensors of version 2 that stay in float32; the others are int8 with a float32 for each group.
PLAIN = ("attention_norm", "ffn_norm", "norm")


class Llama2cConfiguration(Family, short="BOB582"):
    """The seven words of a model, each an `int`; a negative vocabulary is a flag of version 0."""

    negative = Dim(0, 1, shipped=0)

    dim = U32()
    hidden = U32()
    layers = U32()
    heads = U32()
    kv_heads = U32()
    vocabulary_word = U32()
    max_length = U32()

    vocabulary = Derived(
        lambda f: (1 - f.negative) * f.vocabulary_word + f.negative * (2**32 - f.vocabulary_word)
    )

    dim_is_positive = Refine(
        lambda f: (f.dim > 0) & (f.dim < FIRST_NEGATIVE), "dim is a positive int", code="BOB584"
    )
    hidden_is_positive = Refine(
        lambda f: (f.hidden > 0) & (f.hidden < FIRST_NEGATIVE), "hidden_dim is a positive int", code="BOB584"
    )
    layers_are_positive = Refine(
        lambda f: (f.layers > 0) & (f.layers < FIRST_NEGATIVE), "n_layers is a positive int", code="BOB584"
    )
    heads_are_positive = Refine(
        lambda f: (f.heads > 0) & (f.heads < FIRST_NEGATIVE), "n_heads is a positive int", code="BOB584"
    )
    kv_heads_are_positive = Refine(
        lambda f: (f.kv_heads > 0) & (f.kv_heads < FIRST_NEGATIVE),
        "n_kv_heads is a positive int",
        code="BOB584",
    )
    vocabulary_has_its_sign = Refine(
        lambda f: (
            (f.vocabulary_word > 0)
            & (f.vocabulary_word < 2**32)
            & (f.vocabulary_word >= FIRST_NEGATIVE).iff(f.negative == 1)
        ),
        "vocab_size is a positive int, or in version 0 a negative one where the classifier is not shared",
        code="BOB584",
    )
    max_length_is_positive = Refine(
        lambda f: (f.max_length > 0) & (f.max_length < FIRST_NEGATIVE),
        "max_seq_len is a positive int",
        code="BOB584",
    )
    heads_divide_dim = Refine(
        lambda f: (f.heads == 0) | ((f.dim % f.heads == 0) & ((f.dim // f.heads) % 2 == 0)),
        "n_heads divides dim, and gives heads of an even size",
        code="BOB584",
    )
    kv_heads_divide_heads = Refine(
        lambda f: (f.kv_heads == 0) | (f.heads % f.kv_heads == 0),
        "n_kv_heads divides n_heads",
        code="BOB584",
    )


class Llama2cHeader(Family, short="BOB582"):
    """256 bytes of version 1: magic, version, configuration, whether the classifier is shared."""

    magic = Magic(MAGIC.to_bytes(4, "little"), code="BOB580")
    version = U32(equals=1, code="BOB581")
    configuration = Nested(Llama2cConfiguration, negative=0)
    shared = U8()
    reserved = Padding(HEADER_BYTES, code="BOB585")

    shared_is_a_flag = Refine(
        lambda f: f.shared <= 1, "the classifier is shared (1) or not (0)", code="BOB584"
    )


class Llama2cQuantizedHeader(Family, short="BOB582"):
    """256 bytes of version 2: as version 1, and the size of a group."""

    magic = Magic(MAGIC.to_bytes(4, "little"), code="BOB580")
    version = U32(equals=2, code="BOB581")
    configuration = Nested(Llama2cConfiguration, negative=0)
    shared = U8()
    group_size = U32()
    reserved = Padding(HEADER_BYTES, code="BOB585")

    shared_is_a_flag = Refine(
        lambda f: f.shared <= 1, "the classifier is shared (1) or not (0)", code="BOB584"
    )
    groups_divide_dim = Refine(
        lambda f: (
            (f.group_size > 0) & (f.group_size < FIRST_NEGATIVE) & (f.configuration.dim % f.group_size == 0)
        ),
        "group_size is a positive int that divides dim",
        code="BOB584",
    )


def _legacy(tensor: str) -> Callable[[Any], Any]:
    return lambda f: SCALAR_BYTES * n_elements(SHAPES[tensor](f.configuration))


def _plain(tensor: str) -> Callable[[Any], Any]:
    return lambda f: SCALAR_BYTES * n_elements(SHAPES[tensor](f.header.configuration))


def _quantized(rows: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """As many rows of `dim` int8, or their transpose, with their scales."""

    def n_bytes(f: Any) -> Any:
        dim = f.header.configuration.dim
        return rows(f.header.configuration) * (dim + SCALAR_BYTES * (dim // f.header.group_size))

    return n_bytes


class Llama2cLegacyModel(Family):
    """Version 0: the configuration, then tensors in float32; `classifiers` is 1 where it has its own."""

    classifiers = Dim(0, 1, shipped=0)

    configuration = Nested(Llama2cConfiguration, negative=lambda f: f.classifiers)
    tok_embeddings = Bytes(_legacy("tok_embeddings"))
    attention_norm = Bytes(_legacy("attention_norm"))
    wq = Bytes(_legacy("wq"))
    wk = Bytes(_legacy("wk"))
    wv = Bytes(_legacy("wv"))
    wo = Bytes(_legacy("wo"))
    ffn_norm = Bytes(_legacy("ffn_norm"))
    w1 = Bytes(_legacy("w1"))
    w2 = Bytes(_legacy("w2"))
    w3 = Bytes(_legacy("w3"))
    norm = Bytes(_legacy("norm"))
    freqs_cos = Bytes(_legacy("freqs_cos"))
    freqs_sin = Bytes(_legacy("freqs_sin"))
    output = Bytes(lambda f: f.classifiers * _legacy("output")(f))

    file_fits = Refine(lambda _: record_bytes() < 2**63, "the file is smaller than 2^63 bytes", code="BOB584")


class Llama2cModel(Family):
    """Version 1: the header, then tensors in float32."""

    header = Nested(Llama2cHeader)
    attention_norm = Bytes(_plain("attention_norm"))
    ffn_norm = Bytes(_plain("ffn_norm"))
    norm = Bytes(_plain("norm"))
    tok_embeddings = Bytes(_plain("tok_embeddings"))
    wq = Bytes(_plain("wq"))
    wk = Bytes(_plain("wk"))
    wv = Bytes(_plain("wv"))
    wo = Bytes(_plain("wo"))
    w1 = Bytes(_plain("w1"))
    w2 = Bytes(_plain("w2"))
    w3 = Bytes(_plain("w3"))
    output = Bytes(lambda f: (1 - f.header.shared) * _plain("output")(f))

    file_fits = Refine(lambda _: record_bytes() < 2**63, "the file is smaller than 2^63 bytes", code="BOB584")


class Llama2cQuantizedModel(Family):
    """Version 2: the header, the norms in float32, then each matrix as int8 with its scales behind it."""

    header = Nested(Llama2cQuantizedHeader)
    attention_norm = Bytes(_plain("attention_norm"))
    ffn_norm = Bytes(_plain("ffn_norm"))
    norm = Bytes(_plain("norm"))
    tok_embeddings = Bytes(_quantized(lambda c: c.vocabulary))
    wq = Bytes(_quantized(lambda c: c.layers * c.dim))
    wk = Bytes(_quantized(lambda c: c.layers * (c.kv_heads * (c.dim // c.heads))))
    wv = Bytes(_quantized(lambda c: c.layers * (c.kv_heads * (c.dim // c.heads))))
    wo = Bytes(_quantized(lambda c: c.layers * c.dim))
    w1 = Bytes(_quantized(lambda c: c.layers * c.hidden))
    w2 = Bytes(_quantized(lambda c: c.layers * c.hidden))
    w3 = Bytes(_quantized(lambda c: c.layers * c.hidden))
    output = Bytes(lambda f: (1 - f.header.shared) * _quantized(lambda c: c.vocabulary)(f))

    file_fits = Refine(lambda _: record_bytes() < 2**63, "the file is smaller than 2^63 bytes", code="BOB584")

    scales_are_of_the_elements = Claim(
        lambda f: (
            f.header.group_size * (f.header.configuration.dim // f.header.group_size)
            == f.header.configuration.dim
        ),
        "a row of dim elements is whole groups",
    )
