"""Functions for workers: they are found by name, so they stand in a module of their own."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

from bob.errors import Finding, Refused


class Item(NamedTuple):
    """A file by its path, and what to do."""

    path: str
    what: str = ""


def worked(item: Item) -> tuple[str, int]:
    """The item's path and the process that worked on it, or whatever the item asks for."""
    match item.what:
        case "refuse":
            raise Refused(item.path, [Finding("BOB820", "path", "no")])
        case "fail":
            raise ZeroDivisionError("by zero")
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "leave":
            os._exit(3)
        case "wait":
            # Until the other item, which comes later, is done: its file tells.
            while not Path(f"{item.path}.done").exists():
                time.sleep(0.01)
        case "tell":
            Path(item.path).touch()
        case "stay":
            Path(item.path).write_text(str(os.getpid()))
            threading.Event().wait()
        case "print":
            print("on standard output")
    return item.path, os.getpid()


def unsendable(item: Item) -> object:
    """Something that cannot be pickled."""
    return lambda: item
