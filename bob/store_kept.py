"""Checkpoints that are kept beside the one that a run replaces, each under its own step: `ckpt.bin.step-20`.

    keep_old(path, old, 20)          # a second name for the file that is about to be replaced
    drop_oldest(path, 3)             # no more than three
    kept_files(path)                 # (step, path), newest first

A kept file is the old file itself under a second name, so that keeping it costs no copy and cannot be half
done. A name that another checkpoint has is never taken from it.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from bob.errors import Refused
from bob.kinds import CHECKPOINT, LOOKED_AT, kind_of
from bob.store import OpenFile, already_there, writing

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = re.compile(r"\.step-([1-9][0-9]{0,18})", re.ASCII)


def kept_name(path: str, step: int) -> str:
    """Where the checkpoint of a step is kept, beside the file that `path` leads to."""
    return f"{os.path.realpath(path)}.step-{step}"


def kept_files(path: str) -> list[tuple[int, str]]:
    """The step and path of each kept file of a checkpoint, whatever is in it, the newest first."""
    folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)
    with suppress(OSError):
        return sorted(
            ((step, os.path.join(folder, each)) for each, step in _named(folder, name)), reverse=True
        )
    return []


def _named(folder: str, name: str) -> Iterator[tuple[str, int]]:
    for each in os.listdir(folder or "."):
        if each.startswith(name) and (match := _STEP.fullmatch(each, len(name))):
            yield each, int(match[1])


def require_free(path: str, old: OpenFile, step: int) -> None:
    """Raises `Refused` (BOB801) where the name under which `old` is to be kept is another file's."""
    kept = kept_name(path, step)
    if os.path.lexists(kept) and not (old.is_at(kept) or _same_bytes(kept, old)):
        raise already_there(kept)


def _same_bytes(path: str, old: OpenFile) -> bool:
    with OpenFile(path) as other:
        if other.n_bytes != old.n_bytes:
            return False
        pieces = zip(other.pieces(0, old.n_bytes), old.pieces(0, old.n_bytes), strict=False)
        return all(one == another for one, another in pieces)


def keep_old(path: str, old: OpenFile, step: int) -> None:
    """Give the file that is about to be replaced its second name.

    Raises `Refused`: BOB801 as `require_free`, BOB821 where the folder or its file system has no such names.
    """
    kept = kept_name(path, step)
    with writing(path):
        try:
            os.link(os.path.realpath(path), kept)
        except FileExistsError:
            require_free(path, old, step)


def drop_oldest(path: str, n: int) -> None:
    """Leave the newest `n` kept files; what is no checkpoint is left, and so is what cannot be removed."""
    for _, kept in kept_files(path)[n:]:
        with suppress(OSError, Refused):
            with OpenFile(kept) as opened:
                is_own = kind_of(opened.read_at(0, LOOKED_AT), opened.n_bytes) is CHECKPOINT
            if is_own:
                os.unlink(kept)
