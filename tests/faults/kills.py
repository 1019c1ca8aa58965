"""Whole processes, from the shell on, killed at moments drawn between their beginning and their end."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING

from tests.faults.judge import judged, require_cleared
from tests.faults.place import WAYS
from tests.faults.processes import Ended

if TYPE_CHECKING:
    from tests.faults.setting import Setting

ENDED = "ended before its kill"
_WAYS = ("resume, quick", "resume, full", "fresh")


def killed_at_random(tried: Setting, n: int, seed: int = 0, ways: tuple[str, ...] = _WAYS) -> str:
    """Kill n processes, the ways in turn; what was found there, counted, and what ended before its kill.

    Raises `Unsound`.

    After each, the file is the old or the new one, a fresh process verifies it, and the next command clears
    what is left. Moments are uniform over the duration that the way was measured to have.
    """
    drawn = random.Random(seed)
    durations = {way: _duration(tried, way) for way in ways}
    found: Counter[str] = Counter()
    n_killed = 0
    while n_killed < n:
        way = ways[n_killed % len(ways)]
        after_s = drawn.random() * durations[way]
        word = _killed(tried, way, after_s)
        n_killed += word != ENDED
        if word == ENDED:
            # It takes less time than was measured.
            durations[way] = max(0.9 * durations[way], after_s)
        found[f"{way}: {word}"] += 1
    return "\n".join(f"{count:5,}  {what}" for what, count in sorted(found.items()))


def _duration(tried: Setting, way: str) -> float:
    """Seconds from a command's beginning to its end."""
    tried.place.put(WAYS[way])
    begun = time.monotonic()
    tried.launched(tried.place.words(WAYS[way].words))
    return time.monotonic() - begun


def _killed(tried: Setting, name: str, after_s: float) -> str:
    way, place = WAYS[name], tried.place
    place.put(way)
    process = tried.launched.begin(place.words(way.words))
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    seen = place.seen()
    target = place.folder / way.target
    if target.exists():
        assert tried.verified(target)
    if process.returncode == 0:
        assert seen[way.target] == place.states[way.after]
        word = ENDED
    else:
        word = judged(place, way, Ended(process.returncode, "", ""), [], seen)
    require_cleared(place, way, tried.launched)
    return word
