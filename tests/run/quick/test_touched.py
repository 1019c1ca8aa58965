"""What somebody touched in the cache folder is never loaded, and the command works."""

from __future__ import annotations

import marshal
import os
from typing import TYPE_CHECKING

import pytest

from bob.canonical import digest
from bob.cli.main import main
from bob.run import quick
from bob.run.quick import attempt, resume
from tests.run.quick.conftest import LATER, Place, entry, plan_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMANDS = pytest.mark.parametrize("command", ["run", "envelope"])


def edited(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def planted(path: Path) -> None:
    """A whole plan of somebody's, under a digest that is not its."""
    path.write_bytes(bytes(32) + path.read_bytes()[32:])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def linked(path: Path) -> None:
    path.rename(path.with_suffix(".target"))
    path.symlink_to(path.with_suffix(".target"))


def a_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def open_to_others(path: Path) -> None:
    path.chmod(0o660)


def given_away(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    os.chown(path, 65534, -1)


TOUCHED = [edited, truncated, planted, emptied, linked, a_fifo, open_to_others, given_away]


@pytest.fixture
def own(hidden: Path, place: Place) -> Place:  # noqa: ARG001
    """A run whose plans lie in a cache folder of the test's own."""
    return place


@COMMANDS
@pytest.mark.parametrize("change", TOUCHED, ids=lambda change: change.__name__)
def test_a_plan_that_was_touched_is_never_loaded_and_the_command_works(
    own: Place, monkeypatch: pytest.MonkeyPatch, command: str, change: Callable[[Path], None]
) -> None:
    loaded: list[bytes] = []
    with monkeypatch.context() as patched:
        patched.setattr(marshal, "loads", loaded.append)
        change(entry(own, command))
        assert attempt(getattr(own, command), os.environ) is None
    assert loaded == []
    # The full path puts a new plan in its place.
    assert main(getattr(own, command)) == 0
    own.ckpt.write_bytes(LATER)
    assert attempt(getattr(own, command), os.environ) == 0


@pytest.mark.parametrize("change", TOUCHED, ids=lambda change: change.__name__)
def test_an_object_that_was_touched_is_never_loaded_and_the_command_works(
    own: Place,
    hidden: Path,
    kept_object: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None],
) -> None:
    def never(_: int) -> None:
        raise AssertionError("loaded")

    change(hidden / kept_object.name)
    with monkeypatch.context() as patched:
        patched.setattr(resume, "loaded", never)
        assert attempt(own.run, os.environ) is None
    assert own.ckpt.read_bytes() == LATER
    assert attempt(own.envelope, os.environ) == 0


def test_an_object_that_is_gone_hands_over(own: Place, hidden: Path, kept_object: Path) -> None:
    (hidden / kept_object.name).unlink()
    assert attempt(own.run, os.environ) is None
    assert own.ckpt.read_bytes() == LATER


def test_another_whole_object_under_its_name_is_not_loaded(
    own: Place, hidden: Path, kept_object: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(own, "run")
    assert plan is not None
    assert plan["object_digest"] == digest((hidden / kept_object.name).read_bytes())
    monkeypatch.setattr(resume, "loaded", lambda _: pytest.fail("loaded"))
    with pytest.raises(quick.NotHere):
        resume._kernels({**plan, "object_digest": bytes(32)}, os.environ)


@pytest.mark.parametrize("byte", [0, 8, -1])
def test_on_another_processor_it_hands_over(own: Place, monkeypatch: pytest.MonkeyPatch, byte: int) -> None:
    plan = plan_of(own, "run")
    assert plan is not None
    features = bytearray(plan["features"])
    features[byte] ^= 1
    monkeypatch.setattr(quick, "kept", lambda *_: {**plan, "features": bytes(features)})
    assert attempt(own.run, os.environ) is None
    assert own.ckpt.read_bytes() == LATER
