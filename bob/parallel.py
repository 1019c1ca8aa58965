"""Work on many files at once, by processes of this machine or an engine: `mapped(function, items, workers)`.

    for item, outcome in zip(items, mapped(look, items, Workers(jobs=4))):
        ...                                    # what look(item) gives, or a Refused

Outcomes come in the order of the items, whoever is done first. One that fails is a refusal and does not stop
the others. `function` is found by its name in a module, items and values are pickled; what is big stays in
files. Whatever ends the loop, the processes end with it.
"""

from __future__ import annotations

import json
import pickle
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector
from signal import Signals
from typing import TYPE_CHECKING, Generic

from bob.parallel_outcome import ALONE, Item, Value, lost, outcome_of
from bob.parallel_worker import PROGRAM, receive, send

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bob.errors import Refused
    from bob.parallel_outcome import Workers


def mapped(
    function: Callable[[Item], Value], items: Sequence[Item], workers: Workers = ALONE
) -> Iterator[Value | Refused]:
    """What `function` gives for each item, in their order; raises `Refused` (BOB867) for the engine alone."""
    if workers.engine:
        from bob.parallel_engines import over_engine

        return over_engine(workers.engine, function, items)
    n_processes = min(workers.jobs, len(items))
    if n_processes > 1:
        return _Shared(function, items).outcomes(n_processes)
    return (outcome_of(function, item) for item in items)


class _Process:
    """A process that works on one item at a time; `index` is that of the item."""

    def __init__(self) -> None:
        self.index = -1
        self.channel, theirs = socket.socketpair()
        with theirs:
            program = [sys.executable, "-P", "-c", PROGRAM, str(theirs.fileno()), json.dumps(sys.path)]
            self._process = subprocess.Popen(
                program,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # Out of the terminal's reach: Ctrl-C is for this process, which ends the others.
                process_group=0,
            )

    def ended(self) -> str:
        """How a process went that does not answer any more."""
        status = self._process.wait()
        return f"killed by {Signals(-status).name}" if status < 0 else f"ended with status {status}"

    def end(self) -> None:
        """End it, at work or not, and wait for that."""
        self.channel.close()
        self._process.kill()
        self._process.communicate()


class _Shared(Generic[Item, Value]):
    """Items on their way through processes."""

    def __init__(self, function: Callable[[Item], Value], items: Sequence[Item]) -> None:
        self._function = function
        self._items = items
        self._next = 0
        self._done: dict[int, Value | Refused] = {}

    def outcomes(self, n_processes: int) -> Iterator[Value | Refused]:
        """All outcomes in order; each as soon as those before it are there."""
        with DefaultSelector() as selector, _started() as working:
            for index in range(len(self._items)):
                while index not in self._done:
                    while len(working) < n_processes and self._next < len(self._items):
                        process = _Process()
                        working.append(process)
                        selector.register(process.channel, EVENT_READ, process)
                        self._give(process)
                    for key, _ in selector.select():
                        process = key.data
                        if not self._heard(process):
                            selector.unregister(process.channel)
                            working.remove(process)
                            process.end()
                yield self._done.pop(index)

    def _give(self, process: _Process) -> None:
        """Have a process work on the next item."""
        process.index, self._next = self._next, self._next + 1
        # Where it is gone, its socket reads as closed, and that is heard.
        with suppress(OSError):
            send(process.channel, pickle.dumps((self._function, self._items[process.index])))

    def _heard(self, process: _Process) -> bool:
        """Take an answer and give the next item; tells whether the process goes on."""
        try:
            self._done[process.index] = pickle.loads(receive(process.channel))
        except (EOFError, OSError):
            self._done[process.index] = lost(self._items[process.index].path, process.ended())
            return False
        if self._next == len(self._items):
            return False
        self._give(process)
        return True


@contextmanager
def _started() -> Iterator[list[_Process]]:
    """Processes that are at work, all of them ended however this is left."""
    working: list[_Process] = []
    try:
        yield working
    finally:
        with ExitStack() as stack:
            for process in working:
                stack.callback(process.end)
