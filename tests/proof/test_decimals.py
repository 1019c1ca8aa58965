"""Decimals: each theorem decided by every judge, the leaf that it speaks of, and each planted fault told."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bob.proof.decimals import theorems
from bob.proof.judges import Word, present
from bob.proof.solvers import ask
from bob.spec.grammar import DECIMAL_DIGITS, Decimal

THEOREMS = {theorem.name: theorem for theorem in theorems()}
LEAF = Decimal("n")
JUDGES = [judge for judge in ("z3", "cvc5") if judge in present()]
NUMBERS = st.integers(0, 10**DECIMAL_DIGITS - 1)

each_theorem = pytest.mark.parametrize("name", THEOREMS)
each_judge = pytest.mark.parametrize("judge", JUDGES)


@each_judge
@each_theorem
def test_a_theorem_is_decided_as_it_says_and_its_premises_hold_together(name: str, judge: str) -> None:
    theorem = THEOREMS[name]
    assert ask(judge, theorem.premise_text, 10).word is Word.SAT
    assert ask(judge, theorem.goal_text, 10).word is (Word.SAT if theorem.refuted else Word.UNSAT)


@each_judge
def test_the_least_number_with_too_many_digits_is_found_and_refused(judge: str) -> None:
    theorem = THEOREMS["decimal/one_digit_more"]
    assignment = ask(judge, theorem.goal_text, 10).assignment
    assert assignment is not None
    assert theorem.replay is not None
    said = theorem.replay(assignment)
    assert said == f"{10**24} has 25 digits, and is refused: not a number of at most 24 digits"


@each_judge
def test_leading_zeros_give_one_number_two_texts(judge: str) -> None:
    theorem = THEOREMS["decimal/leading_zeros"]
    assignment = ask(judge, theorem.goal_text, 10).assignment
    assert assignment is not None
    assert theorem.replay is not None
    said = re.fullmatch(r'"(\d+)" and "(\d+)" both read as (\d+)', theorem.replay(assignment))
    assert said
    one, other, number = said.groups()
    assert one != other
    assert int(one) == int(other) == int(number)


class Made:
    """An assignment by hand."""

    def __init__(self, **numbers: int) -> None:
        self._numbers = numbers

    def number(self, symbol: str) -> int:
        return self._numbers.get(symbol.replace(".", "_"), 0)

    def element(self, symbol: str, index: int) -> int:
        raise AssertionError(f"{symbol}({index})")


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("one_digit_more", Made(text_rest_0=10**24 - 1)),
        ("one_digit_more", Made(text_rest_0=-1)),
        ("leading_zeros", Made(one_length=1, other_length=1)),
        ("leading_zeros", Made(one_length=1, other_length=2, other_digit_1=1)),
        ("leading_zeros", Made(one_length=1, other_length=2, one_digit_0=-1)),
    ],
    ids=["a number that fits", "no number", "one text", "two numbers", "no digit"],
)
def test_values_that_refute_nothing_are_not_believed(name: str, made: Made) -> None:
    replay = THEOREMS[f"decimal/{name}"].replay
    assert replay is not None
    with pytest.raises(ValueError, match=r"a number that is written|no two texts of one number"):
        replay(made)


@given(NUMBERS)
@example(0)
@example(10**DECIMAL_DIGITS - 1)
@example(10 ** (DECIMAL_DIGITS - 1))
def test_the_leaf_writes_the_digits_of_which_the_theorems_speak(number: int) -> None:
    digits: list[int] = []
    rest = number
    while rest or not digits:
        rest, digit = divmod(rest, 10)
        digits.append(digit)
    text = LEAF.write(number)
    assert text == bytes(ord("0") + digit for digit in reversed(digits))
    assert LEAF.read(text, 0) == (number, len(text))


# A number or a sign changed in a text: the theorem's name, what stands there, what takes its place.
FAULTS: dict[str, tuple[str, str, str]] = {
    "digits up to ten": ("step", "(<= 0 one.digit.0 9)", "(<= 0 one.digit.0 10)"),
    "digits below nothing": ("nothing", "(<= 0 text.digit.0 9)", "(<= text.digit.0 9)"),
    "another radix": ("step", "(* 10 other.rest.1)", "(* 1 other.rest.1)"),
    "one number more": ("range", f"(< text.rest.0 {10**24})", f"(<= text.rest.0 {10**24})"),
    "one number less": ("range", f"(< text.rest.0 {10**24})", f"(< text.rest.0 {10**24 - 1})"),
    "a digit read twice": (
        "round_trip",
        "(= read.rest.7 (+ (* 10 read.rest.8) text.digit.7))",
        "(= read.rest.7 (+ (* 10 read.rest.8) text.digit.6))",
    ),
    "a length of one digit more": ("injective", "(<= one.length 7)", "(<= one.length 8)"),
    "a leading zero in one place": (
        "written",
        "(=> (= text.length 8) (not (= text.digit.7 0)))",
        "(=> (= text.length 8) (not (= text.digit.6 0)))",
    ),
}


@each_judge
@pytest.mark.parametrize(("name", "said", "instead"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_in_a_theorem_is_told(judge: str, name: str, said: str, instead: str) -> None:
    text = THEOREMS[f"decimal/{name}"].goal_text
    assert text.count(said) == 1
    assert ask(judge, text.replace(said, instead), 10).word is Word.SAT
