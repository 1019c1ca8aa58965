"""A set of shards and its index hold the same tensors, both ways, and no name leads out of the folder."""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.codes import shards as codes
from bob.errors import Finding, sentence
from bob.formats import json_tokens
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.shards import CONFIG, read_shards
from bob.store import Buffer
from tests.formats.safetensors_files import file, tensor
from tests.formats.shards_files import MAP, WHOLE, WITH_Z, A, B, Set, X, Y, Z, cases, index, sets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.store import Source


class Folder:
    """Files by their names, which notes what was asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []

    def opened(self, name: str) -> Source | None:
        self.asked.append(name)
        return Buffer(self.files[name]) if name in self.files else None


def read(text: bytes, files: Mapping[str, bytes]) -> Reading:
    return read_shards(Buffer(text), Folder(files).opened)


def told(text: bytes, files: Mapping[str, bytes]) -> list[str]:
    return [sentence(finding) for finding in read(text, files).findings]


@pytest.mark.parametrize("one", sets(), ids=lambda one: f"{one.case.verdict}-{one.case.name}")
def test_a_set_is_refused_for_the_clause_that_it_breaks_and_for_no_other(one: Set) -> None:
    found = {finding.code for finding in read(one.case.content, one.beside).findings}
    assert found == ({one.case.code} if one.case.verdict == "REFUSE" else set())


def test_every_code_has_a_set_that_breaks_it_alone() -> None:
    assert {case.code for case in cases() if case.code} == codes.RULES.keys() | {"BOB519"}


@pytest.mark.parametrize(
    "name",
    [f"../{B}", f"/{B}", f"sub/{B}", f"..\\{B}", "..", ".", "", f"C:{B}", f"{B}\0", f"{B}\n", "\\\\host\\x"],
)
def test_a_name_that_leads_elsewhere_is_never_opened(name: str) -> None:
    folder = Folder(WHOLE)
    reading = read_shards(Buffer(index({"x": A, "y": name})), folder.opened)
    assert [finding.code for finding in reading.findings] == ["BOB593"]
    assert folder.asked == [A, CONFIG]


SENTENCES = {
    "mapped-elsewhere": (
        index({"x": A, "y": A, "z": B}),
        WITH_Z,
        f"BOB596 y: not in {A} (expected a tensor of {A}) [it is in {B}]",
    ),
    "mapped-to-none": (
        index({**MAP, "w": A}),
        WHOLE,
        f"BOB596 w: not in {A} (expected a tensor of {A}) [no shard that could be read holds it]",
    ),
    "absent": (
        index(),
        {A: WHOLE[A]},
        f"BOB594 {B}: no such file (expected a file beside the index) [1 of 2 tensors are mapped to it]",
    ),
    "in-two": (
        index({"x": A, "y": B, "z": B}),
        {**WITH_Z, A: file(12, X, ("y", Z[1]))},
        f"BOB598 y: in {A} and in {B} (expected one shard) [the index says {B}]",
    ),
    "not-named": (
        index(),
        {**WHOLE, A: file(12, X, Z)},
        f"BOB597 z: in {A} alone (expected a tensor of the index)",
    ),
    "files-counted": (
        index(metadata={"total_size": sum(map(len, WHOLE.values()))}),
        WHOLE,
        f"BOB599 total_size at byte 22: {sum(map(len, WHOLE.values()))} (expected 12) "
        "[these are the bytes of the files, headers and all]",
    ),
}


@pytest.mark.parametrize(("text", "files", "said"), SENTENCES.values(), ids=SENTENCES)
def test_what_people_have_met_is_told_in_a_sentence_of_its_own(
    text: bytes, files: Mapping[str, bytes], said: str
) -> None:
    assert told(text, files) == [said]


def test_findings_of_a_shard_are_findings_of_the_set() -> None:
    cut = {**WHOLE, B: WHOLE[B][:-1]}
    (finding,) = read(index(), cut).findings
    assert finding.code == "BOB518"
    assert finding.part == f"{B}: file"


def test_a_shard_that_is_a_pointer_is_told_as_such_and_no_tensor_as_missing() -> None:
    pointer = {**WHOLE, B: b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4\n"}
    assert [finding.code for finding in read(index(), pointer).findings] == ["BOB501"]


def test_the_inventory_lists_every_tensor_with_its_shard() -> None:
    reading = read(index(metadata={"total_size": 12, "by": "me"}), WHOLE)
    assert reading.inventory is not None
    assert [(entry.name, entry.file) for entry in reading.inventory.entries] == [("x", A), ("y", B)]
    assert reading.inventory.metadata == {"total_size": 12, "by": "me"}
    assert reading.inventory.facts["shards"] == 2
    assert reading.inventory.n_bytes == len(index(metadata={"total_size": 12, "by": "me"})) + sum(
        map(len, WHOLE.values())
    )


def torch_like(source: Source) -> Reading:
    """Stands for another reader: two names for one storage in an archive's member."""
    entries = (Entry("y", "F32", (1,), 0, 4, file="data/0"), Entry("tied", "F32", (1,), 0, 4, file="data/0"))
    return Reading(Inventory("torch", entries, {}, {}, source.n_bytes), (), ("pickled code",))


@pytest.mark.parametrize("total", [12, 16])
def test_shards_of_another_kind_are_read_by_their_reader_and_shared_storages_count_once_or_twice(
    total: int,
) -> None:
    files = {"a.bin": b"PK\x03\x04" + bytes(30), A: WHOLE[A]}
    text = index({"x": A, "y": "a.bin", "tied": "a.bin"}, {"total_size": total})
    from bob.formats.shards import SAFETENSORS

    reading = read_shards(Buffer(text), Folder(files).opened, {**SAFETENSORS, "zip": torch_like})
    assert reading.findings == ()
    assert "pickled code" in reading.not_checked
    assert reading.inventory is not None
    assert {entry.file for entry in reading.inventory.entries} == {A, "a.bin/data/0"}


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"torch_dtype": "float32"}, "float32: 2 of 2 tensors"),
        ({"dtype": "bfloat16"}, "bfloat16: 0 of 2 tensors"),
        ({}, None),
        ({"torch_dtype": 3}, None),
    ],
    ids=repr,
)
def test_the_dtype_of_config_json_is_told_beside_those_that_are_there(
    config: dict[str, object], said: str | None
) -> None:
    reading = read(index(), {**WHOLE, CONFIG: json.dumps(config).encode()})
    assert reading.findings == ()
    assert reading.inventory is not None
    assert reading.inventory.facts.get("config_dtype") == said
    assert any(CONFIG in phrase for phrase in reading.not_checked)


def test_shards_that_names_speak_of_but_none_is_mapped_to_are_said() -> None:
    reading = read(index({"x": A}, {"total_size": 8}), {A: WHOLE[A]})
    assert reading.findings == ()
    assert "model-*-of-00002.safetensors: the index names 1 of 2" in reading.not_checked


def test_a_total_that_is_not_there_is_not_checked() -> None:
    assert "total_size: the index states none" in read(index(metadata={}), WHOLE).not_checked


def test_findings_come_by_place_and_name() -> None:
    text = index({"x": A, "b": B, "a": B, "y": B}, {"total_size": -1})
    assert [finding.part for finding in read(text, WHOLE).findings] == ["a", "b", "total_size"]


@given(st.lists(st.lists(st.text("abc", min_size=1, max_size=3), max_size=4), max_size=4), st.booleans())
def test_a_set_as_it_is_split_is_accepted(shards: list[list[str]], indent: bool) -> None:
    weight_map: dict[str, str] = {}
    files: dict[str, bytes] = {}
    for i, names in enumerate(shards):
        new = [name for name in dict.fromkeys(names) if name not in weight_map]
        weight_map |= dict.fromkeys(new, f"s{i}.safetensors")
        files[f"s{i}.safetensors"] = file(
            4 * len(new), *((name, tensor("F32", [1], 4 * j, 4 * j + 4)) for j, name in enumerate(new))
        )
    said = {"metadata": {"total_size": 4 * len(weight_map)}, "weight_map": weight_map}
    reading = read(json.dumps(said, indent=2 if indent else None).encode(), files)
    assert reading.findings == ()
    assert reading.inventory is not None
    assert {entry.name: entry.file for entry in reading.inventory.entries} == weight_map


@pytest.mark.parametrize("length", range(len(index())))
def test_an_index_cut_at_any_byte_is_refused(length: int) -> None:
    assert [finding.code for finding in read(index()[:length], WHOLE).findings] == ["BOB590"]


@pytest.mark.parametrize("place", range(len(index())))
def test_a_flipped_bit_never_crashes(place: int) -> None:
    for bit in range(8):
        changed = bytearray(index())
        changed[place] ^= 1 << bit
        assert all(isinstance(finding, Finding) for finding in read(bytes(changed), WHOLE).findings)


HOSTILE = {
    "small-pairs": b'{"weight_map":{' + b",".join(b'"%x":""' % i for i in range(10_000)) + b"}}",
    "a-shard-each": json.dumps(
        {"weight_map": {f"t{i}": f"{i}-00001-of-00002.x" for i in range(3_000)}}
    ).encode(),
    "nested": b'{"x":' * 10_000,
    "metadata": b'{"metadata":{' + b",".join(b'"%x":[]' % i for i in range(10_000)) + b"}}",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_index_takes_much_more_than_four_times_its_bytes(
    text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_tokens, "_FREE_BYTES", 20_000)
    monkeypatch.setattr(json_tokens, "_WINDOW_BYTES", 5_000)
    source = Buffer(text)
    tracemalloc.start()
    reading = read_shards(source, {}.get)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reading.findings
    assert peak <= 4 * len(text) + 100_000


def test_a_tensor_of_a_shard_may_be_there_under_one_name_of_two() -> None:
    assert told(
        index({"x": A, "y": B}), {A: file(8, X), B: file(8, Y, ("y2", tensor("F32", [1], 4, 8)))}
    ) == [f"BOB597 y2: in {B} alone (expected a tensor of the index)"]
