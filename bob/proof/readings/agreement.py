"""What it means that two records are the same, and what may be assumed to show it: `same`, `by_induction`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.readings.places import inside
from bob.proof.script import conjunction
from bob.spec.fields import Magic, Nested, Padding, Prefixed, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.proof.expressions import Expression
    from bob.proof.readings.parts import Part
    from bob.proof.readings.places import Places
    from bob.proof.script import Said


def same(one: Places, other: Places) -> Iterator[Said]:
    """Every place and every value of one record is the other's."""
    for part in one.subject.parts:
        yield f"{part.name} begins at the same byte", ("=", one.start(part), other.start(part))
        match part.field:
            case Scalar():
                yield f"{part.name} is the same", ("=", one.number(part), other.number(part))
            case Prefixed():
                yield f"{part.name} has the same length", ("=", one.number(part), other.number(part))
                yield from _each(part, one, other)
            case Magic() | Padding() | Nested():
                continue
            case _:
                counts = one.count(part), other.count(part)
                if counts[0] != counts[1]:
                    yield f"{part.name} has as many", ("=", *counts)
                yield from _each(part, one, other)
    yield "the record ends at the same byte", ("=", one.end, other.end)


def _each(part: Part, one: Places, other: Places) -> Iterator[Said]:
    index = one.any(part)
    if part.element is None:
        sentence, alike = f"each of {part.name} is the same", [_alike(part, one, other, index)]
    else:
        sentence = f"each of {part.name} has the same dims and first byte, and so is the same"
        dims = zip(one.dims(part), other.dims(part), strict=True)
        alike = [*(("=", *pair) for pair in dims), _begins_alike(part, one, other, index)]
    yield sentence, ("=>", inside(index, one.count(part)), conjunction(alike))


def _alike(part: Part, one: Places, other: Places, index: Expression) -> Expression:
    return ("=", (one.values(part), index), (other.values(part), index))


def _begins_alike(part: Part, one: Places, other: Places, index: Expression) -> Expression:
    return ("=", (one.starts(part), index), (other.starts(part), index))


def by_induction(part: Part, one: Places, other: Places) -> Expression:
    """Assume of the first element that begins elsewhere that it is the first; gives the index before it."""
    draft, first, count = one.draft, one.draft.declare(f"|first({part.name})|"), one.count(part)
    before = ("-", first, "1")
    least = (
        ("<=", "0", first),
        ("not", _begins_alike(part, one, other, first)),
        ("=>", ("<", "0", first), _begins_alike(part, one, other, before)),
    )
    for index in (*one.indices(part), *other.indices(part), count):
        elsewhere = ("not", _begins_alike(part, one, other, index))
        some = ("and", ("<=", "0", index), ("<=", index, count), elsewhere)
        sentence = (
            f"where elements of {part.name} begin elsewhere, {first} is the first (codec/elements.agree_step)"
        )
        draft.say(sentence, ("=>", some, ("and", *least, ("<=", first, index))))
    return before
