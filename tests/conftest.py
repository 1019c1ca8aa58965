"""Shared by all tests: Hypothesis without deadlines, a cache folder of their own with the kernels, and a
small contract with an input and a checkpoint.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from bob.envelope.input_record import build_input
from bob.kernels import cache
from tests.checkpoints import SMALL, checkpoint
from tests.touched import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.envelope.contract import Contract

settings.register_profile("bob", deadline=None)
settings.load_profile("bob")


@pytest.fixture(scope="session", autouse=True)
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The cache folder of this session, one for all of its workers: no test touches the user's own."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "bob cache"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BOB_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture(scope="session")
def kept_object(session_cache: Path) -> Path:
    """The shared object of the kernels, compiled once for all tests, in the session's cache folder."""
    if cache.why_not():
        pytest.skip(cache.why_not())
    environment = {"BOB_CACHE_DIR": str(session_cache)}
    cache.kernels_of(environment)
    kept = cache.entry(environment)
    assert kept is not None
    return session_cache / kept.name


@pytest.fixture(scope="session")
def small_contract() -> Contract:
    """The shipped contract at vocabulary 16 and two prompts."""
    return SMALL


@pytest.fixture(scope="session")
def small_input() -> bytes:
    """A valid input record of the small contract."""
    return build_input([(7 * byte + 3) % 16 for byte in range(16)], [1, 15], SMALL)


@pytest.fixture(scope="session")
def small_checkpoint() -> bytes:
    """A whole checkpoint of the small contract at step 10."""
    return checkpoint()


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of an ordinary user, as whom the test runs from here on."""
    with tempfile.TemporaryDirectory() as folder:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(folder)
        finally:
            os.chmod(folder, 0o700)
            os.seteuid(os.getuid())
