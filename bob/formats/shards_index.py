"""The index of a set of shards, and config.json beside it, as far as they can be read without a schema."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.formats.json_tokens import LIMIT, NotJson
from bob.formats.strict_json import KEY_COST, JsonText, read_json

if TYPE_CHECKING:
    from bob.formats.gathered import Gathered
    from bob.store import Source

_DTYPE_KEYS = ("torch_dtype", "dtype")


class Index(NamedTuple):
    """`map` gives the file of each tensor, `counts` how many are mapped to each file."""

    map: dict[str, str]
    counts: Counter[str]
    metadata: dict[str, object]
    total_size: int | None
    total_place: int


def read_index(source: Source, found: Gathered) -> Index | None:
    """What the index says; None, with findings (BOB590, BOB592, BOB519), where it cannot be read."""
    reader = _IndexReader(source, found)
    try:
        return reader.read()
    except NotJson as wrong:
        _add(wrong, "index", found)
        return None


class _IndexReader:
    """Reads the map pair by pair, and everything else as plain values."""

    def __init__(self, source: Source, found: Gathered) -> None:
        self._found = found
        self._part = "index"
        self._text = JsonText(source, 0, source.n_bytes, self._duplicate)
        self._map: dict[str, str] | None = None
        self._metadata: dict[str, object] = {}
        self._total: tuple[int | None, int] = (None, 0)

    def _duplicate(self, key: str, place: int) -> None:
        self._found.add("BOB591", f"{self._part}: {key}", "a second time", "each key once", place)

    def read(self) -> Index | None:
        text = self._text
        if text.peek() != b"{":
            self._found.add("BOB592", "index", text.skip(), "an object with weight_map", 0)
            return None
        unread = {"weight_map", "metadata"}
        for key, place in text.members():
            self._part = f"index: {key}"
            if key not in unread:
                text.skip()
            elif key == "weight_map":
                self._map = self._weight_map(place)
            else:
                self._read_metadata(place)
            unread.discard(key)
            self._part = "index"
        if text.peek():
            raise text.wrong("nothing after the object")
        if self._map is None and "weight_map" in unread:
            self._found.add("BOB592", "index", "no weight_map", "an object with weight_map", 0)
        if self._map is None:
            return None
        return Index(self._map, Counter(self._map.values()), self._metadata, *self._total)

    def _weight_map(self, place: int) -> dict[str, str] | None:
        text = self._text
        names: dict[str, str] = {}
        # Each name of a file is kept once, however many tensors are mapped to it.
        files: dict[str, str] = {}
        if text.peek() != b"{":
            self._found.add("BOB592", "weight_map", text.skip(), "an object of names of files", place)
            return None
        for name, name_place in text.members(unique=False):
            if name in names:
                self._duplicate(name, name_place)
            text.spend(KEY_COST)
            if text.peek() == b'"':
                file = text.string()
                names.setdefault(name, files.setdefault(file, file))
            else:
                self._found.add(
                    "BOB592", f"weight_map: {name}", text.skip(), "the name of a file", name_place
                )
        return names

    def _read_metadata(self, place: int) -> None:
        text = self._text
        if text.peek() != b"{":
            self._found.add("BOB592", "metadata", text.skip(), "an object", place)
            return
        for key, key_place in text.members():
            value = text.value()
            if key == "total_size" and key not in self._metadata:
                self._total = self._total_size(value, key_place)
            self._metadata.setdefault(key, value)

    def _total_size(self, value: Any, place: int) -> tuple[int | None, int]:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value, place
        self._found.add("BOB599", "total_size", repr(value), "a natural number", place)
        return None, place


def config_dtype(source: Source, name: str, found: Gathered) -> str | None:
    """The dtype that config.json states, if any; BOB590, BOB591, BOB519 where it is no object of JSON."""
    twice: list[tuple[str, int]] = []
    try:
        config = read_json(source, lambda key, place: twice.append((key, place)))
    except NotJson as wrong:
        _add(wrong, name, found)
        return None
    for key, place in twice:
        found.add("BOB591", f"{name}: {key}", "a second time", "each key once", place)
    if not isinstance(config, dict):
        found.add("BOB590", name, f"a {type(config).__name__}", "an object", 0)
        return None
    return next((config[key] for key in _DTYPE_KEYS if isinstance(config.get(key), str)), None)


def _add(wrong: NotJson, part: str, found: Gathered) -> None:
    code = "BOB519" if wrong.kind == LIMIT else "BOB590"
    found.add(code, part, wrong.found, wrong.expected, wrong.byte_offset)
