"""A schema that is written of a file accepts it, is Python of the language, and refuses a changed one."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.errors import Refused
from bob.formats.inventory import Entry
from bob.schema import match
from bob.schema.infer import infer
from bob.schema.infer_fold import Leaf, Repeat, folded
from tests.schema.made import opened, safetensors
from tests.schema.shipped import configs
from tests.schema.shipped.headers import bert, gpt2, inventory, llama, mixtral, typed, vit

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.formats.inventory import Inventory
    from tests.schema.shipped.headers import Config, Shape, Tensors

RUFF = Path(sysconfig.get_path("scripts")) / "ruff"
MADE: dict[str, tuple[Callable[[Config], dict[str, Shape]], Config]] = {
    "gpt2": (gpt2, configs.GPT2["gpt2"]),
    "llama": (llama, configs.LLAMA["TinyLlama-1.1B"]),
    "mixtral": (mixtral, configs.MIXTRAL["MixtralModelTester"]),
    "bert": (bert, configs.BERT["all-MiniLM-L6-v2"]),
    "vit": (vit, configs.VIT["vit-base-patch16-224-in21k"]),
}
each_kind = pytest.mark.parametrize(("made", "config"), MADE.values(), ids=MADE.keys())
each_config = pytest.mark.parametrize("with_config", [True, False], ids=["with-config", "without"])


def one_axis_more(tensors: Tensors) -> Tensors:
    name = [*tensors][len(tensors) // 2]
    dtype, shape = tensors[name]
    return tensors | {name: (dtype, (shape[0] + 1, *shape[1:]))}


def one_missing(tensors: Tensors) -> Tensors:
    name = [*tensors][len(tensors) // 2]
    return {n: tensor for n, tensor in tensors.items() if n != name}


def one_more(tensors: Tensors) -> Tensors:
    return tensors | {"extra": ("F32", (1,))}


def one_type(tensors: Tensors) -> Tensors:
    name = [*tensors][len(tensors) // 2]
    return tensors | {name: ("F64", tensors[name][1])}


MUTANTS = (one_axis_more, one_missing, one_more, one_type)


@each_kind
@each_config
def test_a_published_header_is_accepted_by_what_was_written_of_it(
    made: Callable[[Config], dict[str, Shape]], config: Config, with_config: bool
) -> None:
    of = inventory(typed(made(config), "F32"))
    written = infer("model.safetensors", of, config if with_config else None)
    assert written.matched.findings == ()
    assert len(written.schema.spec.patterns) < 30


@each_kind
@each_config
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_changed_header_is_refused_by_what_was_written_of_the_good_one(
    made: Callable[[Config], dict[str, Shape]],
    config: Config,
    with_config: bool,
    mutant: Callable[[Tensors], Tensors],
) -> None:
    tensors = typed(made(config), "F32")
    said = config if with_config else None
    schema = infer("model.safetensors", inventory(tensors), said).schema
    assert match(schema, inventory(mutant(tensors)), said).findings != ()


def text_of(tensors: Tensors, config: Config | None = None) -> str:
    return infer("a.safetensors", inventory(tensors), config).text


def test_what_is_written_is_the_language_as_a_person_would_write_it() -> None:
    config = configs.LLAMA["TinyLlama-1.1B"]
    assert (
        text_of(typed(llama(config), "BF16"), config)
        == '''\
"""What the tensors of a.safetensors are: 201, of 12 patterns.

Written by `bob schema infer`. Sizes that are equal have one name: where they only
happen to be equal, give them two.
"""

from bob.schema import BF16, Block, Dim, Param, Schema


class Inferred(Schema):
    """The tensors of a.safetensors."""

    V = Dim(config="vocab_size")  # here 32,000
    D = Dim(config="hidden_size")  # here 2,048
    G = Dim(config="num_key_value_heads")  # here 4
    K = Dim(config="head_dim", absent="D / H")  # here 64
    H = Dim(config="num_attention_heads")  # here 32
    F = Dim(config="intermediate_size")  # here 5,632
    L = Dim(config="num_hidden_layers")  # here 22

    model_embed_tokens_weight = Param("model.embed_tokens.weight", BF16["V, D"])
    model_layers = Block(
        "model.layers.{i}.",
        "L",
        Param("self_attn.q_proj.weight", BF16["D, D"]),
        Param("self_attn.k_proj.weight", BF16["G * K, D"]),
        Param("self_attn.v_proj.weight", BF16["G * K, D"]),
        Param("self_attn.o_proj.weight", BF16["D, D"]),
        Param("mlp.gate_proj.weight", BF16["F, D"]),
        Param("mlp.up_proj.weight", BF16["F, D"]),
        Param("mlp.down_proj.weight", BF16["D, F"]),
        Param("input_layernorm.weight", BF16["D"]),
        Param("post_attention_layernorm.weight", BF16["D"]),
    )
    model_norm_weight = Param("model.norm.weight", BF16["D"])
    lm_head_weight = Param("lm_head.weight", BF16["V, D"])
'''
    )


def test_experts_are_a_block_in_a_block() -> None:
    config = configs.MIXTRAL["MixtralModelTester"]
    text = text_of(typed(mixtral(config), "BF16"), config)
    assert '"block_sparse_moe.experts.{j}.",\n            "E",' in text


def test_a_product_is_found_only_where_a_config_says_of_what() -> None:
    config = configs.GPT2["gpt2"]
    tensors = typed(gpt2(config), "F32")
    assert 'Param("attn.c_attn.weight", F32["D, 3 * D"])' in text_of(tensors, config)
    assert " * " not in text_of(tensors)


def test_a_size_that_nothing_shares_and_a_small_one_are_numbers() -> None:
    text = text_of({"a": ("F32", (7, 9)), "b": ("F32", (7, 3)), "c": ("F32", (3,))})
    assert 'F32["D1, 9"]' in text
    assert 'F32["D1, 3"]' in text


def entries(*names: str, shape: Shape = (2,)) -> list[Entry]:
    return [Entry(name, "F32", shape, 0, 8) for name in names]


def test_parts_are_folded_where_they_are_the_same_and_their_numbers_have_no_hole() -> None:
    leaf = Leaf("w", "F32", (2,))
    assert folded(entries("a.0.w", "a.1.w", "b")) == (Repeat("a.", ".", 2, (leaf,)), Leaf("b", "F32", (2,)))
    assert folded(entries("a/0/w", "a/1/w")) == (Repeat("a/", "/", 2, (leaf,)),)
    assert folded(entries("a.0", "a.1")) == (Repeat("a.", "", 2, (Leaf("", "F32", (2,)),)),)


@pytest.mark.parametrize(
    "own",
    [
        entries("a.0.w"),
        entries("a.0.w", "a.2.w"),
        entries("a.1.w", "a.2.w"),
        entries("a.0.w", "a.1.v"),
        entries("a.0.w", "a.1.w", "a.1.b"),
        entries("a.0.w", "a.01.w"),
        entries("a.0.w", "a.1"),
        entries("a0.w", "a1.w"),
        [*entries("a.0.w"), *entries("a.1.w", shape=(3,))],
        [*entries("a.0.w"), Entry("a.1.w", "F16", (2,), 0, 4)],
    ],
    ids=["one", "hole", "from-1", "names", "more", "zeros", "leaf", "letters", "shapes", "types"],
)
def test_parts_that_differ_stay_as_they_are(own: list[Entry]) -> None:
    assert folded(own) == tuple(Leaf(*entry[:3]) for entry in own)


def test_indices_nest_and_letters_end() -> None:
    names = [f"{'.'.join(f'{n:07b}')}.w" for n in range(128)]
    for outer in folded(entries(*names)):
        depth, item = 0, outer
        while isinstance(item, Repeat):
            item, depth = item.items[0], depth + 1
        assert depth == 6


def test_what_most_of_each_part_has_is_folded_and_the_rest_stays_beside() -> None:
    leaves = Leaf("q", "F32", (2,)), Leaf("k", "F32", (2,)), Leaf("v", "F32", (2,))
    names = [f"a.{i}.{name}" for i in range(3) for name in "qkv"]
    more = [*entries("a.0.bias"), *entries(*names), *entries("a.2.gate", shape=(5,))]
    assert folded(more) == (
        Repeat("a.", ".", 3, leaves),
        Leaf("a.0.bias", "F32", (2,)),
        Leaf("a.2.gate", "F32", (5,)),
    )


def test_a_number_behind_a_line_is_one_of_a_part_where_it_ends_a_name() -> None:
    leaf = Leaf("w", "F32", (2,))
    assert folded(entries("e/layer_0/w", "e/layer_1/w")) == (Repeat("e/layer_", "/", 2, (leaf,)),)
    assert folded(entries("layers_0.w", "layers_1.w")) == (Repeat("layers_", ".", 2, (leaf,)),)
    plain = entries("conv2d/w", "conv2d_1/w", "l_0", "l_1", "ih_l0.w", "ih_l1.w")
    assert folded(plain) == tuple(Leaf(*entry[:3]) for entry in plain)


def t5() -> Tensors:
    tensors: Tensors = {}
    for i in range(3):
        layer = f"encoder.block.{i}.layer"
        tensors |= {f"{layer}.0.SelfAttention.{name}.weight": ("F32", (16, 16)) for name in "qkvo"}
        if i == 0:
            tensors[f"{layer}.0.SelfAttention.relative_attention_bias.weight"] = ("F32", (9, 8))
        tensors[f"{layer}.1.DenseReluDense.wi.weight"] = ("F32", (50, 16))
    return tensors


def test_a_first_layer_with_a_tensor_more_leaves_the_layers_folded() -> None:
    written = infer("t5.safetensors", inventory(t5()))
    assert [pattern.text for pattern in written.schema.spec.patterns][-1] == (
        "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    )
    assert len(written.schema.spec.patterns) == 6
    for mutant in MUTANTS:
        assert match(written.schema, inventory(mutant(t5()))).findings != ()


def test_names_of_one_frame_are_looked_up_and_not_held_against_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    place = "bob.schema.definition_patterns.overlap"
    monkeypatch.setattr(place, lambda one, other: asked.append((one, other)))
    written = infer("a", inventory({f"x{7 * n}y.w": ("F32", (5,)) for n in range(300)}))
    assert written.matched.findings == ()
    assert len(asked) < 300


ODD = {
    "quotes": {'a"b\\': ("F32", (3,)), "it's": ("F32", (3,))},
    "other-letters": {"größe.重み": ("F32", (3, 5))},
    "keywords": {"class": ("F32", (3,)), "spec": ("F32", ()), "prefixes": ("F32", (0,)), "L": ("F32", (1,))},
    "one-identifier-twice": {"a.b": ("F32", (7,)), "a_b": ("F32", (7,)), "A/B": ("F32", (7,))},
    "named-as-a-dim": {
        "d1": ("F32", (64, 8)),
        "D1": ("F32", (64, 8)),
        "n1.0": ("U8", ()),
        "n1.1": ("U8", ()),
    },
    "digits": {"0.weight": ("F32", (9,)), "2.weight": ("F32", (9,)), "10": ("F32", (9,))},
    "folded-scalars": {"s.0": ("F64", ()), "s.1": ("F64", ()), "s.2": ("F64", ())},
    "of-rare-types": {"a": ("C64", (5,)), "b": ("F8_E5M2", (5,)), "c": ("F6_E2M3", (8,))},
    "long-names": {f"{'x' * 60}.{'y' * 60}.{i}.w": ("F32", (i + 6,)) for i in range(3)},
    "code": {'"]) or open("x")#': ("F32", (3,)), "');import os;('": ("F32", (3,)), '"""': ("F32", (3,))},
    "of-python": dict.fromkeys(("__slots__", "mro", "l", "None", "Param", "Dim", "F32"), ("F32", (5,))),
    "hostile-types": {"a": ("F8_E4M3", (5,)), "b": ("F16", (5,)), "c": ("I8", ()), "d": ("U8", ())},
    "long-and-wide": {f"{'w' * n}.x": ("F32", (5, 7)) for n in (40, 55, 60, 75, 90, 300)},
    "params-in-blocks": {f"Param(Block({i}.{'y' * 60}": ("F32", (5,)) for i in range(2)},
    "leaf-and-folder": {"a": ("F32", (5,)), "a.0.w": ("F32", (5,)), "a.1.w": ("F32", (5,))},
}


@pytest.mark.parametrize("tensors", ODD.values(), ids=ODD.keys())
def test_odd_names_and_shapes_are_written_so_that_they_are_read_back(tensors: Tensors) -> None:
    written = infer('odd """ name', inventory(tensors))
    assert written.matched.findings == ()


@pytest.mark.parametrize("tensors", [*ODD.values(), t5()], ids=[*ODD, "t5"])
@pytest.mark.parametrize("width", ["88", "110"])
def test_what_is_written_is_what_ruff_accepts_at_any_width(
    tensors: Tensors, width: str, tmp_path: Path
) -> None:
    path = tmp_path / "schema.py"
    path.write_text(infer("a", inventory(tensors)).text)
    for asked in (["check", "--select", "D1,E4,E7,E9,F,I,UP"], ["format", "--diff"]):
        ran = subprocess.run(
            [RUFF, *asked, "--isolated", "--no-cache", "--line-length", width, path],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stdout) in ((0, ""), (0, "All checks passed!\n"))


@pytest.mark.parametrize("name", ["", "a{i}", "a\nb", "a\u202eb", "a\x00"], ids=ascii)
def test_a_name_that_no_pattern_can_stand_for_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        infer("a", inventory({name: ("F32", (2,))}))
    assert [finding.code for finding in refused.value.findings] == ["BOB650"]


def test_a_file_without_tensors_has_no_schema() -> None:
    with pytest.raises(Refused) as refused:
        infer("a", inventory({}))
    assert [finding.code for finding in refused.value.findings] == ["BOB650"]


def test_what_does_not_accept_its_own_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bob.schema.infer.folded", lambda _: (Leaf("other", "F32", (2,)),))
    with pytest.raises(Refused) as refused:
        infer("a", inventory({"a": ("F32", (2,))}))
    assert [finding.code for finding in refused.value.findings] == ["BOB651"]


def test_what_is_written_badly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = (Leaf("a", "F32", (2,)), Leaf("a", "F32", (2,)))
    monkeypatch.setattr("bob.schema.infer.folded", lambda _: twice)
    with pytest.raises(Refused) as refused:
        infer("a", inventory({"a": ("F32", (2,))}))
    assert [finding.code for finding in refused.value.findings] == ["BOB651"]


def test_a_file_with_numbers_is_read_as_its_header() -> None:
    tensors = {f"blocks.{i}.weight": np.ones((8, 6), np.float32) for i in range(12)}
    of: Inventory = opened(safetensors(tensors)).inventory
    assert infer("model.safetensors", of).matched.binding == {"D1": 8, "D2": 6, "N1": 12}
