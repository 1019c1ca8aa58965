"""Who is to blame: the one axis against the many, the pair, the family that is off as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.schema import F32, FLOAT, INT, Block, Dim, Param, Refine, Schema, match
from bob.schema.culprits import padding
from tests.schema.inventories import (
    CONFIG,
    DIMS,
    Decoder,
    also,
    codes,
    entry,
    inventory,
    made,
    only,
    shaped,
    without,
)

if TYPE_CHECKING:
    from bob.formats.inventory import Entry
    from tests.schema.inventories import Change

UP, Q, K = "model.layers.2.up.weight", "model.layers.2.q.weight", "model.layers.2.k.weight"


@pytest.mark.parametrize(
    ("name", "shape", "part", "found", "expected", "agree"),
    [
        (UP, (101, 48), f"{UP} axis 0", "F = 101", "100", "11 axes agree on 100"),
        (UP, (100, 49), f"{UP} axis 1", "D = 49", "48", "34 axes agree on 48"),
        (Q, (49, 48), f"{Q} axis 0", "H * K = 49", "48", "7 axes agree on 48"),
        (K, (13, 48), f"{K} axis 0", "G * K = 13", "12", "7 axes agree on 12"),
        ("model.norm.weight", (96,), "model.norm.weight axis 0", "D = 96", "48", "34 axes agree on 48"),
    ],
)
def test_one_wrong_axis_is_named_with_those_that_agree(
    name: str, shape: tuple[int, ...], part: str, found: str, expected: str, agree: str
) -> None:
    finding = only(match(Decoder, made(shaped(name, *shape))))
    assert (finding.code, finding.part, finding.found) == ("BOB615", part, found)
    assert (finding.expected, finding.note) == (expected, agree)


def test_one_wrong_axis_among_ninety_six() -> None:
    big = {**DIMS, "L": 32, "F": 11008}
    finding = only(match(Decoder, made(shaped("model.layers.17.up.weight", 11009, 48), dims=big)))
    assert finding.part == "model.layers.17.up.weight axis 0"
    assert (finding.found, finding.note) == ("F = 11,009", "95 axes agree on 11,008")


def test_several_wrong_ones_of_one_size_are_one_line() -> None:
    change = [shaped(f"model.layers.{i}.up.weight", 101, 48) for i in (0, 2)]
    finding = only(match(Decoder, made(lambda es: change[1](list(change[0](es))))))
    assert finding.part == "model.layers.{0,2}.up.weight axis 0"


def test_a_wrong_axis_that_alone_fixes_a_dim_does_not_outvote_what_many_say_together() -> None:
    class Once(Schema):
        H = Dim(config="heads")
        K = Dim(config="width")
        scale = Param("scale", FLOAT["K"])
        slopes = Param("slopes", FLOAT["H"])
        layers = Block("{i}.", 8, Param("q", FLOAT["H*K"]))

    sizes = {"H": 4, "K": 6}
    finding = only(match(Once, made(shaped("scale", 12), Once, sizes)))
    assert (finding.part, finding.found, finding.expected) == ("scale axis 0", "K = 12", "6")
    assert finding.note == "K = 6 by 8 axes"


def test_of_two_axes_that_disagree_both_are_named_and_none_blamed() -> None:
    finding = only(match(Decoder, made(shaped("head.weight", 384, 48))))
    assert finding.code == "BOB616"
    assert finding.part == "head.weight axis 0"
    assert (finding.found, finding.expected) == ("V = 384", "V = 300 as in model.embed.weight axis 0")
    assert not finding.note


def test_the_config_decides_between_two_axes_that_disagree() -> None:
    finding = only(match(Decoder, made(shaped("model.embed.weight", 320, 48)), CONFIG))
    assert (finding.code, finding.part, finding.expected) == ("BOB615", "model.embed.weight axis 0", "300")
    assert finding.note == "1 axis agrees on 300, 320 is 300 padded to a multiple of 64"


def test_of_two_values_of_a_product_that_nothing_else_fixes_both_are_named() -> None:
    class Two(Schema):
        H = Dim(config="h")
        K = Dim(config="k")
        one = Param("one", FLOAT["H*K"])
        two = Param("two", FLOAT["H*K"])

    finding = only(match(Two, inventory([entry("one", 12), entry("two", 13)])))
    assert (finding.code, finding.part) == ("BOB616", "two axis 0")
    assert finding.expected == "H * K = 12 as in one axis 0"


@pytest.mark.parametrize(
    ("one", "other", "multiple"),
    [
        (50304, 50257, 128),
        (320, 300, 64),
        (300, 320, 64),
        (300, 300, 0),
        (600, 300, 0),
        (301, 300, 0),
        (304, 303, 0),
    ],
)
def test_a_size_that_is_another_rounded_up_is_said_to_be_padded(one: int, other: int, multiple: int) -> None:
    assert padding(one, other).endswith(f"multiple of {multiple}") == bool(multiple)
    assert bool(padding(one, other)) == bool(multiple)


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [(32064, 32000, "64"), (32000, 32128, "128"), (2560, 2048, ""), (32004, 32000, "")],
)
def test_a_size_that_is_padded_beyond_a_multiple_is_said_to_be(one: int, other: int, by: str) -> None:
    assert padding(one, other).partition("padded by ")[2] == by
    assert bool(padding(one, other)) == bool(by)


def test_a_vocabulary_that_is_padded_in_all_of_the_weights_is_said_beside_the_config() -> None:
    padded = made(dims={**DIMS, "V": 320})
    finding = only(match(Decoder, padded, CONFIG))
    assert (finding.code, finding.found) == ("BOB620", "300")
    assert "V = 320" in finding.expected
    assert finding.note == "320 is 300 padded to a multiple of 64"


def turned(*texts: str) -> Change:
    return lambda entries: [
        e._replace(shape=e.shape[::-1]) if any(text in e.name for text in texts) else e for e in entries
    ]


@pytest.mark.parametrize(
    ("texts", "parts"),
    [
        ((UP,), [UP]),
        (("up.",), ["model.layers.{0..3}.up.weight"]),
        (("embed.",), ["model.embed.weight"]),
        (("k.", "v."), ["model.layers.{0..3}.k.weight", "model.layers.{0..3}.v.weight"]),
        (("gate.", "down."), ["model.layers.{0..3}.gate.weight", "model.layers.{0..3}.down.weight"]),
        (
            (".weight",),
            [
                "model.embed.weight",
                *(f"model.layers.{{0..3}}.{name}.weight" for name in ("k", "v", "gate", "up", "down")),
                "head.weight",
            ],
        ),
    ],
    ids=[
        "one",
        "a-pattern",
        "one-of-two",
        "two-patterns",
        "two-that-outvote-the-third",
        "the-whole-convention",
    ],
)
def test_transposed_tensors_are_said_to_be_transposed(texts: tuple[str, ...], parts: list[str]) -> None:
    told = match(Decoder, made(turned(*texts)))
    assert [(f.code, f.part) for f in told.findings] == [("BOB618", part) for part in parts]
    assert told.binding["F"] == 100


def fused(names: tuple[str, ...], into: str, *shape: int) -> Change:
    more = [entry(f"model.layers.{i}.{into}.weight", *shape) for i in range(4)]
    return lambda entries: [*without(*(f".{name}.weight" for name in names))(entries), *more]


@pytest.mark.parametrize("config", [None, CONFIG], ids=["no-config", "config"])
@pytest.mark.parametrize(
    ("names", "into", "shape", "how"),
    [
        (("q", "k", "v"), "qkv", (72, 48), "axis 0: 72 = 48 + 12 + 12"),
        (("q", "k", "v"), "query_key_value", (72, 48), "axis 0: 72 = 48 + 12 + 12"),
        (("gate", "up"), "gate_up", (200, 48), "axis 0: 200 = 100 + 100"),
        (("q", "k", "v"), "q", (72, 48), "axis 0: 72 = 48 + 12 + 12"),
        (("gate", "up"), "gate", (200, 48), "axis 0: 200 = 100 + 100"),
    ],
    ids=["qkv", "another-name", "gate-up", "under-q", "under-gate"],
)
def test_fused_params_are_said_to_be_fused(
    config: dict[str, object] | None, names: tuple[str, ...], into: str, shape: tuple[int, ...], how: str
) -> None:
    finding = only(match(Decoder, made(fused(names, into, *shape)), config))
    assert (finding.code, finding.part) == ("BOB619", f"model.layers.{{0..3}}.{into}.weight")
    assert finding.note == how


@pytest.mark.parametrize("shape", [(72, 49), (71, 48), (72,)], ids=["other-axis", "sum", "rank"])
def test_what_does_not_add_up_is_not_said_to_be_fused(shape: tuple[int, ...]) -> None:
    told = match(Decoder, made(fused(("q", "k", "v"), "together", *shape)), CONFIG)
    assert codes(told) == ["BOB610"] * 3 + ["BOB611"]


class Fused(Schema):
    """What the decoder has apart, in one."""

    L = Dim(config="layers")
    D = Dim(config="width")
    layers = Block("{i}.", "L", Param("c_attn.weight", FLOAT["D, 3*D"]), Param("norm", FLOAT["D"]))


def test_params_that_are_apart_where_the_schema_has_them_fused_are_said_to_be_so() -> None:
    parts = [entry(f"{i}.{name}.weight", 8, 8) for i in range(3) for name in "qkv"]
    norms = [entry(f"{i}.norm", 8) for i in range(3)]
    finding = only(match(Fused, inventory([*norms, *parts])))
    assert (finding.code, finding.found) == ("BOB619", "apart")
    assert finding.note == "axis 1: 24 = 8 + 8 + 8"
    assert finding.part == "{0..2}.q.weight, {0..2}.k.weight, {0..2}.v.weight"


@pytest.mark.parametrize(
    ("shape", "found", "note"),
    [
        ((1, 48), "[1, 48]", "the same but for axes of 1"),
        ((), "[]", ""),
        ((6, 8), "[6, 8]", ""),
        (tuple(range(10)), "[0, 1, 2, 3, 4, 5, 6, 7, ...] (10 axes)", ""),
    ],
)
def test_another_number_of_axes_is_told(shape: tuple[int, ...], found: str, note: str) -> None:
    finding = only(match(Decoder, made(shaped("model.norm.weight", *shape))))
    assert (finding.code, finding.found, finding.note) == ("BOB617", found, note)
    assert finding.expected == "[D] = [48]"


def retyped(text: str, dtype: str) -> Change:
    return lambda entries: [e._replace(dtype=dtype) if text in e.name else e for e in entries]


@pytest.mark.parametrize(
    ("text", "part"), [(UP, UP), ("up.", "model.layers.{0..3}.up.weight")], ids=["one", "all"]
)
def test_a_type_outside_of_its_class_is_told(text: str, part: str) -> None:
    finding = only(match(Decoder, made(retyped(text, "I8"))))
    assert (finding.code, finding.part, finding.found) == ("BOB621", part, "I8")
    assert finding.expected == "FLOAT: F16, BF16, F32, F64"


def test_types_that_are_mixed_within_a_class_are_a_note() -> None:
    told = match(Decoder, made(retyped(UP, "F32")))
    assert codes(told) == []
    assert told.notes == (f"{UP} is F32, where 3 of its kind are BF16",)


def test_a_count_that_axes_contradict_is_told() -> None:
    class Experts(Schema):
        E = Dim()
        blocks = Block("{j}.", "E", Param("w", FLOAT["1"]))
        gates = Block("gates.", 1, *(Param(f"gate{c}", FLOAT["E"]) for c in "abc"))

    entries = [*(entry(f"{j}.w", 1) for j in range(7)), *(entry(f"gates.gate{c}", 8) for c in "abc")]
    finding = only(match(Experts, inventory(entries)))
    assert (finding.code, finding.part, finding.found) == ("BOB615", "{j}.", "indices 0..6")
    assert (finding.expected, finding.note) == ("E = 8 of them", "3 axes agree on 8")


class Bounded(Schema):
    """Dims with bounds, and refinements."""

    A = Dim(low=2, high=9, config="a")
    B = Dim(config="b")
    x = Param("x", FLOAT["A, B"])
    y = Param("y", (F32 | INT)["A - B + 1"], optional=True)
    less = Refine(lambda s: s.A < s.B, "A is below B")
    divides = Refine(lambda s: s.B / s.A > 0, "A divides B")


@pytest.mark.parametrize(
    ("a", "expected"), [(10, "2 to 9"), (1, "2 to 9"), (0, "2 to 9")], ids=["above", "below", "zero"]
)
def test_a_dim_outside_of_its_bounds_is_told(a: int, expected: str) -> None:
    told = match(Bounded, inventory([entry("x", a, 90)]))
    assert ("BOB624", "A", f"A = {a}", expected) in [f[:4] for f in told.findings]


def test_an_empty_axis_is_outside_of_the_bounds_of_every_dim() -> None:
    told = match(Decoder, made(dims={**DIMS, "V": 0}))
    assert [(f.code, f.part, f.expected) for f in told.findings] == [("BOB624", "V", "at least 1")]


def test_a_refinement_that_does_not_hold_is_told_with_its_sentence() -> None:
    told = match(Bounded, inventory([entry("x", 4, 4)]))
    assert [(f.code, f.part, f.found, f.expected) for f in told.findings] == [
        ("BOB623", "less", "A = 4, B = 4", "A is below B")
    ]


def test_a_refinement_without_a_value_is_told_with_why() -> None:
    (finding,) = match(Bounded, inventory([entry("x", 4, 7)])).findings
    assert (finding.code, finding.part) == ("BOB623", "divides")
    assert "leaves 3" in finding.note


def test_an_axis_whose_term_has_no_value_at_the_dims_is_told() -> None:
    both = inventory([entry("x", 4, 8), entry("y", 3, dtype="F32")])
    told = match(Bounded, both, {"a": 4, "b": 8})
    finding = told.findings[0]
    assert (finding.code, finding.part, finding.found) == ("BOB615", "y axis 0", "A - B + 1 = 3")


@pytest.mark.parametrize(
    ("field", "value", "dim", "weights"),
    [
        ("layers", 5, "L", "the indices of model.layers.{i}."),
        ("width", 64, "D", "model.embed.weight axis 1 and 34 others"),
        ("inner", 99, "F", "model.layers.0.gate.weight axis 0 and 11 others"),
        ("vocabulary", 301, "V", "model.embed.weight axis 0 and 1 other"),
        ("groups", 5, "G", "G * K = 12 in model.layers.0.k.weight axis 0 and 7 others"),
    ],
)
def test_a_config_that_disagrees_is_told_with_the_weights(
    field: str, value: int, dim: str, weights: str
) -> None:
    told = match(Decoder, made(), {**CONFIG, field: value})
    finding = only(told)
    assert (finding.code, finding.part) == ("BOB620", f"config {field}")
    assert finding.found == f"{value}"
    assert finding.expected == f"{dim} = {DIMS[dim]} by the weights ({weights})"
    (line,) = told.lines
    assert line is not None
    assert line.line == Decoder.spec.dims[dim].place[1]


def test_where_shapes_fix_two_fields_together_both_are_named() -> None:
    finding = only(match(Decoder, made(), {**CONFIG, "heads": 16}))
    assert finding.part == "config groups"
    assert finding.note == "given heads 16; or that is wrong, and H = 8"


def test_what_a_config_means_by_leaving_a_field_away_is_held_against_the_weights() -> None:
    wide = made(dims={**DIMS, "K": 12})
    assert codes(match(Decoder, wide, {**CONFIG, "head_width": 12})) == []
    finding = only(match(Decoder, wide, CONFIG))
    assert (finding.code, finding.part) == ("BOB620", "config head_width")
    assert finding.found == "no head_width, which means D / H = 6"
    assert "K = 12" in finding.expected


def test_a_field_that_is_no_number_is_told() -> None:
    told = match(Decoder, made(), {**CONFIG, "inner": [1, 2]})
    assert codes(told) == ["BOB625"]


def test_every_finding_has_a_line_of_the_schema() -> None:
    def change(entries: list[Entry]) -> list[Entry]:
        kept = list(without("layers.1.up", "norm.weight")(entries))
        return [*shaped(UP, 101, 48)(kept), entry("z", 1)]

    told = match(Decoder, made(change), {**CONFIG, "vocabulary": 7})
    assert len(told.lines) == len(told.findings) > 4
    assert {line.file for line in told.lines if line} == {str(Decoder.spec.line.file)}
    assert None not in told.lines


def test_a_match_is_a_judgement_of_a_subject() -> None:
    told = match(Decoder, made(also(entry("z", 1))))
    judged = told.judged("file")
    assert (judged.subject, judged.findings, judged.lines) == ("file", told.findings, told.lines)
    assert "values" in judged.not_checked


def notes(dims: dict[str, int], config: dict[str, object]) -> list[tuple[str, str]]:
    told = match(Decoder, made(dims={**DIMS, **dims}), {**CONFIG, **config})
    return [(finding.part, finding.note) for finding in told.findings if finding.code == "BOB620"]


def test_sizes_that_are_one_factor_less_than_the_config_s_are_said_to_be_of_a_shard() -> None:
    assert notes({"F": 50, "V": 150}, {}) == [
        ("config inner", "2 times what the weights have, and so is V: is this one of 2 shards?"),
        ("config vocabulary", "2 times what the weights have, and so is F: is this one of 2 shards?"),
    ]


@pytest.mark.parametrize(
    ("dims", "config"),
    [
        pytest.param({"F": 50}, {}, id="one alone"),
        pytest.param({"F": 50, "V": 100}, {}, id="of two factors"),
        pytest.param({"F": 30, "V": 90}, {}, id="of none"),
        pytest.param({}, {"inner": 100_000, "vocabulary": 300_000}, id="of too large a one"),
        pytest.param({"F": 50, "L": 2}, {}, id="beside a count"),
    ],
)
def test_other_sizes_than_the_config_s_are_not_said_to_be_of_a_shard(
    dims: dict[str, int], config: dict[str, object]
) -> None:
    assert notes(dims, config)
    assert not [note for _, note in notes(dims, config) if "shards" in note]
