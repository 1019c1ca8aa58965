"""Every answer of a judge is read, and a model is read as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import z3

from bob.proof import judges
from bob.proof.judges import Word, decide, judge

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = "(declare-fun x () Int)\n(declare-fun |a b| () Int)\n(declare-fun f (Int) Int)\n"


@pytest.mark.parametrize(
    ("assertion", "word"),
    [("(assert (< 3 x 5))", Word.SAT), ("(assert (< 3 x 4))", Word.UNSAT)],
    ids=["sat", "unsat"],
)
def test_an_answer_is_read(assertion: str, word: Word) -> None:
    assert decide(HEAD + assertion).word is word


def test_what_cannot_be_decided_in_time_is_unknown_with_a_reason() -> None:
    fermat = "(declare-fun y () Int)(declare-fun z () Int)(assert (and (< 9 x y z 99999)"
    fermat += "(= (+ (* x x x x x) (* y y y y y)) (* z z z z z))))"
    answer = decide(HEAD + fermat, timeout_s=0.05)
    assert (answer.word, answer.assignment) == (Word.UNKNOWN, None)
    assert answer.reason != ""


def test_a_model_gives_numbers() -> None:
    text = "(assert (and (= x 7) (= |a b| (+ x 1)) (= (f 2) 9) (= (f 3) 11)))"
    assignment = decide(HEAD + text).assignment
    assert assignment is not None
    assert (assignment.number("x"), assignment.number("|a b|")) == (7, 8)
    assert (assignment.element("f", 2), assignment.element("f", 3)) == (9, 11)


def test_a_function_given_by_a_rule_is_read_at_every_index() -> None:
    text = "(assert (forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (= (f i) (+ i x)))))(assert (= x 3))"
    assignment = decide(HEAD + text).assignment
    assert assignment is not None
    assert [assignment.element("f", i) for i in range(5)] == [3, 4, 5, 6, 7]


def test_what_the_judge_does_not_care_about_is_zero() -> None:
    assignment = decide(HEAD + "(assert true)").assignment
    assert assignment is not None
    assert (assignment.number("nowhere"), assignment.element("nowhere", 3)) == (0, 0)


def test_a_text_that_is_none_is_a_fault_of_the_writer() -> None:
    with pytest.raises(ValueError, match="not SMT-LIB"):
        decide("(assert (= y 1))")


def test_the_judge_has_a_name_and_a_version() -> None:
    assert judge() == f"z3 {z3.get_version_string()}"


class _Says:
    """A solver that gives one answer."""

    def __init__(self, result: Any, reason: str = "") -> None:
        self.result = result
        self.reason = reason

    def set(self, *_: object) -> None: ...

    def add(self, *_: object) -> None: ...

    def check(self) -> Any:
        return self.result

    def reason_unknown(self) -> str:
        return self.reason


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], None]:
    """Make both ways of asking give one answer."""

    def replace(result: Any, reason: str = "") -> None:
        monkeypatch.setattr(judges, "_solver_of_products", lambda: _Says(result, reason))
        monkeypatch.setattr(z3, "Solver", lambda **_: _Says(result, reason))

    return replace


def test_an_interrupt_is_no_answer(says: Callable[..., None]) -> None:
    says(z3.unknown, "interrupted from keyboard")
    with pytest.raises(KeyboardInterrupt):
        decide(HEAD)


def test_an_unknown_is_kept_with_its_reason(says: Callable[..., None]) -> None:
    says(z3.unknown, "too hard")
    assert decide(HEAD)[:1] + decide(HEAD)[3:] == (Word.UNKNOWN, "too hard")


def test_an_answer_of_another_kind_is_not_taken_for_any_of_the_three(says: Callable[..., None]) -> None:
    says("sat")
    with pytest.raises(AssertionError, match="z3 answered 'sat'"):
        decide(HEAD)


def test_the_second_way_is_tried_where_the_first_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "_solver_of_products", lambda: _Says(z3.unknown, "gave up"))
    assert decide(HEAD + "(assert (< 3 x 4))").word is Word.UNSAT
