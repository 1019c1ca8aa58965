"""Polynomials with integer factors over names, as the checker has them: sorted names -> factor, never 0.

Written apart from the checker on purpose: what finds certificates shares no arithmetic with what checks them.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Monomial: TypeAlias = tuple[str, ...]
Polynomial: TypeAlias = dict[Monomial, int]


def constant(value: int) -> Polynomial:
    """A number as a polynomial."""
    return {(): value} if value else {}


def combined(parts: Iterable[tuple[int, Monomial, Polynomial]]) -> Polynomial:
    """The sum of factor times monomial times polynomial."""
    total: Polynomial = {}
    for factor, monomial, polynomial in parts:
        for names, value in polynomial.items():
            key = product(monomial, names)
            total[key] = total.get(key, 0) + factor * value
    return {names: value for names, value in total.items() if value}


def product(one: Monomial, other: Monomial) -> Monomial:
    """The product of two monomials."""
    if not one:
        return other
    return tuple(sorted(one + other)) if other else one


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    return combined((value, names, other) for names, value in one.items())


def quotient(whole: Monomial, part: Monomial) -> Monomial | None:
    """What `part` is multiplied by to give `whole`, if there is such a monomial."""
    left = list(whole)
    for name in part:
        if name not in left:
            return None
        left.remove(name)
    return tuple(left)


def denied(polynomial: Polynomial) -> Polynomial:
    """`-1 - p`, which is at least 0 exactly where p is not."""
    return combined([(-1, (), polynomial), (-1, (), {(): 1})])


def content(polynomial: Polynomial) -> int:
    """The greatest common divisor of all factors but the constant one's; 0 for a number."""
    return gcd(*(value for names, value in polynomial.items() if names))


def degree(polynomial: Polynomial) -> int:
    """The length of the longest monomial."""
    return max(map(len, polynomial), default=0)
