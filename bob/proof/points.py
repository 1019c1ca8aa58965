"""Assignments of an obligation's plain quantities, read in Python at once: `Points`.

A point gives a number to each dim, scalar, length and ghost, under its name as a reader writes it. Thousands
of points take as long as one question to a judge. Elements of arrays are 0, or what a magic byte string has
there; where the goal or a refinement reads elements, that decides nothing, and `whole` is false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from bob.proof.scope import put
from bob.proof.smtlib import symbol
from bob.spec.evaluation import NO_VARIABLES, Fault, Unbound, truth_of, value_of
from bob.spec.premises import Kind, definitions
from bob.spec.specification import spelled_out
from bob.spec.terms import AllDifferent, And, BytesOf, Compare, Const, Every, Item, Length, Name, names, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from bob.proof.judges import Assignment
    from bob.spec.evaluation import Truth
    from bob.spec.obligation import Obligation
    from bob.spec.premises import Premise
    from bob.spec.terms import Node, Predicate, Term

    Point: TypeAlias = Mapping[str, int]

_BOUNDING = (Kind.BOUNDS, Kind.GHOST, Kind.RANGE)


class Quantity(NamedTuple):
    """What nothing derives; `low` is 0, and `high` nothing, where a bound is no number."""

    node: Name | Length
    kind: Kind
    low: int
    high: int | None

    @property
    def name(self) -> str:
        """As it is called at a point."""
        return text(self.node)


def quantities(obligation: Obligation) -> tuple[Quantity, ...]:
    """What nothing derives and the goal depends on (for a member: all of it), unless its value is fixed."""
    found = tuple(_bounded(obligation.given))
    if obligation.goal is None:
        return found
    read = {name for node in reached(obligation.goal, obligation.given) for name in names(node)}
    return tuple(each for each in found if each.node.name in read)


def compared(obligation: Obligation) -> tuple[Quantity, ...]:
    """The quantities whose largest makes a counterexample small or not: the dims, else all of them."""
    found = quantities(obligation)
    return tuple(each for each in found if each.kind is Kind.BOUNDS) or found


def reached(goal: Node, given: Iterable[Premise]) -> list[Node]:
    """The goal, and the terms on which it depends: by definition, or by an equation."""
    terms: dict[str, list[Term]] = {name: [term] for name, term in definitions(given).items()}
    for name, term in _equations(given):
        terms.setdefault(name, []).append(term)
    found: list[Node] = [goal]
    seen: set[str] = set()
    for node in found:
        more = names(node) - seen
        seen |= more
        found += [term for name in sorted(more) for term in terms.get(name, ())]
    return found


def _bounded(given: Iterable[Premise]) -> Iterator[Quantity]:
    for premise in given:
        if premise.kind in _BOUNDING:
            match premise.predicate:
                case And(
                    terms=(
                        Compare(op="<=", left=low, right=Name() | Length() as node),
                        Compare(op=op, right=high),
                    )
                ):
                    most = high.value - (op == "<") if isinstance(high, Const) else None
                    yield Quantity(node, premise.kind, low.value if isinstance(low, Const) else 0, most)


def _equations(given: Iterable[Premise]) -> Iterator[tuple[str, Term]]:
    """The quantities that a refinement says are equal to a term over others."""
    for premise in given:
        if premise.kind is Kind.REFINEMENT:
            match premise.predicate:
                case Compare(op="==", left=Name() as left, right=right) if left.name not in names(right):
                    yield left.name, right


class Values:
    """A point as an assignment of a judge."""

    def __init__(self, point: Point, elements: Mapping[tuple[str, int], int]) -> None:
        self._point = point
        self._elements = elements

    def number(self, symbol: str) -> int:
        """The value of a quantity; 0 where the point has none."""
        return self._point.get(symbol.strip("|"), 0)

    def element(self, symbol: str, index: int) -> int:
        """The element that has to be there, else 0."""
        return self._elements.get((symbol.strip("|"), index), 0)


class Points:
    """What an obligation says at points."""

    def __init__(self, obligation: Obligation) -> None:
        derived = definitions(obligation.given)
        stated = [premise for premise in obligation.given if premise.kind is not Kind.DEFINITION]
        goals = [] if obligation.goal is None else [obligation.goal]
        nodes: list[Node] = [*(premise.predicate for premise in stated), *derived.values(), *goals]
        inner = [node for whole in nodes for node in whole.walk()]
        said = [premise.predicate for premise in stated if premise.kind is not Kind.RANGE]
        self.whole = all(map(_is_plain, [*said, *derived.values(), *goals])) and not any(
            isinstance(node, BytesOf) for node in inner
        )
        plain = {text(n): n for n in inner if isinstance(n, Name | Length) and n.name not in derived}
        self._symbols = {name: symbol(node) for name, node in plain.items()}
        self._places = {name: node.name.split(".") for name, node in plain.items()}
        self._elements = dict(_constants(stated))
        self._derived = [(name.split("."), value_of(term)) for name, term in _in_order(derived)]
        self._settled = [
            (name, value_of(cast("Term", spelled_out(term, derived))))
            for name, term in _equations(stated)
            if name in plain
        ]
        self._stated = [
            (truth_of(p.predicate), p.kind is Kind.RANGE) for p in stated if _is_plain(p.predicate)
        ]
        self._goal = None if obligation.goal is None else truth_of(obligation.goal)

    def of(self, assignment: Assignment) -> dict[str, int]:
        """The point that an assignment gives."""
        return {name: assignment.number(symbol) for name, symbol in self._symbols.items()}

    def shown(self, quantities: Mapping[str, int | list[int]]) -> dict[str, int]:
        """The point of a replayed member."""
        found = {name: quantities.get(name, 0) for name in self._symbols}
        return {name: value for name, value in found.items() if isinstance(value, int)}

    def assignment(self, point: Point) -> Assignment:
        """The point as an assignment, which is to be replayed like a judge's."""
        return Values(point, self._elements)

    def settled(self, point: Point) -> dict[str, int]:
        """The point with what an equation determines set to that, in the order of the premises."""
        found = dict(point)
        for name, value in self._settled:
            try:
                found[name] = value(self._plain(found), NO_VARIABLES)
            except (Fault, Unbound):
                continue
        return found

    def scope(self, point: Point) -> dict[str, Any]:
        """The point as a scope, with what derives from it as far as it has a value."""
        scope = self._plain(point)
        for path, value in self._derived:
            try:
                put(scope, path, value(scope, NO_VARIABLES))
            except (Fault, Unbound):
                continue
        return scope

    def _plain(self, point: Point) -> dict[str, Any]:
        scope: dict[str, Any] = {}
        for name, path in self._places.items():
            put(scope, path, point[name])
        return scope

    def is_member(self, scope: Mapping[str, Any]) -> bool:
        """Whether the plain premises hold."""
        # A field whose size has no value holds nothing that could be out of range.
        truths = ((_truth(truth, scope), is_range) for truth, is_range in self._stated)
        return all(truth or (truth is None and is_range) for truth, is_range in truths)

    def refutes(self, scope: Mapping[str, Any]) -> bool:
        """Whether the goal, where there is one, is false or without a value at a member."""
        return self.is_member(scope) and (self._goal is None or not _truth(self._goal, scope))


def where(predicate: Predicate, scopes: Sequence[Mapping[str, Any]]) -> frozenset[int]:
    """The scopes, by number, at which a predicate over plain and derived quantities is true."""
    truth = truth_of(predicate)
    return frozenset(i for i, scope in enumerate(scopes) if _truth(truth, scope))


def _truth(truth: Truth, scope: Mapping[str, Any]) -> bool | None:
    try:
        return truth(scope, NO_VARIABLES)
    except (Fault, Unbound):
        return None


def _is_plain(node: Node) -> bool:
    return not any(isinstance(inner, Item | Every | AllDifferent | BytesOf) for inner in node.walk())


def _constants(stated: Iterable[Premise]) -> Iterator[tuple[tuple[str, int], int]]:
    """The bytes of magic byte strings."""
    for premise in stated:
        match premise.predicate:
            case Compare(op="==", left=Item(index=Const() as index) as item, right=Const() as value):
                yield (item.column, index.value), value.value


def _in_order(derived: Mapping[str, Term]) -> Iterator[tuple[str, Term]]:
    """Definitions, each after what it reads: a landmark stands behind the fields that it measures."""
    done: dict[str, Term] = {}

    def visit(name: str) -> None:
        if name not in done:
            for inner in sorted(names(derived[name]) & derived.keys()):
                visit(inner)
            done[name] = derived[name]

    for name in derived:
        visit(name)
    yield from done.items()
