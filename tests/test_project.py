from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.judged import Line
from bob.project import nearest_project, read_project
from bob.project_lines import lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from bob.project import Project

GOOD = """\
[project]
name = "mine"

[tool.bob]

[[tool.bob.checkpoints]]
files = "ckpts/*.st"
schema = "llama"

[[tool.bob.checkpoints]]  # the second
files = [
  "**/b.st",
  "other.bin",
]
schema = "code/schemas.py:Mine"
config = "config.json"
contract = "c.toml"
"""
HEAD = "[[tool.bob.checkpoints]]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ckpts").mkdir()
    for name in ("ckpts/a.st", "ckpts/b.st", "other.bin"):
        (tmp_path / name).touch()
    return tmp_path


def project(folder: Path, text: str) -> Project:
    (folder / "pyproject.toml").write_text(text)
    return read_project("pyproject.toml")


def test_every_file_that_a_pattern_matches_is_named_with_what_it_must_be(folder: Path) -> None:
    read = project(folder, GOOD)
    assert read.judged.findings == ()
    assert [(one.path, one.schema, one.line) for one in read.checkpoints] == [
        ("ckpts/a.st", "llama", Line("pyproject.toml", 6)),
        ("ckpts/b.st", "llama", Line("pyproject.toml", 6)),
        ("ckpts/b.st", "code/schemas.py:Mine", Line("pyproject.toml", 10)),
        ("other.bin", "code/schemas.py:Mine", Line("pyproject.toml", 10)),
    ]


def test_names_of_files_are_relative_to_the_pyproject(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pyproject.toml").write_text(GOOD)
    monkeypatch.chdir(folder / "ckpts")
    last = read_project(nearest_project()).checkpoints[-1]
    assert (last.path, last.config, last.contract) == ("../other.bin", "../config.json", "../c.toml")
    assert last.schema == "../code/schemas.py:Mine"


def test_a_folder_is_no_checkpoint(folder: Path) -> None:
    read = project(folder, f'{HEAD}files = "*"')
    assert [one.path for one in read.checkpoints] == ["other.bin", "pyproject.toml"]


@pytest.mark.parametrize(
    ("text", "code", "part", "line"),
    [
        ("[tool.bob]\nx = 1\n[[tool.bob.checkpoints]]\nfiles = 'other.bin'", "BOB862", "tool.bob.x", 2),
        (f"{HEAD}files = 'other.bin'\nshcema = 'llama'", "BOB862", "tool.bob.checkpoints.shcema", 3),
        (f"{HEAD}schema = 'llama'", "BOB863", "tool.bob.checkpoints.files", 1),
        (f"{HEAD}files = []", "BOB863", "tool.bob.checkpoints.files", 2),
        (f"{HEAD}files = [\n1,\n]", "BOB863", "tool.bob.checkpoints.files", 2),
        (f"{HEAD}\n\nfiles = 'other.bin'\nschema = 3", "BOB863", "tool.bob.checkpoints.schema", 5),
        ("[tool.bob]\ncheckpoints = 3", "BOB863", "tool.bob.checkpoints", 2),
        ("[tool]\nbob = true", "BOB863", "tool.bob", 2),
        (f"{HEAD}files = 'other.bin'\n{HEAD}files = 'no*.st'", "BOB864", "tool.bob.checkpoints.files", 4),
        ("a = 1\n[tool.bob]", "BOB860", "tool.bob", 2),
        (f"{HEAD}files = 'other.bin'\nfiles = 'other.bin'", "BOB861", "text", 3),
        ("a = 1\nb = \n", "BOB861", "text", 2),
    ],
    ids=[
        "an unknown key of the tool",
        "a misspelt key",
        "no files",
        "an empty list",
        "a number in the list",
        "a schema that is a number",
        "checkpoints that are a number",
        "a tool that is true",
        "a pattern without a match",
        "no table",
        "a key twice",
        "no value",
    ],
)
def test_what_is_wrong_is_told_with_its_key_and_line(
    folder: Path, text: str, code: str, part: str, line: int
) -> None:
    judged = project(folder, text).judged
    (finding,) = judged.findings
    assert (finding.code, finding.part) == (code, part)
    assert judged.lines == (Line("pyproject.toml", line),)


def test_a_misspelt_key_is_told_its_nearest(folder: Path) -> None:
    (finding,) = project(folder, f"{HEAD}files = 'other.bin'\nshcema = 'llama'").judged.findings
    assert finding.note == "nearest: schema"


def test_what_is_wrong_in_one_table_leaves_the_others_to_be_checked(folder: Path) -> None:
    read = project(folder, f"{HEAD}files = 'no'\n{HEAD}files = 'other.bin'\nx = 1")
    assert [finding.code for finding in read.judged.findings] == ["BOB864", "BOB862"]
    assert [one.path for one in read.checkpoints] == ["other.bin"]


def test_text_that_is_no_utf_8_is_no_toml(folder: Path) -> None:
    (folder / "pyproject.toml").write_bytes(b"a = '\xff'")
    (finding,) = read_project("pyproject.toml").judged.findings
    assert finding.code == "BOB861"


def test_the_nearest_pyproject_with_a_table_of_bob_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pyproject.toml").write_text(GOOD)
    inner = folder / "ckpts" / "inner"
    inner.mkdir()
    (folder / "ckpts" / "pyproject.toml").write_text("[project]\nname = 'another'")
    monkeypatch.chdir(inner)
    assert nearest_project() == "../../pyproject.toml"


def test_a_nearer_pyproject_that_is_no_toml_is_not_passed_over(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(GOOD)
    (folder / "ckpts" / "pyproject.toml").write_text("[")
    assert nearest_project(str(folder / "ckpts")) == "ckpts/pyproject.toml"


def test_without_a_project_it_is_said_so(folder: Path) -> None:
    with pytest.raises(Refused, match="BOB860"):
        nearest_project(str(folder))


@pytest.mark.parametrize("text", ["tool = 3", 'tool = "bob"', "[[tool]]"])
def test_a_tool_that_is_no_table_names_no_checkpoints(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)
    with pytest.raises(Refused, match="BOB860"):
        nearest_project(str(folder))
    assert read_project("pyproject.toml").checkpoints == ()


def test_tables_in_tables_without_an_end_are_no_toml(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.bob]\nx = {'[' * 100_000}")
    (finding,) = read_project(nearest_project(str(folder))).judged.findings
    assert finding.code == "BOB861"


def test_a_file_is_named_once_however_often_a_table_names_it(folder: Path) -> None:
    read = project(folder, f"{HEAD}files = ['ckpts/a.st', './ckpts//a.st', 'ckpts/*', '**/a.st']")
    assert [one.path for one in read.checkpoints] == ["ckpts/a.st", "ckpts/b.st"]


LINES = """\
top = 1
# [[tool.bob.checkpoints]] in a comment
"a.b" = { c = 2 }

[[x.y]]
text = '''
[[x.y]]
key = 1
'''
[x.y.sub]
d.e = [
  1,  # ]
]
[[x.y]]
last = true
[[x.y.inner]]
z = 1
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("top",), 1),
        (("a.b", "c"), 3),
        (("x", "y", 0), 5),
        (("x", "y", 0, "text"), 6),
        (("x", "y", 0, "sub"), 10),
        (("x", "y", 0, "sub", "d", "e"), 11),
        (("x", "y", 1), 14),
        (("x", "y", 1, "last"), 15),
        (("x", "y", 1, "inner", 0, "z"), 17),
    ],
    ids=str,
)
def test_a_key_is_on_the_line_where_it_was_written(key: tuple[str | int, ...], line: int) -> None:
    assert lines_of(LINES)[key] == line


def test_a_text_within_a_text_is_no_key() -> None:
    assert ("x", "y", 0, "key") not in lines_of(LINES)
    assert ("x", "y", 2) not in lines_of(LINES)


def test_a_long_list_is_read_once_and_not_at_each_of_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    import tomllib

    read: list[str] = []
    loads = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: read.append(text) or loads(text))  # type: ignore[func-returns-value]
    lines = "".join(f"  'package-{n}',\n" for n in range(100))
    assert lines_of(f"a = [\n{lines}]\nb = 2\n")["b",] == 103
    assert len(read) < 10
