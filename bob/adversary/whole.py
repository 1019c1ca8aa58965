"""Questions about every file at once: `asked`, whether some clauses imply another for all dims and bytes.

The file is a function from places to bytes. Words of two, four or eight bytes are functions of their own:
that they are made of the bytes is said only where it is needed (`linked`), since most clauses read the same
words. Without that the answer `unsat` is as good; a file that it gives may not be one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.adversary.content import Near
from bob.proof.smtlib import symbol
from bob.spec.bytewise import FILE_BYTES, width_of, word
from bob.spec.obligation import Obligation
from bob.spec.premises import Kind as Of
from bob.spec.premises import Premise
from bob.spec.residue import limits
from bob.spec.terms import Bound, Const, Every, Item, Name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.proof.judges import Assignment
    from bob.spec.clauses import Clause, Reading
    from bob.spec.terms import Node, Predicate, Term

# A file that is written out to show something is no longer than this.
MOST_BYTES = 1_000_000
_FILE_LIMIT = 1 << 63


def said(clause: Clause) -> Premise:
    """A clause as a premise."""
    return Premise(clause.name, Of.REFINEMENT, clause.predicate, clause.sentence)


def bounds(reading: Reading) -> Iterator[Premise]:
    """Where the dims of a reading lie, and what its places are."""
    for name, dim in reading.spec.dims.items():
        if dim.low < dim.high:
            inside = within(reading, name)
            yield Premise(name, Of.BOUNDS, inside, f"{name} is from {dim.low} to {dim.high}")
    for name, term in reading.places.items():
        yield Premise(name, Of.DEFINITION, Name(name) == term, f"{name} is where it lies")


def within(reading: Reading, name: str) -> Predicate:
    """That a dim lies in the family's bounds."""
    dim = reading.spec.dims[name]
    return (Name(name) >= dim.low) & (Name(name) <= dim.high)


def asked(
    name: str, sentence: str, given: Iterable[Premise], goal: Predicate | None, linked: bool = False
) -> Obligation:
    """Whether premises over dims and bytes imply a goal, with what holds of all words beside them."""
    premises = list(given)
    nodes: list[Node] = [premise.predicate for premise in premises]
    nodes += [] if goal is None else [goal]
    items = {item.key(): item for node in nodes for item in node.walk() if isinstance(item, Item)}
    length = (FILE_BYTES >= 0) & (FILE_BYTES < _FILE_LIMIT)
    about = [Premise(FILE_BYTES.name, Of.RANGE, length, "a file has fewer than 2^63 bytes")]
    about += _words(items.values(), linked)
    return Obligation(name, "file", sentence, (*about, *premises), goal)


def _words(items: Iterable[Item], linked: bool) -> Iterator[Premise]:
    found = list(items)
    widths = {width_of(item) for item in found} | ({1} if linked else set())
    bound = Bound("w0", FILE_BYTES)
    for width in sorted(widths):
        own = [item for item in found if width_of(item) == width]
        for item in own:
            if _is_ground(item):
                yield Premise("word", Of.RANGE, _word(item, False), f"{item!r} is a word")
                if linked and width > 1:
                    yield Premise("word", Of.RANGE, _word(item, True), f"{item!r} is made of bytes")
                    bytes_ = [word(item.index + i, 1) for i in range(width)]
                    for byte in bytes_:
                        yield Premise("word", Of.RANGE, _word(byte, False), f"{byte!r} is a byte")
        if not all(map(_is_ground, own)):
            each = word(bound, width)
            yield Premise("words", Of.RANGE, Every(bound, _word(each, False)), f"words of {width} bytes")
            if linked and width > 1:
                made = Every(bound, _word(each, True))
                yield Premise("words", Of.RANGE, made, f"words of {width} bytes are made of bytes")


def _is_ground(item: Item) -> bool:
    return not any(isinstance(inner, Bound) for inner in item.walk())


def _word(item: Item, made_of_bytes: bool) -> Predicate:
    width = width_of(item)
    if not made_of_bytes:
        return (item >= 0) & (item < (1 << 8 * width))
    total: Term = word(item.index, 1)
    for i in range(1, width):
        total = total + (1 << 8 * i) * word(item.index + i, 1)
    return item == total


def is_plain(predicate: Predicate) -> bool:
    """Whether a statement has no quantifier."""
    return not limits(predicate)


def drawn(readings: Iterable[Reading], assignment: Assignment) -> Near | None:
    """A file of zeros but for what fixes its layout, as a judge has it; nothing if it is too long."""
    both = tuple(readings)
    dims = {name: dim for reading in both for name, dim in reading.spec.dims.items()}
    free = {name for name, dim in dims.items() if dim.low < dim.high}
    found = {n: assignment.number(symbol(Name(n))) if n in free else d.low for n, d in dims.items()}
    n_bytes = assignment.number(symbol(FILE_BYTES))
    if n_bytes > MOST_BYTES:
        return None
    content = bytearray(n_bytes)
    done: set[tuple[int, int]] = set()
    while True:
        near = Near(both, found, bytes(content))
        new = near.held_words - done
        if not new:
            return near
        for width, place in new:
            value = assignment.element(symbol(word(Const(place), width)), place)
            content[place : place + width] = value.to_bytes(width, "little")[: max(0, n_bytes - place)]
        done |= new
