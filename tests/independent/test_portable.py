"""The C program that was written from the documents alone: its files are Bob's and the Python program's."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.envelope.contract import Contract
from bob.run import invocation
from tests.independent import program

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = program.__file__.replace("program.py", "program.c")
FLAGS = ("-std=c11", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
MISSING = "NO GCC: the C program is not built, and nothing here holds it against Bob"
# Ends of the ranges of exp and log, subnormal numbers, both zeros, infinities, a NaN, and ones around 1.
EDGES = (0, 1, 0x7FFFFF, 0x800000, 0x33800000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x42B17217, 0x42B17218)
EDGES += (0x42CFF1B4, 0x42CFF1B5, 0x42FFFFFF, 0x43000000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip(MISSING)
    out = tmp_path_factory.mktemp("c") / "program"
    subprocess.run([compiler, *FLAGS, "-o", str(out), SOURCE, "-lm"], check=True)
    return out


def case(vocabulary: int) -> tuple[program.Settings, bytes]:
    """docs/arithmetic.md, "Small vocabularies"."""
    settings = replace(program.Settings(), vocabulary=vocabulary, prompts=1)
    return settings, program.input_record(
        [(3 * b + 1) % vocabulary for b in range(vocabulary)], [vocabulary - 1]
    )


def made(built: Path, folder: Path, vocabulary: int, record: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "input.bin").write_bytes(record)
    arguments = [str(vocabulary), "1", str(folder / "input.bin"), str(folder / "made"), "3"]
    return subprocess.run([str(built), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("vocabulary", [1, 2, 5, 16, 37])
def test_the_c_program_writes_the_python_program_s_files(
    built: Path, tmp_path: Path, vocabulary: int
) -> None:
    settings, record = case(vocabulary)
    lines = made(built, tmp_path, vocabulary, record).stdout.splitlines()
    run = program.Run(settings, record)
    for line, (loss, norm, file) in zip(lines, program.chain(run, 3), strict=True):
        said = f"{run.step} {program.bits_of(loss):08x} {program.bits_of(norm):08x}"
        assert line == f"{said} {program.header_digest(file).hex()}"
        assert (tmp_path / f"made.{run.step}").read_bytes() == file


def test_the_c_program_writes_bob_s_files_at_vocabulary_16(built: Path, tmp_path: Path) -> None:
    _, record = case(16)
    assert made(built, tmp_path, 16, record).returncode == 0
    contract = Contract.shipped().changed({"data.vocabulary": "16", "data.prompts": "1"})
    checkpoint = tmp_path / "checkpoint.bin"
    invocation.fresh(str(checkpoint), contract)
    assert (tmp_path / "made.10").read_bytes() == checkpoint.read_bytes()
    invocation.resume(str(checkpoint), contract)
    assert (tmp_path / "made.20").read_bytes() == checkpoint.read_bytes()


@pytest.mark.parametrize("name", ["exp", "log"])
def test_the_c_program_s_functions_are_correctly_rounded(built: Path, name: str) -> None:
    drawn = random.Random(name)
    patterns = [edge | sign for edge in EDGES for sign in (0, 1 << 31)]
    patterns += [drawn.getrandbits(32) for _ in range(10_000)]
    patterns += [drawn.randrange(0x38000000, 0x42D00000) | drawn.getrandbits(1) << 31 for _ in range(10_000)]
    asked = "".join(f"{pattern:08x}\n" for pattern in patterns)
    done = subprocess.run([str(built), name], input=asked, capture_output=True, text=True, check=True)
    found = np.array([int(word, 16) for word in done.stdout.split()], np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        exact = {"exp": program.exp, "log": program.log}[name](np.array(patterns, np.uint32).view(np.float32))
    both_nan = np.isnan(found) & np.isnan(exact)
    differ = (found.view(np.uint32) != exact.view(np.uint32)) & ~both_nan
    assert [f"{patterns[i]:08x}" for i in np.flatnonzero(differ)] == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record[:-1], "length"),
        (lambda record: record + b"\0", "length"),
        (lambda record: b"X" + record[1:], "version 1"),
        (lambda record: record[:26] + b"\5" + record[27:], "below"),
    ],
    ids=["shorter", "longer", "magic", "target"],
)
def test_the_c_program_refuses_a_record_that_is_none(
    built: Path, tmp_path: Path, change: object, said: str
) -> None:
    assert callable(change)
    done = made(built, tmp_path, 5, change(case(5)[1]))
    assert (done.returncode, said in done.stderr) == (1, True)
    assert list(tmp_path.glob("made*")) == []
