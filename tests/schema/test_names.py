"""Names: every one is given to its pattern or told, all of one kind in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.schema import FLOAT, Block, Dim, Param, Schema, match
from bob.schema.evidence import dense
from bob.schema.names import Reader
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
    renamed,
    tensors,
    without,
)

if TYPE_CHECKING:
    from bob.formats.inventory import Entry


class Mixture(Schema):
    """Blocks in blocks, and members that come and go."""

    L = Dim(config="layers")
    E = Dim(config="experts")
    D = Dim(config="width")
    convolution = Param("conv1.weight", FLOAT["D"])
    layers = Block(
        "layers.{i}.",
        "L",
        Block("experts.{j}.", "E", Param("up.weight", FLOAT["D"]), Param("down.weight", FLOAT["D"])),
        Param("gate.weight", FLOAT["D"]),
        Param("bias", FLOAT["D"], optional="each"),
        Block("adapter.{k}.", "2", Param("a", FLOAT["D"]), Param("b", FLOAT["D"]), optional="each"),
    )
    pair = Block("pair.", "1", Param("one", FLOAT["D"]), Param("two", FLOAT["D"]), optional=True)


SIZES = {"L": 3, "E": 4, "D": 8}


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("conv1.weight", (0, ())),
        ("conv2.weight", None),
        ("conv01.weight", None),
        ("conv\0.weight", None),
        ("layers.2.experts.3.up.weight", (1, (2, 3))),
        ("layers.2.experts.03.up.weight", None),
        ("layers.02.experts.3.up.weight", None),
        ("layers.0.gate.weight", (3, (0,))),
        ("layers.1234567890.gate.weight", None),
        ("layers.\0.gate.weight", None),
        ("layers.\0.experts.3.up.weight", None),
        ("layers.٣.gate.weight", None),
        ("pair.one", (7, ())),
        ("", None),
        ("7", None),
    ],
)
def test_a_name_has_the_pattern_whose_indices_it_holds(name: str, place: object) -> None:
    assert Reader(Mixture.spec).place_of(name) == place


@pytest.mark.parametrize("numbers", [(0, 0), (2, 3), (999_999_999, 0)])
def test_a_name_made_of_a_pattern_is_read_back(numbers: tuple[int, int]) -> None:
    pattern = Mixture.spec.patterns[1]
    assert Reader(Mixture.spec).place_of(pattern.named(numbers)) == (1, numbers)


def test_what_is_missing_everywhere_is_one_line_a_pattern() -> None:
    finding = only(match(Decoder, made(without("up.weight"))))
    assert finding.code == "BOB610"
    assert finding.part == "model.layers.{0..3}.up.weight"
    assert finding.found == "4 of 4 missing"
    assert finding.expected == "FLOAT [F, D] = [100, 48]"


def test_what_is_missing_somewhere_says_where() -> None:
    finding = only(match(Decoder, made(without("layers.0.up", "layers.2.up"))))
    assert (finding.part, finding.found) == ("model.layers.{0,2}.up.weight", "2 of 4 missing")


def test_a_hole_is_one_finding_for_all_that_a_block_lacks() -> None:
    finding = only(match(Decoder, made(without("layers.1.", "layers.2."))))
    assert (finding.code, finding.part) == ("BOB614", "model.layers.{1..2}.*")
    assert finding.expected == "i = 0..3, as 8 params have it"


def test_beside_a_hole_what_else_is_missing_is_told_without_it() -> None:
    told = match(Decoder, made(without("layers.1.", "layers.3.up")))
    assert [(f.code, f.part) for f in told.findings] == [
        ("BOB614", "model.layers.1.*"),
        ("BOB610", "model.layers.3.up.weight"),
    ]


def test_the_last_blocks_gone_are_a_smaller_count_which_the_config_denies() -> None:
    cut = made(without("layers.3."))
    assert match(Decoder, cut).binding["L"] == 3
    finding = only(match(Decoder, cut, CONFIG))
    assert finding.code == "BOB620"
    assert (finding.part, finding.found, finding.note) == ("config layers", "4", "")
    assert "L = 3" in finding.expected


def test_of_an_empty_file_everything_is_missing() -> None:
    told = match(Decoder, inventory([]))
    assert codes(told) == ["BOB610"] * 10
    assert told.findings[1].part == "model.layers.{i}.q.weight"


def test_an_expert_lacking_in_one_layer_is_told_with_both_indices() -> None:
    told = match(Mixture, made(without("1.experts.2."), Mixture, SIZES))
    assert [f.part for f in told.findings] == [
        "layers.1.experts.2.up.weight",
        "layers.1.experts.2.down.weight",
    ]
    assert {f.found for f in told.findings} == {"1 of 12 missing"}


def test_an_unexpected_tensor_is_told_with_type_and_shape() -> None:
    finding = only(match(Decoder, made(also(entry("rotary.inv_freq", 24, dtype="F32")))))
    assert (finding.code, finding.part, finding.found) == ("BOB611", "rotary.inv_freq", "F32 [24]")


def test_unexpected_tensors_that_differ_in_digits_are_one_line() -> None:
    more = [entry(f"model.layers.{i}.rotary.inv_freq", 24) for i in range(4)]
    finding = only(match(Decoder, made(also(*more))))
    assert finding.part == "model.layers.{0..3}.rotary.inv_freq"
    assert finding.found == "4 tensors, 4 of them BF16 [24]"


def test_a_tensor_of_a_name_that_is_there_is_told() -> None:
    finding = only(match(Decoder, made(also(entry("model.norm.weight", 48)))))
    assert (finding.code, finding.part) == ("BOB611", "model.norm.weight")
    assert finding.note == "a second tensor of this name"


def test_a_tensor_of_a_block_whose_name_is_there_is_told() -> None:
    finding = only(match(Decoder, made(also(entry("model.layers.2.up.weight", 100, 48)))))
    assert (finding.part, finding.note) == ("model.layers.2.up.weight", "a second tensor of this name")


def test_a_tensor_beyond_the_last_block_is_told_with_the_last() -> None:
    finding = only(match(Decoder, made(also(entry("model.layers.4.up.weight", 100, 48)))))
    assert (finding.code, finding.part) == ("BOB611", "model.layers.4.up.weight")
    assert finding.expected == "i < 4"


def test_one_index_far_out_makes_no_thousand_missing() -> None:
    told = match(Decoder, made(also(entry("model.layers.999999.up.weight", 100, 48))))
    assert only(told).part == "model.layers.999999.up.weight"
    assert told.binding["L"] == 4


@pytest.mark.parametrize(
    ("values", "count"),
    [((), 0), ((0, 1, 2), 3), ((0, 2), 3), ((0, 1, 2, 99), 3), ((5,), 6), ((7, 99), 100), ((0, 99), 1)],
)
def test_the_indices_of_a_pattern_ask_for_a_count(values: tuple[int, ...], count: int) -> None:
    assert dense(set(values)) == count


def test_members_that_may_be_absent_at_each_index_do_not_say_how_many_blocks_there_are() -> None:
    class Sparse(Schema):
        L = Dim(config="layers")
        layers = Block(
            "{i}.",
            "L",
            Param("norm", FLOAT["1"]),
            *(Param(f"bias{c}", FLOAT["1"], optional="each") for c in "abc"),
        )

    norms = [entry(f"{i}.norm", 1) for i in range(4)]
    told = match(Sparse, inventory([*norms, *(entry(f"1.bias{c}", 1) for c in "abc")]))
    assert (told.binding, codes(told)) == ({"L": 4}, [])


def test_of_two_tensors_beyond_the_last_none_is_taken_for_the_one_that_is_missing() -> None:
    far = [entry(f"model.layers.{i}.up.weight", 100, 48) for i in (20, 30)]
    change = without("layers.2.up")
    told = match(Decoder, made(lambda entries: [*change(entries), *far]))
    assert codes(told) == ["BOB610", "BOB611"]
    assert told.findings[1].part == "model.layers.{20,30}.up.weight"


@pytest.mark.parametrize(
    ("old", "new", "part", "right"),
    [
        ("model.norm", "model.nrom", "model.nrom.weight", "model.norm.weight"),
        ("layers.2.up.", "layers.2.upp.", "model.layers.2.upp.weight", "model.layers.2.up.weight"),
        (".up.", ".uup.", "model.layers.{0..3}.uup.weight", "model.layers.{0..3}.up.weight"),
        ("layers.2.up", "layers.20.up", "model.layers.20.up.weight", "model.layers.2.up.weight"),
        ("layers.2.up", "layers.x2.up", "model.layers.x2.up.weight", "model.layers.2.up.weight"),
        ("layers.2.up", "layers.02.up", "model.layers.02.up.weight", "model.layers.2.up.weight"),
        ("head.weight", "heed.weight", "heed.weight", "head.weight"),
    ],
)
def test_a_misspelt_name_is_told_with_the_one_that_is_meant(
    old: str, new: str, part: str, right: str
) -> None:
    told = match(Decoder, made(renamed(old, new)))
    finding = only(told)
    assert (finding.code, finding.part, finding.expected) == ("BOB612", part, right)
    assert told.binding["F"] == 100


def test_a_stranger_of_another_rank_is_not_taken_for_misspelt() -> None:
    change = without("model.norm")
    told = match(Decoder, made(lambda entries: [*change(entries), entry("model.nrm.weight", 48, 48)]))
    assert codes(told) == ["BOB610", "BOB611"]


def test_a_misspelt_tensor_is_held_against_the_shape_of_the_one_that_is_meant() -> None:
    change = without("model.norm")
    told = match(Decoder, made(lambda entries: [*change(entries), entry("model.nrm.weight", 47)]))
    assert codes(told) == ["BOB612", "BOB615"]


@pytest.mark.parametrize(
    ("prefix", "said"),
    [("module.", "prefix module."), ("student.net.", "prefix student.net.")],
    ids=["listed", "any"],
)
def test_a_prefix_before_all_names_is_one_finding(prefix: str, said: str) -> None:
    told = match(Decoder, made(lambda es: [e._replace(name=prefix + e.name) for e in es]))
    finding = only(told)
    assert (finding.code, finding.part) == ("BOB613", said)
    assert told.binding["V"] == 300


def test_a_prefix_that_is_left_away_is_one_finding() -> None:
    finding = only(match(Decoder, made(renamed("model.", ""))))
    assert (finding.code, finding.part) == ("BOB613", "prefix model.")
    assert finding.found.startswith("without it")


@pytest.mark.parametrize("front", ["model.h.", "transformer.blocks.", "h."])
def test_another_front_of_all_blocks_is_one_finding(front: str) -> None:
    told = match(Decoder, made(renamed("model.layers.", front)))
    finding = only(told)
    assert (finding.code, finding.part) == ("BOB613", f"prefix {front}")
    assert finding.expected.startswith("model.layers. in its place, names such as model.layers.0.")
    assert told.binding["F"] == 100


def test_one_name_with_another_front_is_an_accident() -> None:
    told = match(Decoder, made(renamed("model.layers.0.up", "somewhere.0.up")))
    assert codes(told) == ["BOB610", "BOB611"]


def test_one_name_with_a_listed_prefix_is_named() -> None:
    finding = only(match(Decoder, made(renamed("model.norm", "module.model.norm"))))
    assert finding.code == "BOB613"
    assert "module.model.norm.weight" in finding.found


def test_a_listed_prefix_may_be_of_several_parts_and_left_away() -> None:
    class Inner(Schema):
        D = Dim()
        one = Param("net.body.one", FLOAT["D"])
        two = Param("net.body.two", FLOAT["D"])
        prefixes = ("net.body.",)

    finding = only(match(Inner, inventory([entry("one", 3), entry("two", 3)])))
    assert (finding.code, finding.part) == ("BOB613", "prefix net.body.")


def test_one_name_that_some_other_beginning_would_make_right_is_an_accident() -> None:
    change = renamed("layers.0.gate", "0.gate")
    told = match(Mixture, made(lambda es: [*change(es), entry("other.thing", 3)], Mixture, SIZES))
    assert "BOB613" not in codes(told)


def test_a_name_that_is_there_without_its_prefix_is_unexpected() -> None:
    finding = only(match(Decoder, made(also(entry("module.model.norm.weight", 48)))))
    assert (finding.code, finding.part) == ("BOB611", "module.model.norm.weight")


def test_beside_a_prefix_other_faults_are_told() -> None:
    def change(entries: list[Entry]) -> list[Entry]:
        return [e._replace(name=f"module.{e.name}") for e in without("layers.1.up")(entries)]

    assert codes(match(Decoder, made(change))) == ["BOB613", "BOB610"]


def test_an_optional_member_may_be_absent_or_there_but_not_in_part() -> None:
    bias = [entry(f"model.layers.{i}.q.bias", 48) for i in range(4)]
    assert codes(match(Decoder, made(also(*bias)))) == []
    finding = only(match(Decoder, made(also(*bias[1:]))))
    assert (finding.code, finding.part) == ("BOB610", "model.layers.0.q.bias")


def test_an_optional_group_stands_or_falls_together() -> None:
    one, two = entry("pair.one", 8), entry("pair.two", 8)
    assert codes(match(Mixture, made(also(one, two), Mixture, SIZES))) == []
    assert only(match(Mixture, made(also(one), Mixture, SIZES))).part == "pair.two"


def test_a_member_that_is_optional_for_each_index_may_be_anywhere() -> None:
    some = [entry("layers.1.bias", 8), *(entry(f"layers.2.adapter.1.{x}", 8) for x in "ab")]
    assert codes(match(Mixture, made(also(*some), Mixture, SIZES))) == []
    finding = only(match(Mixture, made(also(*some[:2]), Mixture, SIZES)))
    assert (finding.code, finding.part) == ("BOB610", "layers.2.adapter.1.b")


def test_a_tied_param_may_be_absent_and_the_one_it_is_tied_to_may_not() -> None:
    assert codes(match(Decoder, made(without("head.")))) == []
    assert only(match(Decoder, made(without("embed.")))).part == "model.embed.weight"


def test_tied_params_that_are_both_there_are_a_pair_whose_bits_were_not_compared() -> None:
    told = match(Decoder, made())
    assert [(a.name, b.name) for a, b in told.tied] == [("head.weight", "model.embed.weight")]
    assert "that tied tensors are equal" in told.not_checked


def test_entries_are_given_by_pattern_and_index() -> None:
    told = match(Decoder, made())
    assert told.entries[1][2,].name == "model.layers.2.q.weight"


JUNK = {
    "unknown": [entry(f"{(7919 * n) % 10007:x}.{'abcdefgh'[n % 8] * 20}{n:o}x", 3) for n in range(10_000)],
    "digits": [entry(f"a{n}.{n % 7}b.{n % 11}.{n % 13}", 3) for n in range(10_000)],
    "misspelt": [entry(f"model.layers.{n}.{'x' * (n % 9)}up.weihgt", 100, 48) for n in range(10_000)],
    "shapes": [entry(f"model.layers.{n}.up.weight", n, 7 * n) for n in range(10_000)],
    "indices": [entry(f"model.layers.{n * n}.up.weight", 100, 48) for n in range(10_000)],
    "long": [entry(f"{'model.' * 5000}{n}", 3) for n in range(20)],
    "axes": [entry("model.norm.weight", *range(200_000))],
}


@pytest.mark.parametrize("entries", JUNK.values(), ids=JUNK.keys())
def test_junk_is_told_and_hides_no_dim(entries: list[Entry]) -> None:
    told = match(Decoder, inventory([*tensors(Decoder, DIMS), *entries]), CONFIG)
    assert told.findings
    assert {name: told.binding[name] for name in "DHGK"} == {name: DIMS[name] for name in "DHGK"}


def test_a_hole_that_one_param_tells_of_is_said_in_the_singular() -> None:
    class Plain(Schema):
        L = Dim()
        blocks = Block("blocks.{i}.", "L", Param("w", FLOAT["2"]))

    told = match(Plain, inventory([entry(f"blocks.{i}.w", 2) for i in (0, 2, 3)]))
    finding = only(told)
    assert (finding.part, finding.expected) == ("blocks.1.*", "i = 0..3, as 1 param has it")


@pytest.mark.parametrize("names", [("0", "\0"), ("x.0.a", "x.\0.a"), ("x.01.a", "x.01.b"), ("x.1", "x.a")])
def test_strangers_whose_names_hold_odd_letters_are_told(names: tuple[str, str]) -> None:
    told = match(Decoder, made(also(*(entry(name, 2) for name in names))))
    assert {finding.code for finding in told.findings} == {"BOB611"}
