"""proofs/ holds what the code prints today, and is found in a checkout and in an installed package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bob.canonical import hex_digest
from bob.errors import Refused
from bob.proof import ledger
from bob.proof.archive import files
from bob.proof.discharge import Discharged, prove
from bob.proof.ledger import LEDGER, differences, ledger_digest, proofs_folder
from bob.proof.subjects import shipped
from bob.spec.family import Family
from bob.spec.fields import Claim, Dim
from tools.build_proofs import write

PROOFS = Path(__file__).parents[2] / "proofs"


class Small(Family):
    n = Dim(0, 9)
    below_ten = Claim(lambda f: f.n < 10, "n is below 10")
    below_eleven = Claim(lambda f: f.n * 2 < 20, "twice n is below 20")


@pytest.fixture(scope="module")
def small() -> dict[str, str]:
    return files(prove([Small]))


def test_proofs_are_what_the_code_prints_today() -> None:
    assert differences(files(prove(shipped())), PROOFS) == []


def test_a_claim_has_a_file_and_shared_premises_have_one(small: dict[str, str]) -> None:
    assert set(small) == {
        "small/inhabited.smt2",
        "small/below_ten.smt2",
        "small/below_eleven.smt2",
        "ledger.json",
    }


def test_premises_of_their_own_stand_beside_the_claim() -> None:
    found = prove([Small])
    other = found[1]._replace(premise_text="; other premises\n(check-sat)\n")
    assert files([found[0], other])["small/below_ten.premises.smt2"] == other.premise_text


def test_the_ledger_vouches_for_every_text(small: dict[str, str]) -> None:
    kept = json.loads(small[LEDGER])
    assert set(kept["obligations"]) == {"small/inhabited", "small/below_ten", "small/below_eleven"}
    assert kept["judge"].startswith("z3 ")
    entry = kept["obligations"]["small/below_ten"]
    assert entry == {
        "goal": "small/below_ten.smt2",
        "goal_blake3": hex_digest(small["small/below_ten.smt2"].encode()),
        "premises": "small/inhabited.smt2",
        "premises_blake3": hex_digest(small["small/inhabited.smt2"].encode()),
        "sentence": "n is below 10",
        "verdict": "PROVED",
    }


def test_the_ledger_does_not_depend_on_time(small: dict[str, str]) -> None:
    slow: list[Discharged] = [each._replace(seconds=99.0) for each in prove([Small])]
    assert files(slow) == small


def test_what_was_written_does_not_differ(small: dict[str, str], tmp_path: Path) -> None:
    write(small, tmp_path)
    assert differences(small, tmp_path) == []


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        pytest.param("small/below_ten.smt2", "; changed\n", "another text", id="changed"),
        pytest.param("small/stale.smt2", "; stale\n", "there", id="stale"),
        pytest.param("small/below_ten.smt2", None, "not there", id="missing"),
        pytest.param(LEDGER, "{}", "another text", id="another ledger"),
        pytest.param(LEDGER, "no JSON", "another text", id="a broken ledger"),
        pytest.param(LEDGER, "[]", "another text", id="a ledger of another form"),
    ],
)
def test_a_difference_is_found(
    path: str, text: str | None, found: str, small: dict[str, str], tmp_path: Path
) -> None:
    write(small, tmp_path)
    if text is None:
        (tmp_path / path).unlink()
    else:
        (tmp_path / path).write_text(text)
    assert [(f.code, f.part, f.found) for f in differences(small, tmp_path)] == [("BOB123", path, found)]


def test_another_verdict_is_a_difference(small: dict[str, str], tmp_path: Path) -> None:
    write({**small, LEDGER: small[LEDGER].replace("PROVED", "UNKNOWN", 1)}, tmp_path)
    assert [finding.part for finding in differences(small, tmp_path)] == [LEDGER]


def test_another_version_of_the_judge_is_none(small: dict[str, str], tmp_path: Path) -> None:
    kept = json.loads(small[LEDGER])
    write({**small, LEDGER: json.dumps({**kept, "judge": "z3 99.0"})}, tmp_path)
    assert differences(small, tmp_path) == []


def test_a_checkout_keeps_its_proofs_at_its_top() -> None:
    assert proofs_folder() == PROOFS
    assert ledger_digest() == hex_digest((PROOFS / LEDGER).read_bytes())


def test_an_installed_package_has_them_inside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    inside = tmp_path / "bob" / "proofs"
    inside.mkdir(parents=True)
    (inside / LEDGER).write_text("{}")
    monkeypatch.setattr(ledger, "_PACKAGE", tmp_path / "bob")
    assert proofs_folder() == inside


def test_without_proofs_the_question_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ledger, "_PACKAGE", tmp_path / "bob")
    with pytest.raises(Refused) as refused:
        ledger_digest()
    assert [(f.code, f.part, f.found) for f in refused.value.findings] == [("BOB123", LEDGER, "not there")]
