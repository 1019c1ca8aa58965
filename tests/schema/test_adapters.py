"""LoRA adapters against their base: names and sizes as PEFT 0.21 writes them, refused where they are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused, sentence
from bob.schema.alignment import Alignment, aligned
from bob.schema.holding import Asked, hold
from bob.store import Buffer
from tests.schema.shipped import configs
from tests.schema.shipped.headers import gpt2, inventory, llama, typed, vit_classifier

if TYPE_CHECKING:
    from bob.schema import Matched
    from tests.schema.shipped.headers import Config, Shape, Tensors

CONFIG: Config = {
    "peft_type": "LORA",
    "r": 8,
    "target_modules": ["q_proj", "v_proj"],
    "fan_in_fan_out": False,
}
SIZES = {
    "Llama-2-7b": configs.LLAMA["Llama-2-7b"],
    "Meta-Llama-3-8B": configs.LLAMA["Meta-Llama-3-8B"],
    "TinyLlama-1.1B": configs.LLAMA["TinyLlama-1.1B"],
}
TINY = SIZES["TinyLlama-1.1B"]
FRONT = "base_model.model."


def pair(module: str, into: int, out: int, rank: int) -> dict[str, Shape]:
    front = f"{FRONT}{module}."
    return {f"{front}lora_A.weight": (rank, into), f"{front}lora_B.weight": (out, rank)}


def adapter(config: Config, rank: int = 8) -> Tensors:
    """Pairs on queries and values, as get_peft_model(model, LoraConfig(r=rank)) makes them."""
    width, heads, keys = config["hidden_size"], config["num_attention_heads"], config["num_key_value_heads"]
    shapes: dict[str, Shape] = {}
    for i in range(config["num_hidden_layers"]):
        front = f"model.layers.{i}.self_attn."
        shapes |= pair(f"{front}q_proj", width, width, rank)
        shapes |= pair(f"{front}v_proj", width, width // heads * keys, rank)
    return typed(shapes, "F32")


def held(tensors: Tensors, config: Config | None = CONFIG, base: Tensors | None = None) -> Matched:
    of = typed(llama(TINY), "BF16") if base is None else base
    return hold("lora", Asked(inventory(tensors), Buffer(b""), inventory(of), config)).matched


def told(matched: Matched) -> list[str]:
    return [*map(sentence, matched.findings)]


@pytest.mark.parametrize("config", SIZES.values(), ids=SIZES.keys())
@pytest.mark.parametrize("said", [CONFIG, None], ids=["with-config", "without-config"])
def test_an_adapter_of_a_published_size_is_accepted(config: Config, said: Config | None) -> None:
    matched = held(adapter(config), said, typed(llama(config), "BF16"))
    assert told(matched) == []
    assert matched.binding == {"R": 8}


def test_an_adapter_of_conv1d_has_its_pair_the_other_way_round() -> None:
    config = configs.GPT2["gpt2"]
    base = typed({f"transformer.{name}": shape for name, shape in gpt2(config).items()}, "F32")
    shapes = {
        k: s for i in range(12) for k, s in pair(f"transformer.h.{i}.attn.c_attn", 768, 2304, 8).items()
    }
    said = {"r": 8, "target_modules": ["c_attn"], "fan_in_fan_out": True}
    assert told(held(typed(shapes, "F32"), said, base)) == []
    assert told(held(typed(shapes, "F32"), None, base)) == []
    assert len(told(held(typed(shapes, "F32"), said | {"fan_in_fan_out": False}, base))) > 0


def test_a_base_without_the_prefix_of_its_class_is_found_and_that_is_said() -> None:
    config = configs.GPT2["gpt2"]
    shapes = {
        k: s for i in range(12) for k, s in pair(f"transformer.h.{i}.attn.c_attn", 768, 2304, 8).items()
    }
    said = {"r": 8, "target_modules": ["c_attn"], "fan_in_fan_out": True}
    matched = held(typed(shapes, "F32"), said, typed(gpt2(config), "F32"))
    assert told(matched) == []
    assert "weights are found by the adapter's names without transformer. before them" in matched.notes


def test_embeddings_whole_modules_and_magnitudes_are_known() -> None:
    more: dict[str, Shape] = {
        f"{FRONT}model.embed_tokens.lora_embedding_A": (8, 32000),
        f"{FRONT}model.embed_tokens.lora_embedding_B": (2048, 8),
        f"{FRONT}model.embed_tokens.base_layer.weight": (32000, 2048),
        f"{FRONT}lm_head.weight": (32000, 2048),
        f"{FRONT}model.layers.0.self_attn.v_proj.lora_magnitude_vector": (256,),
    }
    said = CONFIG | {"target_modules": ["q_proj", "v_proj", "embed_tokens"], "modules_to_save": ["lm_head"]}
    assert told(held(adapter(TINY) | typed(more, "F32"), said)) == []


def test_ranks_of_a_pattern_are_those_of_their_modules() -> None:
    module = "model.layers.3.self_attn.q_proj"
    said = CONFIG | {"rank_pattern": {module: 4}}
    own = adapter(TINY) | typed(pair(module, 2048, 2048, 4), "F32")
    assert told(held(own, said)) == []
    assert any(f"{module}.lora_A.weight" in finding for finding in told(held(own)))


Q3 = f"{FRONT}model.layers.3.self_attn.q_proj.lora_A.weight"
V5 = f"{FRONT}model.layers.5.self_attn.v_proj.lora_B.weight"


def resized(name: str, shape: Shape) -> Tensors:
    return adapter(TINY) | {name: ("F32", shape)}


def renamed(name: str, to: str) -> Tensors:
    return {to if n == name else n: tensor for n, tensor in adapter(TINY).items()}


def lacking(*names: str) -> Tensors:
    return {name: tensor for name, tensor in adapter(TINY).items() if name not in names}


def all_of(front: str) -> Tensors:
    return {front + name: tensor for name, tensor in adapter(TINY).items()}


@pytest.mark.parametrize(
    "said", [CONFIG | {"rank_pattern": {r".*layers\.3\..*q_proj": 4}}, None], ids=["regex", "none"]
)
def test_a_rank_that_nothing_states_is_accepted_where_a_pair_agrees_on_it_and_said_to_be_open(
    said: Config | None,
) -> None:
    own = adapter(TINY) | typed(pair("model.layers.3.self_attn.q_proj", 2048, 2048, 4), "F32")
    matched = held(own, said)
    assert told(matched) == []
    assert matched.binding == {"R": 8}
    assert any("another rank than R, 4 in 1 pair" in each for each in matched.not_checked)


@pytest.mark.parametrize("rank", [4, 16])
def test_a_rank_on_which_a_pair_does_not_agree_is_refused_without_a_config_too(rank: int) -> None:
    (finding,) = held(resized(Q3, (rank, 2048)), None).findings
    assert (finding.code, finding.part) == ("BOB615", f"{Q3} axis 0")


def test_a_rank_that_no_pattern_of_the_config_states_is_refused() -> None:
    own = adapter(TINY) | typed(pair("model.layers.3.self_attn.q_proj", 2048, 2048, 5), "F32")
    findings = held(own, CONFIG | {"rank_pattern": {r".*layers\.3\..*q_proj": 4}}).findings
    assert {finding.code for finding in findings} == {"BOB615"}
    assert "layers.3.self_attn.q_proj" in findings[0].part


def test_biases_that_are_saved_whole_are_those_of_the_base() -> None:
    base = typed(vit_classifier(configs.VIT["vit-base-patch16-224-in21k"]), "F32")
    query = "vit.encoder.layer.{}.attention.attention.query"
    shapes: dict[str, Shape] = {}
    for i in range(12):
        shapes |= pair(query.format(i), 768, 768, 8)
        shapes |= {f"{FRONT}{query.format(i)}.base_layer.bias": (768,)}
    shapes |= {f"{FRONT}classifier.weight": (1000, 768), f"{FRONT}classifier.bias": (1000,)}
    said = {"r": 8, "target_modules": ["query"], "modules_to_save": ["classifier"]}
    assert told(held(typed(shapes, "F32"), said, base)) == []
    assert told(held(typed(shapes, "F32"), None, base)) == []
    wrong = typed(shapes | {f"{FRONT}classifier.bias": (999,)}, "F32")
    assert any(f"{FRONT}classifier.bias axis 0" in finding for finding in told(held(wrong, said, base)))


def test_a_head_that_the_base_does_not_have_is_accepted_where_the_config_saves_it_and_said_to_be_open() -> (
    None
):
    more = typed({f"{FRONT}score.weight": (2, 2048)}, "F32")
    matched = held(adapter(TINY) | more, CONFIG | {"modules_to_save": ["score"]})
    assert told(matched) == []
    assert f"the shapes of {FRONT}score.weight (not in the base)" in matched.not_checked
    assert [finding.code for finding in held(adapter(TINY) | more).findings] == ["BOB611"]


VECTORS = {"use_dora": "lora_magnitude_vector", "lora_bias": "lora_B.bias"}


@pytest.mark.parametrize(("field", "part"), VECTORS.items())
def test_vectors_beside_pairs_are_there_as_the_config_says(field: str, part: str) -> None:
    ends = {"q_proj": 2048, "v_proj": 256}
    more = {
        f"{FRONT}model.layers.{i}.self_attn.{name}.{part}": (size,)
        for i in range(22)
        for name, size in ends.items()
    }
    whole = adapter(TINY) | typed(more, "F32")
    assert told(held(whole, CONFIG | {field: True})) == []
    assert told(held(whole, None)) == []
    assert {finding.code for finding in held(whole, CONFIG | {field: False}).findings} == {"BOB611"}
    name = f"{FRONT}model.layers.5.self_attn.v_proj.{part}"
    del whole[name]
    (finding,) = held(whole, CONFIG | {field: True}).findings
    assert (finding.code, finding.part) == ("BOB610", name)


def test_rows_of_trained_tokens_are_as_wide_as_the_embedding() -> None:
    name = f"{FRONT}model.embed_tokens.token_adapter.trainable_tokens_delta"
    assert told(held(adapter(TINY) | {name: ("F32", (3, 2048))})) == []
    (finding,) = held(adapter(TINY) | {name: ("F32", (3, 2047))}).findings
    assert (finding.code, finding.part) == ("BOB615", f"{name} axis 1")


REFUSED: dict[str, tuple[Tensors, Config, str, str]] = {
    "another-rank": (resized(Q3, (4, 2048)), CONFIG, "BOB615", Q3),
    "another-rank-of-b": (resized(V5, (256, 16)), CONFIG, "BOB615", V5),
    "an-input-one-less": (resized(Q3, (8, 2047)), CONFIG, "BOB615", Q3),
    "an-output-of-queries": (resized(V5, (2048, 8)), CONFIG, "BOB615", V5),
    "a-pair-transposed": (resized(Q3, (2048, 8)), CONFIG, "BOB6", Q3),
    "three-axes": (resized(Q3, (8, 2048, 1)), CONFIG, "BOB617", Q3),
    "whole-numbers": (adapter(TINY) | {Q3: ("I64", (8, 2048))}, CONFIG, "BOB621", Q3),
    "bytes": (adapter(TINY) | {V5: ("U8", (256, 8))}, CONFIG, "BOB621", V5),
    "a-side-missing": (lacking(Q3), CONFIG, "BOB610", Q3),
    "the-other-side-missing": (lacking(V5), CONFIG, "BOB610", V5),
    "a-pair-missing": (lacking(Q3, Q3.replace("_A", "_B")), CONFIG, "BOB610", "layers.3.self_attn.q_proj"),
    "a-pair-of-no-layer": (
        adapter(TINY) | typed(pair("model.layers.22.self_attn.q_proj", 2048, 2048, 8), "F32"),
        CONFIG,
        "BOB611",
        "layers.22.self_attn.q_proj",
    ),
    "a-pair-that-the-config-does-not-name": (
        adapter(TINY) | typed(pair("model.layers.0.self_attn.o_proj", 2048, 2048, 8), "F32"),
        CONFIG,
        "BOB611",
        "layers.0.self_attn.o_proj",
    ),
    "a-stranger": (adapter(TINY) | typed({f"{FRONT}scale": (1,)}, "F32"), CONFIG, "BOB611", f"{FRONT}scale"),
    "a-misspelt-side": (renamed(Q3, Q3.replace("lora_A", "lora_a")), CONFIG, "BOB61", "lora_a"),
    "a-misspelt-module": (renamed(Q3, Q3.replace("q_proj", "q_porj")), CONFIG, "BOB612", "q_porj"),
    "the-name-of-an-adapter-kept": (
        renamed(Q3, Q3.replace(".weight", ".default.weight")),
        CONFIG,
        "BOB61",
        "lora_A.default.weight",
    ),
    "a-wrapper-around-all": (all_of("module."), CONFIG, "BOB613", "module."),
    "a-config-of-another-rank": (adapter(TINY), CONFIG | {"r": 16}, "BOB620", "config r"),
    "a-rank-in-words": (adapter(TINY), CONFIG | {"r": "eight"}, "BOB625", "r"),
    "a-config-with-more-targets": (
        adapter(TINY),
        CONFIG | {"target_modules": ["q_proj", "v_proj", "k_proj"]},
        "BOB610",
        "k_proj",
    ),
    "a-saved-module-of-other-rows": (
        adapter(TINY) | typed({f"{FRONT}lm_head.weight": (32001, 2048)}, "F32"),
        CONFIG,
        "BOB615",
        "lm_head.weight",
    ),
    "an-adapter-of-a-wider-base": (
        adapter(SIZES["Llama-2-7b"]),
        CONFIG,
        "BOB61",
        "layers.0.self_attn.q_proj",
    ),
}


@pytest.mark.parametrize(("tensors", "config", "code", "name"), REFUSED.values(), ids=REFUSED.keys())
def test_a_mutant_of_an_adapter_is_refused_by_name(
    tensors: Tensors, config: Config, code: str, name: str
) -> None:
    findings = told(held(tensors, config))
    assert any(finding.startswith(code) for finding in findings), findings
    assert any(name in finding for finding in findings), findings


def test_without_a_base_the_question_cannot_be_asked() -> None:
    with pytest.raises(Refused) as refused:
        hold("lora", Asked(inventory(adapter(TINY)), Buffer(b"")))
    assert [finding.code for finding in refused.value.findings] == ["BOB652"]


def test_a_base_without_weights_is_none() -> None:
    with pytest.raises(Refused) as refused:
        held(adapter(TINY), CONFIG, typed({"norm.weight": (4,)}, "F32"))
    assert [finding.code for finding in refused.value.findings] == ["BOB652"]


@pytest.mark.parametrize(
    ("names", "others", "change"),
    [
        (["a.w", "a.b"], {"a.w", "a.b"}, Alignment()),
        (["module.a.w", "module.a.b"], {"a.w", "a.b"}, Alignment("module.", "")),
        (["a.w", "a.b"], {"model.a.w", "model.a.b"}, Alignment("", "model.")),
        (["module.a.w", "module.a.b"], {"model.a.w", "model.a.b"}, Alignment("module.", "model.")),
        (["critic.w"], {"generator.w"}, Alignment()),
        (["a.w"], {"c"}, Alignment()),
        ([], {"a"}, Alignment()),
    ],
    ids=["none", "cut", "added", "cut-and-added", "others", "of-other-names", "no-names"],
)
def test_one_change_of_prefix_fits_most_names(names: list[str], others: set[str], change: Alignment) -> None:
    assert aligned(names, others) == change


def test_the_pair_of_an_embedding_over_a_kernel_is_refused_and_no_traceback() -> None:
    base = typed({"conv.weight": (16, 3, 7, 7)}, "F32")
    parts: dict[str, Shape] = {f"{FRONT}conv.lora_embedding_{side}": (8, 8) for side in "AB"}
    matched = held(typed(parts, "F32"), None, base)
    assert {finding.code for finding in matched.findings} == {"BOB611"}


def test_of_many_new_heads_it_is_said_how_many_more_there_are() -> None:
    heads = {f"{FRONT}score.{i}.weight": (2, 2048) for i in range(9)}
    more = typed({**heads}, "F32")
    matched = held(adapter(TINY) | more, CONFIG | {"modules_to_save": [f"score.{i}" for i in range(9)]})
    assert any("score.3.weight and 5 more (not in the base)" in each for each in matched.not_checked)
