"""A member of what is given: `member`, small values for which every premise is true, or None.

Quantities get values one after the other: what an equation says, else what they are compared with, small
numbers and those of the premises; an array gets consecutive elements or equal ones. Whether a premise
is true is asked of the checker.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from bob.proof.checker import Rejected, check
from bob.spec.evaluation import Fault, evaluate
from bob.spec.terms import Bound, BytesOf, Compare, Const, Item, Length, Name, Term, substitute, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bob.spec.terms import Node, Predicate

    Values: TypeAlias = dict[str, int | list[int]]

_SMALL = range(5)
# How many values are tried for each quantity, first few and then all.
_WIDTHS = (4, 8, 1000)
_MOST_TRIED = 10_000
_LONGEST = 4096


def member(given: Sequence[Predicate]) -> Values | None:
    """Values of every quantity, by its text, and of every array, by its column."""
    for width in _WIDTHS:
        if (found := _Search(given, width).assigned({})) is not None:
            return found
    return None


class _Unknown(LookupError):
    """A term without a value as long as its quantities have none."""


class _Search:
    """What is to get a value, and what is said of it."""

    def __init__(self, given: Sequence[Predicate], width: int) -> None:
        self._width = width
        nodes = [node for said in given for node in said.walk()]
        self._arrays = {node.column: node.length for node in nodes if isinstance(node, Item)}
        self._names = [*dict.fromkeys(text(node) for node in nodes if _is_quantity(node)), *self._arrays]
        self._premises = [(said, _mentioned(said)) for said in given]
        self._numbers = sorted({*_SMALL, *_beside(node.value for node in nodes if isinstance(node, Const))})
        self._compared: dict[str, list[Term]] = {}
        for node in nodes:
            if isinstance(node, Compare):
                for one, other in ((node.left, node.right), (node.right, node.left)):
                    self._compared.setdefault(text(one), []).append(other)
        self._equal: dict[str, list[Term]] = {}
        for said in given:
            if isinstance(said, Compare) and said.op == "==":
                for one, other in ((said.left, said.right), (said.right, said.left)):
                    self._equal.setdefault(text(one), []).append(other)
        self._left = _MOST_TRIED

    def assigned(self, values: Values) -> Values | None:
        """The values with those that are missing, if there are any for which all premises are true."""
        missing = [name for name in self._names if name not in values]
        if not missing:
            return values
        stated = {name: worth for name in missing if (worth := self._known(self._equal, name, values))}
        name = next(iter(stated), min(missing, key=lambda name: name in self._equal))
        for value in stated.get(name) or self._worth_trying(name, values):
            self._left -= 1
            if self._left < 0:
                return None
            more = {**values, name: value}
            about = (said for said, names in self._premises if name in names and names <= more.keys())
            if all(_is_true(said, more) for said in about) and (found := self.assigned(more)) is not None:
                return found
        return None

    def _worth_trying(self, name: str, values: Values) -> Iterator[int | list[int]]:
        if name not in self._arrays:
            compared = self._known(self._compared, name, values)
            yield from islice(
                dict.fromkeys((*compared, *_SMALL, *_beside(compared), *self._numbers)), self._width
            )
            return
        n_elements = _evaluated(self._arrays[name], values)
        if n_elements <= _LONGEST:
            yield [*range(n_elements)]
            yield from ([value] * n_elements for value in self._numbers)

    def _known(self, others: dict[str, list[Term]], name: str, values: Values) -> list[int]:
        """The values of what a quantity is compared with, as far as they are known."""
        found = []
        for term in others.get(name, ()):
            try:
                found.append(_evaluated(term, values))
            except (Fault, _Unknown):
                continue
        return found


def _beside(numbers: Iterable[int]) -> list[int]:
    """The numbers, and those next to them."""
    return [number + more for number in numbers for more in (0, 1, -1, 2) if number + more >= 0]


def _is_quantity(node: Node) -> bool:
    return isinstance(node, Name | Length | BytesOf)


def _mentioned(said: Predicate) -> frozenset[str]:
    quantities = {text(node) for node in said.walk() if _is_quantity(node)}
    return frozenset(quantities | {node.column for node in said.walk() if isinstance(node, Item)})


def _evaluated(term: Term, values: Values) -> int:
    """The value of a term; raises `Fault` where it has none, `_Unknown` where it has none yet."""

    def known(node: Node) -> Node | None:
        if _is_quantity(node) and isinstance(value := values.get(text(node)), int):
            return Const(value)
        if _is_quantity(node) or isinstance(node, Item | Bound):
            raise _Unknown(text(node))
        return None

    whole = substitute(term, known)
    assert isinstance(whole, Term)
    return evaluate(whole, {})


def _is_true(said: Predicate, values: Values) -> bool:
    try:
        check((said,), None, values)
    except Rejected:
        return False
    return True
