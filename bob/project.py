"""What a user's pyproject.toml says of checkpoints: `[[tool.bob.checkpoints]]`, read and held to its keys.

reading = read_project(nearest_project("."))
reading.judged.findings                   # BOB861 to BOB864, each with its line
reading.checkpoints[0].path, .schema      # every file that a pattern matches, with what it must be

[[tool.bob.checkpoints]]
files = ["ckpts/*.safetensors"]           # patterns, relative to pyproject.toml; ** goes through folders
schema = "schemas.py:Mine"                # a shipped name, or a class in a Python file of the user's
config = "ckpts/config.json"
contract = "contract.toml"
"""

from __future__ import annotations

import os
import re
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import Finding, Refused
from bob.judged import Judged, Line
from bob.project_files import matched
from bob.project_lines import lines_of
from bob.store import exists, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.project_lines import Key
    from bob.schema import Schema

NAME = "pyproject.toml"
_MOST_BYTES = 1_000_000
_OWN: Key = ("tool", "bob")
_TABLES: Key = (*_OWN, "checkpoints")
_TEXTS = ("schema", "config", "contract")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
# Tables in tables without an end are no TOML that anyone reads.
_NOT_READ = (ValueError, RecursionError)


class Checkpoint(NamedTuple):
    """A file, what it must be ("" where nothing is said), and where that was written, if anywhere.

    Of a project the schema is a name, of a test it may be the class.
    """

    path: str
    schema: str | type[Schema] = ""
    config: str = ""
    contract: str = ""
    line: Line | None = None


class Project(NamedTuple):
    """The checkpoints that a project names, and what is wrong with how it does."""

    checkpoints: tuple[Checkpoint, ...]
    judged: Judged

    @property
    def files(self) -> list[str]:
        """The pyproject.toml, and all that its checkpoints are or name."""
        named = (text for one in self.checkpoints for text in one if isinstance(text, str))
        return [self.judged.subject, *named]


def nearest_project(folder: str = os.curdir) -> str:
    """The pyproject.toml of this folder, or of the nearest above, that has `[tool.bob]`.

    One that cannot be read as TOML is taken as it is. Raises `Refused` (BOB860) where there is none.
    """
    here = os.path.abspath(folder)
    while True:
        path = os.path.join(here, NAME)
        if exists(path) and _is_own(path):
            return os.path.relpath(path)
        above = os.path.dirname(here)
        if above == here:
            expected = f"a {NAME} with [tool.bob], here or above"
            raise Refused(folder, [Finding("BOB860", "folder", "none", expected)])
        here = above


def _is_own(path: str) -> bool:
    try:
        tool = tomllib.loads(_text(path)).get("tool", {})
    except _NOT_READ:
        return True
    return isinstance(tool, dict) and "bob" in tool


def _text(path: str) -> str:
    return read_file(path, _MOST_BYTES).decode()


def read_project(path: str) -> Project:
    """What a pyproject.toml names, with every finding; raises `Refused` where the file cannot be read."""
    text = ""
    try:
        text = _text(path)
        stated = tomllib.loads(text)
    except _NOT_READ as wrong:
        finding = Finding("BOB861", "text", str(wrong), "TOML in UTF-8")
        at = _AT_LINE.search(str(wrong))
        # Of what is wrong at the end no line is said.
        line = int(at[1]) if at else text.count("\n") + 1
        return Project((), Judged(path, (finding,), (Line(path, line),)))
    reader = _Reader(path, text)
    checkpoints = tuple(reader.read(stated))
    return Project(checkpoints, Judged(path, tuple(reader.findings), tuple(reader.lines)))


class _Reader:
    """Goes through the tables of one text; findings gather, each with its line."""

    def __init__(self, path: str, text: str) -> None:
        self.findings: list[Finding] = []
        self.lines: list[Line] = []
        self._path = path
        self._folder = os.path.dirname(path)
        self._lines = lines_of(text)

    def read(self, stated: Mapping[str, Any]) -> Iterator[Checkpoint]:
        """The checkpoints of all tables, table by table."""
        tool = stated.get("tool", {})
        own = tool.get("bob", {}) if isinstance(tool, dict) else {}
        if not isinstance(own, dict):
            self._add("BOB863", _OWN, _said(own), "a table")
            return
        self._check_known(own, ["checkpoints"], _OWN)
        tables = own.get("checkpoints", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self._add("BOB863", _TABLES, _said(tables), "tables [[tool.bob.checkpoints]]")
        elif not tables:
            self._add("BOB860", _OWN, "no table of checkpoints", "[[tool.bob.checkpoints]]")
        else:
            for index, table in enumerate(tables):
                yield from self._table(table, (*_TABLES, index))

    def _table(self, table: Mapping[str, Any], key: Key) -> Iterator[Checkpoint]:
        self._check_known(table, ["files", *_TEXTS], key)
        files = table.get("files")
        patterns = [files] if isinstance(files, str) else files
        if not isinstance(patterns, list) or not patterns or not all(isinstance(p, str) for p in patterns):
            self._add("BOB863", (*key, "files"), _said(files), "a pattern, or a list of them")
            return
        texts = {name: self._text(table, key, name) for name in _TEXTS}
        line = self._line(key)
        for path in self._matched(patterns, (*key, "files")):
            yield Checkpoint(path, texts["schema"], texts["config"], texts["contract"], line)

    def _text(self, table: Mapping[str, Any], key: Key, name: str) -> str:
        """A text that names a file, from where `bob` runs; "" where there is none."""
        text = table.get(name, "")
        if not isinstance(text, str):
            self._add("BOB863", (*key, name), _said(text), "a text")
            return ""
        is_shipped = name == "schema" and ".py" not in text
        return text if is_shipped or not text else self._place(text)

    def _matched(self, patterns: list[str], key: Key) -> list[str]:
        """All files that the patterns match, each once, in order."""
        found: set[str] = set()
        for pattern in patterns:
            files = set(map(self._place, matched(pattern, self._folder)))
            if not files:
                self._add("BOB864", key, f"no file matches {pattern}", "at least one")
            found |= files
        return sorted(found)

    def _place(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _check_known(self, table: Mapping[str, Any], known: list[str], key: Key) -> None:
        for name in table:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                note = f"nearest: {near[0]}" if near else ""
                self._add("BOB862", (*key, name), "a key of no meaning", ", ".join(known), note)

    def _add(self, code: str, key: Key, found: str, expected: str, note: str = "") -> None:
        line = self._line(key)
        part = ".".join(str(name) for name in key if isinstance(name, str))
        self.findings.append(Finding(code, part, found, expected, note=note))
        self.lines.append(line)

    def _line(self, key: Key) -> Line:
        """The line of a key, or of what holds it."""
        while key not in self._lines and key:
            key = key[:-1]
        return Line(self._path, self._lines.get(key, 1))


def _said(value: object) -> str:
    return "none" if value is None else repr(value)
