"""Files are read as they are, held by one process, and replaced or published whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import posix
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bob import store_calls
from bob.errors import Finding, Refused
from bob.kinds import LOOKED_AT
from bob.store import (
    Buffer,
    OpenFile,
    Slot,
    exists,
    held,
    read_file,
    replace_file,
    rewriting,
    same_file,
)
from tests.touched import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OLD, NEW = b"the old content", b"the new content, longer"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A file with the old content, alone in its folder."""
    path = tmp_path / "ckpt.bin"
    path.write_bytes(OLD)
    return path


@pytest.fixture(autouse=True)
def _no_descriptor_stays_open() -> Iterator[None]:
    before = os.listdir("/proc/self/fd")
    yield
    assert len(os.listdir("/proc/self/fd")) == len(before)


def set_call(monkeypatch: pytest.MonkeyPatch, name: str, function: Any) -> None:
    """Replace a system call where either module that makes them looks for it."""
    monkeypatch.setattr(os, name, function)
    monkeypatch.setattr(posix, name, function)


def temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.bob-tmp")


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def replace(path: Path, content: bytes = NEW) -> None:
    with held(str(path)) as old, Slot(str(path)) as slot:
        slot.replace(content, old)


def publish(path: Path, content: bytes = NEW) -> None:
    with Slot(str(path)) as slot:
        slot.publish(content)


def rewrite_own(path: Path, content: bytes = NEW) -> None:
    replace_file(str(path), content, lambda *_: True)


def only_finding(action: Callable[[], object]) -> Finding:
    with pytest.raises(Refused) as refused:
        action()
    (finding,) = refused.value.findings
    return finding


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def python(script: str, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Another process, which ends with the first code of a refusal as its output."""
    whole = (
        "import os, sys, time\nfrom bob.errors import Refused\nfrom bob.store import *\n"
        f"path = sys.argv[1]\ntry:\n{_indented(script)}\n"
        "except Refused as refused:\n    print(refused.findings[0].code, flush=True)\n"
    )
    command = [sys.executable, "-c", whole, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, **options)


def _indented(script: str) -> str:
    return "\n".join(f"    {line}" for line in script.splitlines())


# Reading.


def test_a_buffer_gives_what_is_asked_for_or_what_there_is() -> None:
    buffer = Buffer(b"abcdef")
    assert buffer.n_bytes == 6
    assert [buffer.read_at(*at) for at in ((0, 6), (2, 3), (4, 9), (6, 1), (9, 1))] == [
        b"abcdef",
        b"cde",
        b"ef",
        b"",
        b"",
    ]


def test_a_file_gives_what_is_asked_for_or_what_there_is(target: Path) -> None:
    with OpenFile(str(target)) as opened:
        assert opened.n_bytes == len(OLD)
        assert opened.read_at(4, 3) == OLD[4:7]
        assert opened.read_at(4, 99) == OLD[4:]
        assert opened.read_at(99, 1) == b""
    assert read_file(str(target)) == OLD


def test_a_file_beyond_the_size_that_is_asked_for_is_refused_and_not_read(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_file(str(target), len(OLD)) == OLD
    set_call(monkeypatch, "pread", failing(errno.EIO))
    finding = only_finding(lambda: read_file(str(target), len(OLD) - 1))
    assert finding == Finding("BOB822", "file", "15 bytes", "at most 14")


def test_short_reads_are_gone_on_with(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pread = os.pread
    set_call(monkeypatch, "pread", lambda descriptor, n_bytes, at: pread(descriptor, min(n_bytes, 2), at))
    assert read_file(str(target)) == OLD


def test_a_file_that_cannot_be_read_on_is_refused(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_call(monkeypatch, "pread", failing(errno.EIO))
    finding = only_finding(lambda: read_file(str(target)))
    assert finding == Finding("BOB820", "path", "Input/output error", "a readable file")


def test_closing_twice_closes_once(target: Path) -> None:
    opened = OpenFile(str(target))
    opened.close()
    opened.close()


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


@pytest.mark.parametrize(
    ("make", "found"),
    [
        pytest.param(lambda _: None, "No such file or directory", id="missing"),
        pytest.param(lambda path: path.symlink_to("nowhere"), "No such file or directory", id="dangling"),
        pytest.param(lambda path: path.symlink_to(path), "Too many levels of symbolic links", id="loop"),
        pytest.param(lambda path: path.mkdir(), "a folder", id="folder"),
        pytest.param(os.mkfifo, "a FIFO", id="fifo"),
        pytest.param(make_socket, "No such device or address", id="socket"),
        pytest.param(lambda path: path.symlink_to("/dev/null"), "a device", id="device"),
    ],
)
def test_what_is_no_regular_file_is_refused_by_what_it_is(
    tmp_path: Path, make: Callable[[Path], None], found: str
) -> None:
    path = tmp_path / "x"
    make(path)
    finding = only_finding(lambda: read_file(str(path)))
    assert (finding.code, finding.part, finding.found) == ("BOB820", "path", found)
    assert only_finding(lambda: held(str(path)).__enter__()).code == "BOB820"


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (stat.S_IFBLK, "a device"),
        (stat.S_IFSOCK, "a socket"),
        (stat.S_IFLNK, "not a regular file"),
    ],
)
def test_types_that_cannot_be_made_here_are_named_too(
    target: Path, monkeypatch: pytest.MonkeyPatch, kind: int, found: str
) -> None:
    status = os.stat_result((kind | 0o600, *os.stat(target)[1:]))
    set_call(monkeypatch, "fstat", lambda _: status)
    assert only_finding(lambda: OpenFile(str(target))).found == found


def test_a_file_without_permission_is_refused(unprivileged: Path) -> None:
    path = unprivileged / "secret"
    path.write_bytes(OLD)
    path.chmod(0)
    assert only_finding(lambda: read_file(str(path))).found == "Permission denied"


def test_a_name_is_taken_by_a_file_a_folder_and_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    assert [exists(str(tmp_path / name)) for name in ("", "link", "nowhere")] == [True, True, False]


# What changes while it is read.


def grow(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"!")


def rewrite(path: Path) -> None:
    status = path.stat()
    path.write_bytes(OLD.upper())
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))


def supplant(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(OLD)
    other.rename(path)


@pytest.mark.parametrize(
    ("change", "found", "expected"),
    [
        pytest.param(grow, "16 bytes", "15 bytes as before", id="grown"),
        pytest.param(rewrite, "written to", "as it was", id="rewritten"),
        pytest.param(
            supplant,
            "another file, or none, under the path",
            "the file that was opened",
            id="replaced",
        ),
        pytest.param(
            Path.unlink, "another file, or none, under the path", "the file that was opened", id="removed"
        ),
    ],
)
def test_a_file_that_changes_while_it_is_read_is_refused(
    target: Path, change: Callable[[Path], None], found: str, expected: str
) -> None:
    with OpenFile(str(target)) as opened:
        opened.require_unchanged()
        change(target)
        finding = only_finding(opened.require_unchanged)
    assert finding == Finding("BOB220", "file", found, expected)


def test_reading_and_new_permissions_are_no_change(target: Path) -> None:
    with OpenFile(str(target)) as opened:
        target.read_bytes()
        target.chmod(0o600)
        opened.require_unchanged()


# Replacing.


def test_a_replaced_file_has_the_new_content_and_leaves_nothing_else(target: Path) -> None:
    replace(target)
    assert target.read_bytes() == NEW
    assert names(target.parent) == ["ckpt.bin"]


def test_a_reader_keeps_the_old_file_whole_while_it_is_replaced(target: Path) -> None:
    with OpenFile(str(target)) as opened:
        replace(target)
        assert opened.read_at(0, opened.n_bytes) == OLD


@pytest.mark.parametrize("mode", [0o400, 0o444, 0o600, 0o640, 0o664, 0o777], ids=oct)
def test_a_replaced_file_keeps_its_permissions(target: Path, mode: int) -> None:
    target.chmod(mode)
    replace(target)
    assert stat.S_IMODE(target.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_replaced_file_keeps_its_owner(target: Path) -> None:
    os.chown(target, NOBODY, 12345)
    target.chmod(0o640)
    replace(target)
    status = target.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (NOBODY, 12345, 0o640)


def test_an_owner_that_cannot_be_kept_does_not_stop_a_replacement(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fstat = os.fstat

    def foreign(descriptor: int) -> os.stat_result:
        """Files as they are, but the one that is held belongs to another user."""
        status = fstat(descriptor)
        uid = status.st_uid + (status.st_ino == held_inode)
        return os.stat_result((*status[:4], uid, *status[5:]), {"st_mtime_ns": status.st_mtime_ns})

    held_inode = target.stat().st_ino
    set_call(monkeypatch, "fstat", foreign)
    set_call(monkeypatch, "fchown", failing(errno.EPERM))
    replace(target)
    assert target.read_bytes() == NEW


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0, 0o666)], ids=oct)
@pytest.mark.parametrize("write", [publish, lambda path: rewrite_own(path)], ids=["publish", "file"])
def test_a_new_file_has_the_permissions_that_the_mask_leaves(
    tmp_path: Path, mask: int, mode: int, write: Callable[[Path], None]
) -> None:
    before = os.umask(mask)
    try:
        write(tmp_path / "new")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == mode


@pytest.mark.parametrize("write", [replace, lambda path: rewrite_own(path)], ids=["held", "file"])
def test_the_target_of_a_link_is_replaced_and_not_the_link(
    target: Path, tmp_path: Path, write: Callable[[Path], None]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link"
    link.symlink_to("../ckpt.bin")
    write(link)
    assert os.readlink(link) == "../ckpt.bin"
    assert target.read_bytes() == NEW
    assert names(tmp_path / "elsewhere") == ["link"]


def test_a_dangling_link_is_neither_replaced_nor_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("new")
    assert only_finding(lambda: rewrite_own(tmp_path / "link")).code == "BOB820"
    assert names(tmp_path) == ["link"]


def test_only_what_is_known_as_its_like_is_written_over(target: Path) -> None:
    seen: list[tuple[bytes, int]] = []

    def is_own(head: bytes, n_bytes: int) -> bool:
        seen.append((head, n_bytes))
        return head.startswith(b"the new")

    finding = only_finding(lambda: replace_file(str(target), NEW, is_own))
    assert finding == Finding("BOB801", "path", "a file of this name", "a free name")
    assert target.read_bytes() == OLD
    target.write_bytes(NEW * 1000)
    replace_file(str(target), NEW, is_own)
    assert target.read_bytes() == NEW
    assert seen == [(OLD, len(OLD)), ((NEW * 1000)[:LOOKED_AT], len(NEW) * 1000)]
    assert names(target.parent) == ["ckpt.bin"]


def test_an_empty_file_is_written_over_without_being_known(target: Path) -> None:
    target.write_bytes(b"")
    replace_file(str(target), NEW, lambda *_: False)
    assert target.read_bytes() == NEW


@pytest.mark.parametrize("there", [None, OLD], ids=["new", "own"])
def test_a_file_that_appears_or_changes_while_another_is_made_is_not_written_over(
    tmp_path: Path, there: bytes | None
) -> None:
    path = tmp_path / "input.bin"
    if there is not None:
        path.write_bytes(there)
    with rewriting(str(path), lambda *_: True) as write:
        (tmp_path / "other").write_bytes(b"another's")
        (tmp_path / "other").rename(path)
        assert only_finding(lambda: write(NEW)).code == ("BOB801" if there is None else "BOB803")
    assert path.read_bytes() == b"another's"
    assert names(tmp_path) == ["input.bin"]


def test_nothing_is_written_where_nothing_was_asked_to_be(tmp_path: Path) -> None:
    with rewriting(str(tmp_path / "x"), lambda *_: True):
        pass
    assert names(tmp_path) == []


def test_two_paths_to_one_file_are_one_file(target: Path) -> None:
    link, other = target.with_name("link"), target.with_name("other")
    link.symlink_to(target)
    other.write_bytes(OLD)
    pairs = [(target, link), (target, other), (target, other.with_name("none"))]
    assert [same_file(str(a), str(b)) for a, b in pairs] == [True, False, False]


def test_an_ordinary_file_is_written_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "input.bin"
    rewrite_own(path, OLD)
    path.chmod(0o640)
    rewrite_own(path)
    assert path.read_bytes() == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["input.bin"]


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    assert only_finding(lambda: rewrite_own(tmp_path / "x")).found == "a folder"
    assert names(tmp_path) == ["x"]


def test_a_view_of_numbers_is_written_byte_for_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.pwrite
    set_call(monkeypatch, "pwrite", lambda descriptor, content, at: write(descriptor, content[:8], at))
    content = memoryview(bytes(range(64))).cast("I")
    with Slot(str(tmp_path / "x")) as slot:
        slot.publish(content)
    assert (tmp_path / "x").read_bytes() == bytes(range(64))


def test_short_writes_are_gone_on_with(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.pwrite
    set_call(monkeypatch, "pwrite", lambda descriptor, content, at: write(descriptor, content[:3], at))
    replace(target)
    assert target.read_bytes() == NEW


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(b"n" * 255, id="255-bytes"),
        pytest.param("€".encode() * 85, id="cut-inside-a-character"),
        pytest.param(b"\xff\xfe \n.bin", id="not-utf-8"),
        pytest.param(b".hidden", id="hidden"),
    ],
)
def test_any_name_that_a_file_can_have_can_be_published_and_replaced(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / os.fsdecode(name)
    publish(path, OLD)
    replace(path)
    assert path.read_bytes() == NEW
    assert [os.fsencode(name) for name in names(tmp_path)] == [name]


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    assert only_finding(lambda: publish(tmp_path / ("n" * 256))).found == "File name too long"
    assert names(tmp_path) == []


# Publishing.


def test_a_published_file_is_whole_and_alone(tmp_path: Path) -> None:
    publish(tmp_path / "new")
    assert (tmp_path / "new").read_bytes() == NEW
    assert (tmp_path / "new").stat().st_nlink == 1
    assert names(tmp_path) == ["new"]


@pytest.mark.parametrize(
    ("appear", "found"),
    [
        pytest.param(lambda path: path.write_bytes(OLD), "a file of this name", id="file"),
        pytest.param(lambda path: path.symlink_to("nowhere"), "a file of this name", id="dangling-link"),
        pytest.param(lambda path: path.mkdir(), "a folder", id="folder"),
    ],
)
def test_nothing_is_published_over_a_name_that_appears_meanwhile(
    tmp_path: Path, appear: Callable[[Path], None], found: str
) -> None:
    path = tmp_path / "new"
    with Slot(str(path)) as slot:
        appear(path)
        before = path.lstat()
        finding = only_finding(lambda: slot.publish(NEW))
    assert finding == Finding("BOB801", "path", found, "a free name")
    assert path.lstat() == before
    assert names(tmp_path) == ["new"]


def test_a_slot_that_is_not_used_leaves_nothing(target: Path) -> None:
    with Slot(str(target)):
        pass
    assert names(target.parent) == ["ckpt.bin"]
    assert target.read_bytes() == OLD


# What goes wrong.


def nth_failing(function: Callable[..., Any], failure: BaseException, nth: int = 1) -> Callable[..., Any]:
    """`function`, of which the nth call and all after it fail."""
    calls = 0

    def called(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls >= nth:
            raise failure
        return function(*arguments, **options)

    return called


FAILURES = [
    ("pwrite", errno.ENOSPC),
    ("pwrite", errno.EIO),
    ("pwrite", errno.EDQUOT),
    ("fsync", errno.EIO),
    ("fsync", errno.ENOSPC),
    ("fchmod", errno.EPERM),
]


@pytest.mark.parametrize(
    ("function", "number"),
    [*FAILURES, ("rename", errno.EACCES), ("rename", errno.EIO), ("rename", errno.EPERM)],
)
def test_a_replacement_that_fails_leaves_the_old_file_alone_and_whole(
    target: Path, monkeypatch: pytest.MonkeyPatch, function: str, number: int
) -> None:
    set_call(monkeypatch, function, failing(number))
    finding = only_finding(lambda: replace(target))
    assert finding == Finding("BOB821", "path", os.strerror(number), "a writable folder with room")
    assert target.read_bytes() == OLD
    assert names(target.parent) == ["ckpt.bin"]


@pytest.mark.parametrize(("function", "number"), [*FAILURES, ("link", errno.EACCES), ("link", errno.EMLINK)])
def test_a_publication_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, number: int
) -> None:
    set_call(monkeypatch, function, failing(number))
    finding = only_finding(lambda: publish(tmp_path / "new"))
    assert finding == Finding("BOB821", "path", os.strerror(number), "a writable folder with room")
    assert names(tmp_path) == []


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_file_system_without_hard_links_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    set_call(monkeypatch, "link", failing(number))
    finding = only_finding(lambda: publish(tmp_path / "new"))
    assert finding.found == f"{os.strerror(number)} (this file system has no hard links)"
    assert names(tmp_path) == []


@pytest.mark.parametrize("interrupted", ["pwrite", "fsync", "rename"])
def test_an_interruption_leaves_the_old_file_alone_and_whole(
    target: Path, monkeypatch: pytest.MonkeyPatch, interrupted: str
) -> None:
    set_call(monkeypatch, interrupted, nth_failing(getattr(os, interrupted), KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        replace(target)
    assert target.read_bytes() == OLD
    assert names(target.parent) == ["ckpt.bin"]


def test_a_file_beyond_the_limit_of_its_size_leaves_the_old_one_alone_and_whole(target: Path) -> None:
    script = (
        "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "with held(path) as old, Slot(path) as slot:\n    slot.replace(bytes(2000), old)"
    )
    output, _ = python(script, str(target)).communicate()
    assert output == "BOB821\n"
    assert target.read_bytes() == OLD
    assert names(target.parent) == ["ckpt.bin"]


def test_a_folder_that_cannot_be_synced_after_a_replacement_is_said_with_what_is_there(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failure = OSError(errno.EIO, os.strerror(errno.EIO))
    set_call(monkeypatch, "fsync", nth_failing(os.fsync, failure, nth=2))
    finding = only_finding(lambda: replace(target))
    assert (finding.code, finding.part, finding.found) == ("BOB821", "folder", "Input/output error")
    assert "the new file is in place" in finding.note
    assert target.read_bytes() == NEW
    assert names(target.parent) == ["ckpt.bin"]


def test_a_file_system_that_syncs_names_by_itself_refuses_nothing(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failure = OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    set_call(monkeypatch, "fsync", nth_failing(os.fsync, failure, nth=2))
    replace(target)
    assert target.read_bytes() == NEW


def test_content_and_folder_are_synced_in_that_order_around_the_rename(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, rename = os.fsync, os.rename

    def synced(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "content")
        fsync(descriptor)

    def renamed(old: str, new: str) -> None:
        done.append("rename")
        rename(old, new)

    set_call(monkeypatch, "fsync", synced)
    set_call(monkeypatch, "rename", renamed)
    replace(target)
    assert done == ["content", "rename", "folder"]


def test_content_and_folder_are_synced_in_that_order_around_the_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, link = os.fsync, os.link

    def synced(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "content")
        done.extend(names(tmp_path))
        fsync(descriptor)

    def linked(old: str, new: str) -> None:
        done.append("link")
        link(old, new)

    set_call(monkeypatch, "fsync", synced)
    set_call(monkeypatch, "link", linked)
    publish(tmp_path / "new")
    assert done == ["content", ".new.bob-tmp", "link", "folder", "new"]


def test_a_folder_that_takes_no_file_is_refused_and_keeps_the_old_one(unprivileged: Path) -> None:
    path = unprivileged / "ckpt.bin"
    path.write_bytes(OLD)
    unprivileged.chmod(0o555)
    assert only_finding(lambda: replace(path)).found == "Permission denied"
    assert only_finding(lambda: publish(unprivileged / "new")).code == "BOB821"
    unprivileged.chmod(0o755)
    assert path.read_bytes() == OLD
    assert names(unprivileged) == ["ckpt.bin"]


def test_a_folder_that_cannot_be_listed_takes_the_file_and_says_that_it_is_not_synced(
    unprivileged: Path,
) -> None:
    path = unprivileged / "ckpt.bin"
    path.write_bytes(OLD)
    unprivileged.chmod(0o333)
    finding = only_finding(lambda: replace(path))
    assert (finding.code, finding.part, finding.found) == ("BOB821", "folder", "Permission denied")
    assert "the new file is in place" in finding.note
    assert path.read_bytes() == NEW


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    finding = only_finding(lambda: publish(tmp_path / "none" / "x"))
    assert (finding.code, finding.found) == ("BOB821", "No such file or directory")


@pytest.mark.parametrize("write", ["publish", "replace"])
def test_a_folder_that_vanishes_is_refused(tmp_path: Path, write: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with Slot(str(folder / "x")) as slot:
        temporary(folder / "x").unlink()
        folder.rmdir()
        finding = only_finding(lambda: getattr(slot, write)(NEW))
    assert (finding.code, finding.found) == ("BOB821", "No such file or directory")
    assert names(tmp_path) == []


# Holding.


def test_a_second_holder_in_another_process_is_refused_at_once(target: Path) -> None:
    with held(str(target)):
        output, _ = python("with held(path):\n    print('held')", str(target)).communicate()
    assert output == "BOB802\n"
    output, _ = python("with held(path):\n    print('held')", str(target)).communicate()
    assert output == "held\n"


def test_a_second_holder_through_a_link_is_refused(target: Path) -> None:
    link = target.with_name("link")
    link.symlink_to(target)
    with held(str(link)):
        finding = only_finding(lambda: held(str(target)).__enter__())
    assert finding == Finding("BOB802", "lock", "held by another process", "free")


def test_a_refusal_names_the_path_that_was_given_and_not_the_link_s_target(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    link = tmp_path / "link"
    link.symlink_to("fifo")
    with pytest.raises(Refused) as refused:
        held(str(link)).__enter__()
    assert refused.value.subject == str(link)


def test_a_file_is_held_through_its_own_replacement(target: Path) -> None:
    with held(str(target)) as old, Slot(str(target)) as slot:
        slot.replace(NEW, old)
        assert only_finding(lambda: held(str(target)).__enter__()).code == "BOB802"
    with held(str(target)) as opened:
        assert opened.read_at(0, 99) == NEW


def test_a_file_that_is_held_can_be_read_and_verified(target: Path) -> None:
    with held(str(target)):
        assert read_file(str(target)) == OLD


def test_a_dead_holder_holds_nothing_and_what_it_left_is_cleared(target: Path) -> None:
    script = (
        "with held(path) as old, Slot(path) as slot:\n"
        "    os.write(slot._temporary.descriptor, b'half of it')\n"
        "    print('in', flush=True)\n    time.sleep(600)"
    )
    holder = python(script, str(target))
    assert holder.stdout is not None
    assert holder.stdout.readline() == "in\n"
    assert only_finding(lambda: replace(target)).code == "BOB802"
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert names(target.parent) == [".ckpt.bin.bob-tmp", "ckpt.bin"]
    assert target.read_bytes() == OLD
    replace(target)
    assert target.read_bytes() == NEW
    assert names(target.parent) == ["ckpt.bin"]


@pytest.mark.parametrize("change", [supplant, Path.unlink], ids=["replaced", "removed"])
def test_a_file_that_leaves_its_path_while_it_is_held_is_not_replaced(
    target: Path, change: Callable[[Path], None]
) -> None:
    with held(str(target)) as old, Slot(str(target)) as slot:
        change(target)
        there = names(target.parent)
        finding = only_finding(lambda: slot.replace(NEW, old))
    assert finding == Finding("BOB803", "path", "another file, or none", "the file that was opened")
    assert names(target.parent) == [name for name in there if not name.endswith("bob-tmp")]
    assert not target.exists() or target.read_bytes() == OLD


@pytest.mark.parametrize("and_back", [False, True], ids=["for-good", "and-back"])
def test_a_link_that_is_turned_to_another_file_while_it_is_held_replaces_neither(
    target: Path, and_back: bool
) -> None:
    link, other = target.with_name("link"), target.with_name("other")
    link.symlink_to(target)
    other.write_bytes(b"another run's")
    with held(str(link)) as old:
        link.unlink()
        link.symlink_to(other)
        with Slot(str(link)) as slot:
            if and_back:
                link.unlink()
                link.symlink_to(target)
            assert only_finding(lambda: slot.replace(NEW, old)).code == "BOB803"
    assert (target.read_bytes(), other.read_bytes()) == (OLD, b"another run's")


@pytest.mark.parametrize("change", [supplant, Path.unlink], ids=["replaced", "removed"])
def test_a_file_that_leaves_its_path_before_it_is_locked_is_not_held(
    target: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    flock = fcntl.flock

    def late(descriptor: int, operation: int) -> None:
        change(target)
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    assert only_finding(lambda: held(str(target)).__enter__()).code == "BOB803"


def test_a_host_without_file_locks_is_refused(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    finding = only_finding(lambda: held(str(target)).__enter__())
    assert finding == Finding("BOB811", "file locks", "none", "a POSIX host (flock)")
    assert only_finding(lambda: publish(target)).code == "BOB811"
    assert names(target.parent) == ["ckpt.bin"]


def test_a_file_system_without_locks_is_refused(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "flock", failing(errno.ENOLCK))
    assert only_finding(lambda: held(str(target)).__enter__()).code == "BOB820"
    assert only_finding(lambda: publish(target)).code == "BOB821"
    assert names(target.parent) == ["ckpt.bin"]


# The temporary file.


def test_a_leftover_is_cleared(target: Path) -> None:
    temporary(target).write_bytes(b"half of a checkpoint")
    replace(target)
    assert target.read_bytes() == NEW
    assert names(target.parent) == ["ckpt.bin"]


def test_a_temporary_file_that_a_living_process_has_is_not_touched(target: Path) -> None:
    with Slot(str(target)):
        finding = only_finding(lambda: publish(target))
        assert temporary(target).exists()
    assert finding == Finding("BOB802", "temporary file", "held by another process", "free")


def test_a_link_planted_as_temporary_file_is_never_followed(target: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    temporary(target).symlink_to(victim)
    finding = only_finding(lambda: replace(target))
    assert (finding.code, finding.found) == ("BOB821", "Too many levels of symbolic links")
    assert victim.read_bytes() == b"precious"
    assert target.read_bytes() == OLD


def test_a_dangling_link_planted_as_temporary_file_makes_nothing_elsewhere(
    target: Path, tmp_path: Path
) -> None:
    temporary(target).symlink_to(tmp_path / "elsewhere")
    assert only_finding(lambda: replace(target)).code == "BOB821"
    assert not (tmp_path / "elsewhere").exists()


def test_a_hard_link_planted_as_temporary_file_is_never_written_through(target: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    victim.chmod(0o604)
    os.link(victim, temporary(target))
    replace(target)
    assert victim.read_bytes() == b"precious"
    assert stat.S_IMODE(victim.stat().st_mode) == 0o604
    assert names(tmp_path) == ["ckpt.bin", "victim"]


def test_a_fifo_planted_as_temporary_file_is_cleared_without_waiting(target: Path) -> None:
    os.mkfifo(temporary(target))
    replace(target)
    assert target.read_bytes() == NEW
    assert names(target.parent) == ["ckpt.bin"]


def test_a_folder_planted_as_temporary_file_is_refused(target: Path) -> None:
    temporary(target).mkdir()
    assert only_finding(lambda: replace(target)).found == "Is a directory"
    assert target.read_bytes() == OLD


def test_a_temporary_file_that_is_taken_away_is_refused(target: Path) -> None:
    with held(str(target)) as old, Slot(str(target)) as slot:
        temporary(target).unlink()
        assert only_finding(lambda: slot.replace(NEW, old)).code == "BOB821"
    assert target.read_bytes() == OLD
    assert names(target.parent) == ["ckpt.bin"]


def test_a_temporary_file_of_another_is_not_removed_at_the_end(target: Path) -> None:
    with Slot(str(target)):
        temporary(target).unlink()
        temporary(target).write_bytes(b"another's")
    assert temporary(target).read_bytes() == b"another's"


def clearing(target: Path, times: int) -> Callable[[int], bool]:
    """A lock that is taken only after another process has cleared the temporary file, `times` times."""
    lock = store_calls.lock
    left = times

    def late(descriptor: int) -> bool:
        nonlocal left
        if left:
            left -= 1
            temporary(target).unlink()
        return lock(descriptor)

    return late


def test_a_temporary_file_that_another_clears_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_calls, "lock", clearing(tmp_path / "new", times=3))
    publish(tmp_path / "new")
    assert names(tmp_path) == ["new"]


def test_a_temporary_file_that_others_clear_again_and_again_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_calls, "lock", clearing(tmp_path / "new", times=1000))
    assert only_finding(lambda: publish(tmp_path / "new")).code == "BOB802"
    assert names(tmp_path) == []


def test_a_leftover_that_another_clears_while_it_is_looked_at_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary(tmp_path / "new").write_bytes(b"half")
    monkeypatch.setattr(store_calls, "lock", clearing(tmp_path / "new", times=1))
    publish(tmp_path / "new")
    assert names(tmp_path) == ["new"]


def test_a_leftover_that_is_gone_when_it_is_looked_at_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = True

    def opened(path: str, flags: int, *mode: int) -> int:
        nonlocal first
        if flags & os.O_EXCL and first:
            first = False
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        return os_open(path, flags, *mode)

    os_open = os.open
    set_call(monkeypatch, "open", opened)
    publish(tmp_path / "new")
    assert names(tmp_path) == ["new"]


# Many at once.

COUNT = """
import random
for _ in range(10):
    while True:
        try:
            with held(path) as old:
                count = int(old.read_at(0, old.n_bytes))
                with Slot(path) as slot:
                    slot.replace(b"%d" % (count + 1), old)
            break
        except Refused as refused:
            if refused.findings[0].code not in ("BOB802", "BOB803"):
                raise
            time.sleep(random.random() / 50)
"""


def test_thirty_processes_that_count_ten_times_each_lose_no_update(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_bytes(b"0")
    counting = [python(COUNT, str(path)) for _ in range(30)]
    outputs = [process.communicate()[0] for process in counting]
    assert outputs == [""] * 30
    assert path.read_bytes() == b"300"
    assert names(tmp_path) == ["count"]


def test_of_many_processes_that_publish_one_name_one_does(tmp_path: Path) -> None:
    path = tmp_path / "new"
    script = (
        "sys.stdin.readline()\nwith Slot(path) as slot:\n    slot.publish(path.encode())\nprint('published')"
    )
    publishing = [python(script, str(path)) for _ in range(10)]
    for process in publishing:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    outputs = [process.communicate()[0] for process in publishing]
    assert outputs.count("published\n") == 1
    assert set(outputs) <= {"published\n", "BOB801\n", "BOB802\n"}
    assert path.read_bytes() == str(path).encode()
    assert names(tmp_path) == ["new"]


# Files that are written piece by piece.


def always(_head: bytes, _n_bytes: int) -> bool:
    return True


def fill(write: Callable[[bytes, int], None]) -> bytes:
    write(b"tail", 10)
    return b"head"


def test_the_head_comes_first_and_what_lies_between_is_zero(tmp_path: Path) -> None:
    path = tmp_path / "f"
    replace_file(str(path), fill, always)
    assert path.read_bytes() == b"head" + bytes(6) + b"tail"


def test_what_is_replaced_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "f", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    replace_file(str(link), fill, always)
    assert path.read_bytes().startswith(b"head")
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()


def test_another_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    with pytest.raises(Refused, match="BOB801"):
        replace_file(str(path), fill, lambda head, _: head == b"new")
    assert path.read_bytes() == b"old"


def test_a_file_that_appears_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"

    def slow(write: Callable[[bytes, int], None]) -> bytes:
        path.write_bytes(b"another's")
        return fill(write)

    with pytest.raises(Refused, match="BOB801"):
        replace_file(str(path), slow, always)
    assert path.read_bytes() == b"another's"
    assert os.listdir(tmp_path) == ["f"]
