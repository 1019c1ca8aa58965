"""`bob cache`: what is kept, in words and as JSON; building, checking, clearing."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.kernels import cache as kernel_cache
from bob.run.quick import attempt

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place


@pytest.fixture
def folder(tmp_path: Path, kept_object: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own with the compiled kernels."""
    own = tmp_path / "cache"
    own.mkdir(mode=0o700)
    (own / kept_object.name).write_bytes(kept_object.read_bytes())
    (own / kept_object.name).chmod(0o600)
    monkeypatch.setenv("BOB_CACHE_DIR", str(own))
    return own


def test_what_is_kept_is_shown_in_lines(bob: Bob, folder: Path) -> None:
    ran = bob("cache")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"folder   {folder}   yours alone",
        "kernels  kept",
        "serves   nothing: what is missing, a first full run makes, or bob cache build",
    ]


def test_build_shows_what_it_built(bob: Bob, folder: Path) -> None:
    ran = bob("cache", "build")
    assert ran.status == 0
    plans = sorted(path.name for path in folder.glob("*.plan"))
    assert ran.out.splitlines() == [
        f"folder   {folder}   yours alone",
        "kernels  kept",
        *(f"plan     {name}   fresh" for name in plans),
        "serves   bob verify envelope, bob run --resume",
    ]
    assert bob("cache").out == ran.out


def test_json_says_the_same(bob: Bob, folder: Path) -> None:
    bob("cache", "build")
    facts = json.loads(bob("cache", "--json").out)
    assert facts == {
        "folder": str(folder),
        "folder_state": "yours alone",
        "kernels": "kept",
        "plans": [[path.name, "fresh"] for path in sorted(folder.glob("*.plan"))],
        "serves": ["bob verify envelope", "bob run --resume"],
        "why_not": "",
    }


@pytest.mark.usefixtures("folder")
def test_a_contract_s_plans_are_built_for_its_file(bob: Bob, place: Place) -> None:
    run = ["run", "--resume", place.ckpt, "--contract", place.contract]
    verify = ["verify", "envelope", place.ckpt, "--contract", place.contract]
    assert [attempt(arguments, os.environ) for arguments in (verify, run)] == [None, None]
    assert bob("cache", "build", "--contract", place.contract).status == 0
    assert [attempt(arguments, os.environ) for arguments in (verify, run)] == [0, 0]


@pytest.mark.usefixtures("folder")
def test_a_full_run_and_a_full_verification_build_what_the_next_one_takes(bob: Bob, place: Place) -> None:
    run = ["run", "--resume", place.ckpt, "--contract", place.contract]
    verify = ["verify", "envelope", place.ckpt, "--contract", place.contract]
    for arguments in (run, verify):
        assert attempt(arguments, os.environ) is None
        assert bob(*arguments).status == 0
        assert attempt(arguments, os.environ) == 0


@pytest.mark.usefixtures("folder")
def test_a_refused_file_builds_nothing(bob: Bob, place: Place) -> None:
    Path(place.ckpt).write_bytes(Path(place.ckpt).read_bytes()[:-1])
    for command in (["run", "--resume"], ["verify", "envelope"]):
        assert bob(*command, place.ckpt, "--contract", place.contract).status == 1
    assert "plan " not in bob("cache").out


def test_a_contract_of_another_learner_gets_a_plan_for_envelopes_alone(
    bob: Bob, folder: Path, place: Place
) -> None:
    other = place.folder / "other.toml"
    other.write_text(Path(place.contract).read_text().replace("adamw:", "sgd:"))
    ran = bob("cache", "build", "--contract", str(other))
    assert (ran.status, "BOB701" in ran.err) == (1, True)
    assert [path.name.split("-")[0] for path in folder.glob("*.plan")] == ["envelope"]


def test_check_of_what_was_built_says_yes(bob: Bob, folder: Path) -> None:  # noqa: ARG001
    built = bob("cache", "build").out
    ran = bob("cache", "check")
    assert (ran.status, ran.out, ran.err) == (0, built, "")


def test_check_names_every_entry_that_was_touched(bob: Bob, folder: Path) -> None:
    bob("cache", "build")
    touched = sorted(path.name for path in folder.iterdir())
    for name in touched:
        content = bytearray((folder / name).read_bytes())
        content[100] ^= 1
        (folder / name).write_bytes(content)
    (folder / "foreign").write_bytes(b"")
    ran = bob("cache", "check")
    assert (ran.status, ran.out) == (1, "")
    assert "BOB831" in ran.err
    assert [name for name in (*touched, "foreign") if name not in ran.err] == []


def test_check_without_a_folder_is_a_question_that_cannot_be_asked(
    bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOB_CACHE_DIR", str(tmp_path / "none"))
    ran = bob("cache", "check")
    assert (ran.status, "BOB830" in ran.err) == (2, True)


def test_clear_says_how_many_it_removed_and_leaves_what_is_foreign(bob: Bob, folder: Path) -> None:
    bob("cache", "build")
    (folder / "foreign").write_bytes(b"")
    assert bob("cache", "clear").out == "3 files removed\n"
    assert [path.name for path in folder.iterdir()] == ["foreign"]
    assert bob("cache", "clear").out == "0 files removed\n"


@pytest.mark.parametrize("command", ["build", "check", "clear"])
def test_a_folder_that_others_may_use_is_refused_by_name(bob: Bob, folder: Path, command: str) -> None:
    folder.chmod(0o777)
    ran = bob("cache", command)
    assert (ran.status, ran.out) == (2, "")
    assert "BOB830" in ran.err
    assert "mode 0777" in ran.err
    assert len(list(folder.iterdir())) == 1


@pytest.mark.usefixtures("folder")
def test_where_nothing_serves_it_says_why_and_the_command_works(
    bob: Bob, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "shared objects are built for glibc, and this Python uses another C library"
    monkeypatch.setattr(kernel_cache, "why_not", lambda: why)
    ran = bob("cache")
    assert (ran.status, f"compiled in every process: {why}" in ran.out) == (0, True)
    assert "serves   nothing" in ran.out
    refused = bob("cache", "build")
    assert (refused.status, why in refused.err) == (2, True)
    ran = bob("run", "--resume", place.ckpt, "--contract", place.contract)
    assert ran.status == 0
    assert "compiling the kernels for this process alone: bob cache says why" in ran.err
    assert attempt(["run", "--resume", place.ckpt, "--contract", place.contract], os.environ) is None


def test_another_system_is_named(bob: Bob, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    bob("cache", "build")
    monkeypatch.setattr(sys, "platform", "darwin")
    said = bob("cache").out
    assert "serves   nothing: the quick path is for Linux, and this is darwin" in said


@pytest.mark.usefixtures("kept_object")
@pytest.mark.parametrize("where", ["no home", "a link", "others'"])
def test_without_a_folder_of_one_s_own_a_run_works_and_cache_says_why(
    bob: Bob, place: Place, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    own = place.folder / "cache"
    monkeypatch.setenv("BOB_CACHE_DIR", str(own))
    if where == "no home":
        for name in ("BOB_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
            monkeypatch.delenv(name, raising=False)
    elif where == "a link":
        (place.folder / "real").mkdir(mode=0o700)
        own.symlink_to("real")
    else:
        own.mkdir()
        own.chmod(0o755)
    said = {"no home": "names a folder", "a link": "it is a link", "others'": "others may use it"}[where]
    ran = bob("cache")
    assert (ran.status, said in ran.out) == (0, True)
    for _ in range(2):
        assert bob("run", "--resume", place.ckpt, "--contract", place.contract).status == 0
    assert attempt(["run", "--resume", place.ckpt, "--contract", place.contract], os.environ) is None
    assert [path for name in ("real", "cache") for path in (place.folder / name).glob("*")] == []
