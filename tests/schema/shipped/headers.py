"""Headers as published configs have them, transcribed from transformers 4.57, not from the schemas.

    inventory(gpt2(CONFIGS["gpt2"]))

The shapes are those that `Model(config).state_dict()` gives; `test_reference` holds them against that where
transformers is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.formats.inventory import Entry, Inventory
from bob.spec.formats.dtypes import BITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Shape = tuple[int, ...]
Tensors = dict[str, tuple[str, Shape]]
Config = dict[str, Any]


def inventory(tensors: Mapping[str, tuple[str, Shape]]) -> Inventory:
    """The inventory of a safetensors file that holds these tensors one after the other."""
    entries, offset = [], 0
    for name, (dtype, shape) in tensors.items():
        n_bytes = BITS[dtype] // 8
        for size in shape:
            n_bytes *= size
        entries.append(Entry(name, dtype, shape, offset, n_bytes))
        offset += n_bytes
    return Inventory("safetensors", tuple(entries), {}, {}, offset)


def typed(shapes: Mapping[str, Shape], dtype: str) -> Tensors:
    return {name: (dtype, shape) for name, shape in shapes.items()}


def _linear(name: str, out: int, into: int) -> dict[str, Shape]:
    return {f"{name}.weight": (out, into), f"{name}.bias": (out,)}


def _norm(name: str, width: int) -> dict[str, Shape]:
    return {f"{name}.weight": (width,), f"{name}.bias": (width,)}


def gpt2(config: Config) -> dict[str, Shape]:
    """GPT2Model: Conv1D keeps its weight as [in, out]."""
    d, p, v = config["n_embd"], config["n_positions"], config["vocab_size"]
    f = config.get("n_inner") or 4 * d
    shapes: dict[str, Shape] = {"wte.weight": (v, d), "wpe.weight": (p, d)}
    for i in range(config["n_layer"]):
        h = f"h.{i}."
        shapes |= _norm(f"{h}ln_1", d)
        for name, into, out in (("attn.c_attn", d, 3 * d), ("attn.c_proj", d, d)):
            shapes |= {f"{h}{name}.weight": (into, out), f"{h}{name}.bias": (out,)}
        shapes |= _norm(f"{h}ln_2", d)
        for name, into, out in (("mlp.c_fc", d, f), ("mlp.c_proj", f, d)):
            shapes |= {f"{h}{name}.weight": (into, out), f"{h}{name}.bias": (out,)}
    return shapes | _norm("ln_f", d)


def gpt2_masks(config: Config) -> dict[str, Shape]:
    """The buffers of the published files: a causal mask in each layer."""
    p = config["n_positions"]
    return {f"h.{i}.attn.bias": (1, 1, p, p) for i in range(config["n_layer"])}


def gpt2_lm(config: Config) -> dict[str, Shape]:
    """GPT2LMHeadModel, its head left away as `save_pretrained` does."""
    return {f"transformer.{name}": shape for name, shape in gpt2(config).items()}


def _attention(prefix: str, config: Config, *, biases: bool = False) -> dict[str, Shape]:
    d, heads = config["hidden_size"], config["num_attention_heads"]
    size = config.get("head_dim") or d // heads
    queries, keys = heads * size, (config.get("num_key_value_heads") or heads) * size
    shapes = {
        f"{prefix}{name}_proj.weight": (out, d) for name, out in (("q", queries), ("k", keys), ("v", keys))
    }
    if biases:
        shapes |= {
            f"{prefix}{name}_proj.bias": (out,) for name, out in (("q", queries), ("k", keys), ("v", keys))
        }
    return shapes | {f"{prefix}o_proj.weight": (d, queries)}


def _decoder(config: Config, layer: Iterator[dict[str, Shape]]) -> dict[str, Shape]:
    d, v = config["hidden_size"], config["vocab_size"]
    shapes: dict[str, Shape] = {"model.embed_tokens.weight": (v, d)}
    for i, below in enumerate(layer):
        front = f"model.layers.{i}."
        shapes |= {front + name: shape for name, shape in below.items()}
        shapes |= {f"{front}input_layernorm.weight": (d,), f"{front}post_attention_layernorm.weight": (d,)}
    shapes["model.norm.weight"] = (d,)
    if not config.get("tie_word_embeddings", False):
        shapes["lm_head.weight"] = (v, d)
    return shapes


def llama(config: Config, *, biases: bool = False) -> dict[str, Shape]:
    """LlamaForCausalLM; MistralForCausalLM has the same names, Qwen2ForCausalLM biases besides."""
    d, f = config["hidden_size"], config["intermediate_size"]
    mlp = {"mlp.gate_proj.weight": (f, d), "mlp.up_proj.weight": (f, d), "mlp.down_proj.weight": (d, f)}
    own = _attention("self_attn.", config, biases=biases or config.get("attention_bias", False)) | mlp
    if config.get("attention_bias"):
        own |= {"self_attn.o_proj.bias": (d,)}
    if config.get("mlp_bias"):
        own |= {"mlp.gate_proj.bias": (f,), "mlp.up_proj.bias": (f,), "mlp.down_proj.bias": (d,)}
    return _decoder(config, iter([own] * config["num_hidden_layers"]))


def qwen2(config: Config) -> dict[str, Shape]:
    """Qwen2ForCausalLM."""
    return llama(config, biases=True)


def gemma(config: Config) -> dict[str, Shape]:
    """GemmaForCausalLM, whose config class ties the head by default."""
    return llama({"tie_word_embeddings": True} | config)


def mixtral(config: Config) -> dict[str, Shape]:
    """MixtralForCausalLM."""
    d, f, experts = config["hidden_size"], config["intermediate_size"], config["num_local_experts"]
    own = _attention("self_attn.", config) | {"block_sparse_moe.gate.weight": (experts, d)}
    for j in range(experts):
        front = f"block_sparse_moe.experts.{j}."
        own |= {f"{front}w1.weight": (f, d), f"{front}w2.weight": (d, f), f"{front}w3.weight": (f, d)}
    return _decoder(config, iter([own] * config["num_hidden_layers"]))


def bert(config: Config) -> dict[str, Shape]:
    """BertModel with its pooler."""
    d, f = config["hidden_size"], config["intermediate_size"]
    shapes: dict[str, Shape] = {
        "embeddings.word_embeddings.weight": (config["vocab_size"], d),
        "embeddings.position_embeddings.weight": (config["max_position_embeddings"], d),
        "embeddings.token_type_embeddings.weight": (config["type_vocab_size"], d),
        **_norm("embeddings.LayerNorm", d),
    }
    for i in range(config["num_hidden_layers"]):
        front = f"encoder.layer.{i}."
        for name in ("attention.self.query", "attention.self.key", "attention.self.value"):
            shapes |= _linear(front + name, d, d)
        shapes |= _linear(f"{front}attention.output.dense", d, d) | _norm(
            f"{front}attention.output.LayerNorm", d
        )
        shapes |= _linear(f"{front}intermediate.dense", f, d) | _linear(f"{front}output.dense", d, f)
        shapes |= _norm(f"{front}output.LayerNorm", d)
    return shapes | _linear("pooler.dense", d, d)


def bert_pretraining(config: Config) -> dict[str, Shape]:
    """BertForPreTraining, with the tensors that are others again."""
    d, v = config["hidden_size"], config["vocab_size"]
    shapes = {f"bert.{name}": shape for name, shape in bert(config).items()}
    shapes |= {"cls.predictions.bias": (v,)} | _linear("cls.predictions.transform.dense", d, d)
    shapes |= _norm("cls.predictions.transform.LayerNorm", d) | _linear("cls.predictions.decoder", v, d)
    return shapes | _linear("cls.seq_relationship", 2, d)


def bert_masked_lm(config: Config) -> dict[str, Shape]:
    """BertForMaskedLM, which has no pooler, with the tensors that are others again."""
    shapes = bert_pretraining(config)
    return {n: s for n, s in shapes.items() if "seq_relationship" not in n and ".pooler." not in n}


def as_of_tensorflow(shapes: dict[str, Shape]) -> dict[str, Shape]:
    """The same with the names of norms that the first published files of BERT have."""
    ends = (("LayerNorm.weight", "LayerNorm.gamma"), ("LayerNorm.bias", "LayerNorm.beta"))
    renamed = dict(shapes)
    for new, old in ends:
        renamed = {n.removesuffix(new) + old if n.endswith(new) else n: s for n, s in renamed.items()}
    return renamed


def vit(config: Config) -> dict[str, Shape]:
    """ViTModel with its pooler."""
    d, f, patch, c = (config[n] for n in ("hidden_size", "intermediate_size", "patch_size", "num_channels"))
    places = (config["image_size"] // patch) ** 2 + 1
    shapes: dict[str, Shape] = {
        "embeddings.cls_token": (1, 1, d),
        "embeddings.position_embeddings": (1, places, d),
        "embeddings.patch_embeddings.projection.weight": (d, c, patch, patch),
        "embeddings.patch_embeddings.projection.bias": (d,),
    }
    for i in range(config["num_hidden_layers"]):
        front = f"encoder.layer.{i}."
        for name in ("query", "key", "value"):
            shapes |= _linear(f"{front}attention.attention.{name}", d, d)
            if not config.get("qkv_bias", True):
                del shapes[f"{front}attention.attention.{name}.bias"]
        shapes |= _linear(f"{front}attention.output.dense", d, d) | _linear(
            f"{front}intermediate.dense", f, d
        )
        shapes |= _linear(f"{front}output.dense", d, f)
        shapes |= _norm(f"{front}layernorm_before", d) | _norm(f"{front}layernorm_after", d)
    return shapes | _norm("layernorm", d) | _linear("pooler.dense", d, d)


def vit_classifier(config: Config) -> dict[str, Shape]:
    """ViTForImageClassification for a thousand classes."""
    body = {f"vit.{n}": shape for n, shape in vit(config).items() if not n.startswith("pooler.")}
    return body | _linear("classifier", 1000, config["hidden_size"])
