"""A linear programme in exact integers: `solution`, multipliers that add columns up to a target.

    solution([{"x": 1, "y": -1}, {"y": 1}], {"x": 2})  # [2, 2] / 1: 2 * first + 2 * second

Phase one of the simplex method, rows kept as integers without a common divisor. Bland's rule makes it end.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = dict[int, int]

_TARGET = -1


def solution(
    columns: Sequence[Mapping[Any, int]], target: Mapping[Any, int], most_pivots: int = 2000
) -> tuple[list[int], int] | None:
    """Multipliers at or above 0, and a divisor: columns times multipliers are the divisor times the target.

    None where there are none, or where they are not found within `most_pivots`.
    """
    rows = _rows(columns, target)
    if rows is None:
        return None
    goal = _sum(rows)
    basis: list[int | None] = [None] * len(rows)
    for _ in range(most_pivots):
        if not goal.get(_TARGET):
            return _read(rows, basis, len(columns))
        entering = min((column for column, value in goal.items() if column >= 0 and value > 0), default=None)
        if entering is None:
            return None
        leaving = _leaving(rows, basis, entering)
        basis[leaving] = entering
        pivot = rows[leaving]
        for i, row in enumerate(rows):
            if i != leaving and entering in row:
                rows[i] = _cleared(row, pivot, entering)
        goal = _cleared(goal, pivot, entering)
    return None


def _rows(columns: Sequence[Mapping[Any, int]], target: Mapping[Any, int]) -> list[Row] | None:
    """One equation for each key, its right side at or above 0; None where no column has the target's key."""
    rows: dict[Any, Row] = {}
    for i, column in enumerate(columns):
        for key, value in column.items():
            rows.setdefault(key, {})[i] = value
    for key, value in target.items():
        if key not in rows:
            return None
        rows[key][_TARGET] = value
    return [
        {i: -value for i, value in row.items()} if row.get(_TARGET, 0) < 0 else row for row in rows.values()
    ]


def _sum(rows: Sequence[Row]) -> Row:
    total: Row = {}
    for row in rows:
        for i, value in row.items():
            total[i] = total.get(i, 0) + value
    return {i: value for i, value in total.items() if value}


def _leaving(rows: Sequence[Row], basis: Sequence[int | None], entering: int) -> int:
    """The row that bounds the entering column first; among equals one that has no column yet."""
    best, least = -1, (Fraction(0), 0)
    for i, row in enumerate(rows):
        value = row.get(entering, 0)
        if value > 0:
            own = basis[i]
            at = (Fraction(row.get(_TARGET, 0), value), -1 if own is None else own)
            if best < 0 or at < least:
                best, least = i, at
    assert best >= 0
    return best


def _cleared(row: Row, pivot: Row, column: int) -> Row:
    """The row without the column, by a positive multiple of itself and a multiple of the pivot row."""
    own, other = pivot[column], row.get(column, 0)
    if not other:
        return row
    shared = gcd(own, other)
    own, other = own // shared, other // shared
    found = {i: value * own for i, value in row.items()}
    for i, value in pivot.items():
        left = found.get(i, 0) - other * value
        if left:
            found[i] = left
        else:
            found.pop(i, None)
    divisor = gcd(*found.values())
    return {i: value // divisor for i, value in found.items()} if divisor > 1 else found


def _read(rows: Sequence[Row], basis: Sequence[int | None], n_columns: int) -> tuple[list[int], int]:
    bound = [(row, own) for row, own in zip(rows, basis, strict=True) if own is not None]
    values = {own: Fraction(row.get(_TARGET, 0), row[own]) for row, own in bound}
    divisor = lcm(*(value.denominator for value in values.values()))
    return [int(values.get(i, Fraction(0)) * divisor) for i in range(n_columns)], divisor
