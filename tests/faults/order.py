"""What must come before what, read from the calls that a process made: a kill cannot show a missing sync.

broken(calls, "ckpt.bin")      # what is out of order, "" where the new file is durable under its name
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.shim import Call

_WRITING = ("write", "pwrite", "writev", "ftruncate")
_NAMING = ("rename", "link")


def temporary(name: str) -> str:
    """The name beside a file under which its successor is written."""
    return f".{name}.bob-tmp"


def broken(calls: Sequence[Call], name: str) -> str:
    """The first rule of durable replacement that the calls break, or none.

    All writes to the temporary file, its sync, the new name, the folder's sync; nothing is said of it before.
    """
    own = temporary(name)
    named = _last(calls, _NAMING, own)
    if named < 0:
        return "the temporary file never got the name"
    synced = _last(calls[:named], ("fsync", "fdatasync"), own)
    if synced < 0:
        return "the temporary file was not synced before it got the name"
    written = _last(calls, _WRITING, own)
    if written < 0:
        return "nothing was written to the temporary file"
    if written > synced:
        return "the temporary file was written to after it was synced"
    folder = _last(calls, ("fsync",), ".", also=errno.EINVAL)
    if folder < named:
        return "the folder was not synced after the file got its name"
    told = [i for i, call in enumerate(calls) if call.file == "(output)" and call.result > 0]
    if told and told[0] < folder:
        return "success was told before the folder was synced"
    return ""


def _last(calls: Sequence[Call], names: Sequence[str], file: str, also: int = 0) -> int:
    """The place of the last such call that succeeded (or gave the errno `also`); -1 where there is none."""
    places = [
        i
        for i, call in enumerate(calls)
        if call.name in names and call.file == file and (call.succeeded or (also and call.error == also))
    ]
    return places[-1] if places else -1
