"""The laws of translation are decided, by Bitwuzla here, and what is nearly a law is refuted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.proof.expressions import laid_out
from bob.proof.judges import Word
from bob.proof.solvers import ask
from bob.proof.translation import laws

if TYPE_CHECKING:
    from bob.proof.theorem import Theorem

pytest.importorskip("bitwuzla")
TIMEOUT_S = 60.0


@pytest.mark.parametrize("theorem", laws.theorems(), ids=lambda theorem: theorem.name)
def test_a_law_is_decided_as_it_is_claimed(theorem: Theorem) -> None:
    expected = Word.SAT if theorem.refuted else Word.UNSAT
    assert ask("bitwuzla", theorem.goal_text, TIMEOUT_S).word is expected


def test_texts_are_ascii_and_names_are_apart() -> None:
    theorems = laws.theorems()
    assert all(theorem.goal_text.isascii() for theorem in theorems)
    assert len({theorem.name for theorem in theorems}) == len(theorems)


def test_a_law_with_a_sign_changed_is_refuted() -> None:
    wrong = laws.Law("wrong", "x - y is x + y", laws.BINARY32, ("=", ("fp.sub", "RNE", "x", "y"), "x"))
    text = laws._text("translation/wrong", wrong)
    assert laid_out(("assert", ("not", wrong.claim))) in text
    assert ask("bitwuzla", text, TIMEOUT_S).word is Word.SAT
