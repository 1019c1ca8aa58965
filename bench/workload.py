"""What every command is given: a checkpoint at step 10, an input record, and the planes ten updates later.

    workload = Workload(folder, Installed(python, cache))     # made once, by the `bob` that is measured
    workload.restore()                             # a fresh, synced copy, outside of what is measured
    workload.disagreement("bit for bit")           # after a command: None, or why its row is refused

The planes that a command leaves are compared with Bob's: bit for bit, or within `ROUNDING` of the largest
magnitude in the plane, where a peer sums and rounds otherwise. A missing or a different update lies far
beyond.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.envelope.contract import Contract
from bob.envelope.header import AT
from bob.envelope.input_record import build_input

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

ROUNDING = 1e-5
EXACT = "bit for bit"
ROUNDED = f"within {ROUNDING:g} of the plane's largest"
CHECKPOINT, INPUT = "ckpt.bin", "input.bin"
_HEADER_BYTES = slice(AT.offset("header_bytes"), AT.offset("header_bytes") + AT.size("header_bytes"))


class Installed(NamedTuple):
    """An installed Bob: its interpreter, and the folder that its commands keep their cache in."""

    python: Path
    cache: Path

    @property
    def launcher(self) -> Path:
        """The command `bob`."""
        return self.python.parent / "bob"

    @property
    def variables(self) -> dict[str, str]:
        """What its commands find in their environment."""
        return {"BOB_CACHE_DIR": str(self.cache)}


class Workload:
    """The files of one folder, and how they are put back."""

    def __init__(self, folder: Path, bob: Installed) -> None:
        """Raises CalledProcessError where `bob run` fails."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.checkpoint = folder / CHECKPOINT
        contract = Contract.shipped()
        size = contract["data.vocabulary"]
        record = build_input([(7 * b + 3) % size for b in range(size)], [65, 66, 255], contract)
        (folder / INPUT).write_bytes(record)
        self._kept = {CHECKPOINT: _made(bob, folder, "--out", "before.bin")}
        self.expected = planes(_made(bob, folder, "--resume", "before.bin", "--out", "after.bin"))

    def keep(self, name: str) -> None:
        """Put this file back as it is now as well, each time."""
        self._kept[name] = (self.folder / name).read_bytes()

    def restore(self) -> None:
        """Fresh copies of what commands replace, synced, so that no command waits for another's bytes."""
        for name, content in self._kept.items():
            write_synced(self.folder / name, content)

    def disagreement(self, agreement: str) -> str | None:
        """Why the planes in the checkpoint are not as Bob makes them; None where they are."""
        return disagreement(planes(self.checkpoint.read_bytes()), self.expected, agreement)


def _made(bob: Installed, folder: Path, *arguments: str) -> bytes:
    """What `bob run` writes to the last of its arguments."""
    command = [str(bob.launcher), "run", *arguments]
    subprocess.run(command, cwd=folder, env={**os.environ, **bob.variables}, check=True, capture_output=True)
    return (folder / arguments[-1]).read_bytes()


def planes(checkpoint: bytes) -> NDArray[np.float32]:
    """The three planes [3, parameters] of a checkpoint's bytes, whose digests a peer may have left stale."""
    offset = int.from_bytes(checkpoint[_HEADER_BYTES], "little")
    return np.frombuffer(checkpoint, np.float32, offset=offset).reshape(3, -1)


def disagreement(found: NDArray[np.float32], expected: NDArray[np.float32], agreement: str) -> str | None:
    """Where two sets of planes [3, parameters] differ more than `agreement` allows, in words, or None."""
    for name, ours, theirs in zip("PMV", expected, found, strict=True):
        if agreement == EXACT:
            differing = int((ours.view(np.uint32) != theirs.view(np.uint32)).sum())
            if differing:
                return f"{differing:,} scalars of {name} have other bits than Bob's"
        else:
            deviation = float(np.abs(ours - theirs).max() / np.abs(ours).max())
            if not deviation <= ROUNDING:
                return f"{name} deviates by {deviation:.1e} of its largest from Bob's"
    return None


def write_synced(path: Path, content: bytes) -> None:
    """Write a file whole and wait until it is on the disk, its folder too."""
    with open(path, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(folder)
    os.close(folder)
