"""Many at once: each invocation advances the run or refuses; readers see a whole file."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING

from bob.run import invocation
from tests.checkpoints import SMALL, number
from tests.faults.place import CKPT, INPUT, STEPS, WAYS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.setting import Setting

# A hundred: BOB_FAULT_PROCESSES=100.
N = int(os.environ.get("BOB_FAULT_PROCESSES", "10"))


def sequential(tried: Setting, folder: Path, n: int) -> bytes:
    """What n invocations make of the run's second state, one after the other."""
    folder.mkdir()
    shutil.copy(tried.place.folder / INPUT, folder)
    (folder / CKPT).write_bytes(tried.place.states[1])
    for _ in range(n):
        invocation.resume(str(folder / CKPT), SMALL)
    return (folder / CKPT).read_bytes()


def test_many_at_once_lose_no_update(tried: Setting, tmp_path: Path) -> None:
    place, way = tried.place, WAYS["resume, quick"]
    place.put(way)
    ended = tried.zygote.many(place.words(way.words), N)
    made = sum(each.status == 0 for each in ended)
    said = "".join(each.err for each in ended if each.status)
    refusals = Counter(re.findall(r"(?:REFUSED|UNABLE)  (BOB\d+)", said))
    assert made >= 1
    assert set(refusals) <= {"BOB802", "BOB803"}
    assert made + sum(refusals.values()) == N
    seen = place.seen()
    assert set(seen) == {CKPT, INPUT}
    assert number(seen[CKPT], "step") == 2 * STEPS + STEPS * made
    assert seen[CKPT] == sequential(tried, tmp_path / "known", made)


def test_readers_during_runs_see_a_whole_file(tried: Setting) -> None:
    place, way = tried.place, WAYS["resume, quick"]
    place.put(way)
    path = str(place.folder / CKPT)
    verify = ["verify", "envelope", path, "--contract", str(place.contract)]
    readers = [tried.launched.begin(words) for words in [verify] * 6 + [["inspect", path]] * 2]
    for _ in range(30):
        assert tried.zygote(place.words(way.words)).status == 0
    for reader in readers:
        out, err = reader.communicate()
        assert reader.returncode == 0 or "UNABLE  BOB220" in out + err, (out, err)
        assert re.search(r"VERIFIED  step \d+0$|step +\d+0\b|BOB220", out + err, re.MULTILINE), (out, err)
