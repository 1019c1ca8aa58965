"""The flat parts of which drawn families are made: a few declarations, and how values that fit are drawn.

A size is one lambda, which the family reads as a term and the drawing of values as a number. Every family
has the dims `n` and `m`, from 0 to `MOST`. Records inside records are `tests.generated_families`'.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from bob.spec.family import Family
from bob.spec.fields import (
    F32,
    U8,
    U16,
    U32,
    U64,
    Array,
    Bytes,
    Declaration,
    Derived,
    Ghost,
    Magic,
    Padding,
    Prefixed,
    Refine,
    Scalar,
)
from bob.spec.quantifiers import all_different, every
from bob.spec.references import length_of, record_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 2
SCALARS: tuple[type[Scalar], ...] = (F32, U8, U16, U32, U64)
PREFIXES: tuple[type[Scalar], ...] = (U32, U16, U8, U64)
SMALL, POSITIVE = st.integers(0, MOST), st.integers(1, MOST)
Values = dict[str, Any]


def choose(draw: Any, *options: Any) -> Any:
    """One of the options; cheaper than a strategy of their own where they are made anew each time."""
    return options[draw(st.integers(0, len(options) - 1))]


class Shape(NamedTuple):
    """Declarations, and a function of `draw` and the names known so far that draws values for them."""

    declared: dict[str, Declaration]
    values: Callable[[Any, Any], Values]


class Size(NamedTuple):
    """A number of bytes or elements: what must be declared for it, and the lambda that gives it."""

    declared: dict[str, Declaration]
    of: Callable[[Any], Any]

    def values(self, draw: Any) -> Values:
        return {name: draw(SMALL) for name in self.declared}


def a_size(draw: Any, name: str) -> Size:
    number = draw(SMALL)
    count = f"{name}_count"
    kind = choose(draw, *PREFIXES)
    return choose(
        draw,
        Size({count: kind()}, lambda f: getattr(f, count)),
        Size({}, lambda f: f.n),
        Size({}, lambda _: number),
        Size({}, lambda f: f.m * f.n + number),
        Size({count: kind()}, lambda f: 2 * getattr(f, count) + f.n),
    )


def _numbers(kind: type[Scalar], *, below: int | None = None) -> st.SearchStrategy[int]:
    limit = below or kind().limit
    return st.integers(0, limit - 1) | st.sampled_from([0, limit - 1])


def a_scalar(draw: Any, name: str, _depth: int) -> Shape:
    kind = choose(draw, *SCALARS)
    return Shape({name: kind()}, lambda draw, _: {name: draw(_numbers(kind))})


def a_magic(draw: Any, name: str, _depth: int) -> Shape:
    return Shape({name: Magic(draw(st.binary(min_size=1, max_size=5)))}, lambda *_: {})


def _bytes(draw: Any, name: str, _depth: int) -> Shape:
    size = a_size(draw, name)

    def values(draw: Any, f: Any) -> Values:
        found = size.values(draw)
        length = size.of(SimpleNamespace(**vars(f), **found))
        return {**found, name: draw(st.binary(min_size=length, max_size=length))}

    return Shape({**size.declared, name: Bytes(size.of)}, values)


def _prefixed(draw: Any, name: str, _depth: int) -> Shape:
    kind = choose(draw, *PREFIXES)
    return Shape({name: Prefixed(kind)}, lambda draw, _: {name: draw(st.binary(max_size=5))})


def _array(draw: Any, name: str, _depth: int) -> Shape:
    kind = choose(draw, *SCALARS)
    return elements(draw, name, lambda _: kind(), lambda draw, _: draw(_numbers(kind)))


def _strings(draw: Any, name: str, _depth: int) -> Shape:
    number = draw(POSITIVE)
    width = choose(draw, lambda _: number, lambda f: f.m + 1)
    return elements(
        draw,
        name,
        lambda _: Bytes(width),
        lambda draw, f: draw(st.binary(min_size=width(f), max_size=width(f))),
    )


def elements(draw: Any, name: str, element: Callable[[Any], Any], value: Callable[[Any, Any], Any]) -> Shape:
    size = a_size(draw, name)

    def values(draw: Any, f: Any) -> Values:
        found = size.values(draw)
        known = SimpleNamespace(**vars(f), **found)
        return {**found, name: [value(draw, known) for _ in range(size.of(known))]}

    return Shape({**size.declared, name: Array(element(draw), size.of)}, values)


def _derived(_draw: Any, name: str, _depth: int) -> Shape:
    wide = f"{name}_bytes"
    declared = {name: Derived(lambda f: f.n + f.m), wide: Bytes(lambda f: 2 * getattr(f, name))}

    def values(draw: Any, f: Any) -> Values:
        length = 2 * (f.n + f.m)
        return {wide: draw(st.binary(min_size=length, max_size=length))}

    return Shape(declared, values)


def _equal(draw: Any, name: str, _depth: int) -> Shape:
    """A scalar that the rest fixes, and so need not be given."""
    text = f"{name}_text"
    equals = choose(
        draw,
        lambda _: record_bytes(),
        lambda f: length_of(getattr(f, text)) + f.n,
        lambda _: 7,
    )
    declared = {name: choose(draw, U32, U64)(equals=equals), text: Prefixed(U8)}
    return Shape(declared, lambda draw, _: {text: draw(st.binary(max_size=3))})


def _bounded(draw: Any, name: str, _depth: int) -> Shape:
    limit = draw(st.integers(1, 200))
    rule = Refine(lambda f: getattr(f, name) < limit, f"{name} is below {limit}")
    return Shape({name: U8(), f"{name}_rule": rule}, lambda draw, _: {name: draw(_numbers(U8, below=limit))})


def _joined(draw: Any, name: str, _depth: int) -> Shape:
    """Two scalars, both small or both large, said in one of several ways."""
    other = f"{name}_other"
    said = choose(
        draw,
        lambda a, b: (a < 100).iff(b < 100),
        lambda a, b: (a < 100).implies(b < 100) & (b < 100).implies(a < 100),
        lambda a, b: ((a < 100) & (b < 100)) | (~(a < 100) & (b != 99) & (b >= 100)),
    )
    rule = Refine(lambda f: said(getattr(f, name), getattr(f, other)), f"{name} and {other} are alike")

    def values(draw: Any, _: Any) -> Values:
        low = choose(draw, 0, 100)
        return {key: draw(st.integers(low, low + 99)) for key in (name, other)}

    return Shape({name: U16(), other: U8(), f"{name}_rule": rule}, values)


def _each(draw: Any, name: str, _depth: int) -> Shape:
    """An array whose elements are bounded, or all different."""
    size = a_size(draw, name)
    limit = draw(st.integers(1, 250))
    different = draw(st.booleans())
    if different:
        rule = Refine(lambda f: all_different(item for item in getattr(f, name)), "all are different")
    else:
        rule = Refine(lambda f: every(item <= limit for item in getattr(f, name)), f"each is within {limit}")

    def values(draw: Any, f: Any) -> Values:
        found = size.values(draw)
        length = size.of(SimpleNamespace(**vars(f), **found))
        numbers = st.integers(0, 250 if different else limit)
        items = draw(st.lists(numbers, min_size=length, max_size=length, unique=different))
        return {**found, name: items}

    return Shape({**size.declared, name: Array(U16, size.of), f"{name}_rule": rule}, values)


class Entry(Family):
    """A place in a table and what stands there."""

    index = U8()
    value = U16()


def _table(_draw: Any, name: str, _depth: int) -> Shape:
    """Entries that repeat what a table says."""
    entries = f"{name}_entries"

    def agree(f: Any) -> Any:
        return every(getattr(f, name)[e.index] == e.value for e in getattr(f, entries))

    def values(draw: Any, f: Any) -> Values:
        table = draw(st.lists(_numbers(U16), min_size=f.n + 1, max_size=f.n + 1))
        indices = draw(st.lists(st.integers(0, f.n), min_size=2, max_size=2))
        return {name: table, entries: [{"index": i, "value": table[i]} for i in indices]}

    declared = {
        name: Array(U16, lambda f: f.n + 1),
        entries: Array(Entry, 2),
        f"{name}_rule": Refine(agree, "the entries agree with the table"),
    }
    return Shape(declared, values)


def _span(draw: Any, name: str, _depth: int) -> Shape:
    """Bytes whose number is a difference or a quotient, which not every two bytes have."""
    first, last = f"{name}_first", f"{name}_last"
    exact = draw(st.booleans())

    def size(f: Any) -> Any:
        return getattr(f, last) / getattr(f, first) if exact else getattr(f, last) - getattr(f, first)

    def values(draw: Any, _: Any) -> Values:
        start, length = draw(POSITIVE), draw(SMALL)
        end = start * length if exact else start + length
        return {first: start, last: end, name: draw(st.binary(min_size=length, max_size=length))}

    return Shape({first: U8(), last: U8(), name: Bytes(size)}, values)


def _ghost(_draw: Any, name: str, _depth: int) -> Shape:
    rule = Refine(lambda f: getattr(f, name) <= f.n + 9, "a statement for proofs alone")
    return Shape({name: Ghost(0, 9), f"{name}_rule": rule}, lambda *_: {})


def padding(draw: Any) -> Shape:
    """Zeros up to an alignment, and perhaps bytes of a known number after them."""
    declared: dict[str, Declaration] = {"padding": Padding(choose(draw, 2, 4, 8))}
    if draw(st.booleans()):
        return Shape(declared, lambda *_: {})
    seal = st.binary(min_size=2, max_size=2)
    return Shape({**declared, "seal": Bytes(2)}, lambda draw, _: {"seal": draw(seal)})


# Hypothesis draws the first most, so the shapes that can go wrong in most ways come first.
FLAT = [
    _span,
    _bounded,
    _bytes,
    _array,
    a_magic,
    _table,
    _each,
    _strings,
    _prefixed,
    _joined,
    _equal,
    _derived,
    a_scalar,
    _ghost,
]
