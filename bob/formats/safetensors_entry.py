"""One entry of a safetensors header, read by its parts, with everything that is wrong: `Written.entry`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import shown
from bob.formats.inventory import Entry
from bob.formats.strict_json import ELEMENT_COST
from bob.spec.formats.dtypes import BITS
from bob.spec.formats.safetensors import DTYPES, WORD_BITS

if TYPE_CHECKING:
    from bob.formats.gathered import Gathered
    from bob.formats.strict_json import JsonText

_LIMIT = 1 << WORD_BITS
# Beyond this a product is not worth going on with.
_ENOUGH = 1 << 200
_NATURAL = re.compile(rb"0|[1-9][0-9]{0,19}+")
_NUMBERS = b"-0123456789"
_PARTS = ("dtype", "shape", "data_offsets")
_NUMBER_COST = 36
_MOST_SHOWN = 50
_IGNORED = "safetensors 0.8 passes over it"


class Region(NamedTuple):
    """The bytes that a malformed entry names; `place` is where the header does."""

    name: str
    byte_offset: int
    n_bytes: int
    place: int


class Written:
    """Reads entries from a header's text; `data_offset` is the byte from which their offsets count."""

    def __init__(self, text: JsonText, data_offset: int, found: Gathered) -> None:
        self.name = ""
        self._text = text
        self._data_offset = data_offset
        self._found = found
        self._place = 0

    def entry(self, name: str, place: int) -> Entry | Region | None:
        """The entry; its region if it is malformed; None where it has not even that."""
        self.name = name
        self._place = place
        if self._text.peek() != b"{":
            note = "safetensors 0.8 takes a list of the three" if self._text.peek() == b"[" else ""
            self._wrong("BOB510", self._text.skip(), "an object of dtype, shape and data_offsets", note)
            return None
        dtype, shape, offsets = self._parts()
        is_held = dtype is not None and shape is not None and self._is_held(dtype, shape, offsets)
        if offsets is None:
            return None
        begin, n_bytes = self._data_offset + offsets[0], offsets[1] - offsets[0]
        if dtype is None or shape is None or not is_held:
            return Region(name, begin, n_bytes, place)
        return Entry(name, dtype, shape, begin, n_bytes)

    def _parts(self) -> tuple[str | None, tuple[int, ...] | None, tuple[int, ...] | None]:
        dtype, shape, offsets = None, None, None
        missing = set(_PARTS)
        for key, place in self._text.members():
            if key not in missing:
                found = self._text.skip()
                # A second of the three is told as a duplicate.
                if key not in _PARTS:
                    self._found.add("BOB510", f"{self.name}: {key}", found, "no such key", place, _IGNORED)
                continue
            missing.remove(key)
            if key == "dtype":
                dtype = self._dtype()
            elif key == "shape":
                shape = self._naturals("BOB512", "a list of natural numbers below 2^64")
            else:
                offsets = self._offsets()
        if missing:
            lacks = ", ".join(part for part in _PARTS if part in missing)
            self._wrong("BOB510", f"lacks {lacks}", "dtype, shape and data_offsets")
        return dtype, shape, offsets

    def _wrong(self, code: str, found: str, expected: str, note: str = "") -> None:
        self._found.add(code, self.name, found, expected, self._place, note)

    def _dtype(self) -> str | None:
        if self._text.peek() == b'"':
            dtype = self._text.string()
            if dtype in DTYPES:
                return DTYPES[DTYPES.index(dtype)]
        else:
            dtype = self._text.skip()
        self._wrong("BOB511", dtype, "a dtype of the format")
        return None

    def _naturals(self, code: str, expected: str) -> tuple[int, ...] | None:
        """A list of natural numbers, or None with a finding that shows the first that is none."""
        text = self._text
        if text.peek() != b"[":
            self._wrong(code, text.skip(), expected)
            return None
        numbers: list[int] = []
        odd = None
        for _ in text.elements():
            written = text.number() if text.peek() in _NUMBERS else None
            if written is not None and _NATURAL.fullmatch(written) and int(written) < _LIMIT:
                text.spend(ELEMENT_COST + _NUMBER_COST)
                numbers.append(int(written))
            else:
                shown_here = text.skip() if written is None else written[:_MOST_SHOWN].decode()
                odd = odd or shown_here
        if odd is not None:
            self._wrong(code, odd, expected)
            return None
        return tuple(numbers)

    def _offsets(self) -> tuple[int, ...] | None:
        expected = "[begin, end], natural numbers below 2^64"
        offsets = self._naturals("BOB513", expected)
        if offsets is not None and (len(offsets) != 2 or offsets[0] > offsets[1]):
            self._wrong("BOB513", str(list(offsets[:3])), f"{expected}, begin <= end")
            return None
        return offsets

    def _is_held(self, dtype: str, shape: tuple[int, ...], offsets: tuple[int, ...] | None) -> bool:
        """Whether the shape's bytes are those of the region."""
        bits, least = BITS[dtype], BITS[dtype]
        for dim in shape:
            bits *= dim
            # Where a zero stands in the shape is no matter: without it, the rest may not go beyond a word.
            least *= dim or 1
            if least > _ENOUGH:
                break
        what = f"{dtype} {shown(str(list(shape[:_MOST_SHOWN])))}"
        if least >= _LIMIT:
            needs = f"{what} takes 2^{least.bit_length() - 1} bits or more"
            self._wrong("BOB514", needs, "below 2^64 bits, zeros aside")
            return False
        n_bytes, rest = divmod(bits, 8)
        if rest:
            self._wrong("BOB515", f"{what} takes {bits:,} bits", "a multiple of 8 bits")
            return False
        if offsets is not None and offsets[1] - offsets[0] != n_bytes:
            region = f"{offsets[1] - offsets[0]:,} bytes at [{offsets[0]}, {offsets[1]})"
            self._wrong("BOB514", region, f"{n_bytes:,} bytes for {what}")
            return False
        return True
