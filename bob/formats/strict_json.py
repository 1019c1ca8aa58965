"""JSON to the letter (RFC 8259), read from a stretch of a file as it comes: `JsonText`, `read_json`.

    text = JsonText(source, begin, end, found.append)
    for key, place in text.members():       # the caller reads each value before the next key
        name = text.string()

    read_json(source)                       # a whole text as plain values

No constant beyond JSON's own, no byte after the end, UTF-8 throughout: `NotJson` says what is wrong, where.
A key that an object holds twice goes to the callback. What is read is paid for beforehand, as tokens are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.formats.json_tokens import LIMIT, MOST_SHOWN, JsonTokens, NotJson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.store import Source

MOST_DEPTH = 100
_MOST_DIGITS = 300

# What things take in CPython, held against the peak by the tests: a key of a dict while that grows, an
# element of a list, and the rest.
KEY_COST = 120
ELEMENT_COST = 20
_VALUE_COST = 45
_LIST_COST = 90
_OBJECT_COST = 250


class JsonText(JsonTokens):
    """A stretch of a source as values, objects or lists, each read as it comes.

    `on_duplicate` is given each key that its object already holds, with its place.
    """

    def __init__(
        self, source: Source, begin: int, end: int, on_duplicate: Callable[[str, int], object]
    ) -> None:
        super().__init__(source, begin, end)
        self._on_duplicate = on_duplicate
        self._depth = 0

    def members(self, unique: bool = True) -> Iterator[tuple[str, int]]:
        """Each key of an object with its place; its value is read before the next is asked for."""
        self._enter(b"{")
        keys: set[str] = set()
        if self.peek() == b"}":
            self._leave()
            return
        while True:
            self.peek()
            place = self.place
            key = self.string()
            self.take(b":")
            if unique:
                if key in keys:
                    self._on_duplicate(key, place)
                self.spend(KEY_COST)
                keys.add(key)
            yield key, place
            if self.take(b",}") == b"}":
                self._depth -= 1
                return

    def elements(self) -> Iterator[int]:
        """The place of each element of a list, which is read before the next is asked for."""
        self._enter(b"[")
        if self.peek() == b"]":
            self._leave()
            return
        while True:
            self.peek()
            yield self.place
            if self.take(b",]") == b"]":
                self._depth -= 1
                return

    def _enter(self, opening: bytes) -> None:
        self.take(opening)
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self.limit("values nested more than", f"{MOST_DEPTH} deep")

    def _leave(self) -> None:
        self.take(b"]}")
        self._depth -= 1

    def skip(self) -> str:
        """Pass over any value, which is read as strictly; the beginning of it, as far as it is in sight."""
        self.peek()
        sight = self.ahead()
        place, mark = self.place, self.mark()
        self._pass()
        self.release(mark)
        n_bytes = self.place - place
        cut = "…" if n_bytes > MOST_SHOWN or n_bytes > len(sight) else ""
        return sight[:n_bytes].decode("utf-8", "replace") + cut

    def value(self) -> Any:
        """Any value as dict, list, str, int, float, bool or None; of two values of a key the first."""
        match self.peek():
            case b"{":
                self.spend(_OBJECT_COST)
                return self._object()
            case b"[":
                self.spend(_LIST_COST)
                values = []
                for _ in self.elements():
                    self.spend(ELEMENT_COST)
                    values.append(self.value())
                return values
            case b'"':
                return self.string()
            case b"t" | b"f" | b"n":
                return self.word()
        self.spend(_VALUE_COST)
        return self._number()

    def _object(self) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for key, place in self.members(unique=False):
            if key in kept:
                self._on_duplicate(key, place)
            self.spend(KEY_COST)
            value = self.value()
            kept.setdefault(key, value)
        return kept

    def _pass(self) -> None:
        """Read any value and keep nothing of it but, while it is open, the keys of an object."""
        match self.peek():
            case b"{":
                for _ in self.members():
                    self._pass()
            case b"[":
                for _ in self.elements():
                    self._pass()
            case b'"':
                mark = self.mark()
                self.string()
                self.release(mark)
            case b"t" | b"f" | b"n":
                self.word()
            case _:
                self._number()

    def _number(self) -> int | float:
        place = self.place
        text = self.number()
        if len(text) > _MOST_DIGITS:
            raise NotJson(LIMIT, f"a number of {len(text):,} characters", f"at most {_MOST_DIGITS}", place)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


def read_json(source: Source, on_duplicate: Callable[[str, int], object]) -> Any:
    """All of a source as one value; raises `NotJson`. Of two values of one key the first is kept."""
    text = JsonText(source, 0, source.n_bytes, on_duplicate)
    value = text.value()
    if text.peek():
        raise text.wrong("nothing after the value")
    return value
