from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place, Ran


def other(place: Place, content: bytes) -> str:
    path = place.folder / "other.bin"
    path.write_bytes(content)
    return str(path)


def test_a_copy_is_identical(bob: Bob, place: Place) -> None:
    ran: Ran = bob("diff", place.ckpt, other(place, Path(place.ckpt).read_bytes()))
    assert (ran.status, ran.out) == (0, "identical  3,072 payload bytes, step 10\n")


def test_one_ulp_in_one_plane_is_found_with_its_place(bob: Bob, place: Place) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    place_of_m = len(content) - 2 * 1024 + 4 * (3 * 16 + 5)
    content[place_of_m] ^= 1
    ran: Ran = bob("diff", place.ckpt, other(place, bytes(content)), "--json")
    facts = json.loads(ran.out)
    assert (ran.status, facts["identical"], facts["fields"]) == (1, False, [])
    assert [plane["n_differing"] for plane in facts["planes"]] == [0, 1, 0]
    assert facts["planes"][1]["distance_ulp"] == 1
    assert facts["planes"][1]["place"] == [3, 5]


def test_a_later_step_differs_in_step_parent_and_planes(bob: Bob, place: Place) -> None:
    later = str(place.folder / "later.bin")
    bob("run", "--resume", place.ckpt, "--contract", place.contract, "--out", later)
    ran: Ran = bob("diff", place.ckpt, later)
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [
        "step",
        "parent",
        "header_digest",
        "plane",
        "plane",
        "plane",
    ]
    assert "of 256 scalars differ" in lines[-1]


def test_a_nan_has_no_distance_and_is_counted(bob: Bob, place: Place) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[-4:] = b"\x00\x00\xc0\x7f"
    ran: Ran = bob("diff", place.ckpt, other(place, bytes(content)))
    assert "1 with a NaN" in ran.out


def test_another_contract_is_compared_field_by_field(bob: Bob, place: Place) -> None:
    contract = str(place.folder / "c.toml")
    bob("contract", "--contract", place.contract, "--set", "data.vocabulary=2", "--out", contract)
    record = str(place.folder / "i.bin")
    from bob.cli.options import named_contract
    from bob.envelope.input_record import build_input

    Path(record).write_bytes(build_input([1, 0], [0, 1], named_contract(contract)))
    two = str(place.folder / "two.bin")
    bob("run", "--out", two, "--contract", contract, "--input", record)
    ran: Ran = bob("diff", place.ckpt, two)
    assert ran.status == 1
    assert "data.vocabulary" in ran.out
    assert "planes of another size; no scalar was compared" in ran.out


def test_a_file_cut_short_is_refused(bob: Bob, place: Place) -> None:
    ran: Ran = bob("diff", place.ckpt, other(place, Path(place.ckpt).read_bytes()[:-1]))
    assert ran.status == 1
    assert "BOB202" in ran.err


def test_what_is_no_checkpoint_is_refused(bob: Bob, place: Place) -> None:
    ran: Ran = bob("diff", place.ckpt, place.input)
    assert ran.status == 1
    assert "BOB201" in ran.err
