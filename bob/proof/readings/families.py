"""What is claimed of how a family's records are read: `of_family` makes the three theorems.

- one_reading: two readings of the same bytes, from the same byte on, are one;
- build_then_parse: what any record is built to is read, and read as that record;
- parse_then_build: bytes that are read as a record are what it is built to, to the last one.

Refinements are left out: a record that breaks one is refused, which leaves only fewer. What a text assumes
by another theorem's name is what that one shows: of numbers, and of the elements of arrays of records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.readings.agreement import by_induction, same
from bob.proof.readings.draft import Draft
from bob.proof.readings.places import END, START, inside, lies, plus, said
from bob.proof.readings.reading import Reading
from bob.proof.readings.writing import Record, Writing
from bob.proof.script import conjunction
from bob.proof.smtlib import expression, symbol
from bob.spec.fields import Array, Scalar
from bob.spec.premises import between
from bob.spec.terms import BytesOf, Const, Name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.proof.expressions import Expression
    from bob.proof.readings.parts import Part
    from bob.proof.readings.places import Number, Places, Subject
    from bob.proof.script import Said
    from bob.proof.theorem import Theorem

FILE, BUILT = "file.byte", "built.byte"
BUILT_END, PLACE = "built.end", "file.place"


def of_family(subject: Subject) -> tuple[Theorem, ...]:
    """The theorems on one family."""
    return one_reading(subject), build_then_parse(subject), parse_then_build(subject)


def one_reading(subject: Subject) -> Theorem:
    """Two readings of the same bytes are one."""
    draft = _draft(subject)
    one, other = Reading(subject, draft, "a", FILE), Reading(subject, draft, "b", FILE)
    for condition in (*one.conditions(one.any), *other.conditions(one.any)):
        draft.say(*condition)
    for part in _unequal(subject):
        before = by_induction(part, one, other)
        one.step(part, before)
        other.step(part, before)
    sentence = f"two readings of the same bytes, from the same byte on, are the same record of {subject.name}"
    return _theorem(draft, subject, "one_reading", sentence, same(one, other))


def build_then_parse(subject: Subject) -> Theorem:
    """What a record is built to is read as that record."""
    draft = _draft(subject)
    record, parsed = Record(subject, draft, "r"), Reading(subject, draft, "a", BUILT)
    writing = Writing(record, BUILT)
    for part in subject.parts:
        for index in record.indices(part):
            record.fit(part, index)
            writing.write(part, index)
            for number in record.numbers(part, index):
                _number_is_read(record, number)
            if part.element is not None:
                _element_is_read(record, part, index)
    for part in _unequal(subject):
        before = by_induction(part, parsed, record)
        _element_is_read(record, part, before)
        parsed.step(part, before)
    sentence = f"what a record of {subject.name} is built to is read, and read as that record"
    goal = [*parsed.conditions(parsed.any), *same(parsed, record)]
    return _theorem(draft, subject, "build_then_parse", sentence, goal)


def parse_then_build(subject: Subject) -> Theorem:
    """Bytes that are read as a record are what it is built to."""
    draft = _draft(subject)
    record, place = Reading(subject, draft, "r", FILE), draft.declare(PLACE)

    def index_at(part: Part) -> Expression:
        return _index_at(record, part, place)

    for condition in record.conditions(index_at):
        draft.say(*condition)
    draft.say("the record ends where the bytes do", ("=", record.end, draft.declare(END)))
    writing = Writing(record, BUILT)
    for part in subject.parts:
        index = index_at(part)
        writing.write(part, index)
        for number in record.numbers(part, index):
            _number_is_written(record, number, place)
        if part.element is not None:
            _element_holds(record, part, index, place)
            _element_is_written(record, part, index, place)
    draft.let(BUILT_END, record.end, "what is built ends with its last part")
    within = ("and", ("<=", START, place), ("<", place, END))
    goal: list[Said] = [
        ("what is built is as long", ("=", BUILT_END, END)),
        ("it has the same byte at any place", ("=>", within, ("=", (BUILT, place), (FILE, place)))),
    ]
    sentence = f"bytes that are read as a record of {subject.name} are those that it is built to, to the last"
    return _theorem(draft, subject, "parse_then_build", sentence, goal)


def _draft(subject: Subject) -> Draft:
    draft = Draft()
    draft.say("the record begins somewhere, in a file at 0", ("<=", "0", draft.declare(START)))
    for name, dim in subject.dims.items():
        bounds, sentence = between(Name(name), Const(dim.low), Const(dim.high))
        draft.declare(symbol(Name(name)))
        draft.say(sentence, expression(bounds))
    return draft


def _theorem(draft: Draft, subject: Subject, claim: str, sentence: str, goal: Iterable[Said]) -> Theorem:
    dims = ", ".join(f"{name} from {dim.low} to {dim.high}" for name, dim in subject.dims.items())
    bound = f"{dims + ', known beforehand; ' if dims else ''}any bytes"
    name, heading = f"{subject.group}/{subject.label}.{claim}", f"Readings of {subject.name}"
    return draft.theorem(name, heading, sentence, bound, goal)


def _unequal(subject: Subject) -> list[Part]:
    """The arrays whose elements differ in size."""
    return [part for part in subject.parts if isinstance(part.size, BytesOf)]


def _number_is_read(record: Places, number: Number) -> None:
    """Assume what is shown of numbers: the bytes to which one is built say it."""
    read = ("=", said(record.draft, BUILT, number.start, number.n_bytes), number.value)
    record.draft.say(f"by codec/u{8 * number.n_bytes}.build_then_parse", number.where_there(read))


def _number_is_written(reading: Reading, number: Number, place: Expression) -> None:
    """Assume what is shown of numbers: one is built to the bytes by which it was said."""
    there = lies(place, number.start, plus(number.start, str(number.n_bytes)))
    written = ("=>", there, ("=", (BUILT, place), (FILE, place)))
    reading.draft.say(f"by codec/u{8 * number.n_bytes}.parse_then_build", number.where_there(written))


def _element_is_read(record: Record, part: Part, index: Expression) -> None:
    """Assume of an element what the theorems on its family show: it is read to its end as what it is."""
    read: list[Expression] = [("=", record.element(part, "reading", index), "1")]
    if isinstance(part.size, BytesOf):
        read.append(("=", record.element(part, "end", index), record.next(part, index)))
    for column, path in record.columns(part):
        read.append(("=", record.element(part, path, index), (column, index)))
    sentence = f"by readings/{record.label(part)}.build_then_parse"
    record.draft.say(sentence, ("=>", inside(index, record.count(part)), conjunction(read)))


def _index_at(record: Reading, part: Part, place: Expression) -> Expression:
    """The index of the byte at `place`, or of the element that holds it, if it lies in the part."""
    after = ("-", place, record.content(part))
    if isinstance(part.field, Array) and isinstance(part.field.element, Scalar):
        return ("div", after, str(part.field.element.n_bytes))
    return after if part.element is None else record.any(part)


def _element_holds(record: Reading, part: Part, index: Expression, place: Expression) -> None:
    """Assume what is shown of arrays of records: a byte of one is a byte of an element, at this index."""
    there = lies(place, record.start(part), plus(record.start(part), record.size(part)))
    holds = lies(place, (record.starts(part), index), record.next(part, index))
    sentence = f"by codec/elements.{'follow_step' if isinstance(part.size, BytesOf) else 'cover'}"
    record.draft.say(sentence, ("=>", there, ("and", inside(index, record.count(part)), holds)))


def _element_is_written(record: Reading, part: Part, index: Expression, place: Expression) -> None:
    """Assume of an element what the theorems on its family show: it is built to what it was read from."""
    holds = lies(place, (record.starts(part), index), record.next(part, index))
    there = ("and", inside(index, record.count(part)), holds)
    sentence = f"by readings/{record.label(part)}.parse_then_build"
    record.draft.say(sentence, ("=>", there, ("=", (BUILT, place), (FILE, place))))
