"""What docs/integrations.md, the workflow beside it and the pre-commit hook say is what the command takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from bob.project import read_project

if TYPE_CHECKING:
    from tests.cli.conftest import Bob

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "integrations.md").read_text()


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


HOOK = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())[0]
WORKFLOW = yaml.safe_load((ROOT / "docs" / "github-workflow.yml").read_text())
STEPS = WORKFLOW["jobs"]["verify"]["steps"]
COMMANDS = [step["run"] for step in STEPS if step.get("run", "").startswith("bob ")] + [HOOK["entry"]]


def test_the_page_names_the_hook_that_there_is() -> None:
    (repository,) = yaml.safe_load(blocks("yaml")[0])["repos"]
    assert [hook["id"] for hook in repository["hooks"]] == [HOOK["id"]]


@pytest.mark.parametrize(
    "name", ["a.safetensors", "b/c.gguf", "pyproject.toml", "model.safetensors.index.json"]
)
def test_the_hook_looks_where_a_checkpoint_changes(name: str) -> None:
    assert re.search(HOOK["files"], name)
    assert not re.search(HOOK["files"], "notes.txt")


@pytest.mark.parametrize("used", [step["uses"] for step in STEPS if "uses" in step])
def test_an_action_of_the_workflow_is_one_commit(used: str) -> None:
    assert re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", used)


def test_the_workflow_may_read_the_repository_and_write_its_findings_alone() -> None:
    (job,) = WORKFLOW["jobs"].values()
    assert WORKFLOW["permissions"] == {}
    assert job["permissions"] == {"actions": "read", "contents": "read", "security-events": "write"}
    assert STEPS[0]["with"]["persist-credentials"] is False


def test_the_workflow_uploads_the_report_that_it_writes_where_a_file_was_refused() -> None:
    write, upload = STEPS[-2:]
    assert shlex.split(write["run"])[-1] == upload["with"]["sarif_file"]
    assert all(step["if"].startswith("${{ !cancelled()") for step in (write, upload))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_workflow_holds_a_project_to_what_it_says(
    bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "w.safetensors").write_bytes((2).to_bytes(8, "little") + b"{}")
    table = '[[tool.bob.checkpoints]]\nfiles = ["*.safetensors"]\n'
    (tmp_path / "pyproject.toml").write_text(table)
    monkeypatch.chdir(tmp_path)
    assert bob(*shlex.split(command)[1:]).status == 0
    (tmp_path / "w.safetensors").write_bytes(b"no tensors")
    assert bob(*shlex.split(command)[1:]).status == 1


def test_the_table_of_the_page_is_one_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "ckpts").mkdir()
    for name in ("a.safetensors", "config.json"):
        (tmp_path / "ckpts" / name).write_bytes(b"{}")
    (tmp_path / "pyproject.toml").write_text(blocks("toml")[0])
    read = read_project(str(tmp_path / "pyproject.toml"))
    assert read.judged.findings == ()
    assert [checkpoint.schema for checkpoint in read.checkpoints] == ["llama"]
