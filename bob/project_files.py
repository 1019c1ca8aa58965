"""Files by pattern, as `glob` has them: `matched("ckpts/**/*.gguf", folder)`, names relative to the folder.

`**` goes through folders, into no hidden one and through no link, so that a link to a folder above is no way
without an end. `*`, `?` and `[...]` stand for parts of a name, and for hidden ones only behind a dot.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from glob import has_magic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ANY_DEPTH = "**"


def matched(pattern: str, folder: str) -> set[str]:
    """What the pattern matches and is no folder; folders that cannot be listed are passed over."""
    segments: list[str] = []
    for segment in pattern.split("/"):
        if segment not in ("", ".") and (segment != _ANY_DEPTH or segments[-1:] != [_ANY_DEPTH]):
            segments.append(segment)
    found = _below("/" if pattern.startswith("/") else "", segments, folder)
    return {name for name in found if name and not os.path.isdir(os.path.join(folder, name))}


def _below(at: str, segments: list[str], folder: str) -> Iterator[str]:
    """Names that begin with `at` and go on as the segments say."""
    if not segments:
        yield at
        return
    first, *rest = segments
    if first == _ANY_DEPTH:
        yield from _below(at, rest or ["*"], folder)
        for entry in _entries(at, folder):
            if entry.is_dir(follow_symlinks=False) and _is_shown(entry.name, "*"):
                yield from _below(os.path.join(at, entry.name), segments, folder)
    elif has_magic(first):
        for entry in _entries(at, folder):
            if fnmatchcase(entry.name, first) and _is_shown(entry.name, first):
                yield from _below(os.path.join(at, entry.name), rest, folder)
    elif os.path.lexists(os.path.join(folder, at, first)):
        yield from _below(os.path.join(at, first), rest, folder)


def _is_shown(name: str, segment: str) -> bool:
    return segment.startswith(".") or not name.startswith(".")


def _entries(at: str, folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(os.path.join(folder, at) or os.curdir) as entries:
            return list(entries)
    except OSError:
        return []
