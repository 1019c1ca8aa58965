"""`python -m bench.digests [GIGABYTES]`: how fast `--digests` reads a file, beside the digest library alone.

Both digest one sparse file, in turn, in one process: Bob as a worker of a sharded set does, the library over
one mapping of the whole file. Holes are no disk: what is compared is how fast bytes go through the digest.
"""

from __future__ import annotations

import argparse
import mmap
import os
import tempfile
import time
from statistics import median
from typing import TYPE_CHECKING

from blake3 import blake3

from bench.ratios import paired
from bob.shards import Look, look

if TYPE_CHECKING:
    from collections.abc import Callable

PAIRS = 5


def ours(path: str) -> str:
    """The digest, as Bob tells it."""
    return look(Look(path, reads=False, digests=True, alone=True)).digest


def theirs(path: str) -> str:
    """The digest of the whole file at once, on one thread."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        return blake3(mapped).hexdigest()


def timed(digest: Callable[[str], str], path: str) -> tuple[float, str]:
    """The wall time of one digest, in seconds, and the digest."""
    start = time.perf_counter()
    told = digest(path)
    return time.perf_counter() - start, told


def measured(n_bytes: int, pairs: int = PAIRS) -> tuple[list[float], list[float]]:
    """The times of both, pair by pair, in seconds; raises `ValueError` where their digests differ."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shard")
        with open(path, "wb") as file:
            file.truncate(n_bytes)
        digests = {ours(path), theirs(path)}
        times: dict[Callable[[str], str], list[float]] = {ours: [], theirs: []}
        for turn in range(pairs):
            for digest in (ours, theirs) if turn % 2 else (theirs, ours):
                seconds, told = timed(digest, path)
                times[digest].append(seconds)
                digests.add(told)
    if len(digests) != 1:
        raise ValueError(f"digests differ: {sorted(digests)}")
    return times[ours], times[theirs]


def main() -> None:
    """Print both speeds and their ratio."""
    parser = argparse.ArgumentParser(prog="python -m bench.digests", description="Measure digests.")
    parser.add_argument("gigabytes", nargs="?", type=float, default=1.0)
    n_bytes = int(parser.parse_args().gigabytes * 1e9)
    bob, library = measured(n_bytes)
    for name, times in (("bob", bob), ("library", library)):
        print(f"{name:<8} {n_bytes / median(times) / 1e9:6.2f} GB a second")
    ratio = paired(bob, library)
    print(f"bob takes {ratio['median']:.2f} times as long ({ratio['low']:.2f} to {ratio['high']:.2f})")


if __name__ == "__main__":
    main()
