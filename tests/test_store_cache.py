"""The cache folder gives back what was put there, and nothing that another could have written."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bob.store_cache import CacheFolder, Unsafe, content_of, folder_of
from tests.touched import cut, edited, emptied, fifo, given_away, linked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BODY = b"what was put there" * 1000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def cache(folder: Path) -> Iterator[CacheFolder]:
    with CacheFolder(str(folder), create=True) as opened:
        opened.write("entry", BODY)
        yield opened


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"BOB_CACHE_DIR": "/x/y", "XDG_CACHE_HOME": "/z", "HOME": "/h"}, "/x/y"),
        ({"XDG_CACHE_HOME": "/z", "HOME": "/h"}, "/z/bob"),
        ({"XDG_CACHE_HOME": "z", "HOME": "/h"}, "/h/.cache/bob"),
        ({"BOB_CACHE_DIR": "", "HOME": "/h/"}, "/h/.cache/bob"),
        ({"HOME": "h"}, ""),
        ({}, ""),
    ],
    ids=["own", "shared", "a relative shared one is none", "home", "a relative home is none", "nothing"],
)
def test_the_folder_is_the_first_that_a_variable_names(environment: dict[str, str], expected: str) -> None:
    assert folder_of(environment) == expected


def test_what_was_put_there_is_given_back(cache: CacheFolder) -> None:
    assert cache.read("entry") == BODY


def test_an_entry_takes_the_place_of_another_and_leaves_nothing_else(cache: CacheFolder) -> None:
    cache.write("entry", b"")
    assert cache.read("entry") == b""
    assert cache.names() == ["entry"]


@pytest.mark.usefixtures("cache")
def test_the_folder_and_its_entries_are_closed_to_others(folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "entry").stat().st_mode & 0o777 == 0o600


def test_the_folder_above_is_made(tmp_path: Path) -> None:
    with CacheFolder(str(tmp_path / "a" / "b"), create=True) as opened:
        opened.write("entry", BODY)
    assert (tmp_path / "a" / "b" / "entry").exists()
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with pytest.raises(FileNotFoundError):
        CacheFolder(folder_of({"HOME": str(home)}), create=True)
    assert not home.exists()


def test_a_folder_that_is_not_there_is_not_made_by_reading(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        CacheFolder(str(folder))
    assert not folder.exists()


def test_no_name_is_no_folder() -> None:
    with pytest.raises(Unsafe, match="names a folder"):
        CacheFolder("")


def open_to_others(path: Path) -> None:
    path.chmod(0o620)


def readable_by_others(path: Path) -> None:
    path.chmod(0o604)


@pytest.mark.parametrize(
    "damage",
    [edited, cut, emptied, linked, fifo, open_to_others, readable_by_others, given_away],
    ids=lambda d: d.__name__,
)
def test_an_entry_that_was_touched_is_as_good_as_none(
    cache: CacheFolder, folder: Path, damage: Callable[[Path], None]
) -> None:
    damage(folder / "entry")
    assert cache.read("entry") is None


@pytest.mark.parametrize("damage", [linked, fifo, open_to_others, given_away], ids=lambda d: d.__name__)
def test_a_file_that_is_not_the_users_alone_is_not_opened(
    cache: CacheFolder, folder: Path, damage: Callable[[Path], None]
) -> None:
    assert cache.is_own("entry")
    damage(folder / "entry")
    assert not cache.is_own("entry")


def wide(path: Path) -> None:
    path.chmod(0o755)


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def a_file(path: Path) -> None:
    (path / "entry").unlink()
    path.rmdir()
    path.write_bytes(b"")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (wide, "others may use it"),
        (moved, "a link or no folder"),
        (a_file, "a link or no folder"),
        (given_away, "belongs"),
    ],
    ids=["wide", "a link", "a file", "foreign"],
)
def test_a_folder_that_is_not_the_users_alone_is_not_used(
    folder: Path, damage: Callable[[Path], None], said: str
) -> None:
    with CacheFolder(str(folder), create=True) as opened:
        opened.write("entry", BODY)
    damage(folder)
    for create in (False, True):
        with pytest.raises(Unsafe, match=said):
            CacheFolder(str(folder), create=create)


def test_a_folder_that_was_replaced_after_it_was_opened_gives_nothing_of_the_new_one(
    cache: CacheFolder, folder: Path
) -> None:
    folder.rename(folder.with_name("old"))
    folder.mkdir()
    (folder / "entry").write_bytes(b"planted")
    assert cache.read("entry") == BODY


def test_what_cannot_be_written_whole_leaves_what_was_there(
    cache: CacheFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    import posix

    def full(_: int, __: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(posix, "write", full)
    with pytest.raises(OSError, match="No space"):
        cache.write("entry", b"other")
    monkeypatch.undo()
    assert cache.read("entry") == BODY
    assert cache.names() == ["entry"]


def test_two_processes_that_write_at_once_leave_one_whole_entry(cache: CacheFolder, folder: Path) -> None:
    script = (
        "import sys\nfrom bob.store_cache import CacheFolder\n"
        "with CacheFolder(sys.argv[1], create=True) as cache:\n"
        "    for _ in range(200): cache.write('entry', sys.argv[2].encode() * 100_000)\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", script, str(folder), letter]) for letter in "ab"]
    seen = {cache.read("entry") for _ in range(200)}
    assert [writer.wait() for writer in writers] == [0, 0]
    assert seen | {cache.read("entry")} <= {BODY, b"a" * 100_000, b"b" * 100_000}
    assert cache.names() == ["entry"]


def test_a_plain_file_is_read_from_its_beginning_by_its_descriptor(cache: CacheFolder) -> None:
    cache.write_plain("plain", b"x" * 3_000_000)
    descriptor = cache.open("plain")
    assert descriptor is not None
    assert content_of(descriptor) == content_of(descriptor) == b"x" * 3_000_000
    os.close(descriptor)


def test_removing_what_is_not_there_is_no_fault(cache: CacheFolder) -> None:
    cache.remove("entry")
    cache.remove("entry")
    assert cache.names() == []
