"""What many of Adam's states have in common is told once."""

from __future__ import annotations

import pytest

from bob.schema.optimizer_telling import Telling


def test_a_note_that_comes_again_is_told_once_and_of_params_with_their_number() -> None:
    told = Telling()
    for _ in range(3):
        told.note("steps differ")
        told.note_param("a step in F16 stops at 2,048")
        told.leave_open("the params")
    checked = told.checked()
    assert checked.notes == ("steps differ", "a step in F16 stops at 2,048: 3 params")
    assert checked.not_checked == ("the params",)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        pytest.param(range(5), "and so 4 more states ({1..4})", id="numbers"),
        pytest.param(["a", "b", "c", "d"], "and so 3 more states", id="names"),
        pytest.param(["\u00b2", "\u00b3", "\u00b9", "\u2074"], "and so 3 more states", id="raised-digits"),
    ],
)
def test_findings_that_say_the_same_of_many_states_are_one(keys: list[object], said: str) -> None:
    told = Telling()
    for key in keys:
        told.found.add("BOB631", f"state.{key}.exp_avg", "not there", "exp_avg, exp_avg_sq and step")
    (only,) = told.checked().told
    assert only.finding.note == said


def test_three_that_say_the_same_are_told_each() -> None:
    told = Telling()
    for key in range(3):
        told.found.add("BOB631", f"state.{key}.exp_avg", "not there", "exp_avg, exp_avg_sq and step")
    assert len(told.checked().told) == 3
