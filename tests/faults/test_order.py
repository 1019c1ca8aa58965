"""Every way syncs the file before its name and the folder after it; the shim sees every call that is made."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.faults.order import broken
from tests.faults.place import ANSWERS, WAYS
from tests.faults.shim import Call

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.setting import Setting

TEMPORARY = ".x.bob-tmp"


def call(name: str, file: str, error: int = 0) -> Call:
    return Call(name, file, error, True, -1 if error else 1)


WRITE, SYNC, NAME = call("pwrite", TEMPORARY), call("fsync", TEMPORARY), call("rename", TEMPORARY)
FOLDER, TOLD = call("fsync", "."), call("write", "(output)")
GOOD = [WRITE, SYNC, NAME, FOLDER, TOLD]


def test_the_right_order_breaks_no_rule() -> None:
    assert broken(GOOD, "x") == ""
    assert broken([WRITE, SYNC, NAME, call("fsync", ".", 22), TOLD], "x") == ""


@pytest.mark.parametrize(
    ("calls", "wrong"),
    [
        ([WRITE, NAME, FOLDER, TOLD], "not synced before it got the name"),
        ([WRITE, NAME, SYNC, FOLDER, TOLD], "not synced before it got the name"),
        ([SYNC, WRITE, NAME, FOLDER, TOLD], "written to after it was synced"),
        ([WRITE, SYNC, WRITE, NAME, FOLDER], "written to after it was synced"),
        ([WRITE, call("fsync", TEMPORARY, 5), NAME, FOLDER], "not synced before it got the name"),
        ([WRITE, SYNC, NAME, TOLD], "folder was not synced"),
        ([WRITE, SYNC, FOLDER, NAME, TOLD], "folder was not synced"),
        ([WRITE, SYNC, NAME, call("fsync", ".", 5)], "folder was not synced"),
        ([WRITE, SYNC, NAME, TOLD, FOLDER], "told before the folder was synced"),
        ([WRITE, SYNC, call("rename", TEMPORARY, 5), FOLDER], "never got the name"),
        ([SYNC, NAME, FOLDER], "nothing was written"),
    ],
)
def test_another_order_breaks_the_rule(calls: list[Call], wrong: str) -> None:
    assert wrong in broken(calls, "x")


@pytest.mark.parametrize("way", WAYS)
def test_a_run_is_durable_before_it_says_so(tried: Setting, way: str) -> None:
    calls = tried.bench.points(way)
    assert broken(calls, WAYS[way].target) == ""
    if ANSWERS in WAYS[way].beside:
        assert broken(calls, ANSWERS) == ""


# System calls by the C library's names.
NAMES = {
    "openat": "open",
    "newfstatat": "stat",
    "fstat": "stat",
    "lstat": "stat",
    "pread64": "pread",
    "pwrite64": "pwrite",
    "preadv2": "preadv",
    "renameat": "rename",
    "renameat2": "rename",
    "linkat": "link",
    "unlinkat": "unlink",
}
# What is asked about a file, and changes nothing in it: which is no point.
ASKED = {"execve", "readlink", "lseek", "ioctl", "getdents64", "dup", "fcntl"}


def traced(log: Path, folder: str) -> list[str]:
    """The names of the system calls on a folder, in order, from what strace saw."""
    inside = re.compile(re.escape(folder) + r'[/">]')
    listed, names = "", []
    for name, rest in re.findall(r"^\d+ +(\w+)\((.*)$", log.read_text(), re.MULTILINE):
        about = rest.split(", ")[0] if "write" in name else rest
        if name in ASKED or not inside.search(about):
            continue
        if name == "openat" and "O_DIRECTORY" in rest:
            # One call of the C library: it also asks for the status, and closes.
            listed = rest.rsplit("= ", 1)[1]
            names.append("opendir")
        elif not (listed and rest.startswith(listed)):
            names.append(NAMES.get(name, name))
        elif name == "close":
            listed = ""
    return names


# Together they make every kind of call that any way makes.
@pytest.mark.parametrize("way", ["resume, quick", "fresh", "resume, recorded"])
def test_the_shim_sees_every_system_call_that_strace_sees(tried: Setting, tmp_path: Path, way: str) -> None:
    if not shutil.which("strace"):
        pytest.skip("NOT CHECKED that the shim misses no system call: there is no strace")
    calls = tried.shimmed.points(way)
    tried.place.put(WAYS[way])
    log = tmp_path / "trace"
    words = tried.place.words(WAYS[way].words)
    with tried.launched.begin(words, ["strace", "-f", "-y", "-s", "4096", "-o", str(log)]) as process:
        if "Operation not permitted" in process.communicate()[1]:
            pytest.skip("NOT CHECKED that the shim misses no system call: strace may not trace here")
    assert process.returncode == 0
    seen = [each.name for each in calls if each.file not in ("(output)", "(errors)")]
    assert traced(log, str(tried.place.folder)) == seen


def test_strace_would_see_a_call_that_the_shim_misses(tmp_path: Path) -> None:
    if not shutil.which("strace"):
        pytest.skip("there is no strace")
    log = tmp_path / "trace"
    (tmp_path / "x").touch()
    command = ["strace", "-f", "-y", "-s", "4096", "-o", str(log), "truncate", "-s", "1", str(tmp_path / "x")]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("strace may not trace here")
    assert "ftruncate" in traced(log, str(tmp_path))
