"""While readers are measured, what hangs is interrupted; nothing of measuring is left to other tests."""

from __future__ import annotations

import signal
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from fuzz.measured import interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def alarmed() -> Iterator[None]:
    timers = (signal.SIGALRM, signal.SIGPROF)
    old = [signal.signal(timer, interrupted) for timer in timers]
    yield
    for timer, handler in zip(timers, old, strict=True):
        signal.signal(timer, handler)
    tracemalloc.stop()
