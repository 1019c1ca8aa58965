"""Whether a goal says nothing that its premises do not say already, before any simplification: `is_empty`.

A goal is empty if it is one of the premises, if it compares a term with itself, or if it is made of such
goals alone. Trees are compared as they stand; no arithmetic is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bob.spec.terms import And, Compare, Every, Iff, Implies, Or, Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Known: TypeAlias = "frozenset[tuple[object, ...]]"


def known(premises: Iterable[Predicate]) -> Known:
    """The premises, their conjuncts, and their equations read either way, ready for `is_empty`."""
    return frozenset(key for premise in premises for key in _keys(premise))


def is_empty(goal: Predicate, given: Known) -> bool:
    """Whether nothing is left of `goal` once what is `given`, and comparisons of a term with itself, go."""
    if goal.key() in given:
        return True
    match goal:
        case Compare():
            return goal.left.same(goal.right)
        case Iff():
            return goal.left.same(goal.right)
        case And():
            return all(is_empty(term, given) for term in goal.terms)
        case Or():
            return any(is_empty(term, given) for term in goal.terms)
        case Implies():
            return is_empty(goal.right, given.union(_keys(goal.left)))
        case Every():
            return is_empty(goal.body, given.union(_keys(goal.bound < goal.bound.below)))
    return False


def _keys(premise: Predicate) -> Iterator[tuple[object, ...]]:
    yield premise.key()
    match premise:
        case And():
            for term in premise.terms:
                yield from _keys(term)
        case Compare() if premise.op in ("==", "!="):
            yield Compare(premise.op, premise.right, premise.left).key()
