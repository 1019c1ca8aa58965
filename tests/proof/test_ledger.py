"""proofs/ holds what the code prints today, and is found in a checkout and in an installed package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bob.canonical import hex_digest
from bob.errors import Refused
from bob.proof import judges, ledger
from bob.proof.archive import files
from bob.proof.hearing import hear
from bob.proof.judges import Word, present
from bob.proof.ledger import LEDGER, differences, kept, ledger_digest, proofs_folder
from bob.proof.theorem import Walk, Walked
from bob.spec.family import Family
from bob.spec.fields import Claim, Dim, Refuted
from bob.spec.obligation import obligations
from tools.build_proofs import write

PROOFS = Path(__file__).parents[2] / "proofs"


class Small(Family):
    n = Dim(0, 9)
    below_ten = Claim(lambda f: f.n < 10, "n is below 10")
    below_eleven = Claim(lambda f: f.n * 2 < 20, "twice n is below 20")
    below_nine = Refuted(lambda f: f.n < 9, "n is below 9", "n may be 9")


FOUND = hear(obligations(Small))


@pytest.fixture(scope="module")
def small() -> dict[str, str]:
    return files(FOUND)


def test_a_claim_has_a_file_and_shared_premises_have_one(small: dict[str, str]) -> None:
    assert set(small) == {
        "small/inhabited.smt2",
        "small/below_ten.smt2",
        "small/below_eleven.smt2",
        "small/below_nine.smt2",
        "ledger.json",
    }


def test_premises_of_their_own_stand_beside_the_claim() -> None:
    premise = FOUND[1].premise
    assert premise is not None
    other = FOUND[1]._replace(premise=premise._replace(text="; other premises\n(check-sat)\n"))
    assert "; other premises" in files([FOUND[0], other])["small/below_ten.premises.smt2"]


def test_the_ledger_vouches_for_every_text_and_every_answer(small: dict[str, str]) -> None:
    written = json.loads(small[LEDGER])
    assert written["judges"] == present()
    assert set(written["claims"]) == {each.name for each in FOUND}
    assert written["claims"]["small/below_ten"] == {
        "bound": "n is from 0 to 9",
        "goal": "small/below_ten.smt2",
        "premises": "small/inhabited.smt2",
        "sentence": "n is below 10",
        "subject": "Small",
        "verdict": "PROVED",
    }
    entry = written["texts"]["small/below_ten.smt2"]
    assert entry["blake3"] == hex_digest(small["small/below_ten.smt2"].encode())
    assert {judge: answer["says"] for judge, answer in entry["answers"].items()} == {
        "cvc5": "unsat",
        "z3": "unsat",
    }
    assert all(answer["ms"] > 0 for answer in entry["answers"].values())


def test_what_is_false_on_purpose_is_kept_with_its_counterexample(small: dict[str, str]) -> None:
    entry = json.loads(small[LEDGER])["claims"]["small/below_nine"]
    assert (entry["verdict"], entry["refuted"]) == ("FALSIFIED", "n may be 9")
    assert entry["evidence"] == ["at n = 9", "false n = 9"]


def test_a_walk_is_kept_with_what_it_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = [
        Walk(f"w/{name}", "Walks", "s", "b", "m", lambda holds=holds: Walked(holds, "3 cases"), of=name)
        for name, holds in (("good", True), ("bad", False))
    ]
    write(files(hear([], walks)), tmp_path / "proofs")
    monkeypatch.setattr(ledger, "_PACKAGE", tmp_path)
    assert kept().walked == {"w/good": "good"}
    assert kept().evidence["w/good"] == ("3 cases",)


def test_time_makes_no_difference(small: dict[str, str], tmp_path: Path) -> None:
    ledger_text = json.loads(small[LEDGER])
    for entry in ledger_text["texts"].values():
        entry["answers"] = {judge: {**said, "ms": 99} for judge, said in entry["answers"].items()}
    write({**small, LEDGER: json.dumps(ledger_text)}, tmp_path)
    assert differences(small, tmp_path) == []


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
        pytest.param(LEDGER, None, "not there", id="no ledger"),
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


def test_another_version_of_a_judge_is_none(small: dict[str, str], tmp_path: Path) -> None:
    write({**small, LEDGER: with_versions(small, z3="99.0")}, tmp_path)
    assert differences(small, tmp_path) == []


def with_versions(small: dict[str, str], **versions: str) -> str:
    return json.dumps({**json.loads(small[LEDGER]), "judges": {**present(), **versions}})


@pytest.fixture
def folder(small: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The proofs of the small family, in the place of those that are shipped."""
    write(small, tmp_path / "proofs")
    monkeypatch.setattr(ledger, "_PACKAGE", tmp_path)
    return tmp_path / "proofs"


def kept_of(name: str, small: dict[str, str]) -> dict[str, Word] | None:
    opinions = kept().opinions.get(small[f"small/{name}.smt2"])
    return None if opinions is None else {opinion.judge: opinion.word for opinion in opinions}


@pytest.mark.usefixtures("folder")
def test_answers_to_the_same_text_by_the_same_judge_are_kept(small: dict[str, str]) -> None:
    assert kept_of("below_ten", small) == {"z3": Word.UNSAT, "cvc5": Word.UNSAT}
    assert kept_of("inhabited", small) == {"z3": Word.SAT, "cvc5": Word.SAT}
    assert kept().evidence["small/below_nine"] == ("at n = 9", "false n = 9")
    again = hear(obligations(Small), kept=kept())
    assert all(opinion.kept for each in again for opinion in each.opinions)
    assert files(again).keys() == small.keys()


def test_what_is_kept_comes_to_the_same_ledger(folder: Path) -> None:
    assert differences(files(hear(obligations(Small), kept=kept())), folder) == []


def test_answers_to_a_text_that_was_changed_are_not_kept(small: dict[str, str], folder: Path) -> None:
    changed = small["small/below_ten.smt2"] + "; changed\n"
    (folder / "small" / "below_ten.smt2").write_text(changed)
    opinions = kept().opinions
    assert changed not in opinions
    assert small["small/below_ten.smt2"] not in opinions


def test_answers_of_another_version_are_not_kept(small: dict[str, str], folder: Path) -> None:
    (folder / LEDGER).write_text(with_versions(small, cvc5="0.1"))
    assert kept_of("below_ten", small) == {"z3": Word.UNSAT}


def test_answers_of_a_judge_that_is_not_installed_are_kept(
    small: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "present", lambda: {"z3": judges.present()["z3"]})
    assert folder.is_dir()
    assert kept_of("below_ten", small) == {"z3": Word.UNSAT, "cvc5": Word.UNSAT}


@pytest.mark.parametrize("text", ["{}", "no JSON", "[]", '{"judges": {}, "texts": {"a": {}}}'])
def test_a_ledger_that_cannot_be_read_is_refused(text: str, folder: Path) -> None:
    (folder / LEDGER).write_text(text)
    with pytest.raises(Refused) as refused:
        kept()
    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB123", LEDGER)]


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


def test_writing_what_is_kept_changes_no_byte_of_the_ledger(folder: Path) -> None:
    once = files(hear(obligations(Small), kept=kept()))
    write(once, folder)
    assert files(hear(obligations(Small), kept=kept())) == once
