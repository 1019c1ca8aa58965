"""A file is judged by the format that it is of, or told what it is."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.formats.recognised import Place, read_format
from bob.kinds import LOOKED_AT
from bob.store import Buffer
from tests.checkpoints import checkpoint
from tests.formats.test_gguf_split import NAMES, whole

if TYPE_CHECKING:
    from bob.formats.inventory import Reading
    from bob.store import Source


def npy() -> bytes:
    out = io.BytesIO()
    np.save(out, np.zeros((2, 2), np.float32))
    return out.getvalue()


def npz() -> bytes:
    out = io.BytesIO()
    np.savez(out, w=np.zeros((2, 2), np.float32))
    return out.getvalue()


def safetensors(name: str = "w") -> bytes:
    header = json.dumps({name: {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(8)


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, b"")
    return out.getvalue()


def read(name: str, content: bytes, beside: dict[str, bytes] | None = None) -> Reading:
    def opened(other: str) -> Source | None:
        return Buffer(beside[other]) if beside and other in beside else None

    return read_format(Place(name, Buffer(content), opened))


@pytest.mark.parametrize(
    ("content", "format_"),
    [
        (npy(), "npy"),
        (npz(), "npz"),
        (safetensors(), "safetensors"),
        (checkpoint(), "Bob checkpoint"),
    ],
    ids=["npy", "npz", "safetensors", "checkpoint"],
)
@pytest.mark.parametrize("name", ["file", "model.gguf"])
def test_a_file_is_known_by_its_first_bytes_whatever_its_name(
    name: str, content: bytes, format_: str
) -> None:
    reading = read(name, content)
    assert reading.findings == ()
    assert reading.inventory is not None
    assert reading.inventory.format == format_


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("model.safetensors", "BOB5"),
        ("model.GGUF", "BOB5"),
        ("a.npy", "BOB57"),
        ("a.npz", "BOB5"),
        ("a.pt", "BOB5"),
    ],
)
def test_a_file_whose_bytes_say_nothing_is_judged_by_its_name(name: str, code: str) -> None:
    found = read(name, b"\x01\x02\x03" * 100).findings
    assert found
    assert all(finding.code.startswith(code) and finding.code != "BOB500" for finding in found)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "an empty file"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "Git-LFS pointer"),
        (b"<!DOCTYPE html><html></html>", "a web page"),
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"\x89HDF\r\n\x1a\n", "HDF5"),
        (b"hello there\n", "a text"),
        (b"{}", "JSON text"),
        (b"\x01\x02\x03" * 9, "binary data"),
    ],
)
def test_a_file_of_no_such_format_is_told_what_it_is(content: bytes, words: str) -> None:
    (finding,) = read("model", content).findings
    assert finding.code == "BOB500"
    assert words in finding.found


@pytest.mark.parametrize("name", ["model.safetensors", "model.gguf", "a.npy", "a.pt"])
def test_a_page_or_pointer_is_told_as_such_whatever_its_name(name: str) -> None:
    (finding,) = read(name, b"<!DOCTYPE html><html></html>").findings
    assert (finding.code, "web page" in finding.found) == ("BOB500", True)


def test_a_zip_with_a_pickle_is_pytorch_s_and_any_other_is_numpy_s() -> None:
    ours = {finding.code for finding in read("x", zipped("a/data.pkl")).findings}
    theirs = {finding.code for finding in read("x", zipped("a.txt")).findings}
    assert any("BOB550" <= code <= "BOB569" for code in ours)
    assert theirs == {"BOB579"}


def test_a_pickle_is_judged_as_pytorch_s_older_kind() -> None:
    found = read("x.pth", pickle.dumps({"a": 1})).findings
    assert found
    assert all("BOB550" <= finding.code <= "BOB569" for finding in found)


def test_an_index_is_read_with_its_shards_beside_it() -> None:
    index = {"metadata": {"total_size": 8}, "weight_map": {"w": "a.safetensors"}}
    content = json.dumps(index).encode()
    assert read("model.safetensors.index.json", content, {"a.safetensors": safetensors()}).findings == ()
    assert read("model.safetensors.index.json", content).findings
    assert read("model.safetensors.index.json", content, {"a.safetensors": safetensors("v")}).findings


def test_an_index_without_a_map_is_judged_as_an_index_by_its_name() -> None:
    found = read("model.safetensors.index.json", b"{}").findings
    assert found
    assert all("BOB590" <= finding.code <= "BOB599" for finding in found)


def test_a_part_of_a_split_set_is_read_with_the_others_beside_it() -> None:
    parts = whole()
    reading = read(NAMES[1], parts[NAMES[1]], parts)
    assert reading.findings == ()
    assert reading.inventory is not None
    assert [entry.name for entry in reading.inventory.entries] == list("abcd")
    del parts[NAMES[2]]
    assert {finding.code for finding in read(NAMES[1], parts[NAMES[1]], parts).findings} == {"BOB538"}


def test_a_manifest_is_read_with_its_planes_beside_it() -> None:
    weights = [{"name": "w", "shape": [2], "dtype": "float32"}]
    content = json.dumps({"weightsManifest": [{"paths": ["p.bin"], "weights": weights}]}).encode()
    assert read("model.json", content, {"p.bin": bytes(8)}).findings == ()
    assert read("model.json", content, {"p.bin": bytes(7)}).findings


@pytest.mark.parametrize(
    "begins", [{"format": "graph-model"}, {"format": "layers-model"}, {"modelTopology": {}}]
)
def test_a_manifest_far_behind_its_topology_is_known_by_what_comes_before(begins: dict[str, object]) -> None:
    weights = [{"name": "w", "shape": [2], "dtype": "float32"}]
    more = {"signature": "x" * LOOKED_AT, "weightsManifest": [{"paths": ["p.bin"], "weights": weights}]}
    assert read("model.json", json.dumps(begins | more).encode(), {"p.bin": bytes(8)}).findings == ()


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("magic", [20240326, 20240527, 0x616B3432])
def test_files_of_the_c_programs_are_known_by_their_number_in_either_order(magic: int, order: str) -> None:
    found = read("x", struct.pack(f"{order}I", magic) + bytes(60)).findings
    assert found
    assert all("BOB580" <= finding.code <= "BOB589" for finding in found)
