from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract, contract_from_toml
from bob.spec.families.seed_names import SEED_NAMES
from tests.spec.families.test_seed_names import SEED

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place, Ran


def test_it_prints_the_file_that_contract_takes(bob: Bob) -> None:
    ran: Ran = bob("contract")
    assert ran.status == 0
    assert contract_from_toml(ran.out.encode(), "stdout") == Contract.shipped()


def test_it_shows_the_seven_parts_and_the_identity_bytes_in_hex(bob: Bob) -> None:
    said = bob("contract").out
    for name, value in Contract.shipped().parts.items():
        assert f"# {name}" in said
        assert value.hex() in said if isinstance(value, bytes) else f"{value:,}" in said


@pytest.mark.parametrize("name", SEED)
def test_json_has_the_seed_s_value_under_the_seed_s_name(bob: Bob, name: str) -> None:
    assert json.loads(bob("contract", "--json").out)[name] == SEED[name]


def test_every_name_of_the_seed_is_held_against_its_value() -> None:
    assert set(SEED) == set(SEED_NAMES)


def test_json_has_the_contract_s_seven_parts(bob: Bob) -> None:
    parts = json.loads(bob("contract", "--json").out)["bobCheckpointContract"]
    assert list(parts) == sorted(
        ["schema", "learner", "data", "initialization", "payload", "chunk", "updates"]
    )
    learner = b"softmax-cross-entropy-mean|adamw:bob-arith-v1|" + bytes.fromhex(
        "cdcc4c3d6666663f77be7f3f77cc2b320ad7233c"
    )
    assert parts["learner"]["hex"] == learner.hex()


def test_set_changes_a_field_and_out_writes_a_new_file(bob: Bob, place: Place) -> None:
    out = place.folder / "new.toml"
    ran: Ran = bob("contract", "--set", "learner.lr=0.1", "--out", str(out))
    assert (ran.status, ran.out) == (0, "")
    assert contract_from_toml(out.read_bytes(), "new")["learner.lr"] == 0x3DCCCCCD
    again: Ran = bob("contract", "--out", str(out))
    assert again.status == 1
    assert "BOB801" in again.err


def test_from_gives_the_contract_that_a_checkpoint_states(bob: Bob, place: Place) -> None:
    ran: Ran = bob("contract", "--from", place.ckpt)
    expected = contract_from_toml(Path(place.contract).read_bytes(), "x")
    assert contract_from_toml(ran.out.encode(), "stdout") == expected


def test_from_a_file_that_is_no_checkpoint_is_refused(bob: Bob, place: Place) -> None:
    ran: Ran = bob("contract", "--from", place.input)
    assert ran.status == 1
    assert "BOB201" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "status"),
    [
        (["--set", "learner.lr=nan"], "BOB230", 1),
        (["--set", "learner.lr=-0.0"], "BOB230", 1),
        (["--set", "learner.beta1=1"], "BOB230", 1),
        (["--set", "data.record=3"], "BOB230", 1),
        (["--set", "learner.rate=3"], "BOB230", 1),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_field_out_of_its_range_is_refused(bob: Bob, arguments: list[str], code: str, status: int) -> None:
    ran: Ran = bob("contract", *arguments)
    assert ran.status == status
    assert code in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", "learner.lr"],
        ["--contract", "a", "--from", "b"],
        ["--set", "learner.lr=0.1", "--set", "learner.lr=0.2"],
    ],
    ids=["no value", "two contracts", "set twice"],
)
def test_a_command_that_contradicts_itself_is_a_usage_error(bob: Bob, arguments: list[str]) -> None:
    assert bob("contract", *arguments).status == 2


def test_a_contract_file_of_an_absurd_size_is_refused_without_being_read(bob: Bob, place: Place) -> None:
    with open(place.contract, "ab") as contract:
        contract.truncate(1 << 32)
    ran = bob("contract", "--contract", place.contract)
    assert ran.status == 2
    assert "BOB822" in ran.err
