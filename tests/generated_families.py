"""Families drawn by Hypothesis, nested to depth three, with values that fit them; and what fits no more.

`members` draws a family at dims with matching values, `mutations` and `misfits` changes to bytes and values.
`kinds_of` says what a family is made of, so that a test can tell what was never drawn.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from bob.spec.family import Family, FamilyMeta
from bob.spec.fields import U8, Array, Bytes, Dim, Nested, Prefixed, Scalar, as_term
from bob.spec.terms import Const, Name
from tests.generated_shapes import (
    FLAT,
    MOST,
    SMALL,
    Shape,
    Size,
    a_magic,
    a_scalar,
    choose,
    elements,
    padding,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.spec.at import FamilyAt
    from bob.spec.fields import Declaration, Field
    from bob.spec.specification import Spec
    from bob.spec.terms import Term
    from tests.generated_shapes import Values


class Drawn(NamedTuple):
    """A family, and how to draw values for a record of it."""

    family: FamilyMeta
    shapes: tuple[Shape, ...]

    def values(self, draw: Any, n: int, m: int) -> Values:
        found: Values = {}
        for shape in self.shapes:
            found.update(shape.values(draw, SimpleNamespace(n=n, m=m, **found)))
        return found


def _nested(draw: Any, name: str, depth: int) -> Shape:
    inner = draw(families(depth - 1))
    n, m = _dim(draw, f"{name}_n"), _dim(draw, f"{name}_m")

    def values(draw: Any, f: Any) -> Values:
        found = {**n.values(draw), **m.values(draw)}
        known = SimpleNamespace(**vars(f), **found)
        return {**found, name: inner.values(draw, n.of(known), m.of(known))}

    return Shape({**n.declared, **m.declared, name: Nested(inner.family, n=n.of, m=m.of)}, values)


def _records(draw: Any, name: str, depth: int) -> Shape:
    inner = draw(families(depth - 1))
    n, m = _dim(draw, f"{name}_n"), Size({}, lambda f: f.m)
    items = elements(
        draw,
        name,
        lambda _: Nested(inner.family, n=n.of, m=m.of),
        lambda draw, f: inner.values(draw, n.of(f), m.of(f)),
    )

    def values(draw: Any, f: Any) -> Values:
        found = n.values(draw)
        return {**found, **items.values(draw, SimpleNamespace(**vars(f), **found))}

    return Shape({**n.declared, **items.declared}, values)


def _dim(draw: Any, name: str) -> Size:
    """What is passed as a dim, which lies from 0 to `MOST`."""
    number = draw(SMALL)
    return choose(
        draw,
        Size({name: U8()}, lambda f: getattr(f, name)),
        Size({}, lambda f: f.n),
        Size({}, lambda _: number),
        Size({}, lambda f: (f.n + f.m) // 2),
    )


_DEEP = [_nested, _records]


@st.composite
def families(draw: Any, depth: int) -> Drawn:
    """A family in which records are nested at most `depth` deep."""
    makers, most = ([*FLAT, *_DEEP * 6], 3) if depth else (FLAT, 5)
    chosen = [choose(draw, *makers) for _ in range(draw(st.integers(1, most)))]
    shapes = [choose(draw, a_magic, a_scalar)(draw, "first", depth), a_scalar(draw, "tag", depth)]
    shapes += [maker(draw, name, depth) for maker, name in zip(chosen, "abcde", strict=False)]
    if draw(st.booleans()):
        shapes.append(padding(draw))
    body: dict[str, Declaration] = {"n": Dim(0, MOST), "m": Dim(0, MOST)}
    for shape in shapes:
        body.update(shape.declared)
    return Drawn(FamilyMeta(f"Drawn{depth}", (Family,), body), tuple(shapes))


class Member(NamedTuple):
    """A family at dims, and values that fit it; `equals` fields are left out."""

    at: FamilyAt
    values: Values

    def __repr__(self) -> str:
        fields = (f"{s.name}: {type(s.field).__name__} of {s.size!r} bytes" for s in self.at.spec.fields)
        return f"{self.at!r} [{'; '.join(fields)}] {self.values}"


@st.composite
def members(draw: Any, depth: int) -> Member:
    """A member of a drawn family in which records are nested at most `depth` deep."""
    drawn = draw(families(depth))
    n, m = draw(SMALL), draw(SMALL)
    return Member(drawn.family.at(n=n, m=m), drawn.values(draw, n, m))


class Mutation(NamedTuple):
    """A change to good bytes, drawn before them: Hypothesis draws least of what it draws last."""

    kind: str
    numbers: tuple[int, int, int]
    tail: bytes

    def of(self, content: bytes, starts: Sequence[int]) -> bytes:
        """`content` cut, continued, spliced, or changed near one of `starts`."""
        one, two, three = (number % (len(content) + 1) for number in self.numbers)
        match self.kind:
            case "cut":
                return content[:one]
            case "continue":
                return content + self.tail
            case "splice":
                return content[:one] + content[min(two, three) : max(two, three)] + content[one:]
        changed = bytearray(content)
        start = starts[self.numbers[0] % len(starts)]
        changed[min(start + max(0, self.numbers[1] % 6 - 3), len(content) - 1)] ^= 1 + self.numbers[2] % 255
        return bytes(changed)


_ANY = st.integers(0, 2**16)
mutations = st.builds(
    Mutation,
    st.sampled_from(["flip", "flip", "flip", "cut", "continue", "splice"]),
    st.tuples(_ANY, _ANY, _ANY),
    st.binary(min_size=1, max_size=9),
)


class Misfit(NamedTuple):
    """A change to values that fit, drawn before them."""

    kind: str
    numbers: tuple[int, int]

    def of(self, values: Values) -> Values:
        """`values` of which one is missing, unknown, of another kind, out of range, or just another."""
        first, second = self.numbers
        changed = dict(values)
        name = list(values)[first % len(values)]
        match self.kind:
            case "missing":
                del changed[name]
            case "unknown":
                changed[f"{name}_unknown"] = values[name]
            case "replaced":
                changed[name] = _WRONG[second % len(_WRONG)]
            case "nudged":
                numbers = [other for other, value in values.items() if isinstance(value, int)]
                changed[numbers[first % len(numbers)]] = (0, 0, 0, 2, 99, 255)[second % 6]
        return changed


_WRONG = (None, True, -1, 2**64, 1.5, "text", [], [None], {}, bytes(99), [0] * 99)
misfits = st.builds(
    Misfit,
    st.sampled_from(["nudged", "nudged", "nudged", "replaced", "missing", "unknown"]),
    st.tuples(_ANY, _ANY),
)


def kinds_of(spec: Spec, depth: int = 0) -> list[str]:
    """What a family is made of, inner records included: kinds of field, of element and of size, and depth."""
    found = [f"depth {depth}"]
    for stored in spec.fields:
        found += _kinds(stored.field, spec, depth)
    found += ["Derived"] * bool(spec.derived) + ["Ghost"] * bool(spec.ghosts)
    return found + [type(node).__name__ for stated in spec.refinements for node in stated.predicate.walk()]


def _kinds(field: Field, spec: Spec, depth: int) -> list[str]:
    kind = type(field).__name__
    match field:
        case Scalar() if field.equals is not None:
            return [kind, "equals"]
        case Bytes():
            return [kind, f"Bytes of {_source(as_term(field.length), spec)}"]
        case Prefixed():
            return [kind, f"Prefixed by {type(field.prefix).__name__}"]
        case Nested():
            dims = [f"dim from {_source(as_term(term), spec)}" for term in field.dims.values()]
            return [kind, *dims, *kinds_of(field.family.spec, depth + 1)]
        case Array():
            element = type(field.element).__name__
            length = f"Array of {_source(as_term(field.length), spec)}"
            return [kind, f"Array of {element}", length, *_kinds(field.element, spec, depth)]
    return [kind]


def _source(term: Term, spec: Spec) -> str:
    """Where a size comes from."""
    match term:
        case Const():
            return "a number"
        case Name() if term.name in spec.dims:
            return "a dim"
        case Name() if term.name not in spec.derived:
            return "a field"
    return "a term"
