"""Beside the gguf package: its writer's files are accepted, and its reader sees the tensors that Bob sees.

Its reader runs in a process of its own with a time limit: it does not end on some damaged files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from bob.formats.gguf import read_gguf
from bob.formats.gguf_split import read_gguf_split
from bob.store import Buffer
from tests.formats.gguf_files import cases

if TYPE_CHECKING:
    from pathlib import Path

    from bob.formats.inventory import Inventory

gguf = pytest.importorskip("gguf")
np = pytest.importorskip("numpy")

TIMEOUT_S = 60
READER = """
import json, sys
from gguf import GGUFReader
for path in sys.argv[1:]:
    try:
        tensors = GGUFReader(path).tensors
    except Exception as wrong:
        print(json.dumps(repr(wrong)))
        continue
    print(json.dumps([
        [t.name, t.tensor_type.name, t.shape.tolist()[::-1], int(t.data_offset), int(t.n_bytes)]
        for t in tensors
    ]))
"""
# By the document an alignment is a multiple of 8, by this reader a power of two.
STRICTER = {"alignment-24"}


def theirs(*paths: Path) -> list[Any]:
    command = [sys.executable, "-c", READER, *map(str, paths)]
    ran = subprocess.run(command, capture_output=True, check=True, timeout=TIMEOUT_S)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def ours(inventory: Inventory | None) -> list[list[object]]:
    assert inventory is not None
    return [
        [each.name, each.dtype, list(each.shape), each.byte_offset, each.n_bytes]
        for each in inventory.entries
    ]


def write(path: Path, endian: str = "LITTLE", tensors: int = 4, **more: int) -> None:
    writer = gguf.GGUFWriter(path, "llama", endianess=gguf.GGUFEndian[endian], **more)
    writer.add_name("tiny")
    writer.add_uint32("llama.block_count", 2)
    writer.add_array("tokenizer.ggml.tokens", [f"t{i}" for i in range(100)])
    writer.add_array("tokenizer.ggml.scores", [0.5, -1.0])
    writer.add_bool("llama.use_parallel_residual", True)
    writer.add_quantization_version(2)
    for i in range(tensors):
        writer.add_tensor(f"blk.{i}.w", np.arange(3 * (i + 1), dtype=np.float32).reshape(3, i + 1))
    if tensors:
        writer.add_tensor("half", np.ones((5,), dtype=np.float16))
        blocks = np.zeros((2, 34), dtype=np.uint8)
        writer.add_tensor("blocks", blocks, raw_dtype=gguf.GGMLQuantizationType.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.mark.parametrize("endian", ["LITTLE", "BIG"])
def test_a_file_of_their_writer_is_accepted_and_read_as_they_read_it(tmp_path: Path, endian: str) -> None:
    path = tmp_path / "w.gguf"
    write(path, endian)
    reading = read_gguf(Buffer(path.read_bytes()))
    assert reading.findings == ()
    assert [ours(reading.inventory)] == theirs(path)
    assert reading.inventory is not None
    metadata = reading.inventory.metadata
    assert metadata["general.name"] == "tiny"
    assert metadata["tokenizer.ggml.tokens"] == {"array": "string", "length": 100}
    assert metadata["tokenizer.ggml.scores"] == [0.5, -1.0]
    assert metadata["llama.use_parallel_residual"] is True


def test_a_file_of_their_writer_without_tensors_is_accepted(tmp_path: Path) -> None:
    write(tmp_path / "w.gguf", tensors=0)
    assert read_gguf(Buffer((tmp_path / "w.gguf").read_bytes())).findings == ()


def test_their_split_files_are_accepted_and_make_one_inventory(tmp_path: Path) -> None:
    write(tmp_path / "w.gguf", split_max_tensors=2)
    paths = sorted(tmp_path.iterdir())
    reading = read_gguf_split({path.name: Buffer(path.read_bytes()) for path in paths})
    assert len(paths) == 3
    assert reading.findings == ()
    assert ours(reading.inventory) == [tensor for tensors in theirs(*paths) for tensor in tensors]


def test_what_is_accepted_their_reader_reads_alike(tmp_path: Path) -> None:
    accepted = {case.name: case.content for case in cases() if case.verdict == "ACCEPT"}
    paths = [tmp_path / f"{name}.gguf" for name in accepted]
    for path, content in zip(paths, accepted.values(), strict=True):
        path.write_bytes(content)
    told = dict(zip(accepted, theirs(*paths), strict=True))
    differs = {
        name: told[name]
        for name, content in accepted.items()
        if told[name] != ours(read_gguf(Buffer(content)).inventory)
    }
    assert differs.keys() == STRICTER


def test_where_a_finding_says_that_their_reader_is_laxer_it_is(tmp_path: Path) -> None:
    lax = {
        case.name: case.content
        for case in cases()
        if any("gguf 0.19" in finding.note for finding in read_gguf(Buffer(case.content)).findings)
    }
    paths = [tmp_path / f"{name}.gguf" for name in lax]
    for path, content in zip(paths, lax.values(), strict=True):
        path.write_bytes(content)
    told = dict(zip(lax, theirs(*paths), strict=True))
    assert {name: said for name, said in told.items() if isinstance(said, str)} == {}
    assert lax
