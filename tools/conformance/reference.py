"""What a reference reader makes of files, as JSON lines: `PYTHON reference.py READER FILE...`.

Runs in any environment that has the reader, and imports nothing of Bob. Each file is read in a process of its
own, which has ten seconds and two gigabytes: a reader that hangs, crashes or asks for more is told as such.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import sys
from typing import Any

_SECONDS, _BYTES = 10, 2 << 30


def _safetensors(path: str) -> None:
    import safetensors

    deserialize: Any = safetensors.deserialize
    with open(path, "rb") as opened:
        deserialize(opened.read())


def _gguf(path: str) -> None:
    from gguf import GGUFReader

    for tensor in GGUFReader(path).tensors:
        tensor.data.tobytes()


def _numpy(path: str) -> None:
    import numpy as np

    loaded = np.load(path, allow_pickle=False)
    if hasattr(loaded, "files"):
        for name in loaded.files:
            loaded[name]


def _zipfile(path: str) -> None:
    import zipfile

    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            archive.read(member)


def _torch(path: str) -> None:
    import torch

    torch.load(path, map_location="cpu", weights_only=True)


READERS = {
    "safetensors": (_safetensors, ("safetensors",)),
    "gguf": (_gguf, ("gguf",)),
    "numpy": (_numpy, ("numpy",)),
    "zipfile": (_zipfile, ()),
    "torch": (_torch, ("torch",)),
}


def verdict(reader: str, path: str) -> str:
    """`loads`, `refuses: WHY`, `hangs`, or `dies: HOW`."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        faulthandler.disable()
        os.close(read)
        os.write(write, _tried(reader, path).encode()[:200])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as said:
        told = said.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "hangs" if number == signal.SIGALRM else f"dies: {signal.Signals(number).name}"
    return told


def _tried(reader: str, path: str) -> str:
    signal.alarm(_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
    try:
        READERS[reader][0](path)
    except MemoryError:
        return "dies: out of memory"
    except BaseException as wrong:
        return f"refuses: {type(wrong).__name__}"
    return "loads"


def main() -> None:
    """Print a line for the versions, then one for each file."""
    from importlib.metadata import version

    reader = sys.argv[1]
    versions = {name: version(name) for name in READERS[reader][1]} or {"python": sys.version.split()[0]}
    print(json.dumps(versions))
    for path in sys.argv[2:]:
        print(json.dumps([path, verdict(reader, path)]), flush=True)


if __name__ == "__main__":
    main()
