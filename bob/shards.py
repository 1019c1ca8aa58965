"""Files of a set read by several processes, and digested: map the shard, reduce the inventories.

    looked = look_at_file("model.safetensors.index.json", place, Workers(jobs=4), digests=True)
    looked.reading          # what `bob.formats.recognised.read_format` gives, whoever read the shards
    looked.digests          # {"model-00001-of-00002.safetensors": "af13...", ...}, by plain name

Only headers and findings come back from a process, and a digest of each file: BLAKE3, as `b3sum` prints it.
Files are read in pieces of one size, so the memory does not depend on theirs.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest_of_pieces
from bob.errors import Refused
from bob.formats.gathered import Gathered
from bob.formats.inventory import Reading
from bob.formats.recognised import Place, is_index, read_format
from bob.formats.shards import PLAIN, read_shards
from bob.formats.shards_index import read_index
from bob.kinds import LOOKED_AT, kind_of
from bob.parallel import mapped
from bob.parallel_outcome import ALONE
from bob.store import OpenFile
from bob.store_ahead import pieces_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.errors import Finding
    from bob.parallel_outcome import Workers
    from bob.store import Source

_OF_SHARDS = ("safetensors", "zip", "pickle")


class Look(NamedTuple):
    """A file to look at: by its format's rules, for its digest, or both; alone, or while others are."""

    path: str
    reads: bool
    digests: bool
    alone: bool = False


class Seen(NamedTuple):
    """What was asked for of one file; no reading and no digest where they were not."""

    reading: Reading | None
    digest: str


class Looked(NamedTuple):
    """The reading of a file or set, and the digests of its files by plain name, in order."""

    reading: Reading
    digests: Mapping[str, str]


def look(task: Look) -> Seen:
    """Look at one file; raises `Refused` (BOB820, BOB220)."""
    with OpenFile(task.path) as opened:
        reading = read_format(Place("", opened, lambda _: None)) if task.reads else None
        pieces = pieces_ahead(opened) if task.alone else opened.pieces(0, opened.n_bytes)
        digest = digest_of_pieces(pieces).hex() if task.digests else ""
        opened.require_unchanged()
    return Seen(reading, digest)


def look_at_file(path: str, place: Place, workers: Workers = ALONE, digests: bool = False) -> Looked:
    """Read the file that is open as `place`, and where it is an index its shards, by `workers`."""
    folder = os.path.dirname(path)
    if shards := _shards_of(place):
        seen = _seen(folder, shards, workers, digests=digests)
        readers = dict.fromkeys(_OF_SHARDS, partial(_reading, seen))
        reading = read_shards(place.source, place.beside, readers)
    else:
        seen = {}
        reading = read_format(place)
    if digests:
        rest = [name for name in _files_of(place, reading) if name not in seen]
        digested = _seen(folder, rest, workers, reads=False, digests=True)
        reading = reading._replace(findings=(*reading.findings, *_refusals(digested)))
        seen |= digested
    told = {name: one.digest for name, one in sorted(seen.items()) if isinstance(one, Seen) and one.digest}
    return Looked(reading, told)


def _shards_of(place: Place) -> list[str]:
    """The files beside an index that it names, as far as they are there; none for what is no index."""
    head = place.source.read_at(0, LOOKED_AT)
    is_json = kind_of(head, place.source.n_bytes).name == "json"
    if not is_json or not is_index(place.name, head):
        return []
    index = read_index(place.source, Gathered())
    named = () if index is None else sorted(index.counts)
    return [name for name in named if PLAIN.fullmatch(name) and place.beside(name) is not None]


def _files_of(place: Place, reading: Reading) -> list[str]:
    """The plain names of all files of a reading; members of an archive are none."""
    kind = kind_of(place.source.read_at(0, LOOKED_AT), place.source.n_bytes)
    if kind.name == "zip" or reading.inventory is None:
        return [place.name]
    beside = {entry.file.partition("/")[0] for entry in reading.inventory.entries}
    return [place.name, *sorted(beside - {"", place.name})]


def _seen(
    folder: str, names: list[str], workers: Workers, reads: bool = True, digests: bool = False
) -> dict[str, Seen | Refused]:
    paths = [os.path.abspath(os.path.join(folder, name)) for name in names]
    alone = not workers.engine and min(workers.jobs, len(names)) == 1
    looks = [Look(path, reads, digests, alone) for path in paths]
    return dict(zip(names, mapped(look, looks, workers), strict=True))


def _reading(seen: Mapping[str, Seen | Refused], source: Source) -> Reading:
    """What came of a shard that is open here, whoever looked at it."""
    assert isinstance(source, OpenFile)
    one = seen[os.path.basename(source.path)]
    if isinstance(one, Refused):
        return Reading(None, one.findings)
    assert one.reading is not None
    return one.reading


def _refusals(seen: Mapping[str, Seen | Refused]) -> Iterator[Finding]:
    for name, one in seen.items():
        if isinstance(one, Refused):
            for finding in one.findings:
                yield finding._replace(part=f"{name}: {finding.part}")
