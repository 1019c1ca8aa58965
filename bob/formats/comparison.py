"""Two inventories held against each other, tensor by tensor: `compare(a, b)`.

    comparison = compare(Side(inventory_a, contents_a), Side(inventory_b, contents_b))
    comparison.identical            # the same names, and the same bits of every tensor
    comparison.tensors[0].verdict   # EQUAL, CAST, DIFFERS, SHAPE or TYPES

Tensors are one another's by name. Where all names of one side begin with something that the other side's lack
(`model.`, `module.`), it is left out, and told. Elements are compared row by row, however they lie.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from bob.formats.differences import compared_as, differing, differing_after_cast
from bob.formats.number_types import COMPLEX, holds, is_plain
from bob.formats.values import blocks_of, element_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.formats.content import Contents
    from bob.formats.differences import Difference
    from bob.formats.elements import Bits
    from bob.formats.inventory import Entry, Inventory

EQUAL = "equal"
CAST = "equal after a cast"
DIFFERS = "differs"
SHAPE = "of another shape"
TYPES = "of types that are not compared"
EXACT = "exact"
ROUNDED = "rounded to nearest, ties to even"


class Side(NamedTuple):
    """One of two files: what it holds, and where its bytes are."""

    inventory: Inventory
    contents: Contents


class Cast(NamedTuple):
    """A cast under which tensors were compared: from whose type to whose, and how."""

    from_a: bool
    dtype: str
    to: str
    how: str

    def __str__(self) -> str:
        sides = "A to B" if self.from_a else "B to A"
        return f"{self.dtype} -> {self.to} ({sides}), {self.how}"


class Compared(NamedTuple):
    """Two tensors of one name; `cast` where their types differ; `difference` where elements were compared."""

    name: str
    a: Entry
    b: Entry
    verdict: str
    cast: Cast | None = None
    difference: Difference | None = None


class Comparison(NamedTuple):
    """All tensors of both sides; `prefixes` are what was left out of the names of A and of B."""

    tensors: tuple[Compared, ...]
    only_a: tuple[Entry, ...]
    only_b: tuple[Entry, ...]
    prefixes: tuple[str, str]

    @property
    def identical(self) -> bool:
        """Whether both hold the same tensors under the same names, bit for bit."""
        apart = self.only_a or self.only_b or any(self.prefixes)
        return not apart and all(each.verdict == EQUAL for each in self.tensors)


def compare(a: Side, b: Side) -> Comparison:
    """Hold every tensor of both sides against its like; raises `Refused` where one cannot be read."""
    names = [[entry.name for entry in side.inventory.entries] for side in (a, b)]
    prefixes = common_prefixes(*names)
    ours, theirs = (
        {entry.name.removeprefix(prefix): entry for entry in side.inventory.entries}
        for side, prefix in zip((a, b), prefixes, strict=True)
    )
    return Comparison(
        tuple(_compared(name, (a, ours[name]), (b, theirs[name])) for name in ours if name in theirs),
        tuple(entry for name, entry in ours.items() if name not in theirs),
        tuple(entry for name, entry in theirs.items() if name not in ours),
        prefixes,
    )


def common_prefixes(ours: Iterable[str], theirs: Iterable[str]) -> tuple[str, str]:
    """What to leave out of the names of one side, that more of them be names of the other; else nothing."""
    a, b = set(ours), set(theirs)
    best, most = ("", ""), len(a & b)
    for prefix in _prefixes(a):
        if (count := sum(name.removeprefix(prefix) in b for name in a)) > most:
            best, most = (prefix, ""), count
    for prefix in _prefixes(b):
        if (count := sum(name.removeprefix(prefix) in a for name in b)) > most:
            best, most = ("", prefix), count
    return best


def _prefixes(names: Iterable[str]) -> list[str]:
    """The beginnings that all names have, each whole segments of them and never all of a name."""
    segments = [name.split(".")[:-1] for name in names]
    # What the first and the last in order share, all between them share.
    pairs = zip(min(segments), max(segments), strict=False) if segments else ()
    shared = [segment for segment, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return [".".join(shared[: n + 1]) + "." for n in range(len(shared))]


def _compared(name: str, ours: tuple[Side, Entry], theirs: tuple[Side, Entry]) -> Compared:
    (_, a), (_, b) = ours, theirs
    if a.shape != b.shape:
        return Compared(name, a, b, SHAPE)
    blocks = _blocks(ours), _blocks(theirs)
    if a.dtype == b.dtype:
        dtype = element_type(a.dtype) if is_plain(a.dtype) else ""
        difference = differing(*blocks, dtype)
        verdict = DIFFERS if difference.n_differing else EQUAL
        return Compared(name, a, b, verdict, None, difference)
    return _after_cast(name, a, b, blocks)


def _blocks(tensor: tuple[Side, Entry]) -> Iterator[Bits]:
    side, entry = tensor
    return blocks_of(side.contents, entry)


def _after_cast(name: str, a: Entry, b: Entry, blocks: tuple[Iterator[Bits], Iterator[Bits]]) -> Compared:
    """Exactly equal before rounded, rounded before different."""
    dtypes = element_type(a.dtype), element_type(b.dtype)
    pairs = (a.dtype in COMPLEX) + (b.dtype in COMPLEX)
    if not (is_plain(a.dtype) and is_plain(b.dtype)) or pairs == 1 or not compared_as(*dtypes):
        return Compared(name, a, b, TYPES)
    found = differing_after_cast(*blocks, dtypes)
    a_is_wide = holds(*dtypes)
    wide, narrow = (a.dtype, b.dtype) if a_is_wide else (b.dtype, a.dtype)
    widening = Cast(not a_is_wide, narrow, wide, EXACT)
    if not found.widened.n_differing:
        return Compared(name, a, b, CAST, widening, found.widened)
    if found.rounded is None:
        return Compared(name, a, b, DIFFERS, widening, found.widened)
    verdict = DIFFERS if found.rounded.n_differing else CAST
    return Compared(name, a, b, verdict, Cast(a_is_wide, wide, narrow, ROUNDED), found.rounded)
