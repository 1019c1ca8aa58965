"""A folder of new files: `new_files` writes all of them where nothing was."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused
from bob.store import Slot, already_there

if TYPE_CHECKING:
    from collections.abc import Mapping


def new_files(folder: str, files: Mapping[str, bytes]) -> None:
    """Write each file whole, by its path below `folder`, which is made, and may be there if it is empty.

    Raises `Refused`: BOB801 where something is in it or in its place, BOB821 where it cannot be written.
    """
    try:
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder):
            raise Refused(folder, [Finding("BOB801", "folder", "other files", "an empty folder, or none")])
        for parent in {Path(folder, path).parent for path in files}:
            os.makedirs(parent, exist_ok=True)
    except FileExistsError:
        raise already_there(folder) from None
    except OSError as wrong:
        found = wrong.strerror or str(wrong)
        raise Refused(folder, [Finding("BOB821", "folder", found, "a writable folder with room")]) from wrong
    for path, content in files.items():
        with Slot(str(Path(folder, path))) as slot:
            slot.publish(content)
