"""The README is run from top to bottom and must print what it says.

A block under `<!-- runs -->` is run: a console block command by command, a Python block as a program whose
output stands in the text block after it. A block under `<!-- file: NAME -->` is saved as that file. All share
one folder. `refreshed` puts what is printed today in the place of what the page says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCK = re.compile(
    r"<!-- (?P<what>runs|file: (?P<name>\S+)) -->\n```(?P<kind>\w*)\n(?P<body>.*?)```\n"
    r"(?:```text\n(?P<printed>.*?)```\n)?",
    re.DOTALL,
)
# Run by tests/test_torch.py, where PyTorch is installed.
TORCH = re.compile(r"<!-- torch -->\n```python\n(.*?)```\n", re.DOTALL)
UNSTABLE = re.compile(
    r"(?<=in )[0-9.]+(?= m?s\b)|(?<=(?:.z3|vc5) )[0-9,]+(?= ms)|(?<=ledger )( *)[0-9a-f]{6}|(?<=^judges: ).*",
    re.MULTILINE,
)


def stable(text: str) -> str:
    """The text without durations and without the ledger's digest, which depends on the solver's version."""
    return UNSTABLE.sub("*", text)


def refreshed(text: str, folder: Path) -> str:
    """The page with the output of every marked block as it is when run in `folder`."""
    (folder / "tools").symlink_to(ROOT / "tools")
    (folder / "bin").mkdir()
    for name, arguments in {"bob": "-m bob", "python": ""}.items():
        command = folder / "bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        command.chmod(0o755)
    return BLOCK.sub(lambda block: _run(block, folder), text)


def _run(block: re.Match[str], folder: Path) -> str:
    body = block["body"]
    if block["name"]:
        (folder / block["name"]).write_text(body)
        return block[0]
    head = f"<!-- runs -->\n```{block['kind']}\n"
    if block["kind"] == "python":
        return f"{head}{body}```\n```text\n{_printed([sys.executable, '-c', body], folder)}```\n"
    commands = [line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ ")]
    return head + "".join(f"$ {command}\n{_by_shell(command, folder)}" for command in commands) + "```\n"


def _by_shell(command: str, folder: Path) -> str:
    """`make run` is `bob demo` after a set-up that is done already."""
    return _printed(["bash", "-c", "bob demo" if command == "make run" else command], folder)


def _printed(command: list[str], folder: Path) -> str:
    """Standard output and standard error, as a terminal shows them."""
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
    }
    ran = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.stdout


def test_the_readme_prints_what_it_says(tmp_path: Path) -> None:
    assert stable(refreshed(README, tmp_path)).splitlines() == stable(README).splitlines()


def test_every_python_block_of_the_readme_is_run() -> None:
    marked = [block for block in BLOCK.finditer(README) if block["kind"] == "python"]
    assert len(marked) + len(TORCH.findall(README)) == README.count("```python")
    assert all(block["name"] or block["printed"] for block in marked)


def test_the_readme_runs_shows_a_refusal_and_proves() -> None:
    consoles = "".join(block["body"] for block in BLOCK.finditer(README))
    commands = {" ".join(command.split()[:2]) for command in re.findall(r"^\$ (.*)$", consoles, re.MULTILINE)}
    assert {"make run", "bob run", "bob verify", "bob prove"} <= commands
