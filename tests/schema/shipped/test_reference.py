"""Shipped schemas accept what transformers itself makes and saves, where it is installed.

Models of published widths and two layers are made without numbers; tiny ones are saved, weights and config.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bob.errors import sentence
from bob.formats.recognised import read_format
from bob.schema.holding import Asked, hold
from bob.store import Buffer
from tests.formats.sides import place_of
from tests.schema.shipped.test_shipped import BIASED, KINDS, held

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.schema.shipped.headers import Config, Shape

transformers = pytest.importorskip("transformers")
torch = pytest.importorskip("torch")

CLASSES = {
    "gpt2": "GPT2Model",
    "gpt2-lm": "GPT2LMHeadModel",
    "llama": "LlamaForCausalLM",
    "mistral": "MistralForCausalLM",
    "qwen2": "Qwen2ForCausalLM",
    "gemma": "GemmaForCausalLM",
    "mixtral": "MixtralForCausalLM",
    "bert": "BertModel",
    "bert-pretraining": "BertForPreTraining",
    "bert-masked-lm": "BertForMaskedLM",
    "vit": "ViTModel",
    "vit-classifier": "ViTForImageClassification",
}
# In memory transformers 5 fuses experts and names ViT's parts anew; it saves the published names.
OTHERWISE_IN_MEMORY = {"mixtral", "vit", "vit-classifier"}
DEPTHS = ("num_hidden_layers", "n_layer")
TINY = {
    "n_embd": 48, "n_layer": 2, "n_head": 4, "n_positions": 16,
    "hidden_size": 48, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "image_size": 16, "patch_size": 8, "vocab_size": 100,
    "max_position_embeddings": 16, "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0,
}  # fmt: skip
SAVED = [
    *(pytest.param(schema, {}, id=schema) for schema in CLASSES),
    pytest.param("llama", {"attention_bias": True, "mlp_bias": True}, id="llama-biases"),
    pytest.param("llama", {"tie_word_embeddings": True}, id="llama-tied"),
    pytest.param("mistral", {"head_dim": 10}, id="mistral-head-size"),
    pytest.param("gemma", {"attention_bias": True, "head_dim": 10}, id="gemma-biases"),
    pytest.param("mixtral", {"num_local_experts": 3}, id="mixtral-three-experts"),
    pytest.param("vit", {"qkv_bias": False}, id="vit-no-biases"),
    pytest.param("vit", {"pooler_output_size": 20}, id="vit-narrow-pooler"),
    pytest.param("vit-classifier", {"num_labels": 7}, id="vit-seven-classes"),
    pytest.param("gpt2-lm", {"n_inner": 50}, id="gpt2-inner"),
]
PUBLISHED = [
    pytest.param(kind.schema, config, kind.shapes, id=f"{kind.schema}-{name}")
    for kind in KINDS
    if kind.schema not in OTHERWISE_IN_MEMORY
    for name, config in kind.configs.items()
] + [case for case in BIASED if case.values[0] not in OTHERWISE_IN_MEMORY]


def made(schema: str, config: Config) -> Any:
    kind = getattr(transformers, CLASSES[schema])
    return kind(kind.config_class(**config))


def held_as_saved(schema: str, folder: Path) -> list[str]:
    content = (folder / "model.safetensors").read_bytes()
    reading = read_format(place_of("model.safetensors", content))
    assert reading.findings == ()
    assert reading.inventory is not None
    config = json.loads((folder / "config.json").read_text())
    asked = Asked(reading.inventory, Buffer(content), config=config)
    return [sentence(finding) for finding in hold(schema, asked).matched.findings]


@pytest.mark.parametrize(("schema", "config", "shapes"), PUBLISHED)
def test_the_headers_of_these_tests_are_those_of_the_reference(
    schema: str, config: Config, shapes: Callable[[Config], dict[str, Shape]]
) -> None:
    shallow = config | {field: 2 for field in DEPTHS if field in config}
    with torch.device("meta"):
        model = made(schema, {name: value for name, value in shallow.items() if name != "model_type"})
    own = {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
    assert set(own) - set(shapes(shallow)) <= {"lm_head.weight"}
    assert {name: shape for name, shape in own.items() if name in shapes(shallow)} == shapes(shallow)
    stated = json.loads(model.config.to_json_string(use_diff=False))
    tensors = {name: ("F32", shape) for name, shape in own.items()}
    assert [sentence(finding) for finding in held(schema, tensors, stated).findings] == []


@pytest.mark.parametrize(("schema", "more"), SAVED)
def test_what_the_reference_saves_is_accepted_with_the_config_that_it_saves(
    schema: str, more: Config, tmp_path: Path
) -> None:
    made(schema, TINY | more).save_pretrained(tmp_path)
    assert held_as_saved(schema, tmp_path) == []
