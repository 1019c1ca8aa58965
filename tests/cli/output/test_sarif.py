from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pydantic_sarif.model as pydantic_sarif
import pytest

from bob.cli.output import sarif
from bob.cli.output.sarif import anchor, written
from bob.codes import RULES
from bob.errors import Finding
from bob.judged import Judged, Line
from tests.cli.output.cases import ALL, GOOD, LINED, UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent.parent


def run_of(*judged: Judged) -> dict[str, Any]:
    told = json.loads(written(judged))
    (run,) = told["runs"]
    assert told["version"] == "2.1.0"
    return dict(run)


def fingerprints(judged: Judged) -> list[str]:
    return fingerprints_of(run_of(judged))


def fingerprints_of(run: dict[str, Any]) -> list[str]:
    return [result["partialFingerprints"]["bobFinding/v1"] for result in run["results"]]


# A model of all objects that was generated from the schema: it knows their names, types and bounds.
Model = pydantic_sarif.StaticAnalysisResultsFormatSarifVersion210JsonSchema
MANY = Judged("m.gguf", tuple(Finding("BOB516", f"t{n}") for n in range(10_000)), (None,) * 10_000)


@pytest.mark.parametrize("judged", [(), (GOOD,), ALL, (*ALL, *ALL), (MANY,)], ids=len)
def test_what_is_written_is_sarif_by_a_model_of_all_its_objects(judged: tuple[Judged, ...]) -> None:
    Model.model_validate_json(written(judged))


def parts_of(value: Any) -> Iterator[Any]:
    yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts_of(part)


@pytest.mark.parametrize("n", range(0, 60, 7))
def test_the_model_refuses_a_key_that_no_object_of_sarif_has(n: int) -> None:
    told = json.loads(written(ALL))
    objects = [part for part in parts_of(told) if isinstance(part, dict) and "bobFinding/v1" not in part]
    objects[n]["none"] = 1
    with pytest.raises(ValueError, match="none"):
        Model.model_validate(told)


def test_what_must_be_unique_is_unique_where_a_file_is_judged_twice() -> None:
    run = run_of(*ALL, *ALL)
    uris = [artifact["location"]["uri"] for artifact in run["artifacts"]]
    assert len(uris) == len({*uris}) == 3
    assert len({*fingerprints_of(run)}) == len(run["results"]) == 6


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
        "artifactLocation": {"uri": "schemas.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 12},
    }
    (related,) = first["relatedLocations"]
    assert related["physicalLocation"] == {
        "artifactLocation": {"uri": "ckpts/model.safetensors", "uriBaseId": "%SRCROOT%"},
        "region": {"byteOffset": 186, "byteLength": 1},
    }


def test_a_result_without_a_line_lies_at_the_byte_of_the_file() -> None:
    second = run_of(LINED)["results"][1]
    (location,) = second["locations"]
    assert location["physicalLocation"]["region"] == {"byteOffset": 95, "byteLength": 1}
    assert "relatedLocations" not in second


def test_a_finding_without_a_place_has_no_region() -> None:
    (result,) = run_of(UNREAD)["results"]
    at = {"uri": "gone.bin", "uriBaseId": "%SRCROOT%"}
    assert result["locations"][0]["physicalLocation"] == {"artifactLocation": at}


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


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `.git` and the folder `here`, which commands run in."""
    (tmp_path / "mine" / ".git").mkdir(parents=True)
    (tmp_path / "mine" / "here").mkdir()
    monkeypatch.chdir(tmp_path / "mine" / "here")
    return tmp_path / "mine"


def test_a_file_in_the_repository_is_named_relative_to_it_and_another_by_a_whole_uri(
    repository: Path,
) -> None:
    finding = (Finding("BOB517", "data"),)
    inside = Judged("a b.gguf", finding, (Line("../s.py", 1),))
    outside = Judged("../../b.gguf", finding, (None,))
    run = run_of(inside, outside)
    assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": f"{repository.as_uri()}/"}}
    assert [artifact["location"] for artifact in run["artifacts"]] == [
        {"uri": "here/a%20b.gguf", "uriBaseId": "%SRCROOT%"},
        {"uri": (repository.parent / "b.gguf").as_uri()},
    ]
    written_at = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert written_at == {"uri": "s.py", "uriBaseId": "%SRCROOT%"}


def test_a_result_whose_rule_is_written_elsewhere_lies_at_the_file_first(repository: Path) -> None:
    shipped = Line(str(repository.parent / "site-packages" / "llama.py"), 12)
    (result,) = run_of(Judged("a.gguf", (Finding("BOB610", "w"),), (shipped,)))["results"]
    at_file, at_rule = (location["physicalLocation"] for location in result["locations"])
    assert at_file["artifactLocation"]["uri"] == "here/a.gguf"
    assert at_rule["region"] == {"startLine": 12}
    assert "relatedLocations" not in result


@pytest.mark.usefixtures("repository")
def test_names_of_any_letters_are_uris() -> None:
    name = "a:b #?%[x]]>é\udcff\n.gguf"
    (artifact,) = run_of(Judged(name, (), ()))["artifacts"]
    uri = artifact["location"]["uri"]
    assert re.fullmatch(r"[\w./~-]+(%[0-9A-F]{2}|[\w./~-])*", uri, re.ASCII)
    assert unquote(uri, errors="surrogateescape") == f"here/{name}"


def test_no_name_makes_a_link_of_a_message() -> None:
    (result,) = run_of(Judged("a", (Finding("BOB516", "[press](http://x.example)"),), (None,)))["results"]
    assert "](" not in result["message"]["text"]


def test_of_more_findings_than_github_takes_the_first_are_told_and_the_others_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 9_990)
    run = run_of(MANY)
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert (len(run["results"]), note["level"]) == (9_990, "warning")
    assert note["message"]["text"].startswith("10 more findings")


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
