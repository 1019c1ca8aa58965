"""What the checkpoint's place may be or become: a link, no file, another's, full from the start, gone."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest

from bob.cli.main import main
from tests.checkpoints import SMALL
from tests.faults.judge import Unsound, judged
from tests.faults.matrix import Case
from tests.faults.place import CKPT, INPUT, RECORD, WAYS
from tests.faults.processes import Ended
from tests.faults.shim import Fault
from tests.touched import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.faults.setting import Setting

BOTH = pytest.mark.parametrize("way", ["resume, quick", "resume, full"])


def refused(ended: Ended, status: int, code: str) -> bool:
    """Whether a command ended with one refusal, of this code."""
    said = ended.err.count("REFUSED  BOB") + ended.err.count("UNABLE  BOB")
    return ended.status == status and said == 1 and code in ended.err and "Traceback" not in ended.err


def run(tried: Setting, way: str) -> Ended:
    return tried.zygote(tried.place.words(WAYS[way].words))


# A link.


@BOTH
def test_of_a_link_the_target_is_replaced_and_the_link_stays(
    tried: Setting, tmp_path: Path, way: str
) -> None:
    tried.place.put(WAYS[way])
    ckpt, target = tried.place.folder / CKPT, tmp_path / "target.bin"
    ckpt.rename(target)
    ckpt.symlink_to(target)
    assert run(tried, way).status == 0
    assert os.readlink(ckpt) == str(target)
    assert target.read_bytes() == tried.place.states[2]
    assert (os.listdir(tmp_path), sorted(os.listdir(tried.place.folder))) == (["target.bin"], [CKPT, INPUT])


@BOTH
def test_a_link_to_nothing_is_refused_and_nothing_is_made(tried: Setting, tmp_path: Path, way: str) -> None:
    tried.place.put(WAYS[way])
    ckpt = tried.place.folder / CKPT
    ckpt.unlink()
    ckpt.symlink_to(tmp_path / "nothing")
    assert refused(run(tried, way), 2, "BOB820")
    assert os.listdir(tmp_path) == []


def test_a_fresh_run_does_not_write_through_a_link_to_nothing(tried: Setting, tmp_path: Path) -> None:
    tried.place.put(WAYS["fresh"])
    (tried.place.folder / CKPT).symlink_to(tmp_path / "nothing")
    assert refused(run(tried, "fresh"), 1, "BOB801")
    assert os.listdir(tmp_path) == []


# No regular file.


def folder(path: Path) -> None:
    path.mkdir()


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes devices")
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("no device can be made here")


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@pytest.mark.parametrize("make", [folder, fifo, device, listening], ids=lambda make: make.__name__)
@pytest.mark.parametrize("way", ["resume, quick", "resume, full", "fresh", "fresh, forced"])
def test_what_is_no_regular_file_is_refused_and_stays(
    tried: Setting, make: Callable[[Path], None], way: str
) -> None:
    tried.place.put(WAYS["fresh"])
    ckpt = tried.place.folder / CKPT
    make(ckpt)
    before = os.lstat(ckpt)
    ended = run(tried, way)
    assert refused(ended, 1, "BOB801") if way == "fresh" else refused(ended, 2, "BOB820")
    assert (os.lstat(ckpt).st_ino, os.lstat(ckpt).st_mode) == (before.st_ino, before.st_mode)
    assert sorted(os.listdir(tried.place.folder)) == [CKPT, INPUT]


# Another user's.


@pytest.mark.parametrize(
    ("mode", "code"), [(0o644, "BOB821"), (0o600, "BOB820")], ids=["readable", "unreadable"]
)
def test_another_s_file_in_a_folder_that_is_closed_is_refused_and_stays(
    tried: Setting,
    unprivileged: Path,
    capsys: pytest.CaptureFixture[str],
    mode: int,
    code: str,
) -> None:
    if os.getuid() != 0:
        pytest.skip("only root becomes another user")
    closed = unprivileged / "closed"
    os.seteuid(0)
    # Python's own modules, which nobody else may read here, are loaded before.
    tried.place.put(WAYS["resume, full"])
    assert main(tried.place.words(WAYS["resume, full"].words)) == 0
    capsys.readouterr()
    closed.mkdir(mode=0o755)
    for name, content in ((CKPT, tried.place.states[1]), (INPUT, RECORD), ("c.toml", SMALL.toml().encode())):
        (closed / name).write_bytes(content)
    (closed / CKPT).chmod(mode)
    os.seteuid(NOBODY)
    status = main(["run", "--resume", str(closed / CKPT), "--contract", str(closed / "c.toml")])
    said = capsys.readouterr().err
    os.seteuid(0)
    assert (status, f"UNABLE  {code}" in said) == (2, True), said
    assert (closed / CKPT).read_bytes() == tried.place.states[1]
    assert sorted(os.listdir(closed)) == ["c.toml", CKPT, INPUT]


# The folder goes away.


@pytest.mark.parametrize("what", ["moved", "removed"])
@pytest.mark.parametrize("call", ["open", "pwrite", "fsync", "rename"])
@BOTH
def test_a_folder_that_goes_away_meanwhile_is_not_made_again(
    tried: Setting, way: str, call: str, what: str
) -> None:
    place = tried.place
    points = [(each.name, each.file) for each in tried.bench.points(way)]
    nth = 1 + points.index((call, ".ckpt.bin.bob-tmp"))
    ended, calls = tried.bench.tried(Case(way, nth, Fault(what)))
    assert ended.status in (1, 2), ended
    assert ended.err.count("REFUSED  BOB") + ended.err.count("UNABLE  BOB") == 1, ended.err
    assert "Traceback" not in ended.err
    assert not place.folder.exists()
    if what == "moved":
        seen = place.seen(place.folder.with_name("run.gone"))
        assert judged(place, WAYS[way], ended, calls, seen).startswith("BOB")


# The disk is full from the start.


def fill(path: Path) -> None:
    with path.open("wb", 0) as filler:
        while filler.write(bytes(1024)):
            pass


@pytest.fixture
def full_disk(tried: Setting) -> Iterator[Path]:
    """A file system of its own for the run, a tmpfs, with a file that leaves no room for another block."""
    place = tried.place
    place.put(WAYS["resume, quick"])
    mounted = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place.folder)]
    if subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        (place.folder / INPUT).write_bytes(RECORD)
        (place.folder / CKPT).write_bytes(place.states[1])
        with pytest.raises(OSError, match="No space"):
            fill(place.folder / "filler")
        yield place.folder
    finally:
        subprocess.run(["umount", str(place.folder)], check=True)


@BOTH
def test_on_a_full_disk_the_old_file_stays_and_with_room_the_run_goes_on(
    tried: Setting, full_disk: Path, way: str
) -> None:
    ended = run(tried, way)
    assert refused(ended, 2, "BOB821")
    assert "No space left on device" in ended.err
    assert (full_disk / CKPT).read_bytes() == tried.place.states[1]
    assert sorted(os.listdir(full_disk)) == [CKPT, "filler", INPUT]
    (full_disk / "filler").unlink()
    assert run(tried, way).status == 0
    assert (full_disk / CKPT).read_bytes() == tried.place.states[2]


# The judge itself.


@pytest.mark.parametrize(
    ("status", "err", "state", "wrong"),
    [
        (0, "", 1, "status 0 without the new file"),
        (0, "", 2, "status 0, and the temporary file never got the name"),
        (2, "", 1, "0 refusals"),
        (2, "x: UNABLE  BOB821  cannot be written", 2, "not said that the new file is there"),
        (1, "x: UNABLE  BOB821  cannot be written", 1, "status 1 with BOB821"),
        (2, "x: UNABLE  BOB821  a\nx: UNABLE  BOB820  b", 1, "2 refusals"),
        (2, "Traceback (most recent call last)", 1, "Traceback"),
        (2, "bob: a fault of Bob's own: NameError", 1, "fault of Bob's own"),
        (2, "x: UNABLE  BOB821  c", 3, "neither the old file nor the new one"),
    ],
)
def test_what_a_command_must_not_leave_or_say_is_unsound(
    tried: Setting, status: int, err: str, state: int, wrong: str
) -> None:
    seen = {INPUT: RECORD, CKPT: tried.place.states[state]}
    with pytest.raises(Unsound, match=wrong):
        judged(tried.place, WAYS["resume, quick"], Ended(status, "", err), [], seen)


def test_anything_else_in_the_folder_is_unsound(tried: Setting) -> None:
    seen = {INPUT: RECORD, CKPT: tried.place.states[1], "more": b""}
    with pytest.raises(Unsound, match="more"):
        judged(tried.place, WAYS["resume, quick"], Ended(2, "", "x: UNABLE  BOB821  c"), [], seen)
