"""The weight manifest of a TensorFlow.js model, read as it comes: `read_manifest(source, found)`.

It stands in `model.json` as `weightsManifest`, or is a file of its own. Everything else in `model.json` is
passed over, read as strictly as the rest. Which files there are, and what they hold, is `bob.formats.tfjs`'s.
"""

from __future__ import annotations

import re
from array import array
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from bob.formats.inventory import Entry
from bob.formats.json_tokens import TEXT_COST, NotJson
from bob.formats.strict_json import JsonText
from bob.formats.tfjs_types import kept_as
from bob.spec.formats.dtypes import bits_of
from bob.spec.formats.tfjs import STRING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.formats.gathered import Gathered
    from bob.store import Source

# More than a number of the file system, so that a product of lengths is cut before it is long.
_MOST_DIGITS = 20
_MOST_DIMS = 100
_NATURAL = re.compile(r"0|[1-9][0-9]*+", re.ASCII)
_DIGITS = b"-0123456789"
# Beside the budget of `bob.formats.strict_json`, which is for the text alone.
_MORE_BYTES = 400_000
# What things take in CPython: an entry with its offset and its place among the others; a length; a path with
# its place, among those of its group and of all; a group with what is said of it.
_ENTRY_COST, _LENGTH_COST, _PATH_COST, _GROUP_COST = 290, 36, 250, 420
# A small length is there already: its place alone costs.
_SMALL, _SMALL_COST = 257, 9
_TOLD = ("format", "generatedBy", "convertedBy")
_BITS_OF_A_BYTE = 8


class Group(NamedTuple):
    """Paths with their places in the manifest, and weights whose offsets count from the first path's start.

    A weight of strings has the dtype STRING and no bytes: how many it takes stands in the files. `unplaced`
    is the place of the first malformed weight, if there is one: what follows it has no place.
    """

    paths: list[tuple[str, int]]
    weights: list[Entry]
    unplaced: list[int]


class Manifest(NamedTuple):
    """The groups; `texts` is what `model.json` says of its making; `n_quantized` counts such weights."""

    groups: list[Group]
    texts: dict[str, object]
    n_quantized: int


def read_manifest(source: Source, found: Gathered) -> Manifest | None:
    """The manifest, with findings for what is wrong in it; None where it cannot be read to its end."""
    reader = _Reader(source, found)
    try:
        reader.read()
    except NotJson as wrong:
        found.add("BOB586", "manifest", wrong.found, wrong.expected, wrong.byte_offset)
        return None
    return Manifest(reader.groups, reader.texts, reader.n_quantized) if reader.is_manifest else None


class _Weight:
    """What an object says of a weight, while it is read."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.name: str | None = None
        self.shape: tuple[int, ...] | None = None
        self.dtype: str | None = None
        self.quantization: dict[str, str] | None = None


class _Reader:
    """Reads a manifest from its text, once."""

    def __init__(self, source: Source, found: Gathered) -> None:
        self.groups: list[Group] = []
        self.texts: dict[str, object] = {}
        self.n_quantized = 0
        self.is_manifest = False
        self._found = found
        self._places = array("Q")
        self._text = JsonText(source, 0, source.n_bytes, self._twice)
        self._text.spend(-_MORE_BYTES)

    def read(self) -> None:
        """Read it to its end; raises `NotJson` where it is none."""
        text = self._text
        if text.peek() == b"{":
            for key, _ in text.members():
                if key == "weightsManifest":
                    self._groups()
                elif key in _TOLD and text.peek() == b'"':
                    self.texts[key] = text.string()
                else:
                    text.skip()
        elif text.peek() == b"[":
            self._groups()
        self._hold_names()
        if text.peek():
            raise text.wrong("a manifest and nothing after it" if self.is_manifest else "a manifest")
        if not self.is_manifest and "BOB586" not in self._found:
            self._found.add("BOB586", "manifest", "no weightsManifest", "one in model.json, or a list", 0)

    def _hold_names(self) -> None:
        """Tell of every weight that has the name of one before it."""
        names = [weight.name for group in self.groups for weight in group.weights]
        order = sorted(range(len(names)), key=names.__getitem__)
        for before, here in pairwise(order):
            if names[before] == names[here]:
                self._found.add("BOB589", names[here], "once more", "each name once", self._places[here])

    def _twice(self, key: str, place: int) -> None:
        note = "JavaScript takes the last of two equal keys"
        self._found.add("BOB586", key, "once more", "each key once", place, note)

    def _groups(self) -> None:
        if not self._begins(b"[", "weightsManifest", "a list of groups"):
            return
        self.is_manifest = True
        for _ in self._text.elements():
            if self._begins(b"{", f"group {len(self.groups) + 1}", "an object of paths and weights"):
                self._text.spend(_GROUP_COST)
                self.groups.append(self._group())

    def _begins(self, byte: bytes, part: str, expected: str) -> bool:
        """Whether a value is of the kind that begins so; else it is passed over, and told."""
        if self._text.peek() == byte:
            return True
        place = self._text.place
        self._found.add("BOB586", part, self._text.skip(), expected, place)
        return False

    def _group(self) -> Group:
        group = Group([], [], [])
        part, place = f"group {len(self.groups) + 1}", self._text.place
        seen: set[str] = set()
        for key in self._keys(seen):
            if key == "paths" and self._begins(b"[", f"{part}: paths", "a list of names"):
                group.paths.extend(self._paths(part))
            elif key == "weights" and self._begins(b"[", f"{part}: weights", "a list of weights"):
                self._weights(group, part)
            elif key not in ("paths", "weights"):
                self._text.skip()
        lacking = [key for key in ("paths", "weights") if key not in seen]
        for key in lacking:
            self._found.add("BOB586", f"{part}: {key}", "not there", "a list", place)
        return group

    def _keys(self, seen: set[str]) -> Iterator[str]:
        """The keys of an object, which are told where they come twice; none of them is kept."""
        for key, place in self._text.members(unique=False):
            if key in seen:
                self._twice(key, place)
            elif len(seen) < _MOST_DIMS:
                seen.add(key)
            yield key
            self._text.spend(-TEXT_COST - len(key))

    def _paths(self, part: str) -> Iterator[tuple[str, int]]:
        for place in self._text.elements():
            if self._begins(b'"', f"{part}: paths", "a name"):
                self._text.spend(_PATH_COST)
                yield self._text.string(), place

    def _weights(self, group: Group, part: str) -> None:
        offset = 0
        for number, place in enumerate(self._text.elements(), 1):
            named = f"{part}: weight {number}"
            entry = None
            if self._begins(b"{", named, "an object of name, shape and dtype"):
                entry = self._entry(self._weight(place, named), offset)
            if entry is not None:
                group.weights.append(entry)
                self._places.append(place)
                offset += entry.n_bytes
            elif not group.unplaced:
                group.unplaced.append(place)

    def _weight(self, place: int, part: str) -> _Weight:
        weight = _Weight(place)
        seen: set[str] = set()
        for key in self._keys(seen):
            if key == "name" and self._begins(b'"', f"{part}: name", "a text"):
                weight.name = self._text.string()
            elif key == "shape" and self._begins(b"[", f"{part}: shape", "a list of natural numbers"):
                weight.shape = self._shape(part)
            elif key == "dtype" and self._begins(b'"', f"{part}: dtype", "a text"):
                weight.dtype = self._passing()
            elif key == "quantization" and self._begins(b"{", f"{part}: quantization", "an object"):
                weight.quantization = self._quantization()
            elif key not in ("name", "shape", "dtype", "quantization"):
                self._text.skip()
        for key in ("name", "shape", "dtype"):
            if key not in seen:
                self._found.add("BOB586", f"{part}: {key}", "not there", "a name, a shape and a dtype", place)
        return weight

    def _passing(self) -> str:
        """A text that is not kept."""
        text = self._text.string()
        self._text.spend(-TEXT_COST - len(text))
        return text

    def _shape(self, part: str) -> tuple[int, ...] | None:
        lengths: list[int] | None = []
        for place in self._text.elements():
            is_number = self._text.peek() in _DIGITS
            written = self._text.number().decode() if is_number else self._text.skip()
            is_length = _NATURAL.fullmatch(written) is not None and len(written) <= _MOST_DIGITS
            if not is_length or (lengths is not None and len(lengths) == _MOST_DIMS):
                self._found.add(
                    "BOB586", f"{part}: shape", written, "natural numbers, a hundred at most", place
                )
                lengths = None
            elif lengths is not None:
                length = int(written)
                self._text.spend(_SMALL_COST if length < _SMALL else _LENGTH_COST)
                lengths.append(length)
        return None if lengths is None else tuple(lengths)

    def _quantization(self) -> dict[str, str]:
        """What is said of a quantization: the dtype, and which of scale and min are numbers."""
        said: dict[str, str] = {}
        for key in self._keys(set()):
            if key == "dtype" and self._text.peek() == b'"':
                said[key] = self._passing()
            elif key in ("scale", "min") and self._text.peek() in _DIGITS:
                said[key] = self._text.skip()
            else:
                self._text.skip()
        return said

    def _entry(self, weight: _Weight, offset: int) -> Entry | None:
        """A weight as an entry; None where something lacks that it cannot do without, which was told."""
        if weight.name is None or weight.shape is None or weight.dtype is None:
            return None
        self._text.spend(_ENTRY_COST)
        dtype, wrong = kept_as(weight.dtype, weight.quantization)
        for said, expected in wrong:
            self._found.add("BOB587", weight.name, said, expected, weight.place)
        if dtype is None:
            return None
        self.n_quantized += weight.quantization is not None
        n_bytes = 0 if dtype == STRING else prod(weight.shape) * bits_of(dtype) // _BITS_OF_A_BYTE
        return Entry(weight.name, dtype, weight.shape, offset, n_bytes)
