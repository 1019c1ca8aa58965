"""The stack and memo of the pickle machine, weighed: `Stack(n_bytes, room)`.

Every place of the stack has a weight beside it: the bytes of memory that its value keeps alive. A value that
moves into another takes its weight along. `live` is their sum, with the memo's and with that of what was
dropped while something else may refer to it. It is never less than what is alive, and `require_room` holds it
against the size of the file.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from bob.formats.pickle_opcodes import Malformed
from bob.formats.pickle_values import Container, Mixed, is_plain

if TYPE_CHECKING:
    from bob.formats.pickle_values import Value

# Bytes of memory: a place on the stack and its weight, a memo entry, a mark, a small object with its parts.
_SLOT, _MEMO, _MARK, OBJECT = 18, 150, 9, 160
_FREE, _PER_BYTE = 300_000, 3


class Stack:
    """An empty stack for a pickle of `n_bytes` bytes in a file of `room` bytes; `place` is where it is."""

    def __init__(self, n_bytes: int, room: int) -> None:
        self._values: list[Value] = []
        self._weights = array("Q")
        self._marks = array("Q")
        self._memo: dict[int, Value] = {}
        self._fetched = bytearray(n_bytes // 8 + 1)
        self._was_put = bytearray(n_bytes // 8 + 1)
        self._most = _FREE + _PER_BYTE * room
        self._live = 0
        self.n_put = 0
        self.place = 0

    def push(self, value: Value, weight: int) -> None:
        """Put a value on top; what it keeps alive weighs `weight`."""
        self._values.append(value)
        self._weights.append(weight + _SLOT)
        self._live += weight + _SLOT

    def push_tuple(self, items: list[Value], weight: int) -> None:
        """Put a tuple of items that weigh `weight` on top."""
        whole = tuple(items) if all(map(is_plain, items)) else Mixed(items)
        self.push(whole, weight + OBJECT // 2)

    def weigh(self, weight: int) -> None:
        """Add to the weight of what is on top; one operation may do so often, so there must be room."""
        self._weights[-1] += weight
        self._live += weight
        self.require_room()

    def keep(self, weight: int) -> None:
        """Count something that is no longer on the stack as alive for ever."""
        self._live += weight

    def top(self) -> Value:
        """What is on top."""
        self._require(1)
        return self._values[-1]

    def last(self) -> Value:
        """The value that is left; raises `Malformed` unless it is one, without a mark."""
        if len(self._values) != 1 or self._marks:
            said = f"STOP with {len(self._values):,} values and {len(self._marks):,} marks"
            raise Malformed(self.place, said, expected="one value")
        return self._values[0]

    def pop(self) -> tuple[Value, int]:
        """Take what is on top, with its weight, which is no longer alive unless it is put somewhere."""
        self._require(1)
        weight = self._weights.pop()
        self._live -= weight
        return self._values.pop(), weight

    def pop_many(self, n: int) -> tuple[list[Value], list[int]]:
        """The last `n`, in order, as `pop` takes them."""
        self._require(n)
        return self._cut(len(self._values) - n)

    def pop_mark(self) -> tuple[list[Value], list[int]]:
        """All above the last mark, and the mark."""
        if not self._marks:
            raise Malformed(self.place, "a stack without the mark that is asked for")
        return self._cut(self._marks.pop())

    def _cut(self, begin: int) -> tuple[list[Value], list[int]]:
        values, weights = self._values[begin:], self._weights[begin:].tolist()
        del self._values[begin:], self._weights[begin:]
        self._live -= sum(weights)
        return values, weights

    def mark(self) -> None:
        """Mark the top."""
        self._marks.append(len(self._values))
        self._live += _MARK

    def drop(self) -> None:
        """Forget what is on top, which a mark may be."""
        if self._marks and self._marks[-1] == len(self._values):
            self._marks.pop()
            return
        _, weight = self.pop()
        self.keep(weight)

    def drop_mark(self) -> None:
        """Forget all above the last mark."""
        _, weights = self.pop_mark()
        self.keep(sum(weights))

    def shared(self) -> Value:
        """What is on top, to be referred to once more."""
        value = self.top()
        if isinstance(value, Container):
            value.held = True
        return value

    def will_fetch(self, index: int, place: int) -> None:
        """Note that a memo entry will be asked for."""
        self._require_index(index, place)
        self._fetched[index >> 3] |= 1 << (index & 7)

    def put(self, index: int) -> None:
        """Remember what is on top, if it will be asked for."""
        self._require_index(index, self.place)
        self._require(1)
        bit = 1 << (index & 7)
        self.n_put += not self._was_put[index >> 3] & bit
        self._was_put[index >> 3] |= bit
        if self._fetched[index >> 3] & bit:
            self._memo[index] = self.shared()
            self.keep(_MEMO + self._weights[-1])

    def get(self, index: int) -> None:
        """Put what was remembered on top."""
        if index not in self._memo:
            raise Malformed(self.place, f"memo {index:,}, where nothing was put")
        self.push(self._memo[index], 0)

    def _require_index(self, index: int, place: int) -> None:
        """A pickle puts one after the other, so there are no more places than bytes."""
        if not 0 <= index < len(self._fetched) << 3:
            raise Malformed(place, f"memo {index:,}", expected="places from 0 on, one after the other")

    def _require(self, n: int) -> None:
        floor = self._marks[-1] if self._marks else 0
        if len(self._values) - floor < n:
            raise Malformed(self.place, "a stack with less on it than is asked for")

    def require_room(self) -> None:
        """Raises `Malformed` (BOB569) where more is alive than the file accounts for."""
        if self._live > self._most:
            said = f"{self._live:,} bytes of memory and more"
            raise Malformed(self.place, said, "BOB569", f"at most {self._most:,} for a file of this size")
