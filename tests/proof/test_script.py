"""SMT-LIB texts put together: each assertion below its sentence, symbols declared, the question last."""

from __future__ import annotations

import pytest

from bob.proof.script import conjunction, goal_head, premise_head, script

TEXT = """\
; group/claim: all is well
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun x () Int)
; small: below ten
(define-fun small ((i Int)) Bool (< i 10))
; x is small
(assert (small (W x)))
(check-sat)
"""


def test_a_script_is_its_parts_in_order() -> None:
    text = script(
        goal_head("group/claim", "all is\n  well"),
        "QF_UFLIA",
        {"W": ("Int",), "x": ()},
        [("x is\nsmall", ("small", ("W", "x")))],
        [("small: below ten", ("define-fun", "small", (("i", "Int"),), "Bool", ("<", "i", "10")))],
    )
    assert text == TEXT


def test_premises_are_headed_by_what_they_are_premises_of() -> None:
    assert premise_head("group/claim")[0] == "premises of group/claim"


@pytest.mark.parametrize(
    ("statements", "expected"),
    [([], "true"), (["a"], "a"), (["a", "b"], ("and", "a", "b"))],
    ids=["none", "one", "two"],
)
def test_a_conjunction_is_no_longer_than_it_must_be(statements: list[str], expected: object) -> None:
    assert conjunction(statements) == expected
