"""What published config.json files state of sizes; two small ones are of transformers' own tests."""

from __future__ import annotations

from typing import Any

Config = dict[str, Any]


def _gpt2(width: int, layers: int, heads: int) -> Config:
    return {
        "model_type": "gpt2",
        "n_embd": width,
        "n_layer": layers,
        "n_head": heads,
        "n_positions": 1024,
        "n_ctx": 1024,
        "vocab_size": 50257,
    }


def _decoder(kind: str, sizes: tuple[int, ...], vocabulary: int, **more: object) -> Config:
    """Width, hidden size, layers, heads and key heads, in the order in which people say them."""
    width, hidden, layers, heads, keys = sizes
    return {
        "model_type": kind,
        "hidden_size": width,
        "intermediate_size": hidden,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": keys,
        "vocab_size": vocabulary,
        **more,
    }


def _bert(width: int, layers: int, heads: int, hidden: int) -> Config:
    return {
        "model_type": "bert",
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "intermediate_size": hidden,
        "max_position_embeddings": 512,
        "type_vocab_size": 2,
        "vocab_size": 30522,
    }


def _vit(width: int, layers: int, heads: int, hidden: int, patch: int) -> Config:
    return {
        "model_type": "vit",
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "intermediate_size": hidden,
        "image_size": 224,
        "patch_size": patch,
        "num_channels": 3,
    }


GPT2 = {
    "gpt2": _gpt2(768, 12, 12),
    "gpt2-medium": _gpt2(1024, 24, 16),
    "gpt2-xl": _gpt2(1600, 48, 25),
}
LLAMA = {
    "Llama-2-7b": _decoder("llama", (4096, 11008, 32, 32, 32), 32000, tie_word_embeddings=False),
    "Meta-Llama-3-8B": _decoder("llama", (4096, 14336, 32, 32, 8), 128256, tie_word_embeddings=False),
    "Llama-3.2-1B": _decoder("llama", (2048, 8192, 16, 32, 8), 128256, head_dim=64, tie_word_embeddings=True),
    "TinyLlama-1.1B": _decoder("llama", (2048, 5632, 22, 32, 4), 32000, tie_word_embeddings=False),
}
MISTRAL = {
    "Mistral-7B-v0.1": _decoder("mistral", (4096, 14336, 32, 32, 8), 32000, tie_word_embeddings=False),
    "Mistral-7B-v0.3": _decoder("mistral", (4096, 14336, 32, 32, 8), 32768, tie_word_embeddings=False),
    "Mistral-Nemo-Base-2407": _decoder(
        "mistral", (5120, 14336, 40, 32, 8), 131072, head_dim=128, tie_word_embeddings=False
    ),
}
QWEN2 = {
    "Qwen2-0.5B": _decoder("qwen2", (896, 4864, 24, 14, 2), 151936, tie_word_embeddings=True),
    "Qwen2-7B": _decoder("qwen2", (3584, 18944, 28, 28, 4), 152064, tie_word_embeddings=False),
    "Qwen2-72B": _decoder("qwen2", (8192, 29568, 80, 64, 8), 152064, tie_word_embeddings=False),
}
GEMMA = {
    "gemma-2b": _decoder("gemma", (2048, 16384, 18, 8, 1), 256000, head_dim=256),
    "gemma-7b": _decoder("gemma", (3072, 24576, 28, 16, 16), 256000, head_dim=256),
    # The action expert of pi0, a GemmaForCausalLM: gemma_expert_config of lerobot's paligemma_with_expert.py.
    "pi0-gemma-300m": _decoder("gemma", (1024, 4096, 18, 8, 1), 257152, head_dim=256),
    # tests/models/gemma/test_modeling_gemma.py of transformers 4.50 (GemmaModelTester).
    "GemmaModelTester": _decoder("gemma", (32, 37, 2, 4, 2), 99, head_dim=8),
}
MIXTRAL = {
    "Mixtral-8x7B-v0.1": _decoder("mixtral", (4096, 14336, 32, 32, 8), 32000, num_local_experts=8),
    "Mixtral-8x22B-v0.1": _decoder("mixtral", (6144, 16384, 56, 48, 8), 32000, num_local_experts=8),
    # mlabonne/Beyonder-4x7B-v2, put together of four fine-tuned Mistral-7B by mergekit.
    "Beyonder-4x7B-v2": _decoder("mixtral", (4096, 14336, 32, 32, 8), 32000, num_local_experts=4),
    # tests/models/mixtral/test_modeling_mixtral.py of transformers 4.36 (MixtralModelTester).
    "MixtralModelTester": _decoder("mixtral", (32, 37, 2, 4, 2), 99, num_local_experts=2),
}
BERT = {
    "all-MiniLM-L6-v2": _bert(384, 6, 12, 1536),
    "bert-base-uncased": _bert(768, 12, 12, 3072),
    "bert-large-uncased": _bert(1024, 24, 16, 4096),
}
VIT = {
    "vit-base-patch16-224-in21k": _vit(768, 12, 12, 3072, 16),
    "vit-large-patch16-224-in21k": _vit(1024, 24, 16, 4096, 16),
    "vit-huge-patch14-224-in21k": _vit(1280, 32, 16, 5120, 14),
}
