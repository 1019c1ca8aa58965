"""Functions of the C library, through `_ctypes`, which the kernels have loaded already.

    memory = room(n_bytes)         # there at once, where bytearray's comes page by page
    lock(descriptor)               # as `bob.store_calls.lock`, without loading fcntl
    begin_writing(descriptor)      # so that a sync, later, has less to wait for

Each saves a few hundredths of an empty Python. Linux on x86-64 alone has these constants.
"""

import _ctypes

from bob.kernels.calls import RTLD_NOW, TYPES, function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# <sys/mman.h>, <sys/file.h>, <fcntl.h>, CPython's object.h.
_READ_WRITE = 0x1 | 0x2
_PRIVATE_ANONYMOUS_POPULATED = 0x2 | 0x20 | 0x8000
_EXCLUSIVE_AT_ONCE = 0x2 | 0x4
_SYNC_FILE_RANGE_WRITE = 0x2
_WRITABLE = 0x200


class _Object(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "O"


class _View(_ctypes.CFuncPtr):
    """PyMemoryView_FromMemory; unlike other functions, it needs the interpreter's lock."""

    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_PYTHONAPI
    _restype_ = _Object
    _argtypes_ = tuple(TYPES[letter] for letter in "qqi")


_PROCESS = _ctypes.dlopen(None, RTLD_NOW)  # type: ignore[arg-type]


def _called(name: str, letters: str, result: str) -> "Callable[..., int]":
    return function(_ctypes.dlsym(_PROCESS, name), letters, result)


def room(n_bytes: int) -> memoryview:
    """Writable memory, zero, for the rest of the process's life; raises `MemoryError` where there is none."""
    address = _called("mmap", "qqiiiq", "q")(0, n_bytes, _READ_WRITE, _PRIVATE_ANONYMOUS_POPULATED, -1, 0)
    if address < 0:
        raise MemoryError
    view: memoryview = _View(_ctypes.dlsym(_PROCESS, "PyMemoryView_FromMemory"))(address, n_bytes, _WRITABLE)
    return view


def lock(descriptor: int) -> bool:
    """Take the exclusive lock of an open file at once, or say that it cannot be had."""
    return _called("flock", "ii", "i")(descriptor, _EXCLUSIVE_AT_ONCE) == 0


def begin_writing(descriptor: int) -> None:
    """Have the system begin to write what an open file holds; what does not begin, a sync begins."""
    _called("sync_file_range", "iqqi", "i")(descriptor, 0, 0, _SYNC_FILE_RANGE_WRITE)
