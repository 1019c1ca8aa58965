"""Whole processes that are killed at random moments; two hundred by `python -m tests.faults --kills 200`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.faults.kills import ENDED, killed_at_random

if TYPE_CHECKING:
    from tests.faults.setting import Setting


def test_a_process_that_is_killed_at_any_moment_leaves_a_whole_file(tried: Setting) -> None:
    told = killed_at_random(tried, 8, ways=("resume, quick",))
    assert sum(int(line.split()[0]) for line in told.splitlines() if ENDED not in line) == 8
