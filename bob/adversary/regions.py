"""Which bytes of a file may change so that a clause breaks: `attempts`, the fewest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.codec import decode
from bob.spec.at import FamilyAt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.adversary.content import Near
    from bob.layout import Layout, Region
    from bob.spec.clauses import Clause, Reading

_MOST_REGIONS = 4
_MOST_BYTES = 100


def layout_of(reading: Reading, near: Near) -> Layout:
    """Where the parts of a file lie that is a record of the family."""
    layout = decode(FamilyAt(reading.spec, near.dims), near.content, whole=False).layout
    assert layout is not None
    return layout


def attempts(reading: Reading, near: Near, clause: Clause) -> Iterator[frozenset[int]]:
    """Sets of bytes, each once: a byte, a part, an element, all that the clause reads, and more."""
    seen: set[frozenset[int]] = set()
    for region in _attempts(reading, near, clause):
        free = frozenset(region) - near.held
        if free and free not in seen:
            seen.add(free)
            yield free


def _attempts(reading: Reading, near: Near, clause: Clause) -> Iterator[Iterable[int]]:
    read = near.read_by(clause)
    layout = layout_of(reading, near)
    parts = _spread(list(dict.fromkeys(layout.locate(place) for place in sorted(read))))
    for part in parts:
        yield [part.offset]
    for part in parts:
        yield places(part)
    for part in parts:
        around = part.name.rpartition(".")[0]
        if around:
            yield places(layout.region(around))
    if len(read) <= _MOST_BYTES:
        yield read
        coupled = coupled_with(reading, near, read)
        if len(coupled) <= _MOST_BYTES:
            yield coupled
    if len(near.content) <= 5 * _MOST_BYTES:
        yield range(len(near.content))


def coupled_with(reading: Reading, near: Near, read: frozenset[int]) -> frozenset[int]:
    """The bytes and all that some clause reads together with one of them."""
    sets = (near.read_by(clause) for clause in reading.clauses)
    return read.union(*(each for each in sets if each & read))


def places(region: Region) -> range:
    """The bytes of a part."""
    return range(region.offset, region.end)


def _spread(parts: list[Region]) -> list[Region]:
    """A few of the parts: the first, the last, and some between them."""
    if len(parts) <= _MOST_REGIONS:
        return parts
    step = (len(parts) - 1) / (_MOST_REGIONS - 1)
    return [parts[round(i * step)] for i in range(_MOST_REGIONS)]
