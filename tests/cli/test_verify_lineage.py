from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from blake3 import blake3

from tests.checkpoints import put, sealed

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place


@pytest.fixture
def log(bob: Bob, place: Place) -> Path:
    """The receipts of a run of three invocations, whose checkpoint takes the place of the small one."""
    path = place.folder / "log.jsonl"
    Path(place.ckpt).unlink()
    bob("run", "--out", place.ckpt, "--contract", place.contract, "--receipt", str(path))
    for _ in range(2):
        bob("run", "--resume", place.ckpt, "--contract", place.contract, "--receipt", str(path))
    return path


def test_a_whole_chain_is_verified_and_says_what_it_does_not_show(bob: Bob, place: Place, log: Path) -> None:
    ran = bob("verify", "lineage", place.ckpt, "--receipts", str(log))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:2] == [
        f"{place.ckpt}: VERIFIED  step 30",
        "  lineage     3 of 3 links, back to the fresh start",
    ]
    assert "not checked: that the updates were made as said (bob verify replay)" in ran.out


def test_a_chain_for_machines_is_json(bob: Bob, place: Place, log: Path) -> None:
    told = json.loads(bob("verify", "lineage", place.ckpt, "--receipts", str(log), "--json").out)
    assert told["verdict"] == "VERIFIED"
    assert [link["step_to"] for link in told["links"]] == [30, 20, 10]
    assert told["branches"] == []


@pytest.mark.parametrize("as_json", [False, True])
def test_where_a_chain_breaks_is_told(bob: Bob, place: Place, log: Path, as_json: bool) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[2])
    ran = bob("verify", "lineage", place.ckpt, "--receipts", str(log), *(["--json"] if as_json else []))
    assert ran.status == 1
    assert "BOB241" in ran.out
    assert "receipt before step 30" in ran.out


def test_a_checkpoint_that_is_not_sound_is_refused_before_its_chain(
    bob: Bob, place: Place, log: Path
) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[-1] ^= 1
    Path(place.ckpt).write_bytes(content)
    ran = bob("verify", "lineage", place.ckpt, "--receipts", str(log))
    assert ran.status == 1
    assert "BOB206" in ran.err


@pytest.mark.parametrize(
    ("field", "value"), [("step", 40), ("parent", b"\x01" * 32), ("input_digest", b"\x02" * 32)]
)
def test_a_free_field_that_was_changed_and_sealed_has_no_receipt(
    bob: Bob, place: Place, log: Path, field: str, value: int | bytes
) -> None:
    content = sealed(put(Path(place.ckpt).read_bytes(), field, value))
    Path(place.ckpt).write_bytes(content)
    assert bob("verify", "envelope", place.ckpt, "--contract", place.contract).status == 0
    ran = bob("verify", "lineage", place.ckpt, "--receipts", str(log))
    assert ran.status == 1
    assert "BOB241" in ran.out


def test_a_file_that_holds_no_receipts_is_refused_by_its_lines(bob: Bob, place: Place) -> None:
    ran = bob("verify", "lineage", place.ckpt, "--receipts", place.contract)
    assert ran.status == 1
    assert "BOB240" in ran.err


def test_a_statement_names_the_file_by_its_digests_and_holds_the_chain(
    bob: Bob, place: Place, log: Path
) -> None:
    out = place.folder / "statement.json"
    assert bob("verify", "lineage", place.ckpt, "--receipts", str(log), "--in-toto", str(out)).status == 0
    told = json.loads(out.read_bytes())
    content = Path(place.ckpt).read_bytes()
    assert told["_type"] == "https://in-toto.io/Statement/v1"
    assert told["subject"] == [
        {
            "name": "ckpt.bin",
            "digest": {
                "sha256": hashlib.sha256(content).hexdigest(),
                "blake3": blake3(content).hexdigest(),
            },
        }
    ]
    assert [link["step_to"] for link in told["predicate"]["links"]] == [30, 20, 10]


def test_a_statement_takes_the_place_of_no_file(bob: Bob, place: Place, log: Path) -> None:
    out = place.folder / "statement.json"
    out.write_bytes(b"mine")
    ran = bob("verify", "lineage", place.ckpt, "--receipts", str(log), "--in-toto", str(out))
    assert (ran.status, out.read_bytes()) == (1, b"mine")


def test_a_chain_that_is_refused_is_not_stated(bob: Bob, place: Place, log: Path) -> None:
    out = place.folder / "statement.json"
    log.write_bytes(b"")
    assert bob("verify", "lineage", place.ckpt, "--receipts", str(log), "--in-toto", str(out)).status == 1
    assert not out.exists()


def test_the_statement_s_form_is_what_in_toto_s_own_library_accepts(
    bob: Bob, place: Place, log: Path
) -> None:
    pytest.importorskip("in_toto_attestation", reason="in-toto-attestation is not installed")
    from google.protobuf.json_format import ParseDict
    from in_toto_attestation.v1 import statement_pb2
    from in_toto_attestation.v1.statement import Statement

    out = place.folder / "statement.json"
    bob("verify", "lineage", place.ckpt, "--receipts", str(log), "--in-toto", str(out))
    read = ParseDict(json.loads(out.read_bytes()), statement_pb2.Statement())
    Statement.copy_from_pb(read).validate()


def test_the_statement_s_digest_is_what_model_signing_computes(bob: Bob, place: Place, log: Path) -> None:
    hashing = pytest.importorskip("model_signing.hashing", reason="model-signing is not installed")
    out = place.folder / "statement.json"
    bob("verify", "lineage", place.ckpt, "--receipts", str(log), "--in-toto", str(out))
    (subject,) = json.loads(out.read_bytes())["subject"]
    manifest = hashing.Config().hash(place.folder, files_to_hash=[Path(place.ckpt)])
    (found,) = [each for each in manifest.resource_descriptors() if each.identifier == subject["name"]]
    assert found.digest.digest_hex == subject["digest"]["sha256"]
