"""A judge works in a process of its own, which cannot outlast its limit nor take Bob with it."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from bob.proof import panel as room
from bob.proof.judges import DISTRIBUTIONS, Answer, Lost, Word
from bob.proof.panel import Panel, Seat, decide, panel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bob.proof.judges import Assignment

HEAD = "(set-logic UFNIA)(declare-fun x () Int)(declare-fun f (Int) Int)"
SAT = f"{HEAD}(assert (and (= x 7) (= (f 2) 9)))"


@pytest.fixture
def seat() -> Iterator[Seat]:
    made = Seat("z3")
    yield made
    made.close()


def values(answer: Answer) -> Assignment:
    assert answer.assignment is not None
    return answer.assignment


@pytest.mark.parametrize("judge", DISTRIBUTIONS)
def test_each_judge_answers_from_its_own_process(judge: str) -> None:
    made = Panel()
    try:
        answer = made.seat(judge).decide(
            "(set-logic QF_BV)(declare-fun y () (_ BitVec 8))(assert (= y #x07))"
        )
        assert (answer.word, values(answer).number("y")) == (Word.SAT, 7)
    finally:
        made.close()


def test_values_are_read_from_the_answer_that_gave_them(seat: Seat) -> None:
    first, second = seat.decide(SAT), seat.decide(f"{HEAD}(assert (= x 8))")
    assert (values(first).number("x"), values(second).number("x")) == (7, 8)
    assert values(first).element("f", 2) == 9


def test_the_reason_of_an_unknown_comes_through(seat: Seat) -> None:
    fermat = "(declare-fun y () Int)(declare-fun z () Int)(assert (and (< 9 x y z 99999)"
    fermat += "(= (+ (* x x x x x) (* y y y y y)) (* z z z z z))))"
    answer = seat.decide(HEAD + fermat, 0.05)
    assert answer.word is Word.UNKNOWN
    assert answer.reason != ""


def test_a_text_that_cannot_be_read_is_said_to_be_so_and_the_next_is_answered(seat: Seat) -> None:
    with pytest.raises(ValueError, match="not SMT-LIB"):
        seat.decide("(assert (= y 1))")
    assert seat.decide(SAT).word is Word.SAT


def judge_of(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next process of a judge run a program of ours."""

    def started(_: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, text=True)

    monkeypatch.setattr(room, "_started", started)


def test_a_judge_that_overruns_is_killed_and_its_next_process_answers(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = room._started
    judge_of("import time; time.sleep(600)", monkeypatch)
    monkeypatch.setattr(room, "_START_S", 0.0)
    monkeypatch.setattr(room, "GRACE_S", 0.2)
    begin = time.monotonic()
    answer = seat.decide(SAT, 0.1)
    assert (answer.word, answer.reason) == (Word.UNKNOWN, "stopped at its limit")
    assert time.monotonic() - begin < 60
    monkeypatch.setattr(room, "_started", real)
    monkeypatch.setattr(room, "_START_S", 60.0)
    assert seat.decide(SAT).word is Word.SAT


def test_a_judge_that_falls_is_unknown_with_its_status(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_of("import sys; sys.stdin.readline(); sys.exit(7)", monkeypatch)
    answer = seat.decide(SAT)
    assert (answer.word, answer.reason) == (Word.UNKNOWN, "its process ended with status 7")


def test_half_an_answer_is_none(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_of("import sys; sys.stdin.readline(); print('{\"word\": \"uns', end='')", monkeypatch)
    assert seat.decide(SAT).word is Word.UNKNOWN


def test_a_judge_that_is_not_there_is_unknown() -> None:
    assert Seat("yices3").decide(SAT).reason == "its process ended with status 1"


def test_values_are_lost_with_the_process_that_had_them(seat: Seat) -> None:
    answer = seat.decide(SAT)
    seat.close()
    with pytest.raises(Lost, match="z3 ended"):
        values(answer).number("x")
    seat.decide(SAT)
    with pytest.raises(Lost, match="z3 ended"):
        values(answer).number("x")


def test_values_are_lost_when_the_process_dies_at_the_question(seat: Seat) -> None:
    answer = seat.decide(SAT)
    assert seat._process is not None
    seat._process.kill()
    with pytest.raises(Lost, match="z3 ended"):
        values(answer).number("x")


def test_what_has_no_value_is_said_to_have_none() -> None:
    seat = Seat("bitwuzla")
    answer = seat.decide("(set-logic QF_BV)(declare-fun y () (_ BitVec 8))")
    with pytest.raises(ValueError, match="no functions"):
        values(answer).element("f", 1)
    seat.close()


def test_an_interrupt_ends_the_judge(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    seat.decide(SAT)
    process = seat._process

    def interrupted(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(room.json, "dumps", interrupted)
    with pytest.raises(KeyboardInterrupt):
        seat.decide(SAT)
    assert process is not None
    assert process.poll() is not None


def test_no_module_in_the_working_folder_takes_the_place_of_a_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seat: Seat
) -> None:
    (tmp_path / "z3.py").write_text("raise SystemExit(9)\n")
    monkeypatch.chdir(tmp_path)
    assert seat.decide(SAT).word is Word.SAT


def test_the_panel_of_the_process_is_one_and_its_first_judge_decides() -> None:
    assert panel() is panel()
    assert decide(SAT).word is Word.SAT


@pytest.mark.parametrize("index", [-1, 0, 19, 20, 999, 1000, 5000])
def test_every_element_is_the_judges_own_however_many_are_read_at_once(seat: Seat, index: int) -> None:
    rule = "(assert (forall ((i Int)) (! (= (f i) (+ (* 3 i) x)) :pattern ((f i)))))(assert (= x 7))"
    assignment = values(seat.decide(HEAD + rule))
    assert assignment.element("f", index) == 3 * index + 7


def test_elements_are_asked_for_many_at_a_time(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    assignment = values(seat.decide(f"{HEAD}(assert (= (f 2) 9))"))
    asked: list[object] = []
    real = seat._asked
    monkeypatch.setattr(seat, "_asked", lambda *question: (asked.append(question), real(*question))[1])
    assert [assignment.element("f", i) for i in range(4096)][2] == 9
    assert len(asked) < 100
