"""The user's own cache folder: what another could have written is never read.

    with CacheFolder(folder_of(os.environ)) as cache:
        cache.read("name")            # None unless it is there, whole, and the user's alone
        cache.write("name", content)  # whole or not at all

The folder is `BOB_CACHE_DIR`, else `XDG_CACHE_HOME/bob`, else `~/.cache/bob`. It is used only if it is no
link, belongs to the user and is closed to everybody else; each file in it likewise. An entry begins with the
digest of its rest, or has it in its name: one that was edited is as good as none. Nothing here is needed:
where the folder is unsafe or cannot be written, `Unsafe` or `OSError` says why, and callers do without.
Processes that have a few milliseconds in all load this module, and `os` would cost one.
"""

import _stat as stat

try:
    import posix as system
except ImportError:
    import os as system  # type: ignore[no-redef]

from blake3 import blake3

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

DIGEST_BYTES = blake3.digest_size
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def digest(content: bytes | bytearray | memoryview) -> bytes:
    """The BLAKE3 digest, 32 bytes; `bob.canonical` is one more module to be looked for."""
    return blake3(content).digest()


class Unsafe(Exception):
    """A cache folder that is not the user's alone; the message says what is wrong with it."""


def folder_of(environment: "Mapping[str, str]") -> str:
    """Where the cache is, whether or not it exists; empty where no variable names a place."""
    if own := environment.get("BOB_CACHE_DIR", ""):
        return own
    shared = environment.get("XDG_CACHE_HOME", "")
    if not shared.startswith("/"):
        home = environment.get("HOME", "")
        shared = f"{home.rstrip('/')}/.cache" if home.startswith("/") else ""
    return f"{shared.rstrip('/')}/bob" if shared else ""


class CacheFolder:
    """The open cache folder; raises `OSError` where there is none, `Unsafe` where it may not be trusted.

    With `create` it is made, and the folder above it.
    """

    def __init__(self, path: str, create: bool = False) -> None:
        self.path = path
        if not path:
            raise Unsafe("neither BOB_CACHE_DIR nor XDG_CACHE_HOME nor HOME names a folder")
        if create:
            _make(path)
        try:
            self._descriptor = system.open(
                path, system.O_RDONLY | system.O_DIRECTORY | system.O_CLOEXEC | system.O_NOFOLLOW
            )
        except NotADirectoryError:
            raise Unsafe("it is a link or no folder") from None
        wrong = _unsafe(system.fstat(self._descriptor))
        if wrong:
            self.close()
            raise Unsafe(wrong)

    def close(self) -> None:
        """Close the folder."""
        system.close(self._descriptor)

    def __enter__(self) -> "CacheFolder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def names(self) -> list[str]:
        """What lies in the folder, sorted; temporary files of living and dead writers too."""
        return sorted(system.listdir(self._descriptor))

    def open(self, name: str) -> int | None:
        """A descriptor of a file that is the user's alone, or None."""
        try:
            descriptor = system.open(
                name,
                system.O_RDONLY | system.O_CLOEXEC | system.O_NOFOLLOW | system.O_NONBLOCK,
                dir_fd=self._descriptor,
            )
        except OSError:
            return None
        status = system.fstat(descriptor)
        if _unsafe(status) or not stat.S_ISREG(status.st_mode):
            system.close(descriptor)
            return None
        return descriptor

    def is_own(self, name: str) -> bool:
        """Whether a file is there that is the user's alone."""
        descriptor = self.open(name)
        if descriptor is not None:
            system.close(descriptor)
        return descriptor is not None

    def read(self, name: str) -> bytes | None:
        """What `write` wrote under a name, or None where that is not there, whole and the user's alone."""
        descriptor = self.open(name)
        if descriptor is None:
            return None
        content = content_of(descriptor)
        system.close(descriptor)
        body = content[DIGEST_BYTES:]
        return body if content[:DIGEST_BYTES] == digest(body) else None

    def write(self, name: str, body: bytes) -> None:
        """Put an entry under a name, its digest before it, in the place of what is there."""
        self.write_plain(name, digest(body) + body)

    def write_plain(self, name: str, content: bytes) -> None:
        """Put a file under a name that tells its digest; two who do it at once each put a whole one."""
        temporary = f".{name}.{system.getpid()}.tmp"
        self.remove(temporary)
        flags = system.O_WRONLY | system.O_CREAT | system.O_EXCL | system.O_CLOEXEC
        descriptor = system.open(temporary, flags, stat.S_IRUSR | stat.S_IWUSR, dir_fd=self._descriptor)
        try:
            try:
                write_all(descriptor, content)
            finally:
                system.close(descriptor)
            system.rename(temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
        except BaseException:
            self.remove(temporary)
            raise

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        try:
            system.unlink(name, dir_fd=self._descriptor)
        except FileNotFoundError:
            pass


def _make(path: str) -> None:
    """Make the folder, and the one above it; no more, for a home that is not there is not Bob's to make."""
    import os

    above = os.path.dirname(os.path.abspath(path))
    for missing in (above, path):
        if not os.path.lexists(missing):
            try:
                os.mkdir(missing, stat.S_IRWXU)
            except FileExistsError:
                pass


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of the content, however little is taken at a time."""
    remaining = memoryview(content)
    while remaining:
        remaining = remaining[system.write(descriptor, remaining) :]


def content_of(descriptor: int) -> bytes:
    """All of an open file, from its beginning."""
    pieces = []
    offset = 0
    while piece := system.pread(descriptor, 1 << 20, offset):
        pieces.append(piece)
        offset += len(piece)
    return b"".join(pieces)


def _unsafe(status: "os.stat_result") -> str:
    if status.st_uid != system.geteuid():
        return f"it belongs to user {status.st_uid}, not to {system.geteuid()}"
    if status.st_mode & _OTHERS:
        return f"others may use it (mode {stat.S_IMODE(status.st_mode):04o}, not 0700)"
    return ""
