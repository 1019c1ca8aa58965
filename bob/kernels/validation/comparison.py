"""One call of a kernel, by LLVM's text and by the formulas: both give the same terms, or where they differ.

    sides = Sides(module, Terms())
    sides.difference("train_rows", Call(n=33, n_rows=2, n_updates=2))       empty, or what differs first

Compared is which elements of P, M, V and of the results are written, and by which term; what is given back;
and what was asked on the way, in the same order. Seen besides, of the text: a row's call touches P, M, V and
the results at that row alone, and leaves the scratch that rows share as it was, so that rows do not meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.kernels import signatures
from bob.kernels.validation.outcome import (
    CONSTANTS,
    CORRECTIONS,
    LAW,
    PLANES,
    Call,
    first_row,
    outcome,
    target_of,
)
from bob.proof.translation.decisions import Decisions
from bob.proof.translation.differences import alike, said, said_difference
from bob.proof.translation.machine import Machine
from bob.proof.translation.memory import Memory
from bob.proof.translation.terms import WIDTHS, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bob.kernels.validation.outcome import Outcome
    from bob.proof.translation.terms import Terms
    from bob.proof.translation.text import Module

SCALAR_BYTES = 4
# Integers come back without a sign.
MODULUS = 1 << WIDTHS["i64"]


class Sides:
    """Both sides of calls, one after another; `n_asked` is how many questions the last one asked."""

    def __init__(self, module: Module, terms: Terms) -> None:
        self.terms = terms
        self.machine = Machine(module, terms)
        self.n_asked = 0

    def difference(self, kernel: str, call: Call) -> str:
        """What differs first; empty where nothing does."""
        found = self.run(kernel, call)
        expected = outcome(kernel, call, self.terms)
        self.n_asked = len(expected.asked)
        return (
            (_meeting(self.machine.memory, call) if kernel == "train_rows" else "")
            or self._differently_written(expected)
            or self._differently_asked(expected)
            or self._different_result(found, expected)
        )

    def run(self, kernel: str, call: Call) -> Any:
        """What the text's function gives; `machine` has the memory and the log."""
        self.machine.memory = memory = Memory(self.terms)
        self.machine.decisions = Decisions(call.denied)
        arguments = _ARGUMENTS[kernel](memory, call)
        return self.machine.call(kernel, arguments)

    def shared_scratch(self, call: Call) -> str:
        """Whether a row leaves what all rows read of the scratch, corrections and hits, as it was.

        Empty where it does. A call for no row leaves there what the first row finds.
        """
        self.run("train_rows", call._replace(n_rows=0))
        before = self._scratch_terms()
        self.run("train_rows", call)
        after = self._scratch_terms()
        for place, term in before.items():
            if after[place] is not term:
                left, was = said(after[place]), said(term)
                return f"scratch, byte {place}: a row finds {was} there, and leaves {left}"
        return ""

    def _scratch_terms(self) -> dict[int, Term]:
        """What the scratch holds as binary32."""
        memory = self.machine.memory
        scratch = memory.named("scratch")
        narrow = [place for place, (sort, _) in scratch.places.items() if sort in ("f32", "i32")]
        found = {place: memory.load(scratch.address + place, "f32") for place in narrow}
        return {place: term for place, term in found.items() if isinstance(term, Term)}

    def _differently_written(self, expected: Outcome) -> str:
        for name, elements in expected.written.items():
            buffer = self.machine.memory.named(name)
            ours = {place // SCALAR_BYTES for place in buffer.written}
            for index in sorted(ours ^ {*elements}):
                return f"{name}[{index}] is written by the {'text' if index in ours else 'formula'} alone"
            for index in sorted(ours):
                stored = buffer.places[index * SCALAR_BYTES][1]
                found = stored if isinstance(stored, Term) else self.terms.leaf("i32", str(stored))
                if not alike(found, elements[index]):
                    return f"{name}[{index}]: {said_difference(found, elements[index])}"
        return ""

    def _differently_asked(self, expected: Outcome) -> str:
        asked = self.machine.decisions.log
        for rank, (ours, theirs) in enumerate(zip(asked, expected.asked, strict=False)):
            if not alike(ours, theirs):
                return f"question {rank}: {said_difference(ours, theirs)}"
        if len(asked) != len(expected.asked):
            return f"{len(asked)} questions are asked where {len(expected.asked)} are expected"
        return ""

    def _different_result(self, found: Any, expected: Outcome) -> str:
        wanted = expected.result
        if isinstance(wanted, Term):
            given = found if isinstance(found, Term) else self.terms.constant(wanted.sort, found)
            return "" if alike(given, wanted) else f"the result: {said_difference(given, wanted)}"
        if isinstance(found, int) and found >= MODULUS // 2:
            found -= MODULUS
        return "" if found == wanted else f"the result is {found} where {wanted} is expected"


def _meeting(memory: Memory, call: Call) -> str:
    """Where a call for some rows touches what belongs to others."""
    n, n_rows = call.n, call.n_rows
    results = [k * n + row for k in range(3 * call.n_updates) for row in range(n_rows)]
    own: dict[str, tuple[int, Sequence[int]]] = {
        **dict.fromkeys(PLANES, (n, range(n * n_rows))),
        "targets": (1, range(n_rows)),
        "rows": (1, results),
    }
    for name, (step, elements) in own.items():
        buffer = memory.named(name)
        touched = {place // SCALAR_BYTES for place in buffer.written | buffer.read}
        if [c for _, c in buffer.row or ()] != [SCALAR_BYTES * step] or not touched <= {*elements}:
            return f"{name}: elements of other rows are touched"
    return ""


def _train_rows(memory: Memory, call: Call) -> list[Any]:
    n, n_updates = call.n, call.n_updates
    planes = [memory.numbers(name, SCALAR_BYTES * n * n, "f32") for name in PLANES]
    targets = memory.buffer("targets", SCALAR_BYTES * n, "i32", initial=target_of(call))
    rows = memory.buffer("rows", SCALAR_BYTES * signatures.row_results(n, n_updates))
    # It may begin anywhere in a cache line.
    skipped = SCALAR_BYTES * (n % signatures.LINE_SCALARS)
    n_bytes = SCALAR_BYTES * signatures.train_scratch(n, n_updates)
    scratch = memory.buffer("scratch", n_bytes, skipped=skipped)
    shape = (n, first_row(call), call.n_rows)
    return [
        *planes,
        targets,
        *shape,
        *_leaves(memory, CONSTANTS),
        call.first_update,
        n_updates,
        rows,
        scratch,
    ]


def _summarise(memory: Memory, call: Call) -> list[Any]:
    n, n_updates = call.n, call.n_updates
    rows = memory.numbers("rows", SCALAR_BYTES * signatures.row_results(n, n_updates), "f32")
    trace = memory.buffer("trace", SCALAR_BYTES * signatures.trace_results(n_updates))
    scratch = memory.buffer("scratch", SCALAR_BYTES * signatures.summarise_scratch(n))
    return [rows, n, n_updates, trace, scratch]


def _check(memory: Memory, call: Call) -> list[Any]:
    planes = [memory.numbers(name, SCALAR_BYTES * call.n, "f32") for name in PLANES]
    return [*planes, call.n, *(memory.terms.leaf("f64", name) for name in LAW)]


def _adamw(memory: Memory, call: Call) -> list[Any]:
    planes = [memory.numbers(name, SCALAR_BYTES * call.n, "f32") for name in (*PLANES, "g")]
    return [*planes, call.n, *_leaves(memory, (*CONSTANTS, *CORRECTIONS))]


def _leaves(memory: Memory, names: Sequence[str]) -> list[Term]:
    return [memory.terms.leaf("f32", name) for name in names]


_ARGUMENTS: dict[str, Callable[[Memory, Call], list[Any]]] = {
    "train_rows": _train_rows,
    "summarise": _summarise,
    "check": _check,
    "adamw": _adamw,
}
