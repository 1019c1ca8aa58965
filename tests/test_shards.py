from __future__ import annotations

import io
import os
import resource
import sys
from typing import TYPE_CHECKING

import pytest
from blake3 import blake3

from bob import shards
from bob.cli.places import named
from bob.errors import Finding, Refused
from bob.formats.recognised import read_format
from bob.parallel_outcome import ALONE, Workers
from bob.shards import Look, Looked, Seen, look, look_at_file
from bob.store import OpenFile
from tests.formats.shards_files import sets

if TYPE_CHECKING:
    from collections.abc import Iterator
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


@pytest.mark.parametrize("alone", [False, True])
def test_a_digest_takes_no_more_memory_for_a_larger_file(tmp_path: Path, alone: bool) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 28)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen = look(Look(str(path), reads=False, digests=True, alone=alone))
    scale = 1 if sys.platform == "darwin" else 1024
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * scale < 1 << 25
    assert len(seen.digest) == 64


@pytest.mark.parametrize("one", sets(), ids=lambda one: f"{one.case.code}-{one.case.name}")
def test_a_set_is_read_as_it_is_where_no_work_is_shared(tmp_path: Path, one: Set) -> None:
    path = written(one, tmp_path)
    with named(path) as opened:
        assert look_at_file(path, opened.place).reading == read_format(opened.place)


def test_members_of_an_archive_have_no_digests_of_their_own(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    content = io.BytesIO()
    numpy.savez(content, w=numpy.zeros(3, "f4"))
    (tmp_path / "m.npz").write_bytes(content.getvalue())
    digests = looked_at(str(tmp_path / "m.npz"), digests=True).digests
    assert digests == {"m.npz": blake3(content.getvalue()).hexdigest()}


def lost(task: Look) -> Seen:
    """As `look`, but what looks at the last shard or at a file alone is lost."""
    if task.path.endswith((max(WHOLE.beside), "alone")):
        raise Refused(task.path, [Finding("BOB865", "process", "killed by SIGKILL")])
    return look(task)


def test_a_shard_whose_process_is_lost_is_told_beside_what_is_known_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "look", lost)
    path = written(WHOLE, tmp_path)
    first, last = min(WHOLE.beside), max(WHOLE.beside)
    (tmp_path / first).write_bytes(WHOLE.beside[first] + b"x")
    looked = looked_at(path, digests=True)
    assert {finding.code: finding.part for finding in looked.reading.findings} == {
        "BOB517": f"{first}: data",
        "BOB865": f"{last}: process",
    }
    assert list(looked.digests) == [first, INDEX]


def test_a_digest_that_could_not_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "look", lost)
    (tmp_path / "alone").write_bytes(next(iter(WHOLE.beside.values())))
    looked = looked_at(str(tmp_path / "alone"), digests=True)
    assert [(finding.code, finding.part) for finding in looked.reading.findings] == [
        ("BOB865", "alone: process")
    ]
    assert looked.digests == {}


class Written(OpenFile):
    """A file that something writes to once it was read."""

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        yield from super().pieces(offset, n_bytes)
        os.truncate(self.path, self.n_bytes + 1)


def test_a_file_that_is_written_to_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "OpenFile", Written)
    (tmp_path / "w").write_bytes(b"w")
    with pytest.raises(Refused, match="BOB220"):
        look(Look(str(tmp_path / "w"), reads=False, digests=True))


def test_two_workers_of_dask_read_what_this_process_reads(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    path = written(SETS["tensor-in-both"], tmp_path)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "scheduler_port": 0}
    with distributed.LocalCluster(processes=True, **options) as cluster:
        engine = cluster.scheduler_address.replace("tcp://", "dask://")
        assert looked_at(path, Workers(engine=engine), digests=True) == looked_at(path, digests=True)
