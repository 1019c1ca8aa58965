"""Memory as buffers that lie far from each other: what was stored where, and that nothing lies outside.

    memory = Memory(terms)
    p = memory.numbers("p", 4 * n * n, "f32")         its address
    memory.store(p + 4 * i, "f32", term); memory.load(p, "f32")

A place is a byte of a buffer, or linear in a row's number: then for every row at once, and all places of the
buffer with the same coefficients, so that two of them meet only where they are equal. An access that may lie
outside of its buffer, that is not aligned, or that reads what nothing stored, or other bytes than were stored
together, is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.errors import BobError
from bob.proof.translation.linear import Integer, Linear, bounds, combination
from bob.proof.translation.terms import WIDTHS, Term
from bob.proof.translation.truths import chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.translation.linear import Unknown
    from bob.proof.translation.terms import Terms

    Stored = Term | Integer

_SPACING_BITS = 41


class Astray(BobError):
    """An access that no buffer allows."""


class Buffer:
    """One buffer: its name, address and size in bytes, and what its elements are before anything is stored.

    `places` gives what lies at a byte, the row's part left out; `read` and `written` are the bytes ever
    loaded from and stored to, `sizes` how many bytes an access of each eight takes.
    """

    def __init__(
        self, name: str, address: int, n_bytes: int, sort: str, initial: Callable[[Integer], Stored] | None
    ) -> None:
        self.name = name
        self.address = address
        self.n_bytes = n_bytes
        self.sort = sort
        self.initial = initial
        self.places: dict[int, tuple[str, Stored]] = {}
        self.written: set[int] = set()
        self.read: set[int] = set()
        self.row: tuple[tuple[Unknown, int], ...] | None = None
        self.sizes: dict[int, int] = {}


class Memory:
    """All buffers of one run."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.buffers: list[Buffer] = []

    def buffer(
        self,
        name: str,
        n_bytes: int,
        sort: str = "",
        *,
        skipped: int = 0,
        initial: Callable[[Integer], Stored] | None = None,
    ) -> int:
        """A new buffer's address, so many bytes after one that every size divides.

        What `initial` gives may be read before anything is stored.
        """
        address = (len(self.buffers) + 1 << _SPACING_BITS) + skipped
        self.buffers.append(Buffer(name, address, n_bytes, sort, initial))
        return address

    def numbers(self, name: str, n_bytes: int, sort: str) -> int:
        """The address of a new buffer whose elements are leaves, named by buffer and element."""
        return self.buffer(
            name, n_bytes, sort, initial=lambda index: self.terms.leaf(sort, f"{name}[{index}]")
        )

    def named(self, name: str) -> Buffer:
        """A buffer by its name."""
        return next(buffer for buffer in self.buffers if buffer.name == name)

    def load(self, address: Integer, sort: str) -> Stored:
        """What lies at an address, as a number or an integer of a sort."""
        buffer, place, spread = self._found(address, WIDTHS[sort] >> 3)
        if spread:
            return self._picked(buffer, place, spread, sort)
        buffer.read.add(place)
        return self._at(buffer, place, sort)

    def store(self, address: Integer, sort: str, stored: Stored) -> None:
        """Store a number or an integer."""
        buffer, place, spread = self._found(address, WIDTHS[sort] >> 3)
        if not spread:
            buffer.places[place] = (sort, stored)
            buffer.written.add(place)
            return
        for at, is_here in self._spread(buffer, place, spread, sort):
            now = chosen(
                self.terms, is_here, self._term(stored, sort), self._term(self._at(buffer, at, sort), sort)
            )
            buffer.places[at] = (sort, now)
            buffer.written.add(at)

    def load_lanes(self, address: Integer, sort: str, lanes: int) -> tuple[Stored, ...]:
        """What lies at an address and after it."""
        buffer, places = self._lanes(address, sort, lanes)
        buffer.read.update(places)
        kept = buffer.places
        return tuple(
            kept[place][1] if place in kept and kept[place][0] == sort else self._at(buffer, place, sort)
            for place in places
        )

    def store_lanes(self, address: Integer, sort: str, stored: tuple[Stored, ...]) -> None:
        """Store numbers one after another."""
        buffer, places = self._lanes(address, sort, len(stored))
        buffer.written.update(places)
        buffer.places.update(zip(places, [(sort, each) for each in stored], strict=True))

    def _lanes(self, address: Integer, sort: str, lanes: int) -> tuple[Buffer, range]:
        n_bytes = WIDTHS[sort] >> 3
        buffer, place, spread = self._found(address, n_bytes)
        if spread or self._found(address + n_bytes * (lanes - 1), n_bytes)[0] is not buffer:
            raise Astray(f"{buffer.name}: {lanes} x {sort} at {address}")
        first = (buffer.address + place) >> 3
        for eight in range(first, (buffer.address + place + n_bytes * lanes + 7) >> 3):
            if buffer.sizes.setdefault(eight, n_bytes) != n_bytes:
                raise Astray(f"{buffer.name}: byte {place} belongs to accesses of several sizes")
        return buffer, range(place, place + n_bytes * lanes, n_bytes)

    def fill(self, address: Integer, n_bytes: int) -> None:
        """Store zeros, as integers of four bytes."""
        for place in range(0, n_bytes, 4):
            self.store(address + place, "i32", 0)

    def _at(self, buffer: Buffer, place: int, sort: str) -> Stored:
        found = buffer.places.get(place)
        if found is None:
            return self._initial(buffer, place, sort)
        kept, stored = found
        if kept == sort:
            return stored
        if WIDTHS[kept] != WIDTHS[sort]:
            raise Astray(f"{buffer.name}: {sort} is read at byte {place}, where {kept} was stored")
        return self._read_as(stored, kept, sort)

    def _initial(self, buffer: Buffer, place: int, sort: str) -> Stored:
        if buffer.initial is None or WIDTHS[sort] != WIDTHS[buffer.sort]:
            raise Astray(f"{buffer.name}: {sort} is read at byte {place}, where nothing was stored")
        n_bytes = WIDTHS[sort] >> 3
        row = {each: c // n_bytes for each, c in buffer.row or ()}
        return self._read_as(buffer.initial(combination(place // n_bytes, row)), buffer.sort, sort)

    def _read_as(self, stored: Stored, kept: str, sort: str) -> Stored:
        """What was stored as one sort, as another of the same size."""
        if kept == sort:
            return stored
        if kept.startswith("f"):
            return self.terms.bits(self._term(stored, kept))
        return self.terms.from_bits(self._term(stored, kept)) if sort.startswith("f") else stored

    def _term(self, stored: Stored, sort: str) -> Term:
        if isinstance(stored, Term):
            return stored
        if isinstance(stored, Linear):
            raise Astray(f"the integer {stored} is read as {sort}")
        return self.terms.constant(sort, stored)

    def _picked(self, buffer: Buffer, place: int, spread: Linear, sort: str) -> Term:
        """The element that an unknown integer chooses among several."""
        found = []
        for at, _ in self._spread(buffer, place, spread, sort):
            buffer.read.add(at)
            found.append(self._term(self._at(buffer, at, sort), sort))
        return self.terms.make("picked", sort, spread.parts[0][0].name, *found)

    def _spread(self, buffer: Buffer, place: int, spread: Linear, sort: str) -> list[tuple[int, Term]]:
        """Every place that an unknown integer may choose, and that it chooses it."""
        ((unknown, coefficient),) = spread.parts
        if coefficient != WIDTHS[sort] >> 3:
            raise Astray(f"{buffer.name}: of {unknown.name} every {coefficient} bytes are looked at")
        return [
            (place + coefficient * j, is_chosen(self.terms, unknown.name, j))
            for j in range(unknown.lowest, unknown.highest + 1)
        ]

    def _found(self, address: Integer, n_bytes: int) -> tuple[Buffer, int, Linear | None]:
        """The buffer and the place of an access; what is spread over several elements, apart."""
        constant, row, spread = (address, (), None) if isinstance(address, int) else _split(address)
        number = (constant >> _SPACING_BITS) - 1
        if not 0 <= number < len(self.buffers):
            raise Astray(f"{n_bytes} bytes at {address}, where no buffer lies")
        buffer = self.buffers[number]
        place = constant - buffer.address
        least, greatest = (place, place) if isinstance(address, int) else bounds(address - buffer.address)
        if least < 0 or greatest + n_bytes > buffer.n_bytes:
            raise Astray(f"{buffer.name}: {n_bytes} bytes at byte {greatest} of {buffer.n_bytes}")
        if constant % n_bytes or any(c % n_bytes for _, c in row):
            raise Astray(f"{buffer.name}: {n_bytes} bytes at byte {place}, which is not aligned")
        if buffer.row is None:
            buffer.row = row
        if buffer.row != row:
            raise Astray(f"{buffer.name}: places of more than one kind, which may meet")
        if buffer.sizes.setdefault(constant >> 3, n_bytes) != n_bytes:
            raise Astray(f"{buffer.name}: byte {place} belongs to accesses of several sizes")
        return buffer, place, spread


def is_chosen(terms: Terms, name: str, j: int) -> Term:
    """That an unknown integer is j."""
    return terms.leaf("i1", f"{name} = {j}")


def _split(address: Linear) -> tuple[int, tuple[tuple[Unknown, int], ...], Linear | None]:
    row = tuple(part for part in address.parts if not part[0].spread)
    spread = tuple(part for part in address.parts if part[0].spread)
    if len(spread) > 1:
        raise Astray(f"the address {address} depends on several choices")
    return address.constant, row, Linear(0, spread) if spread else None
