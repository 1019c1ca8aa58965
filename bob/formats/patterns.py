"""Tensors by the pattern of their names: sixty layers in one line, `layers.{0..59}.mlp.up`.

    for pattern in folded(inventory.entries): ...

Two names are of one pattern where they differ in one number alone and the tensors agree in type and shape.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.formats.inventory import Entry

_NUMBER = re.compile(r"(?<![0-9A-Za-z])(0|[1-9][0-9]{0,8})(?![0-9A-Za-z])")


class Pattern(NamedTuple):
    """Tensors of one pattern: its text, their common type and shape, how many, and their bytes in all."""

    text: str
    dtype: str
    shape: tuple[int, ...]
    n_tensors: int
    n_bytes: int


def folded(entries: Iterable[Entry]) -> list[Pattern]:
    """The patterns, in the order in which their first tensors come."""
    groups: dict[tuple[object, ...], list[tuple[int | None, Entry]]] = {}
    for entry in entries:
        key, number = _split(entry.name)
        groups.setdefault((key, entry.dtype, entry.shape), []).append((number, entry))
    return [_pattern(key, group) for (key, *_), group in groups.items()]


def _split(name: str) -> tuple[object, int | None]:
    """A name without its first number, and that number."""
    match = _NUMBER.search(name)
    if match is None:
        return name, None
    return (name[: match.start()], name[match.end() :]), int(match[1])


def _pattern(key: object, group: list[tuple[int | None, Entry]]) -> Pattern:
    _, first = group[0]
    text = first.name
    if len(group) > 1 and isinstance(key, tuple):
        numbers = runs(number for number, _ in group if number is not None)
        text = f"{key[0]}{{{spelled(numbers)}}}{key[1]}"
    n_bytes = sum(entry.n_bytes for _, entry in group)
    return Pattern(text, first.dtype, first.shape, len(group), n_bytes)


def runs(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Numbers as runs of neighbours, first and last of each, in order."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return tuple((first, last) for first, last in found)


def spelled(found: Iterable[tuple[int, int]]) -> str:
    """`0..3,7` for the runs of 0, 1, 2, 3, 7."""
    return ",".join(f"{first}" if first == last else f"{first}..{last}" for first, last in found)
