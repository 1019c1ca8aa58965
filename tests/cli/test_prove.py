"""`bob prove` says what was decided in words that are kept apart, and ends with their status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import ANY

import pytest
from click.testing import CliRunner

from bob.claims import shipped_claims
from bob.cli import prove as room
from bob.cli import prove_text
from bob.cli.main import main
from bob.cli.prove import command
from bob.cli.prove_text import as_data, as_text, status
from bob.errors import Finding, Refused
from bob.proof import hearing
from bob.proof.heard import Asked, Heard, Opinion
from bob.proof.hearing import hear
from bob.proof.judges import Answer, Word, present
from bob.proof.ledger import ledger_digest
from bob.proof.theorem import Walk
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Dim, Refuted
from bob.spec.obligation import Verdict, obligations
from bob.spec.quantifiers import every

if TYPE_CHECKING:
    from click.testing import Result

    from bob.spec.family import FamilyMeta

BAD = Path(__file__).parents[2] / "fixtures" / "bad"
OVERLAP, CONTRADICTION = BAD / "family--planes-overlap.py", BAD / "family--contradiction.py"


def asked(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def without_times(text: str) -> str:
    """The text with every time as N, without what is said of how records are read."""
    text = re.sub(r"(z3|cvc5) [\d,]+ ms", r"\1 N ms", text)
    return re.sub(r"Readings of (?:.+\n)+\n", "", text)


def proved(*families: FamilyMeta) -> list[Heard]:
    return hear(obligation for family in families for obligation in obligations(family))


VERSIONS = "judges: " + ", ".join(f"{judge} {version}" for judge, version in present().items())


def test_everything_shipped_is_proved_and_the_ledger_agrees() -> None:
    result = asked()
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    counted = re.fullmatch(
        r"(\d+) claims: (\d+) PROVED, (\d+) FALSIFIED, (\d+) CHECKED \(\3 .*\)", summary(lines)
    )
    assert counted is not None
    n_claims, *others = map(int, counted.groups())
    assert n_claims == sum(others)
    assert VERSIONS in lines
    kept = re.search(r"^(\d+) as the ledger keeps them: bob prove --again", result.output, re.MULTILINE)
    assert kept is not None
    n_walks = sum(isinstance(theorem, Walk) for theorem in shipped_claims().theorems)
    assert n_claims - n_walks <= int(kept[1]) < n_claims
    assert lines[-1] == f"ledger {ledger_digest()[:6]}: agrees, every text and every verdict"
    assert not re.search("VACUOUS|UNKNOWN|BOB1", result.output)


def summary(lines: list[str]) -> str:
    return next(line for line in lines if re.match(r"\d+ claims: ", line))


def test_planes_that_overlap_are_falsified_by_a_readable_counterexample() -> None:
    result = asked(OVERLAP)
    assert result.exit_code == 1
    told = re.sub(" {8,}", "  ..  ", without_times(result.output))
    told = re.sub(r"from   \S*\n? *(?:from   )?\S*overlap\.py", "from   OVERLAP", told)
    assert (
        f"""\
  planes_are_disjoint       no byte lies in both planes  ..  FALSIFIED  z3 N ms, cvc5 N ms, replayed in Python
      claim  not (byte < plane_bytes and second_offset <= byte)
      at     rows = 1, columns = 1, byte = 0
      gives  plane_bytes = 4, second_offset = 0
      false  byte = 0, plane_bytes = 4, second_offset = 0
      least  no counterexample has a smaller largest dim
      from   OVERLAP:23 planes_are_disjoint = Claim(
      holds  once byte is below second_offset

10 claims: 8 PROVED, 2 FALSIFIED
{VERSIONS}
     bob explain BOB120
"""
        in told
    )


def test_a_contradiction_is_vacuous_and_its_premises_are_named_once() -> None:
    result = asked(CONTRADICTION)
    assert result.exit_code == 1
    assert (
        without_times(result.output)
        == f"""\
Contradiction
  inhabited                the family has a member     VACUOUS  z3 N ms, cvc5 N ms
      the premises contradict each other:
        few: there are at most a hundred cells
        many: there are more than a hundred cells
  n_cells.below_2_63       n_cells is below 2^63       VACUOUS  z3 N ms, cvc5 N ms
  record_bytes.below_2_63  record_bytes is below 2^63  VACUOUS  z3 N ms, cvc5 N ms
  totals_come_first        the totals begin the file   VACUOUS  z3 N ms, cvc5 N ms

7 claims: 3 PROVED, 4 VACUOUS
{VERSIONS}
     bob explain BOB121
"""
    )


def giving_up(monkeypatch: pytest.MonkeyPatch, *judges: str) -> None:
    """Let some judges say nothing."""
    real = hearing.panel().seat

    class Silent:
        def decide(self, *_: object) -> Answer:
            return Answer(Word.UNKNOWN, 0.0, reason="out of patience")

    seats = type("Panel", (), {"seat": lambda _, judge: Silent() if judge in judges else real(judge)})()
    monkeypatch.setattr(hearing, "panel", lambda: seats)


def test_judges_who_give_up_end_with_three(monkeypatch: pytest.MonkeyPatch) -> None:
    giving_up(monkeypatch, "z3", "cvc5")
    result = asked(OVERLAP)
    assert result.exit_code == 3
    assert "UNKNOWN  z3 gave up, cvc5 gave up" in result.output
    assert "the judge gave up after 0.0 s: out of patience" in result.output
    assert result.output.endswith(f"10 claims: 10 UNKNOWN\n{VERSIONS}\n     bob explain BOB122\n")


def test_what_one_judge_decides_alone_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    giving_up(monkeypatch, "cvc5")
    result = asked(OVERLAP)
    assert result.exit_code == 1
    assert "by z3 alone: overlapping_planes/inhabited, " in result.output


def test_judges_who_disagree_end_with_one() -> None:
    (found,) = proved(Falling)[-1:]
    assert found.goal is not None
    said = (Opinion("z3", Word.UNSAT, 0.0), Opinion("cvc5", Word.SAT, 0.0))
    torn = found._replace(verdict=Verdict.UNKNOWN, goal=Asked(found.goal.text, said))
    assert status([torn], None) == 1
    assert as_text([torn], None).endswith("     bob explain BOB125")
    assert as_data([torn], None)["claims"][0]["code"] == "BOB125"


def test_judges_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove_text, "present", lambda: {"z3": "5"})
    told = as_text(proved(Falling), None).splitlines()
    assert told[-3:] == [
        "judges: z3 5",
        "cvc5 is not installed: pip install 'bob-ckpt[prove]'",
        "bitwuzla is not installed: pip install 'bob-ckpt[prove]'",
    ]
    assert as_data(proved(Falling), None)["absent"] == ["cvc5", "bitwuzla"]


class Falling(Family):
    n = Dim(0, 9)
    low = Refuted(lambda f: f.n < 9, "n is below 9", "n may be 9")


class Rising(Family):
    n = Dim(0, 9)
    low = Refuted(lambda f: f.n < 10, "n is below 10", "n may be 10")


def test_what_is_false_on_purpose_is_a_success_and_says_what_it_shows() -> None:
    told = as_text(proved(Falling), None)
    assert status(proved(Falling), None) == 0
    assert "      false on purpose: n may be 9\n" in told
    assert "      at     n = 9\n" in told
    assert "2 claims: 1 PROVED, 1 FALSIFIED (1 of them on purpose)\n" in told
    assert "bob explain" not in told


def test_what_holds_though_it_was_to_be_false_is_a_no() -> None:
    assert status(proved(Rising), None) == 1
    assert as_text(proved(Rising), None).endswith("     bob explain BOB126")


def test_the_time_limit_and_what_is_kept_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[bool, float]] = []

    def hear_and_note(owed: Any, theorems: Any, kept: Any, timeout_s: float) -> list[Heard]:  # noqa: ARG001
        given.append((bool(kept.opinions), timeout_s))
        return []

    monkeypatch.setattr(room, "hear", hear_and_note)
    asked(OVERLAP, "--timeout", "2.5")
    asked("--timeout", "3")
    asked("--again", "--timeout", "4")
    assert given == [(False, 2.5), (True, 3.0), (False, 4.0)]


def test_every_text_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    result = asked(OVERLAP, "--smt2", tmp_path / "texts")
    assert result.exit_code == 1
    written = {path.relative_to(tmp_path / "texts").as_posix() for path in tmp_path.rglob("*.smt2")}
    assert {"overlapping_planes/inhabited.smt2", "overlapping_planes/planes_are_disjoint.smt2"} <= written
    text = (tmp_path / "texts" / "overlapping_planes" / "planes_are_disjoint.smt2").read_text()
    assert text.endswith("(check-sat)\n")
    assert not list(tmp_path.rglob("*.json"))


def test_texts_are_not_written_over_other_files(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["prove", str(OVERLAP), "--smt2", str(tmp_path)]) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("limit", ["0", "-1", "soon"])
def test_a_time_limit_that_is_none_is_refused(limit: str) -> None:
    assert asked("--timeout", limit).exit_code == 2


def test_json_holds_the_counterexample() -> None:
    result = asked(OVERLAP, "--json")
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert told["counts"] == {"PROVED": 8, "FALSIFIED": 2, "VACUOUS": 0, "UNKNOWN": 0, "CHECKED": 0}
    assert told["ledger"] is None
    found = next(each for each in told["claims"] if each["name"].endswith("/planes_are_disjoint"))
    said = found.pop("judges")
    assert [(each["judge"], each["says"], each["kept"]) for each in said] == [
        ("z3", "sat", False),
        ("cvc5", "sat", False),
    ]
    assert all(each["seconds"] > 0 for each in said)
    assert found == {
        "name": "overlapping_planes/planes_are_disjoint",
        "subject": "OverlappingPlanes",
        "sentence": "no byte lies in both planes",
        "bound": "rows is from 1 to 1000, columns is from 1 to 1000",
        "goal": "not (byte < plane_bytes and second_offset <= byte)",
        "verdict": "FALSIFIED",
        "refuted": "",
        "method": "",
        "code": "BOB120",
        "counterexample": {
            "quantities": {"rows": 1, "columns": 1, "byte": 0},
            "derived": {"plane_bytes": 4, "second_offset": 0},
            "reads": ["byte", "columns", "plane_bytes", "rows", "second_offset"],
            "sides": ["byte = 0, plane_bytes = 4, second_offset = 0"],
        },
        "evidence": [
            "at rows = 1, columns = 1, byte = 0",
            "gives plane_bytes = 4, second_offset = 0",
            "false byte = 0, plane_bytes = 4, second_offset = 0",
        ],
        "explanation": {
            "smallest": True,
            "among": "dim",
            "source": {"file": str(OVERLAP), "line": 23, "text": "planes_are_disjoint = Claim("},
            "repairs": [
                {
                    "sentence": "byte is below second_offset",
                    "premise": "byte < second_offset",
                    "exact": False,
                }
            ],
            "tried": ANY,
            "all_tried": True,
            "holds_for_no_member": False,
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


def of(verdict: Verdict) -> Heard:
    return Heard("empty/inhabited", "Empty", "the family has a member", "any", verdict)


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

    assert "\x1b" not in as_text(proved(Loud), None)


def test_a_long_sentence_goes_on_below_itself() -> None:
    class Wordy(Family):
        n = Dim(0, 9)
        c = Claim(lambda f: f.n < 10 + f.n, "n " + "and n " * 20 + "is small")

    lines = as_text(proved(Wordy), None).splitlines()
    assert [line.index("n and n") for line in lines if "n and n" in line] == [13, 13]
    assert max(map(len, lines)) < 120


def test_elements_are_shown_in_a_counterexample() -> None:
    class Cells(Family):
        cells = Array(U8, 2)
        c = Claim(lambda f: every(x < 200 for x in f.cells), "every cell is below 200")

    told = as_text(proved(Cells), None)
    assert re.search(r"at     cells = \[\d+, \d+\]", told)
    assert re.search(r"false  cells\[[01]\] = 2\d\d", told)


def test_of_many_that_one_judge_decides_alone_the_first_are_named() -> None:
    found = proved(Falling)
    assert found[0].premise is not None
    alone = found[0]._replace(premise=found[0].premise._replace(opinions=found[0].opinions[:1]))
    told = as_text([alone._replace(name=f"many/{i}") for i in range(12)], None)
    assert "by z3 alone: many/0, many/1, " in told
    assert "many/9 and 2 more" in told
