"""A checkpoint held against a plan: yes, or not here. Whatever it does not accept, the full path explains."""

import _stat as stat
import posix

from bob.run.quick import NotHere
from bob.store_cache import digest
from bob.store_calls import close

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from typing import Any


def program(plan: "Mapping[str, Any]", name: str) -> "Callable[[bytes], bool]":
    """A function that a plan holds as code: `header` or `input`, from bytes to whether they are one."""
    # `types.FunctionType`, without importing types.
    function: Any = type(program)
    made: Callable[[bytes], bool] = function(plan["programs"][name], {})
    return made


def opened(path: str) -> tuple[int, "os.stat_result"]:
    """A regular file, open for reading, and its status."""
    try:
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except OSError:
        raise NotHere from None
    try:
        status = status_of(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotHere
    except NotHere:
        close(descriptor)
        raise
    return descriptor, status


def status_of(descriptor: int) -> "os.stat_result":
    """The status of an open file."""
    try:
        return posix.fstat(descriptor)
    except OSError:
        raise NotHere from None


def content(
    descriptor: int, n_bytes: int, room: "Callable[[int], bytearray | memoryview]" = bytearray
) -> memoryview:
    """The `n_bytes` bytes of an open file, in writable memory that `room` makes."""
    view = memoryview(room(n_bytes))
    offset = 0
    try:
        while offset < n_bytes and (count := posix.preadv(descriptor, [view[offset:]], offset)):
            offset += count
    except OSError:
        raise NotHere from None
    if offset < n_bytes:
        raise NotHere
    return view


def number(plan: "Mapping[str, Any]", header: bytes, name: str) -> int:
    """An integer of the header."""
    begin, end = plan["places"][name]
    return int.from_bytes(header[begin:end], "little")


def text(plan: "Mapping[str, Any]", header: bytes, name: str) -> bytes:
    """The bytes of a field of the header."""
    begin, end = plan["places"][name]
    return bytes(header[begin:end])


def chunk_digests(plan: "Mapping[str, Any]", checkpoint: memoryview) -> bytes:
    """The digests of the chunks of a checkpoint's payload, one after the other."""
    begin, size = plan["header_bytes"], plan["chunk_bytes"]
    return b"".join(digest(checkpoint[i : i + size]) for i in range(begin, len(checkpoint), size))


def require_header(plan: "Mapping[str, Any]", header: bytes) -> None:
    """Hold a header against the plan: the contract's bytes, the refinements, its own digest."""
    begin, end = plan["places"]["header_digest"]
    if not program(plan, "header")(header) or digest(header[:begin]) != header[begin:end]:
        raise NotHere


def require_envelope(plan: "Mapping[str, Any]", checkpoint: memoryview) -> bytes:
    """Hold all of a checkpoint but its values against the plan; gives the header."""
    if len(checkpoint) != plan["n_bytes"]:
        raise NotHere
    header = bytes(checkpoint[: plan["header_bytes"]])
    require_header(plan, header)
    if chunk_digests(plan, checkpoint) != text(plan, header, "chunk_digests"):
        raise NotHere
    return header
