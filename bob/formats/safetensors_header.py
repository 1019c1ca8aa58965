"""The header of a safetensors file, entry by entry: `Header(source, begin, end, found).read()`.

An entry as writers write it is taken in one match; any other spelling of the same, and whatever is wrong
with it, is read by its parts (`bob.formats.safetensors_entry`). Both ways give the same entries. A malformed
entry is a finding and no entry; its region, where it has one, still counts as named.
"""

from __future__ import annotations

import re
from array import array
from heapq import merge
from itertools import pairwise, permutations
from operator import attrgetter
from typing import TYPE_CHECKING

from bob.formats.gathered import MOST_OF_A_CODE
from bob.formats.inventory import Entry
from bob.formats.json_tokens import TEXT_COST
from bob.formats.safetensors_entry import Region, Written
from bob.formats.strict_json import KEY_COST, JsonText
from bob.spec.formats.dtypes import BITS
from bob.spec.formats.safetensors import DTYPES, METADATA

if TYPE_CHECKING:
    from bob.formats.gathered import Gathered
    from bob.store import Source

_NATURAL = rb"(?:0|[1-9][0-9]{0,17}+)"
_S = rb"[ \t\n\r]*+"
_PARTS = {
    "dtype": rb'"dtype"' + _S + rb":" + _S + rb'"([A-Z0-9_]++)"',
    "shape": rb'"shape"' + _S + rb":" + _S + rb"\[([0-9, \t\n\r]*+)\]",
    "data_offsets": rb'"data_offsets"'
    + (_S + rb":" + _S + rb"\[" + _S + rb"(" + _NATURAL + rb")" + _S + rb"," + _S)
    + (rb"(" + _NATURAL + rb")" + _S + rb"\]"),
}
_SHAPE = re.compile(_S + rb"(?:" + _NATURAL + rb"(?:" + _S + rb"," + _S + _NATURAL + rb"){0,14}+)?+" + _S)


def _spelling(order: tuple[str, ...]) -> tuple[re.Pattern[bytes], tuple[int, ...]]:
    """An entry with its parts in this order; the groups of name, dtype, shape, begin, end and delimiter."""
    inner = (_S + rb"," + _S).join(_PARTS[part] for part in order)
    text = (
        _S + rb'"([^"\\\x00-\x1f]*+)"' + _S + rb":" + _S + rb"\{" + _S + inner + _S + rb"\}" + _S + rb"([,}])"
    )
    group, groups = 2, {}
    for part in order:
        groups[part] = group
        group += 2 if part == "data_offsets" else 1
    begin = groups["data_offsets"]
    return re.compile(text), (1, groups["dtype"], groups["shape"], begin, begin + 1, group)


_SPACES = re.compile(b" *+")
_MOST_BITS = 1 << 60
_MOST_SIZES_KEPT = 500
# What an entry takes in CPython: itself, and the places that lead to it while entries are put in order.
_ENTRY_COST = 155
_REGION_COST = 200
_NUMBER_COST = 36
_SMALL = 256
LAXER = "safetensors 0.8 keeps the last of the two"
SPACE_IS_LET_PASS = "safetensors 0.8 passes over white space"


class Header:
    """What the header says; every offset counts from the start of the file.

    `malformed` are the regions of entries that are not in `entries`; `n_unplaced` counts those without one.
    `contiguous` says that each entry begins where the one listed before it ends.
    """

    def __init__(self, source: Source, begin: int, end: int, found: Gathered) -> None:
        self.begin = begin
        self.end = end
        self.entries: list[Entry] = []
        self.malformed: list[Region] = []
        self.n_unplaced = 0
        self.metadata: dict[str, object] = {}
        self.n_padding = 0
        self.contiguous = True
        self.reach = end
        self._found = found
        self._has_metadata = False
        self._places = array("I")
        self._sizes: dict[tuple[bytes, bytes], tuple[str, tuple[int, ...], int]] = {}
        # The spelling that fitted last comes first.
        self._spellings = [_spelling(order) for order in permutations(_PARTS)]
        self._text = JsonText(source, begin, end, self._duplicate)
        self._written = Written(self._text, end, found)

    def read(self) -> None:
        """Read it to its end; raises `NotJson` where it cannot be."""
        text = self._text
        text.take(b"{")
        if text.peek() == b"}":
            text.take(b"}")
        else:
            self._members()
        begin = text.place
        stray = text.padded_by(_SPACES)
        self.n_padding = (self.end if stray is None else stray) - begin
        if stray is not None:
            found = text.sight()
            note = "" if text.peek() else SPACE_IS_LET_PASS
            self._found.add("BOB505", "header", found, "spaces", stray, note)
        self._hold_names()

    def _members(self) -> None:
        text = self._text
        delimiter = b","
        while delimiter == b",":
            match = text.attempt(self._spellings[0][0])
            if match is None:
                match = self._otherwise()
            parts = () if match is None else match.group(*self._spellings[0][1])
            if match is not None and self._plain(parts, match.start(1)):
                text.pass_over(match)
                delimiter = parts[-1]
            else:
                self._member()
                delimiter = text.take(b",}")

    def _otherwise(self) -> re.Match[bytes] | None:
        """The next entry in another order of its parts, which is the one to expect from then on."""
        for i, (pattern, _) in enumerate(self._spellings[1:], 1):
            if (match := self._text.attempt(pattern)) is not None:
                self._spellings.insert(0, self._spellings.pop(i))
                return match
        return None

    def _plain(self, parts: tuple[bytes, ...], at: int) -> bool:
        """Take an entry with nothing odd about it, its name `at` this place in sight; False if there is."""
        name, dtype, shape, first, last, _ = parts
        size = self._sizes.get((dtype, shape)) or self._size(dtype, shape)
        begin = int(first)
        if size is None or int(last) - begin != size[2] or name == METADATA.encode():
            return False
        width = 1 if name.isascii() else 4
        self._text.spend(_ENTRY_COST + TEXT_COST + width * len(name) + (begin > _SMALL) * _NUMBER_COST)
        try:
            entry = Entry(str(name, "utf-8"), size[0], size[1], self.end + begin, size[2])
        except UnicodeDecodeError:
            return False
        self._keep(entry, self._text.place_of(at - 1))
        return True

    def _size(self, dtype: bytes, shape: bytes) -> tuple[str, tuple[int, ...], int] | None:
        """The dtype's name, the shape, its elements and bytes, if they are plain; kept for the next entry."""
        name = dtype.decode()
        if name not in DTYPES or _SHAPE.fullmatch(shape) is None:
            return None
        dims = tuple(map(int, shape.split(b","))) if shape.strip() else ()
        n_elements, n_least = 1, 1
        for dim in dims:
            n_elements *= dim
            n_least *= dim or 1
        n_bytes, bits_left = divmod(n_elements * BITS[name], 8)
        if bits_left or n_least * BITS[name] > _MOST_BITS:
            return None
        self._text.spend((len(dims) + 3) * (_NUMBER_COST + 8))
        size = (name, dims, n_bytes)
        if len(self._sizes) < _MOST_SIZES_KEPT:
            self._sizes[dtype, shape] = size
        return size

    def _keep(self, entry: Entry, place: int) -> None:
        self.entries.append(entry)
        self._places.append(place)
        if entry.byte_offset == self.reach:
            self.reach += entry.n_bytes
        else:
            self.contiguous = False

    def _member(self) -> None:
        """Read a key and its value by their parts."""
        text = self._text
        text.peek()
        place = text.place
        name = text.string()
        text.take(b":")
        if name == METADATA:
            self._read_metadata(place)
            return
        mark = text.mark()
        kept = self._written.entry(name, place)
        text.release(mark)
        if isinstance(kept, Region):
            text.spend(_REGION_COST)
            self.malformed.append(kept)
        elif kept is None:
            self.n_unplaced += 1
        else:
            text.spend(_ENTRY_COST + (len(kept.shape) + 3) * (_NUMBER_COST + 8))
            self._keep(kept, place)

    def _read_metadata(self, place: int) -> None:
        text, found = self._text, self._found
        if self._has_metadata:
            found.add("BOB508", METADATA, "a second time", "each key once", place)
        self._has_metadata = True
        if text.peek() != b"{":
            note = "safetensors 0.8 takes null for none" if text.peek() == b"n" else ""
            found.add("BOB509", METADATA, text.skip(), "an object of texts", place, note)
            return
        for key, key_place in text.members(unique=False):
            if key in self.metadata:
                found.add("BOB508", f"{METADATA}: {key}", "a second time", "each key once", key_place, LAXER)
            text.spend(KEY_COST)
            if text.peek() == b'"':
                self.metadata.setdefault(key, text.string())
            else:
                found.add("BOB509", f"{METADATA}: {key}", text.skip(), "a text", key_place)
                self.metadata.setdefault(key, None)

    def _duplicate(self, key: str, place: int) -> None:
        """A key that an object below the header's own holds twice."""
        self._found.add("BOB508", f"{self._written.name}: {key}", "a second time", "each key once", place)

    def _hold_names(self) -> None:
        """No two entries have one name; without a set of names, which would take more than they do."""
        names = [entry.name for entry in self.entries]
        names += (region.name for region in self.malformed)
        names.sort()
        twice = [name for name, following in pairwise(names) if name == following]
        if not twice:
            return
        told = set(twice[:MOST_OF_A_CODE])
        self._found_twice(told)
        self._found.count("BOB508", sum(name not in told for name in twice))

    def _found_twice(self, names: set[str]) -> None:
        seen: set[str] = set()
        entries = zip(self._places, map(attrgetter("name"), self.entries), strict=True)
        malformed = ((region.place, region.name) for region in self.malformed)
        for place, name in merge(entries, malformed):
            if name not in names:
                continue
            if name in seen:
                self._found.add("BOB508", name, "a second time", "each key once", place, LAXER)
            seen.add(name)
