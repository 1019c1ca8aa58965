"""Each line on the way in is answered by one line on the way out."""

from __future__ import annotations

import json
from typing import Any

from bob.proof.seat import answers

SAT = "(set-logic UFLIA)(declare-fun x () Int)(declare-fun f (Int) Int)(assert (and (= x 7) (= (f 2) 9)))"


def told(*questions: dict[str, Any]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answers("z3", map(json.dumps, questions))]


def test_a_text_is_answered_with_word_time_and_reason() -> None:
    (said,) = told({"text": f"{SAT}(assert (= x 8))", "timeout_s": 9.0})
    assert said.pop("seconds") >= 0
    assert said == {"word": "unsat", "reason": ""}


def test_values_are_those_of_the_answer_that_is_named() -> None:
    ask = {"text": SAT, "timeout_s": 9.0}
    other = {**ask, "text": SAT.replace("7", "8")}
    constant = [{"answer": i, "symbol": "x", "indices": None} for i in (0, 1)]
    elements = {"answer": 0, "symbol": "f", "indices": [2, 3]}
    assert told(ask, other, *constant, elements)[2:] == [{"values": [7]}, {"values": [8]}, {"values": [9]}]


def test_a_text_that_cannot_be_read_is_said_to_be_so() -> None:
    (said,) = told({"text": "(assert (= y 1))", "timeout_s": 9.0})
    assert "not SMT-LIB" in said["unreadable"]
