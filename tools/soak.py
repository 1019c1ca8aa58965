"""An hour of runs, kills, verifications and replays on one checkpoint: `python tools/soak.py [--minutes N]`.

Each turn begins a resume of the run and lets it end, or kills it at a random moment; a verification and a
replay follow every few turns. After every turn the file is one whole step of the run, never an earlier one,
and every so often it is held against what replaying the run from its beginning gives. The counts are printed
at the end as one table; the first thing that is not as it must be ends the soak with status 1.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import click

from bob.envelope.contract import Contract
from bob.envelope.verify import verify
from bob.learners.corpus import DEFAULT_PROMPTS, input_from_corpus, shipped_corpus

_BOB = (sys.executable, "-m", "bob")
_CKPT, _INPUT = "ckpt.bin", "input.bin"
_VERIFIED_EVERY, _REPLAYED_EVERY = 5, 50


class Wrong(Exception):
    """Something that must never be."""


class _Ended(NamedTuple):
    status: int
    said: str


class Soak:
    """One run in a folder; `counts` tells what was done to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.path = folder / _CKPT
        self.counts: Counter[str] = Counter()
        self._random = random.Random(seed)
        self._step = 0
        prompts = [prompt.encode() for prompt in DEFAULT_PROMPTS]
        contract = Contract.shipped()
        (folder / _INPUT).write_bytes(input_from_corpus(shipped_corpus(), prompts, contract))
        self._updates = contract["updates"]
        self._require(self._bob("run", "--out", str(self.path)), "begun")
        begun = time.monotonic()
        self._require(self._bob("run", "--resume", str(self.path)), "resumed")
        self._duration_s = time.monotonic() - begun
        self._look("resumed")

    def turn(self, number: int) -> None:
        """One resume, to its end or to a kill, and what follows in turn; raises `Wrong`."""
        before = self._step
        if self._random.random() < 0.5:
            self._require(self._bob("run", "--resume", str(self.path), *self._slowly()), "runs that ended")
            self._look("runs")
            if self._step != before + self._updates:
                raise Wrong(f"a run that ended led from step {before} to {self._step}")
        else:
            self._kill()
            self._look("killed runs")
            if self._step not in (before, before + self._updates):
                raise Wrong(f"a killed run led from step {before} to {self._step}")
            self.counts["kills after which the step was " + ("old" if self._step == before else "new")] += 1
        if number % _VERIFIED_EVERY == 0:
            self._require(self._bob("verify", "values", str(self.path)), "verifications, values too")
        if number % _REPLAYED_EVERY == 0:
            words = ("verify", "replay", str(self.path), "--input", str(self.path.with_name(_INPUT)))
            self._require(self._bob(*words), "replays from the beginning")

    def end(self) -> None:
        """One more run, which clears what a kill left; raises `Wrong` where it does not."""
        self._require(self._bob("run", "--resume", str(self.path)), "runs that ended")
        left = sorted(os.listdir(self.path.parent))
        if left != [_CKPT, _INPUT]:
            raise Wrong(f"left in the folder: {left}")
        self.counts["steps of the run at the end"] = self._look("runs")

    def _slowly(self) -> tuple[str, ...]:
        """An option with which the full path is taken, in one of four."""
        return ("--log-every", "0") if self._random.random() < 0.25 else ()

    def _bob(self, *words: str) -> _Ended:
        ran = subprocess.run([*_BOB, *words], capture_output=True, text=True, check=False)
        return _Ended(ran.returncode, ran.stdout + ran.stderr)

    def _require(self, ended: _Ended, what: str) -> None:
        if ended.status != 0:
            raise Wrong(f"{what}: status {ended.status}\n{ended.said}")
        self.counts[what] += 1

    def _kill(self) -> None:
        process = subprocess.Popen(
            [*_BOB, "run", "--resume", str(self.path), *self._slowly()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(self._random.random() * self._duration_s)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.counts["kills" if process.returncode < 0 else "kills that came too late"] += 1

    def _look(self, after: str) -> int:
        """The step of the file, which is whole."""
        report = verify(str(self.path))
        if report.findings or report.header is None:
            raise Wrong(f"after {after}: {report.findings}")
        self.counts["verifications of the envelope"] += 1
        self._step = report.header.step
        return self._step


@click.command()
@click.option("--minutes", type=click.FloatRange(min=0), default=60, show_default=True, metavar="N")
@click.option("--seed", type=int, default=0, show_default=True)
def command(minutes: float, seed: int) -> None:
    """Alternate runs, kills, verifications and replays for N minutes, and print the counts."""
    end = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), seed)
        number = 0
        wrong = ""
        try:
            while time.monotonic() < end:
                number += 1
                soak.turn(number)
            soak.end()
        except Wrong as raised:
            wrong = str(raised)
    for what, count in sorted(soak.counts.items()):
        click.echo(f"{count:9,}  {what}")
    click.echo(f"WRONG in turn {number:,}: {wrong}" if wrong else f"nothing wrong in {number:,} turns")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    command()
