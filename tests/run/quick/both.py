"""Both ways through a command, on the same files, in one process: what they say and what they leave.

    both = Both(folder, contract, monkeypatch)
    ran = both("run", checkpoint, record)       # asserts that they agree; gives what the full path said

The quick path is `bob.run.quick.attempt`, the full one `bob.cli.main.main`. Of a fresh process only what
costs time and decides nothing is left out: syncing the disk, and keeping plans.
"""

from __future__ import annotations

import io
import os
import re
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

import bob.cli.run
import bob.cli.verify
from bob.binary32 import exact
from bob.cli.main import main
from bob.cli.verify import sound_lines, stamped_files
from bob.kernels import cache as kernel_cache
from bob.moments import moment_law
from bob.run import quick
from bob.run.quick import planning, resume, upkeep

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from bob.envelope.contract import Contract

Seen: TypeAlias = "dict[str, tuple[bytes, int, int, int]]"
ACCEPTED = "accepted"
# The part of the law's bound within which the quick path leaves the answer to the full one.
NEAR = 2e-9


class Ran(NamedTuple):
    """What the full path said, its first code or `ACCEPTED`, all codes, and whether the quick path served."""

    status: int
    out: str
    err: str
    verdict: str
    codes: frozenset[str]
    served: bool


class Both:
    """A folder with a checkpoint and its input record, a contract, and the plans that serve it."""

    def __init__(
        self,
        folder: Path,
        contract: Contract,
        patch: pytest.MonkeyPatch,
        shipped: bool = False,
        built: bool = True,
    ) -> None:
        self.folder = folder
        self.contract = contract
        self.ckpt, self.input = folder / "ckpt.bin", folder / "input.bin"
        named = folder.parent / f"{folder.name}.toml"
        named.write_text(contract.toml())
        self._options = [] if shipped else ["--contract", str(named)]
        content = b"" if shipped else named.read_bytes()
        if built and any(quick.kept(kind, content, os.environ) is None for kind in upkeep.SERVED):
            upkeep.build(contract, content, sound_lines(contract), stamped_files(), os.environ)
        for module, name in ((bob.cli.run, "_keep_plan"), (planning, "keep_envelope_plan")):
            patch.setattr(module, name, lambda *_: None)
        for name in ("posix", "os"):
            patch.setattr(f"{name}.fsync", lambda _: None)
        self._patch = patch
        self._written: dict[int, str] = {}
        patch.setattr(quick, "write_all", self._write)
        # The loader keeps what it has loaded: once is enough.
        patch.setattr(resume, "_kernels", cached_kernels(resume._kernels))

    def hasten(self) -> None:
        """Have what is the same for every file derived once: plans, keys, and contracts."""
        kept, named = quick.kept, bob.cli.run.named_contract
        plans = {
            kind: kept(kind, content, os.environ)
            for kind in ("run", "envelope")
            for content in [(self.folder.parent / f"{self.folder.name}.toml").read_bytes()]
        }
        self._patch.setattr(quick, "kept", lambda kind, *_: plans[kind])
        self._patch.setattr(kernel_cache, "key", cache(kernel_cache.key))
        for module in (bob.cli.run, bob.cli.verify):
            self._patch.setattr(module, "named_contract", cache(named))

    def arguments(self, command: str) -> list[str]:
        """The command line: of `run`, or of `envelope`."""
        begin = ["run", "--resume"] if command == "run" else ["verify", "envelope"]
        return [*begin, str(self.ckpt), *self._options]

    def __call__(self, command: str, checkpoint: bytes, record: bytes) -> Ran:
        """Run both ways and hold them against each other."""
        before = self._put(checkpoint, record)
        served = self._quick(command)
        left = self._seen()
        assert served is not None or left == before, "the quick path declined, and something changed"
        self._put(checkpoint, record)
        ran = self._full(command, served is not None)
        full = self._seen()
        if served is not None:
            assert (ran.status, ran.out, ran.err) == (0, *served)
            assert contents(left) == contents(full)
        elif ran.status == 0:
            made = full["ckpt.bin"][0]
            assert command == "run", "the quick path declined an envelope that is sound"
            assert self._is_near(checkpoint) or self._is_near(made), "and no moment is near the law's bound"
        return ran

    def _put(self, checkpoint: bytes, record: bytes) -> Seen:
        for path, content in ((self.ckpt, checkpoint), (self.input, record)):
            path.unlink(missing_ok=True)
            path.write_bytes(content)
        return self._seen()

    def _seen(self) -> Seen:
        """Every file in the folder: its content, its inode, when it was written to, and its mode."""
        seen = {}
        for entry in os.scandir(self.folder):
            status = entry.stat(follow_symlinks=False)
            with open(entry.path, "rb") as file:
                seen[entry.name] = (file.read(), status.st_ino, status.st_mtime_ns, status.st_mode)
        return seen

    def _write(self, descriptor: int, content: bytes) -> None:
        self._written[descriptor] = self._written.get(descriptor, "") + content.decode()

    def _quick(self, command: str) -> tuple[str, str] | None:
        """Standard output and standard error where the quick path serves."""
        self._written = {}
        status = quick.attempt(self.arguments(command), os.environ)
        if status is None:
            assert self._written == {}
            return None
        assert status == 0
        return self._written.get(1, ""), self._written.get(2, "")

    def _full(self, command: str, served: bool) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main(self.arguments(command))
        said = (out.getvalue(), err.getvalue())
        codes = re.findall(r"BOB\d{3}\b", "".join(said))
        assert (status == 0) == (codes == [])
        return Ran(status, *said, codes[0] if codes else ACCEPTED, frozenset(codes), served)

    def _is_near(self, checkpoint: bytes) -> bool:
        """Whether some moment is within `NEAR` of the bound of the law of moments."""
        size, step = self.contract["chunk"], int.from_bytes(checkpoint[48:56], "little")
        law = moment_law(self.contract["learner.beta1"], self.contract["learner.beta2"], step)
        if law is None:
            return False
        planes = np.frombuffer(checkpoint[-3 * size :], np.uint32).reshape(3, -1)
        low = 1 - exact(0x3F800000) * round(NEAR * 10**12) / 10**12
        for m, v in zip(planes[1].tolist(), planes[2].tolist(), strict=True):
            excess = abs(exact(m)) - law.a
            if excess > 0 and excess * excess >= low * law.k * (exact(v) + law.c):
                return True
        return False


def contents(seen: Seen) -> dict[str, tuple[bytes, int]]:
    """Of each file its bytes and its mode."""
    return {name: (content, mode) for name, (content, _, _, mode) in seen.items()}


def cached_kernels(real: object) -> object:
    """The loading of kernels, once for a plan's object."""
    made: dict[str, object] = {}

    def kernels(plan: dict[str, str], environment: object) -> object:
        if plan["object"] not in made:
            made[plan["object"]] = real(plan, environment)  # type: ignore[operator]
        return made[plan["object"]]

    return kernels
