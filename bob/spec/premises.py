"""What holds of every member of a family, as predicates with a name and a sentence: `premises(spec)`.

Bounds of dims and ghosts, the ranges that widths give, what derives each derived field, and every refinement;
those of nested records and of arrays' elements are moved outside. Statements over an array are kept only
where something in the family mentions the array; what an element says of its own arrays no term can say, and
is left out. The bounds of a nested family's dims are no premise: they are owed (`bob.spec.obligation`).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, cast

from bob.spec.duties import duties
from bob.spec.element_sizes import size_bounds
from bob.spec.emptiness import is_empty, known
from bob.spec.fields import U8, Array, Bytes, Magic, Nested, Padding, Prefixed, Scalar, as_term
from bob.spec.specification import spelled_out
from bob.spec.terms import (
    AllDifferent,
    Bound,
    BytesOf,
    Compare,
    Const,
    Every,
    Item,
    Length,
    Name,
    Predicate,
    Term,
    names,
    substitute,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bob.spec.emptiness import Known
    from bob.spec.specification import Spec, Stated, Stored
    from bob.spec.terms import Node

_BYTE_VALUES = U8().limit


class Kind(Enum):
    """Where a premise comes from."""

    BOUNDS = "the bounds of a dim"
    GHOST = "the bounds of a ghost"
    RANGE = "what the width of a field can hold"
    DEFINITION = "what derives a derived field"
    REFINEMENT = "a refinement"
    LEMMA = "a claim that is shown without it"


class Premise(NamedTuple):
    """One thing that holds of every member; `name` is the quantity or refinement that it is about."""

    name: str
    kind: Kind
    predicate: Predicate
    sentence: str


def premises(spec: Spec) -> tuple[Premise, ...]:
    """Everything that holds of every member of a family, in the order of its definition."""
    found = [premise for name in spec.order for premise in _declared(spec, name)]
    for stated in spec.refinements:
        found += _refined(stated, spec, known(premise.predicate for premise in found))
    wanted = _mentioned(spec, found)
    return tuple(p for p in found if p.kind is not Kind.RANGE or arrays(p.predicate) <= wanted)


def _refined(stated: Stated, spec: Spec, before: Known) -> Iterator[Premise]:
    """A refinement, after what its operators owe: where it is true, it has a value."""
    for duty in duties(spelled_out(stated.predicate, spec.derived)):
        if not is_empty(duty.predicate, before):
            yield Premise(stated.name, Kind.REFINEMENT, duty.predicate, duty.sentence)
    yield Premise(stated.name, Kind.REFINEMENT, stated.predicate, stated.sentence)


def definitions(given: Iterable[Premise]) -> dict[str, Term]:
    """What derives each derived field that the premises define."""
    found = {}
    for premise in given:
        if premise.kind is Kind.DEFINITION:
            assert isinstance(premise.predicate, Compare)
            found[premise.name] = premise.predicate.right
    return found


def arrays(*nodes: Node) -> set[str]:
    """The arrays and byte strings whose elements are mentioned."""
    return {inner.name for node in nodes for inner in node.walk() if isinstance(inner, Item)}


def _mentioned(spec: Spec, found: Iterable[Premise]) -> set[str]:
    said = [premise.predicate for premise in found if premise.kind is not Kind.RANGE]
    return arrays(
        *said, *(claim.predicate for claim in spec.claims), *(stored.size for stored in spec.fields)
    )


def _declared(spec: Spec, name: str) -> Iterator[Premise]:
    if name in spec.dims:
        yield _bounds(name, Kind.BOUNDS, Const(spec.dims[name].low), Const(spec.dims[name].high))
    elif name in spec.ghosts:
        yield _bounds(name, Kind.GHOST, *spec.ghosts[name])
    elif name in spec.derived:
        term = spec.derived[name]
        yield Premise(name, Kind.DEFINITION, Name(name) == term, f"{name} is {text(term)}")
    for stored in spec.fields:
        if stored.name == name:
            yield from _stored(stored)


def between(term: Term, low: Term, high: Term) -> tuple[Predicate, str]:
    """That a term lies from `low` to `high` inclusive, with its sentence."""
    if low.same(high):
        return term == low, f"{text(term)} is {text(low)}"
    return (low <= term) & (term <= high), f"{text(term)} is from {text(low)} to {text(high)}"


def _bounds(name: str, kind: Kind, low: Term, high: Term) -> Premise:
    return Premise(name, kind, *between(Name(name), low, high))


def _stored(stored: Stored) -> Iterator[Premise]:
    name, field = stored.name, stored.field
    match field:
        case Scalar():
            yield Premise(name, Kind.RANGE, _within(Name(name), field.limit), f"{name} is a {_kind(field)}")
        case Prefixed():
            length = _within(Length(name), field.prefix.limit)
            yield Premise(name, Kind.RANGE, length, f"the length of {name} is a {_kind(field.prefix)}")
            yield _bytes(name, Length(name))
        case Bytes():
            yield _bytes(name, stored.size)
        case Padding():
            zero = _each(name, stored.size, lambda byte: byte == 0)
            yield Premise(name, Kind.RANGE, zero, f"each byte of {name} is 0")
        case Magic():
            for i, value in enumerate(field.value):
                constant = Item(name, Const(i), (), stored.size) == value
                yield Premise(name, Kind.RANGE, constant, f"byte {i} of {name} is {value}")
        case Nested():
            for inner in _inside(field.family.spec):
                moved = cast("Predicate", field.outside(inner.predicate, name))
                yield Premise(f"{name}.{inner.name}", inner.kind, moved, f"in {name}, {inner.sentence}")
        case Array():
            yield from _array(stored, field)


def _kind(field: Scalar) -> str:
    return type(field).__name__.lower()


def _within(quantity: Term, limit: int) -> Predicate:
    return (quantity >= 0) & (quantity < limit)


def _bytes(name: str, length: Term) -> Premise:
    bytes_ = _each(name, length, lambda byte: _within(byte, _BYTE_VALUES))
    return Premise(name, Kind.RANGE, bytes_, f"each byte of {name} is from 0 to {_BYTE_VALUES - 1}")


def _each(name: str, length: Term, said: Callable[[Term], Predicate]) -> Predicate:
    bound = Bound("i0", length)
    return Every(bound, said(Item(name, bound, (), length)))


def _array(stored: Stored, array: Array) -> Iterator[Premise]:
    name, length, element = stored.name, as_term(array.length), array.element
    if isinstance(element, Scalar):
        within = _each(name, length, lambda item: _within(item, element.limit))
        yield Premise(name, Kind.RANGE, within, f"each of {name} is a {_kind(element)}")
    elif isinstance(element, Nested):
        if isinstance(stored.size, BytesOf):
            yield _sizes(name, length, element)
        yield from _elements(name, length, element)


def _sizes(name: str, length: Term, element: Nested) -> Premise:
    """An array whose elements differ in size is as many times as long as they can be."""
    least, most = size_bounds(element)
    total, extent = length * least <= BytesOf(name), f"at least {text(least)}"
    if most is not None:
        total, extent = total & (BytesOf(name) <= length * most), f"{text(least)} to {text(most)}"
    return Premise(name, Kind.RANGE, total, f"{name} holds elements of {extent} bytes")


def _elements(name: str, length: Term, element: Nested) -> Iterator[Premise]:
    """What holds of each element, as far as it speaks of the element's scalars."""
    bound = Bound("i0", length)
    inner = _inside(element.family.spec)
    derived = definitions(inner)
    for premise in inner:
        plain = spelled_out(premise.predicate, derived)
        if premise.kind is Kind.DEFINITION or not _speaks_of_scalars(plain):
            continue
        moved = substitute(plain, lambda node: _as_element(node, name, bound, element))
        each = Every(bound, cast("Predicate", moved))
        yield Premise(f"{name}.{premise.name}", premise.kind, each, f"in each of {name}, {premise.sentence}")


def _speaks_of_scalars(predicate: Node) -> bool:
    return not any(isinstance(n, Length | BytesOf | Item | Every | AllDifferent) for n in predicate.walk())


def _as_element(node: Node, array: str, bound: Bound, element: Nested) -> Node | None:
    if not isinstance(node, Name):
        return None
    if node.name in element.dims:
        return as_term(element.dims[node.name])
    return Item(array, bound, tuple(node.name.split(".")), bound.below)


def _inside(spec: Spec) -> list[Premise]:
    """What holds of every member and speaks neither of dims alone nor of ghosts."""
    found = premises(spec)
    derived = definitions(found)
    return [
        premise
        for premise in found
        if premise.kind not in (Kind.BOUNDS, Kind.GHOST)
        and not names(spelled_out(premise.predicate, derived)) & set(spec.ghosts)
    ]
