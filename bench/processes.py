"""Commands, and how one run of them is measured: through `bench/spawner.py`, which is small.

    with Spawner() as spawner:
        spawner.run(Command("empty", ("/usr/bin/python3", "-c", "pass"), folder))

Measured is the time from starting the process until it is waited for; standard input, output and error are
/dev/null. A peak below `floor_mib` cannot be seen: it is the spawner's own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from types import TracebackType

SPAWNER = Path(__file__).parent / "spawner.py"
_NANOSECONDS_A_MILLISECOND = 1e6
_KIB_A_MIB = 1024
# Variables that would change what is measured.
_LEFT_OUT = ("PYTHON", "BOB_", "NUMBA_", "JAX_", "TORCH_", "OMP_", "LD_PRELOAD")


class Command(NamedTuple):
    """What is run: absolute path and arguments, in a folder, with variables added to the environment."""

    arguments: tuple[str, ...]
    folder: Path
    variables: tuple[tuple[str, str], ...] = ()


class Run(NamedTuple):
    """What one run took: milliseconds from start to end, exit status, peak memory in MiB."""

    ms: float
    status: int
    peak_mib: float


class Spawner:
    """The small process that starts commands, for as long as the `with` block lasts."""

    def __enter__(self) -> Spawner:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SPAWNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={name: value for name, value in os.environ.items() if not name.startswith(_LEFT_OUT)},
        )
        self.floor_mib = self.run(Command(("/bin/true",), Path("/"))).peak_mib
        return self

    def __exit__(self, kind: type | None, raised: BaseException | None, trace: TracebackType | None) -> None:
        self._process.communicate()

    def run(self, command: Command) -> Run:
        """Run once; raises RuntimeError where the command cannot be started."""
        variables = "\x1f".join(f"{name}={value}" for name, value in command.variables)
        line = "\t".join([str(command.folder), variables, *command.arguments])
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().split()
        if not answer:
            raise RuntimeError(f"cannot be started: {command.arguments[0]}")
        elapsed, status, peak = (int(word) for word in answer)
        return Run(elapsed / _NANOSECONDS_A_MILLISECOND, status, peak / _KIB_A_MIB)
