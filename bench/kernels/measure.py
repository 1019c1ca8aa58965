"""How fast the kernels are, beside a C twin, torch and what the machine allows; interleaved, in one run.

    table_rows(repeats, torch_python)      the table's training, ten updates of 65,536 scalars, one thread
    adamw_rows(counts, repeats)            AdamW of flat planes with its gradient given
    growth(vocabularies, repeats)          time and memory of the table's training against its scalars

Each gives plain dictionaries: seconds of every repeat under a name, in the order measured, so that a caller
takes ratios pair by pair (`bench.ratios`). Before a time counts, planes are compared: the twin's with ours
bit for bit, torch's within rounding; `Disagreement` is raised where they differ.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bench.kernels.twin import FLAGS, twin
from bob.kernels import native, signatures
from bob.kernels.trace import Hyperparameters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Plane = NDArray[np.float32]

HYPERPARAMETERS = Hyperparameters(0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
CONSTANTS: list[float] = np.array(HYPERPARAMETERS, np.uint32).view(np.float32).tolist()
VOCABULARY, N_UPDATES = 256, 10
# Corrections of the tenth update, as docs/arithmetic.md gives them.
CORRECTIONS: list[float] = np.array([0x3FC48603, 0x42C8E77B], np.uint32).view(np.float32).tolist()
# torch rounds elsewhere, and its exp differs: ten updates of 0.05 keep P this near.
TORCH_TOLERANCE = 1e-4


class Disagreement(Exception):
    """Two programs that should compute the same do not; the message says which and where."""


def table_rows(repeats: int, torch_python: str | None = None) -> dict[str, Any]:
    """Seconds of `bob`, `divider`, `twin` and `torch`; a peer that is not there has None."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        start, targets = initial(VOCABULARY)
        work = [np.array(plane) for plane in start]
        rows, trace, scratch = _buffers(VOCABULARY, N_UPDATES)
        called, compiled = native.kernels(), twin(place)

        def bob() -> None:
            called["train_rows"](
                *map(_at, (*work, targets)),
                *(VOCABULARY, 0, VOCABULARY, *CONSTANTS, 1, N_UPDATES),
                *map(_at, (rows, scratch)),
            )
            called["summarise"](_at(rows), VOCABULARY, N_UPDATES, _at(trace), _at(scratch))

        jobs: dict[str, Callable[[], Any]] = {"bob": bob}
        if compiled is not None:
            jobs["divider"] = lambda: compiled["divider"](N_UPDATES * VOCABULARY**2)
            jobs["twin"] = lambda: compiled["twin_train"](
                *map(_at, (*work, targets)),
                *(VOCABULARY, *CONSTANTS, 1, N_UPDATES),
                *map(_at, (rows, trace, scratch)),
            )
        peer = _Torch(torch_python, place, start[0], targets) if torch_python else None
        results: dict[str, list[Any]] = {}
        times: dict[str, list[float]] = {name: [] for name in jobs}
        torch_times: list[float] = []
        for _ in range(repeats + 1):
            for name, job in jobs.items():
                for plane, first in zip(work, start, strict=True):
                    plane[...] = first
                times[name].append(_seconds(job))
                results[name] = [*(np.array(plane) for plane in work), np.array(trace)]
            if peer is not None:
                torch_times.append(peer.train())
        if "twin" in results:
            _require_same("the C twin", results["twin"], results["bob"])
        if peer is not None:
            _require_near("torch", peer.planes(), results["bob"])
    return {
        "scalars": VOCABULARY**2,
        "updates": N_UPDATES,
        "c_flags": list(FLAGS),
        "torch": peer.version if peer is not None else None,
        # The first repeat warms caches and predictors.
        "seconds": {
            name: given[1:] if (given := {**times, "torch": torch_times}.get(name)) else None
            for name in ("bob", "divider", "twin", "torch")
        },
    }


def adamw_rows(counts: Sequence[int], repeats: int) -> list[dict[str, Any]]:
    """For each count of scalars, seconds of `bob`, `twin` and of the same traffic in place (`bandwidth`)."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = twin(Path(folder))
        return [_adamw_row(count, repeats, compiled) for count in counts]


def _adamw_row(count: int, repeats: int, compiled: dict[str, Any] | None) -> dict[str, Any]:
    rng = np.random.default_rng(count)
    planes = [rng.standard_normal(count, np.float32) * np.float32(0.03) for _ in range(4)]
    planes[2] **= 2
    addresses = [_at(plane) for plane in planes]
    arguments = (*addresses, count, *CONSTANTS, *CORRECTIONS)
    adamw = native.kernels()["adamw"]
    jobs: dict[str, Callable[[], Any]] = {"bob": lambda: adamw(*arguments)}
    if compiled is not None:
        jobs["twin"] = lambda: compiled["twin_adamw"](*arguments)
        jobs["bandwidth"] = lambda: compiled["read_modify_write"](*addresses, count)
        # The first million tells, and takes no second set of planes.
        few = min(count, 1 << 20)
        ours, theirs = ([np.array(plane[:few]) for plane in planes] for _ in range(2))
        adamw(*map(_at, ours), few, *CONSTANTS, *CORRECTIONS)
        compiled["twin_adamw"](*map(_at, theirs), few, *CONSTANTS, *CORRECTIONS)
        _require_same("the C twin", theirs, ours)
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(repeats + 1):
        for name, job in jobs.items():
            times[name].append(_seconds(job))
    # Seven streams of four bytes: p, m and v are read and written, g is read.
    n_bytes = 7 * 4 * count
    seconds = {name: times[name][1:] if name in times else None for name in ("bob", "twin", "bandwidth")}
    return {"scalars": count, "traffic_bytes": n_bytes, "c_flags": list(FLAGS), "seconds": seconds}


def growth(vocabularies: Sequence[int], repeats: int) -> list[dict[str, Any]]:
    """For each vocabulary, in a process of its own: seconds of ten updates, and peak memory in bytes.

    `memory_bytes` is the process's peak, `before_bytes` its peak before there were planes.
    """
    return [_grown(vocabulary, repeats) for vocabulary in vocabularies]


def _grown(vocabulary: int, repeats: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.kernels.measure", str(vocabulary), str(repeats)]
    root = Path(__file__).parent.parent.parent
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    grown: dict[str, Any] = json.loads(ran.stdout)
    return grown


def _growth_process(vocabulary: int, repeats: int) -> dict[str, Any]:
    def peak() -> int:
        # What getrusage tells begins with the memory of the process that this one was forked from.
        status = Path("/proc/self/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) * 1024

    native.require_native()
    before = peak()
    planes, targets = initial(vocabulary)
    seconds = []
    p, m, v = planes
    for first in range(1, 1 + repeats * N_UPDATES, N_UPDATES):
        began = time.perf_counter()
        native.train(p, m, v, targets, HYPERPARAMETERS, first, N_UPDATES)
        seconds.append(time.perf_counter() - began)
    return {
        "vocabulary": vocabulary,
        "scalars": vocabulary**2,
        "updates": N_UPDATES,
        "seconds": seconds,
        "before_bytes": before,
        "memory_bytes": peak(),
    }


class _Torch:
    """torch_peer.py under another Python, asked for one training at a time."""

    def __init__(self, python: str, folder: Path, p: Plane, targets: NDArray[np.uint32]) -> None:
        self.folder = folder
        (folder / "p").write_bytes(p.tobytes())
        (folder / "targets").write_bytes(targets.tobytes())
        script = Path(__file__).parent / "torch_peer.py"
        command = [python, str(script), str(folder), str(VOCABULARY), str(N_UPDATES)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = self._line()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def train(self) -> float:
        """Seconds of one training, as torch's process takes them."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return int(self._line()) * 1e-9

    def planes(self) -> list[Plane]:
        """P, M, V and the trace of the last training; ends the process."""
        self.process.communicate()
        return [np.fromfile(self.folder / f"torch_{name}", np.float32) for name in ("p", "m", "v", "trace")]


def initial(n: int) -> tuple[list[Plane], NDArray[np.uint32]]:
    """P, M, V before the first update, each [n, n], and targets [n] (docs/arithmetic.md)."""
    key = int.from_bytes(hashlib.sha256(b"bob-seed-v1").digest()[:8], "little")
    p = np.empty(n * n, np.float32)
    words, chunk = np.random.Philox(key=key), 1 << 22
    for first in range(0, n * n, chunk):
        raw = words.random_raw(min(chunk, n * n - first)) >> np.uint64(40)
        whole = (raw.astype(np.int64) - (1 << 23)).astype(np.float32)
        p[first : first + chunk] = whole * np.float32(2.0**-28)
    planes = [p.reshape(n, n), np.zeros((n, n), np.float32), np.zeros((n, n), np.float32)]
    return planes, ((7 * np.arange(n) + 3) % n).astype(np.uint32)


def _buffers(n: int, n_updates: int) -> tuple[Plane, Plane, Plane]:
    """Results of rows, the trace, and scratch for training and summary."""
    scratch = max(signatures.train_scratch(n, n_updates), signatures.summarise_scratch(n))
    sizes = (signatures.row_results(n, n_updates), signatures.trace_results(n_updates), scratch)
    rows, trace, space = (np.zeros(size, np.float32) for size in sizes)
    return rows, trace, space


def _at(array: NDArray[Any]) -> int:
    return array.ctypes.data


def _seconds(job: Callable[[], Any]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def _require_same(who: str, found: list[Plane], ours: list[Plane]) -> None:
    for name, one, other in zip(("P", "M", "V", "the trace"), found, ours, strict=False):
        if one.tobytes() != other.tobytes():
            raise Disagreement(f"{who} has other bits in {name}")


def _require_near(who: str, found: list[Plane], ours: list[Plane]) -> None:
    for name, one, other in zip(("P", "M", "V", "the trace"), found, ours, strict=True):
        deviation = float(np.abs(one.ravel() - other.ravel()).max())
        if not deviation <= TORCH_TOLERANCE:
            raise Disagreement(f"{who} deviates by {deviation:.3g} in {name}")


if __name__ == "__main__":
    print(json.dumps(_growth_process(*map(int, sys.argv[1:]))))
