"""A path that stands in a file is never opened: what is opened are the named files, and Bob's own.

All commands run in one process whose every `open` is told by an audit hook.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bob
from bob.envelope.input_record import build_input
from bob.envelope.receipts import Facts, Receipt, receipt_line
from tests.checkpoints import SMALL, checkpoint, rebuilt

HOOKED = """
import json, os, sys
opened = []
sys.addaudithook(lambda event, given: opened.append(given[0]) if event == "open" else None)
from bob.cli.main import main
found = []
for arguments in json.loads(sys.argv[1]):
    opened.clear()
    main(arguments)
    found.append([os.fsdecode(path) for path in opened if isinstance(path, (str, bytes))])
sys.stderr.write("\\n" + json.dumps(found))
"""
COMMANDS = {
    "envelope": ["verify", "envelope", "ckpt.bin", "--contract", "contract.toml"],
    "envelope of odd parts": ["verify", "envelope", "odd.bin"],
    "values": ["verify", "values", "odd.bin", "--contract", "contract.toml"],
    "input": ["verify", "input", "canary.bin"],
    "inspect": ["inspect", "odd.bin"],
    "inspect an input record": ["inspect", "input.bin", "--contract", "contract.toml"],
    "diff": ["diff", "ckpt.bin", "odd.bin"],
    "contract": ["contract", "--from", "odd.bin"],
    "a contract file": ["contract", "--contract", "paths.toml"],
    "lineage": ["verify", "lineage", "ckpt.bin", "--receipts", "receipts.jsonl"],
    "replay": ["verify", "replay", "odd.bin", "--input", "input.bin"],
    "the canary": ["inspect", "canary"],
    "run": ["run", "--resume", "odd.bin", "--contract", "contract.toml", "--input", "input.bin"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files whose every text is the path of the canary, which is there to be opened."""
    made = tmp_path_factory.mktemp("paths")
    path = str(made / "canary").encode()
    (made / "canary").write_bytes(b"opened")
    good = checkpoint(SMALL, 20)
    (made / "ckpt.bin").write_bytes(good)
    (made / "odd.bin").write_bytes(rebuilt(good, schema=path, learner=path, data=path, initialization=path))
    (made / "input.bin").write_bytes(build_input([3] * 16, [1, 15], SMALL))
    (made / "canary.bin").write_bytes(path)
    (made / "contract.toml").write_text(SMALL.toml())
    (made / "paths.toml").write_text(
        f"[schema]\nidentity = {json.dumps(path.decode())}\n[include]\npath = 1\n"
    )
    digests = (bytes(32), b"\1" * 32, b"\2" * 32, b"\3" * 32)
    facts = Facts(
        (1.0,) * 10, (1.0,) * 10, b"", {"object": path.decode()}, {"numpy": path.decode()}, path.decode()
    )
    (made / "receipts.jsonl").write_bytes(receipt_line(Receipt("run", *digests, 0, 10), facts))
    return made


@pytest.fixture(scope="module")
def opened(folder: Path) -> dict[str, list[Path]]:
    """What each command opened."""
    command = [sys.executable, "-c", HOOKED, json.dumps(list(COMMANDS.values()))]
    # Files of the cache are opened by names in their folder: nothing is kept here.
    environment = {**os.environ, "BOB_CACHE_DIR": "/dev/null/none"}
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, env=environment)
    found = json.loads(ran.stderr.rpartition("\n")[2])
    return {
        name: [(folder / path).resolve() for path in paths]
        for name, paths in zip(COMMANDS, found, strict=True)
    }


def own() -> list[Path]:
    """Where Bob, Python and their libraries lie."""
    package = Path(bob.__file__).resolve().parent
    prefixes = [package, package.parent / "proofs", Path(sys.prefix), Path(sys.base_prefix)]
    return [prefix.resolve() for prefix in prefixes] + [
        Path("/dev"),
        Path("/proc"),
        Path("/sys"),
        Path("/etc"),
    ]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "the canary"])
def test_only_named_files_and_bob_s_own_are_opened(
    folder: Path, opened: dict[str, list[Path]], name: str
) -> None:
    named = {(folder / argument).resolve() for argument in COMMANDS[name]}
    others = {path for path in opened[name] if not any(path.is_relative_to(place) for place in own())}
    assert others <= named
    assert others


def test_the_hook_sees_what_is_opened(folder: Path, opened: dict[str, list[Path]]) -> None:
    assert folder / "canary" in opened["the canary"]
