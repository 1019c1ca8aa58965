"""Shipped schemas accept what published configs give, with the right dims, and refuse the rest by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from bob.errors import sentence
from bob.schema import load_schema
from bob.schema.holding import Asked, hold
from bob.store import Buffer
from tests.schema.shipped import configs
from tests.schema.shipped.headers import (
    as_of_tensorflow,
    bert,
    bert_masked_lm,
    bert_pretraining,
    gemma,
    gpt2,
    gpt2_lm,
    gpt2_masks,
    inventory,
    llama,
    mixtral,
    qwen2,
    typed,
    vit,
    vit_classifier,
)
from tests.schema.shipped.mutants import MUTANTS, Mutant, Specimen

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.schema import Matched
    from tests.schema.shipped.headers import Config, Shape, Tensors


class Kind(NamedTuple):
    """A schema with what makes its headers, in the type in which they were published."""

    schema: str
    shapes: Callable[[Config], dict[str, Shape]]
    dtype: str
    configs: dict[str, Config]


DECODER = ("hidden_size", "num_hidden_layers", "num_attention_heads")
KINDS = (
    Kind("gpt2", gpt2, "F32", configs.GPT2),
    Kind("gpt2-lm", gpt2_lm, "F32", configs.GPT2),
    Kind("llama", llama, "BF16", configs.LLAMA),
    Kind("mistral", llama, "BF16", configs.MISTRAL),
    Kind("qwen2", qwen2, "BF16", configs.QWEN2),
    Kind("gemma", gemma, "BF16", configs.GEMMA),
    Kind("mixtral", mixtral, "BF16", configs.MIXTRAL),
    Kind("bert", bert, "F32", configs.BERT),
    Kind("bert-pretraining", bert_pretraining, "F32", configs.BERT),
    Kind("vit", vit, "F32", configs.VIT),
    Kind("vit-classifier", vit_classifier, "F32", configs.VIT),
    Kind("bert-masked-lm", bert_masked_lm, "F32", configs.BERT),
)
PUBLISHED = [
    pytest.param(kind, config, id=f"{kind.schema}-{name}")
    for kind in KINDS
    for name, config in kind.configs.items()
]


def held(schema: str, tensors: Tensors, config: Config | None) -> Matched:
    return hold(schema, Asked(inventory(tensors), Buffer(b""), config=config)).matched


def stated(schema: str, config: Config) -> dict[str, int]:
    """What a config says of the dims that it has fields for."""
    dims = load_schema(schema).spec.dims
    fields = {name: dim.config.names for name, dim in dims.items() if dim.config is not None}
    return {name: config[field] for name, names in fields.items() for field in names if field in config}


@pytest.mark.parametrize(("kind", "config"), PUBLISHED)
def test_a_published_header_is_accepted_with_the_dims_of_its_config(kind: Kind, config: Config) -> None:
    matched = held(kind.schema, typed(kind.shapes(config), kind.dtype), config)
    assert [sentence(finding) for finding in matched.findings] == []
    assert matched.undecided == {}
    said = stated(kind.schema, config)
    assert {name: matched.binding[name] for name in said} == said


@pytest.mark.parametrize(("kind", "config"), PUBLISHED)
def test_without_a_config_what_shapes_fix_is_found_and_the_rest_is_said_to_be_open(
    kind: Kind, config: Config
) -> None:
    matched = held(kind.schema, typed(kind.shapes(config), kind.dtype), None)
    assert [sentence(finding) for finding in matched.findings] == []
    said = stated(kind.schema, config)
    assert {name: matched.binding[name] for name in said if name in matched.binding} == {
        name: size for name, size in said.items() if name not in matched.undecided
    }
    assert set(matched.undecided) <= {"H", "G", "K"}
    assert "H" in matched.undecided


def layers_of(front: str, matrix: str, partner: str, norm: str) -> dict[str, str]:
    return {"layer": front, "matrix": matrix, "partner": partner, "norm": norm}


LLAMA_LAYERS = layers_of(
    "model.layers.{}.", "mlp.up_proj.weight", "mlp.down_proj.weight", "model.norm.weight"
)
MIXTRAL_LAYERS = layers_of(
    "model.layers.{}.",
    "block_sparse_moe.experts.1.w1.weight",
    "block_sparse_moe.experts.1.w2.weight",
    "model.norm.weight",
)


def specimen(kind: Kind, config: Config, parts: dict[str, str], table: str, last: str) -> Specimen:
    width, depth, heads = ("n_embd", "n_layer", "n_head") if "n_embd" in config else DECODER
    tensors = typed(kind.shapes(config), kind.dtype)
    names = {"table": table, "last": last, "width": width, "depth": depth, "heads": heads}
    return Specimen(kind.schema, tensors, config, **parts, **names)


GPT2_LAYERS = layers_of("h.{}.", "mlp.c_fc.weight", "mlp.c_proj.weight", "ln_f.weight")
GPT2_LM_LAYERS = layers_of(
    "transformer.h.{}.", "mlp.c_fc.weight", "mlp.c_proj.weight", "transformer.ln_f.weight"
)
BERT_LAYERS = layers_of(
    "encoder.layer.{}.", "intermediate.dense.weight", "output.dense.weight", "embeddings.LayerNorm.weight"
)
BERT_TRAINING_LAYERS = layers_of(
    "bert.encoder.layer.{}.",
    "intermediate.dense.weight",
    "output.dense.weight",
    "bert.embeddings.LayerNorm.weight",
)
VIT_LAYERS = layers_of(
    "encoder.layer.{}.", "intermediate.dense.weight", "output.dense.weight", "layernorm.weight"
)
VIT_CLASS_LAYERS = layers_of(
    "vit.encoder.layer.{}.", "intermediate.dense.weight", "output.dense.weight", "vit.layernorm.weight"
)
EMBED, HEAD = "model.embed_tokens.weight", "lm_head.weight"
LAST = "model.norm.weight"
SPECIMENS = {
    kind.schema: specimen(kind, kind.configs[name], parts, table, last)
    for kind, name, parts, table, last in (
        (KINDS[0], "gpt2", GPT2_LAYERS, "wte.weight", "ln_f.bias"),
        (KINDS[1], "gpt2", GPT2_LM_LAYERS, "transformer.wpe.weight", "transformer.ln_f.bias"),
        (KINDS[2], "TinyLlama-1.1B", LLAMA_LAYERS, EMBED, LAST),
        (KINDS[3], "Mistral-Nemo-Base-2407", LLAMA_LAYERS, EMBED, LAST),
        (KINDS[4], "Qwen2-7B", LLAMA_LAYERS, EMBED, LAST),
        (KINDS[5], "gemma-2b", LLAMA_LAYERS, EMBED, LAST),
        (KINDS[6], "Mixtral-8x7B-v0.1", MIXTRAL_LAYERS, EMBED, LAST),
        (KINDS[7], "all-MiniLM-L6-v2", BERT_LAYERS, "embeddings.word_embeddings.weight", "pooler.dense.bias"),
        (
            KINDS[8],
            "all-MiniLM-L6-v2",
            BERT_TRAINING_LAYERS,
            "bert.embeddings.position_embeddings.weight",
            "cls.seq_relationship.bias",
        ),
        (KINDS[9], "vit-base-patch16-224-in21k", VIT_LAYERS, "embeddings.cls_token", "pooler.dense.bias"),
        (
            KINDS[10],
            "vit-base-patch16-224-in21k",
            VIT_CLASS_LAYERS,
            "vit.embeddings.cls_token",
            "classifier.bias",
        ),
        (
            KINDS[11],
            "all-MiniLM-L6-v2",
            BERT_TRAINING_LAYERS,
            "bert.embeddings.word_embeddings.weight",
            "cls.predictions.transform.dense.bias",
        ),
    )
}
# Where the table has no axis of a vocabulary.
NOT_PADDED = {"vit", "vit-classifier"}
CASES = [
    pytest.param(one, mutant, id=f"{schema}-{name}")
    for schema, one in SPECIMENS.items()
    for name, mutant in MUTANTS.items()
    if name != "a-padded-table" or schema not in NOT_PADDED
]


@pytest.mark.parametrize(("one", "mutant"), CASES)
def test_a_mutant_is_refused_by_the_name_of_what_was_changed(one: Specimen, mutant: Mutant) -> None:
    tensors, config, name = mutant.change(one, one.tensors, one.config)
    findings = held(one.schema, tensors, config).findings
    assert {finding.code for finding in findings} & {*mutant.codes}, [*map(sentence, findings)]
    assert any(name in sentence(finding) for finding in findings), [*map(sentence, findings)]


@pytest.mark.parametrize(("one", "mutant"), CASES)
def test_a_mutant_is_told_in_few_lines(one: Specimen, mutant: Mutant) -> None:
    tensors, config, _ = mutant.change(one, one.tensors, one.config)
    assert len(held(one.schema, tensors, config).findings) <= 3


def test_every_schema_has_a_specimen_of_its_own() -> None:
    from bob.schema.loading import shipped

    assert set(SPECIMENS) == set(shipped()) == {kind.schema for kind in KINDS}


def test_the_masks_of_published_gpt2_files_are_accepted() -> None:
    config = configs.GPT2["gpt2"]
    tensors = typed(gpt2(config) | gpt2_masks(config), "F32")
    assert held("gpt2", tensors, config).findings == ()


def test_a_mask_that_one_layer_lacks_is_missing() -> None:
    config = configs.GPT2["gpt2"]
    tensors = typed(gpt2(config) | gpt2_masks(config), "F32")
    del tensors["h.3.attn.bias"]
    (finding,) = held("gpt2", tensors, config).findings
    assert (finding.code, "h.3.attn.bias" in sentence(finding)) == ("BOB610", True)


def test_a_pooler_may_be_absent_as_a_whole_and_not_in_part() -> None:
    config = configs.BERT["all-MiniLM-L6-v2"]
    tensors = typed(bert(config), "F32")
    del tensors["pooler.dense.weight"]
    (finding,) = held("bert", tensors, config).findings
    assert "pooler.dense.weight" in sentence(finding)
    del tensors["pooler.dense.bias"]
    assert held("bert", tensors, config).findings == ()


def test_qkv_biases_are_what_parts_qwen2_from_llama() -> None:
    config = configs.QWEN2["Qwen2-7B"]
    found = held("llama", typed(qwen2(config), "BF16"), config).findings
    assert {finding.code for finding in found} == {"BOB611"}
    assert "q_proj.bias" in " ".join(map(sentence, found))


def test_the_frequencies_of_old_llama_files_fix_the_head_size() -> None:
    config = configs.LLAMA["Llama-2-7b"]
    frequencies = {f"model.layers.{i}.self_attn.rotary_emb.inv_freq": (64,) for i in range(32)}
    matched = held("llama", typed(llama(config) | frequencies, "F16"), None)
    assert matched.findings == ()
    assert (matched.binding["K"], matched.binding["H"]) == (128, 32)


def test_a_config_without_key_heads_means_one_for_each_query_head() -> None:
    config = {k: v for k, v in configs.LLAMA["Llama-2-7b"].items() if k != "num_key_value_heads"}
    matched = held("llama", typed(llama(config), "F16"), config)
    assert matched.findings == ()
    assert matched.binding["G"] == matched.binding["H"] == 32


def test_a_config_inside_of_a_composed_one_is_the_decoder_s() -> None:
    config = configs.GEMMA["gemma-2b"]
    composed = {"model_type": "paligemma", "hidden_size": 1, "text_config": config}
    assert held("gemma", typed(gemma(config), "BF16"), composed).findings == ()


def test_a_fused_qkv_is_recognised() -> None:
    config = configs.LLAMA["TinyLlama-1.1B"]
    tensors = typed(llama(config), "BF16")
    for i in range(config["num_hidden_layers"]):
        front = f"model.layers.{i}.self_attn."
        for name in "qkv":
            del tensors[f"{front}{name}_proj.weight"]
        tensors[f"{front}qkv_proj.weight"] = ("BF16", (2048 + 2 * 256, 2048))
    findings = held("llama", tensors, config).findings
    assert [finding.code for finding in findings] == ["BOB619"]
    assert "qkv_proj" in sentence(findings[0])


def biased(config: Config, **fields: object) -> Config:
    return config | {"num_hidden_layers": 3, **fields}


TINY = configs.LLAMA["TinyLlama-1.1B"]
BIASED = [
    pytest.param("llama", biased(TINY, attention_bias=True), llama, id="llama-attention"),
    pytest.param("llama", biased(TINY, mlp_bias=True), llama, id="llama-mlp"),
    pytest.param("llama", biased(TINY, attention_bias=True, mlp_bias=True), llama, id="llama-both"),
    pytest.param("gemma", biased(configs.GEMMA["gemma-2b"], attention_bias=True), gemma, id="gemma"),
    pytest.param("vit", biased(configs.VIT["vit-base-patch16-224-in21k"], qkv_bias=False), vit, id="vit"),
]


@pytest.mark.parametrize(("schema", "config", "shapes"), BIASED)
@pytest.mark.parametrize("with_config", [True, False], ids=["config", "no-config"])
def test_biases_are_there_or_not_as_the_config_says(
    schema: str, config: Config, shapes: Callable[[Config], dict[str, Shape]], with_config: bool
) -> None:
    matched = held(schema, typed(shapes(config), "F32"), config if with_config else None)
    assert [sentence(finding) for finding in matched.findings] == []


def test_biases_that_the_config_does_not_ask_for_are_unexpected_and_told_why() -> None:
    tensors = typed(llama(biased(TINY, mlp_bias=True)), "BF16")
    findings = held("llama", tensors, biased(TINY, mlp_bias=False)).findings
    assert {finding.code for finding in findings} == {"BOB611"}
    assert [finding.note for finding in findings] == ["the config says that mlp_bias is false"] * 3


def test_biases_that_the_config_asks_for_are_missing_where_they_are_not() -> None:
    findings = held("llama", typed(llama(biased(TINY)), "BF16"), biased(TINY, mlp_bias=True)).findings
    assert [finding.code for finding in findings] == ["BOB610"] * 3
    assert "mlp.down_proj.bias" in sentence(findings[-1])


def test_without_a_config_biases_are_all_there_or_none() -> None:
    tensors = typed(llama(biased(TINY, attention_bias=True)), "BF16")
    del tensors["model.layers.1.self_attn.o_proj.bias"]
    (finding,) = held("llama", tensors, None).findings
    assert (finding.code, finding.part) == ("BOB610", "model.layers.1.self_attn.o_proj.bias")


@pytest.mark.parametrize(("schema", "shapes"), [("bert", bert), ("bert-pretraining", bert_pretraining)])
@pytest.mark.parametrize("name", list(configs.BERT))
def test_norms_named_as_in_the_first_bert_files_are_accepted_and_told(
    schema: str, shapes: Callable[[Config], dict[str, Shape]], name: str
) -> None:
    tensors = typed(as_of_tensorflow(shapes(configs.BERT[name])), "F32")
    matched = held(schema, tensors, configs.BERT[name])
    assert matched.findings == ()
    assert "LayerNorm.gamma for LayerNorm.weight" in matched.notes[0]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("encoder.layer.3.output.LayerNorm.weight", "BOB612"),
        ("encoder.layer.3.output.LayerNorm.gama", "BOB612"),
    ],
)
def test_one_norm_named_otherwise_than_the_rest_is_named(name: str, code: str) -> None:
    config = configs.BERT["all-MiniLM-L6-v2"]
    tensors = typed(as_of_tensorflow(bert(config)), "F32")
    tensors[name] = tensors.pop("encoder.layer.3.output.LayerNorm.gamma")
    (finding,) = held("bert", tensors, config).findings
    assert (finding.code, finding.part) == (code, name)
    assert finding.expected == "encoder.layer.3.output.LayerNorm.gamma"


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=list(MUTANTS))
def test_a_mutant_of_a_file_with_older_names_is_refused_by_name(mutant: Mutant) -> None:
    one = SPECIMENS["bert"]
    older = typed(as_of_tensorflow({name: shape for name, (_, shape) in one.tensors.items()}), "F32")
    one = one._replace(tensors=older, norm="embeddings.LayerNorm.gamma")
    tensors, config, name = mutant.change(one, one.tensors, one.config)
    findings = held(one.schema, tensors, config).findings
    assert {finding.code for finding in findings} & {*mutant.codes}
    assert any(name in sentence(finding) for finding in findings)


def test_a_file_with_both_names_of_each_norm_has_unexpected_ones() -> None:
    config = configs.BERT["all-MiniLM-L6-v2"]
    tensors = typed(as_of_tensorflow(bert(config)) | bert(config), "F32")
    findings = held("bert", tensors, config).findings
    assert {finding.code for finding in findings} == {"BOB611"}
    assert "LayerNorm.gamma" in sentence(findings[0])


def test_a_pooler_of_vit_may_be_narrower_than_the_model_where_the_config_says_so() -> None:
    config = configs.VIT["vit-base-patch16-224-in21k"] | {"pooler_output_size": 256}
    tensors = typed(vit(config), "F32")
    narrow = {"pooler.dense.weight": ("F32", (256, 768)), "pooler.dense.bias": ("F32", (256,))}
    assert held("vit", tensors | narrow, config).findings == ()
    assert held("vit", tensors, config).findings != ()


def test_a_dim_of_nothing_in_the_file_is_not_said_to_be_undecided() -> None:
    tensors = typed(vit(configs.VIT["vit-base-patch16-224-in21k"]), "F32")
    without = {name: tensor for name, tensor in tensors.items() if "pooler" not in name}
    assert set(held("vit", without, None).undecided) == {"H"}


@pytest.mark.parametrize(
    ("schema", "field", "said"),
    [
        ("gpt2", "n_head", "D = 768, H = 5 (config n_head)"),
        ("bert", "num_attention_heads", "D = 384, H = 5 (config num_attention_heads)"),
        ("vit", "num_attention_heads", "D = 768, H = 5 (config num_attention_heads)"),
    ],
)
def test_heads_that_do_not_divide_are_told_with_the_field_that_states_them(
    schema: str, field: str, said: str
) -> None:
    one = SPECIMENS[schema]
    (finding,) = held(schema, one.tensors, one.config | {field: 5}).findings
    assert (finding.code, finding.found) == ("BOB623", said)


def test_what_a_config_alone_states_is_said_not_to_be_checked() -> None:
    one = SPECIMENS["bert"]
    matched = held("bert", one.tensors, one.config | {"num_attention_heads": 24})
    assert matched.findings == ()
    assert "H (fixed by the config alone)" in matched.not_checked


def test_an_image_size_that_places_fit_is_not_said_to_be_the_config_s_alone() -> None:
    one = SPECIMENS["vit"]
    assert "H (fixed by the config alone)" in held("vit", one.tensors, one.config).not_checked


def test_an_image_size_of_the_config_is_told_by_its_field() -> None:
    one = SPECIMENS["vit"]
    (finding,) = held("vit", one.tensors, one.config | {"image_size": 384}).findings
    assert "S = 384 by config image_size" in finding.note


def test_an_axis_that_is_always_one_is_told_as_a_number() -> None:
    one = SPECIMENS["vit"]
    tensors = one.tensors | {"embeddings.cls_token": ("F32", (1, 64, 768))}
    (finding,) = held("vit", tensors, one.config).findings
    assert (finding.part, finding.found, finding.expected) == ("embeddings.cls_token axis 1", "64", "1")


def test_one_less_than_the_others_is_no_padding() -> None:
    one = SPECIMENS["mixtral"]
    tensors = one.tensors | {one.one: ("BF16", (14335, 4096))}
    (finding,) = held("mixtral", tensors, one.config).findings
    assert (finding.code, "padded" in finding.note) == ("BOB615", False)


def test_a_count_of_layers_is_never_padded() -> None:
    config = configs.MISTRAL["Mistral-Nemo-Base-2407"]
    (finding,) = held("mistral", typed(llama(config), "BF16"), config | {"num_hidden_layers": 38}).findings
    assert (finding.code, finding.note) == ("BOB620", "")


OF_OTHER_CLASSES = {
    "gpt2-double-heads": (
        "gpt2-lm",
        {"multiple_choice_head.summary.weight": (1, 768), "multiple_choice_head.summary.bias": (1,)},
        "multiple_choice_head.*",
    ),
    "gpt2-cross-attention": (
        "gpt2-lm",
        {
            f"transformer.h.{i}.crossattention.{name}": shape
            for i in range(12)
            for name, shape in (("c_attn.weight", (768, 1536)), ("c_attn.bias", (1536,)), ("q.bias", (768,)))
        },
        "transformer.h.{0..11}.crossattention.*",
    ),
    "llama-sequence": ("llama", {"score.weight": (2, 2048)}, "score.weight"),
    "bert-token": ("bert", {"classifier.weight": (9, 384), "classifier.bias": (9,)}, "classifier.*"),
}


@pytest.mark.parametrize(("schema", "more", "part"), OF_OTHER_CLASSES.values(), ids=list(OF_OTHER_CLASSES))
def test_the_head_of_another_class_is_told_in_one_line(
    schema: str, more: dict[str, Shape], part: str
) -> None:
    one = SPECIMENS[schema]
    (finding,) = held(schema, one.tensors | typed(more, "F32"), one.config).findings
    assert (finding.code, finding.part) == ("BOB611", part)
    assert next(iter(more)) in sentence(finding)
