"""What the cache folder is said to hold, its building, its checking by name, and its clearing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bob.cli.verify import sound_lines, stamped_files
from bob.errors import Refused
from bob.kernels import cache as kernel_cache
from bob.run import quick
from bob.run.quick import planning, upkeep
from bob.store_cache import CacheFolder
from tests.checkpoints import SMALL
from tests.touched import NOBODY, cut, edited, fifo, given_away, linked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bob.envelope.contract import Contract

BOTH = ("bob verify envelope", "bob run --resume")


def build(environment: dict[str, str], contract: Contract = SMALL, content: bytes = b"small") -> None:
    upkeep.build(contract, content, sound_lines(contract), stamped_files(), environment)


@pytest.fixture
def environment(hidden: Path) -> dict[str, str]:
    """With a cache folder of the test's own that holds the kernels alone."""
    return {"BOB_CACHE_DIR": str(hidden)}


@pytest.fixture
def built(environment: dict[str, str]) -> dict[str, str]:
    build(environment)
    return environment


def plans(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.plan"))


# Shown.


def test_kernels_without_plans_serve_nothing_and_that_is_said(
    environment: dict[str, str], hidden: Path
) -> None:
    shown = upkeep.shown(environment)
    assert (shown.folder, shown.folder_state, shown.kernels) == (str(hidden), "yours alone", "kept")
    assert (shown.plans, shown.serves) == ((), ())
    assert "bob cache build" in shown.why_not


def test_what_was_built_serves_both_commands(built: dict[str, str], hidden: Path) -> None:
    shown = upkeep.shown(built)
    assert shown.plans == tuple((path.name, "fresh") for path in plans(hidden))
    assert (shown.serves, shown.why_not) == (BOTH, "")


def test_a_plan_that_something_made_void_is_said_to_be(
    built: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "fresh", lambda _: False)
    shown = upkeep.shown(built)
    assert [state for _, state in shown.plans] == ["void", "void"]
    assert (shown.serves, bool(shown.why_not)) == ((), True)


def test_a_plan_of_another_installation_is_not_shown(
    built: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "PACKAGE", "/elsewhere/bob")
    assert upkeep.shown(built).plans == ()


def test_a_plan_that_was_edited_is_not_shown(built: dict[str, str], hidden: Path) -> None:
    path = plans(hidden)[0]
    path.write_bytes(path.read_bytes()[:-1])
    assert len(upkeep.shown(built).plans) == 1


def test_showing_makes_no_folder(tmp_path: Path) -> None:
    shown = upkeep.shown({"BOB_CACHE_DIR": str(tmp_path / "none")})
    assert (shown.folder_state, shown.kernels, shown.serves) == ("not there yet", "not compiled yet", ())
    assert shown.why_not == "not there yet"
    assert not (tmp_path / "none").exists()


def wide(folder: Path) -> None:
    folder.chmod(0o755)


def a_link(folder: Path) -> None:
    folder.rename(folder.with_name("real"))
    folder.symlink_to("real")


def a_file(folder: Path) -> None:
    folder.rename(folder.with_name("real"))
    folder.write_bytes(b"")


UNSAFE = {
    wide: "others may use it (mode 0755, not 0700)",
    a_link: "it is a link or no folder",
    a_file: "it is a link or no folder",
    given_away: f"it belongs to user {NOBODY}, not to 0",
}
UNSAFE_FOLDERS = pytest.mark.parametrize(
    ("change", "said"), UNSAFE.items(), ids=[change.__name__ for change in UNSAFE]
)


@UNSAFE_FOLDERS
def test_a_folder_that_is_not_the_users_alone_serves_nothing_and_why_is_said(
    built: dict[str, str], hidden: Path, change: Callable[[Path], None], said: str
) -> None:
    change(hidden)
    shown = upkeep.shown(built)
    assert (shown.folder_state, shown.plans, shown.serves) == (f"not used: {said}", (), ())
    assert (shown.kernels, shown.why_not) == ("not compiled yet", f"not used: {said}")


@pytest.mark.parametrize(
    "environment_", [{}, {"HOME": ""}, {"HOME": "here"}], ids=["none", "empty", "relative"]
)
def test_without_a_home_nothing_is_kept_and_why_is_said(environment_: dict[str, str]) -> None:
    shown = upkeep.shown(environment_)
    assert (shown.folder, shown.serves) == ("", ())
    assert "neither BOB_CACHE_DIR nor XDG_CACHE_HOME nor HOME names a folder" in shown.why_not


def test_a_system_that_nothing_serves_is_said(built: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    shown = upkeep.shown(built)
    assert "darwin" in shown.why_not
    assert "darwin" in shown.kernels
    assert shown.serves == ()


def test_a_host_without_shared_objects_is_said(
    built: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache, "why_not", lambda: "shared objects are built for glibc")
    assert upkeep.shown(built).kernels == "compiled in every process: shared objects are built for glibc"


# Built.


def test_building_makes_the_folder_closed_to_others(
    tmp_path: Path, kept_object: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache, "entry", lambda _: kernel_cache.Entry(kept_object.name, b"", b"", b""))
    build({"BOB_CACHE_DIR": str(tmp_path / "a" / "b")})
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert len(plans(tmp_path / "a" / "b")) == 2


@UNSAFE_FOLDERS
def test_nothing_is_built_into_a_folder_that_is_not_the_users_alone(
    environment: dict[str, str], hidden: Path, change: Callable[[Path], None], said: str
) -> None:
    change(hidden)
    with pytest.raises(Refused) as refused:
        build(environment)
    (finding,) = refused.value.findings
    assert (finding.code, finding.found) == ("BOB830", said)


def test_nothing_is_built_where_no_folder_is_named() -> None:
    with pytest.raises(Refused) as refused:
        build({})
    assert [finding.code for finding in refused.value.findings] == ["BOB830"]
    assert refused.value.subject == "cache"


def test_nothing_is_built_on_a_host_that_nothing_serves(
    environment: dict[str, str], hidden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache, "why_not", lambda: "shared objects are built for glibc")
    with pytest.raises(Refused, match="built for glibc"):
        build(environment)
    assert plans(hidden) == []


@pytest.fixture
def read_only(unprivileged: Path) -> Path:
    """A folder that an ordinary user, as whom the test runs from here on, may not write to."""
    unprivileged.chmod(0o500)
    return unprivileged


def test_a_folder_that_takes_nothing_keeps_no_plan_and_that_is_no_fault(read_only: Path) -> None:
    planning.keep_envelope_plan(SMALL, b"", ["a line"], [], {"BOB_CACHE_DIR": str(read_only)})
    planning.keep_envelope_plan(SMALL, b"", ["a line"], [], {"BOB_CACHE_DIR": str(read_only / "below")})
    assert list(read_only.iterdir()) == []


def test_a_home_that_takes_nothing_is_said_when_it_is_built(read_only: Path) -> None:
    with pytest.raises(Refused) as refused:
        build({"HOME": str(read_only)})
    (finding,) = refused.value.findings
    assert (finding.code, finding.found) == ("BOB830", "Permission denied")


# Checked.


def test_what_was_built_has_no_finding(built: dict[str, str]) -> None:
    assert upkeep.findings(built) == []


def readable_by_others(path: Path) -> None:
    path.chmod(0o644)


DAMAGES = {
    edited: "other bytes",
    cut: "other bytes",
    linked: "not a file of yours alone",
    fifo: "not a file of yours alone",
    readable_by_others: "not a file of yours alone",
    given_away: "not a file of yours alone",
}


@pytest.mark.parametrize("kind", ["kernels", "run", "envelope"])
@pytest.mark.parametrize(("damage", "said"), DAMAGES.items(), ids=[damage.__name__ for damage in DAMAGES])
def test_an_entry_that_was_touched_is_found_by_name(
    built: dict[str, str], hidden: Path, kind: str, damage: Callable[[Path], None], said: str
) -> None:
    (path,) = hidden.glob(f"{kind}-*")
    damage(path)
    assert [(f.code, f.part, f.found) for f in upkeep.findings(built)] == [("BOB831", path.name, said)]


@pytest.mark.parametrize("name", ["foreign", "kernels.so", "plan", ".kernels-a.so.123.tmp"])
def test_a_file_that_is_not_bob_s_is_found_by_name(built: dict[str, str], hidden: Path, name: str) -> None:
    (hidden / name).write_bytes(b"")
    assert [(f.part, f.found) for f in upkeep.findings(built)] == [(name, "no file of Bob's")]


def test_kernels_that_deviate_are_found(built: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bob.kernels.trial.deviation", lambda _: "adamw gives 00000001 for 00000000 at 3")
    (finding,) = upkeep.findings(built)
    assert (finding.code, finding.part, finding.found) == (
        "BOB831",
        "kernels",
        "adamw gives 00000001 for 00000000 at 3",
    )


@UNSAFE_FOLDERS
def test_a_folder_that_is_not_the_users_alone_is_a_finding(
    built: dict[str, str], hidden: Path, change: Callable[[Path], None], said: str
) -> None:
    change(hidden)
    assert [(f.code, f.found) for f in upkeep.findings(built)] == [("BOB830", f"not used: {said}")]


# Cleared.


def test_bob_s_own_entries_are_removed_and_others_stay(built: dict[str, str], hidden: Path) -> None:
    foreign = ["notes.txt", "my-kernels-1.so", "plan"]
    for name in [*foreign, ".run-1.plan.77.tmp"]:
        (hidden / name).write_bytes(b"")
    edited(plans(hidden)[0])
    assert upkeep.clear(built) == 4
    assert sorted(path.name for path in hidden.iterdir()) == sorted(foreign)


def test_what_an_entry_links_to_stays(built: dict[str, str], hidden: Path) -> None:
    linked(plans(hidden)[0])
    assert upkeep.clear(built) == 3
    assert hidden.with_name("target").exists()


def test_clearing_what_is_not_there_removes_nothing(tmp_path: Path) -> None:
    assert upkeep.clear({"BOB_CACHE_DIR": str(tmp_path / "none")}) == 0
    assert not (tmp_path / "none").exists()


@UNSAFE_FOLDERS
def test_nothing_is_removed_from_a_folder_that_is_not_the_users_alone(
    built: dict[str, str], hidden: Path, change: Callable[[Path], None], said: str
) -> None:
    change(hidden)
    with pytest.raises(Refused, match="BOB830") as refused:
        upkeep.clear(built)
    assert refused.value.findings[0].found == said
    held = hidden.with_name("real") if change in (a_link, a_file) else hidden
    assert len(list(held.iterdir())) == 3


def test_the_name_of_an_entry_begins_with_what_it_is(built: dict[str, str]) -> None:
    with CacheFolder(built["BOB_CACHE_DIR"]) as opened:
        assert [name.split("-")[0] for name in opened.names()] == ["envelope", "kernels", "run"]


@pytest.mark.parametrize(
    ("below", "state"),
    [
        ("cache", "not there yet"),
        ("a/cache", "not there yet"),
        ("a/b/cache", "not used: it cannot be made in {}/a"),
    ],
    ids=["beside others", "one above is missing", "two above are missing"],
)
def test_a_folder_that_could_not_be_made_is_said_to_have_no_place(
    tmp_path: Path, below: str, state: str
) -> None:
    assert upkeep.why_not_used(str(tmp_path / below)) == state.format(tmp_path)
