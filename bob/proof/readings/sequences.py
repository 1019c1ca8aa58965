"""Strings, arrays, magics and paddings: what is shown once of each, for any number of bytes and elements.

Strings are families of one field, of which the theorems of `bob.proof.readings.families` are made. Of arrays
it is shown that each of their bytes lies in one element: at a fixed stride, and by induction on the elements
where their sizes differ, in a text for the base and one for the step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bob.proof.readings.draft import Draft
from bob.proof.readings.families import of_family
from bob.proof.readings.places import inside, lies, plus, subject_of
from bob.proof.smtlib import divisions, expression
from bob.spec.family import Family
from bob.spec.fields import U8, U16, U32, U64, Bytes, Dim, Padding, Prefixed
from bob.spec.terms import Name

if TYPE_CHECKING:
    from bob.proof.expressions import Expression
    from bob.proof.script import Said
    from bob.proof.theorem import Theorem
    from bob.spec.family import FamilyMeta

_ARRAYS, _REST = "Arrays", "Magics and paddings"


class String(Family):
    """A string of a known number of bytes."""

    n = Dim(0, U64().limit - 1)
    text = Bytes(lambda f: f.n)


class StringU8(Family):
    """A string behind a length of one byte."""

    text = Prefixed(U8)


class StringU16(Family):
    """A string behind a length of two bytes."""

    text = Prefixed(U16)


class StringU32(Family):
    """A string behind a length of four bytes."""

    text = Prefixed(U32)


class StringU64(Family):
    """A string behind a length of eight bytes."""

    text = Prefixed(U64)


_STRINGS: dict[FamilyMeta, str] = {
    String: "string",
    StringU8: "string_u8",
    StringU16: "string_u16",
    StringU32: "string_u32",
    StringU64: "string_u64",
}


def theorems() -> tuple[Theorem, ...]:
    """What is shown of strings, arrays, magics and paddings."""
    strings = [subject_of(family, "codec", _STRINGS) for family in _STRINGS]
    return (
        *(theorem for subject in strings for theorem in of_family(subject)),
        _disjoint(),
        _cover(),
        _agree_base(),
        _agree_step(),
        _follow_base(),
        _follow_step(),
        _magic(),
        _padding_fills_up(),
        _padding_is_fixed(),
    )


def _stride(draft: Draft, place: Expression) -> tuple[Expression, Expression, Expression]:
    """Elements of one width, as many as there may be: the start of element i is the first plus i widths."""
    start, width, count = (draft.declare(name) for name in ("start", "width", "count"))
    draft.say("there are some elements, or none", ("<=", "0", count))
    draft.say("the place is in the array", lies(place, start, plus(start, ("*", count, width))))
    return start, width, count


def _at(start: Expression, width: Expression, index: Expression) -> tuple[Expression, Expression]:
    return plus(start, ("*", index, width)), plus(start, ("*", plus(index, "1"), width))


def _disjoint() -> Theorem:
    draft = Draft()
    place = draft.declare("place")
    start, width, count = _stride(draft, place)
    one, other = draft.declare("one"), draft.declare("other")
    for index in (one, other):
        draft.say(f"{index} is an element", inside(index, count))
        draft.say(f"{index} holds the byte", lies(place, *_at(start, width, index)))
    goal: list[Said] = [("it is one element", ("=", one, other))]
    sentence = "no byte of an array of elements of one width lies in two of them"
    bound = "any width, any number of elements"
    return draft.theorem("codec/elements.disjoint", _ARRAYS, sentence, bound, goal)


def _cover() -> Theorem:
    draft = Draft()
    place = draft.declare("place")
    start, width, count = _stride(draft, place)
    quotient, rest = draft.declare("quotient"), draft.declare("rest")
    divided = ("=", ("-", place, start), plus(("*", quotient, width), rest))
    draft.say("the place after the start, divided by the width", ("and", divided, inside(rest, width)))
    goal: list[Said] = [
        ("the quotient is an element", inside(quotient, count)),
        ("it holds the byte", lies(place, *_at(start, width, quotient))),
    ]
    sentence = "every byte of an array of elements of one width lies in one of them"
    bound = "any width, any number of elements"
    return draft.theorem("codec/elements.cover", _ARRAYS, sentence, bound, goal)


_ANY_ELEMENTS = "elements of any sizes, any number of them"


def _agree_base() -> Theorem:
    draft = Draft()
    for reading in ("a", "b"):
        first = (draft.declare(f"{reading}.starts", 1), "0")
        draft.say(f"{reading} begins where the array does", ("=", first, draft.declare("start")))
    sentence = "two readings of an array from the same byte on have their first element there"
    goal: list[Said] = [("they begin alike", ("=", ("a.starts", "0"), ("b.starts", "0")))]
    return draft.theorem("codec/elements.agree_base", _ARRAYS, sentence, _ANY_ELEMENTS, goal)


def _agree_step() -> Theorem:
    draft = Draft()
    index = draft.declare("index")
    end = draft.declare("end", 1)
    for reading in ("a", "b"):
        starts = draft.declare(f"{reading}.starts", 1)
        follows = ("=", (starts, plus(index, "1")), (end, (starts, index)))
        draft.say(f"in {reading}, the next begins where the element ends, which its start fixes", follows)
    draft.say("the element begins alike", ("=", ("a.starts", index), ("b.starts", index)))
    after = plus(index, "1")
    goal: list[Said] = [("so does the next", ("=", ("a.starts", after), ("b.starts", after)))]
    sentence = "where two readings of an array have an element alike, they have the next alike"
    return draft.theorem("codec/elements.agree_step", _ARRAYS, sentence, _ANY_ELEMENTS, goal)


def _holds(place: Expression, index: Expression) -> Expression:
    return lies(place, ("starts", index), ("starts", plus(index, "1")))


def _follow_base() -> Theorem:
    draft = Draft()
    place, starts = draft.declare("place"), draft.declare("starts", 1)
    draft.say("no elements have some bytes", ("<=", (starts, "0"), place))
    goal: list[Said] = [("none lies in them", ("not", ("<", place, (starts, "0"))))]
    sentence = "an array of no elements has no bytes"
    return draft.theorem("codec/elements.follow_base", _ARRAYS, sentence, _ANY_ELEMENTS, goal)


def _follow_step() -> Theorem:
    draft = Draft()
    place, starts = draft.declare("place"), draft.declare("starts", 1)
    count, index = draft.declare("count"), draft.declare("index")
    first, end = (starts, "0"), (starts, count)
    draft.say("there are some elements, or none", ("<=", "0", count))
    known = ("and", inside(index, count), _holds(place, index))
    draft.say("a byte of them is one of an element", ("=>", lies(place, first, end), known))
    draft.say("with one more, there is a byte", lies(place, first, (starts, plus(count, "1"))))
    found = ("ite", ("<", place, end), index, count)
    goal: list[Said] = [
        ("there is an element", inside(found, plus(count, "1"))),
        ("which holds it", _holds(place, found)),
    ]
    sentence = "if every byte of an array lies in an element, so does every byte with one element more"
    return draft.theorem("codec/elements.follow_step", _ARRAYS, sentence, _ANY_ELEMENTS, goal)


def _magic() -> Theorem:
    draft = Draft()
    start, n_bytes, index = (draft.declare(name) for name in ("start", "n_bytes", "index"))
    constant = draft.declare("constant", 1)
    for file in ("one.byte", "other.byte"):
        byte = ("=", (draft.declare(file, 1), plus(start, index)), (constant, index))
        draft.say(f"{file} holds the constant", ("=>", inside(index, n_bytes), byte))
    alike = ("=", ("one.byte", plus(start, index)), ("other.byte", plus(start, index)))
    goal: list[Said] = [("each byte is the same", ("=>", inside(index, n_bytes), alike))]
    sentence = "a magic, or a padding of a known size, has one encoding"
    bound = "constants of any number of bytes"
    return draft.theorem("codec/magic.one_encoding", _REST, sentence, bound, goal)


_ANY_ALIGNMENT = "any alignment above 0, any number of bytes beside it"


def _aligned() -> Draft:
    draft = Draft()
    for name in ("alignment", "rest", "size"):
        draft.declare(name)
    draft.say("the alignment is positive", ("<", "0", "alignment"))
    draft.say("beside the padding there are some bytes, or none", ("<=", "0", "rest"))
    return draft


def _padding_fills_up() -> Theorem:
    draft, alignment, rest = _aligned(), Name("alignment"), Name("rest")
    size = Padding(cast("int", alignment)).filling(rest).size("")
    draft.divide(size)
    draft.say("the size of the padding", ("=", "size", expression(size)))
    filled, beside = (division.symbols[0] for division in divisions(size))
    times = ("-", plus(beside, "1"), filled)
    goal: list[Said] = [
        ("nothing goes below zero", expression(rest % alignment <= alignment)),
        ("it is below the alignment", inside("size", "alignment")),
        ("with it, the record is a multiple", ("=", plus("rest", "size"), ("*", "alignment", times))),
    ]
    sentence = "a padding has fewer bytes than its alignment, and makes its record a multiple of it"
    return draft.theorem("codec/padding.fills_up", _REST, sentence, _ANY_ALIGNMENT, goal)


def _padding_is_fixed() -> Theorem:
    draft = _aligned()
    for size in ("size", "other"):
        times = draft.declare(f"{size}.times")
        draft.say(f"{size} is below the alignment", inside(draft.declare(size), "alignment"))
        draft.say("and fills up", ("=", plus("rest", size), ("*", "alignment", times)))
    goal: list[Said] = [("they are the same", ("=", "size", "other"))]
    sentence = "no two numbers of bytes below an alignment make a record a multiple of it"
    return draft.theorem("codec/padding.is_fixed", _REST, sentence, _ANY_ALIGNMENT, goal)
