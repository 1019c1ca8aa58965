"""Numbers from the judge for statements, and other ones, believed only as far as Python agrees."""

from __future__ import annotations

from bob.proof.assignments import Given, assigned, others, query
from bob.proof.judges import Word
from bob.spec.terms import Const, Name

H, G, K = map(Name, "HGK")
HEADS = [
    *(Given(f"{name.name} is positive", Const(1) <= name) for name in (H, G, K)),
    Given("H*K = 6", H * K == 6),
    Given("G*K = 4", G * K == 4),
]


def test_the_question_is_one_text_whatever_is_asked_twice() -> None:
    text = query("heads", HEADS)
    assert text == query("heads", list(HEADS))
    assert "(assert (= (* H K) 6))" in text
    assert text.endswith("(check-sat)\n")


def test_what_an_operator_owes_is_part_of_the_question() -> None:
    assert "divides exactly" in query("half", [Given("H / G = 3", H / G == 3)])


def test_numbers_fulfil_every_statement() -> None:
    found = assigned("heads", HEADS, ["H", "G", "K"], 5.0)
    assert found.word is Word.SAT
    assert found.numbers["H"] * found.numbers["K"] == 6
    assert found.numbers["G"] * found.numbers["K"] == 4


def test_statements_that_contradict_each_other_have_none() -> None:
    assert assigned("heads", [*HEADS, Given("K = 5", K == 5)], ["K"], 5.0).word is Word.UNSAT


def test_another_solution_differs_and_there_are_two() -> None:
    first = assigned("heads", HEADS, ["H", "G", "K"], 5.0).numbers
    second = others("heads", HEADS, first, 5.0)
    assert second.word is Word.SAT
    assert {first["K"], second.numbers["K"]} == {1, 2}
    none = others("heads", [*HEADS, Given("K = 2", K == 2)], {"H": 3, "G": 2, "K": 2}, 5.0)
    assert none.word is Word.UNSAT


def test_a_name_that_nothing_mentions_has_any_number() -> None:
    assert assigned("heads", HEADS, ["Q"], 5.0).numbers["Q"] == 0
