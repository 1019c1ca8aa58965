"""Files larger than memory: verification streams, and a header that says no is refused at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bench.large import sparse_checkpoint
from bob.envelope.header import AT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.setting import Setting

# Eight gigabytes take half a minute: BOB_FAULT_GIGABYTES=8.
N_BYTES = int(float(os.environ.get("BOB_FAULT_GIGABYTES", "0.25")) * 1e9)
ROOM_BYTES = 64 * 10**6
_PEAK = (
    "import os, resource, sys\nchild = os.fork()\nif child == 0:\n    os.dup2(2, 1)\n"
    "    os.execv(sys.argv[1], sys.argv[1:])\n_, status, used = os.wait4(child, 0)\n"
    "print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024)\n"
)


def peak(tried: Setting, *command: str) -> tuple[int, int]:
    """A command's exit status and its most memory in bytes."""
    whole = [sys.executable, "-c", _PEAK, *command]
    environment = tried.launched.environment
    ran = subprocess.run(whole, capture_output=True, text=True, check=True, env=environment)
    status, n_bytes = ran.stdout.split()
    return int(status), int(n_bytes)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sparse checkpoint in which all but its sizes is the shipped contract's, every digest right."""
    path = tmp_path_factory.mktemp("large") / "run" / "ckpt.bin"
    path.parent.mkdir()
    sparse_checkpoint(path, N_BYTES)
    return path


def test_verifying_a_large_file_reads_all_of_it_and_keeps_little_of_it(tried: Setting, large: Path) -> None:
    control = tried.bench.control
    control.arm(large.parent)
    ended = tried.zygote(["verify", "envelope", "--chunks", str(large)])
    control.disarm()
    assert ended.status == 1
    # Its sizes are another contract's; its digests are right.
    assert set(re.findall(r"BOB\d{3}", ended.out.split("equal:")[0])) == {"BOB214", "BOB215"}
    assert control.bytes_read >= large.stat().st_size - 4096
    _, interpreter = peak(tried, sys.executable, "-c", "pass")
    status, n_bytes = peak(tried, tried.launched.launcher, "verify", "envelope", "--chunks", str(large))
    assert status == 1
    assert n_bytes - interpreter < ROOM_BYTES


LENGTH = "length"


def changed(path: Path, at: int | str, new: bytes) -> bytes:
    """Write `new` at a byte (from the end where negative); or leave away the last. Gives what stood there."""
    if at == LENGTH:
        os.truncate(path, path.stat().st_size - len(new))
        return new
    with path.open("r+b") as file:
        file.seek(int(at))
        old = file.read(len(new))
        file.seek(int(at))
        file.write(new)
    return old


def restored(path: Path, at: int | str, old: bytes) -> None:
    if at == LENGTH:
        os.truncate(path, path.stat().st_size + len(old))
    else:
        changed(path, at, old)


@pytest.mark.parametrize(
    ("at", "new", "code"),
    [
        pytest.param(0, b"X", "BOB201", id="magic"),
        pytest.param(8, b"\x09", "BOB204", id="version"),
        pytest.param(AT.offset("parent"), b"\x01", "BOB205", id="header digest"),
        pytest.param(LENGTH, b"\0", "BOB202", id="cut"),
        pytest.param(0, b"", "BOB214", id="another contract's sizes"),
    ],
)
@pytest.mark.parametrize(
    "words", [["verify", "envelope"], ["verify", "values"], ["run", "--resume"]], ids=" ".join
)
def test_a_header_that_says_no_is_refused_before_the_planes_are_read(
    tried: Setting, large: Path, words: list[str], at: int | str, new: bytes, code: str
) -> None:
    control = tried.bench.control
    old = changed(large, at, new)
    control.arm(large.parent)
    ended = tried.zygote([*words, str(large)])
    control.disarm()
    restored(large, at, old)
    assert ended.status == 1
    assert code in ended.out + ended.err
    assert control.bytes_read < 1 << 20
