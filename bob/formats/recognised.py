"""Which adapter a file is for: `read_format(place)` reads a file by the rules of the format that it is of.

    reading = read_format(Place("model.safetensors", source, beside))

A file is known by its first bytes; where they do not say, its name may: a broken `.gguf` is told what is
wrong with it as a GGUF file. Sets (an index and its shards) are read through `beside`, which opens a plain
name in the same folder and nothing else.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding
from bob.formats.inventory import Reading
from bob.kinds import LOOKED_AT, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.store import Source

    Opened = Callable[[str], Source | None]

# The adapter of a kind of first bytes, of a name's end, or of both.
_BY_KIND = {
    "checkpoint": ("raw", "read_bob"),
    "safetensors": ("safetensors", "read_safetensors"),
    "gguf": ("gguf", "read_gguf"),
    "npy": ("npy", "read_npy"),
    "pickle": ("torch", "read_torch"),
    "llmc": ("llmc", "read_llmc"),
    "llama2c": ("llama2c", "read_llama2c"),
}
_BY_SUFFIX = {
    ".safetensors": _BY_KIND["safetensors"],
    ".gguf": _BY_KIND["gguf"],
    ".npy": _BY_KIND["npy"],
    ".npz": ("npz", "read_npz"),
    ".pt": _BY_KIND["pickle"],
    ".pth": _BY_KIND["pickle"],
}
_OF_TORCH = (".pt", ".pth", ".ckpt", ".bin")
_PICKLE = "data.pkl"
_OF_TFJS = (b'"weightsManifest"', b'"modelTopology"', b'"graph-model"', b'"layers-model"')
_NUMBER_BYTES = 4
_MOST_PARTS = 1000


class Place(NamedTuple):
    """A file by its plain name, its bytes, and what opens a plain name beside it."""

    name: str
    source: Source
    beside: Opened


def read_format(place: Place, deep: bool = True) -> Reading:
    """The reading of a file by its own format; BOB500 says what a file of no such format is."""
    head = place.source.read_at(0, LOOKED_AT)
    kind = kind_of(head, place.source.n_bytes)
    if kind.name == "zip":
        return _read(_of_zip(place), place.source, deep)
    if kind.name == "json" and (reading := _read_set(place, head, deep)) is not None:
        return reading
    name = kind.name if kind.name in _BY_KIND else _by_magic(place.source)
    if name == "gguf" and (parts := _parts(place)):
        from bob.formats.gguf_split import read_gguf_split

        return read_gguf_split(parts, deep)
    if name in _BY_KIND:
        return _read(_BY_KIND[name], place.source, deep)
    suffix = next((suffix for suffix in _BY_SUFFIX if place.name.lower().endswith(suffix)), "")
    if kind.name in ("unknown", "zeros", "text", "cut") and suffix:
        return _read(_BY_SUFFIX[suffix], place.source, deep)
    if kind.name == "unknown" and suffix == "" and place.name.lower().endswith(".bin"):
        # llama2.c's first layout has no magic: a size that fits its header exactly has to do.
        legacy = _read(_BY_KIND["llama2c"], place.source, deep)
        if not legacy.findings:
            return legacy
    return Reading(None, (Finding("BOB500", "file", f"this is {kind.words}", "a format that Bob reads", 0),))


def _read(adapter: tuple[str, str], source: Source, deep: bool) -> Reading:
    module, function = adapter
    reading: Reading = getattr(import_module(f"bob.formats.{module}"), function)(source, deep)
    return reading


def _of_zip(place: Place) -> tuple[str, str]:
    """A zip is PyTorch's where its name says so, or where it holds a pickle as PyTorch names it."""
    from bob.formats.archive import read_archive

    if place.name.lower().endswith(_OF_TORCH):
        return _BY_KIND["pickle"]
    names = [member.name for member in read_archive(place.source).members]
    return _BY_KIND["pickle"] if any(n.endswith(_PICKLE) for n in names) else _BY_SUFFIX[".npz"]


def _read_set(place: Place, head: bytes, deep: bool) -> Reading | None:
    if _is_manifest(head):
        from bob.formats.tfjs import read_tfjs

        return read_tfjs(place.source, place.beside)
    if is_index(place.name, head):
        from bob.formats.shards import read_shards

        kinds = ("safetensors", "zip", "pickle")
        return read_shards(place.source, place.beside, {kind: partial(_shard, deep=deep) for kind in kinds})
    return None


def _is_manifest(head: bytes) -> bool:
    """Whether JSON text begins as TensorFlow.js has it: what it does, before the manifest, may be long."""
    return any(word in head for word in _OF_TFJS) or (b'"paths"' in head and b'"weights"' in head)


def is_index(name: str, head: bytes) -> bool:
    """Whether JSON text is read as the index of a set of shards."""
    return not _is_manifest(head) and (b'"weight_map"' in head or name.endswith(".index.json"))


def _parts(place: Place) -> dict[str, Source]:
    """The parts of a split set, as far as they are there; none for a file whose name is no part's."""
    from bob.formats.gguf_split import split_name

    named = split_name(place.name)
    if named is None:
        return {}
    prefix, _, total = named
    found = {place.name: place.source}
    for number in range(1, min(total, _MOST_PARTS) + 1):
        name = f"{prefix}-{number:05d}-of-{total:05d}.gguf"
        if name != place.name and (source := place.beside(name)) is not None:
            found[name] = source
    return found


def _shard(source: Source, deep: bool) -> Reading:
    return read_format(Place("", source, lambda _: None), deep)


def _by_magic(source: Source) -> str:
    """The files of llm.c and llama2.c, which are known by their first number, in either byte order."""
    from bob.spec.formats.llama2c import MAGIC
    from bob.spec.formats.llmc import MODEL_MAGIC, STATE_MAGIC

    head = source.read_at(0, _NUMBER_BYTES)
    if len(head) < _NUMBER_BYTES:
        return ""
    numbers = {int.from_bytes(head, "little"), int.from_bytes(head, "big")}
    if numbers & {MODEL_MAGIC, STATE_MAGIC}:
        return "llmc"
    return "llama2c" if MAGIC in numbers else ""
