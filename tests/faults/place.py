"""A folder with a run in it, the commands that go on with it, and every file that they may leave.

    place = Place(folder)                    # input.bin, ckpt.bin, and the contract beside the folder
    place.put(WAYS["resume, quick"])         # as it is before that command
    place.seen()                             # what lies in the folder now

Runs are deterministic: of each command the old and the new file are known bit for bit.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.input_record import build_input
from bob.learners.byte_table import prediction_bytes
from bob.run import invocation
from tests.checkpoints import SMALL

if TYPE_CHECKING:
    from pathlib import Path

CKPT, INPUT, OTHER = "ckpt.bin", "input.bin", "other.bin"
ANSWERS, RECEIPTS, KEPT = "answers.bin", "receipts.jsonl", "ckpt.bin.step-"
STEPS = SMALL["updates"]
RECORD = build_input([(7 * byte + 3) % 16 for byte in range(16)], [1, 15], SMALL)
N_STATES = 4


class Way(NamedTuple):
    """A command, by its words; {folder} stands for the folder. The file it makes, and its states.

    `before` and `after` count states of the run, from 0; None is no file. `beside` are the other files that
    it makes.
    """

    words: tuple[str, ...]
    target: str = CKPT
    before: int | None = 1
    after: int = 2
    beside: tuple[str, ...] = ()


_RESUME = ("run", "--resume", "{folder}/ckpt.bin", "--contract", "{contract}")
_OUT = ("run", "--out", "{folder}/ckpt.bin", "--contract", "{contract}", "--log-every", "10")
_FULL = (*_RESUME, "--log-every", "10")
WAYS = {
    "resume, quick": Way(_RESUME),
    "resume, full": Way(_FULL),
    "fresh": Way(_OUT, before=None, after=0),
    "fresh, forced": Way((*_OUT, "--force"), before=1, after=0),
    "resume, elsewhere": Way((*_FULL, "--out", "{folder}/other.bin"), OTHER, None, 2),
    "resume, with answers": Way((*_FULL, "--predictions", "{folder}/answers.bin"), beside=(ANSWERS,)),
    "resume, recorded": Way(
        (*_FULL, "--receipt", "{folder}/receipts.jsonl", "--keep", "2"), beside=(RECEIPTS, f"{KEPT}20")
    ),
}


class Place:
    """The folder of a run; `states` and `answers` are what another folder's made of it.

    They are its checkpoints at steps 10, 20, ... and the raw answers of each.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "run"
        self.contract = folder / "contract.toml"
        self.contract.write_text(SMALL.toml())
        self.states, self.answers = _known(folder / "known")

    def words(self, words: tuple[str, ...]) -> list[str]:
        """A command line."""
        return [word.format(folder=self.folder, contract=self.contract) for word in words]

    def put(self, way: Way) -> None:
        """Make the folder what it is before a command."""
        for folder in (self.folder, self.folder.with_name("run.gone")):
            shutil.rmtree(folder, ignore_errors=True)
        self.folder.mkdir()
        for name, content in self.before(way).items():
            (self.folder / name).write_bytes(content)

    def before(self, way: Way) -> dict[str, bytes]:
        """The files before a command."""
        files = {INPUT: RECORD}
        if way.target != CKPT:
            files[CKPT] = self.states[1]
        if way.before is not None:
            files[way.target] = self.states[way.before]
        return files

    def seen(self, folder: Path | None = None) -> dict[str, bytes]:
        """What lies in the folder; none where it is gone."""
        folder = self.folder if folder is None else folder
        if not folder.exists():
            return {}
        return {entry.name: (folder / entry.name).read_bytes() for entry in os.scandir(folder)}


def _known(folder: Path) -> tuple[list[bytes], list[bytes]]:
    """The checkpoints and the raw answers of a run that nothing befalls."""
    folder.mkdir()
    (folder / INPUT).write_bytes(RECORD)
    path = folder / CKPT
    outcomes, states = [invocation.fresh(str(path), SMALL)], [path.read_bytes()]
    for _ in range(N_STATES - 1):
        outcomes.append(invocation.resume(str(path), SMALL))
        states.append(path.read_bytes())
    return states, [prediction_bytes(outcome.answers) for outcome in outcomes]
