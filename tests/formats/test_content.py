"""The bytes of an entry are found wherever its format put them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.errors import Refused
from bob.formats.content import Contents
from bob.formats.recognised import read_format
from tests.checkpoints import checkpoint as bob_checkpoint
from tests.formats.gguf_files import one
from tests.formats.raw_files import group, weight
from tests.formats.sides import arrays_of, npz_of, place_of, side_of
from tests.formats.torch_files import SIX, checkpoint, legacy

if TYPE_CHECKING:
    from bob.formats.comparison import Side

FOUR = np.arange(4, dtype="<f4")
TWO = np.arange(5, 7, dtype="<i8")


def found(side: Side) -> dict[str, bytes]:
    regions = ((entry.name, side.contents.of(entry)) for entry in side.inventory.entries)
    return {name: b"".join(map(bytes, region.pieces(0, region.n_bytes))) for name, region in regions}


@pytest.mark.parametrize("compressed", [False, True], ids=["stored", "deflated"])
def test_arrays_of_an_npz_are_found_in_their_members(compressed: bool) -> None:
    side = side_of("w.npz", npz_of(compressed, a=FOUR, b=TWO))
    assert found(side) == {"a": FOUR.tobytes(), "b": TWO.tobytes()}


@pytest.mark.parametrize("content", [checkpoint(), legacy()], ids=["zip", "legacy"])
def test_storages_of_a_pytorch_checkpoint_are_found(content: bytes) -> None:
    assert found(side_of("w.pt", content)) == {"w": SIX}


def test_tensors_are_found_in_the_file_itself() -> None:
    assert found(side_of("w.safetensors", arrays_of(a=FOUR, b=TWO))) == {
        "a": FOUR.tobytes(),
        "b": TWO.tobytes(),
    }
    (entry,) = side_of("w.gguf", one()).inventory.entries
    assert found(side_of("w.gguf", one()))[entry.name] == one()[entry.byte_offset :][: entry.n_bytes]


def test_planes_of_a_checkpoint_are_found_behind_its_header() -> None:
    content = bob_checkpoint()
    planes = found(side_of("c.bin", content))
    assert content.endswith(planes["P"] + planes["M"] + planes["V"])
    assert sum(map(len, planes.values())) == 3072


def test_tensors_of_a_set_are_found_in_its_shards() -> None:
    index = json.dumps({"metadata": {}, "weight_map": {"a": "1.safetensors", "b": "2.safetensors"}}).encode()
    files = {"1.safetensors": arrays_of(a=FOUR), "2.safetensors": arrays_of(b=TWO)}
    side = side_of("model.safetensors.index.json", index, files)
    assert found(side) == {"a": FOUR.tobytes(), "b": TWO.tobytes()}


def test_tensors_of_a_set_of_archives_are_found_in_their_records() -> None:
    index = json.dumps({"metadata": {}, "weight_map": {"w": "1.bin"}}).encode()
    assert found(side_of("pytorch_model.bin.index.json", index, {"1.bin": checkpoint()})) == {"w": SIX}


def test_a_weight_that_goes_on_in_the_next_file_is_found_whole() -> None:
    weights = [weight("a", [4], "float32"), weight("b", [2], "int32")]
    files = {"1.bin": SIX[:5], "2.bin": SIX[5:6], "3.bin": SIX[6:]}
    written = json.dumps({"weightsManifest": [group(*weights, paths=tuple(files))]}).encode()
    side = side_of("model.json", written, files)
    assert found(side) == {"a": SIX[:16], "b": SIX[16:]}
    (a, _) = side.inventory.entries
    assert side.contents.of(a).read_at(3, 4) == SIX[3:7]
    assert side.contents.of(a).read_at(7, 4) == SIX[7:11]


def test_what_is_not_there_any_more_is_refused() -> None:
    index = json.dumps({"metadata": {}, "weight_map": {"a": "1.safetensors"}}).encode()
    files = {"1.safetensors": arrays_of(a=FOUR)}
    place = place_of("m.index.json", index, files)
    inventory = read_format(place).inventory
    assert inventory is not None
    files["1.safetensors"] = files["1.safetensors"][:-1]
    with pytest.raises(Refused, match="BOB220"):
        Contents(place, inventory).of(inventory.entries[0])
    del files["1.safetensors"]
    with pytest.raises(Refused, match="BOB220"):
        Contents(place, inventory).of(inventory.entries[0])
    with pytest.raises(Refused, match="BOB220"):
        side_of("w.npz", npz_of(a=FOUR)).contents.of(inventory.entries[0])


def test_what_was_read_is_told_as_it_is_read() -> None:
    from bob.formats.values import digest_of

    told: list[int] = []
    place = place_of("w.npz", npz_of(a=FOUR, b=TWO))
    inventory = read_format(place).inventory
    assert inventory is not None
    contents = Contents(place, inventory, told.append)
    for entry in inventory.entries:
        digest_of(contents, entry)
    assert told == [16, 16]
