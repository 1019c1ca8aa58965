"""`bob spec` compares families and attacks them, says what it found, and leaves other files alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bob.adversary.outcome import Outcome
from bob.proof.judges import Answer, Word

if TYPE_CHECKING:
    from tests.cli.conftest import Bob

LAYERS = Path(__file__).parents[2] / "fixtures" / "families" / "ledger_of_layers.py"
GOOD = Path(__file__).parents[2] / "fixtures" / "good"

FAMILY = '''
from bob import *

class Table(Family):
    """Rows of cells."""

    n = Dim(1, 50, shipped=3)
    version = U8(equals={version})
    total = U16()
    cells = Array(U8, lambda f: {size})
    small = Refine(lambda f: f.total {sign} 100, "the total is small")
{more}
'''
PLAIN = {"version": "1", "size": "f.n * f.n + f.n", "sign": "<", "more": ""}
AGAIN = '    again = Refine(lambda f: f.total < 200, "the total is not large")'


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(name: str, **changes: str) -> str:
        path = tmp_path / name
        path.write_text(FAMILY.format(**{**PLAIN, **changes}))
        return str(path)

    return write


def test_equal_families_end_with_zero_and_write_nothing(bob: Bob, written: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = bob("spec", "diff", written("old.py"), written("new.py", size="f.n * (f.n + 1)"), "--out", str(out))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Table",
        "  new accepts all that old does   PROVED   2 clauses stated by both, 2 by the judge",
        "  old accepts all that new does   PROVED   2 clauses stated by both, 2 by the judge",
    ]
    assert not out.exists()


def test_a_changed_constant_is_told_with_two_files(bob: Bob, written: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = bob("spec", "diff", written("old.py"), written("new.py", version="2"), "--out", str(out))
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert lines[1:3] == [
        "  new accepts all that old does   DIFFERS",
        "      clause  version: version is 2",
    ]
    assert "the old codec accepts it, the new one refuses it (BOB153)" in lines[4]
    assert lines[-1] == "     bob explain BOB133"
    old, new = out / "table--only-old.bin", out / "table--only-new.bin"
    assert (old.read_bytes()[0], new.read_bytes()[0]) == (1, 2)


def test_a_changed_sign_is_told_one_way(bob: Bob, written: Any, tmp_path: Path) -> None:
    arguments = ("spec", "diff", written("old.py"), written("new.py", sign="<="), "--out")
    ran = bob(*arguments, str(tmp_path / "out"), "--json")
    assert ran.status == 1
    (family,) = json.loads(ran.out)["families"]
    assert [way["verdict"] for way in family["ways"]] == ["PROVED", "FALSIFIED"]
    witness = family["ways"][1]["witness"]
    assert Path(witness["file"]).read_bytes()[1:3] == (100).to_bytes(2, "little")
    assert (witness["accepted_by"], witness["codes"]) == ("new Table", ["BOB153"])


def test_a_family_that_only_one_file_has_is_a_difference(bob: Bob, written: Any, tmp_path: Path) -> None:
    more = 'class Other(Family):\n    """A byte."""\n    byte = U8()'
    ran = bob("spec", "diff", written("old.py"), written("new.py", more=more), "--out", str(tmp_path / "out"))
    assert (ran.status, ran.out.splitlines()[-2]) == (1, "Other: only one of the files defines it")


def test_a_judge_who_gives_up_ends_with_three(
    bob: Bob, written: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bob.proof.panel.decide", lambda *_: Answer(Word.UNKNOWN, 0.0, reason="out of patience")
    )
    new = written("new.py", size="f.n * (f.n + 1)")
    ran = bob("spec", "diff", written("old.py"), new, "--out", str(tmp_path / "out"))
    assert ran.status == 3
    assert "open    (short): out of patience" in ran.out
    assert ran.out.endswith("     bob explain BOB122\n")


def test_a_folder_with_other_files_is_refused_before_anything_is_done(
    bob: Bob, written: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    ran = bob("spec", "attack", written("old.py"), "--out", str(tmp_path))
    assert ran.status == 1
    assert "BOB801" in ran.err
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_family_is_attacked_and_its_files_listed(bob: Bob, written: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = bob("spec", "attack", written("old.py"), "--out", str(out), "--clauses")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[3] == "  version  BOB153  broken alone  1 byte from a good file"
    assert lines[-1] == f"4 of 4 clauses told (100%); 5 files in {out}"
    listed = json.loads((out / "files.json").read_text())
    assert set(listed) == {
        "table/good.bin",
        "table/bob150--short.bin",
        "table/bob151--long.bin",
        "table/bob153--version.bin",
        "table/bob153--small.bin",
    }
    assert all((out / path).is_file() for path in listed)
    again = bob("spec", "attack", written("old.py"), "--out", str(out), "--clauses")
    assert again.status == 0


def test_a_redundant_clause_is_named(bob: Bob, written: Any, tmp_path: Path) -> None:
    ran = bob("spec", "attack", written("old.py", more=AGAIN), "--out", str(tmp_path / "out"), "--clauses")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[5:7] == [
        "  again    BOB153  redundant",
        "      implied by  small: the total is small",
    ]
    assert lines[-1] == "     bob explain BOB132"


def test_a_codec_that_leaves_a_clause_out_ends_with_one(
    bob: Bob, written: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bob.codec.findings_of", lambda _: [])
    ran = bob("spec", "attack", written("old.py"), "--out", str(tmp_path / "out"), "--clauses", "--json")
    assert ran.status == 1
    (family,) = json.loads(ran.out)["families"]
    assert (family["told"], family["clauses_counted"]) == (2, 4)
    missed = [each["name"] for each in family["clauses"] if each["outcome"] == Outcome.MISSED.value]
    assert missed == ["version", "small"]
    plain = bob("spec", "attack", written("old.py"), "--out", str(tmp_path / "out"), "--clauses")
    assert plain.out.endswith(
        "2 of 4 clauses told (50%); 5 files in " + f"{tmp_path / 'out'}\n     bob explain BOB131\n"
    )


def test_a_family_without_a_good_file_stays_open(bob: Bob, written: Any, tmp_path: Path) -> None:
    never = '    never = Refine(lambda f: f.total > 100, "the total is large")'
    ran = bob("spec", "attack", written("old.py", more=never), "--out", str(tmp_path / "out"))
    assert ran.status == 3
    assert ran.out.endswith(
        "0 of 0 clauses told; 0 files in " + f"{tmp_path / 'out'}\n     bob explain BOB130\n"
    )


def test_an_attack_stays_near_the_file_that_is_given(bob: Bob, tmp_path: Path) -> None:
    good = GOOD / "input-v1.bin"
    out = tmp_path / "out"
    arguments = ("--family", "InputRecord", "--good", str(good), "--clauses")
    ran = bob("spec", "attack", "--out", str(out), *arguments)
    assert ran.status == 0
    agree = (out / "input_record" / "bob307--targets_agree.bin").read_bytes()
    assert sum(a != b for a, b in zip(agree, good.read_bytes(), strict=True)) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("spec", "attack", "--good", "x", "--out", "y"), "--good asks for --family"),
        (("spec", "attack", "--family", "None", "--out", "y"), "BOB124"),
        (("spec", "attack"), "Missing option '--out'"),
    ],
    ids=["good", "family", "out"],
)
def test_what_cannot_be_asked_ends_with_two(
    arguments: tuple[str, ...], said: str, bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = bob(*arguments)
    assert ran.status == 2
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


def test_the_edges_of_a_family_are_named(bob: Bob, written: Any, tmp_path: Path) -> None:
    ran = bob("spec", "attack", written("old.py"), "--out", str(tmp_path / "out"))
    assert "  edges   n >= 1, n <= 50, total >= 0, total <= 99, cells[0] >= 0, cells[0] <= 255\n" in ran.out
    assert (tmp_path / "out" / "table" / "greatest--total.bin").read_bytes()[1] == 99


def test_records_in_an_array_are_attacked(bob: Bob, tmp_path: Path) -> None:
    ran = bob("spec", "attack", str(LAYERS), "--out", str(tmp_path / "out"), "--clauses")
    assert ran.status == 0
    assert "  layers[].heads_follow_each_other  BOB153  broken alone" in ran.out
    assert "17 of 17 clauses told (100%)" in ran.out
