from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place, Ran


def test_a_checkpoint_shows_its_layout_contract_step_and_digests(bob: Bob, place: Place) -> None:
    ran: Ran = bob("inspect", place.ckpt)
    assert ran.status == 0
    for said in ("plane V", "16 x 16 float32", "learner.lr", "0.05 (0x3d4ccccd)", "header_digest", "step"):
        assert said in ran.out


def test_the_layout_covers_the_file_without_gaps(bob: Bob, place: Place) -> None:
    facts = json.loads(bob("inspect", place.ckpt, "--json").out)
    rows = [row for row in facts["layout"] if not row["name"].startswith(" ")]
    ends = [row["offset"] + row["n_bytes"] for row in rows]
    assert [row["offset"] for row in rows] == [0, *ends[:-1]]
    assert ends[-1] == facts["file_bytes"]
    assert facts["step"] == 10
    assert facts["contract"]["data.vocabulary"] == "16"


def test_an_input_record_shows_its_layout_and_digest(bob: Bob, place: Place) -> None:
    facts = json.loads(bob("inspect", place.input, "--contract", place.contract, "--json").out)
    assert facts["kind"] == "input record"
    assert facts["prompts"] == [1, 15]
    assert len(facts["digest"]) == 64


def test_what_has_no_layout_is_refused(bob: Bob, place: Place) -> None:
    (place.folder / "text").write_text("a text")
    assert bob("inspect", str(place.folder / "text")).status == 1


def test_an_input_record_cut_short_is_refused(bob: Bob, place: Place) -> None:
    (place.folder / "short").write_bytes(b"BOBINPUT" + bytes(4))
    ran: Ran = bob("inspect", str(place.folder / "short"))
    assert ran.status == 1
    assert "BOB302" in ran.err


def test_an_input_record_of_an_absurd_size_is_refused_without_being_read(bob: Bob, place: Place) -> None:
    with open(place.input, "ab") as record:
        record.truncate(1 << 32)
    ran = bob("inspect", place.input, "--contract", place.contract)
    assert ran.status == 2
    assert "BOB822" in ran.err


def test_a_checkpoint_cut_short_is_refused_with_its_sizes(bob: Bob, place: Place) -> None:
    content = Path(place.ckpt).read_bytes()
    Path(place.ckpt).write_bytes(content[:-8])
    ran = bob("inspect", place.ckpt)
    assert ran.status == 1
    assert "BOB202" in ran.err


def test_a_field_of_a_part_is_shown_where_it_lies(bob: Bob, place: Place) -> None:
    facts = json.loads(bob("inspect", place.ckpt, "--json").out)
    (row,) = [row for row in facts["layout"] if row["name"] == "  learner.lr"]
    content = Path(place.ckpt).read_bytes()
    assert content[row["offset"] : row["offset"] + row["n_bytes"]] == bytes.fromhex("cdcc4c3d")


@pytest.mark.parametrize("command", [["inspect"], ["contract", "--from"]], ids=" ".join)
def test_a_header_that_was_changed_is_never_shown_as_if_it_were_sound(
    bob: Bob, place: Place, command: list[str]
) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[64] ^= 1
    Path(place.ckpt).write_bytes(content)
    ran = bob(*command, place.ckpt)
    assert (ran.status, ran.out) == (1, "")
    assert "BOB205" in ran.err
