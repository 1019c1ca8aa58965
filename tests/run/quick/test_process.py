"""What the quick path takes from the C library does what its counterparts elsewhere do."""

from __future__ import annotations

import fcntl
import os
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its constants are Linux's")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "file"
    made.write_bytes(b"content")
    return made


@pytest.mark.parametrize("n_bytes", [1, 4095, 4097, 1_000_000])
def test_room_is_zero_writable_and_of_its_size(n_bytes: int) -> None:
    from bob.run.quick.process import room

    memory = room(n_bytes)
    assert (len(memory), memory.format, memory.readonly) == (n_bytes, "B", False)
    assert bytes(memory) == bytes(n_bytes)
    memory[-1] = 7
    assert bytes(memory[-1:]) == b"\x07"


def test_two_rooms_share_nothing() -> None:
    from bob.run.quick.process import room

    one, other = room(64), room(64)
    one[:] = b"x" * 64
    assert bytes(other) == bytes(64)


def test_room_that_there_is_not_is_a_memory_error() -> None:
    from bob.run.quick.process import room

    with pytest.raises(MemoryError):
        room(1 << 60)


def test_a_lock_is_that_of_fcntl_and_is_not_waited_for(path: Path) -> None:
    from bob.run.quick.process import lock

    with path.open() as one, path.open() as other:
        assert lock(one.fileno())
        assert lock(one.fileno())
        assert not lock(other.fileno())
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(one, fcntl.LOCK_UN)
        assert lock(other.fileno())


def test_a_descriptor_that_is_closed_cannot_be_locked(path: Path) -> None:
    from bob.run.quick.process import lock

    descriptor = os.open(path, os.O_RDONLY)
    os.close(descriptor)
    assert not lock(descriptor)


def test_beginning_to_write_changes_nothing(path: Path) -> None:
    from bob.run.quick.process import begin_writing

    with path.open("r+b") as opened:
        begin_writing(opened.fileno())
        assert opened.read() == b"content"
    begin_writing(-1)
    assert path.read_bytes() == b"content"
