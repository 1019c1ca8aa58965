"""Shared by all tests: Hypothesis without deadlines, and a small contract with an input and a checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from bob.envelope.input_record import build_input
from tests.checkpoints import SMALL, checkpoint

if TYPE_CHECKING:
    from bob.envelope.contract import Contract

settings.register_profile("bob", deadline=None)
settings.load_profile("bob")


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
