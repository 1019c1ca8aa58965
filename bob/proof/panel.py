"""The judges at work, each in a process of its own that is ended when it overruns: `Seat`, `panel`, `decide`.

    panel().seat("cvc5").decide(text, timeout_s=10.0)

A solver's own limit is soft: some steps of it look at no clock, and a fault in it ends the process. So a seat
waits for `GRACE_S` beyond the limit, then kills the process and answers UNKNOWN; the next question starts
another. A seat is asked by one thread at a time; seats work beside each other.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import bob
from bob.proof.judges import FIRST, TIMEOUT_S, Answer, Lost, Word

GRACE_S = 1.0
# Importing a solver takes its time on a cold disk, and is no part of a question.
_START_S = 30.0
# How many elements are asked for at once: of a short array few, for they are seldom all read.
_FEW, _MANY = 20, 1000
_PACKAGES = str(Path(bob.__file__).resolve().parent.parent)


class Seat:
    """A judge in a process of its own, started by the first question."""

    def __init__(self, judge: str) -> None:
        self.judge = judge
        self._process: subprocess.Popen[str] | None = None
        self._generation = 0
        self._n_sat = 0
        self._turn = threading.Lock()

    def decide(self, text: str, timeout_s: float = TIMEOUT_S) -> Answer:
        """What the judge says of an SMT-LIB text; raises `ValueError` for one that it cannot read."""
        with self._turn:
            start = time.perf_counter()
            limit_s = timeout_s + GRACE_S + (_START_S if self._process is None else 0)
            said = self._asked({"text": text, "timeout_s": timeout_s}, limit_s)
            if said is None:
                return Answer(Word.UNKNOWN, time.perf_counter() - start, reason=self._ended())
            if "unreadable" in said:
                raise ValueError(said["unreadable"])
            answer = Answer(Word(said["word"]), said["seconds"], reason=said["reason"])
            if answer.word is Word.SAT:
                answer = answer._replace(assignment=_Remote(self, self._generation, self._n_sat))
                self._n_sat += 1
            return answer

    def values(self, generation: int, answer: int, symbol: str, indices: tuple[int, int] | None) -> list[int]:
        """Values of an earlier answer: of a constant, or of a function from one index up to another."""
        with self._turn:
            if generation != self._generation or self._process is None:
                raise Lost(f"{self.judge} ended before its values were read")
            said = self._asked({"answer": answer, "symbol": symbol, "indices": indices}, TIMEOUT_S)
            if said is None:
                self._ended()
                raise Lost(f"{self.judge} ended before its values were read")
            if "unreadable" in said:
                raise ValueError(said["unreadable"])
            return list(said["values"])

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._ended()

    def _asked(self, question: dict[str, Any], limit_s: float) -> dict[str, Any] | None:
        """The answer, or nothing where the process ended before it gave one."""
        process = self._process = self._process or _started(self.judge)
        assert process.stdin is not None
        assert process.stdout is not None
        guard = threading.Timer(limit_s, process.kill)
        guard.start()
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        except BaseException:
            process.kill()
            self._ended()
            raise
        finally:
            guard.cancel()
        return json.loads(line) if line.endswith("\n") else None

    def _ended(self) -> str:
        """Forget the process; returns why it ended."""
        assert self._process is not None
        process, self._process = self._process, None
        status = process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            # What was still to be written has nobody to read it.
            with suppress(BrokenPipeError):
                pipe.close()
        self._generation += 1
        self._n_sat = 0
        return "stopped at its limit" if status == -9 else f"its process ended with status {status}"


class _Remote:
    """The values of an answer, asked for when they are read; those of a function many at a time."""

    def __init__(self, seat: Seat, generation: int, answer: int) -> None:
        self._seat = seat
        self._place = (generation, answer)
        self._read: dict[tuple[str, int], list[int]] = {}

    def number(self, symbol: str) -> int:
        """The value of a constant."""
        return self._seat.values(*self._place, symbol, None)[0]

    def element(self, symbol: str, index: int) -> int:
        """The value of a function at `index`."""
        many = _FEW if 0 <= index < _MANY else _MANY
        start = index - index % many
        if (symbol, start) not in self._read:
            indices = (start, start + many)
            self._read[symbol, start] = self._seat.values(*self._place, symbol, indices)
        return self._read[symbol, start][index - start]


def _started(judge: str) -> subprocess.Popen[str]:
    """A process that finds this package first, whatever lies in the working folder."""
    paths = os.pathsep.join(filter(None, (_PACKAGES, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "bob.proof.seat", judge],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )


class Panel:
    """A seat for each judge that is asked."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}

    def seat(self, judge: str) -> Seat:
        """The judge's seat."""
        return self._seats.setdefault(judge, Seat(judge))

    def close(self) -> None:
        """End every process."""
        for seat in self._seats.values():
            seat.close()


@cache
def panel() -> Panel:
    """The judges of this process, ended with it."""
    made = Panel()
    atexit.register(made.close)
    return made


def decide(text: str, timeout_s: float = TIMEOUT_S) -> Answer:
    """What the first judge says of an SMT-LIB text; raises `ValueError` for one that it cannot read."""
    return panel().seat(FIRST).decide(text, timeout_s)
