from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.store import OpenFile
from bob.store_pieces import mapped, replace_in_pieces

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def always(_head: bytes, _n_bytes: int) -> bool:
    return True


def fill(write: Callable[[bytes, int], None]) -> bytes:
    write(b"tail", 10)
    return b"head"


def test_the_head_comes_first_and_what_lies_between_is_zero(tmp_path: Path) -> None:
    path = tmp_path / "f"
    replace_in_pieces(str(path), always, fill)
    assert path.read_bytes() == b"head" + bytes(6) + b"tail"


def test_what_is_replaced_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "f", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    replace_in_pieces(str(link), always, fill)
    assert path.read_bytes().startswith(b"head")
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()


def test_another_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    with pytest.raises(Refused, match="BOB801"):
        replace_in_pieces(str(path), lambda head, _: head == b"new", fill)
    assert path.read_bytes() == b"old"


def test_a_file_that_appears_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"

    def slow(write: Callable[[bytes, int], None]) -> bytes:
        path.write_bytes(b"another's")
        return fill(write)

    with pytest.raises(Refused, match="BOB801"):
        replace_in_pieces(str(path), always, slow)
    assert path.read_bytes() == b"another's"
    assert os.listdir(tmp_path) == ["f"]


def test_a_map_is_of_the_file_that_was_opened_though_another_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "f"
    replace_in_pieces(str(path), always, fill)
    with OpenFile(str(path)) as opened:
        view = mapped(opened)
    replace_in_pieces(str(path), always, lambda _: b"other")
    assert bytes(view[:4]) == b"head"
    assert view.readonly


def test_changes_of_a_writable_map_stay_out_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"head")
    with OpenFile(str(path)) as opened:
        view = mapped(opened, writable=True)
    view[0] = 0
    assert path.read_bytes() == b"head"


def test_an_empty_file_has_an_empty_map(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"")
    with OpenFile(str(path)) as opened:
        assert len(mapped(opened)) == 0
