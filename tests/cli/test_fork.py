from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place


def test_a_fork_says_where_it_comes_from_and_what_it_changed(bob: Bob, place: Place) -> None:
    new = str(place.folder / "new.bin")
    ran = bob("fork", place.ckpt, "--set", "learner.lr=0.02", "--out", new)
    assert ran.status == 0
    assert f"{new}: step 10 -> 20" in ran.out
    assert f"forked from {place.ckpt}, step 10: " in ran.out
    assert "learner.lr: 0.05 -> 0.02" in ran.out
    assert ran.err.count("lr 0.02") == 10


def test_a_fork_with_fresh_moments_says_so(bob: Bob, place: Place) -> None:
    ran = bob("fork", place.ckpt, "--reset-moments", "--out", str(place.folder / "new.bin"))
    assert ran.out.splitlines()[-1] == "  moments begin with zero"


def test_a_fork_for_machines_is_json(bob: Bob, place: Place) -> None:
    new = str(place.folder / "new.bin")
    ran = bob("fork", place.ckpt, "--set", "learner.lr=0.02", "--out", new, "--json")
    facts = json.loads(ran.out)
    assert (facts["file"], facts["step_before"], facts["step"]) == (new, 10, 20)


def test_betas_change_with_their_moments_alone(bob: Bob, place: Place) -> None:
    new = place.folder / "new.bin"
    ran = bob("fork", place.ckpt, "--set", "learner.beta1=0.8", "--out", str(new))
    assert (ran.status, new.exists()) == (1, False)
    assert "BOB841" in ran.err
    assert "--reset-moments" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", "learner.lr"],
        ["--set", "learner.lr=1", "--set", "learner.lr=2"],
        ["--out", "{ckpt}", "--set", "learner.lr=0.1"],
        ["--input", "{out}", "--out", "{ckpt}"],
    ],
    ids=["no value", "twice", "onto itself", "onto its checkpoint"],
)
def test_a_question_that_makes_no_sense_ends_with_2(bob: Bob, place: Place, arguments: list[str]) -> None:
    out = str(place.folder / "new.bin")
    given = [argument.format(ckpt=place.ckpt, out=out) for argument in arguments]
    ran = bob("fork", place.ckpt, *(given if "--out" in given else [*given, "--out", out]))
    assert ran.status == 2


def test_a_fork_is_recorded_and_followed(bob: Bob, place: Place) -> None:
    new, log, toml = (str(place.folder / name) for name in ("new.bin", "log.jsonl", "new.toml"))
    first = str(place.folder / "first.bin")
    bob("run", "--out", first, "--contract", place.contract, "--receipt", log, "--input", place.input)
    bob("fork", first, "--set", "learner.lr=0.02", "--out", new, "--receipt", log, "--input", place.input)
    bob("contract", "--from", new, "--out", toml)
    bob("run", "--resume", new, "--contract", toml, "--receipt", log)
    ran = bob("verify", "lineage", new, "--receipts", log)
    assert ran.status == 0
    assert ran.out.splitlines()[:3] == [
        f"{new}: VERIFIED  step 30",
        "  lineage     3 of 3 links, back to the fresh start",
        "  fork        at step 10: learner.lr 0.05 -> 0.02",
    ]
    assert Path(new).exists()
