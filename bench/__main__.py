"""`python -m bench`: prepare the peers, measure everything, write bench/results.json and docs/speed.md.

`--quick` measures the same in about a minute with fewer pairs and a smaller file, prints the page and
writes nothing. `--page` writes the page from the results as they are. `--bob PYTHON` measures an installed
Bob instead of a wheel built from this checkout.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench import environments, invocation, jobs, kernel_rows, large, page
from bench.bounds import IN_MEMORY
from bench.machine import machine, today
from bench.reference import AGAINST
from bench.workload import Installed, Workload

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.environments import Prepared

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
DOCS = HERE.parent / "docs"
SHARED_MEMORY = Path("/dev/shm")
# The run before is kept beside the last, so that the page shows both.
_RUNS = 2


class Scale(NamedTuple):
    """How much is measured."""

    pairs: int
    first_uses: int
    large_bytes: int
    large_pairs: int
    table_repeats: int
    adamw_repeats: int
    adamw_counts: tuple[int, ...]
    growth_repeats: int
    vocabularies: tuple[int, ...]


FULL = Scale(40, 3, 8_000_000_000, 5, 100, 20, (1 << 24, 100_000_000), 5, (16, 64, 256, 1024, 4096, 8192))
QUICK = Scale(8, 1, 800_000_000, 3, 30, 10, (1 << 22,), 3, (16, 256, 1024))


def main() -> None:
    """Read the arguments and do as they say."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Bob and its peers.")
    parser.add_argument("--quick", action="store_true", help="fewer pairs, a smaller file; write nothing")
    parser.add_argument("--page", action="store_true", help="write the page from bench/results.json only")
    parser.add_argument("--bob", type=Path, metavar="PYTHON", help="the python of an installed Bob")
    arguments = parser.parse_args()
    if arguments.page:
        write_page(json.loads(RESULTS.read_text())["runs"])
        return
    run = measured(QUICK if arguments.quick else FULL, arguments.bob, arguments.quick)
    if arguments.quick:
        print(page.page([run]))
        return
    before = json.loads(RESULTS.read_text())["runs"] if RESULTS.exists() else []
    runs = [run, *before][:_RUNS]
    RESULTS.write_text(json.dumps({"runs": runs}, indent=1) + "\n")
    write_page(runs)


def write_page(runs: Sequence[dict[str, Any]]) -> None:
    """docs/speed.md and its plots."""
    (DOCS / "speed.md").write_text(page.page(runs))
    for name, text in page.plots(runs[0]).items():
        (DOCS / name).write_text(text)


def measured(scale: Scale, own_python: Path | None, quick: bool) -> dict[str, Any]:
    """One whole run: every table, with the machine and the versions."""
    said("preparing environments")
    prepared = {name: environments.prepare(name) for name in environments.REQUIREMENTS if name != "bob"}
    prepared["bob"] = environments.given(own_python) if own_python else environments.prepare("bob")
    prepared["c"] = environments.build_c(jobs.PEERS / "job.c", "job")
    run: dict[str, Any] = {
        "date": today(),
        "machine": machine(environments.PLACE),
        "pairs": scale.pairs,
        "versions": {name: one.versions for name, one in prepared.items() if one.versions},
    }
    with tempfile.TemporaryDirectory(dir=environments.PLACE) as scratch:
        run |= _processes(prepared, Path(scratch), scale, quick)
    said("kernels")
    torch = prepared["torch"]
    python = None if torch.python is None else str(torch.python)
    asked = {**scale._asdict(), "torch_python": python, "torch_absent": torch.absent}
    return run | kernel_rows.measured(asked)


def _processes(prepared: dict[str, Prepared], scratch: Path, scale: Scale, quick: bool) -> dict[str, Any]:
    """The tables of fresh processes."""
    python = prepared["bob"].python
    if python is None:
        raise SystemExit(f"bench: Bob cannot be installed: {prepared['bob'].absent}")
    bob = Installed(python, scratch / "cache")
    disk = Workload(scratch / "disk", bob)
    own = jobs.own_jobs(bob, disk)
    c = jobs.c_job(prepared["c"], python, disk)
    peers = jobs.peer_jobs(prepared, environments.PLACE / "caches", disk)
    said("commands")
    commands = invocation.measure([*own, c, *peers], list(AGAINST), own[0], disk, scale.pairs, quick)
    if SHARED_MEMORY.is_dir():
        commands += _in_memory(prepared["c"], bob, scale.pairs)
    said("first use, syncs and the large file")
    verify = next(job for job in own if job.name == "bob verify envelope")
    return {
        "commands": commands,
        "first_use": invocation.first_use(own[0], disk, scratch / "first", scale.first_uses),
        "syncs": invocation.syncs(disk.folder, disk.checkpoint.read_bytes(), scale.pairs),
        "large": large.measure(
            verify, jobs.PEERS / "digest.py", scratch, scale.large_bytes, scale.large_pairs
        ),
    }


def _in_memory(program: Prepared, bob: Installed, pairs: int) -> list[dict[str, Any]]:
    """Bob and C once more with their files where an fsync costs nothing."""
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as scratch:
        memory = Workload(Path(scratch), bob)
        own = jobs.own_jobs(bob, memory, IN_MEMORY)[0]
        c = jobs.c_job(program, bob.python, memory, IN_MEMORY)
        return invocation.measure([own, c], [c.name], own, memory, pairs, quick=False)


def said(text: str) -> None:
    """A line of progress."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
