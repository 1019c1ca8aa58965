"""Files at the edges of a family: members with the least and greatest values, and forgeries that wrap around.

`extremes` are files that are accepted; `forgeries` break a statement that they keep for a reader who counts
modulo 2^64, as a program in C does.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bob.adversary.alone import file_of, kept_beside
from bob.adversary.content import Undecided
from bob.adversary.members import member, shaped
from bob.adversary.outcome import Extreme, Forgery
from bob.adversary.regions import attempts, coupled_with, layout_of, places
from bob.spec.bytewise import FILE_BYTES, word
from bob.spec.clauses import Kind
from bob.spec.fields import U64, Array, Nested, Scalar
from bob.spec.premises import Kind as Of
from bob.spec.premises import Premise
from bob.spec.residue import FALSE, limits
from bob.spec.terms import And, Arith, Compare, Const, Name, Predicate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.adversary.content import Near
    from bob.adversary.outcome import File
    from bob.layout import Region
    from bob.proof.judges import Decide
    from bob.spec.clauses import Clause, Reading
    from bob.spec.specification import Spec

_MOST_FREE = 100
_TIMEOUT_S = 1.0
_WRAP = U64().limit
_SHORT = Premise("small", Of.RANGE, FILE_BYTES <= 10_000, "at most 10,000 bytes")


def extremes(reading: Reading, near: Near, decide: Decide) -> Iterator[Extreme]:
    """The least and the greatest of each dim, and of each scalar that may change, near a good file."""
    for name, dim in reading.spec.dims.items():
        for value in (dim.low, dim.high) if dim.low < dim.high else ():
            at = Premise(name, Of.BOUNDS, Name(name) == value, f"{name} is {value}")
            found = member(reading, decide, [at, _SHORT])
            if found is not None:
                file = file_of(reading, found.dims, found.content, None)
                yield Extreme(name, value == dim.high, value, file, shown=True)
    layout = layout_of(reading, near)
    for path in _scalars(reading.spec):
        try:
            region = layout.region(path)
        except LookupError:
            continue
        if near.held.isdisjoint(places(region)):
            yield from _both_ends(reading, near, region, decide)


def _scalars(spec: Spec, before: str = "") -> Iterator[str]:
    """The paths of all scalars, in the first element where there are many."""
    for stored in spec.fields:
        path, field = f"{before}{stored.name}", stored.field
        if isinstance(field, Array):
            path, field = f"{path}[0]", field.element
        if isinstance(field, Scalar):
            yield path
        elif isinstance(field, Nested):
            yield from _scalars(field.family.spec, f"{path}.")


def _both_ends(reading: Reading, near: Near, region: Region, decide: Decide) -> Iterator[Extreme]:
    ends = [_Search(reading, near, region, greatest, decide).found() for greatest in (False, True)]
    if ends[0].value < ends[1].value:
        yield from ends


class _Search:
    """The search for the extreme value of one scalar: its edge first, then halves of what is left."""

    def __init__(self, reading: Reading, near: Near, region: Region, greatest: bool, decide: Decide) -> None:
        self._reading = reading
        self._near = near
        self._region = region
        self._greatest = greatest
        self._decide = decide
        self._kept = [clause.predicate for clause in reading.clauses]
        own = frozenset(places(region))
        coupled = coupled_with(reading, near, own)
        self._free = coupled if len(coupled) <= _MOST_FREE else own
        self._shown = True

    def found(self) -> Extreme:
        content = self._near.content
        best, edge = self._value(content), ((1 << (8 * self._region.n_bytes)) - 1) * self._greatest
        bound = edge
        while best != edge:
            beyond = self._with(bound)
            if beyond is not None:
                content, best = beyond, self._value(beyond)
            else:
                edge = bound - 1 if self._greatest else bound + 1
            bound = (best + edge + self._greatest) // 2
        file = file_of(self._reading, self._near.dims, content, self._near.content)
        return Extreme(self._region.name, self._greatest, best, file, self._shown)

    def _value(self, content: bytes) -> int:
        return int.from_bytes(content[self._region.offset : self._region.end], "little")

    def _with(self, bound: int) -> bytes | None:
        """A member with the value at `bound` or beyond it."""
        value = word(Const(self._region.offset), self._region.n_bytes)
        asked = value >= bound if self._greatest else value <= bound
        try:
            return self._near.altered([*self._kept, asked], FALSE, self._free, self._decide, _TIMEOUT_S)
        except Undecided:
            self._shown = False
            return None


def forgeries(reading: Reading, near: Near, decide: Decide) -> Iterator[Forgery]:
    """For each statement that adds or multiplies, a file for which it holds modulo 2^64 alone."""
    for clause in reading.clauses:
        wrapped = _wrapped(clause.predicate) if clause.kind is Kind.REFINEMENT else None
        if wrapped is not None:
            kept = [*kept_beside(reading, clause), clause._replace(predicate=wrapped)]
            file = _near(reading, near, kept, clause, decide)
            other = None if file else shaped(reading, kept, clause, decide)
            if other is not None:
                file = file_of(reading, other.dims, other.content, None)
            if file is not None:
                yield Forgery(clause, file)


def _near(
    reading: Reading, near: Near, kept: Sequence[Clause], clause: Clause, decide: Decide
) -> File | None:
    """The first file near a good one that keeps some clauses and breaks another."""
    for free in attempts(reading, near, clause):
        with suppress(Undecided):
            content = near.altered([c.predicate for c in kept], clause.predicate, free, decide)
            if content is not None:
                return file_of(reading, near.dims, content, near.content)
    return None


def _wrapped(predicate: Predicate) -> Predicate | None:
    """The statement as arithmetic modulo 2^64 has it, where that makes a difference."""
    match predicate:
        case And():
            parts = [_wrapped(term) for term in predicate.terms]
            whole = tuple(t if p is None else p for t, p in zip(predicate.terms, parts, strict=True))
            return None if all(part is None for part in parts) else And(whole)
        case Compare() if not limits(predicate) and any(map(_can_grow, predicate.children())):
            return Compare(predicate.op, predicate.left % _WRAP, predicate.right % _WRAP)
    return None


def _can_grow(node: object) -> bool:
    """Whether a side is a sum or product, and nothing else."""
    if not isinstance(node, Arith):
        return False
    return all(inner.op in "+*" for inner in node.walk() if isinstance(inner, Arith))
