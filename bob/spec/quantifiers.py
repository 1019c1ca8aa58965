"""Bounded quantifiers, written as generator expressions: `every`, `all_different`, `below`.

    every(f.targets[p.byte] == p.target for p in f.pairs)
    all_different(p.byte for p in f.pairs)
    every(f.cells[i] <= f.limit for i in below(f.rows))

Iterating an array of a family yields one element, at a variable of its own; the quantifier closes it.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, cast

from bob.spec.terms import AllDifferent, Bound, Every, as_predicate, natural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.spec.terms import Natural, Node, Predicate, Term

_fresh = count()


def fresh(below: Natural) -> Bound:
    """A variable below `below` that no other quantifier has."""
    return Bound(f"?{next(_fresh)}", natural(below))


def below(limit: Natural) -> Iterator[Bound]:
    """For `every(... for i in below(n))`: the naturals below `limit`."""
    yield fresh(limit)


def every(statements: Iterable[Predicate]) -> Predicate:
    """`every(f.targets[p.byte] == p.target for p in f.pairs)`: the statement for all elements."""
    body = as_predicate(_only(statements))
    for bound in reversed(_free(body)):
        closed = Bound(f"i{_height(body)}", bound.below)
        body = Every(closed, cast("Predicate", _renamed(body, bound, closed)))
    return body


def all_different(terms: Iterable[Term]) -> Predicate:
    """`all_different(p.byte for p in f.pairs)`: no two elements share the value."""
    body = natural(_only(terms))
    free = _free(body)
    if len(free) != 1:
        raise TypeError("all_different ranges over one array")
    closed = Bound("i0", free[0].below)
    return AllDifferent(closed, cast("Term", _renamed(body, free[0], closed)))


def _only(items: Iterable[object]) -> object:
    found = list(items)
    if len(found) != 1:
        raise TypeError("a quantifier takes a generator over arrays of the family, without a condition")
    return found[0]


def _free(node: Node) -> list[Bound]:
    found: dict[str, Bound] = {}
    for child in node.walk():
        if isinstance(child, Bound) and child.variable.startswith("?"):
            found.setdefault(child.variable, child)
    return sorted(found.values(), key=lambda bound: int(bound.variable[1:]))


def _height(node: Node) -> int:
    deepest = max((_height(child) for child in node.children()), default=0)
    return deepest + isinstance(node, Every | AllDifferent)


def _renamed(node: Node, old: Bound, new: Bound) -> Node:
    if isinstance(node, Bound) and node.variable == old.variable:
        return new
    return node.rebuild(lambda child: _renamed(child, old, new))
