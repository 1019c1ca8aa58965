"""`build_proofs` writes what the code prints, removes the rest, and keeps no unproved claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from bob.claims import Claims
from bob.errors import Refused
from bob.kernels.validation import Validation
from bob.proof.hearing import hear
from bob.spec.family import Family
from bob.spec.fields import Claim, Dim
from bob.spec.obligation import Verdict, obligations
from tools import build_proofs
from tools.build_proofs import command

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


class Small(Family):
    n = Dim(0, 9)
    c = Claim(lambda f: f.n < 10, "n is below 10")


FOUND = hear(obligations(Small))
KEPT = {"certificates.json", "ledger.json", "small/c.smt2", "small/inhabited.smt2"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_proofs, "PROOFS", tmp_path)
    monkeypatch.setattr(build_proofs, "decided", lambda: FOUND)
    owed = obligations(Small)
    monkeypatch.setattr(build_proofs, "shipped_claims", lambda: Claims(owed, ()))
    return tmp_path


def built(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_what_is_written_is_what_is_checked(folder: Path) -> None:
    assert built().output == "wrote 4 files, removed 0\n"
    assert files(folder) == KEPT
    assert built("--check").exit_code == 0


def test_a_proof_that_no_obligation_has_is_removed_with_its_folder(folder: Path) -> None:
    (folder / "gone").mkdir()
    (folder / "gone" / "c.smt2").write_text("; of a family that is gone\n")
    assert built().output == "wrote 4 files, removed 1\n"
    assert {path.name for path in folder.iterdir()} == {"certificates.json", "ledger.json", "small"}


def test_a_check_finds_what_differs_and_writes_nothing(folder: Path) -> None:
    built()
    (folder / "small" / "c.smt2").write_text("; changed\n")
    result = built("--check")
    assert isinstance(result.exception, Refused)
    assert [finding.part for finding in result.exception.findings] == ["small/c.smt2"]
    assert (folder / "small" / "c.smt2").read_text() == "; changed\n"


@pytest.mark.parametrize("verdict", [Verdict.FALSIFIED, Verdict.VACUOUS, Verdict.UNKNOWN])
def test_an_unproved_claim_is_not_kept(
    verdict: Verdict, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [FOUND[0], FOUND[1]._replace(verdict=verdict)]
    monkeypatch.setattr(build_proofs, "decided", lambda: found)
    result = built()
    assert result.exit_code == 1
    assert "not as claimed: small/c" in result.output
    assert files(folder) == set()


def test_no_ledger_is_written_without_every_judge(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_proofs, "present", lambda: {"z3": "1"})
    result = built()
    assert result.exit_code == 2
    assert "not installed: cvc5, bitwuzla" in result.output
    assert files(folder) == set()


def test_no_ledger_is_written_while_a_certificate_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_proofs, "certificates", lambda _: {})
    result = built()
    assert result.exit_code == 1
    assert "without a certificate: small/inhabited, small/c" in result.output
    assert files(folder) == set()


GOOD = Validation("11" * 32, "22" * 32, True, {"numba": "0.68"}, (), (), 1.0)


@pytest.mark.parametrize("findings", [(), ("adamw: something else",)], ids=["good", "bad"])
def test_kernels_are_kept_where_nothing_is_found(
    findings: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_proofs, "validated", lambda: GOOD._replace(findings=findings))
    result = built("--kernels")
    assert result.exit_code == (1 if findings else 0)
    assert files(folder) == (set() if findings else {"kernels.json"})
