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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NAME_BYTES = 200
_TRIES = 8


class Source(Protocol):
    """Bytes that are read by place: a file or a buffer."""

    @property
    def n_bytes(self) -> int:
        """How many bytes there are."""

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""


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


class OpenFile:
    """A regular file opened for reading; raises `Refused` (BOB820) where it cannot be read."""

    def __init__(self, path: str) -> None:
        self.path = path
        with _reading(path):
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
        with _reading(self.path):
            while n_bytes > 0 and (piece := os.pread(self.descriptor, n_bytes, offset)):
                pieces.append(piece)
                offset += len(piece)
                n_bytes -= len(piece)
        return b"".join(pieces)

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
        try:
            return os.path.samestat(os.stat(path), self.status)
        except OSError:
            return False

    def close(self) -> None:
        """Close the file, and with it give up any lock on it."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
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
        with _reading(path):
            free = _lock(opened.descriptor)
        if not free:
            raise Refused(path, [Finding("BOB802", "lock", "held by another process", "free")])
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
        self._folder, name = os.path.split(self.path)
        short = os.fsdecode(os.fsencode(name)[:_NAME_BYTES])
        self._temporary = os.path.join(self._folder, f".{short}.bob-tmp")
        self._descriptor = -1

    def __enter__(self) -> Slot:
        with _writing(self._shown):
            self._descriptor = self._claimed()
        return self

    def __exit__(self, *_: object) -> None:
        self._give_up(self._descriptor)

    def _give_up(self, descriptor: int) -> None:
        """Remove the temporary file, where its name still leads to it, and with it the lock."""
        with suppress(OSError):
            if self._is_temporary(descriptor):
                os.unlink(self._temporary)
        os.close(descriptor)

    def _claimed(self) -> int:
        """A new, empty, locked temporary file; what a dead process left under its name is cleared."""
        for _ in range(_TRIES):
            try:
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
                descriptor = os.open(self._temporary, flags, 0o600)
            except FileExistsError:
                self._clear_leftover()
                continue
            try:
                if _lock(descriptor) and self._is_temporary(descriptor):
                    return descriptor
            except BaseException:
                self._give_up(descriptor)
                raise
            os.close(descriptor)
        raise self._in_use()

    def _clear_leftover(self) -> None:
        try:
            flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            leftover = os.open(self._temporary, flags)
        except FileNotFoundError:
            return
        try:
            if not _lock(leftover):
                raise self._in_use()
            if self._is_temporary(leftover):
                os.unlink(self._temporary)
        finally:
            os.close(leftover)

    def _is_temporary(self, descriptor: int) -> bool:
        with suppress(FileNotFoundError):
            return os.path.samestat(os.stat(self._temporary, follow_symlinks=False), os.fstat(descriptor))
        return False

    def _in_use(self) -> Refused:
        return Refused(self._shown, [Finding("BOB802", "temporary file", "held by another process", "free")])

    def _fill(self, content: bytes | memoryview, mode: int) -> None:
        os.fchmod(self._descriptor, mode)
        remaining = memoryview(content).cast("B")
        while remaining:
            remaining = remaining[os.write(self._descriptor, remaining) :]
        os.fsync(self._descriptor)

    def publish(self, content: bytes | memoryview) -> None:
        """Make the file appear under its name, whole; raises `Refused` (BOB801, BOB821)."""
        with _writing(self._shown):
            self._fill(content, _new_file_mode())
            self._link()
            with self._in_place():
                os.unlink(self._temporary)
                _sync_folder(self._folder)

    def _link(self) -> None:
        try:
            os.link(self._temporary, self.path)
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
            note = "the new file is in place, whole, but a power failure now might undo it"
            raise Refused(
                self._shown, [Finding("BOB821", "folder", _said(wrong), "a folder to sync", note=note)]
            ) from wrong

    def replace(self, content: bytes | memoryview, old: OpenFile | None = None) -> None:
        """Put a whole file in the place of what is there, with the permissions of `old`.

        Raises `Refused`: BOB803 where the path no longer leads to `old`, BOB821 where it cannot be written.
        """
        with _writing(self._shown):
            self._fill(content, _new_file_mode() if old is None else stat.S_IMODE(old.status.st_mode))
            if old is not None:
                _keep_owner(self._descriptor, old.status)
                # Not where it was opened: a link on the way may lead elsewhere by now.
                _require_in_place(old, self.path, self._shown)
            os.rename(self._temporary, self.path)
            with self._in_place():
                _sync_folder(self._folder)


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
def rewriting(path: str, is_own: Callable[[bytes, int], bool]) -> Iterator[Callable[[bytes], None]]:
    """Give a function that writes a file nothing resumes from, whole or not at all.

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


def replace_file(path: str, content: bytes, is_own: Callable[[bytes, int], bool]) -> None:
    """Write a file that nothing resumes from, as `rewriting` does."""
    with rewriting(path, is_own) as write:
        write(content)


def _lock(descriptor: int) -> bool:
    """Take the exclusive lock of an open file at once, or say that another has it."""
    try:
        import fcntl
    except ImportError:
        raise Refused("run", [Finding("BOB811", "file locks", "none", "a POSIX host (flock)")]) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _keep_owner(descriptor: int, old: os.stat_result) -> None:
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as wrong:
        # File systems that sync names by themselves refuse to sync a folder.
        if wrong.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)


@contextmanager
def _reading(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as wrong:
        raise Refused(path, [Finding("BOB820", "path", _said(wrong), "a readable file")]) from wrong


@contextmanager
def _writing(path: str) -> Iterator[None]:
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
