"""What one call of a kernel gives by the formulas: which elements it writes, what it asks, and its result.

    outcome("adamw", Call(n=33), Terms()).written["p"][32]      a term

The number of the first row is unknown, and so is every target: a call stands for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bob.kernels.validation.meaning import Reading, Value
from bob.proof.translation.decisions import Decisions
from bob.proof.translation.linear import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bob.kernels.validation.columns import Window
    from bob.proof.translation.linear import Integer
    from bob.proof.translation.terms import Term, Terms

CONSTANTS = ("learning_rate", "beta1", "beta2", "epsilon", "weight_decay")
CORRECTIONS = ("c1", "c2")
LAW = ("a", "k", "c")
PLANES = ("p", "m", "v")


class Call(NamedTuple):
    """The arguments of a call that are numbers, and the ranks of the questions that are answered by no.

    `n` is the row length, or the count of a flat plane.
    """

    n: int
    n_rows: int = 1
    n_updates: int = 1
    first_update: int = 1
    denied: frozenset[int] = frozenset()


class Outcome(NamedTuple):
    """Terms of the elements that are written, by buffer and index; what was asked; an integer or a term."""

    written: dict[str, dict[int, Term]]
    asked: Sequence[Term]
    result: Integer | Term


def outcome(kernel: str, call: Call, terms: Terms) -> Outcome:
    """What a kernel of `signatures` gives; the answers to what it asks are those of the call."""
    decisions = Decisions(call.denied)
    reading = Reading(terms, decisions)
    written, result = _KERNELS[kernel](reading, call)
    found = {
        each.column.name: {index: value.term for index, value in each.column.elements.items()}
        for each in written
    }
    return Outcome(found, decisions.log, result.term if isinstance(result, Value) else result)


def first_row(call: Call) -> Integer:
    """The unknown number of the first row."""
    return unknown("b", 0, call.n - call.n_rows)


def target_of(call: Call) -> Callable[[Integer], Integer]:
    """The unknown target of a row."""
    return lambda row: unknown(f"t[{row}]", 0, call.n - 1, spread=True)


def _train_rows(reading: Reading, call: Call) -> tuple[list[Window], Any]:
    planes = [reading.numbers(name) for name in PLANES]
    rows, scratch = reading.scratch("rows"), reading.scratch("scratch")
    targets = reading.buffer("targets", target_of(call))
    shape = (call.n, first_row(call), call.n_rows)
    updates = (call.first_update, call.n_updates)
    result = reading.train_rows()(
        *planes, targets, *shape, *_leaves(reading, CONSTANTS), *updates, rows, scratch
    )
    return [*planes, rows], result


def _summarise(reading: Reading, call: Call) -> tuple[list[Window], Any]:
    rows, trace, scratch = reading.numbers("rows"), reading.scratch("trace"), reading.scratch("scratch")
    return [trace], reading.summarise()(rows, call.n, call.n_updates, trace, scratch)


def _check(reading: Reading, call: Call) -> tuple[list[Window], Any]:
    planes = [reading.numbers(name) for name in PLANES]
    return planes, reading.check()(*planes, call.n, *(reading.leaf("f64", name) for name in LAW))


def _adamw(reading: Reading, call: Call) -> tuple[list[Window], Any]:
    planes = [reading.numbers(name) for name in (*PLANES, "g")]
    return planes, reading.adamw()(*planes, call.n, *_leaves(reading, (*CONSTANTS, *CORRECTIONS)))


def _leaves(reading: Reading, names: Sequence[str]) -> list[Value]:
    return [reading.leaf("f32", name) for name in names]


_KERNELS: dict[str, Callable[[Reading, Call], tuple[list[Window], Any]]] = {
    "train_rows": _train_rows,
    "summarise": _summarise,
    "check": _check,
    "adamw": _adamw,
}
