"""How small and how large one record of a nested family can be: `size_bounds`.

An array whose elements differ in size has no size as a term (`BytesOf`); these bounds are what is known of
it. They are exact where the element's size is made of `+` and `*` over its scalars and lengths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bob.spec.fields import Nested, Prefixed, Scalar, as_term
from bob.spec.specification import spelled_out
from bob.spec.terms import Arith, Const, Length, Name, Term

if TYPE_CHECKING:
    from bob.spec.specification import Spec

_NOTHING = Const(0)


def size_bounds(element: Nested) -> tuple[Term, Term | None]:
    """The fewest and the most bytes of one record, as terms of the family around it; None where unbounded."""
    spec = element.family.spec
    size = cast("Term", spelled_out(spec.record_bytes, spec.derived))
    return _least(size, element), _most(size, element)


def _least(term: Term, element: Nested) -> Term:
    match term:
        case Const():
            return term
        case Name() if term.name in element.dims:
            return as_term(element.dims[term.name])
        case Arith() if term.op in ("+", "*"):
            return _folded(term.op, _least(term.left, element), _least(term.right, element))
    return _NOTHING


def _most(term: Term, element: Nested) -> Term | None:
    match term:
        case Const():
            return term
        case Name() if term.name in element.dims:
            return as_term(element.dims[term.name])
        case Name() | Length():
            limit = _limit(element.family.spec, term.name)
            return None if limit is None else Const(limit - 1)
        case Arith() if term.op == "%" and isinstance(term.right, Const) and term.right.value > 0:
            return Const(term.right.value - 1)
        case Arith() if term.op == "-":
            return _most(term.left, element)
        case Arith() if term.op in ("+", "*"):
            left, right = _most(term.left, element), _most(term.right, element)
            return None if left is None or right is None else _folded(term.op, left, right)
    return None


def _limit(spec: Spec, name: str) -> int | None:
    """The first number that a scalar, or the length of a byte string, cannot be."""
    for stored in spec.fields:
        if stored.name == name and isinstance(stored.field, Scalar):
            return stored.field.limit
        if stored.name == name and isinstance(stored.field, Prefixed):
            return stored.field.prefix.limit
    return None


def _folded(op: str, left: Term, right: Term) -> Term:
    """The sum or product, as a number where both sides are."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(left.value + right.value if op == "+" else left.value * right.value)
    return Arith(op, left, right)
