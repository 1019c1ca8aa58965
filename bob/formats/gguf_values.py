"""The key/values of a GGUF file, as plain Python values.

    values = read_key_values(cursor, count, found, room)
    values.metadata["general.name"]         # 'tiny'
    values.metadata["tokenizer.ggml.tokens"]  # {'array': 'string', 'length': 32000}
    values.stated["general.alignment"]      # Stated(kind='uint32', value=32, byte_offset=...)

Arrays of more than 64 elements, arrays of arrays and strings of more than 2^17 bytes are summarised. What a
key has to hold is for `bob.formats.gguf_keys`.
"""

from __future__ import annotations

import re
from struct import calcsize
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, shown
from bob.formats.gguf_findings import LAX, LAX_GGML, as_text
from bob.spec.formats.gguf import ARRAY, BOOL, LONGEST_KEY, MOST_KEPT, SCALARS, STRING, GgufKey

if TYPE_CHECKING:
    from bob.formats.gguf_cursor import Cursor, Room
    from bob.formats.gguf_findings import Found

_NAMES = {number: name for number, (name, _) in SCALARS.items()} | {STRING: "string", ARRAY: "array"}
_ARRAY_HEAD = "IQ"
_KEY = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")
# A dict's share of an entry, at its fullest growth.
_ENTRY_BYTES = 120
LEAST_KEY_VALUE_BYTES = GgufKey.at().fixed_bytes + 1


class Stated(NamedTuple):
    """A value as it stands in the file: the name of its type, itself, and where its key begins."""

    kind: str
    value: object
    byte_offset: int


class KeyValues(NamedTuple):
    """All values by key, and those under the keys that GGUF itself gives a meaning."""

    metadata: dict[str, object]
    stated: dict[str, Stated]


MEANT = (
    "general.architecture",
    "general.alignment",
    "general.quantization_version",
    "split.no",
    "split.count",
    "split.tensors.count",
)


def read_key_values(cursor: Cursor, count: int, found: Found, room: Room) -> KeyValues:
    """The next `count` key/values; raises `Stopped` where they cannot be read on."""
    values = KeyValues({}, {})
    for i in range(count):
        _read_one(cursor, i, values, found, room)
    return values


def _read_one(cursor: Cursor, index: int, values: KeyValues, found: Found, room: Room) -> None:
    place = cursor.position
    key = _read_key(cursor, f"key {index:,}", place, found)
    part = f"key {shown(key)}"
    (number,) = cursor.numbers("I", part)
    value = _Values(cursor, part, found, room).read(number)
    if key in values.metadata:
        found.take(Finding("BOB525", part, "a second time", "one of each name", place))
        return
    room.keep(part, place, key, value, n_bytes=_ENTRY_BYTES)
    values.metadata[key] = value
    if key in MEANT:
        values.stated[key] = Stated(_NAMES[number], value, place)


def _read_key(cursor: Cursor, part: str, place: int, found: Found) -> str:
    """A key; one that is too long is cut, and so is another than itself."""
    (n_bytes,) = cursor.numbers("Q", part)
    cursor.require(n_bytes, part)
    if n_bytes > LONGEST_KEY:
        raw = cursor.take(LONGEST_KEY, part)
        cursor.skip(n_bytes - LONGEST_KEY, part)
        said = f"{n_bytes:,} bytes", f"at most {LONGEST_KEY:,}"
        found.take(Finding("BOB524", f"key {shown(as_text(raw))}", *said, place, _laxer(raw)))
        return shown(as_text(raw))
    raw = cursor.take(n_bytes, part)
    text = as_text(raw)
    if not _KEY.fullmatch(text):
        expected = "segments of a-z, 0-9 and _, separated by dots"
        found.take(Finding("BOB524", part, shown(text) or "nothing", expected, place, _laxer(raw)))
    return text


def _laxer(key: bytes) -> str:
    """Who reads a key all the same: gguf 0.19 wants UTF-8."""
    return LAX if key.isascii() else LAX_GGML


class _Values:
    """Reads the value of one key."""

    def __init__(self, cursor: Cursor, part: str, found: Found, room: Room) -> None:
        self._cursor = cursor
        self._part = part
        self._found = found
        self._room = room

    def read(self, number: int) -> object:
        """A value of this type."""
        if number == STRING:
            text = self._cursor.text(self._part)
            return text if isinstance(text, str) else {"string": "utf-8", "length": text}
        if number == ARRAY:
            return self._array()
        place = self._cursor.position
        self._require_known(number)
        (value,) = self._cursor.numbers(SCALARS[number][1], self._part)
        if number == BOOL:
            self._check_bools(value > 1, value, place)
            return bool(value)
        return value

    def _require_known(self, number: int) -> None:
        if number not in _NAMES:
            place = self._cursor.position
            raise self._found.stop(Finding("BOB526", self._part, f"type {number:,}", "0 to 12", place))

    def _check_bools(self, n_other: int, first: int, place: int) -> None:
        if n_other:
            found = f"{first}" if n_other == 1 else f"{first}, and {n_other - 1:,} more that are neither"
            self._found.take(Finding("BOB526", self._part, found, "0 or 1 for a bool", place, LAX))

    def _array(self) -> object:
        number, count = self._array_head()
        if number == ARRAY:
            self._pass_arrays(count)
        elif count > MOST_KEPT:
            self._pass_elements(number, count)
        else:
            return self._elements(number, count)
        return {"array": _NAMES[number], "length": count}

    def _array_head(self) -> tuple[int, int]:
        """The type and number of an array's elements, for which there are bytes."""
        number, count = self._cursor.numbers(_ARRAY_HEAD, self._part)
        self._require_known(number)
        self._cursor.require(count * _LEAST_BYTES[number], self._part)
        return number, count

    def _elements(self, number: int, count: int) -> list[object]:
        """The elements of a short array."""
        values: list[object] = []
        for _ in range(count):
            value = self.read(number)
            self._room.keep(self._part, self._cursor.position, value)
            values.append(value)
        return values

    def _pass_elements(self, number: int, count: int) -> None:
        """Look at the elements of an array as far as they can be wrong, and keep none."""
        if number == STRING:
            for _ in range(count):
                self._cursor.text(self._part)
        elif number == BOOL:
            self._pass_bools(count)
        else:
            self._cursor.skip(count * _LEAST_BYTES[number], self._part)

    def _pass_bools(self, count: int) -> None:
        first, place, n_other = 0, 0, 0
        for size in self._cursor.slices(count, self._part):
            raw = self._cursor.take(size, self._part)
            others = raw.translate(None, b"\x00\x01")
            if others and not n_other:
                first, place = others[0], self._cursor.position - size + raw.index(others[:1])
            n_other += len(others)
        self._check_bools(n_other, first, place)

    def _pass_arrays(self, count: int) -> None:
        """Arrays in arrays, however deep: a count of what is still to come for each level."""
        open_counts = [count]
        while open_counts:
            if not open_counts[-1]:
                open_counts.pop()
                continue
            open_counts[-1] -= 1
            number, inner = self._array_head()
            if number == ARRAY:
                open_counts.append(inner)
            else:
                self._pass_elements(number, inner)


def _least_bytes() -> dict[int, int]:
    """The fewest bytes of a value of each type."""
    sizes = {number: calcsize(f"<{code}") for number, (_, code) in SCALARS.items()}
    return sizes | {STRING: calcsize("<Q"), ARRAY: calcsize(f"<{_ARRAY_HEAD}")}


_LEAST_BYTES = _least_bytes()
