"""The system calls by which a file is held and another takes its place, in their order.

    temporary = Temporary(path)              # no link
    temporary.claim()                        # new, empty, locked
    temporary.fill(content, mode)            # written and synced
    temporary.rename(); sync_folder(temporary.folder)
    temporary.give_up()

What fails raises `OSError`, or `Busy` where another process is at it: what that means for a person is said
by `bob.store`. Processes that have a few milliseconds in all load this module, and `os` alone would cost one.
"""

import sys

try:
    import posix as system
except ImportError:
    import os as system  # type: ignore[no-redef]

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import TypeAlias

    # Writes pieces of a file, each at its offset, and gives the bytes that come first.
    Fill: TypeAlias = Callable[[Callable[[bytes, int], None]], bytes]
    Content: TypeAlias = bytes | bytearray | memoryview | Fill

# <errno.h>, everywhere that folders can be synced.
_EINVAL = 22
_NAME_BYTES = 200
_TRIES = 8


class Busy(Exception):
    """Another process has the temporary file."""


class NoLocks(Exception):
    """The host has no POSIX file locks."""


def lock(descriptor: int) -> bool:
    """Take the exclusive lock of an open file at once, or say that another has it."""
    try:
        import fcntl
    except ImportError:
        raise NoLocks from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def leads_to(path: str, status: "os.stat_result") -> bool:
    """Whether a path leads to the very file of which `status` is."""
    try:
        now = system.stat(path)
    except OSError:
        return False
    return is_same(now, status)


def is_same(one: "os.stat_result", other: "os.stat_result") -> bool:
    """Whether two statuses are of one file."""
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def close(descriptor: int) -> None:
    """Close a file; what that says comes too late to matter, for what is to last has been synced."""
    try:
        system.close(descriptor)
    except OSError:
        pass


class Temporary:
    """The file beside `target` that is to take its place; `target` is no link."""

    def __init__(self, target: str) -> None:
        folder, slash, name = target.rpartition("/")
        encoding, errors = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
        short = name.encode(encoding, errors)[:_NAME_BYTES].decode(encoding, errors)
        self.target = target
        self.folder = folder or slash or "."
        self.path = f"{folder}{slash}.{short}.bob-tmp"
        self.descriptor = -1

    def claim(self, take: "Callable[[int], bool] | None" = None) -> None:
        """Make it, new, empty and locked by `take` (`lock`); what a dead process left is cleared."""
        take = lock if take is None else take
        for _ in range(_TRIES):
            try:
                flags = system.O_RDWR | system.O_CREAT | system.O_EXCL | system.O_CLOEXEC
                self.descriptor = system.open(self.path, flags, 0o600)
            except FileExistsError:
                self._clear_leftover(take)
                continue
            try:
                if take(self.descriptor) and self._is_own(self.descriptor):
                    return
            except BaseException:
                self.give_up()
                raise
            self._close()
        raise Busy

    def give_up(self) -> None:
        """Remove it, where its name still leads to it, and with it the lock."""
        try:
            if self._is_own(self.descriptor):
                system.unlink(self.path)
        except OSError:
            pass
        self._close()

    def fill(self, content: "Content", mode: int) -> None:
        """Write all of the content and sync it; a function writes its pieces, and gives what comes first."""
        self.permit(mode)
        self.write(content(self.write) if callable(content) else content, 0)
        self.sync()

    def permit(self, mode: int) -> None:
        """Give it its permissions."""
        system.fchmod(self.descriptor, mode)

    def write(self, content: bytes | bytearray | memoryview, offset: int) -> None:
        """Write the content from an offset on."""
        remaining = memoryview(content).cast("B")
        while remaining:
            n_written = system.pwrite(self.descriptor, remaining, offset)
            remaining = remaining[n_written:]
            offset += n_written

    def sync(self) -> None:
        """Have the disk hold what was written."""
        system.fsync(self.descriptor)

    def rename(self) -> None:
        """Take the place of the target."""
        system.rename(self.path, self.target)

    def keep_owner(self, old: "os.stat_result") -> None:
        """Give it the owner of the file whose place it takes, where that is allowed."""
        own = system.fstat(self.descriptor)
        if (own.st_uid, own.st_gid) != (old.st_uid, old.st_gid):
            try:
                system.fchown(self.descriptor, old.st_uid, old.st_gid)
            except PermissionError:
                pass

    def _close(self) -> None:
        close(self.descriptor)
        self.descriptor = -1

    def _clear_leftover(self, take: "Callable[[int], bool]") -> None:
        try:
            flags = system.O_RDONLY | system.O_CLOEXEC | system.O_NOFOLLOW | system.O_NONBLOCK
            leftover = system.open(self.path, flags)
        except FileNotFoundError:
            return
        try:
            # What its writer still published is locked by who holds it, who may be ourselves.
            if not take(leftover) and not leads_to(self.target, system.fstat(leftover)):
                raise Busy
            if self._is_own(leftover):
                system.unlink(self.path)
        finally:
            close(leftover)

    def _is_own(self, descriptor: int) -> bool:
        """Whether its name, no link followed, still leads to the open file."""
        try:
            named = system.stat(self.path, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return is_same(named, system.fstat(descriptor))


def new_file_mode() -> int:
    """The permissions of a new file, as the process's mask leaves them."""
    mask = system.umask(0)
    system.umask(mask)
    return 0o666 & ~mask


def sync_folder(folder: str) -> None:
    """Sync a folder's names."""
    descriptor = system.open(folder, system.O_RDONLY | system.O_CLOEXEC)
    try:
        system.fsync(descriptor)
    except OSError as wrong:
        # File systems that sync names by themselves refuse to sync a folder.
        if wrong.errno != _EINVAL:
            raise
    finally:
        close(descriptor)
