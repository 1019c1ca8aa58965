"""Files of llm.c: a GPT-2 model with all of its tensors, and the head of an optimizer state.

Source: karpathy/llm.c, train_gpt2.cu (`gpt2_write_to_checkpoint`, `fill_in_parameter_sizes`, `save_state`),
llmc/rand.h. A word is an `int`; sizes and places are `size_t` over two words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.spec.family import Family
from bob.spec.fields import U32, U64, Array, Bytes, Claim, Dim, Magic, Nested, Padding, Refine
from bob.spec.formats.shapes import n_elements
from bob.spec.quantifiers import every
from bob.spec.references import record_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

MODEL_MAGIC = 20240326
STATE_MAGIC = 20240527
# Other files of llm.c that begin with a number of their own (train_gpt2.py, llmc/dataloader.h and others).
OTHER_MAGICS = {
    20240327: "llm.c's debug state (inputs, logits, loss, gradients)",
    20240328: "llm.c's tokenizer",
    20240520: "llm.c's GPT-2 tokens",
    20240522: "llm.c's evaluation set",
    20240801: "llm.c's Llama 3 tokens or model",
}
HEADER_BYTES = 1024
# What a version says of the scalars: their bytes.
SCALAR_BYTES = {3: 4, 5: 2}
STATE_VERSION = 1
# Planes of a state are float32 whatever the model is.
PLANE_SCALAR_BYTES = 4
FIRST_NEGATIVE = 2**31
# sizeof(mt19937_state): seed_, left_, next_, state_[624], MATRIX_A[2].
TWISTER_BYTES = 8 + 4 + 4 + 4 * 624 + 2 * 4

# The shape of each tensor by the words of the header, in the order of `ParameterTensors`.
SHAPES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "wte": lambda h: (h.padded_vocabulary, h.channels),
    "wpe": lambda h: (h.max_length, h.channels),
    "ln1w": lambda h: (h.layers, h.channels),
    "ln1b": lambda h: (h.layers, h.channels),
    "qkvw": lambda h: (h.layers, 3 * h.channels, h.channels),
    "qkvb": lambda h: (h.layers, 3 * h.channels),
    "attprojw": lambda h: (h.layers, h.channels, h.channels),
    "attprojb": lambda h: (h.layers, h.channels),
    "ln2w": lambda h: (h.layers, h.channels),
    "ln2b": lambda h: (h.layers, h.channels),
    "fcw": lambda h: (h.layers, 4 * h.channels, h.channels),
    "fcb": lambda h: (h.layers, 4 * h.channels),
    "fcprojw": lambda h: (h.layers, h.channels, 4 * h.channels),
    "fcprojb": lambda h: (h.layers, h.channels),
    "lnfw": lambda h: (h.channels,),
    "lnfb": lambda h: (h.channels,),
}


def _bytes_of(tensor: str) -> Callable[[Any], Any]:
    return lambda f: f.scalar_bytes * n_elements(SHAPES[tensor](f.header))


class LlmcModelHeader(Family, short="BOB582"):
    """256 words: eight are used, the others are zero."""

    magic = Magic(MODEL_MAGIC.to_bytes(4, "little"), code="BOB580")
    version = U32()
    max_length = U32()
    vocabulary = U32()
    layers = U32()
    heads = U32()
    channels = U32()
    padded_vocabulary = U32()
    reserved = Padding(HEADER_BYTES, code="BOB585")

    version_is_read = Refine(
        lambda f: (f.version == 3) | (f.version == 5),
        "the version is 3 (float32, padded vocabulary) or 5 (bfloat16, padded vocabulary)",
        code="BOB581",
    )
    max_length_is_positive = Refine(
        lambda f: (f.max_length > 0) & (f.max_length < FIRST_NEGATIVE),
        "the longest sequence is a positive int",
        code="BOB584",
    )
    vocabulary_is_positive = Refine(
        lambda f: (f.vocabulary > 0) & (f.vocabulary < FIRST_NEGATIVE),
        "the vocabulary is a positive int",
        code="BOB584",
    )
    layers_are_positive = Refine(
        lambda f: (f.layers > 0) & (f.layers < FIRST_NEGATIVE),
        "the number of layers is a positive int",
        code="BOB584",
    )
    heads_are_positive = Refine(
        lambda f: (f.heads > 0) & (f.heads < FIRST_NEGATIVE),
        "the number of heads is a positive int",
        code="BOB584",
    )
    channels_are_positive = Refine(
        lambda f: (f.channels > 0) & (f.channels < FIRST_NEGATIVE),
        "the number of channels is a positive int",
        code="BOB584",
    )
    padded_vocabulary_is_an_int = Refine(
        lambda f: f.padded_vocabulary < FIRST_NEGATIVE, "the padded vocabulary is an int", code="BOB584"
    )
    vocabulary_is_padded = Refine(
        lambda f: f.vocabulary <= f.padded_vocabulary,
        "the padded vocabulary is not below the vocabulary",
        code="BOB584",
    )
    heads_divide_the_channels = Refine(
        lambda f: (f.heads == 0) | (f.channels % f.heads == 0),
        "the number of heads divides the channels",
        code="BOB584",
    )


class LlmcModel(Family):
    """The header and 16 tensors, one after the other."""

    scalar_bytes = Dim(2, 4, shipped=4)

    header = Nested(LlmcModelHeader)
    wte = Bytes(_bytes_of("wte"))
    wpe = Bytes(_bytes_of("wpe"))
    ln1w = Bytes(_bytes_of("ln1w"))
    ln1b = Bytes(_bytes_of("ln1b"))
    qkvw = Bytes(_bytes_of("qkvw"))
    qkvb = Bytes(_bytes_of("qkvb"))
    attprojw = Bytes(_bytes_of("attprojw"))
    attprojb = Bytes(_bytes_of("attprojb"))
    ln2w = Bytes(_bytes_of("ln2w"))
    ln2b = Bytes(_bytes_of("ln2b"))
    fcw = Bytes(_bytes_of("fcw"))
    fcb = Bytes(_bytes_of("fcb"))
    fcprojw = Bytes(_bytes_of("fcprojw"))
    fcprojb = Bytes(_bytes_of("fcprojb"))
    lnfw = Bytes(_bytes_of("lnfw"))
    lnfb = Bytes(_bytes_of("lnfb"))

    file_fits = Refine(lambda _: record_bytes() < 2**63, "the file is smaller than 2^63 bytes", code="BOB584")

    size_is_exact = Claim(
        lambda f: (
            record_bytes()
            == HEADER_BYTES
            + f.scalar_bytes
            * f.header.channels
            * (
                f.header.padded_vocabulary
                + f.header.max_length
                + 12 * f.header.layers * f.header.channels
                + 13 * f.header.layers
                + 2
            )
        ),
        "a file is its header and C (Vp + maxT + 12 L C + 13 L + 2) scalars",
    )


class LlmcStateHeader(Family, short="BOB582"):
    """256 words: eleven are used, in four groups with zeros between them."""

    magic = Magic(STATE_MAGIC.to_bytes(4, "little"), code="BOB580")
    version = U32(equals=STATE_VERSION, code="BOB581")
    processes = U32()
    rank = U32()
    has_master_weights = U32()
    is_shuffled = U32()
    before_step = Array(U32, 4)
    step = U32()
    before_rng = Array(U32, 9)
    rng_state = U64()
    before_shard = Array(U32, 8)
    shard_index = U64()
    sample_index = U64()
    reserved = Padding(HEADER_BYTES, code="BOB585")

    gaps_are_zero = Refine(
        lambda f: every(word == 0 for word in f.before_step),
        "the words before the step are zero",
        code="BOB585",
    )
    gaps_before_rng_are_zero = Refine(
        lambda f: every(word == 0 for word in f.before_rng),
        "the words before the random state are zero",
        code="BOB585",
    )
    gaps_before_shard_are_zero = Refine(
        lambda f: every(word == 0 for word in f.before_shard),
        "the words before the shard are zero",
        code="BOB585",
    )
    rank_is_below_the_processes = Refine(
        lambda f: (f.rank < f.processes) & (f.processes < FIRST_NEGATIVE),
        "the rank is below the number of processes",
        code="BOB584",
    )
    master_weights_is_a_flag = Refine(
        lambda f: f.has_master_weights <= 1, "master weights are there (1) or not (0)", code="BOB584"
    )
    shuffled_is_a_flag = Refine(
        lambda f: f.is_shuffled <= 1, "the order is shuffled (1) or not (0)", code="BOB584"
    )
    step_is_natural = Refine(lambda f: f.step < FIRST_NEGATIVE, "the step is not negative", code="BOB584")


class LlmcStateOrder(Family, short="BOB582"):
    """What follows the planes of a state whose order is shuffled."""

    shards = U64()
    shard_indices = Array(U32, lambda f: f.shards)
    samples = U64()
    sample_indices = Array(U32, lambda f: f.samples)
    twister = Bytes(TWISTER_BYTES)

    file_fits = Refine(
        lambda _: record_bytes() < 2**63, "the order is smaller than 2^63 bytes", code="BOB584"
    )
