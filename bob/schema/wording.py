"""How names, shapes and places read in findings: `[V, D] = [32,000, 4,096]`, `layers.{0..31}.w axis 0`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.errors import so_many
from bob.schema import ranges
from bob.spec.evaluation import Fault, Unbound, evaluate
from bob.spec.terms import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.schema.compiled import Pattern
    from bob.schema.ranges import Box, Numbers
    from bob.spec.terms import Term

_MOST_AXES = 8
_MOST_BOXES = 4


def shape(sizes: Sequence[int]) -> str:
    """`[32,000, 4,096]`; of a shape of many axes the first and how many."""
    if len(sizes) <= _MOST_AXES:
        return f"[{', '.join(f'{size:,}' for size in sizes)}]"
    return f"[{', '.join(f'{size:,}' for size in sizes[:_MOST_AXES])}, ...] ({so_many(len(sizes), 'axis')})"


def axes(terms: Iterable[Term]) -> str:
    """`[V, D]`."""
    return f"[{', '.join(map(text, terms))}]"


def meant(terms: Sequence[Term], known: Mapping[str, int]) -> str:
    """`[V, D] = [32,000, 4,096]`, or the terms alone where a dim is not known."""
    sizes = [at(term, known) for term in terms]
    plain = [size for size in sizes if size is not None]
    return f"{axes(terms)} = {shape(plain)}" if terms and len(plain) == len(sizes) else axes(terms)


def at(term: Term, known: Mapping[str, int]) -> int | None:
    """The number that a term is at these dims; None where it is none."""
    try:
        return evaluate(term, known)
    except (Fault, Unbound):
        return None


def named(pattern: Pattern, box: Box) -> str:
    """The names of a pattern at the indices of a box, in one text."""
    given = zip(box, pattern.indices, strict=True)
    return pattern.named([ranges.said(each, f"{{{index.name}}}") for each, index in given])


def all_of(pattern: Pattern, members: Sequence[Numbers]) -> str:
    """The names of a pattern at these indices, in as few texts as hold them and no others."""
    boxes = ranges.covering(members)
    shown = ", ".join(named(pattern, box) for box in boxes[:_MOST_BOXES])
    rest = len(members) - sum(ranges.size(box) or 0 for box in boxes[:_MOST_BOXES])
    return f"{shown} and {rest:,} more" if rest else shown
