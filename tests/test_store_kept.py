"""Kept checkpoints are the old files themselves, no more than asked for, and nobody else's names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from bob import store_kept
from bob.errors import Refused
from bob.store import OpenFile
from bob.store_kept import drop_oldest, keep_old, kept_files, kept_name, require_free

if TYPE_CHECKING:
    from pathlib import Path

CHECKPOINT = b"BOBCKPT1 and more"


@pytest.fixture
def current(tmp_path: Path) -> Path:
    path = tmp_path / "ckpt.bin"
    path.write_bytes(CHECKPOINT)
    return path


def kept(path: Path, *steps: int, content: bytes = CHECKPOINT) -> None:
    for step in steps:
        path.with_name(f"{path.name}.step-{step}").write_bytes(content)


def test_what_is_kept_is_the_old_file_itself(current: Path) -> None:
    with OpenFile(str(current)) as old:
        keep_old(str(current), old, 20)
        assert old.is_at(kept_name(str(current), 20))


def test_kept_files_come_newest_first_and_by_number(current: Path) -> None:
    kept(current, 90, 100, 20)
    for name in (
        "ckpt.bin.step-",
        "ckpt.bin.step-0",
        "ckpt.bin.step-1a",
        "ckpt.bin.step-10.toml",
        "other.step-7",
    ):
        current.with_name(name).write_bytes(CHECKPOINT)
    assert kept_files(str(current)) == [(step, f"{current}.step-{step}") for step in (100, 90, 20)]


def test_kept_files_of_a_bare_name_are_in_this_folder(current: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(current, 20)
    monkeypatch.chdir(current.parent)
    assert kept_files("ckpt.bin") == [(20, "ckpt.bin.step-20")]


def test_kept_files_of_a_link_are_beside_its_target(current: Path, tmp_path: Path) -> None:
    kept(current, 20)
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.bin"
    link.symlink_to(current)
    assert kept_files(str(link)) == [(20, f"{current}.step-20")]
    assert kept_name(str(link), 30) == f"{current}.step-30"


def test_a_folder_that_is_not_there_keeps_nothing(tmp_path: Path) -> None:
    assert kept_files(str(tmp_path / "no" / "ckpt.bin")) == []


def test_the_oldest_go_and_what_is_no_checkpoint_stays(current: Path) -> None:
    kept(current, 10, 20, 30, 40)
    kept(current, 5, content=b"mine")
    drop_oldest(str(current), 2)
    assert [step for step, _ in kept_files(str(current))] == [40, 30, 5]


def test_a_file_that_cannot_be_removed_stops_nothing(current: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(current, 10, 20)

    def refuse(_: str) -> None:
        raise PermissionError

    monkeypatch.setattr(store_kept.os, "unlink", refuse)
    drop_oldest(str(current), 0)
    assert len(kept_files(str(current))) == 2


def test_a_name_that_another_checkpoint_has_is_not_taken(current: Path) -> None:
    kept(current, 20, content=CHECKPOINT[:-1] + b"!")
    with OpenFile(str(current)) as old:
        for ask in (require_free, keep_old):
            with pytest.raises(Refused, match="BOB801"):
                ask(str(current), old, 20)
    assert current.with_name("ckpt.bin.step-20").read_bytes().endswith(b"!")


@pytest.mark.parametrize("content", [CHECKPOINT[:-1], CHECKPOINT + b"!", b""], ids=["cut", "longer", "empty"])
def test_a_name_that_leads_to_a_part_of_the_same_bytes_is_taken(current: Path, content: bytes) -> None:
    kept(current, 20, content=content)
    with OpenFile(str(current)) as old, pytest.raises(Refused, match="BOB801"):
        require_free(str(current), old, 20)


@pytest.mark.parametrize("how", ["itself", "a copy"])
def test_a_name_that_leads_to_the_same_bytes_is_free(current: Path, how: str) -> None:
    name = current.with_name("ckpt.bin.step-20")
    if how == "itself":
        os.link(current, name)
    else:
        name.write_bytes(CHECKPOINT)
    with OpenFile(str(current)) as old:
        require_free(str(current), old, 20)
        keep_old(str(current), old, 20)
    assert name.read_bytes() == CHECKPOINT


def test_a_file_system_without_second_names_is_refused_by_name(
    current: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(store_kept.os, "link", refuse)
    with OpenFile(str(current)) as old, pytest.raises(Refused, match="BOB821"):
        keep_old(str(current), old, 20)
