"""A judge's assignment evaluated again in plain Python: `replay`.

A judge may be wrong, or a text may not say what the family says; so its values are no counterexample, and no
member either, before `bob.spec.evaluation` agrees. What derives a field is computed here, never taken from
the assignment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bob.proof.points import reached
from bob.proof.scope import Elements, Unwalkable, put, scope_of
from bob.spec.evaluation import Fault, evaluate, holds, look_up
from bob.spec.failures import failures
from bob.spec.premises import Kind, definitions
from bob.spec.specification import spelled_out
from bob.spec.terms import AllDifferent, BytesOf, Every, Item, Length, Name, Predicate, Term, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.proof.judges import Assignment
    from bob.spec.obligation import Obligation
    from bob.spec.premises import Premise
    from bob.spec.terms import Node

_MOST_ELEMENTS = 2**20
_SHOWN_ELEMENTS = 8
_SHOWN_PLACES = 3


class Member(NamedTuple):
    """Values of a family's quantities, and what the goal says of them.

    `quantities` holds dims, scalars, lengths, ghosts and the first elements of arrays; `derived` what follows
    from them, None where it has no value; `reads` the names on which the goal depends, those on the way
    included; `sides` what the goal compares where it is false.
    """

    quantities: Mapping[str, int | list[int]]
    derived: Mapping[str, int | None]
    reads: frozenset[str]
    sides: tuple[str, ...]


class Replay(NamedTuple):
    """The member that an assignment stands for; `objection`, unless empty, says why it is not believed."""

    member: Member
    objection: str


def replay(obligation: Obligation, assignment: Assignment, most_elements: int = _MOST_ELEMENTS) -> Replay:
    """Evaluate the premises, which are to be true, and the goal, which is to be false or without a value.

    Where that means to walk more elements than `most_elements`, the objection says so.
    """
    derived = definitions(obligation.given)
    premises = [
        premise._replace(predicate=cast("Predicate", spelled_out(premise.predicate, derived)))
        for premise in obligation.given
        if premise.kind is not Kind.DEFINITION
    ]
    stated = [premise.predicate for premise in premises]
    goals = () if obligation.goal is None else (cast("Predicate", spelled_out(obligation.goal, derived)),)
    whole = {name: cast("Term", spelled_out(term, derived)) for name, term in derived.items()}
    nodes = [*stated, *whole.values(), *goals]
    scope = scope_of(nodes, assignment)
    try:
        _require_walkable([*stated, *goals], scope, most_elements)
        objection = _objection(premises, goals, scope)
        sides = _sides(obligation, scope, whole) if not objection else ()
    except Unwalkable as unwalkable:
        objection, sides = f"not replayed: {unwalkable}", ()
    reads = _mentioned([] if obligation.goal is None else reached(obligation.goal, obligation.given))
    values = {name: _value(term, scope) for name, term in whole.items()}
    return Replay(Member(_quantities(nodes, scope), values, reads, sides), objection)


def _objection(premises: list[Premise], goals: tuple[Predicate, ...], scope: Mapping[str, Any]) -> str:
    for premise in premises:
        truth = _truth(premise.predicate, scope)
        # A field whose size has no value holds nothing that could be out of range.
        if truth is False or (truth is not True and premise.kind is not Kind.RANGE):
            why = truth or "false"
            return f"the judge's values are no member of the family: {why}: {premise.sentence}"
    if any(_truth(goal, scope) is True for goal in goals):
        return "the claim holds for the judge's counterexample"
    sizes = [text(inner) for goal in goals for inner in goal.walk() if isinstance(inner, BytesOf)]
    if sizes:
        return f"whether elements can add up to {sizes[0]} = {scope[sizes[0]]} is open: they were not built"
    return ""


def _truth(predicate: Predicate, scope: Mapping[str, Any]) -> bool | str:
    """Whether it holds, or why it has no value."""
    try:
        return holds(predicate, scope)
    except Fault as fault:
        return str(fault)


def _value(term: Term, scope: Mapping[str, Any]) -> int | None:
    try:
        return evaluate(term, scope)
    except (Fault, Unwalkable):
        return None


def _require_walkable(predicates: list[Predicate], scope: Mapping[str, Any], most: int) -> None:
    """Raises `Unwalkable` for a quantifier over more than `most` elements."""
    for node in (inner for predicate in predicates for inner in predicate.walk()):
        if isinstance(node, Every | AllDifferent):
            try:
                limit = evaluate(node.bound.below, scope)
            except (Fault, KeyError):  # has no value, or depends on a variable around it
                continue
            if limit > most:
                raise Unwalkable(f"{text(node.bound.below)} = {limit} elements")


def _sides(obligation: Obligation, scope: dict[str, Any], whole: Mapping[str, Term]) -> tuple[str, ...]:
    """What the goal compares where it is false, under the family's own names."""
    if obligation.goal is None:
        return ()
    for name, term in whole.items():
        value = _value(term, scope)
        if value is None and name in _mentioned([obligation.goal]):
            return (f"{name} has no value",)
        put(scope, name.split("."), value)
    found = [failure.found for failure in failures(obligation.goal, scope)]
    rest = len(found) - _SHOWN_PLACES
    return (*found[:_SHOWN_PLACES], *([f"and at {rest} more places"] if rest > 0 else []))


def _mentioned(nodes: Iterable[Node]) -> frozenset[str]:
    return frozenset(_called(inner) for node in nodes for inner in node.walk() if _is_quantity(inner))


def _is_quantity(node: Node) -> bool:
    return isinstance(node, Name | Length | BytesOf | Item)


def _called(node: Node) -> str:
    return node.column if isinstance(node, Item) else text(node)


def _quantities(nodes: list[Node], scope: Mapping[str, Any]) -> dict[str, int | list[int]]:
    found: dict[str, int | list[int]] = {}
    for node in (inner for whole in nodes for inner in whole.walk() if _is_quantity(inner)):
        if isinstance(node, Item):
            found.setdefault(node.column, _first_elements(node, scope))
        else:
            assert isinstance(node, Term)
            found.setdefault(text(node), evaluate(node, scope))
    return found


def _first_elements(item: Item, scope: Mapping[str, Any]) -> list[int]:
    elements = look_up(scope, item.name)
    assert isinstance(elements, Elements)
    try:
        shown = min(len(elements), _SHOWN_ELEMENTS)
    except (Fault, Unwalkable):
        shown = 0
    return [elements.at(item.path, i) for i in range(shown)]
