"""What a file of the cache folder may become that nobody but its user should have touched."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = 65534


def edited(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def linked(path: Path) -> None:
    """A link to the very same content, outside of the folder."""
    path.rename(path.parent.with_name("target"))
    path.symlink_to(path.parent.with_name("target"))


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def given_away(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    os.chown(path, NOBODY, -1)
