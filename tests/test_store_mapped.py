from __future__ import annotations

from typing import TYPE_CHECKING

from bob.store import OpenFile, replace_file
from bob.store_mapped import mapped
from tests.test_store import always, fill

if TYPE_CHECKING:
    from pathlib import Path


def test_a_map_is_of_the_file_that_was_opened_though_another_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "f"
    replace_file(str(path), fill, always)
    with OpenFile(str(path)) as opened:
        view = mapped(opened)
    replace_file(str(path), lambda _: b"other", always)
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
