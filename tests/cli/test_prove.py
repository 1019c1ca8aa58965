"""`bob prove` says what was decided in words that are kept apart, and ends with their status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from bob.cli import prove as room
from bob.cli.main import main
from bob.cli.prove import as_data, as_text, command, status
from bob.errors import Finding, Refused
from bob.proof import discharge
from bob.proof.discharge import Discharged, prove
from bob.proof.judges import Answer, Word
from bob.proof.ledger import ledger_digest
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Dim
from bob.spec.obligation import Verdict, obligations
from bob.spec.quantifiers import every

if TYPE_CHECKING:
    from click.testing import Result

BAD = Path(__file__).parents[2] / "fixtures" / "bad"
OVERLAP, CONTRADICTION = BAD / "family--planes-overlap.py", BAD / "family--contradiction.py"


def asked(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def without_times(text: str) -> str:
    return re.sub(r"z3 [\d,]+ ms", "z3 N ms", text)


def test_everything_shipped_is_proved_and_the_ledger_agrees() -> None:
    result = asked()
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert re.fullmatch(r"(\d+) obligations: \1 PROVED", lines[-2])
    assert lines[-1] == f"ledger {ledger_digest()[:6]}: agrees, every text and every verdict"
    assert not re.search("FALSIFIED|VACUOUS|UNKNOWN|BOB1", result.output)


def test_planes_that_overlap_are_falsified_by_a_readable_counterexample() -> None:
    result = asked(OVERLAP)
    assert result.exit_code == 1
    told = re.sub(" {8,}", "  ...  ", without_times(result.output))
    assert (
        """\
  planes_are_disjoint       no byte lies in both planes  ...  FALSIFIED  z3 N ms, replayed in Python
      claim  not (byte < plane_bytes and second_offset <= byte)
      at     rows = 1, columns = 1, byte = 0
      gives  plane_bytes = 4, second_offset = 0
      false  byte = 0, plane_bytes = 4, second_offset = 0

7 obligations: 5 PROVED, 2 FALSIFIED
     bob explain BOB120
"""
        in told
    )


def test_a_contradiction_is_vacuous_and_its_premises_are_named_once() -> None:
    result = asked(CONTRADICTION)
    assert result.exit_code == 1
    assert (
        without_times(result.output)
        == """\
Contradiction
  inhabited                the family has a member     VACUOUS  z3 N ms
      the premises contradict each other:
        few: there are at most a hundred cells
        many: there are more than a hundred cells
  n_cells.below_2_63       n_cells is below 2^63       VACUOUS  z3 N ms
  record_bytes.below_2_63  record_bytes is below 2^63  VACUOUS  z3 N ms
  totals_come_first        the totals begin the file   VACUOUS  z3 N ms

4 obligations: 4 VACUOUS
     bob explain BOB121
"""
    )


def test_a_judge_who_gives_up_ends_with_three(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove_in_vain(families: Any, **_: object) -> list[Discharged]:
        return prove(families, lambda *_: Answer(Word.UNKNOWN, 0.0, reason="out of patience"))

    monkeypatch.setattr(room, "prove", prove_in_vain)
    result = asked(OVERLAP)
    assert result.exit_code == 3
    assert "UNKNOWN" in result.output
    assert "the judge gave up after 0.0 s: out of patience" in result.output
    assert result.output.endswith("7 obligations: 7 UNKNOWN\n     bob explain BOB122\n")


def test_the_time_limit_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def prove_and_note(families: Any, timeout_s: float) -> list[Discharged]:
        given.append(timeout_s)
        return discharge.prove(families, timeout_s=timeout_s)

    monkeypatch.setattr(room, "prove", prove_and_note)
    asked(OVERLAP, "--timeout", "2.5")
    assert given == [2.5]


@pytest.mark.parametrize("limit", ["0", "-1", "soon"])
def test_a_time_limit_that_is_none_is_refused(limit: str) -> None:
    assert asked("--timeout", limit).exit_code == 2


def test_json_holds_the_counterexample() -> None:
    result = asked(OVERLAP, "--json")
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert told["counts"] == {"PROVED": 5, "FALSIFIED": 2, "VACUOUS": 0, "UNKNOWN": 0, "CHECKED": 0}
    assert told["ledger"] is None
    found = next(each for each in told["obligations"] if each["name"].endswith("/planes_are_disjoint"))
    assert found.pop("seconds") > 0
    assert found == {
        "name": "overlapping_planes/planes_are_disjoint",
        "family": "OverlappingPlanes",
        "sentence": "no byte lies in both planes",
        "goal": "not (byte < plane_bytes and second_offset <= byte)",
        "verdict": "FALSIFIED",
        "code": "BOB120",
        "counterexample": {
            "quantities": {"rows": 1, "columns": 1, "byte": 0},
            "derived": {"plane_bytes": 4, "second_offset": 0},
            "reads": ["byte", "columns", "plane_bytes", "rows", "second_offset"],
            "sides": ["byte = 0, plane_bytes = 4, second_offset = 0"],
        },
        "contradiction": [],
        "note": "",
    }


def test_json_of_what_is_shipped_names_the_ledger() -> None:
    result = asked("--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["ledger"] == {"digest": ledger_digest(), "differences": []}


def test_a_file_without_families_could_not_be_asked(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("x = 1\n")
    result = asked(tmp_path / "mine.py")
    assert isinstance(result.exception, Refused)
    assert main(["prove", str(tmp_path / "mine.py")]) == 2


def test_a_badly_made_family_is_a_no(tmp_path: Path) -> None:
    text = "from bob import Claim, Dim, Family\nclass A(Family):\n    n = Dim(0, 9)\n"
    (tmp_path / "mine.py").write_text(text + "    c = Claim(lambda f: f.n == f.n, 'n is n')\n")
    assert main(["prove", str(tmp_path / "mine.py")]) == 1


def of(verdict: Verdict) -> Discharged:
    class Empty(Family):
        n = Dim(0, 9)

    return Discharged(obligations(Empty)[0], verdict, 0.0, "")


DIFFERS = [Finding("BOB123", "header/inhabited.smt2", "another text", "the text that the code prints")]


@pytest.mark.parametrize(
    ("verdicts", "differing", "expected"),
    [
        ([Verdict.PROVED], None, 0),
        ([Verdict.PROVED, Verdict.CHECKED], [], 0),
        ([Verdict.PROVED, Verdict.UNKNOWN], [], 3),
        ([Verdict.UNKNOWN, Verdict.FALSIFIED], [], 1),
        ([Verdict.VACUOUS, Verdict.UNKNOWN], None, 1),
        ([Verdict.PROVED], DIFFERS, 1),
        ([Verdict.UNKNOWN], DIFFERS, 1),
    ],
)
def test_a_no_outweighs_what_stays_open(
    verdicts: list[Verdict], differing: list[Finding] | None, expected: int
) -> None:
    assert status([of(verdict) for verdict in verdicts], differing) == expected


def test_a_ledger_that_differs_is_told() -> None:
    told = as_text([of(Verdict.PROVED)], DIFFERS)
    assert f"ledger {ledger_digest()[:6]}: 1 file is not as the code prints it" in told
    assert "header/inhabited.smt2" in told
    assert told.endswith("     bob explain BOB123")
    assert (
        as_data([of(Verdict.PROVED)], DIFFERS)["ledger"]["differences"][0]["part"] == "header/inhabited.smt2"
    )


def test_a_sentence_cannot_move_the_cursor() -> None:
    class Loud(Family):
        n = Dim(0, 9)
        c = Claim(lambda f: f.n < 9, "n is small\x1b[2J")

    assert "\x1b" not in as_text(prove([Loud]), None)


def test_a_long_sentence_goes_on_below_itself() -> None:
    class Wordy(Family):
        n = Dim(0, 9)
        c = Claim(lambda f: f.n < 10 + f.n, "n " + "and n " * 20 + "is small")

    lines = as_text(prove([Wordy]), None).splitlines()
    assert [line.index("n and n") for line in lines if "n and n" in line] == [13, 13]
    assert max(map(len, lines)) < 110


def test_elements_are_shown_in_a_counterexample() -> None:
    class Cells(Family):
        cells = Array(U8, 2)
        c = Claim(lambda f: every(x < 200 for x in f.cells), "every cell is below 200")

    told = as_text(prove([Cells]), None)
    assert re.search(r"at     cells = \[\d+, \d+\]", told)
    assert re.search(r"false  cells\[[01]\] = 2\d\d", told)
