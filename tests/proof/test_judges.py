"""Judges are known by name and version, whether or not they are installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import pytest

from bob.proof import judges
from bob.proof.judges import DISTRIBUTIONS, present

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    present.cache_clear()
    yield
    present.cache_clear()


def test_a_judge_has_the_version_of_its_distribution() -> None:
    assert present() == {judge: version(name) for judge, name in DISTRIBUTIONS.items()}


def test_a_judge_that_is_not_installed_is_not_present(monkeypatch: pytest.MonkeyPatch) -> None:
    def version_of(name: str) -> str:
        if name == "cvc5":
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(judges, "version", version_of)
    assert present() == {"z3": "1", "bitwuzla": "1"}


def test_knowing_the_judges_loads_none() -> None:
    program = "import sys; from bob.proof.judges import present; present(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {*DISTRIBUTIONS} & set(loaded.stdout.split())
