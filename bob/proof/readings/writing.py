"""A record built into bytes: `Record`, any one that fits its family, and `Writing`, the bytes that it makes.

Strings are written at given indices. To which bytes numbers, and elements of arrays of records, are built is
shown apart, and assumed by those theorems' names (`bob.proof.readings.families`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.readings.places import Places, below, inside, plus
from bob.spec.fields import Array, Bytes, Magic, Nested, Padding, Prefixed, Scalar

if TYPE_CHECKING:
    from bob.proof.expressions import Expression
    from bob.proof.readings.draft import Draft
    from bob.proof.readings.parts import Part
    from bob.proof.readings.places import Subject


class Record(Places):
    """Any record: its values are free, within what their fields can hold and what its parts owe."""

    def __init__(self, subject: Subject, draft: Draft, tag: str) -> None:
        super().__init__(subject, draft, tag)
        self.place()
        for part in subject.parts:
            for owed in part.owed:
                draft.say(*self.owed(owed))
            self._free(part)

    def fit(self, part: Part, index: Expression) -> None:
        """Assume that a part's number, and its element or byte at `index`, are in range."""
        super().fit(part, index)
        match part.field:
            case Prefixed() | Array(element=Bytes()) | Bytes():
                byte = below((self.values(part), index), 1)
                there = inside(index, self.count(part))
                self.draft.say(f"{self.called(part)} is made of bytes", ("=>", there, byte))

    def _free(self, part: Part) -> None:
        match part.field:
            case Scalar():
                self.draft.declare(self.number(part))
            case Prefixed():
                self.draft.declare(self.number(part))
                self.draft.declare(self.values(part), 1)
            case Array(element=Nested()):
                for column, _ in self.columns(part):
                    self.draft.declare(column, 1)
            case Array() | Bytes():
                self.draft.declare(self.values(part), 1)


class Writing:
    """The bytes `bytes_` to which a record is built."""

    def __init__(self, record: Places, bytes_: str) -> None:
        self.record = record
        self.bytes_ = record.draft.declare(bytes_, 1)

    def write(self, part: Part, index: Expression) -> None:
        """Assume that the byte of a magic, a padding or a string at `index` is written where it lies."""
        record = self.record
        place = plus(record.content(part), index)
        match part.field:
            case Magic() | Padding():
                self._byte(part, index, place, record.constant(part, index))
            case Prefixed() | Array(element=Bytes()) | Bytes():
                self._byte(part, index, place, (record.values(part), index))

    def _byte(self, part: Part, index: Expression, place: Expression, byte: Expression) -> None:
        written = ("=", (self.bytes_, place), byte)
        there = inside(index, self.record.count(part))
        self.record.draft.say(f"each byte of {self.record.called(part)} is written", ("=>", there, written))
