"""Writes a schema of a file that is good: `infer(name, inventory, config)`, Python of the language.

    written = infer("model.safetensors", reading.inventory, config)
    written.text                   # a module with one class; the file has been held against it

Repeated blocks are folded (`bob.schema.infer_fold`), sizes named (`bob.schema.infer_dims`), types are those
of the file. What is written is loaded, and accepts the very file it was written of, or is refused (BOB651).
"""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, Refused, so_many
from bob.schema import dtypes
from bob.schema.infer_dims import Naming, leaves
from bob.schema.infer_fold import INDICES, Leaf, folded
from bob.schema.language import Schema, SchemaMeta
from bob.schema.matching import match

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.formats.inventory import Inventory
    from bob.schema.infer_fold import Items, Repeat
    from bob.schema.matching import Matched

# As ruff formats where nobody says otherwise; what is longer has commas that any width keeps.
_WIDTH = 88
_STEP = 4 * " "
_LONGEST_NAME = 50
_LIKE_ONE = "l"
_RESERVED = {"spec", "prefixes", "spellings", "mro"}
_NO_LETTERS = re.compile(r"[^0-9A-Za-z]+")
_NO_NAME = re.compile(r"[^0-9A-Za-z._-]+")
_MODULE = "bob_inferred_schema"


class Written(NamedTuple):
    """A schema's text, the class that it is, and the match of the file that it was written of."""

    text: str
    schema: type[Schema]
    matched: Matched


def infer(
    name: str, inventory: Inventory, config: Mapping[str, object] | None = None, class_name: str = "Inferred"
) -> Written:
    """The schema of a file called `name`; raises `Refused` (BOB650, BOB651)."""
    _require_names(name, inventory)
    text = _module(name, folded(inventory.entries), config, class_name, len(inventory.entries))
    schema = _loaded(name, text, class_name)
    matched = match(schema, inventory, config)
    if matched.findings:
        found = f"{so_many(len(matched.findings), 'finding')}, first {matched.findings[0].part}"
        raise Refused(name, [Finding("BOB651", class_name, found, "none")])
    return Written(text, schema, matched)


def _require_names(name: str, inventory: Inventory) -> None:
    if not inventory.entries:
        raise Refused(name, [Finding("BOB650", "file", "no tensors", "some")])
    for entry in inventory.entries:
        if not entry.name or not entry.name.isprintable() or "{" in entry.name or "}" in entry.name:
            finding = Finding(
                "BOB650", entry.name or "a tensor", "its name", "letters that can be printed, no brace"
            )
            raise Refused(name, [finding])


def _loaded(name: str, text: str, class_name: str) -> type[Schema]:
    """The class that the text defines, as a Python file of it would."""
    names: dict[str, object] = {"__name__": _MODULE}
    try:
        exec(compile(text, f"{class_name}.py", "exec"), names)
    except Refused as refused:
        found = f"{refused.findings[0].part}: {refused.findings[0].found}"
        raise Refused(name, [Finding("BOB651", class_name, found, "a schema")]) from None
    schema = names[class_name]
    assert isinstance(schema, SchemaMeta)
    return schema  # type: ignore[return-value]


def _module(
    name: str, items: Items, config: Mapping[str, object] | None, class_name: str, n_tensors: int
) -> str:
    body = _Body(items, Naming(items, config))
    members = [*body.members()]
    dims = [f"{_STEP}{dim.name} = {dim.definition}  # here {dim.size:,}" for dim in body.naming.dims]
    n_patterns = sum(1 for _ in leaves(items))
    plain = _NO_NAME.sub("-", name).strip("-") or "a file"
    return "\n".join(
        [
            f'"""What the tensors of {plain} are: {n_tensors:,}, of {so_many(n_patterns, "pattern")}.',
            "",
            "Written by `bob schema infer`. Sizes that are equal have one name: where they only",
            "happen to be equal, give them two.",
            '"""',
            "",
            *body.imports(),
            "",
            "",
            f"class {class_name}(Schema):",
            f'{_STEP}"""The tensors of {plain}."""',
            "",
            *dims,
            *([""] if dims else []),
            *members,
            "",
        ]
    )


class _Body:
    """The members of the class as lines, and what they need to be imported."""

    def __init__(self, items: Items, naming: Naming) -> None:
        self.naming = naming
        self._items = items
        self._types: set[str] = set()
        self._others = False
        self._blocks = False
        self._taken = set(_RESERVED)
        self._numbers: dict[str, int] = {}

    def members(self) -> Iterator[str]:
        """The lines of all members."""
        # Names of dims are taken first: the texts of all axes and counts are asked for once before.
        for item in self._items:
            self._written(item, 0, "")
        self._taken |= {dim.name for dim in self.naming.dims}
        for item in self._items:
            yield from self._written(item, 0, f"{_STEP}{self._identifier(item)} = ")

    def imports(self) -> Iterator[str]:
        """The lines that import what the members use."""
        names = sorted(self._types, key=_natural) + (["Block"] if self._blocks else [])
        names += ["Dim"] * bool(self.naming.dims) + ["Param", "Schema"]
        line = f"from bob.schema import {', '.join(names)}"
        if len(line) <= _WIDTH:
            yield line
        else:
            yield from ("from bob.schema import (", *(f"{_STEP}{name}," for name in names), ")")
        if self._others:
            yield "from bob.schema.dtypes import of_one"

    def _written(self, item: Leaf | Repeat, depth: int, front: str, behind: str = "") -> list[str]:
        """The lines of an item, the first with `front` before it, the last with `behind` it."""
        margin = front[: len(front) - len(front.lstrip())]
        inner = margin + _STEP
        if isinstance(item, Leaf):
            parts = _quoted(item.name), f"{self._type(item.dtype)}[{_quoted(self.naming.axes(item))}]"
            line = f"{front}Param({', '.join(parts)}){behind}"
            if len(line) <= _WIDTH:
                return [line]
            return [f"{front}Param(", *(f"{inner}{part}," for part in parts), f"{margin}){behind}"]
        self._blocks = True
        inside = [line for part in item.items for line in self._written(part, depth + 1, inner, ",")]
        prefix = f"{item.prefix}{{{INDICES[depth]}}}{item.behind}"
        head = [f"{inner}{_quoted(text)}," for text in (prefix, self.naming.count(item.times, depth))]
        return [f"{front}Block(", *head, *inside, f"{margin}){behind}"]

    def _type(self, name: str) -> str:
        if isinstance(getattr(dtypes, name, None), dtypes.Dtypes):
            self._types.add(name)
            return name
        self._others = True
        return f"of_one({_quoted(name)})"

    def _identifier(self, item: Leaf | Repeat) -> str:
        """A name for a member, after its tensors', that nothing else has."""
        tensors = item.name if isinstance(item, Leaf) else item.prefix
        plain = _NO_LETTERS.sub("_", tensors).strip("_").lower()
        if len(plain) > _LONGEST_NAME:
            # The end of a path says more than its beginning, from a whole word on.
            end = plain[-_LONGEST_NAME:]
            plain = end.partition("_")[2] or end
        if not plain or plain[0].isdigit() or plain == _LIKE_ONE or keyword.iskeyword(plain):
            plain = f"part_{plain}".strip("_")
        name, number = plain, self._numbers.get(plain, 2)
        while name in self._taken:
            name, number = f"{plain}_{number}", number + 1
        self._numbers[plain] = number
        self._taken.add(name)
        return name


def _quoted(text: str) -> str:
    """A printable text as Python's, in the quotes of which it holds fewer."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return f"{quote}{escaped}{quote}"


def _natural(name: str) -> list[str]:
    """A key by which F8 is before F16, as in sorted imports."""
    return [digits.zfill(9) if digits.isdigit() else digits for digits in re.split(r"([0-9]+)", name)]
