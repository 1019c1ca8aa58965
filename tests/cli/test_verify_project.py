from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bob.cli.main import reported
from bob.cli.verify_project import command
from tests.cli.conftest import Ran
from tests.cli.test_verify_format import safetensors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Bob, Place

SCHEMA = """\
from bob.schema import F32, Dim, Param, Schema

class Two(Schema):
    D = Dim(config="hidden_size")
    first = Param("w0", F32["D"])
    second = Param("w1", F32["D, D"])
"""
PYPROJECT = """\
[[tool.bob.checkpoints]]
files = "*.safetensors"
schema = "schemas.py:Two"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schemas.py").write_text(SCHEMA)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "a.safetensors").write_bytes(safetensors((3,), (3, 3)))
    return tmp_path


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        return Ran(reported(command, arguments, "bob verify"), *capsys.readouterr())

    return run


def test_every_checkpoint_that_is_what_it_must_be_is_verified(folder: Path, verify: Any) -> None:
    (folder / "b.safetensors").write_bytes(safetensors((5,), (5, 5)))
    ran = verify()
    assert (ran.status, ran.err) == (0, "")
    assert "a.safetensors: VERIFIED" in ran.out
    assert ran.out.splitlines()[-1] == "2 judged: 2 verified, 0 not"


def test_a_checkpoint_that_is_another_is_refused_at_the_line_of_the_schema(folder: Path, verify: Any) -> None:
    (folder / "b.safetensors").write_bytes(safetensors((3,), (3, 4)))
    ran = verify()
    assert ran.status == 1
    assert "b.safetensors: REFUSED  BOB615" in ran.out
    assert "written at schemas.py:6" in ran.out
    assert "a.safetensors: VERIFIED" in ran.out


def test_a_tokenizer_that_cannot_be_read_is_told_as_bob_verify_schema_tells_it(
    folder: Path, verify: Any, bob: Bob
) -> None:
    (folder / "tokenizer.json").write_text("{")
    asked = bob("verify", "schema", "a.safetensors", "--schema", "schemas.py:Two", "--json")
    (code,) = {finding["code"] for finding in json.loads(asked.out)["findings"]}
    ran = verify()
    assert ran.status == asked.status != 0
    assert code in ran.out


def test_a_congruence_is_known_where_a_project_names_it(folder: Path, verify: Any) -> None:
    (folder / "pyproject.toml").write_text(PYPROJECT.replace("schemas.py:Two", "lora"))
    ran = verify()
    assert ran.status != 0
    assert "BOB652" in ran.out


def test_what_the_format_forbids_is_told_at_the_line_that_names_the_file(folder: Path, verify: Any) -> None:
    (folder / "a.safetensors").write_bytes(safetensors((3,), (3, 3), more=b"x"))
    told = json.loads(verify("--json").out)
    (finding,) = told["judged"][0]["findings"]
    assert (finding["code"], finding["line"]) == ("BOB517", {"file": "pyproject.toml", "line": 1})


def test_a_config_that_disagrees_is_refused(folder: Path, verify: Any) -> None:
    (folder / "pyproject.toml").write_text(PYPROJECT + 'config = "c.json"\n')
    (folder / "c.json").write_text('{"hidden_size": 4}')
    assert verify().status == 1
    (folder / "c.json").write_text('{"hidden_size": 3}')
    assert verify().status == 0


def test_a_config_beside_the_file_is_read(folder: Path, verify: Any) -> None:
    (folder / "config.json").write_text('{"hidden_size": 4}')
    assert verify().status == 1


def test_a_checkpoint_of_bob_s_is_held_to_its_contract(folder: Path, place: Place, verify: Any) -> None:
    assert place.folder == folder
    text = f'{PYPROJECT}[[tool.bob.checkpoints]]\nfiles = "ckpt.bin"\n'
    (folder / "pyproject.toml").write_text(f'{text}contract = "contract.toml"')
    assert verify().status == 0
    other = (folder / "contract.toml").read_text().replace("0.05", "0.06")
    (folder / "contract.toml").write_text(other)
    ran = verify()
    assert (ran.status, "BOB210" in ran.out) == (1, True)


def test_a_misspelt_key_leaves_the_status_at_could_not_ask(folder: Path, verify: Any) -> None:
    (folder / "pyproject.toml").write_text(PYPROJECT + "shcema = 'x'\n")
    ran = verify()
    assert ran.status == 2
    assert "BOB862" in ran.out
    assert "a.safetensors: VERIFIED" in ran.out


def test_a_schema_that_cannot_be_run_is_told_for_each_file(folder: Path, verify: Any) -> None:
    (folder / "schemas.py").write_text("1 / 0")
    ran = verify()
    assert ran.status == 2
    assert "BOB605" in ran.out


@pytest.mark.parametrize(
    ("named", "lost"),
    [("schema = 'gone.py:A'", "gone.py"), ("schema = 'llama'\nconfig = 'gone.json'", "gone.json")],
    ids=["schema", "config"],
)
def test_a_file_that_is_named_and_not_there_is_told_by_its_own_name(
    folder: Path, verify: Any, named: str, lost: str
) -> None:
    (folder / "pyproject.toml").write_text(f"[[tool.bob.checkpoints]]\nfiles = 'a.safetensors'\n{named}\n")
    ran = verify("--json")
    (finding,) = json.loads(ran.out)["judged"][0]["findings"]
    assert (ran.status, finding["code"], finding["note"]) == (2, "BOB820", lost)


def test_a_schema_that_nobody_names_is_not_run(folder: Path, verify: Any) -> None:
    (folder / "pyproject.toml").write_text('[[tool.bob.checkpoints]]\nfiles = "a.safetensors"\n')
    (folder / "schemas.py").write_text("raise SystemExit(9)")
    assert verify().status == 0


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_processes_change_nothing_of_what_is_told(folder: Path, verify: Any, form: str) -> None:
    (folder / "b.safetensors").write_bytes(safetensors((3,), (3, 4)))
    (folder / "c.safetensors").write_bytes(b"<!DOCTYPE html>")
    alone = verify("--output-format", form)
    assert alone.status == 1
    assert verify("--output-format", form, "--jobs", "2") == alone
