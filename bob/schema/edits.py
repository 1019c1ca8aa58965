"""How far two names are apart, in edits, as far as that is few: `distance`, and near ones in bounded time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_PIECES = 3
_MOST_COMPARED = 4000
_MOST_CANDIDATES = 10
_LONGEST = 200


def distance(one: str, other: str, most: int) -> int | None:
    """Insertions, deletions, replacements and swaps of neighbours between two texts; None beyond `most`."""
    if abs(len(one) - len(other)) > most:
        return None
    one, other = _apart(one, other)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        before, last, row = row, before, [i]
        for j, against in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if last and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None


def _apart(one: str, other: str) -> tuple[str, str]:
    """Two texts without the beginning and the end that they share."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    end = 0
    while end < min(len(one), len(other)) and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[: len(one) - end], other[: len(other) - end]


def allowed(name: str) -> int:
    """How many edits still make a misspelt name of another: a sixth of its letters, two at least."""
    return max(2, len(name) // 6)


def near(names: Sequence[str], others: Sequence[str]) -> list[tuple[int, int, int]]:
    """Pairs of one text and another that are few edits apart: distance and both numbers, the nearest first.

    Only those are compared that share a third of the other text, and so many at most: time is linear.
    """
    pieces: dict[str, list[int]] = {}
    for number, other in enumerate(others):
        for piece in _pieces(other):
            pieces.setdefault(piece, []).append(number)
    lengths = sorted({len(piece) for piece in pieces})
    found: list[tuple[int, int, int]] = []
    budget = _MOST_COMPARED
    for number, name in enumerate(names):
        if budget <= 0:
            break
        for place in _candidates(name, pieces, lengths):
            budget -= 1
            apart = distance(name, others[place], allowed(others[place]))
            if apart is not None:
                found.append((apart, number, place))
    return sorted(found)


def _pieces(text: str) -> Iterator[str]:
    size = max(1, len(text) // _PIECES)
    for place in range(_PIECES):
        piece = text[place * size : (place + 1) * size if place < _PIECES - 1 else len(text)]
        if piece:
            yield piece


def _candidates(name: str, pieces: dict[str, list[int]], lengths: Iterable[int]) -> list[int]:
    """The texts with which a name shares most pieces."""
    if len(name) > _LONGEST:
        return []
    shared: dict[int, int] = {}
    for length in lengths:
        for start in range(len(name) - length + 1):
            for other in pieces.get(name[start : start + length], ()):
                shared[other] = shared.get(other, 0) + length
    return sorted(shared, key=lambda other: -shared[other])[:_MOST_CANDIDATES]
