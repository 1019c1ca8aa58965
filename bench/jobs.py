"""The commands that are measured, each with its environment, what it must leave behind and what it checks.

A job's `base` is the interpreter whose `python -c pass` it is paired with: its own environment's. Peers read
and write the planes as durably as Bob: temporary file, fsync, rename, fsync of the folder.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.processes import Command
from bench.workload import CHECKPOINT, EXACT, INPUT, ROUNDED

if TYPE_CHECKING:
    from bench.environments import Prepared
    from bench.workload import Installed, Workload

PEERS = Path(__file__).parent / "peers"
STATE = "state.pt"
_NEITHER = "no"


class Job(NamedTuple):
    """One command of the table; `absent` says why there is none.

    `agreement` is how its planes are compared with Bob's (empty: it writes none), `files` what it reads and
    writes, `digests` and `verifies` what it computes and checks of them, `heavy` whether a run takes seconds,
    `aside` whether it only explains another row.
    """

    name: str
    command: Command | None
    base: Path | None
    absent: str | None = None
    agreement: str = ""
    files: str = ""
    digests: str = ""
    verifies: str = ""
    heavy: bool = False
    aside: bool = False
    give_back: Command | None = None


def own_jobs(bob: Installed, workload: Workload, where: str = "") -> list[Job]:
    """Bob's own commands, warm; `where` ends their names."""
    python, launcher = str(bob.python), str(bob.launcher)
    rows = {
        "bob run --resume": (launcher, "run", "--resume", CHECKPOINT),
        "python -m bob run --resume": (python, "-m", "bob", "run", "--resume", CHECKPOINT),
        "bob verify envelope": (launcher, "verify", "envelope", CHECKPOINT),
        "bob --help": (launcher, "--help"),
        "python -I -S -c pass": (python, "-I", "-S", "-c", "pass"),
    }
    variables = tuple(bob.variables.items())
    jobs = []
    for name, arguments in rows.items():
        runs = "--resume" in arguments
        reads = runs or "verify" in arguments
        jobs.append(
            Job(
                name + where,
                Command(arguments, workload.folder, variables),
                bob.python,
                agreement=EXACT if runs else "",
                files="the checkpoint" if reads else "",
                digests="all of it, before and after" if runs else "all of it" if reads else "",
                verifies="header, contract, input, values" if runs else "header, contract" if reads else "",
            )
        )
    return jobs


def c_job(program: Prepared, base: Path, workload: Workload, where: str = "") -> Job:
    """The same job in C, static."""
    name = f"C{where}"
    if program.python is None:
        return Job(name, None, None, program.absent)
    command = Command((str(program.python), CHECKPOINT, INPUT), workload.folder)
    return _peer(name, command, base, EXACT)


def peer_jobs(environments: dict[str, Prepared], caches: Path, workload: Workload) -> list[Job]:
    """NumPy, JAX, raw torch and the usual torch, and the import of each alone."""
    jax_variables = (
        ("JAX_COMPILATION_CACHE_DIR", str(caches / "jax")),
        ("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0"),
        ("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1"),
        ("JAX_PLATFORMS", "cpu"),
    )
    jobs = []
    for environment, name, script, variables in (
        ("numpy", "NumPy", "numpy_job.py", ()),
        ("jax", "JAX", "jax_job.py", jax_variables),
        ("torch", "raw torch", "torch_raw_job.py", ()),
        ("torch", "usual torch", "torch_usual_job.py", ()),
    ):
        prepared = environments[environment]
        if prepared.python is None:
            jobs.append(Job(name, None, None, prepared.absent))
            continue
        python, usual = str(prepared.python), name == "usual torch"
        program = str(PEERS / script)
        command = Command(
            (python, program, STATE if usual else CHECKPOINT, INPUT), workload.folder, variables
        )
        job = _peer(name, command, prepared.python, ROUNDED, heavy=environment != "numpy")
        if usual:
            _converted(python, program, workload)
            back = Command((python, program, "--to", CHECKPOINT, STATE), workload.folder)
            job = job._replace(files="a state of torch.save", give_back=back)
        jobs.append(job)
    return jobs + [_import(name, environments[name], workload) for name in ("numpy", "jax", "torch")]


def _peer(name: str, command: Command, base: Path, agreement: str, heavy: bool = False) -> Job:
    files = "the checkpoint, its header copied with the new step"
    return Job(name, command, base, None, agreement, files, _NEITHER, _NEITHER, heavy)


def _converted(python: str, program: str, workload: Workload) -> None:
    """The state that the usual torch script begins from, made of the checkpoint."""
    workload.restore()
    arguments = (python, program, "--from", CHECKPOINT, STATE)
    subprocess.run(arguments, cwd=workload.folder, check=True, capture_output=True)
    workload.keep(STATE)


def _import(name: str, prepared: Prepared, workload: Workload) -> Job:
    title = f"import {name}"
    if prepared.python is None:
        return Job(title, None, None, prepared.absent)
    command = Command((str(prepared.python), "-c", title), workload.folder)
    return Job(title, command, prepared.python, heavy=name != "numpy", aside=True)
