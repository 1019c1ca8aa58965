"""Buffers of the formulas' own reading: what lies at each index; a row's number and its target are unknown.

    p = Column("p", initial)
    p[3] = value; p.after(256 * b)[3]

An index is an integer, or linear in a row's number: then for every row at once, and all indices of the column
have the same coefficients. An index that a target chooses stands for each of its elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.proof.translation.linear import Linear, combination

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.translation.linear import Integer


class Column:
    """One buffer: its elements by index, the row's part left out; what was never stored, `initial` gives.

    `choose(name, j, a, b)` is a where the integer of that name is j, else b; `pick(name, elements)` the
    element that it chooses.
    """

    def __init__(
        self,
        name: str,
        initial: Callable[[Integer], Any],
        choose: Callable[[str, int, Any, Any], Any],
        pick: Callable[[str, list[Any]], Any],
    ) -> None:
        self.name = name
        self.elements: dict[int, Any] = {}
        self.row: tuple[Any, ...] | None = None
        self._initial = initial
        self._choose = choose
        self._pick = pick

    def get(self, index: Integer) -> Any:
        """What lies at an index."""
        place, spread = self._found(index)
        if spread is None:
            return self._at(place)
        return self._pick(spread.name, [self._at(place + j) for j in _choices(spread)])

    def put(self, index: Integer, element: Any) -> None:
        """Store at an index."""
        place, spread = self._found(index)
        if spread is None:
            self.elements[place] = element
            return
        for j in _choices(spread):
            self.elements[place + j] = self._choose(spread.name, j, element, self._at(place + j))

    def _at(self, place: int) -> Any:
        found = self.elements.get(place)
        return self._initial(combination(place, dict(self.row or ()))) if found is None else found

    def _found(self, index: Integer) -> tuple[int, Any]:
        parts = index.parts if isinstance(index, Linear) else ()
        row = tuple(part for part in parts if not part[0].spread)
        spread = [part for part in parts if part[0].spread]
        if self.row is None:
            self.row = row
        if row != self.row or len(spread) > 1 or any(step != 1 for _, step in spread):
            raise ValueError(f"{self.name}[{index}] may meet other elements")
        place = index.constant if isinstance(index, Linear) else index
        return place, spread[0][0] if spread else None


class Window:
    """A column from an index on, each element so many of the column's wide."""

    __slots__ = ("column", "start", "step")

    def __init__(self, column: Column, start: Integer = 0, step: int = 1) -> None:
        self.column = column
        self.start = start
        self.step = step

    def __getitem__(self, i: Integer) -> Any:
        return self.column.get(self.start + self.step * i)

    def __setitem__(self, i: Integer, element: Any) -> None:
        self.column.put(self.start + self.step * i, element)

    def after(self, count: Integer) -> Window:
        """The window from one of its elements on."""
        return Window(self.column, self.start + self.step * count, self.step)

    def wide(self) -> Window:
        """The window of elements twice as wide, from the same place on."""
        return Window(self.column, self.start, 2)


def _choices(spread: Any) -> range:
    return range(spread.lowest, spread.highest + 1)
