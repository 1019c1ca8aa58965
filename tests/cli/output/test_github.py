from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bob.cli.output.github import written
from bob.errors import Finding
from bob.judged import Judged, Line
from tests.cli.output.cases import ALL, GOOD, LINED, UNREAD

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

# As the runner reads a line (actions/runner, ActionCommand.TryParseV2).
COMMAND = re.compile(r"::(\w+) ([^:]*(?:%3A[^:]*)*)::(.*)")


def read_back(line: str) -> tuple[str, dict[str, str], str]:
    matched = COMMAND.fullmatch(line)
    assert matched is not None, line
    properties = {}
    for pair in matched[2].split(","):
        name, _, value = pair.partition("=")
        properties[name] = unescaped(value.replace("%3A", ":").replace("%2C", ","))
    return matched[1], properties, unescaped(matched[3])


def unescaped(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def test_an_annotation_is_at_the_line_of_the_rule() -> None:
    word, properties, message = read_back(written([LINED]).splitlines()[0])
    assert (word, properties["file"], properties["line"]) == ("error", "schemas.py", "12")
    assert properties["title"] == "BOB517 has bytes that belong to no tensor"
    assert message.startswith(
        "ckpts/model.safetensors has bytes that belong to no tensor: data: found 1 byte"
    )


def test_an_annotation_without_a_line_is_of_the_file() -> None:
    word, properties, _ = read_back(written([UNREAD]).splitlines()[0])
    assert (word, properties["file"]) == ("error", "gone.bin")
    assert "line" not in properties


def test_no_name_in_a_file_makes_a_command_of_its_own() -> None:
    lines = written([LINED]).splitlines()
    assert len(lines) == 3
    _, _, message = read_back(lines[1])
    assert "\\n::error::x,y:z%0A\\udc80" in message
    assert message.endswith("(100% of them).")


def test_colons_and_commas_of_a_property_are_escaped() -> None:
    judged = UNREAD._replace(subject="a,b:c%.bin")
    assert written([judged]).startswith("::error file=a%2Cb%3Ac%25.bin,title=")


def test_the_last_line_counts_and_names_nothing() -> None:
    assert written(ALL).splitlines()[-1] == "bob: 1 verified, 2 not"
    assert written([GOOD]) == "bob: 1 verified, 0 not\n"


def test_paths_are_those_of_the_repository_wherever_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine" / ".git").mkdir(parents=True)
    (tmp_path / "mine" / "here").mkdir()
    monkeypatch.chdir(tmp_path / "mine" / "here")
    elsewhere = Line(str(tmp_path / "llama.py"), 3)
    judged = Judged("a.gguf", (Finding("BOB610", "w"),) * 2, (Line("../s.py", 2), elsewhere))
    first, second, _ = written([judged]).splitlines()
    assert first.startswith("::error file=s.py,line=2,")
    assert second.startswith("::error file=here/a.gguf,title=")
