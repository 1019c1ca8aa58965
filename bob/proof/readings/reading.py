"""Bytes read as a record: `Reading` says of each part what its value is by the bytes at its place.

Every value is defined, whatever the bytes are; what else must hold of them is `conditions`. A statement about
the elements of an array, or the bytes of a string, is made for any one index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.readings.places import ANY, Places, inside, plus, said, width_of
from bob.spec.fields import Array, Magic, Nested, Padding, Prefixed, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.proof.expressions import Expression
    from bob.proof.readings.draft import Draft
    from bob.proof.readings.parts import Part
    from bob.proof.readings.places import Subject
    from bob.proof.script import Said


class Reading(Places):
    """A record read from `bytes_`, a function from places to bytes."""

    def __init__(self, subject: Subject, draft: Draft, tag: str, bytes_: str) -> None:
        super().__init__(subject, draft, tag)
        self.bytes_ = draft.declare(bytes_, 1)
        self.place()
        for part in subject.parts:
            self._number(part)
            self._values(part)
            for index in self.indices(part):
                self.fit(part, index)

    def conditions(self, index_in: Callable[[Part], Expression]) -> Iterator[Said]:
        """What must hold of the bytes at an index, besides that the record ends where they do."""
        for part in self.subject.parts:
            yield from map(self.owed, part.owed)
            called, index = self.called(part), index_in(part)
            match part.field:
                case Magic() | Padding():
                    must = ("=", (self.values(part), index), self.constant(part, index))
                    there = inside(index, self.count(part))
                    yield f"each byte of {called} is as it must be", ("=>", there, must)
                case Array(element=Nested()):
                    reads = ("=", self.element(part, "reading", index), "1")
                    yield f"each of {called} is read", ("=>", inside(index, self.count(part)), reads)

    def step(self, part: Part, index: Expression) -> None:
        """Assume that the element after the one at `index` begins where that one ends."""
        follows = ("=", self.next(part, index), self.element(part, "end", index))
        sentence = f"each of {self.called(part)} begins where the one before it ends"
        self.draft.say(sentence, ("=>", inside(index, self.count(part)), follows))

    def byte(self, start: Expression, after: Expression) -> Expression:
        """A byte so many after another."""
        return (self.bytes_, plus(start, after))

    def word(self, start: Expression, n_bytes: int) -> Expression:
        """The number that so many bytes say."""
        return said(self.draft, self.bytes_, start, n_bytes)

    def _number(self, part: Part) -> None:
        if isinstance(part.field, Scalar | Prefixed):
            number = self.number(part)
            word = self.word(self.start(part), width_of(part.field))
            self.draft.let(number, word, f"{number} is what its bytes say")

    def _values(self, part: Part) -> None:
        called = self.called(part)
        match part.field:
            case Scalar() | Nested():
                return
            case Array(element=Nested()):
                for column, path in self.columns(part):
                    value = self.element(part, path, ANY)
                    self.draft.function(column, ANY, value, f"{path} of each of {called}")
            case Array(element=Scalar(n_bytes=width)):
                each = self.word(plus(self.start(part), ("*", str(width), ANY)), width)
                self.draft.function(self.values(part), ANY, each, f"each of {called} is what its bytes say")
            case _:
                each = self.byte(self.content(part), ANY)
                self.draft.function(self.values(part), ANY, each, f"each byte of {called}")
