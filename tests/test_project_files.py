"""Patterns match as `glob` does, and end."""

from __future__ import annotations

import glob
import os
from typing import TYPE_CHECKING

import pytest

from bob.project_files import matched

if TYPE_CHECKING:
    from pathlib import Path

FILES = (
    "a.st",
    "b.bin",
    ".hidden.st",
    "[x].st",
    "one/a.st",
    "one/two/a.st",
    "one/two/b.st",
    "one/.git/a.st",
    "six/a.st",
)
PATTERNS = (
    "*",
    "*.st",
    "**/*.st",
    "**",
    "**/a.st",
    "**/**/a.st",
    "one/**",
    "one/*/*.st",
    "./a.st",
    ".*",
    "[[]x].st",
    "[ab].*",
    "o?e/a.st",
    "one/../a.st",
    "one/.git/*",
    "one",
    "gone",
    "gone/*",
    "a.st/x",
    "",
    "A.st",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def by_glob(pattern: str, folder: Path) -> set[str]:
    found = glob.glob(pattern, root_dir=folder, recursive=True)
    return {os.path.normpath(name) for name in found if not (folder / name).is_dir()}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_matches_what_it_matches_in_the_standard_library(folder: Path, pattern: str) -> None:
    assert {os.path.normpath(name) for name in matched(pattern, str(folder))} == by_glob(pattern, folder)


def test_a_whole_path_is_a_pattern_too(folder: Path) -> None:
    assert matched(f"{folder}/one/*.st", "elsewhere") == {f"{folder}/one/a.st"}


def test_links_to_folders_above_have_an_end(folder: Path) -> None:
    for name in ("again", "and-again"):
        (folder / "one" / name).symlink_to("..")
    assert matched("**/b.bin", str(folder)) == {"b.bin"}
    assert matched("one/again/*.bin", str(folder)) == {"one/again/b.bin"}


def test_a_link_that_leads_nowhere_is_named_and_not_passed_over(folder: Path) -> None:
    (folder / "lost.st").symlink_to("nowhere")
    assert "lost.st" in matched("*.st", str(folder))


def test_a_pattern_with_a_nul_matches_nothing(folder: Path) -> None:
    assert matched("a\0b", str(folder)) == set()
