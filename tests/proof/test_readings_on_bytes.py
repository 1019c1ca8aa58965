"""What the texts on a family say of bytes is what the codec does with them: places, values and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, settings

from bob.codec import decode, encode, make
from bob.layout import layout
from bob.proof.readings.parts import items_of, parts_of
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Bytes, Dim, Magic, Nested, Padding, Prefixed, Refine, Scalar
from tests.generated_families import members, mutations
from tests.proof.test_readings import Index, Sheet
from tests.proof.texts_on_bytes import BUILD_THEN_PARSE, ONE_READING, PARSE_THEN_BUILD, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.proof.readings.parts import Part
    from bob.spec.at import FamilyAt
    from bob.spec.family import FamilyMeta
    from bob.spec.record import Record
    from tests.generated_families import Member, Mutation
    from tests.proof.smtlib_machine import Machine

STRUCTURE = {"BOB151", "BOB152", "BOB154"}
RUNS = [settings(derandomize=True, deadline=None, database=None, max_examples=n) for n in (25, 15, 8)]


class Of:
    """A family, as far as it is known by its spec."""

    def __init__(self, at: FamilyAt) -> None:
        self.spec = at.spec


def texts(at: FamilyAt, content: bytes) -> Texts:
    return Texts(cast("FamilyMeta", Of(at)), content)


def value_at(record: Mapping[str, Any], path: str) -> Any:
    for step in path.split("."):
        record = record[step]
    return record


def said(machine: Machine, part: Part, tag: str) -> Any:
    """The value of a part by the text, in the codec's form."""
    name = f"{tag}.{part.name}"
    match part.field:
        case Scalar():
            return machine.value(name)
        case Prefixed():
            return bytes(each(machine, name, machine.value(f"|length({name})|")))
        case Bytes():
            return bytes(each(machine, name, size(machine, part, tag)))
        case Array(element=Scalar(n_bytes=width)):
            return each(machine, name, size(machine, part, tag) // width)
        case Array(element=Bytes()):
            return bytes(each(machine, name, size(machine, part, tag)))
    raise TypeError(name)


def size(machine: Machine, part: Part, tag: str) -> int:
    starts = [symbol for symbol in machine.symbols if symbol.startswith((f"|start({tag}.", f"|end({tag})"))]
    place = starts.index(f"|start({tag}.{part.name})|")
    return machine.value(starts[place + 1]) - machine.value(starts[place])


def each(machine: Machine, name: str, count: int) -> list[int]:
    return [machine.value((name, "i"), {"i": i}) for i in range(count)]


def check_record(machine: Machine, at: FamilyAt, record: Record) -> None:
    """Every place and every value of a record is what the text says."""
    places = layout(at, record)
    for part in parts_of(at.spec):
        assert machine.value(f"|start(r.{part.name})|") == places.offset(part.name)
        if isinstance(part.field, Magic | Padding | Nested):
            continue
        value = value_at(record, part.name)
        if part.element is None:
            plain = b"".join(value) if isinstance(value, tuple) else value
            assert said(machine, part, "r") == (list(plain) if isinstance(plain, memoryview) else plain)
    assert machine.value("|end(r)|") == places.n_bytes


def record_given(at: FamilyAt, record: Record) -> dict[str, Any]:
    """The values of a record, under the symbols of the record `r` in a text."""
    found: dict[str, Any] = {}
    for part in parts_of(at.spec):
        name = f"r.{part.name}"
        if isinstance(part.field, Magic | Padding | Nested):
            continue
        value = value_at(record, part.name)
        if part.element is not None:
            for item in items_of(parts_of(at.spec), part.name):
                path = ".".join(item.path)
                found[f"{name}.{path}"] = lambda i, value=value, path=path: value_at(value[i], path)
            continue
        if isinstance(part.field, Scalar):
            found[name] = value
            continue
        if isinstance(part.field, Prefixed):
            found[f"|length({name})|"] = len(value)
        plain = b"".join(value) if isinstance(value, tuple) else value
        found[name] = lambda i, plain=plain: plain[i] if 0 <= i < len(plain) else 0
    return found


@pytest.mark.parametrize("depth", range(3))
def test_a_text_reads_what_the_codec_reads(depth: int) -> None:
    @RUNS[depth]
    @given(members(depth))
    def drawn(member: Member) -> None:
        content = encode(member.at, make(member.at, **member.values))
        known = texts(member.at, content)
        machine = known.run(PARSE_THEN_BUILD, member.at.dims, **{"file.end": len(content)})
        assert machine.broken(len(content)) == []
        record = decode(member.at, content).record
        assert record is not None
        check_record(machine, member.at, record)

    drawn()


@pytest.mark.parametrize("depth", range(3))
def test_a_text_refuses_what_the_codec_refuses(depth: int) -> None:
    outcomes = set()

    @RUNS[depth]
    @given(mutations, members(depth))
    def drawn(mutation: Mutation, member: Member) -> None:
        content = encode(member.at, make(member.at, **member.values))
        starts = [region.offset for region in decode(member.at, content).layout.regions]
        changed = mutation.of(content, starts)
        decoded = decode(member.at, changed)
        codes = {finding.code for finding in decoded.findings}
        known = texts(member.at, changed)
        machine = known.run(PARSE_THEN_BUILD, member.at.dims, **{"file.end": len(changed)})
        expected = decoded.record is not None and not codes & STRUCTURE
        assert known.reads(machine) == expected
        outcomes.add(expected)

    drawn()
    assert outcomes == {True, False}


@pytest.mark.parametrize("depth", range(3))
def test_what_the_codec_builds_is_what_the_text_builds(depth: int) -> None:
    @RUNS[depth]
    @given(members(depth))
    def drawn(member: Member) -> None:
        record = make(member.at, **member.values)
        content = encode(member.at, record)
        known = texts(member.at, content)
        values = record_given(member.at, record)
        machine = known.run(BUILD_THEN_PARSE, member.at.dims, **values)
        assert machine.broken(len(content)) == []
        assert machine.value("|end(r)|") == machine.value("|end(a)|") == len(content)

    drawn()


@pytest.mark.parametrize("depth", range(3))
def test_a_record_is_read_from_any_byte_on(depth: int) -> None:
    @RUNS[depth]
    @given(members(depth))
    def drawn(member: Member) -> None:
        content = b"before" + encode(member.at, make(member.at, **member.values)) + b"after"
        known = texts(member.at, content)
        machine = known.run(ONE_READING, member.at.dims, start=6)
        assert machine.broken(len(content)) == []
        end = 6 + decode(member.at, content, start=6, whole=False).n_bytes
        assert machine.value("|end(a)|") == machine.value("|end(b)|") == end

    drawn()


SHEET = {
    "count": 2,
    "rows": [{"cells": [1, 2, 3], "name": b"one"}, {"cells": [4, 5, 6], "name": b""}],
    "widths": [9, 9, 2, 9],
    "chosen": 2,
    "column": b"ab",
    "corner": {"cells": [1, 7], "name": b"corner"},
    "pairs": [{"cells": [8], "name": b"x"}],
    "seal": b"seal",
}
INDEX = {
    "shares": [{"mark": mark, "rest": b"--"} for mark in (1, 2, 3)],
    "entries": [
        {"name": name, "share": {"mark": mark, "rest": b"++"}} for name, mark in ((b"", 5), (b"ab", 1))
    ],
    "first": b"abc",
    "second": b"z",
}


@pytest.mark.parametrize(
    ("at", "values"), [(Sheet.at(columns=3), SHEET), (Index.at(n=3), INDEX)], ids=["strings", "records"]
)
def test_a_size_may_come_from_an_element_and_from_inside_a_record(
    at: FamilyAt, values: dict[str, Any]
) -> None:
    record = make(at, **values)
    content = encode(at, record)
    known = texts(at, content)
    machine = known.run(PARSE_THEN_BUILD, at.dims, **{"file.end": len(content)})
    assert machine.broken(len(content)) == []
    check_record(machine, at, record)
    built = known.run(BUILD_THEN_PARSE, at.dims, **record_given(at, record))
    assert built.broken(len(content)) == []


@pytest.mark.parametrize("place", range(len(encode(Sheet.at(columns=3), make(Sheet.at(columns=3), **SHEET)))))
def test_every_byte_decides_alike(place: int) -> None:
    """Each byte of a file changed in turn: another record, or a refusal, by text and codec alike."""
    at = Sheet.at(columns=3)
    record = make(at, **SHEET)
    content = bytearray(encode(at, record))
    content[place] ^= 1
    decoded = decode(at, bytes(content))
    known = texts(at, bytes(content))
    machine = known.run(PARSE_THEN_BUILD, at.dims, **{"file.end": len(content)})
    codes = {finding.code for finding in decoded.findings}
    assert known.reads(machine) == (decoded.record is not None and not codes & STRUCTURE)
    assert decoded.findings or decoded.record != record


class Narrow(Family):
    """At most three bytes."""

    width = Dim(0, 3)
    cells = Bytes(lambda f: f.width)
    odd = Refine(lambda f: f.width != 2, "there are not just two")


class Spans(Family):
    """Parts whose sizes have no value for some numbers, each beside one that takes up the rest."""

    first = U8()
    last = U8()
    span = Bytes(lambda f: f.last - f.first)
    beside = Bytes(lambda f: 9 + f.first - f.last)
    whole = U8()
    by = U8()
    quotient = Bytes(lambda f: f.whole / f.by)
    width = U8()
    narrow = Nested(Narrow, width=lambda f: f.width)
    rest = Bytes(lambda f: 9 - f.width)


SPANS = Spans.at()
GOOD = encode(
    SPANS,
    make(
        SPANS,
        first=1,
        last=3,
        span=b"ab",
        beside=b"1234567",
        whole=6,
        by=2,
        quotient=b"xyz",
        width=3,
        narrow={"cells": b"abc"},
        rest=b"123456",
    ),
)


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("name", ["first", "last", "whole", "by", "width"])
def test_a_size_without_a_value_and_a_dim_out_of_bounds_are_refused_alike(name: str, number: int) -> None:
    content = bytearray(GOOD)
    content[layout(SPANS, decode(SPANS, GOOD).record).offset(name)] = number
    known = texts(SPANS, bytes(content))
    machine = known.run(PARSE_THEN_BUILD, {}, **{"file.end": len(content)})
    assert known.reads(machine) == (decode(SPANS, bytes(content)).record is not None)
