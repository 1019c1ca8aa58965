"""A folder of files is made again only where it holds nothing that somebody else put there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.store_corpus import LISTING, replace_corpus, require_free

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES = {"a/x.bin": b"x", "y.bin": b"why"}
FACTS = {path: {"about": path} for path in FILES}


def made(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_files_are_written_with_a_list_of_them(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "one"
    replace_corpus(str(folder), FILES, FACTS)
    found = made(folder)
    listing = json.loads(found.pop(LISTING))
    assert found == FILES
    assert {path: facts["about"] for path, facts in listing.items()} == {path: path for path in FILES}


def test_what_is_not_made_any_more_goes_away(tmp_path: Path) -> None:
    replace_corpus(str(tmp_path), FILES, FACTS)
    replace_corpus(str(tmp_path), {"y.bin": b"other"}, {"y.bin": {}})
    found = made(tmp_path)
    assert set(found) == {"y.bin", LISTING}
    assert found["y.bin"] == b"other"


def add(folder: Path) -> None:
    (folder / "a" / "mine.txt").write_text("mine")


def change(folder: Path) -> None:
    (folder / "y.bin").write_text("mine")


def unlist(folder: Path) -> None:
    (folder / LISTING).unlink()


def spoil(folder: Path) -> None:
    (folder / LISTING).write_text("[]")


def link(folder: Path) -> None:
    (folder / "elsewhere").symlink_to(folder.parent)


@pytest.mark.parametrize("touch", [add, change, unlist, spoil, link], ids=lambda touch: touch.__name__)
def test_a_folder_that_somebody_touched_is_left_alone(touch: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    replace_corpus(str(folder), FILES, FACTS)
    touch(folder)
    before = made(folder)
    with pytest.raises(Refused) as refused:
        replace_corpus(str(folder), {"z.bin": b"z"}, {"z.bin": {}})
    assert [finding.code for finding in refused.value.findings] == ["BOB801"]
    assert made(folder) == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Refused) as refused:
        require_free(str(tmp_path / "file"))
    assert [finding.code for finding in refused.value.findings] == ["BOB801"]


def test_no_folder_and_an_empty_one_are_free(tmp_path: Path) -> None:
    require_free(str(tmp_path))
    require_free(str(tmp_path / "none"))


def test_a_folder_that_cannot_be_made_is_refused(unprivileged: Path) -> None:
    unprivileged.chmod(0o500)
    with pytest.raises(Refused) as refused:
        replace_corpus(str(unprivileged / "corpus"), FILES, FACTS)
    assert [finding.code for finding in refused.value.findings] == ["BOB821"]
