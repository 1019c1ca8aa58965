"""`bob seal`, `bob load` and `bob verify FILE`: what a file is held to, and that it is said."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bob as library
from bob.cli.checkpoints import judge
from bob.project import Checkpoint
from tests.typed_files import header_bytes, put, typed

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place

CONTRACT = 'version = 2\n[learner]\nlr = 0.05\nname = "sgd"\n'


@pytest.fixture
def foreign(tmp_path: Path) -> str:
    """A sealed file's place: an npz of one array, and a contract beside it."""
    np.savez(tmp_path / "a.npz", w=np.arange(6, dtype=np.float32).reshape(2, 3))
    (tmp_path / "c.toml").write_text(CONTRACT)
    return str(tmp_path / "a.npz")


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A checkpoint of version 2, and a contract beside it."""
    (tmp_path / "m.bob").write_bytes(typed())
    (tmp_path / "c.toml").write_text(CONTRACT)
    return str(tmp_path / "m.bob")


def beside(file: str, name: str) -> str:
    return os.path.join(os.path.dirname(file), name)


def test_a_file_is_sealed_and_from_then_on_held_to_its_seal(bob: Bob, foreign: str) -> None:
    ran = bob("seal", foreign, "--contract", beside(foreign, "c.toml"), "--step", "1000")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{foreign}.seal: ")
    assert ", 1 tensor\n" in ran.out
    ran = bob("verify", foreign)
    assert ran.status == 0
    assert ran.out.splitlines()[:4] == [
        f"{foreign}: VERIFIED  step 1,000",
        "  held to     its seal, a.npz.seal",
        "  tensors     1, 6 elements, 24 bytes",
        "  digests     1 equal",
    ]


def test_a_seal_is_not_written_over_unless_asked(bob: Bob, foreign: str) -> None:
    assert bob("seal", foreign).status == 0
    ran = bob("seal", foreign)
    assert ran.status == 1
    assert "BOB801" in ran.err
    assert "--replace" in ran.err
    assert bob("seal", foreign, "--replace").status == 0


def test_a_step_that_no_seal_has_is_no_seals_fault(bob: Bob, foreign: str) -> None:
    ran = bob("seal", foreign, "--step", str(2**63))
    assert ran.status == 2
    assert "--step" in ran.err


def test_a_tensor_without_a_name_is_told_as_such(bob: Bob, tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    library.save_file({"": np.zeros(2, np.float32)}, path)
    assert '\n  ""  F32  [2]  float32\n' in bob("load", str(path)).out
    path.write_bytes(put(path.read_bytes(), path.stat().st_size - 64, b"\1"))
    assert '\n  ""    ' in bob("verify", str(path)).out


def test_another_file_is_not_written_over_by_a_seal(bob: Bob, foreign: str) -> None:
    with open(f"{foreign}.seal", "w") as notes:
        notes.write("notes")
    assert "BOB801" in bob("seal", foreign, "--replace").err


def test_a_changed_file_is_refused_by_its_seal(bob: Bob, foreign: str) -> None:
    bob("seal", foreign)
    with open(foreign, "r+b") as file:
        file.seek(200)
        file.write(b"\x55")
    ran = bob("verify", foreign)
    assert ran.status == 1
    assert "BOB264" in ran.out
    assert ran.out.endswith("held to: its seal, a.npz.seal\n")
    assert judge(Checkpoint(foreign)).findings[0].code == "BOB264"
    ran = bob("load", foreign)
    assert (ran.status, ran.out) == (1, "")
    assert "BOB264" in ran.err


def test_a_seal_is_held_against_another_contract(bob: Bob, foreign: str) -> None:
    bob("seal", foreign)
    told = json.loads(bob("verify", foreign, "--contract", beside(foreign, "c.toml"), "--json").out)
    assert told["verdict"] == "REFUSED"
    assert [f["part"] for f in told["findings"]] == ["learner.lr", "learner.name"]
    assert told["held_to"] == ["its seal, a.npz.seal"]


def test_an_unsealed_file_is_held_to_its_formats_rules_and_that_is_said(bob: Bob, foreign: str) -> None:
    ran = bob("verify", foreign)
    assert ran.status == 0
    assert "  held to     the rules of npz\n" in ran.out
    assert ran.out.rstrip().endswith("any contract: it has no envelope and no seal")
    ran = bob("verify", foreign, "--contract", beside(foreign, "c.toml"))
    assert (ran.status, ran.out) == (2, "")
    assert "BOB267" in ran.err


def test_what_breaks_its_formats_rules_gets_no_seal(bob: Bob, tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(b"PK\3\4 and no more")
    assert bob("seal", str(path)).status == 1
    assert os.listdir(tmp_path) == ["x.npz"]


@pytest.mark.parametrize("command", [["verify"], ["verify", "envelope"]], ids=" ".join)
def test_a_checkpoint_of_version_2_is_held_to_its_own_contract_and_that_is_said(
    bob: Bob, own: str, command: list[str]
) -> None:
    ran = bob(*command, own)
    assert ran.status == 0
    assert ran.out.splitlines()[:2] == [
        f"{own}: VERIFIED  step 7",
        "  held to     its envelope, version 2; contract: the file's own",
    ]
    path = beside(own, "c.toml")
    ran = bob(*command, own, "--contract", path)
    assert f"  held to     its envelope, version 2; contract: {path}\n" in ran.out
    assert "  equal       learner, data, initialization, updates\n" in ran.out


@pytest.mark.parametrize("command", [["verify"], ["verify", "envelope"]], ids=" ".join)
def test_a_checkpoint_of_version_2_is_refused_by_name(
    bob: Bob, own: str, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "c.toml").write_text(CONTRACT.replace("0.05", "0.06"))
    ran = bob(*command, own, "--contract", str(tmp_path / "c.toml"))
    assert ran.status == 1
    assert "learner.lr  0.05 (0x3fa999999999999a)  0.06 (0x3faeb851eb851eb8)" in ran.out
    (tmp_path / "c.toml").write_text("updates = 10\n")
    assert "BOB255" in bob(*command, own, "--contract", str(tmp_path / "c.toml")).err


def test_a_seal_beside_a_checkpoint_is_not_asked_by_verify_envelope(bob: Bob, own: str) -> None:
    bob("seal", own)
    both = bob("verify", own).out
    assert "  held to     its seal, m.bob.seal\n" in both
    assert "its seal" not in bob("verify", "envelope", own).out


def test_a_checkpoint_of_version_1_is_held_to_what_it_states(bob: Bob, place: Place) -> None:
    ran = bob("verify", place.ckpt)
    assert "  held to     its envelope, version 1; contract: the file's own\n" in ran.out
    assert bob("verify", place.ckpt, "--contract", place.contract).status == 0
    told = json.loads(bob("verify", place.ckpt, "--json").out)
    assert told["header_digest"] == library.load_file(place.ckpt).digest.hex()


def test_what_a_checkpoint_of_version_2_states_is_written_as_its_contract(bob: Bob, own: str) -> None:
    path = beside(own, "own.toml")
    assert bob("contract", "--from", own, "--out", path).status == 0
    ran = bob("verify", own, "--contract", path)
    assert "  equal       schema, learner, data, initialization, updates\n" in ran.out
    assert bob("contract", "--from", own).out == Path(path).read_text()
    assert bob("contract", "--from", own, "--set", "learner.lr=1").status == 2


@pytest.mark.parametrize("command", [["verify", "replay"], ["run", "--resume"]], ids=" ".join)
def test_what_takes_runs_alone_says_that_arrays_are_none(bob: Bob, own: str, command: list[str]) -> None:
    ran = bob(*command, own)
    assert ran.status == 1
    assert "BOB257" in ran.out + ran.err
    assert f"do   bob verify {own}" in ran.out + ran.err


def test_inspect_shows_what_arrays_are_stated_with(bob: Bob, own: str) -> None:
    ran = bob("inspect", own)
    assert ran.status == 0
    assert ["learner.lr", "0.05", "(0x3fa999999999999a)"] in [line.split() for line in ran.out.splitlines()]
    assert (
        json.loads(bob("inspect", own, "--json").out)["metadata"]["learner.lr"] == "0.05 (0x3fa999999999999a)"
    )


def laid(path: Path, **changes: object) -> str:
    """A checkpoint as bob.torch lays one, of a parameter w at step 2, but for what is changed."""
    arrays: dict[str, object] = {
        "P/w": np.ones(2, "f4"),
        "M/w": np.full(2, 0.5, "f4"),
        "V/w": np.full(2, 0.01, "f4"),
        "T/w": np.float32(2),
        "B/mean": np.zeros(2, "f4"),
    } | {name.replace("_", "/"): value for name, value in changes.items() if name != "learner"}
    learner = {
        "optimizer": "torch.optim.AdamW",
        "member.w": 0,
        "group.0.betas.0": 0.9,
        "group.0.betas.1": 0.999,
    }
    given = {"learner": changes.get("learner", learner)}
    library.save_file({n: a for n, a in arrays.items() if a is not None}, path, given, step=2)  # type: ignore[misc]
    return str(path)


def test_numbers_of_arrays_are_held_to_be_finite(bob: Bob, tmp_path: Path) -> None:
    library.save_file({"w": np.zeros(2, "f4"), "n": np.zeros(2, "i8")}, tmp_path / "good", step=1)
    ran = bob("verify", "values", str(tmp_path / "good"))
    assert ran.status == 0
    assert "  values      numbers finite\n" in ran.out
    assert "  not checked: ranges (bob verify schema --values)\n" in ran.out
    library.save_file({"w": np.array([0, np.nan, np.inf], "f4")}, tmp_path / "bad", step=1)
    ran = bob("verify", "values", str(tmp_path / "bad"))
    assert ran.status == 1
    assert "BOB640" in ran.out
    assert "w[1]" in ran.out
    assert "and 1 more" in ran.out


def test_moments_that_pytorch_laid_are_held_to_their_laws(bob: Bob, tmp_path: Path) -> None:
    ran = bob("verify", "values", laid(tmp_path / "m.bob", M_w=np.full(2, 0.001, "f4")))
    assert ran.status == 0, ran.out
    assert "  values      numbers finite, Adam's moments of 1 parameter by their laws\n" in ran.out
    assert "not checked" not in ran.out


WRONG: dict[str, tuple[dict[str, object], str, str]] = {
    "a moment that no gradient gives": ({"V_w": np.full(2, 1e-12, "f4")}, "BOB645", "M/w"),
    "moments swapped": (
        {"M_w": np.full(2, 0.5, "f4"), "V_w": np.full(2, -0.5, "f4")},
        "BOB644",
        "V/w",
    ),
    "a step that is no number of updates": ({"T_w": np.float32(1.5)}, "BOB646", "T/w"),
    "a moment that is not finite": ({"M_w": np.full(2, np.inf, "f4")}, "BOB640", "M/w"),
    "a parameter that is not finite": ({"P_w": np.full(2, np.nan, "f4")}, "BOB640", "P/w"),
    "a buffer that is not finite": ({"B_mean": np.full(2, np.nan, "f4")}, "BOB640", "B/mean"),
}


@pytest.mark.parametrize(("changes", "code", "part"), WRONG.values(), ids=WRONG)
def test_numbers_that_no_training_leaves_are_told_by_their_tensor(
    bob: Bob, tmp_path: Path, changes: dict[str, object], code: str, part: str
) -> None:
    ran = bob("verify", "values", laid(tmp_path / "m.bob", **changes), "--json")
    told = json.loads(ran.out)["findings"]
    assert (code, part) in [(f["code"], f["part"].split("[")[0]) for f in told]


def test_moments_whose_betas_are_not_stated_are_said_not_to_be_checked(bob: Bob, tmp_path: Path) -> None:
    path = laid(tmp_path / "m.bob", learner={"optimizer": "x"}, V_w=np.full(2, 1e-12, "f4"))
    ran = bob("verify", "values", path)
    assert ran.status == 0
    assert "not checked: moments within what gradients give (no betas are stated)" in ran.out


def test_names_alone_make_no_moments(bob: Bob, tmp_path: Path) -> None:
    path = laid(tmp_path / "m.bob", learner={"lr": 1.0}, V_w=np.full(2, -1, "f4"))
    assert bob("verify", "values", path).status == 0


def test_an_envelope_that_is_refused_has_no_numbers(bob: Bob, tmp_path: Path) -> None:
    path = Path(laid(tmp_path / "m.bob", P_w=np.full(2, np.nan, "f4")))
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"\1")
    told = json.loads(bob("verify", "values", str(path), "--json").out)
    assert "BOB640" not in {f["code"] for f in told["findings"]}
    assert told["verdict"] == "REFUSED"


def test_a_word_that_is_no_command_is_the_file(bob: Bob, tmp_path: Path) -> None:
    ran = bob("verify", str(tmp_path / "nosuch"))
    assert ran.status == 2
    assert "BOB820" in ran.err
    assert bob("verify", "envelop", "m.bob").status == 2


def test_what_would_be_loaded_is_shown(bob: Bob, own: str) -> None:
    assert bob("load", own).out.splitlines() == [
        f"{own}: LOADED  step 7",
        "  held to     its envelope, version 2; contract: the file's own",
        "  w      F32  [2, 3]  float32",
        "  empty  U8   [0]     uint8",
        "  s      I64  []      int64",
    ]
    told = json.loads(bob("load", own, "--json").out)
    assert told["tensors"][0] == {
        "name": "w",
        "dtype": "F32",
        "shape": [2, 3],
        "numpy": "float32",
        "raw": False,
    }


def test_of_many_tensors_sixty_are_shown(bob: Bob, tmp_path: Path) -> None:
    library.save_file({f"n{i}": np.int8(i) for i in range(100)}, tmp_path / "m")
    lines = bob("load", str(tmp_path / "m")).out.splitlines()
    assert lines[-1] == "  and 40 more (--json lists them all)"
    assert len(lines) == 63


def test_an_unsealed_file_is_loaded_on_its_word_alone_if_asked(bob: Bob, foreign: str) -> None:
    assert "BOB267" in bob("load", foreign).err
    assert "held to     the rules of npz" in bob("load", foreign, "--unsealed").out


def test_a_damaged_tensor_is_told_by_its_name(bob: Bob, own: str, tmp_path: Path) -> None:
    content = typed()
    (tmp_path / "m.bob").write_bytes(put(content, header_bytes(content), b"\1"))
    ran = bob("verify", own)
    assert "BOB206" in ran.out
    assert f"at byte {header_bytes(content):,}" in ran.out


def test_a_judgement_is_told_for_other_tools(bob: Bob, own: str, tmp_path: Path) -> None:
    (tmp_path / "m.bob").write_bytes(typed()[:-1])
    ran = bob("verify", own, "--output-format", "github")
    assert ran.status == 1
    assert "BOB202" in ran.out
