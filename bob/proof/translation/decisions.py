"""What is decided where a program branches on a term: which way it goes, and a log of what was asked.

    decisions = Decisions({0})           the first question is answered by no, all others by yes
    decisions.holds(term); decisions.log

A question is asked about what is not a `not`: its opposite is the opposite answer. Two programs that ask the
same questions and are given the same answers go the same way. A question that was asked before is answered as
it was, and logged once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from bob.proof.translation.terms import Term


class Decisions:
    """The answers to one run's questions: no to those whose ranks are denied, yes to all others."""

    def __init__(self, denied: Collection[int] = ()) -> None:
        self.denied = denied
        self.log: list[Term] = []
        self._answers: dict[Term, bool] = {}

    def holds(self, term: Term) -> bool:
        """Whether a truth value holds, from now on."""
        if term.op == "constant":
            return bool(term.args[0])
        if term.op == "not":
            return not self.holds(term.args[0])
        answer = self._answers.get(term)
        if answer is None:
            answer = self._answers[term] = len(self.log) not in self.denied
            self.log.append(term)
        return answer
