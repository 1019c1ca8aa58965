"""New files go where nothing was, all of them or a refusal by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.store_folder import new_files

if TYPE_CHECKING:
    from pathlib import Path

FILES = {"a.txt": b"one", "deep/er/b.txt": b"two"}


def there(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.mark.parametrize("is_there", [False, True], ids=["not there", "empty"])
def test_every_file_is_written_below_a_folder_that_is_made(tmp_path: Path, is_there: bool) -> None:
    folder = tmp_path / "new" / "folder"
    if is_there:
        folder.mkdir(parents=True)
    new_files(str(folder), FILES)
    assert there(folder) == FILES


def codes(folder: Path) -> list[str]:
    with pytest.raises(Refused) as refused:
        new_files(str(folder), FILES)
    return [finding.code for finding in refused.value.findings]


def test_nothing_is_written_beside_other_files(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    assert codes(tmp_path) == ["BOB801"]
    assert there(tmp_path) == {"mine": b"mine"}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    assert codes(tmp_path / "mine") == ["BOB801"]
    assert there(tmp_path) == {"mine": b"mine"}


def test_a_folder_that_cannot_be_made_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    assert codes(tmp_path / "mine" / "below") == ["BOB821"]
