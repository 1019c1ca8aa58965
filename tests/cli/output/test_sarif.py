from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bob.cli.output.sarif import anchor, written
from bob.codes import RULES
from bob.errors import Finding
from bob.judged import Judged, Line
from tests.cli.output.cases import ALL, GOOD, LINED, UNREAD

ROOT = Path(__file__).parent.parent.parent.parent


def run_of(*judged: Judged) -> dict[str, Any]:
    told = json.loads(written(judged))
    (run,) = told["runs"]
    assert told["version"] == "2.1.0"
    return dict(run)


def fingerprints(judged: Judged) -> list[str]:
    return [result["partialFingerprints"]["bobFinding/v1"] for result in run_of(judged)["results"]]


def test_what_is_written_is_sarif_by_the_schema_of_its_makers() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    path = os.environ.get("SARIF_SCHEMA", "")
    if not path:
        pytest.skip("SARIF_SCHEMA names no file: sarif-schema-2.1.0.json of OASIS")
    schema = json.loads(Path(path).read_text())
    validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
    assert [wrong.message for wrong in validator.iter_errors(json.loads(written(ALL)))] == []


def test_a_result_lies_at_the_line_of_the_rule_and_beside_it_at_the_byte_of_the_file() -> None:
    first = run_of(LINED)["results"][0]
    (location,) = first["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "schemas.py"},
        "region": {"startLine": 12},
    }
    (related,) = first["relatedLocations"]
    assert related["physicalLocation"] == {
        "artifactLocation": {"uri": "ckpts/model.safetensors"},
        "region": {"byteOffset": 186, "byteLength": 1},
    }


def test_a_result_without_a_line_lies_at_the_byte_of_the_file() -> None:
    second = run_of(LINED)["results"][1]
    (location,) = second["locations"]
    assert location["physicalLocation"]["region"] == {"byteOffset": 95, "byteLength": 1}
    assert "relatedLocations" not in second


def test_a_finding_without_a_place_has_no_region() -> None:
    (result,) = run_of(UNREAD)["results"]
    assert result["locations"][0]["physicalLocation"] == {"artifactLocation": {"uri": "gone.bin"}}


def test_each_result_points_to_the_rule_of_its_code() -> None:
    run = run_of(*ALL)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["BOB516", "BOB517", "BOB820"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_a_rule_says_what_is_so_why_it_matters_and_what_to_do() -> None:
    (rule,) = run_of(UNREAD)["tool"]["driver"]["rules"]
    stated = RULES["BOB820"]
    assert rule["shortDescription"]["text"].lower() == f"{stated.headline}.".lower()
    assert rule["fullDescription"]["text"].startswith(stated.rule)
    assert stated.why in rule["help"]["text"]
    assert stated.do in rule["help"]["markdown"]
    assert f"docs/codes.md#{anchor('BOB820')}" in rule["help"]["text"]


def test_every_anchor_is_a_heading_of_the_page_of_codes() -> None:
    page = (ROOT / "docs" / "codes.md").read_text()
    headings = {line[4:] for line in page.splitlines() if line.startswith("### ")}
    known = {"".join(c for c in h.lower() if c.isalnum() or c in " -_").replace(" ", "-") for h in headings}
    listed = [code for code in RULES if f"### {code} " in page]
    assert listed
    assert [code for code in listed if anchor(code) not in known] == []


def test_fingerprints_stay_when_bytes_move_and_differ_between_findings() -> None:
    moved = LINED._replace(findings=tuple(finding._replace(byte_offset=7) for finding in LINED.findings))
    assert fingerprints(moved) == fingerprints(LINED)
    twice = Judged("f", (Finding("BOB517", "data"), Finding("BOB517", "data")), (None, None))
    assert len({*fingerprints(twice), *fingerprints(LINED), *fingerprints(UNREAD)}) == 5


def test_a_file_below_this_folder_is_named_relative_to_it_and_another_by_a_whole_uri(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    finding = (Finding("BOB517", "data"),)
    inside = Judged(str(tmp_path / "here" / "a b.gguf"), finding, (Line("../s.py", 1),))
    run = run_of(inside)
    assert run["artifacts"][0]["location"]["uri"] == "a%20b.gguf"
    written_at = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert written_at == (tmp_path / "s.py").as_uri()


def test_a_url_stays_a_url() -> None:
    url = "https://example.org/a/m.safetensors?download=true"
    assert run_of(Judged(url, (), ()))["artifacts"][0]["location"]["uri"] == url


@pytest.mark.parametrize(
    ("judged", "asked", "status"),
    [((GOOD,), True, 0), ((GOOD, LINED), True, 1), ((UNREAD,), False, 2)],
    ids=["verified", "refused", "unread"],
)
def test_a_run_says_its_status_and_whether_the_question_could_be_asked(
    judged: tuple[Judged, ...], asked: bool, status: int
) -> None:
    (invocation,) = run_of(*judged)["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (asked, status)


def test_what_was_not_checked_is_a_note_of_its_file() -> None:
    (invocation,) = run_of(GOOD)["invocations"]
    notes = invocation["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == ["not checked: values", "not checked: any schema"]
    uri = notes[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "ckpts/good%20one.safetensors"


def test_nothing_that_moves_a_cursor_is_written() -> None:
    assert all(line.isprintable() for line in written(ALL).splitlines())
