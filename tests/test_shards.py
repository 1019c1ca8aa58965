from __future__ import annotations

import resource
import sys
from typing import TYPE_CHECKING

import pytest
from blake3 import blake3

from bob.cli.places import named
from bob.errors import Refused
from bob.parallel_outcome import ALONE, Workers
from bob.shards import Look, Looked, look, look_at_file
from tests.formats.shards_files import sets

if TYPE_CHECKING:
    from pathlib import Path

    from tests.formats.shards_files import Set

TWO = Workers(jobs=2)
INDEX = "model.safetensors.index.json"
SETS = {one.case.name: one for one in sets()}
WHOLE = next(one for one in sets() if one.case.verdict == "ACCEPT" and len(one.beside) > 1)


def written(one: Set, folder: Path) -> str:
    (folder / INDEX).write_bytes(one.case.content)
    for name, content in one.beside.items():
        (folder / name).write_bytes(content)
    return str(folder / INDEX)


def looked_at(path: str, workers: Workers = ALONE, digests: bool = False) -> Looked:
    with named(path) as opened:
        return look_at_file(path, opened.place, workers, digests)


@pytest.mark.parametrize(
    "name", ["two-shards", "tensor-in-both", "shard-absent", "tensor-absent", "shard-of-another-kind"]
)
def test_a_set_is_read_by_two_processes_as_by_one(tmp_path: Path, name: str) -> None:
    path = written(SETS[name], tmp_path)
    assert looked_at(path, TWO, digests=True) == looked_at(path, digests=True)


@pytest.mark.parametrize("workers", [ALONE, TWO], ids=["alone", "two"])
def test_every_file_of_a_set_has_its_digest(tmp_path: Path, workers: Workers) -> None:
    path = written(WHOLE, tmp_path)
    files = {INDEX: WHOLE.case.content, **WHOLE.beside}
    expected = {name: blake3(content).hexdigest() for name, content in files.items()}
    assert looked_at(path, workers, digests=True).digests == expected
    assert looked_at(path, workers).digests == {}


@pytest.mark.parametrize("workers", [ALONE, TWO], ids=["alone", "two"])
def test_a_shard_that_is_damaged_loses_nothing_of_the_others(tmp_path: Path, workers: Workers) -> None:
    path = written(WHOLE, tmp_path)
    whole = looked_at(path, workers).reading
    broken, *others = sorted(WHOLE.beside)
    (tmp_path / broken).write_bytes(b"no tensors")
    reading = looked_at(path, workers).reading
    assert any(broken in finding.part for finding in reading.findings)
    assert whole.inventory is not None
    assert reading.inventory is not None
    kept = [entry for entry in whole.inventory.entries if entry.file in others]
    assert kept
    assert [entry for entry in reading.inventory.entries if entry.file in others] == kept


def test_a_file_that_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        look(Look(str(tmp_path / "none"), reads=True, digests=False))
    assert refused.value.findings[0].code == "BOB820"


def test_a_digest_takes_no_more_memory_for_a_larger_file(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 28)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen = look(Look(str(path), reads=False, digests=True))
    scale = 1 if sys.platform == "darwin" else 1024
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * scale < 1 << 25
    assert len(seen.digest) == 64
