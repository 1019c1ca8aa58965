from __future__ import annotations

import json
import os
import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bob import sealing
from bob.envelope.seals import require_seal
from bob.envelope.typed_contract import NOTHING, contract_of
from bob.errors import Refused
from bob.formats.recognised import Place
from bob.sealing import check_seal, lines_of, seal_of
from bob.sealing_held import held_by, opened_file
from bob.store import Buffer
from tests.checkpoints import checkpoint
from tests.formats.gguf_files import ARCH, QUANT, gguf, ti
from tests.typed_files import typed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def safetensors(**tensors: tuple[str, list[int], bytes]) -> bytes:
    header, end = {}, 0
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [end, end + len(content)]}
        end += len(content)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(content for _, _, content in tensors.values())


W = np.arange(6, dtype="<f4").tobytes()
B = np.arange(2, dtype="<f8").tobytes()
FILE = safetensors(b=("F64", [2], B), w=("F32", [2, 3], W))
CONTRACT = contract_of({"learner": {"lr": 0.05}}, "contract")


def place(content: bytes, name: str = "m.safetensors", beside: dict[str, bytes] | None = None) -> Place:
    others = beside or {}
    return Place(name, Buffer(content), lambda other: Buffer(others[other]) if other in others else None)


SEAL = seal_of(place(FILE), CONTRACT, 5)


def checked(content: bytes, seal: bytes = SEAL, contract: Any = None) -> list[tuple[str, str]]:
    return [(f.code, f.part) for f in check_seal(place(content), Buffer(seal), contract).findings]


def test_the_file_that_was_sealed_has_no_findings() -> None:
    report = check_seal(place(FILE), Buffer(SEAL), CONTRACT)
    assert report.findings == ()
    assert report.equal == ("contract", "size", "digest", "tensors", "elements")
    assert report.tensors_equal == 2
    assert report.seal is not None
    assert report.seal.step == 5


OTHERS = {
    "an element": (
        safetensors(b=("F64", [2], B), w=("F32", [2, 3], b"\1" + W[1:])),
        [("BOB264", "digest"), ("BOB265", "w")],
    ),
    "a name": (
        safetensors(b=("F64", [2], B), v=("F32", [2, 3], W)),
        [("BOB264", "digest"), ("BOB266", "v"), ("BOB266", "w")],
    ),
    "a shape": (
        safetensors(b=("F64", [2], B), w=("F32", [3, 2], W)),
        [("BOB264", "digest"), ("BOB266", "w")],
    ),
    "a type": (safetensors(b=("I64", [2], B), w=("F32", [2, 3], W)), [("BOB264", "digest"), ("BOB266", "b")]),
    "the order": (
        safetensors(w=("F32", [2, 3], W), b=("F64", [2], B)),
        [("BOB264", "digest"), ("BOB266", "order")],
    ),
    "one missing": (safetensors(b=("F64", [2], B)), [("BOB264", "size"), ("BOB266", "w")]),
    "a rule of its format": (FILE + b"\0", [("BOB264", "size"), ("BOB517", "file")]),
}


@pytest.mark.parametrize(("content", "expected"), OTHERS.values(), ids=OTHERS)
def test_another_file_is_told_by_what_is_other_in_it(content: bytes, expected: list[tuple[str, str]]) -> None:
    found = checked(content)
    assert [code for code, _ in found] == [code for code, _ in expected]
    assert [part for code, part in found if code != "BOB517"] == [p for c, p in expected if c != "BOB517"]


def test_a_file_with_the_same_tensors_and_other_metadata_is_another_file() -> None:
    header = FILE[8 : 8 + int.from_bytes(FILE[:8], "little")]
    other = header.rstrip(b" ")[:-1] + b',"__metadata__":{"a":"b"}}'
    other += b" " * (-len(other) % 8)
    content = struct.pack("<Q", len(other)) + other + FILE[8 + len(header) :]
    report = check_seal(place(content), Buffer(SEAL))
    assert [(f.code, f.part) for f in report.findings] == [("BOB264", "size")]
    assert report.equal == ("tensors", "elements")


def test_a_seal_is_held_against_a_contract() -> None:
    assert checked(FILE, contract=contract_of({"learner": {"lr": 0.06}}, "c")) == [("BOB210", "learner.lr")]
    assert checked(FILE, contract=NOTHING) == [("BOB210", "learner.lr")]


def test_a_damaged_seal_says_nothing_of_the_file() -> None:
    report = check_seal(place(FILE), Buffer(SEAL[:-1] + b"\0"))
    assert [f.code for f in report.findings] == ["BOB263"]
    assert report.reading is None


def test_what_breaks_its_formats_rules_is_not_sealed() -> None:
    with pytest.raises(Refused) as raised:
        seal_of(place(FILE[:-1]))
    assert {f.code[:4] for f in raised.value.findings} == {"BOB5"}


def test_other_tensors_than_the_contract_lists_are_not_sealed() -> None:
    with pytest.raises(Refused) as raised:
        seal_of(place(FILE), contract_of({"schema": {"b": "F64[2]", "w": "F32[6]"}}, "c"))
    assert [(f.code, f.part) for f in raised.value.findings] == [("BOB211", "w")]


def test_what_no_seal_can_list_is_not_sealed() -> None:
    from bob.formats.inventory import Entry, Inventory

    entries = (
        Entry("a", "F32", (), 0, 4),
        Entry("a", "F32", (), 4, 4),
        Entry("\ud800", "F32", (), 8, 4),
        Entry("b", "F32", (1,) * 65, 12, 4),
    )
    with pytest.raises(Refused) as raised:
        lines_of(Inventory("x", entries, {}, {}, 16), "x")
    assert sorted(f.code for f in raised.value.findings) == ["BOB251", "BOB256", "BOB256"]


def test_a_count_of_digests_other_than_of_tensors_is_found() -> None:
    from bob.canonical import digest
    from bob.envelope.seals import build_seal

    texts = CONTRACT.texts(lines_of_file())
    seal = build_seal(texts, len(FILE), digest(FILE), [digest(B)], 5)
    assert ("BOB262", "tensor_count") in checked(FILE, seal)


@pytest.mark.parametrize("dtype", ["F64", "I64"])
def test_a_seal_that_lists_a_tensor_twice_is_refused(dtype: str) -> None:
    from bob.canonical import digest
    from bob.envelope.seals import build_seal

    b, w = lines_of_file()
    texts = CONTRACT.texts([b._replace(dtype=dtype), w, b])
    seal = build_seal(texts, len(FILE), digest(FILE), [digest(B), digest(W), digest(B)], 5)
    assert ("BOB251", "b") in checked(FILE, seal)


def lines_of_file() -> Any:
    from bob.formats.safetensors import read_safetensors

    inventory = read_safetensors(Buffer(FILE)).inventory
    assert inventory is not None
    return lines_of(inventory, "m")


def test_shards_are_covered_by_the_seal_of_their_index() -> None:
    index = json.dumps(
        {"metadata": {}, "weight_map": {"b": "one.safetensors", "w": "one.safetensors"}}
    ).encode()
    whole = place(index, "model.safetensors.index.json", {"one.safetensors": FILE})
    seal = seal_of(whole)
    assert check_seal(whole, Buffer(seal)).findings == ()
    other = safetensors(b=("F64", [2], B), w=("F32", [2, 3], b"\1" + W[1:]))
    changed = place(index, "model.safetensors.index.json", {"one.safetensors": other})
    found = check_seal(changed, Buffer(seal)).findings
    assert [(f.code, f.part, f.note) for f in found] == [("BOB265", "w", "one.safetensors")]


def a_set(folder: Path) -> Path:
    index = folder / "model.safetensors.index.json"
    index.write_text(
        json.dumps({"metadata": {}, "weight_map": {"b": "one.safetensors", "w": "one.safetensors"}})
    )
    (folder / "one.safetensors").write_bytes(FILE)
    return index


def test_a_shard_is_opened_once_however_often_it_is_read(tmp_path: Path) -> None:
    with opened_file(str(a_set(tmp_path))) as opened:
        (tmp_path / "model.safetensors.index.json.seal").write_bytes(seal_of(opened.place))
        first = opened.place.beside("one.safetensors")
        assert first is not None
        assert first is opened.place.beside("one.safetensors")
        assert opened.place.beside("two.safetensors") is None


def test_a_shard_that_cannot_be_read_is_not_told_as_absent(tmp_path: Path) -> None:
    index = a_set(tmp_path)
    (tmp_path / "one.safetensors").unlink()
    (tmp_path / "one.safetensors").mkdir()
    with pytest.raises(Refused) as raised:
        held(index)
    assert [(f.code, f.found) for f in raised.value.findings] == [("BOB820", "a folder")]


def test_what_a_seal_does_not_cover_of_the_files_of_a_set_is_said(tmp_path: Path) -> None:
    index = a_set(tmp_path)
    with opened_file(str(index)) as opened:
        index.with_name(index.name + ".seal").write_bytes(seal_of(opened.place))
    phrase = "what in the files beside it is no tensor"
    assert phrase in held(index).not_checked
    (tmp_path / "m.safetensors").write_bytes(FILE)
    (tmp_path / "m.safetensors.seal").write_bytes(SEAL)
    assert phrase not in held(tmp_path / "m.safetensors").not_checked


@pytest.mark.parametrize(
    ("content", "step"), [(checkpoint(), 10), (typed(), 7), (FILE, 0)], ids=["version 1", "version 2", "none"]
)
def test_a_checkpoint_of_bobs_lends_its_step_to_the_seal(content: bytes, step: int) -> None:
    assert require_seal(Buffer(seal_of(place(content))), "seal").step == step


def held(path: Path, contract: Any = None) -> Any:
    with opened_file(str(path)) as opened:
        return held_by(opened, str(path), contract)


def test_a_file_is_held_against_all_that_states_it(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    path.write_bytes(typed())
    assert held(path).stated == ("its envelope, version 2; contract: the file's own",)
    (tmp_path / "m.bob.seal").write_bytes(seal_of(place(typed())))
    both = held(path)
    assert both.stated == ("its envelope, version 2; contract: the file's own", "its seal, m.bob.seal")
    assert both.findings == ()
    path.write_bytes(typed(learner=b""))
    assert {f.code for f in held(path).findings} == {"BOB264"}


def test_an_unsealed_file_is_held_against_its_formats_rules_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(FILE)
    assert held(path).stated == ("the rules of safetensors",)
    with pytest.raises(Refused, match="BOB267"):
        held(path, {"learner": {}})


@pytest.mark.parametrize(
    ("content", "contract"),
    [(checkpoint(), {"learner": {}}), (typed(), "shipped")],
    ids=["version 1", "version 2"],
)
def test_a_contract_of_the_other_version_is_refused(tmp_path: Path, content: bytes, contract: Any) -> None:
    from bob.envelope.contract import Contract

    path = tmp_path / "m.bob"
    path.write_bytes(content)
    with pytest.raises(Refused, match="BOB255"):
        held(path, Contract.shipped() if contract == "shipped" else contract)


def test_a_checkpoint_of_version_1_is_held_against_what_it_states_itself(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    path.write_bytes(checkpoint())
    found = held(path)
    assert (found.findings, found.equal, found.step) == ((), (), 10)
    path.write_bytes(checkpoint()[:-1])
    assert {f.code for f in held(path).findings} == {"BOB202"}


def test_a_file_of_blocks_is_sealed_by_its_bytes() -> None:
    content = gguf([ARCH, QUANT], [ti("w", (32, 2), 2)], bytes(range(36)))
    report = check_seal(place(content, "m.gguf"), Buffer(seal_of(place(content, "m.gguf"))))
    assert report.findings == ()


@pytest.mark.parametrize("processors", [1, 2, 64])
def test_large_files_are_held_to_their_seals_as_small_ones_are(
    monkeypatch: pytest.MonkeyPatch, processors: int
) -> None:
    other = safetensors(b=("F64", [2], B), w=("F32", [2, 3], b"\1" + W[1:]))
    one_after_the_other = check_seal(place(other), Buffer(SEAL))
    monkeypatch.setattr(sealing, "WORTH_A_THREAD", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert seal_of(place(FILE), CONTRACT, 5) == SEAL
    assert check_seal(place(other), Buffer(SEAL)) == one_after_the_other


def test_of_a_file_of_another_size_that_breaks_its_rules_no_element_is_read() -> None:
    class Counted(Buffer):
        def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
            nonlocal n_read
            n_read += n_bytes
            return super().pieces(offset, n_bytes)

    n_read = 0
    source = Counted(FILE + b"\0")
    report = check_seal(Place("m.safetensors", source, lambda _: None), Buffer(SEAL))
    assert [f.code for f in report.findings] == ["BOB264", "BOB517"]
    assert n_read == 0
