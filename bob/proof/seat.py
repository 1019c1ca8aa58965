"""One judge in a process of its own: `python -m bob.proof.seat JUDGE`, asked on standard input.

Each line that comes is a question in JSON and is answered by one line on standard output:

    {"text": ..., "timeout_s": ...}                 {"word": ..., "seconds": ..., "reason": ...}
    {"answer": 3, "symbol": ..., "indices": null}   {"values": [17]}
    {"answer": 3, "symbol": ..., "indices": [0, 2]} {"values": [5, 6]}: of a function, from 0 up to 2

Sat answers are counted from 0, and their values kept until the process ends, which it does when standard
input is closed. A text that the judge cannot read is answered by {"unreadable": ...}.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from bob.proof.solvers import ask, load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.proof.judges import Assignment


def answers(judge: str, questions: Iterable[str]) -> Iterable[str]:
    """A line for each line."""
    kept: list[Assignment] = []
    for question in questions:
        yield json.dumps(_answer(judge, json.loads(question), kept))


def _answer(judge: str, question: dict[str, Any], kept: list[Assignment]) -> dict[str, Any]:
    try:
        if "text" not in question:
            return {"values": _values(kept[question["answer"]], question["symbol"], question["indices"])}
        answer = ask(judge, question["text"], question["timeout_s"])
    except ValueError as wrong:
        return {"unreadable": str(wrong)}
    if answer.assignment is not None:
        kept.append(answer.assignment)
    return {"word": answer.word.value, "seconds": answer.seconds, "reason": answer.reason}


def _values(assignment: Assignment, symbol: str, indices: list[int] | None) -> list[int]:
    if indices is None:
        return [assignment.number(symbol)]
    return [assignment.element(symbol, index) for index in range(*indices)]


def main() -> None:
    """Answer until nobody asks."""
    load(sys.argv[1])
    for line in answers(sys.argv[1], sys.stdin):
        print(line, flush=True)


if __name__ == "__main__":
    main()
