"""Commands of Bob as processes: each begun anew, or each a child of one that has loaded Bob.

with Zygote(folder, control.environment) as bob:       # tests.faults.zygote
    bob(["run", ...]).status
Launched(folder, control.environment)(["run", ...])    # through the launcher, from sh on
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.run.quick.prefixes import PACKAGE, Prefix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[2]


class Ended(NamedTuple):
    """A process's exit status (negative: the signal that killed it) and what it printed."""

    status: int
    out: str
    err: str


class Zygote:
    """Makes each command a child of one process that has loaded all modules and the kernels."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._outputs = folder / "outputs"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.zygote"],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "loaded\n"

    def __call__(self, words: Sequence[str]) -> Ended:
        """Run one command."""
        return self.many(words, 1)[0]

    def many(self, words: Sequence[str], n: int) -> list[Ended]:
        """Run a command n times at once."""
        request = {"arguments": list(words), "outputs": str(self._outputs), "n": n}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        statuses = json.loads(self._line())
        return [
            Ended(status, self._said(i, "out"), self._said(i, "err")) for i, status in enumerate(statuses)
        ]

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def _said(self, i: int, name: str) -> str:
        path = Path(f"{self._outputs}.{i}.{name}")
        return path.read_text() if path.exists() else ""

    def __enter__(self) -> Zygote:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Launched:
    """Begins each command through the launcher, in an installation of its own that leads to this source."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        prefix = Prefix(folder / "venv")
        prefix.link_libraries()
        prefix.put("_editable_impl_bob_ckpt.pth", str(PACKAGE.parent))
        self.launcher = str(prefix.launcher)
        self.environment = {**os.environ, **(environment or {})}

    def __call__(self, words: Sequence[str]) -> Ended:
        """Run one command."""
        process = self.begin(words)
        out, err = process.communicate()
        return Ended(process.returncode, out, err)

    def begin(self, words: Sequence[str], before: Sequence[str] = ()) -> subprocess.Popen[str]:
        """Begin one command, behind the words of another program."""
        return subprocess.Popen(
            [*before, self.launcher, *words],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
