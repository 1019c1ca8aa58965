"""A folder with a contract at vocabulary 16, an input record and a checkpoint at step 10."""

from __future__ import annotations

import errno
import io
import os
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pytest

from bob.cli.main import main
from bob.envelope.contract import Contract
from bob.envelope.input_record import build_input
from bob.run import invocation

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SMALL = Contract.shipped().changed({"data.vocabulary": "16", "data.prompts": "2"})


class Full(io.StringIO):
    """An output on a full disk."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Ran(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


Bob: TypeAlias = "Callable[..., Ran]"


class Place(NamedTuple):
    """The files of a small run."""

    folder: Path
    ckpt: str
    input: str
    contract: str


@pytest.fixture
def bob(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command in this process."""

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        status = main(list(arguments))
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    (folder / "contract.toml").write_text(SMALL.toml())
    (folder / "input.bin").write_bytes(build_input([(7 * b + 3) % 16 for b in range(16)], [1, 15], SMALL))
    invocation.fresh(str(folder / "ckpt.bin"), SMALL)
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Place:
    for name in ("contract.toml", "input.bin", "ckpt.bin"):
        (tmp_path / name).write_bytes((made / name).read_bytes())
    names = (str(tmp_path / name) for name in ("ckpt.bin", "input.bin", "contract.toml"))
    return Place(tmp_path, *names)
