"""The options by which commands tell judgements in other forms."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

from tests.cli.test_verify_format import safetensors

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Bob, Place


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.safetensors").write_bytes(safetensors((2,), more=b"x"))
    return "m.safetensors"


def test_sarif_is_told_on_standard_output_with_the_status(bob: Bob, bad: str) -> None:
    ran = bob("verify", "format", bad, "--output-format", "sarif")
    assert (ran.status, ran.err) == (1, "")
    (result,) = json.loads(ran.out)["runs"][0]["results"]
    assert result["ruleId"] == "BOB517"


def test_junit_is_told_on_standard_output_with_the_status(bob: Bob, bad: str) -> None:
    ran = bob("verify", "format", bad, "--output-format", "junit")
    assert ran.status == 1
    assert fromstring(ran.out).attrib["failures"] == "1"


def test_annotations_are_told_on_standard_output_with_the_status(bob: Bob, bad: str) -> None:
    ran = bob("verify", "format", bad, "--output-format", "github")
    assert ran.status == 1
    assert ran.out.startswith("::error file=m.safetensors,title=BOB517 ")


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_an_envelope_is_told_in_every_form(bob: Bob, place: Place, form: str) -> None:
    whole = bob("verify", "envelope", place.ckpt, "--contract", place.contract, "--output-format", form)
    assert (whole.status, "BOB" in whole.out.replace("BOBCKPT", "")) == (0, False)
    other = bob("verify", "envelope", place.ckpt, "--output-format", form)
    assert other.status == 1
    assert "BOB21" in other.out


@pytest.mark.parametrize("form", ["sarif", "junit", "github", "json"])
def test_a_file_that_is_not_there_is_told_in_the_form(bob: Bob, tmp_path: Path, form: str) -> None:
    ran = bob("verify", "format", str(tmp_path / "gone"), "--output-format", form)
    assert (ran.status, ran.err) == (2, "")
    assert "BOB820" in ran.out


def test_json_by_either_name_is_the_same(bob: Bob, bad: str) -> None:
    assert bob("verify", "format", bad, "--json") == bob("verify", "format", bad, "--output-format", "json")


def test_two_forms_at_once_are_refused(bob: Bob, bad: str) -> None:
    ran = bob("verify", "format", bad, "--json", "--output-format", "sarif")
    assert ran.status == 2
    assert "two forms" in ran.err


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_a_report_in_a_file_is_what_would_be_printed(bob: Bob, bad: str, tmp_path: Path, form: str) -> None:
    printed = bob("verify", "format", bad, "--output-format", form)
    kept = bob("verify", "format", bad, "--output-format", form, "--output-file", "report")
    assert (kept.status, kept.out) == (1, "")
    assert (tmp_path / "report").read_text() == printed.out


def test_a_report_takes_the_place_of_the_report_before(bob: Bob, bad: str, tmp_path: Path) -> None:
    for form in ("text", "sarif", "junit"):
        assert bob("verify", "format", bad, "--output-format", form, "-o", "report").status == 1
    assert (tmp_path / "report").read_text().startswith("<?xml")


def test_a_report_never_takes_the_place_of_a_checkpoint(bob: Bob, bad: str, tmp_path: Path) -> None:
    before = (tmp_path / bad).read_bytes()
    ran = bob("verify", "format", bad, "--output-file", bad)
    assert "BOB801" in ran.err
    assert (tmp_path / bad).read_bytes() == before


def test_a_report_never_takes_the_place_of_what_was_read(bob: Bob, bad: str, tmp_path: Path) -> None:
    index = tmp_path / "m.safetensors.index.json"
    index.write_text('{"metadata": {}, "weight_map": {"w0": "s.safetensors"}}')
    schema = tmp_path / "s.py"
    schema.write_text("from bob.schema import Schema\nclass S(Schema):\n    pass\n")
    for asked, out in (
        (("format", index.name), index),
        (("schema", bad, "--schema", f"{schema.name}:S"), schema),
        (("schema", bad, "--schema", "llama", "--config", "config.json"), tmp_path / "config.json"),
    ):
        (tmp_path / "config.json").write_text("{}")
        before = out.read_bytes()
        ran = bob("verify", *asked, "--output-format", "sarif", "-o", f"./{out.name}")
        assert (ran.status, "BOB801" in ran.err, out.read_bytes()) == (1, True, before)


def test_a_report_never_takes_the_place_of_the_project(bob: Bob, bad: str, tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(f'[[tool.bob.checkpoints]]\nfiles = "{bad}"\n')
    before = project.read_bytes()
    assert "BOB801" in bob("verify", "-o", "pyproject.toml").err
    assert project.read_bytes() == before


def test_an_empty_file_takes_a_report(bob: Bob, bad: str, tmp_path: Path) -> None:
    (tmp_path / "report").touch()
    assert bob("verify", "format", bad, "-o", "report").status == 1
    assert (tmp_path / "report").stat().st_size


def test_a_refusal_before_any_judgement_goes_to_the_file_too(bob: Bob, tmp_path: Path) -> None:
    path = tmp_path / "report"
    ran = bob("verify", "format", str(tmp_path / "gone"), "-o", str(path))
    assert (ran.status, ran.out, ran.err) == (2, "", "")
    assert "BOB820" in path.read_text()
