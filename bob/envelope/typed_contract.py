"""A contract of envelope version 2: what a checkpoint of any tensors, or a sealed file, must state.

    contract = contract_of({"learner": {"lr": 0.05}, "schema": {"w": "F32[2, 3]"}}, "mine")
    contract = typed_contract_from_toml(text, "mine.toml")
    contract.toml()                                   # the same, as a file

A contract without tensors (`tensors` is None) leaves them to the file. Floats are binary64 unless they are
given by their bits (docs/format.md, The contract of version 2).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.canonical import is_utf8
from bob.errors import Finding, Refused
from bob.spec.formats.typed import FIRST_NOT_A_SIZE, MOST_DIMS, VERSION
from bob.spec.tensor_lines import TensorLine, write_tensors
from bob.spec.value_lists import BITS_IN_HEX, Plain, Real, real_of, write_values

if TYPE_CHECKING:
    from collections.abc import Iterator

LISTS = ("learner", "data", "initialization")
_KEYS = ("version", "updates", "schema", *LISTS)
_TYPE = re.compile(r"([A-Za-z0-9_]+)\[([0-9, ]*)\]")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class TypedContract(NamedTuple):
    """The tensors in their order, or None; three lists of named values; updates an invocation, 0 for none."""

    tensors: tuple[TensorLine, ...] | None
    learner: Mapping[str, Plain]
    data: Mapping[str, Plain]
    initialization: Mapping[str, Plain]
    updates: int = 0

    @property
    def lists(self) -> dict[str, Mapping[str, Plain]]:
        """The three lists by the name of their part."""
        return {"learner": self.learner, "data": self.data, "initialization": self.initialization}

    def texts(self, tensors: Sequence[TensorLine]) -> dict[str, bytes]:
        """The four identity parts of a file that holds `tensors`."""
        return {
            "schema": write_tensors(tensors),
            **{part: write_values(values) for part, values in self.lists.items()},
        }

    def toml(self) -> str:
        """The contract as a file of plain values; floats by their bits."""
        lines = [f"version = {VERSION}", f"updates = {self.updates}"]
        if self.tensors is not None:
            lines += ["", "[schema]", *(f'{_key(t.name)} = "{t.spelled}"' for t in self.tensors)]
        for part, values in self.lists.items():
            lines += ["", f"[{part}]", *(f"{_key(name)} = {_in_toml(v)}" for name, v in values.items())]
        return "\n".join(lines) + "\n"


NOTHING = TypedContract(None, {}, {}, {})


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _in_toml(value: Plain) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Real():
            return f'"{value.text}"'
        case int():
            return str(value)
    return _quoted(value)


def typed_contract_from_toml(text: bytes, path: str) -> TypedContract:
    """The contract of a file; raises `Refused`: BOB255 for version 1's, BOB231 for what is none, BOB230."""
    try:
        table = tomllib.loads(text.decode("utf-8-sig"))
    except RecursionError:
        raise _not_one(path, "file", "nested too deeply", "TOML") from None
    except ValueError as wrong:
        raise _not_one(path, "file", str(wrong), "TOML") from None
    if "version" not in table:
        found = Finding("BOB255", "version", "none: a contract of version 1", f"version = {VERSION}")
        raise Refused(path, [found])
    return contract_of(table, path)


def contract_of(table: Mapping[str, object], path: str) -> TypedContract:
    """The contract that plain values state, with the keys of a contract file; raises `Refused` as above."""
    version = table.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise Refused(path, [Finding("BOB255", "version", repr(version), str(VERSION))])
    found = [_unknown(key) for key in table if key not in _KEYS]
    updates = table.get("updates", 0)
    if not isinstance(updates, int) or isinstance(updates, bool) or not 0 <= updates < FIRST_NOT_A_SIZE:
        found.append(Finding("BOB230", "updates", repr(updates), "a whole number below 2^63"))
        updates = 0
    lists = {part: _list_of(part, table.get(part, {}), found) for part in LISTS}
    tensors = _tensors_of(table["schema"], found) if table.get("schema") is not None else None
    if found:
        raise Refused(path, found)
    return TypedContract(tensors, **lists, updates=updates)


def _not_one(path: str, part: str, found: str, expected: str) -> Refused:
    return Refused(path, [Finding("BOB231", part, found, expected)])


def _unknown(key: str) -> Finding:
    return Finding("BOB231", str(key), "a key that a contract does not have", f"one of {', '.join(_KEYS)}")


def _list_of(part: str, given: object, found: list[Finding]) -> dict[str, Plain]:
    values: dict[str, Plain] = {}
    for name, value in _flat(part, given, found):
        plain = _plain(value)
        if plain is None:
            kind = f"a value of type {type(value).__module__}.{type(value).__name__}"
            kind = kind.replace("builtins.", "")
            found.append(Finding("BOB230", f"{part}.{name}", kind, "true, false, a number or a text"))
        elif name in values:
            found.append(Finding("BOB231", f"{part}.{name}", "given twice", "each name once"))
        else:
            values[name] = plain
            found += _unwritable(part, name, plain)
    return dict(sorted(values.items()))


def _unwritable(part: str, name: str, value: Plain) -> Iterator[Finding]:
    try:
        write_values({name: value})
    except UnicodeEncodeError:
        yield Finding("BOB230", f"{part}.{name}", "half a character", "a text in UTF-8")
    except ValueError as wrong:
        yield Finding("BOB230", f"{part}.{name}", "not to be written", str(wrong))


def _flat(name: str, given: object, found: list[Finding]) -> Iterator[tuple[str, object]]:
    """The values of tables and lists, by their names joined with points."""
    if not isinstance(given, Mapping):
        found.append(Finding("BOB231", name, f"a value of type {type(given).__name__}", "a table"))
        return
    waiting: list[tuple[str, Mapping[Any, object], frozenset[int]]] = [("", given, frozenset({id(given)}))]
    while waiting:
        prefix, table, within = waiting.pop(0)
        for key, value in table.items():
            if not isinstance(value, list | tuple | Mapping) or isinstance(value, Real):
                yield f"{prefix}{key}", value
            elif id(value) in within:
                found.append(Finding("BOB231", f"{name}.{prefix}{key}", "a table within itself", "values"))
            else:
                inner = value if isinstance(value, Mapping) else {str(i): v for i, v in enumerate(value)}
                waiting.append((f"{prefix}{key}.", inner, within | {id(value)}))


def _plain(value: object) -> Plain | None:
    """A value of a list; None for what is none."""
    if isinstance(value, float):
        return Real.of(value)
    if isinstance(value, str):
        return real_of(value.lower()) if BITS_IN_HEX.fullmatch(value.lower()) else value
    return value if isinstance(value, bool | int | Real) else None


def _tensors_of(given: object, found: list[Finding]) -> tuple[TensorLine, ...]:
    lines: dict[str, TensorLine] = {}
    for name, spelled in _flat("schema", given, found):
        line = _line_of(name, spelled)
        if line is None:
            said = f"{str(spelled)[:MOST_DIMS]!r}"
            found.append(Finding("BOB230", f"schema.{name}", said, 'a type and dims, as "F32[2, 3]"'))
        elif name in lines:
            found.append(Finding("BOB251", f"schema.{name}", "given twice", "each name once"))
        else:
            lines[name] = line
    return tuple(lines.values())


def _line_of(name: str, spelled: object) -> TensorLine | None:
    match = _TYPE.fullmatch(spelled) if isinstance(spelled, str) else None
    if match is None:
        return None
    words = [word.strip() for word in match[2].split(",")] if match[2].strip() else []
    fit = len(words) <= MOST_DIMS and all(
        word.isdigit() and len(word) < len(str(2**63)) + 1 for word in words
    )
    shape = tuple(map(int, words)) if fit else (FIRST_NOT_A_SIZE,)
    if any(dim >= FIRST_NOT_A_SIZE for dim in shape) or not is_utf8(name):
        return None
    return TensorLine(name, match[1], shape)
