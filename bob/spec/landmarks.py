"""Names for the long terms of a layout: `offset_of(padding)` where a reader would meet a sum of sixteen.

`Landmarks` holds what each name stands for, as definitions, and puts the names into terms and sentences.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar, cast

from bob.spec.premises import Kind, Premise
from bob.spec.terms import Arith, Name, Term, substitute, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.specification import Spec
    from bob.spec.terms import Node

    Tree = TypeVar("Tree", bound=Node)

# The sum of six numbers is read at a glance; what has more nodes gets a name.
_LONG = 12


class Landmarks:
    """The offsets and sizes of a family that are long to write."""

    def __init__(self, spec: Spec) -> None:
        self._names: dict[tuple[object, ...], Name] = {}
        self._spelled: dict[str, str] = {}
        self.definitions: list[Premise] = []
        for label, term in _places(spec):
            key = term.key()
            if key not in self._names and sum(1 for _ in term.walk()) >= _LONG:
                self.definitions.append(self._defined(label, term))
                self._names[key] = Name(label)
                self._spelled[label] = text(term)

    def _defined(self, label: str, term: Term) -> Premise:
        """The definition of a name over the names before it."""
        short = self.named(term)
        return Premise(label, Kind.DEFINITION, Name(label) == short, f"{label} is {text(short)}")

    def named(self, node: Tree) -> Tree:
        """`node` with a name in place of each long term."""
        return cast("Tree", substitute(node, self._name))

    def _name(self, node: Node) -> Node | None:
        return self._names.get(node.key()) if isinstance(node, Arith) else None

    def told(self, sentence: str) -> str:
        """A sentence with a name in place of each long term that it spells out."""
        for label, spelled in reversed(self._spelled.items()):
            if spelled in sentence:
                sentence = _standing_alone(spelled).sub(label, sentence)
        return sentence


def _places(spec: Spec) -> Iterator[tuple[str, Term]]:
    for stored in spec.fields:
        yield f"offset_of({stored.name})", stored.offset
        yield f"size_of({stored.name})", stored.size
    yield "record_bytes()", spec.record_bytes


def _standing_alone(spelled: str) -> re.Pattern[str]:
    """A sum in brackets, or where it is an operand by itself: not part of a product or of a longer number."""
    plain = re.escape(spelled)
    return re.compile(rf"\({plain}\)|(?<![\w-])(?<![*/%-] ){plain}(?!\w)(?! [*/%])")
