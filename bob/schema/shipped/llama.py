"""LLaMA and what is built like it: `Llama`, `Mistral`, `Qwen2`, `Gemma`.

Linear layers: a weight is [out, in]. Sources: transformers 4.57, models/{llama,mistral,qwen2,gemma},
modeling_* and configuration_*; the config.json of the published files that each class names.
"""

from __future__ import annotations

from bob.schema import FLOAT, Block, Dim, Param, Refine, Schema, Where
from bob.schema.expected import FRACTION, NOT_ZERO, CopyWhere, Values

ATTENTION = (
    Param("self_attn.q_proj.weight", FLOAT["H * K, D"]),
    Param("self_attn.k_proj.weight", FLOAT["G * K, D"]),
    Param("self_attn.v_proj.weight", FLOAT["G * K, D"]),
    Param("self_attn.o_proj.weight", FLOAT["D, H * K"]),
    # The frequencies of rotary places, a buffer that older writers kept.
    Param("self_attn.rotary_emb.inv_freq", FLOAT["K / 2"], optional=True, values=FRACTION),
)
NORMS = (
    Param("input_layernorm.weight", FLOAT["D"]),
    Param("post_attention_layernorm.weight", FLOAT["D"]),
)
_BIASES = (
    Param("self_attn.q_proj.bias", FLOAT["H * K"]),
    Param("self_attn.k_proj.bias", FLOAT["G * K"]),
    Param("self_attn.v_proj.bias", FLOAT["G * K"]),
)
# What LlamaConfig and GemmaConfig can ask for; both ask for none unless they say so.
_ATTENTION_BIASES = Block(
    "", 1, *_BIASES, Param("self_attn.o_proj.bias", FLOAT["D"]), optional=Where("attention_bias")
)
_MLP_BIASES = Block(
    "",
    1,
    Param("mlp.gate_proj.bias", FLOAT["F"]),
    Param("mlp.up_proj.bias", FLOAT["F"]),
    Param("mlp.down_proj.bias", FLOAT["D"]),
    optional=Where("mlp_bias"),
)
_MLP = (
    Param("mlp.gate_proj.weight", FLOAT["F, D"]),
    Param("mlp.up_proj.weight", FLOAT["F, D"]),
    Param("mlp.down_proj.weight", FLOAT["D, F"]),
)


class Llama(Schema):
    """LLaMA, a decoder whose H query heads share G key heads of size K each.

    Accepts meta-llama/Llama-2-7b-hf (H = G), Meta-Llama-3-8B, Llama-3.2-1B (whose head is its embedding) and
    TinyLlama-1.1B. Biases are there where a config asks for them, attention_bias and mlp_bias.
    """

    L = Dim(config="num_hidden_layers")
    D = Dim(config="hidden_size")
    H = Dim(config="num_attention_heads")
    G = Dim(config="num_key_value_heads", absent="H")
    K = Dim(config="head_dim", absent="D / H")
    F = Dim(config="intermediate_size")
    V = Dim(config="vocab_size")

    embed = Param("model.embed_tokens.weight", FLOAT["V, D"], values=NOT_ZERO)
    layers = Block("model.layers.{i}.", "L", *ATTENTION, *_MLP, *NORMS, _ATTENTION_BIASES, _MLP_BIASES)
    norm = Param("model.norm.weight", FLOAT["D"])
    head = Param(
        "lm_head.weight",
        FLOAT["V, D"],
        optional=True,
        values=Values(copy_where=CopyWhere("model.embed_tokens.weight", "tie_word_embeddings", absent=False)),
    )
    even = Refine(lambda s: s.H % s.G == 0, "query heads are shared evenly among key heads")

    prefixes = ("model.", "module.", "_orig_mod.")


class Mistral(Llama):
    """Mistral: LLaMA's names and shapes; the width of all heads need not be that of the model.

    Accepts mistralai/Mistral-7B-v0.1, Mistral-7B-v0.3 and Mistral-Nemo-Base-2407, where D is not H K.
    """

    layers = Block("model.layers.{i}.", "L", *ATTENTION, *_MLP, *NORMS)


class Qwen2(Llama):
    """Qwen2: LLaMA with biases on queries, keys and values.

    Accepts Qwen/Qwen2-0.5B (whose head is its embedding), Qwen2-7B and Qwen2-72B.
    """

    layers = Block("model.layers.{i}.", "L", *ATTENTION, *_BIASES, *_MLP, *NORMS)


class Gemma(Llama):
    """Gemma: LLaMA whose head is always its embedding, and whose head size a config states.

    Accepts google/gemma-2b (one key head) and gemma-7b, where D is not H K. What a config leaves away is what
    GemmaConfig makes of that.
    """

    G = Dim(config="num_key_value_heads", absent="16")
    K = Dim(config="head_dim", absent="256")
    layers = Block("model.layers.{i}.", "L", *ATTENTION, *_MLP, *NORMS, _ATTENTION_BIASES)
    head = Param("lm_head.weight", FLOAT["V, D"], tied="model.embed_tokens.weight")
