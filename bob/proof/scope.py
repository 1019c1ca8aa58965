"""A judge's assignment as a scope that terms can be evaluated in: `scope_of`.

Only what a family stores or leaves free is taken from an assignment: dims, scalars, lengths, ghosts and
elements. What derives from them is for the evaluation to compute.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bob.proof.smtlib import symbol
from bob.spec.evaluation import evaluate
from bob.spec.terms import BytesOf, Item, Length, Name, Node, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.proof.judges import Assignment


class Unwalkable(Exception):
    """A member with more elements than Python can walk."""


class Elements(Sequence[Any]):
    """An array or byte string whose elements an assignment gives; its length is a term of the scope."""

    def __init__(
        self, columns: Mapping[tuple[str, ...], Item], scope: dict[str, Any], assignment: Assignment
    ) -> None:
        self.columns = columns
        self._scope = scope
        self._assignment = assignment

    def __len__(self) -> int:
        length = self._length()
        if length > sys.maxsize:
            raise Unwalkable(f"an array of {length} elements")
        return length

    def _length(self) -> int:
        item = next(iter(self.columns.values()))
        if isinstance(item.length, Length) and item.length.name == item.name:
            return self._assignment.number(symbol(item.length))
        return evaluate(item.length, self._scope)

    def __getitem__(self, index: int) -> Any:  # type: ignore[override]
        if not 0 <= index < len(self):
            raise IndexError(index)
        if () in self.columns:
            return self.at((), index)
        element: dict[str, Any] = {}
        for path in self.columns:
            put(element, path, self.at(path, index))
        return element

    def at(self, path: tuple[str, ...], index: int) -> int:
        """The scalar at `path` inside an element."""
        return self._assignment.element(symbol(self.columns[path]), index)


def scope_of(nodes: Iterable[Node], assignment: Assignment) -> dict[str, Any]:
    """The values that an assignment gives to the quantities of the nodes, none of which may be derived."""
    scope: dict[str, Any] = {}
    columns: dict[str, dict[tuple[str, ...], Item]] = {}
    for node in (inner for whole in nodes for inner in whole.walk()):
        match node:
            case Name() | Length():
                put(scope, node.name.split("."), assignment.number(symbol(node)))
            case BytesOf():
                scope[text(node)] = assignment.number(symbol(node))
            case Item():
                columns.setdefault(node.name, {}).setdefault(node.path, node)
    for name, paths in columns.items():
        put(scope, name.split("."), Elements(paths, scope, assignment))
    return scope


def put(scope: dict[str, Any], path: Sequence[str], value: object) -> None:
    """Set the value of a dotted name, making the records around it."""
    *around, last = path
    for name in around:
        scope = scope.setdefault(name, {})
    scope[last] = value
