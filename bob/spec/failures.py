"""Where a predicate is false, and what it says there: `failures`, `stated`.

A quantified statement is walked element by element, so that a reader is told which element breaks it; a
term without a value is a failure too. What terms and predicates are is `bob.spec.evaluation`'s to say.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from bob.spec.evaluation import (
    NO_VARIABLES,
    Fault,
    evaluate,
    holds,
    repeats_of,
    truth_of,
    value_of,
    walked,
    written,
)
from bob.spec.terms import AllDifferent, And, Compare, Const, Every, Predicate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.spec.evaluation import Scope, Variables
    from bob.spec.terms import Node

    Failing: TypeAlias = Callable[[Scope, Variables], list["Failure"]]


# Of one statement so many places are told. A file in which every element is wrong would take seconds, and
# many times its own size, to tell in full.
MOST_PLACES = 200
_NOT_ALL = f" (and so may others after it: only the first {MOST_PLACES} are told)"


class Failure(NamedTuple):
    """Where a predicate is false: the quantified statement, its variables' values, and what it says there.

    `fault` tells that the statement has no truth there, because a term in it has no value.
    """

    statement: Predicate
    variables: Variables
    found: str
    fault: bool = False


def failures(predicate: Predicate, scope: Scope, variables: Variables = NO_VARIABLES) -> list[Failure]:
    """The places at which `predicate` is false or has no value, `MOST_PLACES` of each quantifier at most.

    Raises `Unbound` for a name.
    """
    return _failing(predicate)(scope, variables)


def _failing(predicate: Predicate) -> Failing:
    match predicate:
        case And():
            return _failing_parts([_failing(term) for term in predicate.terms])
        case Every():
            return _guarded(predicate, _failing_elements(predicate))
        case AllDifferent():
            return _guarded(predicate, _failing_repeats(predicate))
    truth = truth_of(predicate)

    def failing(scope: Scope, variables: Variables) -> list[Failure]:
        if truth(scope, variables):
            return []
        return [Failure(predicate, variables, stated(predicate, scope, variables))]

    return _guarded(predicate, failing)


def _guarded(predicate: Predicate, failing: Failing) -> Failing:
    """`failing`, where a fault is a failure of `predicate`."""

    def guarded(scope: Scope, variables: Variables) -> list[Failure]:
        try:
            return failing(scope, variables)
        except Fault as fault:
            return [Failure(predicate, variables, str(fault), fault=True)]

    return guarded


def _failing_parts(parts: list[Failing]) -> Failing:
    """The failures of all parts; behind one that is false, none has to have a value."""

    def failing(scope: Scope, variables: Variables) -> list[Failure]:
        found: list[Failure] = []
        for part in parts:
            found += [failure for failure in part(scope, variables) if not (found and failure.fault)]
        return found

    return failing


def _failing_elements(predicate: Every) -> Failing:
    bound, body = predicate.bound, _failing(predicate.body)
    limit = value_of(bound.below)

    def failing(scope: Scope, variables: Variables) -> list[Failure]:
        indices = walked(bound, limit(scope, variables), scope)
        return _first(found for i in indices for found in body(scope, {**variables, bound.variable: i}))

    return failing


def _failing_repeats(predicate: AllDifferent) -> Failing:
    name, repeats = predicate.bound.variable, repeats_of(predicate)

    def failing(scope: Scope, variables: Variables) -> list[Failure]:
        return _first(
            Failure(predicate, {**variables, name: pair[1]}, _shared(predicate, scope, variables, pair))
            for pair in repeats(scope, variables)
        )

    return failing


def _first(found: Iterator[Failure]) -> list[Failure]:
    """The first `MOST_PLACES`; where there are more, the last of them says so."""
    told = list(islice(found, MOST_PLACES))
    if next(found, None) is not None:
        told[-1] = told[-1]._replace(found=told[-1].found.removesuffix(_NOT_ALL) + _NOT_ALL)
    return told


def _shared(predicate: AllDifferent, scope: Scope, variables: Variables, pair: tuple[int, int]) -> str:
    places = [{**variables, predicate.bound.variable: i} for i in pair]
    value = evaluate(predicate.body, scope, places[0])
    return " = ".join([*(written(predicate.body, place) for place in places), str(value)])


def stated(predicate: Predicate, scope: Scope, variables: Variables = NO_VARIABLES) -> str:
    """The values that the sides of each comparison in `predicate` take, as `name = value`, joined.

    A quantified part is shown by whether it holds.
    """
    shown: dict[str, str] = {}
    for part in _joined(predicate):
        if not isinstance(part, Compare):
            shown[f"({written(part, variables)})"] = _shown(holds, part, scope, variables)
            continue
        for side in (part.left, part.right):
            if not isinstance(side, Const):
                shown[written(side, variables)] = _shown(evaluate, side, scope, variables)
    return ", ".join(f"{name} = {value}" for name, value in shown.items())


def _joined(predicate: Predicate) -> list[Predicate]:
    """The comparisons and quantified parts that a predicate joins, in order."""
    if isinstance(predicate, Compare | Every | AllDifferent):
        return [predicate]
    return [part for child in predicate.children() for part in _joined(cast("Predicate", child))]


def _shown(
    read: Callable[[Any, Scope, Variables], int], node: Node, scope: Scope, variables: Variables
) -> str:
    try:
        return str(read(node, scope, variables)).lower()
    except Fault:
        return "no value"
