"""The parts of a family's record, one after the other, nested records taken apart: `parts_of(spec)`.

A part of a nested record has a dotted name, and its sizes are terms of the family around it. A nested record
itself comes before its parts, with no bytes of its own. What a part owes must hold where it is read: that its
sizes have values, and that the dims which it gives to a nested family are some of that family's. An array of
records is one part: its elements are their own family's matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from bob.spec.duties import duties
from bob.spec.fields import Array, Nested, Padding, as_term, measures
from bob.spec.premises import between
from bob.spec.specification import spelled_out
from bob.spec.terms import Arith, BytesOf, Const, Item, Length, Name, Term, names, substitute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bob.spec.fields import Field
    from bob.spec.specification import Spec
    from bob.spec.terms import Node, Predicate

    Outside = Callable[[Node], Node]


class Owed(NamedTuple):
    """A statement over a record, without which it is none."""

    sentence: str
    predicate: Predicate


class Part(NamedTuple):
    """A field with its size and its lengths as terms over dims and the parts before it."""

    name: str
    field: Field
    size: Term
    owed: tuple[Owed, ...]

    @property
    def element(self) -> Nested | None:
        """The kind of record of which it is an array, if it is one."""
        if isinstance(self.field, Array) and isinstance(self.field.element, Nested):
            return self.field.element
        return None


def parts_of(spec: Spec) -> tuple[Part, ...]:
    """Every part of a record of the family, in order; the size of a padding goes by a name of its own."""
    derived = dict(_derived(spec, "", _as_it_is))
    parts = list(_parts(spec, "", derived, _as_it_is))
    paddings = [part for part in parts if isinstance(part.field, Padding)]
    filled = {part.size.key(): Name(f"size({part.name})") for part in paddings}

    def named(node: Node) -> Node:
        return substitute(node, lambda inner: filled.get(inner.key()) if isinstance(inner, Arith) else None)

    def with_names(part: Part) -> Part:
        return part._replace(size=cast("Term", named(part.size)), field=_resolved(part.field, named))

    return tuple(map(with_names, parts))


def items_of(parts: tuple[Part, ...], name: str) -> tuple[Item, ...]:
    """The elements of the part called `name` on which the size of some part depends, each once."""
    found = {
        inner.key(): inner
        for part in parts
        for term in (part.size, *measures(part.field))
        for inner in term.walk()
        if isinstance(inner, Item) and inner.name == name
    }
    return tuple(found.values())


def moved(node: Node, tag: str, dims: Mapping[str, object]) -> Node:
    """A term of the family over the values of the record called `tag`; dims stay what they are."""

    def replace(inner: Node) -> Node | None:
        if isinstance(inner, Item):
            index, length = (cast("Term", moved(part, tag, dims)) for part in (inner.index, inner.length))
            return Item(f"{tag}.{inner.name}", index, inner.path, length)
        if isinstance(inner, Name) and inner.name in dims:
            return inner
        return type(inner)(f"{tag}.{inner.name}") if isinstance(inner, Name | Length | BytesOf) else None

    return substitute(node, replace)


def _as_it_is(node: Node) -> Node:
    return node


def _derived(spec: Spec, prefix: str, outside: Outside) -> Iterator[tuple[str, Term]]:
    """What derives each derived field, those of nested records under their dotted names."""
    for name, term in spec.derived.items():
        yield prefix + name, cast("Term", outside(term))
    for stored in spec.fields:
        if isinstance(stored.field, Nested):
            name = prefix + stored.name
            nested = cast("Nested", _resolved(stored.field, outside))
            yield from _derived(nested.family.spec, f"{name}.", _of(nested, name))


def _parts(spec: Spec, prefix: str, derived: Mapping[str, Term], outside: Outside) -> Iterator[Part]:
    def plain(node: Node) -> Node:
        return spelled_out(outside(node), derived)

    for stored in spec.fields:
        name, field = prefix + stored.name, _resolved(stored.field, plain)
        if isinstance(field, Nested):
            yield Part(name, field, Const(0), _once(_owed(field, name)))
            yield from _parts(field.family.spec, f"{name}.", derived, _of(field, name))
            continue
        yield Part(name, field, cast("Term", plain(stored.size)), _once(_owed(field, name)))


def _resolved(field: Field, outside: Outside) -> Field:
    if isinstance(field, Padding):
        assert field.rest is not None
        return field.filling(cast("Term", outside(field.rest)))
    return field.resolved(lambda size: cast("Term", outside(as_term(size))))


def _of(nested: Nested, name: str) -> Outside:
    """From the terms of a nested family to those of the family around it."""
    return lambda node: nested.outside(node, name)


def _once(owed: Iterable[Owed]) -> tuple[Owed, ...]:
    return tuple({each.predicate.key(): each for each in owed}.values())


def _owed(field: Field, name: str) -> Iterator[Owed]:
    for term in measures(field):
        yield from _valued(term)
    nested = field.element if isinstance(field, Array) else field
    if isinstance(nested, Nested):
        yield from _member(nested, name)
    if isinstance(field, Array) and not isinstance(field.size(name), BytesOf):
        some = as_term(field.length) > 0
        for owed in _valued(field.element.size(name)):
            yield owed._replace(predicate=some.implies(owed.predicate))


def _valued(node: Node) -> Iterator[Owed]:
    return (Owed(duty.sentence, duty.predicate) for duty in duties(node))


def _member(nested: Nested, name: str) -> Iterator[Owed]:
    """That the dims which are given to a nested family are some of its dims."""
    spec = nested.family.spec
    for dim, term in nested.dims.items():
        bounds = spec.dims[dim]
        inside, sentence = between(as_term(term), Const(bounds.low), Const(bounds.high))
        yield Owed(f"{dim} of {name} is one of {spec.name}: {sentence}", inside)
    for stated in spec.refinements:
        plain = spelled_out(stated.predicate, spec.derived)
        if names(plain) <= set(spec.dims):
            predicate = cast("Predicate", nested.outside(plain, name))
            yield from _valued(predicate)
            yield Owed(f"of {name}, {stated.sentence}", predicate)
