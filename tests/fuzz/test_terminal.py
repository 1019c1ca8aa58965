"""Whatever comes from a file or a command line reaches a terminal escaped: every command, both outputs.

Names here hold what moves a cursor, turns text around, rings, or is no UTF-8; nothing of it may come out raw.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bob.cli.main import COMMANDS, main
from bob.envelope.input_record import build_input
from tests.checkpoints import SMALL, checkpoint, rebuilt

NASTY = "a\x1b[2J\x07\nb\r\u202e\u2066\u009b31m\x7f\u2028\udcff'\""
LONG = f"{NASTY}{'x' * 150}"
BARE = NASTY.replace("'", "").replace('"', "")
# Below a space, DEL and the C1 controls, line separators, what turns text around, and halves of characters.
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
FAMILY = """
from bob import U8, Array, Claim, Dim, Family, Magic, Refine
NASTY = {nasty!r}
class Odd(Family):
    n = Dim(1, 4, shipped=2)
    magic = Magic(NASTY.encode("utf-8", "surrogateescape"))
    count = U8()
    narrow = Refine(lambda f: f.count < f.n, NASTY)
    wrong = Claim(lambda f: f.count > 0, NASTY)
Odd.__name__ = Odd.__qualname__ = NASTY
"""
NAMED = """
from bob import U8, Dim, Family, Refine
NASTY = {nasty!r}
body = {{NASTY: U8(), "n": Dim(1, 4, shipped=2), "__module__": __name__, "__qualname__": "Odd"}}
body["narrow"] = Refine(lambda f: getattr(f, NASTY) < f.n, NASTY)
Odd = type(Family)(NASTY, (Family,), body)
"""


class Place(NamedTuple):
    """A folder of odd name with odd files, and where they are."""

    folder: Path

    def __getitem__(self, name: str) -> str:
        return str(self.folder / f"{LONG}{name}")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("odd") / BARE
    folder.mkdir()
    made = Place(folder)
    text = NASTY.encode("utf-8", "surrogateescape")
    good = checkpoint(SMALL, 20)
    files = {
        "good": good,
        "cut": good[:-1],
        "schema": rebuilt(good, schema=text + b"|" + text + b"|payload=3072"),
        "learner": rebuilt(good, learner=text),
        "data": rebuilt(good, data=text, initialization=text),
        "text": text,
        "toml": f"[{json.dumps(BARE)}]\nx = 1\n".encode("utf-8", "surrogatepass"),
        "key.toml": b'"a\\u001b[2J\\u202e\\u009b" = 1\n[data]\nvocabulary = "\\u001b[2J\\u202e"\n',
        "name.toml": b'[schema]\nidentity = "\\u001b[2J\\u202e\\u009b"\n[learner]\nlr = "\\u009b"\n',
        "small.toml": SMALL.toml().encode(),
        "receipts": b'{"bob-receipt":1,' + text + b"\n",
        "versions": b'{"bob-receipt":2,"cpu":"\\u001b[2J"}\n',
        "family.py": FAMILY.format(nasty=NASTY.replace("\udcff", "")).encode(),
        "named.py": NAMED.format(nasty=NASTY.replace("\udcff", "")).encode(),
        "raises.py": f"raise ValueError({NASTY!r})\n".encode(),
        "prints.py": f"import sys\nraise SystemExit({NASTY!r})\n".encode(),
        "syntax.py": b"x = '\x1b[2J\n",
        "record": text + b"\x05",
    }
    for name, content in files.items():
        Path(made[name]).write_bytes(content)
    (folder / "input.bin").write_bytes(build_input([3] * 16, [1, 15], SMALL))
    return made


# Command lines; `{name}` is one of the files above, `{new}` no file, `{nasty}` the text itself.
ASKED = [
    *(
        f"verify {what} {{{name}}}{options}"
        for what in ("envelope", "values", "input")
        for name in ("new", "good", "cut", "schema", "learner", "data", "text")
        for options in ("", " --json")
    ),
    *(
        f"verify envelope {{good}} --contract {{{name}}}"
        for name in ("new", "toml", "key.toml", "name.toml", "text")
    ),
    *(
        f"verify lineage {{{ckpt}}} --receipts {{{name}}}"
        for ckpt in ("good", "cut")
        for name in ("new", "receipts", "versions")
    ),
    "verify lineage {good} --receipts {receipts} --json",
    "verify lineage {good} --receipts {receipts} --in-toto {new}",
    *(f"verify replay {{{name}}} --log {{text}}" for name in ("good", "cut", "schema")),
    "verify replay {good} --input {text} --from {cut}",
    *(
        f"inspect {{{name}}}{options}"
        for name in ("new", "good", "schema", "text")
        for options in ("", " --json")
    ),
    *(
        f"diff {{good}} {{{name}}}{options}"
        for name in ("good", "schema", "learner", "cut")
        for options in ("", " --json")
    ),
    *(
        f"contract --from {{{name}}}{options}"
        for name in ("good", "schema", "text")
        for options in ("", " --json")
    ),
    "contract --set {nasty}",
    "contract --set {nasty}=1",
    "contract --set schema.identity={nasty}",
    "contract --set learner.lr={nasty} --json",
    "contract --out {good}",
    "contract --contract {toml}",
    *(
        f"run --resume {{{name}}} --contract {{small.toml}}"
        for name in ("new", "good", "cut", "schema", "text")
    ),
    "run --resume {good} --contract {name.toml} --json",
    "run --out {good} --contract {small.toml}",
    "run --out {new}/{nasty} --contract {small.toml}",
    "run --out {new} --input {text}",
    "run --out {new} --input {input.bin} --predictions {good} --contract {small.toml}",
    "run --out {new} --receipt {text} --contract {small.toml}",
    "fork {good} --set {nasty}=1 --out {new}",
    "fork {schema} --set learner.lr=0.1 --out {new}",
    "explain {nasty}",
    *(
        f"prove {{{name}}}{options}"
        for name in ("family.py", "named.py", "raises.py", "prints.py", "syntax.py", "new")
        for options in ("", " --json")
    ),
    "prove {family.py} --smt2 {good}",
    "prove {family.py} --certificates",
    "spec diff {family.py} {named.py} --out {new}",
    "spec diff {family.py} {family.py} --family {nasty} --out {new}",
    "spec attack {family.py} --out {new}",
    "spec attack {named.py} --out {new}2 --json",
    "spec attack {named.py} --out {good}",
    "cache",
    "cache build --contract {name.toml}",
    "cache check",
    "demo --out {good}",
    "demo {good}",
    *(f"{command} --{{nasty}}" for command in COMMANDS),
    *(f"{command} {{nasty}} {{nasty}} {{nasty}}" for command in COMMANDS),
    "{nasty}",
    "--{nasty}",
    "run --keep {nasty} --threads {nasty}",
]


def words(line: str, place: Place) -> list[str]:
    """The arguments of a command line; every `{…}` in its place."""

    def put(match: re.Match[str]) -> str:
        return {"nasty": NASTY, "input.bin": str(place.folder / "input.bin")}.get(match[1], place[match[1]])

    return [re.sub(r"\{([^}]*)\}", put, word) for word in line.split()]


@pytest.mark.parametrize("line", ASKED)
def test_nothing_that_a_terminal_obeys_is_printed(
    line: str,
    place: Place,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    if line.startswith("cache"):
        monkeypatch.setenv("BOB_CACHE_DIR", str(tmp_path / BARE))
    monkeypatch.chdir(tmp_path)
    main(words(line, place))
    said = capfd.readouterr()
    assert RAW.findall(said.out) == []
    assert RAW.findall(said.err) == []
    assert said.out + said.err


def test_the_quick_path_leaves_an_odd_name_to_the_full_one(place: Place, tmp_path: Path) -> None:
    for _ in range(2):
        command = [
            sys.executable,
            "-m",
            "bob",
            "verify",
            "envelope",
            place["good"],
            "--contract",
            place["small.toml"],
        ]
        environment = {**os.environ, "BOB_CACHE_DIR": str(tmp_path / "cache")}
        ran = subprocess.run(command, capture_output=True, check=False, env=environment)
        assert ran.returncode == 0
        assert RAW.findall(ran.stdout.decode()) == []


def test_json_gives_names_back_as_they_were(place: Place, capfd: pytest.CaptureFixture[str]) -> None:
    main(["verify", "envelope", place["good"], "--json"])
    assert json.loads(capfd.readouterr().out)["subject"] == place["good"]


def test_every_command_is_asked() -> None:
    assert {line.split()[0] for line in ASKED} >= set(COMMANDS)
