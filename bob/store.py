"""The only place that opens and writes files: read, hold, replace atomically, publish.

A file is replaced by a whole one or not at all: the bytes go to a temporary file in the same folder, are
synced, renamed over the old file, and the folder is synced. One invocation at a time holds a file: it locks
the file itself and then makes sure that the path still leads to it, since a lock on a file that was replaced
meanwhile guards nothing. A new file is published by a link, so never over an existing name. The temporary
file is locked too; a dead process holds no lock, so what it left behind is cleared by the next one.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Protocol

from bob.errors import Finding, Refused
from bob.kinds import LOOKED_AT
from bob.store_calls import Busy, NoLocks, Temporary, close, leads_to, lock, new_file_mode, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.store_calls import Content

# Small enough to stay in a cache between being read and being hashed.
_PIECE_BYTES = 1 << 20
# Bytes that take far longer to digest than threads, and what threads are made of, take to start.
WORTH_A_THREAD = 1 << 25


class Source(Protocol):
    """Bytes that are read by place: a file or a buffer."""

    @property
    def n_bytes(self) -> int:
        """How many bytes there are."""

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes in pieces, in order; each is there until the next is asked for."""


class Buffer:
    """A source in memory."""

    def __init__(self, content: bytes) -> None:
        self._content = memoryview(content)

    @property
    def n_bytes(self) -> int:
        """How many bytes there are."""
        return len(self._content)

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""
        return bytes(self._content[offset : offset + n_bytes])

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes as one piece."""
        yield self._content[offset : offset + n_bytes]


class OpenFile:
    """A regular file opened for reading; raises `Refused` (BOB820) where it cannot be read."""

    def __init__(self, path: str) -> None:
        self.path = path
        with reading(path):
            # O_NONBLOCK: opening a FIFO must not wait for its other end.
            self.descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            self.status = os.fstat(self.descriptor)
        if not stat.S_ISREG(self.status.st_mode):
            self.close()
            raise Refused(
                path, [Finding("BOB820", "path", _file_type(self.status.st_mode), "a regular file")]
            )

    @property
    def n_bytes(self) -> int:
        """How many bytes the file had when it was opened."""
        return self.status.st_size

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""
        pieces = []
        with reading(self.path):
            while n_bytes > 0 and (piece := os.pread(self.descriptor, n_bytes, offset)):
                pieces.append(piece)
                offset += len(piece)
                n_bytes -= len(piece)
        return b"".join(pieces)

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes in pieces; the memory of one serves them all."""
        room = memoryview(bytearray(min(n_bytes, _PIECE_BYTES)))
        with reading(self.path):
            while n_bytes > 0 and (n_read := os.preadv(self.descriptor, [room[:n_bytes]], offset)):
                yield room[:n_read]
                offset += n_read
                n_bytes -= n_read

    def require_unchanged(self) -> None:
        """Raises `Refused` (BOB220) if the file was written to, or left its path, since it was opened."""
        now = os.fstat(self.descriptor)
        if now.st_size != self.n_bytes:
            changed = (f"{now.st_size:,} bytes", f"{self.n_bytes:,} bytes as before")
        elif now.st_mtime_ns != self.status.st_mtime_ns:
            changed = ("written to", "as it was")
        elif not self.is_at(self.path):
            changed = ("another file, or none, under the path", "the file that was opened")
        else:
            return
        raise Refused(self.path, [Finding("BOB220", "file", *changed)])

    def is_at(self, path: str) -> bool:
        """Whether a path leads to this very file."""
        return leads_to(path, self.status)

    def close(self) -> None:
        """Close the file, and with it give up any lock on it."""
        if self.descriptor >= 0:
            close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> OpenFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_file(path: str, at_most: int | None = None) -> bytes:
    """All of a regular file; raises `Refused` (BOB820, or BOB822 beyond `at_most` bytes)."""
    with OpenFile(path) as opened:
        if at_most is not None and opened.n_bytes > at_most:
            found = Finding("BOB822", "file", f"{opened.n_bytes:,} bytes", f"at most {at_most:,}")
            raise Refused(path, [found])
        return opened.read_at(0, opened.n_bytes)


def exists(path: str) -> bool:
    """Whether a name is taken, by a dangling link too."""
    return os.path.lexists(path)


@contextmanager
def held(path: str) -> Iterator[OpenFile]:
    """The file under `path` for one invocation alone; a link is followed to its target.

    Raises `Refused`: BOB820 where it cannot be read, BOB802 where another holds it, BOB803 where it was
    replaced while it was being locked.
    """
    with OpenFile(path) as opened:
        with reading(path), locking(path, "lock"):
            if not lock(opened.descriptor):
                raise Busy
        _require_in_place(opened, path, path)
        yield opened


def _require_in_place(opened: OpenFile, place: str, path: str) -> None:
    if not opened.is_at(place):
        raise Refused(path, [Finding("BOB803", "path", "another file, or none", "the file that was opened")])


class Slot:
    """A name that is about to receive a whole file; nothing is there until `publish` or `replace`."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self._shown = path
        self._temporary = Temporary(self.path)

    def __enter__(self) -> Slot:
        with writing(self._shown), locking(self._shown, "temporary file"):
            self._temporary.claim()
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.give_up()

    def publish(self, content: Content) -> None:
        """Make the file appear under its name, whole; raises `Refused` (BOB801, BOB821)."""
        with writing(self._shown):
            self._temporary.fill(content, new_file_mode())
            self._link()
            with self._in_place():
                # Another who found it there, published, may have cleared it.
                with suppress(FileNotFoundError):
                    os.unlink(self._temporary.path)
                sync_folder(self._temporary.folder)

    def _link(self) -> None:
        try:
            os.link(self._temporary.path, self.path)
        except FileExistsError:
            raise already_there(self._shown) from None
        except OSError as wrong:
            if wrong.errno in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS):
                said = f"{wrong.strerror} (this file system has no hard links)"
                raise OSError(wrong.errno, said) from wrong
            raise

    @contextmanager
    def _in_place(self) -> Iterator[None]:
        """What still goes wrong when the new file has its name does not undo it."""
        try:
            yield
        except OSError as wrong:
            raise unsynced(self._shown, wrong) from wrong

    def replace(self, content: Content, old: OpenFile | None = None) -> None:
        """Put a whole file in the place of what is there, with the permissions of `old`.

        Raises `Refused`: BOB803 where the path no longer leads to `old`, BOB821 where it cannot be written.
        """
        with writing(self._shown):
            mode = new_file_mode() if old is None else stat.S_IMODE(old.status.st_mode)
            self._temporary.fill(content, mode)
            if old is not None:
                self._temporary.keep_owner(old.status)
                # Not where it was opened: a link on the way may lead elsewhere by now.
                _require_in_place(old, self.path, self._shown)
            self._temporary.rename()
            with self._in_place():
                sync_folder(self._temporary.folder)


def unsynced(path: str, wrong: OSError) -> Refused:
    """The refusal that comes too late: the new file has its name, but the folder could not be synced."""
    note = "the new file is in place, whole, but a power failure now might undo it"
    return Refused(path, [Finding("BOB821", "folder", _said(wrong), "a folder to sync", note=note)])


def already_there(path: str) -> Refused:
    """The refusal to write over a file."""
    found = "a file of this name"
    with suppress(OSError):
        mode = os.stat(path).st_mode
        found = found if stat.S_ISREG(mode) else _file_type(mode)
    return Refused(path, [Finding("BOB801", "path", found, "a free name")])


def same_file(path: str, other: str) -> bool:
    """Whether two paths lead to one existing file."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


@contextmanager
def rewriting(path: str, is_own: Callable[[bytes, int], bool]) -> Iterator[Callable[[Content], None]]:
    """Give a function that writes a file whole or not at all, where nothing goes on from what is there.

    What is there is replaced only where it is empty or `is_own(first bytes, size)` knows it as its like.
    Raises `Refused`: BOB801 for anything else, BOB820 where it is no regular file, otherwise as `Slot`.
    """
    with ExitStack() as stack:
        old = None
        if exists(path):
            old = stack.enter_context(OpenFile(path))
            if old.n_bytes and not is_own(old.read_at(0, LOOKED_AT), old.n_bytes):
                raise already_there(path)
        slot = stack.enter_context(Slot(path))
        # Where nothing was, something may have appeared meanwhile.
        yield slot.publish if old is None else lambda content: slot.replace(content, old)


def replace_file(path: str, content: Content, is_own: Callable[[bytes, int], bool]) -> None:
    """Write a file as `rewriting` does; a function writes its pieces, and gives the head, written last."""
    with rewriting(path, is_own) as write:
        write(content)


@contextmanager
def locking(path: str, what: str) -> Iterator[None]:
    """Raise a lock that is not to be had as `Refused`: BOB802, or BOB811 where there are none."""
    try:
        yield
    except Busy:
        raise Refused(path, [Finding("BOB802", what, "held by another process", "free")]) from None
    except NoLocks:
        raise Refused("run", [Finding("BOB811", "file locks", "none", "a POSIX host (flock)")]) from None


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Raise what the system refuses while `path` is being read as `Refused` (BOB820)."""
    try:
        yield
    except OSError as wrong:
        raise Refused(path, [Finding("BOB820", "path", _said(wrong), "a readable file")]) from wrong


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Raise what the system refuses while `path` is being written as `Refused` (BOB821)."""
    try:
        yield
    except OSError as wrong:
        raise Refused(
            path, [Finding("BOB821", "path", _said(wrong), "a writable folder with room")]
        ) from wrong


def _said(wrong: OSError) -> str:
    return wrong.strerror or str(wrong)


_TYPES = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _file_type(mode: int) -> str:
    return next((words for is_type, words in _TYPES if is_type(mode)), "not a regular file")
