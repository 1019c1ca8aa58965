"""One setting for all: the shim, a run at vocabulary 16, its plans, and a process that has loaded Bob."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.setting import Setting, setting
from tests.faults.shim import why_not

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def tried(kept_object: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:  # noqa: ARG001
    if reason := why_not():
        pytest.skip(reason)
    with setting(tmp_path_factory.mktemp("faults")) as made:
        yield made
