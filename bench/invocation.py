"""A fresh process for ten updates: each command in pairs with `python -c pass`, Bob in pairs with its peers.

In each round every job has its turn: `python -c pass` of its environment, the job, and beside a peer `bob
run --resume`, in an order that rotates. Before the rounds each command runs once: what it leaves is
compared with Bob's planes, and one that fails or disagrees is refused with the reason and measured no
further.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.processes import Command, Spawner
from bench.ratios import paired, percentile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bench.jobs import Job
    from bench.processes import Run
    from bench.workload import Workload

BASE = "python -c pass"
_SPARED = 4
_TELLING = 10


def measure(
    jobs: Sequence[Job], against: Sequence[str], bob: Job, workload: Workload, pairs: int, quick: bool
) -> list[dict[str, Any]]:
    """A row for each job; jobs whose name is in `against` are paired with `bob` as well.

    Jobs that only explain others take part in a quarter of the rounds; if `quick`, those of seconds too.
    """
    with Spawner() as spawner:
        rows = [_first(job, spawner, workload) for job in jobs]
        taken: dict[str, list[dict[str, Run]]] = {job.name: [] for job in jobs}
        live = [job for job, row in zip(jobs, rows, strict=True) if "refused" not in row and not job.absent]
        own_is_sound = any(job.name == bob.name for job in live)
        for turn in range(pairs):
            if turn % _TELLING == 0:
                print(f"bench: round {turn + 1} of {pairs}", file=sys.stderr, flush=True)
            for job in live:
                if (job.aside or (quick and job.heavy)) and turn % _SPARED:
                    continue
                beside = bob if job.name in against and own_is_sound else None
                taken[job.name].append(_turn(job, beside, spawner, workload, turn))
        for row in rows:
            if taken[row["name"]]:
                row.update(_figures(taken[row["name"]], spawner.floor_mib))
    return rows


def _first(job: Job, spawner: Spawner, workload: Workload) -> dict[str, Any]:
    """The row of a job before its figures: what it checks, and why it is absent or refused."""
    row: dict[str, Any] = {
        key: getattr(job, key) for key in ("name", "files", "digests", "verifies", "agreement")
    }
    if job.command is None:
        return {**row, "absent": job.absent}
    workload.restore()
    run = spawner.run(job.command)
    if run.status:
        return {**row, "refused": f"ended with status {run.status}"}
    if job.give_back is not None:
        spawner.run(job.give_back)
    reason = workload.disagreement(job.agreement) if job.agreement else None
    return {**row, "refused": reason} if reason else row


def _turn(job: Job, beside: Job | None, spawner: Spawner, workload: Workload, turn: int) -> dict[str, Run]:
    """One run of each, one after the other, beginning with another one at each turn."""
    assert job.command is not None
    commands = {"base": Command((str(job.base), "-c", "pass"), workload.folder), "job": job.command}
    if beside is not None and beside.command is not None:
        commands["bob"] = beside.command
    order = list(commands)
    first = turn % len(order)
    runs = {}
    for name in order[first:] + order[:first]:
        workload.restore()
        runs[name] = spawner.run(commands[name])
    return runs


def _figures(turns: Sequence[dict[str, Run]], floor_mib: float) -> dict[str, Any]:
    ms = {name: [turn[name].ms for turn in turns] for name in turns[0]}
    peak = max(turn["job"].peak_mib for turn in turns)
    bad = sorted({turn[name].status for turn in turns for name in turn} - {0})
    figures: dict[str, Any] = {
        "ratio": paired(ms["job"], ms["base"]),
        "ms": median(ms["job"]),
        "base_ms": median(ms["base"]),
        "peak_mib": peak,
        "peak_is_floor": peak <= floor_mib * 1.02,
    }
    if "bob" in ms:
        figures["bob_over_this"] = paired(ms["bob"], ms["job"])
    if bad:
        figures["refused"] = f"ended with status {', '.join(map(str, bad))}"
    return figures


def first_use(bob: Job, workload: Workload, cache: Path, times: int) -> dict[str, Any]:
    """`bob run --resume` with an empty cache folder, in seconds: what is compiled is compiled then."""
    row: dict[str, Any] = {"name": "first use", "files": bob.files}
    if bob.command is None:
        return {**row, "absent": bob.absent}
    seconds = []
    with Spawner() as spawner:
        for _ in range(times):
            shutil.rmtree(cache, ignore_errors=True)
            workload.restore()
            variables = (*bob.command.variables, ("BOB_CACHE_DIR", str(cache)))
            run = spawner.run(bob.command._replace(variables=variables))
            if run.status:
                return {**row, "refused": f"ended with status {run.status}"}
            seconds.append(run.ms / 1000)
    shutil.rmtree(cache, ignore_errors=True)
    return {**row, "seconds": median(seconds), "times": times}


def syncs(folder: Path, content: bytes, times: int) -> dict[str, Any]:
    """What being durable costs alone: the two fsync calls of one replacement, in milliseconds."""
    both = [_two_syncs(folder, content, time.perf_counter) for _ in range(times)]
    low, high = percentile(both, 0.1), percentile(both, 0.9)
    return {"name": "fsync of file and folder", "ms": median(both), "low_ms": low, "high_ms": high}


def _two_syncs(folder: Path, content: bytes, clock: Callable[[], float]) -> float:
    temporary, target = folder / "synced.tmp", folder / "synced"
    with open(temporary, "wb", buffering=0) as out:
        out.write(content)
        start = clock()
        os.fsync(out.fileno())
        elapsed = clock() - start
    os.rename(temporary, target)
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    start = clock()
    os.fsync(directory)
    elapsed += clock() - start
    os.close(directory)
    return elapsed * 1000
