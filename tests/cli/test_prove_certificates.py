"""`bob prove --certificates` accepts what the checker accepts, names the rest, and asks no solver."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from bob.cli.prove import command
from bob.cli.prove_certificates import as_text, check_all, kept_certificates
from bob.errors import Refused
from bob.proof import ledger
from bob.proof.certificate import certificates
from bob.proof.ledger import CERTIFICATES, LEDGER
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Dim
from bob.spec.obligation import obligations
from bob.spec.quantifiers import every

if TYPE_CHECKING:
    from click.testing import Result

OVERLAP = Path(__file__).parents[2] / "fixtures" / "bad" / "family--planes-overlap.py"


class Small(Family):
    n = Dim(0, 9)
    below = Claim(lambda f: f.n * f.n < 100, "n squared is below 100")


class Cells(Family):
    cells = Array(U8, 2)
    small = Claim(lambda f: every(x < 256 for x in f.cells), "every cell is below 256")


OWED = obligations(Small)
FOUND = certificates(OWED)


def asked(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["--certificates", *arguments])


def test_every_shipped_obligation_has_a_certificate_that_is_accepted() -> None:
    result = asked()
    assert result.exit_code == 0, result.output
    first, second = result.output.splitlines()
    n_owed, n_checked = counts(first)
    assert n_owed == n_checked > 100
    assert second.startswith("exempt: ")


def counts(line: str) -> tuple[int, int]:
    words = line.replace(",", "").split()
    return int(words[0]), int(words[2])


def test_no_solver_is_loaded() -> None:
    asking = "from bob.cli.main import main; main(['prove', '--certificates'])"
    program = f"import sys; {asking}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "certificates checked" in done.stdout
    assert not {"z3", "cvc5", "bitwuzla"} & set(done.stdout.split())


def test_a_certificate_that_was_touched_is_rejected_by_name() -> None:
    name = OWED[-1].name
    checks = check_all(OWED, {**FOUND, name: [["premise", 0]]})
    assert checks.status == 1
    lines = as_text(checks, 0).splitlines()
    assert lines[0].startswith(f"{name}  REJECTED  ")
    assert lines[-1] == "     bob explain BOB134"


def test_a_certificate_that_is_missing_is_rejected() -> None:
    checks = check_all(OWED, {})
    assert checks.status == 1
    assert as_text(checks, 0).count("no certificate is kept") == len(OWED)


def test_a_certificate_of_what_nobody_owes_is_rejected() -> None:
    checks = check_all(OWED, {**FOUND, "small/gone": []})
    assert checks.status == 1
    assert "small/gone  REJECTED  nothing of this name is owed" in as_text(checks, 0)


def test_what_quantifies_over_a_function_is_exempt_and_says_so() -> None:
    owed = obligations(Cells)
    checks = check_all(owed, certificates(owed))
    assert checks.status == 0
    assert "cells/small  EXEMPT  its goal quantifies" in as_text(checks, 0)


def test_for_a_file_certificates_are_searched() -> None:
    result = asked(str(OVERLAP))
    assert result.exit_code == 1
    rejected = [line.split()[0] for line in result.output.splitlines() if "REJECTED" in line]
    assert rejected == [
        "overlapping_planes/second_follows_first",
        "overlapping_planes/planes_are_disjoint",
    ]


def test_json_has_every_result() -> None:
    told = json.loads(asked(str(OVERLAP), "--json").output)
    assert {each["standing"] for each in told["certificates"]} == {"CHECKED", "REJECTED"}
    assert told["strangers"] == []


@pytest.mark.parametrize("other", [["--again"], ["--kernels"], ["--smt2", "d"]])
def test_certificates_are_checked_alone(other: list[str]) -> None:
    assert asked(*other).exit_code == 2


@pytest.mark.parametrize("text", [None, "no JSON", "[]"])
def test_certificates_that_cannot_be_read_are_refused(
    text: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "proofs"
    folder.mkdir()
    (folder / LEDGER).write_text("{}")
    if text is not None:
        (folder / CERTIFICATES).write_text(text)
    monkeypatch.setattr(ledger, "_PACKAGE", tmp_path)
    with pytest.raises(Refused) as refused:
        kept_certificates()
    assert [(f.code, f.part) for f in refused.value.findings] == [("BOB123", CERTIFICATES)]
    assert certificates(OWED) == FOUND
