"""Bytes near a file that keep some clauses and break another, found by a judge: `Near`, `altered`.

    near = Near(reading, {"vocabulary": 256, "prompts": 3}, good)
    near.altered(kept, broken, free=range(8, 16), decide)

Only `free` bytes may change, so the question is as small as they are few. What fixes the layout (`held`)
stays as it is: where parts lie is no question here, and every place is a number.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bob.proof.judges import Word
from bob.proof.smtlib import goal_query, symbol
from bob.spec.bytewise import width_of, word
from bob.spec.clauses import scope_of
from bob.spec.obligation import Obligation
from bob.spec.premises import Kind as Of
from bob.spec.premises import Premise
from bob.spec.residue import FALSE, Open, Partly, is_false, is_true, limits, number, residue
from bob.spec.terms import Const, Item

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from bob.proof.judges import Assignment, Decide
    from bob.spec.clauses import Clause, Reading
    from bob.spec.terms import Node, Predicate, Term

TIMEOUT_S = 5.0
_MOST_SEARCHED = 5000


class Undecided(Exception):
    """No judge said whether there are such bytes; the message says why."""


class Near:
    """A file at some dims, as one reading of it (or several) sees it."""

    def __init__(self, readings: Iterable[Reading], dims: Mapping[str, int], content: bytes) -> None:
        self.readings = tuple(readings)
        self.dims = dims
        self.content = content
        self.numbers: dict[str, int] = {}
        for reading in self.readings:
            scope = scope_of(reading, dims, content)
            self.numbers.update({name: value for name, value in scope.items() if isinstance(value, int)})

    def _all_known(self) -> Partly:
        return Partly(self.content, (), self.numbers)

    @cached_property
    def held_words(self) -> frozenset[tuple[int, int]]:
        """The words that fix the layout, as far as it goes: each as its width and its place."""
        found: set[tuple[int, int]] = set()
        for reading in self.readings:
            walked = (limit for clause in reading.clauses for limit in limits(clause.predicate))
            for term in (*reading.places.values(), *reading.sizes, *walked):
                items = [inner for inner in term.walk() if isinstance(inner, Item)]
                for item in items:
                    place = number(item.index, self._all_known())
                    if place is not None:
                        found.add((width_of(item), place))
        return frozenset(found)

    @cached_property
    def held(self) -> frozenset[int]:
        """The places of the bytes that fix the layout."""
        return frozenset(place + i for width, place in self.held_words for i in range(width))

    def read_by(self, clause: Clause) -> frozenset[int]:
        """The places of the bytes that a clause reads and that may change."""
        known = self._all_known()
        residue(clause.predicate, known)
        return frozenset(place for place in known.read if place < len(self.content)) - self.held

    def altered(
        self,
        kept: Iterable[Predicate],
        broken: Predicate,
        free: Collection[int],
        decide: Decide,
        timeout_s: float = TIMEOUT_S,
    ) -> bytes | None:
        """The file with free bytes changed so that `kept` holds and `broken` does not, if there is one.

        Raises `Undecided` where no judge can say.
        """
        changing = frozenset(free) - self.held
        file = Partly(self.content, changing, self.numbers)
        try:
            goal = residue(broken, file)
            given = [] if is_true(goal) else [residue(predicate, file) for predicate in kept]
        except Open as limit:
            raise Undecided(str(limit)) from None
        if is_true(goal) or any(is_false(predicate) for predicate in given):
            return None
        given = [predicate for predicate in given if not is_true(predicate)]
        if not given and is_false(goal):
            return self.content
        return self._answered(given, goal, file, decide, timeout_s)

    def _answered(
        self, given: list[Predicate], goal: Predicate, file: Partly, decide: Decide, timeout_s: float
    ) -> bytes | None:
        about = _Question(file, [*given, goal])
        said = [Premise("kept", Of.REFINEMENT, predicate, "what is kept") for predicate in given]
        if file.searched and len(self.content) > _MOST_SEARCHED:
            raise Undecided(f"a search in {len(self.content)} bytes")
        obligation = Obligation("file/altered", "file", "what is not kept", (*about.words(), *said), goal)
        answer = decide(goal_query(obligation), timeout_s)
        if answer.word is Word.UNKNOWN:
            raise Undecided(answer.reason)
        return None if answer.assignment is None else about.content(answer.assignment)

    def member(self, kept: Iterable[Predicate], decide: Decide) -> bytes | None:
        """The file with whatever bytes make `kept` hold."""
        return self.altered(kept, FALSE, range(len(self.content)), decide)


class _Question:
    """The words that some statements leave open, as a judge is told of them."""

    def __init__(self, file: Partly, nodes: Iterable[Node]) -> None:
        self._file = file
        items = (inner for node in nodes for inner in node.walk() if isinstance(inner, Item))
        self._words = {(i.index.value, width_of(i)) for i in items if isinstance(i.index, Const)}
        if file.searched:
            self._words |= {(place, 1) for place in file.free}

    def words(self) -> Iterator[Premise]:
        """That each is in range, and made of bytes where others see those bytes too."""
        made = [pair for pair in sorted(self._words) if pair[1] > 1 and self._is_shared(*pair)]
        bytes_ = {(place + i, 1) for place, width in made for i in range(width)}
        for place, width in sorted(self._words | bytes_):
            item, limit = word(Const(place), width), 1 << (8 * width)
            yield Premise("word", Of.RANGE, (item >= 0) & (item < limit), f"{item!r} is a word")
        for place, width in made:
            item = word(Const(place), width)
            total: Term = word(Const(place), 1)
            for i in range(1, width):
                total = total + word(Const(place + i), 1) * (1 << (8 * i))
            yield Premise("word", Of.RANGE, item == total, f"{item!r} is made of bytes")
        if self._file.searched:
            for i, byte in enumerate(self._file.content):
                if i not in self._file.free:
                    yield Premise("byte", Of.RANGE, word(Const(i), 1) == byte, f"byte {i} stays")

    def _is_shared(self, place: int, width: int) -> bool:
        return self._file.searched or any(
            at < place + width and place < at + other
            for at, other in self._words
            if (at, other) != (place, width)
        )

    def content(self, assignment: Assignment) -> bytes:
        """The file with what a judge put into the words."""
        changed = bytearray(self._file.content)
        for place, width in sorted(self._words, key=lambda pair: -pair[1]):
            value = assignment.element(symbol(word(Const(place), width)), place).to_bytes(width, "little")
            for i in range(width):
                if place + i in self._file.free:
                    changed[place + i] = value[i]
        return bytes(changed)
