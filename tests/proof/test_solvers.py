"""Every answer of every judge is read, and its values are read as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bitwuzla
import cvc5
import pytest
import z3

from bob.proof import solvers
from bob.proof.judges import DISTRIBUTIONS, Word
from bob.proof.solvers import ask, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.judges import Answer

HEAD = """(set-logic UFNIA)
(declare-fun x () Int)
(declare-fun |a b| () Int)
(declare-fun f (Int) Int)
"""
BITS = "(set-logic QF_BV)(declare-fun |a b| () (_ BitVec 8))(declare-fun y () (_ BitVec 8))"
OF_INTEGERS = ["z3", "cvc5"]


def decide(text: str, timeout_s: float = 10.0, judge: str = "z3") -> Answer:
    return ask(judge, text, timeout_s)


@pytest.mark.parametrize("judge", OF_INTEGERS)
@pytest.mark.parametrize(
    ("assertion", "word"),
    [("(assert (< 3 x 5))", Word.SAT), ("(assert (< 3 x 4))", Word.UNSAT)],
    ids=["sat", "unsat"],
)
def test_an_answer_is_read(assertion: str, word: Word, judge: str) -> None:
    assert decide(HEAD + assertion, judge=judge).word is word


@pytest.mark.parametrize("judge", DISTRIBUTIONS)
@pytest.mark.parametrize(
    ("assertion", "word"),
    [("(assert (bvult #xfe |a b|))", Word.SAT), ("(assert (bvult #xff |a b|))", Word.UNSAT)],
    ids=["sat", "unsat"],
)
def test_an_answer_about_bits_is_read(assertion: str, word: Word, judge: str) -> None:
    assert decide(BITS + assertion, judge=judge).word is word


@pytest.mark.parametrize("judge", DISTRIBUTIONS)
def test_bits_are_read_as_a_natural_number(judge: str) -> None:
    assignment = decide(BITS + "(assert (= |a b| #xfe))(check-sat)", judge=judge).assignment
    assert assignment is not None
    assert (assignment.number("|a b|"), assignment.number("nowhere")) == (254, 0)


def test_what_has_no_functions_gives_no_element() -> None:
    assignment = decide(BITS, judge="bitwuzla").assignment
    assert assignment is not None
    with pytest.raises(ValueError, match="no functions"):
        assignment.element("f", 0)


@pytest.mark.parametrize("judge", DISTRIBUTIONS)
def test_a_judge_is_loaded_by_its_name(judge: str) -> None:
    load(judge)


def test_a_judge_that_is_not_installed_is_not_loaded() -> None:
    with pytest.raises(ImportError):
        load("yices3")


def test_what_cannot_be_decided_in_time_is_unknown_with_a_reason() -> None:
    fermat = "(declare-fun y () Int)(declare-fun z () Int)(assert (and (< 9 x y z 99999)"
    fermat += "(= (+ (* x x x x x) (* y y y y y)) (* z z z z z))))"
    answer = decide(HEAD + fermat, timeout_s=0.05)
    assert (answer.word, answer.assignment) == (Word.UNKNOWN, None)
    assert answer.reason != ""


def test_a_limit_of_bitwuzla_is_an_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(bitwuzla.Result.UNKNOWN, monkeypatch)
    answer = decide(BITS, judge="bitwuzla")
    assert (answer.word, answer.reason) == (Word.UNKNOWN, "limit")


@pytest.mark.parametrize("judge", OF_INTEGERS)
def test_a_model_gives_numbers(judge: str) -> None:
    text = "(assert (and (= x 7) (= |a b| (+ x 1)) (= (f 2) 9) (= (f 3) 11)))"
    assignment = decide(HEAD + text, judge=judge).assignment
    assert assignment is not None
    assert (assignment.number("x"), assignment.number("|a b|")) == (7, 8)
    assert (assignment.element("f", 2), assignment.element("f", 3)) == (9, 11)


@pytest.mark.parametrize("judge", OF_INTEGERS)
def test_a_function_given_by_a_rule_is_read_at_every_index(judge: str) -> None:
    text = "(assert (forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (= (f i) (+ i x)))))(assert (= x 3))"
    assignment = decide(HEAD + text, judge=judge).assignment
    assert assignment is not None
    assert [assignment.element("f", i) for i in range(5)] == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("judge", OF_INTEGERS)
def test_what_the_judge_does_not_care_about_is_zero(judge: str) -> None:
    assignment = decide(HEAD + "(assert true)", judge=judge).assignment
    assert assignment is not None
    assert (assignment.number("nowhere"), assignment.element("nowhere", 3)) == (0, 0)


@pytest.mark.parametrize("judge", DISTRIBUTIONS)
def test_a_text_that_is_none_is_a_fault_of_the_writer(judge: str) -> None:
    with pytest.raises(ValueError, match="not SMT-LIB"):
        decide("(set-logic ALL)(assert (= y 1))", judge=judge)


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
        monkeypatch.setattr(solvers, "_solver_of_products", lambda: _Says(result, reason))
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
    monkeypatch.setattr(solvers, "_solver_of_products", lambda: _Says(z3.unknown, "gave up"))
    assert decide(HEAD + "(assert (< 3 x 4))").word is Word.UNSAT


class _Neither:
    """A result that is none of the three."""

    def __init__(self, *_: object) -> None: ...

    def isSat(self) -> bool:  # noqa: N802
        return False

    isUnsat = isUnknown = isSat  # noqa: N815


class _GaveUp(_Neither):
    """A result that is unknown."""

    def isUnknown(self) -> bool:  # noqa: N802
        return True

    def getUnknownExplanation(self) -> Any:  # noqa: N802
        return cvc5.UnknownExplanation.TIMEOUT


def test_an_unknown_of_cvc5_is_kept_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    class Solver(cvc5.Solver):  # type: ignore[misc]
        checkSat = _GaveUp  # noqa: N815

    monkeypatch.setattr(cvc5, "Solver", Solver)
    answer = decide(HEAD, judge="cvc5")
    assert (answer.word, answer.reason) == (Word.UNKNOWN, "timeout")


def test_another_answer_of_cvc5_is_not_taken_for_any_of_the_three(monkeypatch: pytest.MonkeyPatch) -> None:
    class Solver(cvc5.Solver):  # type: ignore[misc]
        checkSat = _Neither  # noqa: N815

    monkeypatch.setattr(cvc5, "Solver", Solver)
    with pytest.raises(AssertionError, match="cvc5 answered"):
        decide(HEAD, judge="cvc5")


def answering(result: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Bitwuzla give one answer."""

    class Parser(bitwuzla.Parser):  # type: ignore[misc]
        def bitwuzla(self) -> Any:
            return type("Bitwuzla", (), {"check_sat": lambda _: result})()

    monkeypatch.setattr(bitwuzla, "Parser", Parser)


def test_another_answer_of_bitwuzla_is_not_taken_for_any_of_the_three(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answering("sat", monkeypatch)
    with pytest.raises(AssertionError, match="bitwuzla answered 'sat'"):
        decide(BITS, judge="bitwuzla")


def test_the_second_way_of_cvc5_is_tried_where_the_first_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[dict[str, str]] = []
    real = solvers._asked_of_cvc5

    def asked(text: str, way: dict[str, str], timeout_s: float) -> Answer:
        ways.append(way)
        return real(text, way, timeout_s) if len(ways) > 1 else solvers.Answer(Word.UNKNOWN, 0.0)

    monkeypatch.setattr(solvers, "_asked_of_cvc5", asked)
    assert decide(HEAD + "(assert (< 3 x 4))", judge="cvc5").word is Word.UNSAT
    assert ["nl-cov" in way for way in ways] == [False, True]


def test_of_bits_the_way_of_products_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solvers, "_solver_of_products", lambda: _Says("sat"))
    assert decide(BITS + "(assert (bvult #xff |a b|))").word is Word.UNSAT
