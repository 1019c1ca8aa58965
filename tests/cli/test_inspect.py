from __future__ import annotations

import json
from typing import TYPE_CHECKING

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
