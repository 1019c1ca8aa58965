"""What a pickle's names and persistent ids mean is for a `World` to say; the machine knows none.

Findings of a pickle are `Told` by their places in it, and kept by their places in the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bob.formats.gathered import Gathered
    from bob.formats.pickle_values import Value


class World(Protocol):
    """The names that a pickle may use."""

    def allows_opcode(self, name: str) -> bool:
        """Whether the reference reader takes an opcode."""

    def allows(self, name: str) -> bool:
        """Whether it takes a global of this dotted name."""

    def call(self, name: str, arguments: tuple[Value, ...], place: int) -> Value:
        """What a call of an allowed global stands for; raises `Misused`."""

    def persistent(self, identity: Value, place: int) -> Value:
        """What a persistent id stands for; raises `Misused`."""


class Misused(Exception):
    """A call or a persistent id that says what it cannot, as the texts of a finding."""

    def __init__(self, code: str, part: str, found: str, expected: str) -> None:
        super().__init__(found)
        self.texts = (code, part, found, expected)


class Told:
    """The findings of a pickle that begins at byte `origin` of the file."""

    def __init__(self, found: Gathered, origin: int) -> None:
        self._found = found
        self._origin = origin

    def add(self, code: str, part: str, found: str, expected: str, place: int) -> None:
        """One more finding, at a byte of the pickle."""
        self._found.add(code, part, found, expected, self._origin + place)
