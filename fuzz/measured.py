"""One execution of a reader, held against what is promised of any: `Measured`.

Crashes: any exception but `Refused`; also a warning, a word printed, a refusal that cannot be told on a
terminal. Hangs: more than a second of the processor's time, twice over, which other work on the machine does
not lengthen; what never ends is interrupted by a timer of such time, and what waits by one of the wall's.
Allocations: in windows of executions, as `one_in` says, Python's own allocations are traced, and their peak
must stay below four times the bytes and 1 MiB; all executions run under a limit of the address space of the
process, so that none takes more than `ROOM_BYTES` unseen. In the same windows every refusal is told as a
terminal would show it.
"""

from __future__ import annotations

import gc
import io
import resource
import signal
import sys
import time
import traceback
import tracemalloc
import warnings
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from bob.cli.render import refusal
from bob.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_SECONDS = 1.0
MOST_WAITED_SECONDS = 60.0
ROOM_BYTES = 1 << 27
_FREE_BYTES = 1 << 20
_FACTOR = 4
_WINDOW = 64
_MOST_HANGS = 3
_PROJECT_FRAMES = ("/bob/", "/fuzz/")


class Fault(NamedTuple):
    """A promise broken: how, where, and by which bytes first; the same again is only counted."""

    kind: str
    said: str
    place: str
    content: bytes


class Hang(BaseException):
    """The reader was interrupted."""


class Spoken(io.StringIO):
    """An output to which a reader may say nothing."""

    def write(self, text: str) -> int:
        """Raises AssertionError."""
        raise AssertionError(f"a reader printed {text[:80]!r}")


class Measured:
    """A reader as a function of bytes that never raises, with counts of what came of it."""

    def __init__(self, read: Callable[[bytes], None], one_in: int) -> None:
        """Of `one_in` windows of executions, the allocations of one are traced."""
        self._read = read
        self._one_in = one_in
        self.executions = 0
        self.traced = 0
        self.longest_s = 0.0
        self.largest_excess = 0
        self.hangs = 0
        self.outcomes: Counter[str] = Counter()
        self.faults: dict[tuple[str, str, str], Fault] = {}
        self.again: Counter[tuple[str, str, str]] = Counter()

    def is_done(self, runs: int) -> bool:
        """Whether so many runs were made, or it hangs so often that nothing else would be seen."""
        return self.executions >= runs or self.hangs >= _MOST_HANGS

    def __call__(self, content: bytes) -> None:
        """Execute once."""
        self.executions += 1
        if (self.executions // _WINDOW) % self._one_in == 0:
            # What is interrupted here hangs without tracing as well, where it is timed.
            with suppress(Hang):
                self._allocations(content)
        elif tracemalloc.is_tracing():
            tracemalloc.stop()
        took = self._timed(content)
        if took > MOST_SECONDS:
            took = self._timed(content)
            if took > MOST_SECONDS:
                self.hangs += 1
                self._note("hang", f"{took:.1f} s", "", content)
        self.longest_s = max(self.longest_s, took)

    def _allocations(self, content: bytes) -> None:
        """The peak above what was there; the first time, what is made once for all is made."""
        self.traced += 1
        if not tracemalloc.is_tracing():
            tracemalloc.start()
        self._executed(content, count=False)
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        self._executed(content, count=False)
        excess = tracemalloc.get_traced_memory()[1] - before - _FACTOR * len(content)
        self.largest_excess = max(self.largest_excess, excess)
        if excess > _FREE_BYTES:
            self._note("allocation", f"{excess:,} bytes beyond {_FACTOR} x {len(content):,}", "", content)

    def _timed(self, content: bytes) -> float:
        begin = time.process_time()
        try:
            self._executed(content)
        except Hang:
            return MOST_SECONDS + time.process_time() - begin
        return time.process_time() - begin

    def _executed(self, content: bytes, count: bool = True) -> None:
        outcome = "accepted"
        # To collect what others left takes as long as they left much.
        collects = gc.isenabled()
        gc.disable()
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, MOST_WAITED_SECONDS)
        try:
            self._read(content)
        except Refused as refused:
            outcome = refused.findings[0].code if count else self._told(refused, content)
        except MemoryError:
            outcome = "allocation"
            self._note("allocation", f"past the limit of the process, {ROOM_BYTES:,} bytes", "", content)
        except Hang:
            raise
        except BaseException as fault:
            outcome = "crash"
            self._note("crash", f"{type(fault).__name__}: {str(fault)[:200]}", place_of(fault), content)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if collects:
                gc.enable()
        if count:
            self.outcomes[outcome] += 1

    def _told(self, refused: Refused, content: bytes) -> str:
        """The first code of a refusal, which a terminal must be able to show."""
        try:
            text = refusal(refused)
        except Exception as fault:
            self._note("crash", f"untold: {type(fault).__name__}: {fault}", place_of(fault), content)
            return "crash"
        if not all(line.isprintable() for line in text.split("\n")):
            self._note("crash", "a refusal with control characters", refused.findings[0].code, content)
        return refused.findings[0].code

    def _note(self, kind: str, said: str, place: str, content: bytes) -> None:
        key = (kind, said.partition(":")[0] if kind == "crash" else kind, place)
        self.again[key] += 1
        self.faults.setdefault(key, Fault(kind, said, place, content))

    def counts(self) -> dict[str, Any]:
        """Everything counted, as JSON has it."""
        faults = [
            {**fault._asdict(), "content": fault.content.hex(), "times": self.again[key]}
            for key, fault in self.faults.items()
        ]
        return {
            "executions": self.executions,
            "traced": self.traced,
            "longest_s": round(self.longest_s, 4),
            "largest_excess": self.largest_excess,
            "outcomes": dict(sorted(self.outcomes.items())),
            "faults": faults,
        }


def place_of(fault: BaseException) -> str:
    """The innermost line of the project that an exception passed."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [f for f in frames if any(part in f.filename for part in _PROJECT_FRAMES)]
    return f"{own[-1].filename.rpartition('/')[2]}:{own[-1].lineno}" if own else ""


def interrupted(*_: object) -> NoReturn:
    """The handler of both timers while anything is measured."""
    raise Hang


def harden() -> None:
    """Make this process one in which nothing that a reader must not do goes unseen."""
    signal.signal(signal.SIGALRM, interrupted)
    signal.signal(signal.SIGPROF, interrupted)
    warnings.simplefilter("error")
    sys.stdout = sys.stderr = Spoken()


def limit_room() -> None:
    """From here on this process may grow by `ROOM_BYTES` and no more."""
    with open("/proc/self/statm") as status:
        pages = int(status.read().split()[0])
    most = pages * resource.getpagesize() + ROOM_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
