"""A file that runs append lines to: `require_log` before the work, `append_line` after it.

    require_log("receipts.jsonl", is_receipts)
    append_line("receipts.jsonl", line, is_receipts, unless=(b'"child":"05f1...",',))

Appends take turns under the file's lock, and a line is on the disk when its append returns. A last line that
a dead process did not finish is cut; where an append fails, the file is as it was before.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from bob.kinds import LOOKED_AT
from bob.store import OpenFile, already_there, exists, locking, writing
from bob.store_calls import Busy, close, lock, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_TURN_S, _TRIES = 0.01, 1000
_PIECE_BYTES = 1 << 20


def require_log(path: str, is_own: Callable[[bytes], bool]) -> None:
    """Raises `Refused` where lines of this kind cannot be appended: BOB801, BOB820."""
    if exists(path):
        with OpenFile(path) as opened:
            if not is_own(opened.read_at(0, LOOKED_AT)):
                raise already_there(path)


def append_line(
    path: str, line: bytes, is_own: Callable[[bytes], bool], unless: Sequence[bytes] = ()
) -> None:
    """Append a line, which ends with its line feed, `unless` a line is there that holds all of these marks.

    Raises `Refused`: BOB801 where the file is of another kind, BOB802 where its turn does not come, BOB820
    where it is no regular file, BOB821 where it cannot be written.
    """
    with writing(path):
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
        descriptor = os.open(path, flags, 0o666)
    try:
        require_log(path, is_own)
        with writing(path), locking(path, "file"):
            _take_turn(descriptor)
            if not (unless and _holds(descriptor, unless)):
                _append(descriptor, line)
            sync_folder(os.path.dirname(os.path.realpath(path)))
    finally:
        close(descriptor)


def _take_turn(descriptor: int) -> None:
    for _ in range(_TRIES):
        if lock(descriptor):
            return
        time.sleep(_TURN_S)
    raise Busy


def _append(descriptor: int, line: bytes) -> None:
    end = _end_of_lines(descriptor)
    os.ftruncate(descriptor, end)
    try:
        remaining = memoryview(line)
        while remaining:
            remaining = remaining[os.write(descriptor, remaining) :]
        os.fsync(descriptor)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(descriptor, end)
        raise


def _end_of_lines(descriptor: int) -> int:
    """The byte after the last line feed."""
    end = os.fstat(descriptor).st_size
    while end:
        begin = max(0, end - _PIECE_BYTES)
        found = os.pread(descriptor, end - begin, begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def _holds(descriptor: int, marks: Sequence[bytes]) -> bool:
    """Whether a finished line holds every mark."""
    with os.fdopen(os.dup(descriptor), "rb") as lines:
        lines.seek(0)
        return any(line.endswith(b"\n") and all(mark in line for mark in marks) for line in lines)
