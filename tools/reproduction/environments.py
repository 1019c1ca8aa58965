"""Pythons of their own for Bob, with the oldest and the newest packages that it allows, and some others.

    python = prepared(PLACES[0], cache)         # raises Absent with the reason

An environment is kept under `cache` as long as it is for the same requirements. Solvers are not installed:
`bob run` needs none.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from reproduction.cases import ROOT
from reproduction.judgement import Absent, made

_REQUIREMENT = re.compile(r"([\w-]+)>=([\d.]+)(.*)")
_NEEDED = ("blake3", "click", "construct", "gmpy2")
OLDEST, NEWEST = "oldest", "newest"


class Place(NamedTuple):
    """A Python by its version, and which Numba and NumPy: OLDEST or NEWEST that is allowed, or a version."""

    python: str
    numba: str
    numpy: str

    @property
    def name(self) -> str:
        """How the place is called."""
        return f"Python {self.python}, {self.numba} Numba, {self.numpy} NumPy"


PLACES = (
    Place("3.11", NEWEST, NEWEST),
    Place("3.11", OLDEST, OLDEST),
    # Older than what Bob allows, for the sake of another LLVM.
    Place("3.11", "0.65.1", OLDEST),
    Place("3.12", NEWEST, NEWEST),
    Place("3.13", NEWEST, NEWEST),
)


def requirements(place: Place) -> list[str]:
    """What pip is asked for; the ranges are those of pyproject.toml."""
    chosen = {"numba": place.numba, "numpy": place.numpy}
    found = []
    for name, lowest, rest in _allowed():
        which = chosen.get(name, NEWEST)
        if name in (*chosen, *_NEEDED):
            exact = lowest if which == OLDEST else which
            found.append(f"{name}>={lowest}{rest}" if which == NEWEST else f"{name}=={exact}")
    return found


def prepared(place: Place, cache: Path) -> Path:
    """The environment's interpreter; made where it is not yet as it must be."""
    folder = cache / "-".join(place)
    python, ready = folder / "bin" / "python", folder / ".ready"
    wanted = "\n".join(requirements(place))
    if not ready.exists() or ready.read_text() != wanted:
        made(str(_interpreter(place.python)), "-m", "venv", "--clear", str(folder))
        pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        made(*pip, "--only-binary=:all:", *wanted.splitlines())
        ready.write_text(wanted)
    return python


def _allowed() -> list[tuple[str, str, str]]:
    """Name, least version and the rest of the range of what Bob depends on."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [(match[1], match[2], match[3]) for match in map(_REQUIREMENT.fullmatch, listed) if match]


def _interpreter(version: str) -> Path:
    """A Python of a version: this one, on the path, or where pyenv keeps them."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return Path(sys.executable)
    found = shutil.which(f"python{version}")
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    if not found and not kept:
        raise Absent(f"no Python {version}")
    return kept[-1] if kept else Path(str(found))
