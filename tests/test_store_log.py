"""A line is appended whole and durable, once, to a file of its kind; or the file stays as it was."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from bob import store_log
from bob.errors import Refused
from bob.store_log import append_line, require_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def is_own(head: bytes) -> bool:
    return head.startswith(b"a") or not head


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    path.write_bytes(b"a1\na2\n")
    return path


def test_a_line_is_appended_behind_the_others(log: Path) -> None:
    append_line(str(log), b"a3\n", is_own)
    assert log.read_bytes() == b"a1\na2\na3\n"


def test_a_file_that_is_not_there_begins_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "new"
    require_log(str(path), is_own)
    assert not path.exists()
    append_line(str(path), b"a1\n", is_own)
    assert path.read_bytes() == b"a1\n"


@pytest.mark.parametrize(
    "left", [b"a", b"a3", b"a" * 3_000_000], ids=["a byte", "a word", "more than a piece"]
)
def test_what_a_dead_process_did_not_finish_is_cut(log: Path, left: bytes) -> None:
    with log.open("ab") as opened:
        opened.write(left)
    append_line(str(log), b"a3\n", is_own)
    assert log.read_bytes() == b"a1\na2\na3\n"


def test_a_first_line_that_was_not_finished_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"a1")
    append_line(str(path), b"a1\n", is_own)
    assert path.read_bytes() == b"a1\n"


@pytest.mark.parametrize(
    ("marks", "is_there"), [((b"a", b"2"), True), ((b"2", b"1"), False), ((b"3",), False)]
)
def test_a_line_that_holds_all_marks_is_not_written_again(
    log: Path, marks: tuple[bytes, ...], is_there: bool
) -> None:
    append_line(str(log), b"a4\n", is_own, marks)
    assert log.read_bytes() == b"a1\na2\n" + (b"" if is_there else b"a4\n")


def test_an_unfinished_line_does_not_count_as_written(log: Path) -> None:
    with log.open("ab") as opened:
        opened.write(b"a4")
    append_line(str(log), b"a4\n", is_own, (b"a4",))
    assert log.read_bytes() == b"a1\na2\na4\n"


@pytest.mark.parametrize(
    "write", [require_log, lambda p, own: append_line(p, b"a3\n", own)], ids=["before", "at"]
)
def test_a_file_of_another_kind_is_never_touched(
    tmp_path: Path, write: Callable[[str, Callable[[bytes], bool]], None]
) -> None:
    path = tmp_path / "other"
    path.write_bytes(b"other\n")
    with pytest.raises(Refused, match="BOB801"):
        write(str(path), is_own)
    assert path.read_bytes() == b"other\n"


def test_a_folder_and_a_fifo_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for path, code in ((tmp_path, "BOB82"), (tmp_path / "fifo", "BOB820")):
        with pytest.raises(Refused, match=code):
            append_line(str(path), b"a3\n", is_own)


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_an_append_that_fails_leaves_the_file_as_it_was(
    log: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(os, failing)

    def full(descriptor: int, *content: bytes) -> int:
        if content:
            real(descriptor, content[0][:1])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(store_log.os, failing, full)
    with pytest.raises(Refused, match=r"BOB821.*No space"):
        append_line(str(log), b"a3\n", is_own)
    assert log.read_bytes() == b"a1\na2\n"


def test_a_short_write_is_gone_on_with(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(store_log.os, "write", lambda descriptor, content: real(descriptor, content[:1]))
    append_line(str(log), b"a345\n", is_own)
    assert log.read_bytes() == b"a1\na2\na345\n"


def test_a_line_is_on_the_disk_with_its_name_when_its_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    real = os.fsync
    monkeypatch.setattr(store_log.os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_size), real(fd))[1])
    folders: list[str] = []
    monkeypatch.setattr(store_log, "sync_folder", folders.append)
    append_line(str(tmp_path / "log"), b"a3\n", is_own)
    assert (synced, folders) == ([3], [str(tmp_path)])


def test_appends_take_turns(log: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: append_line(str(log), b"a%d\n" % i, is_own), range(10, 42)))
    lines = log.read_bytes().splitlines()
    assert sorted(lines) == sorted([b"a1", b"a2", *(b"a%d" % i for i in range(10, 42))])


def test_a_turn_that_does_not_come_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, 2); print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        monkeypatch.setattr(store_log, "_TRIES", 2)
        with pytest.raises(Refused, match="BOB802"):
            append_line(str(log), b"a3\n", is_own)
        other.communicate(b"")
    assert log.read_bytes() == b"a1\na2\n"
