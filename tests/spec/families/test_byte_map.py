"""The byte map leads to the bytes of real checkpoints, and holds for more than Bob ships."""

from __future__ import annotations

import struct
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract
from bob.spec.families.byte_map import Address, ByteMap, file_byte
from bob.spec.families.transport import CheckpointTransport
from tests.checkpoints import SMALL, checkpoint, places

if TYPE_CHECKING:
    from bob.spec.at import FamilyAt

GOOD = (Path(__file__).parents[3] / "fixtures" / "good" / "envelope-v1.ckpt").read_bytes()
FILES = {"vocabulary 256": (Contract.shipped(), GOOD), "vocabulary 16": (SMALL, checkpoint())}


def at_file(contract: Contract, content: bytes) -> FamilyAt:
    """The byte map at the dims of a file, its parts' lengths read as docs/format.md states them."""
    spans = places(content)
    parts = ("schema", "learner", "data", "initialization")
    lengths = {f"{part}_bytes": spans[part].stop - spans[part].start for part in parts}
    return ByteMap.at(vocabulary=contract["data.vocabulary"], **lengths)


def names_of(at: FamilyAt) -> SimpleNamespace:
    return SimpleNamespace(**at.dims, **{n: at[n] for n in ("row_bytes", "plane_bytes", "header_bytes")})


@pytest.mark.parametrize(("contract", "content"), FILES.values(), ids=FILES.keys())
def test_the_map_s_header_is_the_file_s(contract: Contract, content: bytes) -> None:
    at = at_file(contract, content)
    assert at["header_bytes"] == struct.unpack_from("<Q", content, 16)[0]
    assert at["header_bytes"] + at["plane_count"] * at["plane_bytes"] == len(content)


@pytest.mark.parametrize(("contract", "content"), FILES.values(), ids=FILES.keys())
@pytest.mark.parametrize(
    ("plane", "row", "column"), [(0, 0, 0), (0, 0, 15), (0, 1, 0), (1, 7, 3), (2, 15, 15), (2, -1, -1)]
)
def test_an_address_leads_to_the_bytes_of_its_scalar(
    contract: Contract, content: bytes, plane: int, row: int, column: int
) -> None:
    n = contract["data.vocabulary"]
    row, column = row % n, column % n
    planes = content[-3 * 4 * n * n :]
    scalar = struct.unpack_from("<f", planes[plane * 4 * n * n :][4 * n * row :], 4 * column)
    f = names_of(at_file(contract, content))
    found = bytes(content[file_byte(Address(plane, row, column, byte), f)] for byte in range(4))  # type: ignore[call-overload]
    assert struct.unpack("<f", found) == scalar


def test_small_dims_are_mapped_onto_the_whole_payload_in_order() -> None:
    lengths = {f"{part}_bytes": 5 for part in ("schema", "learner", "data", "initialization")}
    at = ByteMap.at(vocabulary=3, plane_count=2, bytes_per_scalar=2, **lengths)
    f = names_of(at)
    digits = [(p, r, c, b) for p in range(2) for r in range(3) for c in range(3) for b in range(2)]
    reached = [file_byte(Address(*each), f) for each in digits]
    assert reached == list(range(at["header_bytes"], at["header_bytes"] + 36))


@pytest.mark.parametrize("name", ["vocabulary", "bytes_per_scalar"])
def test_the_map_is_proved_for_every_payload_that_the_transport_has(name: str) -> None:
    ours, theirs = ByteMap.spec.dims[name], CheckpointTransport.spec.dims[name]
    assert (ours.low, ours.high) == (theirs.low, theirs.high)


def test_the_map_is_proved_for_more_planes_than_bob_ships() -> None:
    ours, theirs = ByteMap.spec.dims["plane_count"], CheckpointTransport.spec.dims["plane_count"]
    assert ours.low < theirs.low == theirs.high < ours.high


@pytest.mark.parametrize("part", ["schema", "learner", "data", "initialization"])
def test_a_part_may_be_as_long_as_its_prefix_can_state(part: str) -> None:
    dim = ByteMap.spec.dims[f"{part}_bytes"]
    assert (dim.low, dim.high) == (0, 2**32 - 1)
