"""Everything that faults are tried with, in a folder: the library, the run, its plans and its processes.

with setting(folder) as tried:
    tried.bench.points("fresh")          # children of a process that has loaded Bob
    tried.launched(["run", ...])         # processes of their own, through the launcher, unfettered
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from bob.cli.verify import sound_lines, stamped_files
from bob.run.quick import upkeep
from tests.checkpoints import SMALL
from tests.faults.matrix import Bench
from tests.faults.place import Place
from tests.faults.processes import Launched, Zygote
from tests.faults.shim import Control, built

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Setting(NamedTuple):
    """A bench of the zygote's children, one of processes of their own, and processes without the shim."""

    folder: Path
    place: Place
    bench: Bench
    zygote: Zygote
    shimmed: Bench
    launched: Launched

    def verified(self, path: Path) -> bool:
        """Whether a fresh process finds the envelope of a checkpoint sound."""
        words = ["verify", "envelope", str(path), "--contract", str(self.place.contract)]
        return self.launched(words).status == 0


@contextmanager
def setting(folder: Path) -> Iterator[Setting]:
    """Make it; the processes end with it."""
    place = Place(folder)
    control = Control(folder / "control", built(folder))
    named = place.contract.read_bytes()
    upkeep.build(SMALL, named, sound_lines(SMALL), stamped_files(), os.environ)
    shimmed = Launched(folder / "shimmed", control.environment)
    launched = Launched(folder / "launched")
    with Zygote(folder, control.environment) as zygote:
        bench, own = Bench(place, zygote, control), Bench(place, shimmed, control)
        yield Setting(folder, place, bench, zygote, own, launched)
