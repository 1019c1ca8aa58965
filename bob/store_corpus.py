"""A folder of files that are made again and again: `replace_corpus`, `require_free`.

Beside the files lies a list of them with their digests. A folder that holds anything else, or a file that was
changed since, is left alone: what somebody put there is not to be lost.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.canonical import canonical_json, hex_digest
from bob.errors import Finding, Refused
from bob.store import OpenFile, Slot, already_there, read_file

if TYPE_CHECKING:
    from collections.abc import Mapping

LISTING = "files.json"
_MOST_LISTING_BYTES = 10_000_000


def require_free(folder: str) -> None:
    """Raises `Refused` (BOB801) for a folder that holds anything but what `replace_corpus` put there."""
    if not os.path.lexists(folder):
        return
    if not os.path.isdir(folder):
        raise already_there(folder)
    listed = _listed(folder)
    foreign = sorted(path for path in _present(folder) if not _is_own(folder, path, listed))
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        found = Finding("BOB801", "folder", f"{foreign[0]}{more}", "an empty folder, none, or one made so")
        raise Refused(folder, [found])


def replace_corpus(folder: str, files: Mapping[str, bytes], facts: Mapping[str, Mapping[str, Any]]) -> None:
    """Write each file whole, by its path below `folder`, with a list of them that holds `facts` of each.

    Files of an earlier list that are not made any more go away. Raises `Refused` as `require_free` does, and
    BOB821 where nothing can be written.
    """
    require_free(folder)
    try:
        for path in _present(folder) - files.keys():
            os.unlink(Path(folder, path))
        for parent in {folder, *(str(Path(folder, path).parent) for path in files)}:
            os.makedirs(parent, exist_ok=True)
    except OSError as wrong:
        found = wrong.strerror or str(wrong)
        raise Refused(folder, [Finding("BOB821", "folder", found, "a writable folder with room")]) from wrong
    listing = {path: {"digest": hex_digest(content), **facts[path]} for path, content in files.items()}
    for path, content in {**files, LISTING: canonical_json(listing).encode()}.items():
        with Slot(str(Path(folder, path))) as slot:
            slot.replace(content)


def _present(folder: str) -> set[str]:
    """The files below a folder, by their path; links and folders count by their names."""
    found = set()
    for around, folders, names in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(around, name))]
        found |= {Path(around, name).relative_to(folder).as_posix() for name in [*names, *links]}
    return found


def _listed(folder: str) -> dict[str, str]:
    """The digest of each file that the folder's list names; none where there is no list of that kind."""
    with suppress(Refused, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        listing = json.loads(read_file(str(Path(folder, LISTING)), _MOST_LISTING_BYTES))
        return {path: str(facts["digest"]) for path, facts in listing.items()}
    return {}


def _is_own(folder: str, path: str, listed: Mapping[str, str]) -> bool:
    place = Path(folder, path)
    if path == LISTING:
        return bool(listed)
    if path not in listed or place.is_symlink():
        return False
    with OpenFile(str(place)) as opened:
        return hex_digest(opened.read_at(0, opened.n_bytes)) == listed[path]
