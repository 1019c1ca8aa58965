"""Params that stand joined in one tensor where the schema has them apart, and the other way: `fusions`.

Recognised by shape: along one axis the sizes add up, along the others they agree, and the tensors stand at
the same indices of the same block. A fused tensor may have a name of its own, or that of one of its parts.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from bob.schema import wording
from bob.schema.strangers import names_of, strays
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bob.formats.inventory import Entry
    from bob.schema.absences import Lack
    from bob.schema.compiled import Pattern, Spec
    from bob.schema.names import Assigned
    from bob.schema.settled import Settled
    from bob.schema.strangers import Stray
    from bob.schema.told import Told

    Sizes = tuple[int | None, ...]

_MOST_PARTS = 4
_MOST_AMONG = 10
_MOST_STRAYS = 100
_MOST_TRIES = 8


class Sum(NamedTuple):
    """Along which axis the parts add up to the whole, and how."""

    axis: int
    sizes: tuple[int, ...]

    def __str__(self) -> str:
        return f"axis {self.axis}: {sum(self.sizes):,} = {' + '.join(f'{size:,}' for size in self.sizes)}"


def fusions(assigned: Assigned, lacks: list[Lack], settled: Settled) -> Iterator[Told]:
    """BOB619 for fused or parted tensors of other names; `lacks` and the strangers lose what that says."""
    groups = [stray for stray in strays(assigned.strangers)[:_MOST_STRAYS] if _one_shape(stray)]
    for stray in list(groups):
        found = _parts(stray, lacks, settled)
        if found is not None:
            parts, how = found
            groups.remove(stray)
            _forget(assigned, [stray])
            yield _joined(names_of(stray.entries), stray.entries[0], parts, lacks, how)
    for lack in list(lacks):
        split = _pieces(lack, groups, settled)
        if split is not None:
            pieces, how = split
            groups = [stray for stray in groups if stray not in pieces]
            _forget(assigned, pieces)
            lacks.remove(lack)
            part = ", ".join(names_of(stray.entries) for stray in pieces)
            expected = f"{_text(lack)} {wording.meant(lack.pattern.axes, settled.binding)}"
            yield told("BOB619", lack.pattern.line, part, "apart", expected, str(how))


def fused_under_a_part(
    spec: Spec, assigned: Assigned, lacks: list[Lack], settled: Settled, without: Callable[[int], Settled]
) -> Iterator[tuple[str, Told]]:
    """BOB619 for a tensor that holds, under the name of one param, others beside it as well; with that name.

    `without` gives the dims as they are when a pattern, by number, says nothing of them.
    """
    tries = _MOST_TRIES if lacks and settled.any_broken else 0
    for number, pattern in enumerate(spec.patterns):
        held = assigned.entries[number]
        shapes = {entry.shape for entry in held.values()}
        among = [lack for lack in lacks if beside(lack.pattern, pattern.frame) and lack.total == len(held)]
        if not among or len(shapes) != 1 or tries <= 0:
            continue
        tries -= 1
        found = _own_and_more(pattern, shapes.pop(), among[:_MOST_AMONG], without(number))
        if found is not None:
            parts, how = found
            entries = list(held.values())
            held.clear()
            yield pattern.text, _joined(names_of(entries), entries[0], parts, lacks, how)


def _own_and_more(
    pattern: Pattern, shape: tuple[int, ...], among: Sequence[Lack], settled: Settled
) -> tuple[tuple[Lack, ...], Sum] | None:
    own = tuple(settled.size(term) for term in pattern.axes)
    if None in own:
        return None
    for n in range(min(_MOST_PARTS, len(among)), 0, -1):
        for parts in combinations(among, n):
            sizes, terms = _sizes(parts, settled)
            how = added(shape, [own, *sizes], [("",) * len(own), *terms])
            if how is not None:
                return parts, how
    return None


def _joined(part: str, entry: Entry, parts: Sequence[Lack], lacks: list[Lack], how: Sum) -> Told:
    for lack in parts:
        lacks.remove(lack)
    expected = f"{', '.join(_text(lack) for lack in parts)}, each by itself"
    what = f"{entry.dtype} {wording.shape(entry.shape)}"
    return told("BOB619", parts[0].pattern.line, part, what, expected, str(how))


def _sizes(lacks: Sequence[Lack], settled: Settled) -> tuple[list[Sizes], list[tuple[str, ...]]]:
    """The sizes of absent params, as far as they are known, and their terms."""
    sizes: list[Sizes] = [tuple(settled.size(term) for term in lack.pattern.axes) for lack in lacks]
    return sizes, [tuple(repr(term) for term in lack.pattern.axes) for lack in lacks]


def _text(lack: Lack) -> str:
    return ", ".join(wording.named(lack.pattern, box) for box in lack.boxes)


def _forget(assigned: Assigned, groups: Iterable[Stray]) -> None:
    gone = {id(entry) for stray in groups for entry in stray.entries}
    assigned.strangers[:] = [entry for entry in assigned.strangers if id(entry) not in gone]


def _one_shape(stray: Stray) -> bool:
    return len({entry.shape for entry in stray.entries}) == 1 and bool(stray.entries[0].shape)


def beside(pattern: Pattern, frame: str) -> bool:
    """Whether a pattern stands in the innermost block of a frame."""
    return pattern.frame[: pattern.frame.rfind("\0") + 1] == frame[: frame.rfind("\0") + 1]


def _parts(stray: Stray, lacks: Sequence[Lack], settled: Settled) -> tuple[tuple[Lack, ...], Sum] | None:
    """The absent params that are together what a stranger is."""
    among = [
        lack
        for lack in lacks
        if beside(lack.pattern, stray.frame) and lack.total in (None, len(stray.entries))
    ][:_MOST_AMONG]
    for n in range(min(_MOST_PARTS, len(among)), 1, -1):
        for parts in combinations(among, n):
            sizes, terms = _sizes(parts, settled)
            how = added(stray.entries[0].shape, sizes, terms)
            if how is not None:
                return parts, how
    return None


def _pieces(lack: Lack, groups: Sequence[Stray], settled: Settled) -> tuple[tuple[Stray, ...], Sum] | None:
    """The strangers that are together what an absent param is."""
    sizes = [settled.size(term) for term in lack.pattern.axes]
    whole = tuple(size for size in sizes if size is not None)
    among = [
        stray for stray in groups if beside(lack.pattern, stray.frame) and lack.total == len(stray.entries)
    ][:_MOST_AMONG]
    if len(whole) != len(sizes):
        return None
    for n in range(min(_MOST_PARTS, len(among)), 1, -1):
        for pieces in combinations(among, n):
            shapes: list[Sizes] = [stray.entries[0].shape for stray in pieces]
            how = added(whole, shapes, [("",) * len(whole)] * n)
            if how is not None:
                return pieces, how
    return None


def added(whole: tuple[int, ...], parts: Sequence[Sizes], terms: Sequence[tuple[str, ...]]) -> Sum | None:
    """The axis along which the parts add up to the whole; one term among them may have a size not known."""
    if any(len(part) != len(whole) for part in parts):
        return None
    for axis, size in enumerate(whole):
        others = [part[:axis] + part[axis + 1 :] for part in parts]
        if any(other != whole[:axis] + whole[axis + 1 :] for other in others):
            continue
        open_terms = [names[axis] for names, part in zip(terms, parts, strict=True) if part[axis] is None]
        rest = size - sum(part[axis] or 0 for part in parts)
        if not open_terms and not rest:
            return Sum(axis, tuple(part[axis] or 0 for part in parts))
        if len(set(open_terms)) == 1 and rest > 0 and not rest % len(open_terms):
            each = rest // len(open_terms)
            return Sum(axis, tuple(each if part[axis] is None else part[axis] or 0 for part in parts))
    return None
