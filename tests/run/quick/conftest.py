"""A run at vocabulary 16 with its plans, and the quick path's answer to a command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bob.cli.verify import sound_lines, stamped_files
from bob.run import quick
from bob.run.quick import upkeep
from tests.checkpoints import SMALL
from tests.run.quick.mutations import GOOD, RECORD

LATER = GOOD[1]


class Place(NamedTuple):
    """The files of a small run, in a folder with nothing else, and the contract beside the folder."""

    folder: Path
    ckpt: Path
    input: Path
    contract: Path

    @property
    def run(self) -> list[str]:
        """The command line of a resume."""
        return ["run", "--resume", str(self.ckpt), "--contract", str(self.contract)]

    @property
    def envelope(self) -> list[str]:
        """The command line that verifies the envelope."""
        return ["verify", "envelope", str(self.ckpt), "--contract", str(self.contract)]

    def seen(self) -> dict[str, bytes]:
        """What is in the folder."""
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}


def handed_over(place: Place, arguments: list[str], environment: dict[str, str] | None = None) -> bool:
    """Whether the quick path does nothing at all."""
    before = place.seen()
    status = quick.attempt(arguments, {**os.environ, **(environment or {})})
    return status is None and place.seen() == before


@pytest.fixture(autouse=True)
def shared_cache(session_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests keep their plans beside the session's object."""
    monkeypatch.setenv("BOB_CACHE_DIR", str(session_cache))


@pytest.fixture
def place(kept_object: Path, tmp_path: Path) -> Place:  # noqa: ARG001
    """A run whose plans are kept."""
    made = Place(
        tmp_path / "run",
        *(tmp_path / "run" / name for name in ("ckpt.bin", "input.bin")),
        tmp_path / "c.toml",
    )
    made.folder.mkdir()
    made.ckpt.write_bytes(LATER)
    made.input.write_bytes(RECORD)
    made.contract.write_text(SMALL.toml())
    content = made.contract.read_bytes()
    if any(quick.kept(kind, content, os.environ) is None for kind in upkeep.SERVED):
        upkeep.build(SMALL, content, sound_lines(SMALL), stamped_files(), os.environ)
    return made


@pytest.fixture
def hidden(tmp_path: Path, kept_object: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, in which nothing but the kernels is."""
    own = tmp_path / "own cache"
    own.mkdir(mode=0o700)
    (own / kept_object.name).write_bytes(kept_object.read_bytes())
    (own / kept_object.name).chmod(0o600)
    monkeypatch.setenv("BOB_CACHE_DIR", str(own))
    return own


def plan_of(place: Place, kind: str, **more: str) -> dict[str, Any] | None:
    return quick.kept(kind, place.contract.read_bytes(), {**os.environ, **more})


def entry(place: Place, kind: str) -> Path:
    """The file of a plan."""
    name = quick.entry_name(kind, place.contract.read_bytes(), os.environ)
    return Path(os.environ["BOB_CACHE_DIR"]) / name
