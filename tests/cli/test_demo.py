from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.cli import demo

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Bob, Ran


def test_the_demo_goes_as_expected(bob: Bob, tmp_path: Path) -> None:
    folder = str(tmp_path / "demo")
    ran: Ran = bob("demo", folder)
    assert ran.status == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        "input",
        "fresh",
        "resume",
        "straight",
        "compare",
        "refuse",
        "verify",
        "all",
    ]
    assert (
        "BOB210: belongs to another learner (learner.lr 0.05 (0x3d4ccccd), here 0.1 (0x3dcccccd))" in ran.out
    )
    assert "identical  786,432 payload bytes" in ran.out


def test_what_is_not_as_expected_is_marked_and_ends_with_1(
    bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = demo._Ran(1, "something else\n", {})
    monkeypatch.setattr(demo, "_bob", lambda *_: failing)
    monkeypatch.setattr(demo, "read_file", lambda path: path.encode())
    ran: Ran = bob("demo", str(tmp_path / "demo"))
    assert ran.status == 1
    assert ran.out.count("NOT AS EXPECTED") == 6


def test_a_folder_that_it_did_not_make_is_never_cleared(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years")
    ran: Ran = bob("demo", str(tmp_path / "mine"))
    assert ran.status == 1
    assert "BOB801" in ran.err
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years"


def test_its_own_folder_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    demo._make_anew(str(folder))
    (folder / "ckpt.bin").write_bytes(b"old")
    demo._make_anew(str(folder))
    assert [path.name for path in folder.iterdir()] == [".bob-demo"]


@pytest.mark.parametrize("names", [[".bob-demo", "thesis.txt"], ["ckpt.bin"]], ids=["more in it", "no mark"])
def test_a_folder_that_holds_anything_else_is_never_cleared(
    bob: Bob, tmp_path: Path, names: list[str]
) -> None:
    for name in names:
        (tmp_path / name).write_text("years")
    ran: Ran = bob("demo", str(tmp_path))
    assert ran.status == 1
    assert "BOB801" in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


def test_a_place_that_cannot_be_written_is_refused(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    ran: Ran = bob("demo", str(tmp_path / "file" / "demo"))
    assert ran.status == 2
    assert "BOB821" in ran.err
