"""TensorFlow.js weights: `read_tfjs(manifest, opened)`, a manifest and the raw files that it names.

    reading = read_tfjs(source, lambda name: files.get(name))

Weights lie one after the other in the files of their group, as if these were one, and fill them exactly.
`opened` is asked for plain names alone, and gives None for a file that is not there. Strings are walked, not
kept.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING

from bob.errors import shown
from bob.formats.gathered import Gathered
from bob.formats.inventory import Inventory, Reading
from bob.formats.sequence import lengths
from bob.formats.tfjs_manifest import read_manifest
from bob.spec.formats.tfjs import STRING, STRING_LENGTH_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.formats.inventory import Entry
    from bob.formats.tfjs_manifest import Group
    from bob.store import Source

_MOST_PHRASES = 20
_ELSEWHERE = ("/", "\\", ":", "\0", "?", "#", "%")


def read_tfjs(manifest: Source, opened: Callable[[str], Source | None], deep: bool = True) -> Reading:
    """The weights of a manifest, each in the file where it begins; of these files lengths alone are read.

    Unless `deep`, weights of strings are not walked, and what follows one in its group is not placed.
    A weight that goes on in the next file of its group is named in the fact `spanning`.
    """
    found = Gathered()
    read = read_manifest(manifest, found)
    if read is None:
        return Reading(None, found.all())
    entries: list[Entry] = []
    spanning: list[str] = []
    not_checked: list[str] = []
    taken: set[str] = set()
    for number, group in enumerate(read.groups, 1):
        files = _files(group, opened, taken, found)
        _Placing(group, files, f"group {number}", deep).place(found, spanning, not_checked)
        entries += group.weights
    facts: dict[str, object] = {
        "groups": len(read.groups),
        "files": len(taken),
        "quantized": read.n_quantized,
    }
    if spanning:
        facts["spanning"] = tuple(spanning)
    inventory = Inventory("TensorFlow.js", tuple(entries), read.texts, facts, manifest.n_bytes)
    more = len(not_checked) - _MOST_PHRASES
    phrases = (*not_checked[:_MOST_PHRASES], *([f"and {more:,} more like these"] if more > 0 else []))
    return Reading(inventory, found.all(), phrases)


def _files(
    group: Group, opened: Callable[[str], Source | None], taken: set[str], found: Gathered
) -> list[tuple[str, Source]] | None:
    """The files of a group; None where one of them is not to be had, which is told."""
    files: list[tuple[str, Source]] = []
    whole = True
    for path, place in group.paths:
        source = None
        if path in ("", ".", "..") or any(mark in path for mark in _ELSEWHERE):
            note = "TensorFlow.js joins it to the manifest's address as it is"
            found.add("BOB588", shown(path), "a path that leads elsewhere", "a plain name", place, note)
        elif path in taken:
            found.add("BOB588", shown(path), "once more", "each file once", place)
        else:
            taken.add(path)
            source = opened(path)
            if source is None:
                found.add("BOB588", shown(path), "not there", "a file beside the manifest", place)
        whole = whole and source is not None
        if source is not None:
            files.append((path, source))
    return files if whole else None


class _Placing:
    """The weights of a group, laid over its files."""

    def __init__(self, group: Group, files: list[tuple[str, Source]] | None, part: str, deep: bool) -> None:
        self._group = group
        self._files = files
        self._part = part
        self._deep = deep
        self._ends = list(accumulate(source.n_bytes for _, source in files or ()))

    @property
    def _n_bytes(self) -> int:
        return self._ends[-1] if self._ends else 0

    def place(self, found: Gathered, spanning: list[str], not_checked: list[str]) -> None:
        """Keep the weights that have all of their bytes, each with its file; and hold the lengths."""
        weights = self._group.weights
        if self._files is None or self._group.unplaced:
            not_checked.append(f"the places of the weights of {self._part}")
            weights.clear()
            return
        n_weights, n_kept, moved, end = len(weights), 0, 0, 0
        # In place: there may be as many as memory holds once.
        for weight in weights:
            begin = weight.byte_offset + moved
            end = begin + weight.n_bytes
            if weight.dtype == STRING:
                taken = self._taken(weight, begin, found, not_checked)
                if taken is None:
                    del weights[n_kept:]
                    return
                moved, end = moved + taken, end + taken
            elif end <= self._n_bytes:
                weights[n_kept] = self._placed(weight, begin, spanning)
                n_kept += 1
        del weights[n_kept:]
        for finding in lengths(self._n_bytes, end, f"{n_weights:,} weights"):
            found.add(*finding._replace(part=f"{self._part}: {self._names()}", byte_offset=None))

    def _taken(self, weight: Entry, begin: int, found: Gathered, not_checked: list[str]) -> int | None:
        """The bytes that a weight of strings takes; None where they were not walked to their end."""
        not_checked.append(f"{shown(weight.name)}: strings, which are no tensor")
        taken = self._strings(begin, prod(weight.shape)) if self._deep else None
        if taken is None:
            what = "which do not end" if self._deep else "not walked"
            not_checked.append(f"the weights of {self._part} after {shown(weight.name)}: strings {what}")
        if taken is None and self._deep:
            said = f"{self._n_bytes - begin:,} bytes"
            expected = f"{prod(weight.shape):,} strings with their lengths"
            found.add("BOB582", f"{self._part}: {weight.name}", said, expected)
        return taken

    def _names(self) -> str:
        paths = [path for path, _ in self._files or ()]
        return paths[0] if len(paths) == 1 else f"{len(paths):,} files"

    def _placed(self, weight: Entry, begin: int, spanning: list[str]) -> Entry:
        """The weight in the file where it begins; an empty one at the end of the last."""
        files = self._files or []
        if not files:
            return weight
        index = min(bisect_right(self._ends, begin), len(files) - 1)
        start = self._ends[index] - files[index][1].n_bytes
        if begin + weight.n_bytes > self._ends[index]:
            spanning.append(weight.name)
        return weight._replace(byte_offset=begin - start, file=files[index][0])

    def _strings(self, begin: int, count: int) -> int | None:
        """The bytes that so many strings take; None where the files end before them."""
        place = begin
        if count * STRING_LENGTH_BYTES > self._n_bytes - begin:
            return None
        for _ in range(count):
            length = self._read(place, STRING_LENGTH_BYTES)
            place += STRING_LENGTH_BYTES + int.from_bytes(length, "little")
            if len(length) < STRING_LENGTH_BYTES or place > self._n_bytes:
                return None
        return place - begin

    def _read(self, place: int, n_bytes: int) -> bytes:
        """A few bytes of the files as if they were one."""
        content = b""
        for index in range(bisect_right(self._ends, place), len(self._ends)):
            source = (self._files or [])[index][1]
            start = self._ends[index] - source.n_bytes
            content += source.read_at(place + len(content) - start, n_bytes - len(content))
            if len(content) == n_bytes:
                break
        return content
