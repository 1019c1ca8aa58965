"""Fault x point x outcome: an honest run finds the points of a command, then each fault is tried at each.

bench = Bench(folder, run, control)
points = bench.points("resume, quick")
bench.outcome(Case("resume, quick", 7, Fault("ENOSPC")))      # a word of `judge.py`
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.faults.judge import Unsound, judged, require_cleared
from tests.faults.place import WAYS
from tests.faults.shim import CUT_SHORT, NO_FAULT, Control, Fault, faults_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.faults.place import Place
    from tests.faults.processes import Ended
    from tests.faults.shim import Call

SHORT, BEFORE, AFTER, HALFWAY = "short", "killed before", "killed after", "killed halfway"


class Case(NamedTuple):
    """A fault at the nth call of a way."""

    way: str
    nth: int
    fault: Fault


def cases(way: str, calls: Sequence[Call]) -> Iterator[Case]:
    """Every fault that the calls of an honest run may meet, point by point."""
    for nth, call in enumerate(calls, 1):
        for what in faults_at(call.name):
            yield Case(way, nth, Fault(what))
            # Python asks again whenever a signal came between: for ever, if one always did.
            if what != "EINTR":
                yield Case(way, nth, Fault(what, lasting=True))
        if call.name in CUT_SHORT:
            yield Case(way, nth, Fault(SHORT))
            yield Case(way, nth, Fault(SHORT, lasting=True))
        yield Case(way, nth, Fault(BEFORE))
        if call.name in ("pwrite", "write"):
            yield Case(way, nth, Fault(HALFWAY))
    yield Case(way, len(calls), Fault(AFTER))


class Bench:
    """A place, processes and the control of what they meet."""

    def __init__(self, place: Place, run: Callable[[Sequence[str]], Ended], control: Control) -> None:
        self.place = place
        self.run = run
        self.control = control

    def points(self, way: str) -> list[Call]:
        """The calls of a run that nothing befalls; one before it keeps what the quick path goes by."""
        self.tried(Case(way, 0, NO_FAULT))
        ended, calls = self.tried(Case(way, 0, NO_FAULT))
        word = judged(self.place, WAYS[way], ended, calls, self.place.seen())
        if word != "made":
            raise Unsound(f"a run that nothing befell: {word}")
        return calls

    def tried(self, case: Case) -> tuple[Ended, list[Call]]:
        """How a command ended that met a fault, and its calls."""
        way = WAYS[case.way]
        self.place.put(way)
        self.control.arm(self.place.folder, case.fault, case.nth)
        ended = self.run(self.place.words(way.words))
        self.control.disarm()
        return ended, self.control.calls()

    def outcome(self, case: Case) -> str:
        """The word for how it ended; raises `Unsound`, also where the next command does not clear up."""
        way = WAYS[case.way]
        ended, calls = self.tried(case)
        if not self.control.hits:
            raise Unsound("the fault was not met")
        word = judged(self.place, way, ended, calls, self.place.seen())
        if word.endswith("left") or case.fault.what.startswith("killed"):
            require_cleared(self.place, way, self.run)
        return word
