from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from bob import store_ahead
from bob.errors import Refused
from bob.store import OpenFile
from bob.store_ahead import pieces_ahead

if TYPE_CHECKING:
    from pathlib import Path

PIECE = 1 << 20


@pytest.fixture(autouse=True)
def any_size_is_worth_a_thread_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_ahead, "WORTH_A_THREAD", 0)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (1.4, 9.0, 9.0))


@pytest.mark.parametrize("n_bytes", [0, 1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE + 7])
def test_what_is_read_ahead_is_the_file(tmp_path: Path, n_bytes: int) -> None:
    path = tmp_path / "f"
    path.write_bytes(os.urandom(n_bytes))
    with OpenFile(str(path)) as opened:
        assert b"".join(map(bytes, pieces_ahead(opened))) == path.read_bytes()


def test_a_piece_is_there_until_the_next_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(bytes(PIECE) + b"\1" * PIECE + b"\2" * PIECE)
    with OpenFile(str(path)) as opened:
        for i, piece in enumerate(pieces_ahead(opened)):
            assert bytes(piece) == bytes([i]) * PIECE


def no_load() -> tuple[float, float, float]:
    raise OSError("not known")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bob.store_ahead.WORTH_A_THREAD", 5),
        ("os.getloadavg", lambda: (1.6, 0.0, 0.0)),
        ("os.getloadavg", no_load),
        ("os.cpu_count", lambda: 1),
        ("os.cpu_count", lambda: None),
    ],
    ids=["small", "both at work", "not known", "one processor", "none known"],
)
def test_where_a_thread_would_not_pay_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    monkeypatch.setattr(name, value)
    path = tmp_path / "f"
    path.write_bytes(b"four")
    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", None)
    with OpenFile(str(path)) as opened:
        assert [bytes(piece) for piece in pieces_ahead(opened)] == [b"four"]


def test_a_read_that_fails_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(descriptor: int, rooms: list[memoryview], offset: int) -> int:
        if offset:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return read(descriptor, rooms, offset)

    read = os.preadv
    path = tmp_path / "f"
    path.write_bytes(bytes(2 * PIECE))
    monkeypatch.setattr(os, "preadv", fails)
    with OpenFile(str(path)) as opened, pytest.raises(Refused, match="BOB820"):
        list(pieces_ahead(opened))


def test_a_file_that_was_cut_meanwhile_ends_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(bytes(3 * PIECE))
    with OpenFile(str(path)) as opened:
        pieces = pieces_ahead(opened)
        next(pieces)
        os.truncate(path, PIECE)
        assert sum(map(len, pieces)) <= 2 * PIECE
        with pytest.raises(Refused, match="BOB220"):
            opened.require_unchanged()


def test_who_stops_early_leaves_no_reader_behind(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(bytes(3 * PIECE))
    with OpenFile(str(path)) as opened:
        pieces = pieces_ahead(opened)
        next(pieces)
        pieces.close()  # type: ignore[attr-defined]
        assert list(pieces) == []
