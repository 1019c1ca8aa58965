"""`bob prove --kernels` tells what was compared, and every way in which it may not be as it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from bob.cli import inspect, prove_kernels
from bob.cli.inspect import command as inspect_command
from bob.cli.prove import command
from bob.errors import Refused
from bob.kernels import cache
from bob.kernels.validation import Checked, Validation
from bob.proof import ledger
from bob.proof.kernels_ledger import KERNELS, written_validation

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

ADAMW = Checked("adamw", 12, 96, 3456, 0.5, "ab" * 32, 9, (), "")
GOOD = Validation(
    "11" * 32, "22" * 32, True, {"cpu": "znver3", "features": "+avx2", "llvm": "20.1"}, (ADAMW,), (), 1.0
)
FOUND = "adamw: m[3]: p is where q is expected"


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger that was written when all was good."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    (folder / ledger.LEDGER).write_text("{}")
    (folder / KERNELS).write_text(json.dumps(GOOD.as_json()))
    monkeypatch.setattr(ledger, "_PACKAGE", tmp_path)
    return folder


def asked(validation: Validation, monkeypatch: pytest.MonkeyPatch, *options: str) -> Result:
    monkeypatch.setattr("bob.kernels.validation.validate", lambda _: validation)
    return CliRunner().invoke(command, ["--kernels", *options])


@pytest.mark.usefixtures("proofs")
def test_kernels_that_compute_the_formulas_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(GOOD, monkeypatch)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[:2] == [
        "kernel  verdict  calls  rows up to  terms  blocks  s",
        "adamw   CHECKED  12     96          3,456  9 of 9  0.5",
    ]
    assert f"object {'22' * 32}: the one that runs use" in lines
    assert "ledger: agrees" in lines
    assert "tools  cpu znver3, llvm 20.1" in lines
    assert sum(line.startswith("assumed: ") for line in lines) >= 5
    assert "bob explain" not in result.output


@pytest.mark.usefixtures("proofs")
def test_a_kernel_that_computes_something_else_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ADAMW._replace(finding=FOUND.partition(": ")[2])
    result = asked(GOOD._replace(kernels=(wrong,), findings=(FOUND,)), monkeypatch)
    assert result.exit_code == 1
    assert "FALSIFIED" in result.output
    assert f"found: {FOUND}\n" in result.output
    assert "bob explain BOB127" in result.output


@pytest.mark.usefixtures("proofs")
@pytest.mark.parametrize(
    ("now", "said"),
    [
        pytest.param(
            GOOD._replace(kernels=(ADAMW._replace(meaning="cd" * 32),)),
            "adamw: computes something else than when the ledger was written",
            id="another formula",
        ),
        pytest.param(
            GOOD._replace(text_digest="33" * 32),
            f"the text is {'33' * 32}, and was {'11' * 32}",
            id="another text by the same tools",
        ),
    ],
)
def test_a_kernel_edited_after_the_ledger_was_written_is_a_no(
    now: Validation, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = asked(now, monkeypatch)
    assert result.exit_code == 1
    assert f"changed since the ledger was written: {said}\n" in result.output
    assert "ledger: agrees" not in result.output
    assert result.output.endswith("bob explain BOB129\n")


@pytest.mark.usefixtures("proofs")
def test_json_holds_the_findings_and_the_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(asked(GOOD._replace(findings=(FOUND,)), monkeypatch, "--json").output)
    assert (told["findings"], told["changed"]) == ([FOUND], [])
    assert told["text_digest"] == "11" * 32


@pytest.mark.parametrize("other", [["--again"], ["--smt2", "d"], ["file.py"]])
def test_kernels_are_compared_alone(other: list[str]) -> None:
    assert CliRunner().invoke(command, ["--kernels", *other]).exit_code == 2


def test_progress_is_told_to_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def validate(tell: Any) -> Validation:
        tell("adamw, length 3")
        return GOOD

    monkeypatch.setattr("bob.kernels.validation.validate", validate)
    assert prove_kernels.validated() is GOOD
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(prove_kernels.sys.stderr, "isatty", lambda: True)
    prove_kernels.validated()
    assert "adamw, length 3" in capsys.readouterr().err


@pytest.mark.usefixtures("proofs")
@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("22" * 32, "the same"),
        ("44" * 32, "another: bob prove --kernels looks at it"),
        (None, "no object is kept: bob cache says why"),
    ],
)
def test_inspect_says_whether_the_kept_object_is_the_one_that_was_validated(
    kept: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = None if kept is None else cache.Entry("name", bytes.fromhex(kept), b"", bytes(32))
    monkeypatch.setattr(cache, "why_not", lambda: "")
    monkeypatch.setattr(cache, "entry", lambda _: entry)
    result = CliRunner().invoke(inspect_command, ["--kernels"])
    assert result.exit_code == 0
    assert result.output.splitlines()[1].split() == ["adamw", "CHECKED", "12", "96", "ab" * 32]
    assert result.output.endswith(f"{said}\n")
    told = json.loads(CliRunner().invoke(inspect_command, ["--kernels", "--json"]).output)
    assert told["kept_object"] == kept


@pytest.mark.parametrize("arguments", [[], ["--kernels", "ckpt.bin"]])
def test_inspect_is_given_a_file_or_asked_for_kernels(arguments: list[str]) -> None:
    assert CliRunner().invoke(inspect.command, arguments).exit_code == 2


@pytest.mark.parametrize("text", ["no JSON", "[]", "{}"])
def test_an_entry_that_cannot_be_read_is_refused(text: str, proofs: Path) -> None:
    (proofs / KERNELS).write_text(text)
    with pytest.raises(Refused) as refused:
        written_validation()
    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB123", KERNELS)]
