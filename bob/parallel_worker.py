"""One process of shared work: asked on a socket, answers on it, ends with whoever started it.

    python -P -c "$PROGRAM" DESCRIPTOR SYS_PATH_IN_JSON        # PROGRAM is below; `bob.parallel` starts it

Nothing of the starting process's own main module is loaded: who calls `mapped` in a script needs no guard.
Messages are pickles between processes of one Bob, each behind its length.
"""

from __future__ import annotations

import os
import pickle
import socket
import struct
import sys
from threading import Thread
from typing import Any

from bob.parallel_outcome import faulty, outcome_of

PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    "from bob.parallel_worker import main; main(int(sys.argv[1]))"
)
_LENGTH = struct.Struct("<Q")
# The command `bob` ends by a SIGPIPE, as other tools do; a worker that is gone is no reader of its output.
_QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)


def send(channel: socket.socket, message: bytes) -> None:
    """One message; raises `OSError` where the other side is gone."""
    channel.sendall(_LENGTH.pack(len(message)) + message, _QUIETLY)


def receive(channel: socket.socket) -> bytes:
    """One message; raises `EOFError` or `OSError` where the other side is gone."""
    (length,) = _LENGTH.unpack(_exactly(channel, _LENGTH.size))
    return _exactly(channel, length)


def _exactly(channel: socket.socket, n_bytes: int) -> bytes:
    room = bytearray(n_bytes)
    rest = memoryview(room)
    while rest:
        n_read = channel.recv_into(rest)
        if not n_read:
            raise EOFError
        rest = rest[n_read:]
    return bytes(room)


def main(descriptor: int) -> None:
    """Answer until the socket is closed."""
    Thread(target=_end_with_parent, daemon=True).start()
    with socket.socket(fileno=descriptor) as channel:
        while True:
            try:
                question = receive(channel)
            except (EOFError, OSError):
                return
            send(channel, _answer(*pickle.loads(question)))


def _answer(function: Any, item: Any) -> bytes:
    """The outcome, or what kept it from being sent."""
    try:
        return pickle.dumps(outcome_of(function, item))
    except Exception as fault:
        return pickle.dumps(faulty(item.path, fault))


def _end_with_parent() -> None:
    """End at once when standard input does: nothing is written to it, the other end goes with its process."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)
