"""Bob itself, for a processor of x86-64 and in a Python of any version: both ways in which it compiles.

    facts = kept(folder, python, "x86-64-v3")
    facts = in_process(folder, (python,), "x86-64-v3")

*Kept*: the shared object, which every process of `bob run` finds; one process an invocation, as users run it.
*In process*: what Numba compiles where no object can serve, for NUMBA_CPU_NAME; all runs in one process.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from reproduction.cases import CASES, INVOCATIONS, ROOT, SHIPPED, expected
from reproduction.judgement import Absent, file_of, said

JOB = Path(__file__).parent / "job.py"
THREADS = (1, 2, 7)
HOST = ""
# What a processor must be able to do, as /proc/cpuinfo calls it (System V ABI for x86-64, section 3.1.1).
_V2 = ("cx16", "lahf_lm", "popcnt", "ssse3", "sse4_1", "sse4_2")
_V3 = (*_V2, "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave")
NEEDS = {
    "x86-64": (),
    "x86-64-v2": _V2,
    "x86-64-v3": _V3,
    "x86-64-v4": (*_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
}


def kept(folder: Path, python: Path, cpu: str = HOST, fused: str = "") -> dict[str, str]:
    """Fresh runs and resumed ones by `python -m bob run`, with the object of a processor."""
    own = environment(BOB_CACHE_DIR=str(folder / "cache"))
    built = ["build", *([cpu] if cpu else []), *([fused] if fused else [])]
    facts: dict[str, str] = json.loads(said(str(python), "-P", str(JOB), *built, environment=own))
    missing = lacking(cpu)
    if missing:
        counts = f"{facts['registers']}, fused {facts['fused']}, LLVM {facts['llvm']}"
        raise Absent(f"compiled ({counts}) and not run so: this processor has no {missing[0]}")
    objects = _objects(folder)
    for arguments, checkpoint, copy in commands(folder, THREADS):
        said(str(python), "-m", "bob", *arguments, environment=own)
        shutil.copy(checkpoint, copy)
    if _objects(folder) != objects:
        raise RuntimeError(f"Bob built kernels of its own beside {objects}")
    return facts


def in_process(folder: Path, prefix: tuple[str, ...], cpu: str = HOST, **variables: str) -> dict[str, str]:
    """The same runs in one process, by what Numba compiles in it; `prefix` is the interpreter's command."""
    missing = lacking(cpu)
    if missing:
        raise Absent(f"this processor has no {missing[0]}, and what Numba compiles in a process runs there")
    if cpu:
        variables |= {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}
    listed = folder / "commands.json"
    listed.write_text(json.dumps(commands(folder, THREADS), default=str))
    own = environment(BOB_CACHE_DIR=str(folder / "cache"), **variables)
    printed = said(*prefix, "-P", str(JOB), "runs", str(listed), environment=own)
    if list(folder.glob("cache/kernels-*")):
        raise RuntimeError("an object was kept, so the runs were not made by what the process compiled")
    facts: dict[str, str] = json.loads(printed.splitlines()[-1])
    return facts


def lacking(cpu: str) -> list[str]:
    """What this processor cannot do of what another is named for."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    flags = next((line.split(":")[1].split() for line in lines if line.startswith("flags")), [])
    return [flag for flag in NEEDS.get(cpu, ()) if flag not in flags]


def commands(folder: Path, threads: tuple[int, ...]) -> list[tuple[list[str], Path, Path]]:
    """The arguments of `bob` for every case, the checkpoint that each leaves, and where it is copied to."""
    found = []
    for case in CASES:
        record, contract = folder / f"{case.vocabulary}.input", folder / f"{case.vocabulary}.toml"
        record.write_bytes(case.record)
        contract.write_text(case.contract.toml())
        for count in threads:
            copies = [file_of(folder, case, count, step) for step in expected(case)]
            copies[0].parent.mkdir(parents=True)
            checkpoint = copies[0].parent / "checkpoint.bin"
            options = ["--input", record, "--threads", count, "--log-every", 0]
            options += [] if case == SHIPPED else ["--contract", contract]
            begun = ["--out", *["--resume"] * (INVOCATIONS - 1)]
            for how, copy in zip(begun, copies, strict=True):
                arguments = ["run", how, checkpoint, *options]
                found.append(([str(argument) for argument in arguments], checkpoint, copy))
    return found


def _objects(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("cache/kernels-*"))


def environment(**variables: str) -> dict[str, str]:
    """This process's variables without Bob's and Numba's, this checkout's Bob, and `variables`."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "BOB_"))}
    return own | {"PYTHONPATH": str(ROOT)} | variables
