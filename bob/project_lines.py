"""On which line of a TOML text each key and table was written: `lines_of(text)`.

    lines_of('[tool.bob]\\n[[tool.bob.checkpoints]]\\nfiles = "*"')
    # {("tool", "bob"): 1, ("tool", "bob", "checkpoints", 0): 2, (..., 0, "files"): 3}

The text is known to be TOML. It is taken apart into statements, each of them read by the standard library,
which gives no places itself: a statement ends with the first line that makes it whole.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

# What closes a statement of several lines: without one of them a line is not its last.
_ENDS = ("]", "}", '"""', "'''")
Key: TypeAlias = "tuple[str | int, ...]"


def lines_of(text: str) -> dict[Key, int]:
    """The first line of each key and table, counted from 1; a table of an array has its index behind it."""
    lines: dict[Key, int] = {}
    counts: Counter[Key] = Counter()
    table: Key = ()
    for number, is_header, statement in _statements(text):
        path, value = _only_path(statement)
        if not is_header:
            for end in range(1, len(path) + 1):
                lines.setdefault((*table, *path[:end]), number)
            continue
        table = _indexed(path, counts)
        if value == [{}]:
            counts[table] += 1
            table = (*table, counts[table] - 1)
        lines.setdefault(table, number)
    return lines


def _statements(text: str) -> Iterator[tuple[int, bool, dict[str, Any]]]:
    """Each statement by the number of its first line, whether it is a table's header, and as it is read."""
    begun, first = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        is_first = not begun
        first = number if is_first else first
        begun += f"{line}\n"
        if not is_first and not any(end in line for end in _ENDS):
            continue
        try:
            statement = tomllib.loads(begun)
        except tomllib.TOMLDecodeError:
            continue
        if statement:
            yield first, begun.lstrip().startswith("["), statement
        begun = ""


def _only_path(statement: dict[str, Any]) -> tuple[Key, object]:
    """The path that a statement names, and what is at its end: `a.b = 1` names a.b, as does `a = {b = 1}`."""
    path: list[str] = []
    value: Any = statement
    while isinstance(value, dict) and len(value) == 1:
        ((name, value),) = value.items()
        path.append(name)
    return tuple(path), value


def _indexed(path: Key, counts: Counter[Key]) -> Key:
    """The path of a header, with the index of the last table wherever it leads through an array of tables."""
    found: Key = ()
    for name in path[:-1]:
        found = (*found, name)
        if counts[found]:
            found = (*found, counts[found] - 1)
    return (*found, path[-1])
