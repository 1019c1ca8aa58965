"""The injector: a library that is loaded before the C library and stands in for its calls (`shim.c`).

    control = Control(folder / "control", built(folder))
    control.arm(run_folder, Fault("ENOSPC"), nth=7)    # what processes with `control.environment` then meet
    control.calls()                                     # each call on the folder and the outputs, in order

Why it is honest. Bob's code is not touched and does not know: the interpreter, the compiled modules and the
launcher reach the kernel through the C library alone, and what they are told there is what a kernel tells.
Every call is the real one, on a real file system; only the nth is refused, cut short, or the last that the
process lives to make. A call is counted by the file it concerns, also through `exec`, so no call of Bob's
is listed here by hand. That none is missed is checked against `strace`, which sits below the C library.
What it cannot show is a power failure: for that the order of calls is asserted (`order.py`).
"""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("shim.c")
VARIABLE = "BOB_FAULT_CONTROL"
# As shim.c lays them out.
_HEAD = struct.Struct("=8IQ16s1024s")
_CALL = struct.Struct("=16s96siiq")
_MOST_CALLS = 4096
_KINDS = ("none", "fail", "short", "killed before", "killed after", "killed halfway", "moved", "removed")

_DISK = ("ENOSPC", "EDQUOT")
_NAMES = (*_DISK, "EROFS")
# What the kernel may answer to a call, beyond EIO and EINTR; to all that take a path also EACCES.
ERRNOS = {
    "open": ("EACCES", "EMFILE", *_NAMES),
    "opendir": ("EACCES", "EMFILE"),
    "stat": ("EACCES",),
    "pread": (),
    "preadv": (),
    "read": (),
    "write": _DISK,
    "pwrite": _DISK,
    "fsync": (*_DISK, "EINVAL"),
    "sync_file_range": _DISK,
    "fchmod": ("EPERM", "EROFS"),
    "fchown": ("EPERM", "EROFS", "EDQUOT"),
    "flock": ("EWOULDBLOCK", "ENOLCK"),
    "ftruncate": _DISK,
    "rename": ("EACCES", *_NAMES),
    "link": ("EACCES", "EPERM", "EMLINK", *_NAMES),
    "unlink": ("EACCES", "EROFS"),
    "close": _DISK,
}
CUT_SHORT = ("read", "pread", "preadv", "write", "pwrite")


class Fault(NamedTuple):
    """What happens at a call: an errno by name, or one of `_KINDS`; `lasting`: to later ones like it too."""

    what: str
    lasting: bool = False


NO_FAULT = Fault("none")


class Call(NamedTuple):
    """A call, the file below the folder that it concerns, its errno (0: none) and what it gave back.

    `file` is "." for the folder itself, "(output)" and "(errors)" for the two standard ones. `ended` is
    false for a call that the process did not come back from.
    """

    name: str
    file: str
    error: int
    ended: bool
    result: int

    @property
    def succeeded(self) -> bool:
        """Whether it did what it was to do."""
        return self.ended and self.result >= 0


def why_not() -> str:
    """Why faults cannot be injected here; empty where they can."""
    if not shutil.which("gcc"):
        return "NO FAULT IS TRIED: there is no gcc to build tests/faults/shim.c with"
    return "" if os.uname().sysname == "Linux" else "NO FAULT IS TRIED: the shim is for Linux"


def built(folder: Path) -> Path:
    """The library, compiled into a folder."""
    library = folder / "shim.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return library


def faults_at(name: str) -> tuple[str, ...]:
    """The errnos that a call may give, in order."""
    return ("EIO", "EINTR", *ERRNOS[name])


class Control:
    """The block of memory through which processes are told what to meet, and tell what they did."""

    def __init__(self, path: Path, library: Path) -> None:
        self.environment = {VARIABLE: str(path), "LD_PRELOAD": str(library)}
        size = _HEAD.size + _MOST_CALLS * _CALL.size
        path.write_bytes(bytes(size))
        with path.open("r+b") as file:
            self._block = mmap.mmap(file.fileno(), size)

    def arm(self, folder: Path, fault: Fault = NO_FAULT, nth: int = 0) -> None:
        """Count calls on a folder anew; the nth meets a fault."""
        self.disarm()
        self._block[:] = bytes(len(self._block))
        kind = _KINDS.index(fault.what) if fault.what in _KINDS else _KINDS.index("fail")
        number = getattr(errno, fault.what) if kind == _KINDS.index("fail") else 0
        place = os.fsencode(os.path.realpath(folder))
        head = _HEAD.pack(0, kind, nth, number, fault.lasting, 0, 0, 0, 0, b"", place)
        self._block[: len(head)] = head
        self._block[0] = 1

    def disarm(self) -> None:
        """Count nothing more."""
        self._block[0] = 0

    @property
    def hits(self) -> int:
        """How many calls met the fault."""
        return int(_HEAD.unpack_from(self._block)[6])

    @property
    def bytes_read(self) -> int:
        """How many bytes were read from files of the folder."""
        return int(_HEAD.unpack_from(self._block)[8])

    def calls(self) -> list[Call]:
        """What was called, in order."""
        count = _HEAD.unpack_from(self._block)[5]
        if count > _MOST_CALLS:
            raise ValueError(f"{count} calls, and room for {_MOST_CALLS}")
        return [self._call(_HEAD.size + number * _CALL.size) for number in range(count)]

    def _call(self, place: int) -> Call:
        name, file, error, ended, result = _CALL.unpack_from(self._block, place)
        return Call(_text(name), _text(file), error, bool(ended), result)


def _text(field: bytes) -> str:
    return os.fsdecode(field.split(b"\0")[0])
