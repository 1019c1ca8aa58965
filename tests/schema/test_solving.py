"""Dims from shapes: alone, together, by counting solutions, by the judge; and what stays undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.proof import assignments
from bob.proof.judges import Answer, Word
from bob.schema import FLOAT, Block, Dim, Param, Refine, Schema, match, products, residue
from bob.schema.facts import Facts
from bob.schema.inversion import Many, inverted
from bob.schema.shapes import term
from bob.spec.evaluation import evaluate
from bob.spec.terms import Name
from tests.schema.inventories import CONFIG, DIMS, Decoder, codes, entry, inventory, made

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.formats.inventory import Inventory
    from bob.spec.terms import Term

TERMS = ["A", "A + B", "B + A", "A - B", "B - A", "A * B", "B * A", "A / B", "B / A", "3 * (A + 2) - B"]
TERMS += ["A * A + B", "A * B + A", "A // 1", "(A + B) * (A + 1)", "2 * A / 2"]
small = st.integers(1, 50)


@pytest.mark.parametrize("text", TERMS)
@settings(max_examples=30)
@given(a=small, b=small)
def test_an_unknown_dim_is_found_again(text: str, a: int, b: int) -> None:
    read = term(text)
    try:
        value = evaluate(read, {"A": a, "B": b})
    except ArithmeticError:
        return
    found = inverted(read, "A", value, {"B": b})
    assert found == a or (isinstance(found, int) and evaluate(read, {"A": found, "B": b}) == value)


@pytest.mark.parametrize("text", [*TERMS, "A % B", "A // B", "B // A", "A * A - B"])
@settings(max_examples=30)
@given(b=small, value=st.integers(0, 3000))
def test_what_is_found_solves_the_equation_and_none_says_that_nothing_does(
    text: str, b: int, value: int
) -> None:
    read = term(text)
    found = inverted(read, "A", value, {"B": b})
    if isinstance(found, int):
        assert evaluate(read, {"A": found, "B": b}) == value
    elif found is Many.NONE:
        assert not any(_solves(read, a, b, value) for a in range(200))


def _solves(read: Term, a: int, b: int, value: int) -> bool:
    try:
        return evaluate(read, {"A": a, "B": b}) == value
    except ArithmeticError:
        return False


@pytest.mark.parametrize("text", ["A // 3", "A % 3", "B % A", "A * 0", "0 / A", "A * (A - 1)"])
def test_an_equation_with_several_solutions_says_so(text: str) -> None:
    assert inverted(term(text), "A", 0, {"B": 12}) is Many.SEVERAL


def test_dims_that_shapes_fix_are_known_without_a_config() -> None:
    told = match(Decoder, made())
    assert told.binding == {name: DIMS[name] for name in ("L", "D", "F", "V")}


def test_dims_that_shapes_do_not_fix_say_which_config_value_would() -> None:
    told = match(Decoder, made())
    assert set(told.undecided) == {"H", "G", "K"}
    assert told.undecided["H"].startswith("config heads, groups or head_width, H = ")


def test_with_a_config_all_dims_are_known() -> None:
    told = match(Decoder, made(), CONFIG)
    assert (told.binding, told.undecided, codes(told)) == (DIMS, {}, [])


@pytest.mark.parametrize("field", ["heads", "groups", "head_width"])
def test_each_config_value_that_is_said_to_decide_does(field: str) -> None:
    value = {"heads": 8, "groups": 2, "head_width": 6}[field]
    told = match(Decoder, made(), {field: value})
    assert told.binding == DIMS


def test_null_in_a_config_is_as_good_as_no_field() -> None:
    told = match(Decoder, made(dims={**DIMS, "G": 8}), {**CONFIG, "groups": None})
    assert told.binding["G"] == 8
    assert codes(told) == []


def test_a_dim_that_no_shape_mentions_is_what_the_config_means_by_leaving_it_away() -> None:
    class Rotary(Schema):
        D = Dim(config="width")
        R = Dim(config="rotary", absent="D / 2")
        Q = Dim(config="quarter", absent="R / 2")
        x = Param("x", FLOAT["D"])

    both = inventory([entry("x", 8)])
    assert match(Rotary, both, {}).binding == {"D": 8, "R": 4, "Q": 2}
    assert match(Rotary, both, {"rotary": 6}).binding == {"D": 8, "R": 6, "Q": 3}
    assert match(Rotary, both).undecided == {"R": "config rotary", "Q": "config quarter"}


class Sums(Schema):
    """Nothing here follows from one equation."""

    A = Dim(config="a")
    B = Dim(config="b")
    x = Param("x", FLOAT["A + B"])
    y = Param("y", FLOAT["A * B + A"])


class Ordered(Sums):
    """The same with one of two solutions."""

    less = Refine(lambda s: s.A < s.B, "A is below B")


class Rounded(Schema):
    """A size that is only known rounded."""

    V = Dim(low=1, high=100, config="vocabulary")
    x = Param("x", FLOAT["(V + 7) // 8 * 8"])


def sums(x: int, y: int) -> Inventory:
    return inventory([entry("x", x), entry("y", y)])


def test_the_judge_solves_what_no_propagation_does() -> None:
    told = match(Ordered, sums(7, 15))
    assert told.binding == {"A": 3, "B": 4}


def test_two_solutions_are_no_binding() -> None:
    told = match(Sums, sums(7, 15))
    assert (told.binding, codes(told)) == ({}, [])
    assert told.undecided["A"].startswith("config a or b, A = ")


def test_a_size_that_is_known_rounded_stays_undecided() -> None:
    told = match(Rounded, inventory([entry("x", 16)]))
    assert told.undecided["V"].startswith("config vocabulary, V = ")
    assert match(Rounded, inventory([entry("x", 16)]), {"vocabulary": 10}).binding == {"V": 10}


def test_a_rounded_size_at_the_end_of_its_bounds_is_known() -> None:
    assert match(Rounded, inventory([entry("x", 104)])).undecided.keys() == {"V"}
    assert codes(match(Rounded, inventory([entry("x", 112)]))) == ["BOB622"]


def test_sizes_that_no_dims_give_are_told_with_the_axes() -> None:
    told = match(Sums, sums(7, 17))
    (finding,) = told.findings
    assert (finding.code, finding.part) == ("BOB622", "A, B")
    assert finding.found == "A + B = 7 in x axis 0, A * B + A = 17 in y axis 0"


def test_a_refinement_that_no_solution_fulfils_is_told() -> None:
    (finding,) = match(Ordered, sums(7, 16)).findings
    assert (finding.code, finding.part) == ("BOB623", "less")
    assert finding.found == "A + B = 7, A * B + A = 16"


def test_a_refinement_narrows_a_dim_that_no_shape_mentions() -> None:
    class Half(Schema):
        R = Dim(config="rank")
        D = Dim(config="width")
        x = Param("x", FLOAT["D"])
        half = Refine(lambda s: s.R * 2 == s.D, "R is half of D")

    assert match(Half, inventory([entry("x", 8)])).binding == {"R": 4, "D": 8}
    (finding,) = match(Half, inventory([entry("x", 9)])).findings
    assert (finding.code, finding.found) == ("BOB623", "D = 9")


def test_no_heads_share_evenly_where_the_number_of_groups_does_not_divide_any() -> None:
    odd = made(
        lambda es: [
            e._replace(shape=(13, 48)) if e.name.endswith(("k.weight", "v.weight")) else e for e in es
        ]
    )
    told = match(Decoder, odd)
    assert codes(told) == ["BOB623"]
    assert told.findings[0].found == "H * K = 48, G * K = 13"


def test_where_the_judge_gives_up_that_is_said_and_nothing_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_up = Answer(Word.UNKNOWN, 0.0, reason="stopped at its limit")
    monkeypatch.setattr(assignments, "decide", lambda *_: given_up)
    told = match(Ordered, sums(7, 15))
    assert (told.binding, codes(told)) == ({}, [])
    assert "whether A, B are decided: stopped at its limit" in told.not_checked
    assert "the solver gave up (stopped at its limit)" in told.undecided["A"]


def test_an_answer_of_the_judge_that_is_not_so_in_python_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Wrong:
        def number(self, _: str) -> int:
            return 5

    monkeypatch.setattr(assignments, "decide", lambda *_: Answer(Word.SAT, 0.0, Wrong()))
    told = match(Ordered, sums(7, 15))
    assert told.binding == {}
    assert any("not so in Python" in phrase for phrase in told.not_checked)


class Products(Schema):
    """Heads, and what else a product can be."""

    A = Dim(config="a")
    B = Dim(config="b")
    C = Dim(config="c", low=2, high=12)
    x = Param("x", FLOAT["A * B"])
    y = Param("y", FLOAT["2 * C * B"])
    z = Param("z", FLOAT["C * A + 1"], optional=True)
    even = Refine(lambda s: s.A % s.C == 0, "A is a multiple of C")


@pytest.mark.parametrize("more", [False, True], ids=["two-equations", "three-equations"])
@settings(max_examples=30)
@given(a=st.integers(1, 30), b=st.integers(1, 30), c=st.integers(1, 14), off=st.booleans())
def test_counting_solutions_of_products_comes_to_what_the_judge_says(
    more: bool, a: int, b: int, c: int, off: bool
) -> None:
    said = {"x": a * b + off, "y": 2 * c * b} | ({"z": c * a + 1} if more else {})
    facts = Facts()
    for pattern in Products.spec.patterns:
        if pattern.text in said:
            facts.say(pattern.axes[0], said[pattern.text], 1)
    judged = residue._asked(Products.spec, tuple(facts.all), {}, ("A", "B", "C"))
    counted = residue._counted(Products.spec, tuple(facts.all), {}, ("A", "B", "C"))
    assert judged.impossible == (counted is None)
    if counted is not None:
        assert counted.several == judged.several
        decided = [name for name in "ABC" if name not in judged.several]
        assert [counted.numbers[n] for n in decided] == [judged.numbers[n] for n in decided]


@pytest.mark.parametrize("values", [{"A * B": 10**12}, {"A + B": 7}, {"A * B": 0}], ids=["large", "sum", "0"])
def test_what_is_no_small_product_is_not_counted(values: Mapping[str, int]) -> None:
    facts = Facts()
    for text, value in values.items():
        facts.say(term(text), value, 1)
    assert products.solutions(Sums.spec, facts.all, [], {}, ["A", "B"]) is None


@pytest.mark.parametrize("number", [1, 2, 12, 36, 97, 1024])
def test_divisors_are_all_numbers_that_divide(number: int) -> None:
    assert products.divisors(number) == [n for n in range(1, number + 1) if number % n == 0]


def test_facts_of_one_term_and_value_are_one() -> None:
    facts = Facts()
    first = facts.say(term("A * B"), 6, 2)
    assert facts.say(term("A * B"), 6, 3) == first
    assert facts.all[first].weight == 5
    assert facts.say(term("A * B"), 6, 0) != first


def test_the_heaviest_fact_is_looked_up_anew_when_more_is_said() -> None:
    facts = Facts()
    one = facts.say(Name("A"), 1, 1)
    key = facts.all[one].key
    assert facts.heaviest(key).value == 1
    facts.say(Name("A"), 2, 2)
    assert facts.heaviest(key).value == 2


class Deep(Schema):
    """A chain: each dim follows from the one before."""

    A = Dim()
    B = Dim()
    C = Dim()
    first = Param("first", FLOAT["A"])
    second = Param("second", FLOAT["A * B"])
    blocks = Block("{i}.", "C - 1", Param("third", FLOAT["B + C"]))


def test_one_dim_follows_from_another() -> None:
    entries = [entry("first", 3), entry("second", 15), *(entry(f"{i}.third", 12) for i in range(6))]
    told = match(Deep, inventory(entries))
    assert (told.binding, codes(told)) == ({"A": 3, "B": 5, "C": 7}, [])
