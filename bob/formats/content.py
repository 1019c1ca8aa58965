"""The bytes of an inventory's entries, wherever they lie: `Contents(place, inventory).of(entry)`.

    contents = Contents(place, reading.inventory)
    region = contents.of(entry)               # a Source of entry.n_bytes bytes
    region.pieces(0, region.n_bytes)

An entry lies in the file itself, in a member of an archive, in a file beside it, or in a member of that; a
weight of TensorFlow.js may go on in the next file of its group. What the bytes mean is `bob.formats.values`'.
"""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused
from bob.formats.archive import member_source, read_archive
from bob.formats.archive_members import Part
from bob.formats.gathered import Gathered
from bob.formats.tfjs_manifest import read_manifest
from bob.kinds import LOOKED_AT, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bob.formats.inventory import Entry, Inventory
    from bob.formats.recognised import Place
    from bob.store import Source


class Contents:
    """Opens entries of one inventory; what is opened on the way is kept for the next.

    `on_read` is told how many bytes were read, as often as some were.
    """

    def __init__(
        self, place: Place, inventory: Inventory, on_read: Callable[[int], None] = lambda _: None
    ) -> None:
        self.on_read = on_read
        self._place = place
        self._is_tfjs = inventory.format == "TensorFlow.js"
        self._files: dict[str, Source] = {}
        self._members: dict[str, dict[str, Source]] = {}
        self._groups: list[list[str]] | None = None

    def of(self, entry: Entry) -> Source:
        """The region of an entry; raises `Refused` where its file is gone or too short by now."""
        whole = self._rest_of_group(entry.file) if self._is_tfjs and entry.file else self._file(entry.file)
        # Where no bytes lie is no matter: formats let an empty tensor begin behind the end.
        if entry.n_bytes and entry.byte_offset + entry.n_bytes > whole.n_bytes:
            found = f"{whole.n_bytes:,} bytes", f"{entry.byte_offset + entry.n_bytes:,} as before"
            raise Refused(self._place.name, [Finding("BOB220", entry.file or "file", *found)])
        return Part(whole, entry.byte_offset, entry.n_bytes)

    def _file(self, name: str) -> Source:
        if not name:
            return self._place.source
        if name not in self._files:
            self._files[name] = self._opened(name)
        return self._files[name]

    def _opened(self, name: str) -> Source:
        """A member of the archive that this is, a file beside it, or a member of such a file."""
        if _is_archive(self._place.source):
            return self._member("", self._place.source, name)
        shard, slash, member = name.partition("/")
        source = self._place.beside(shard)
        if source is None:
            raise self._gone(shard)
        return self._member(shard, source, member) if slash else source

    def _member(self, file: str, source: Source, name: str) -> Source:
        if file not in self._members:
            members = reversed([member for member in read_archive(source).members if member.readable])
            self._members[file] = {member.name: member_source(source, member) for member in members}
        if name not in self._members[file]:
            raise self._gone(f"{file}/{name}" if file else name)
        return self._members[file][name]

    def _rest_of_group(self, file: str) -> Source:
        """The files of a group from one of them on, as if they were one."""
        if self._groups is None:
            manifest = read_manifest(self._place.source, Gathered())
            groups = () if manifest is None else manifest.groups
            self._groups = [[path for path, _ in group.paths] for group in groups]
        group = next((paths for paths in self._groups if file in paths), [file])
        return _Joined([self._file(path) for path in dropwhile(lambda path: path != file, group)])

    def _gone(self, name: str) -> Refused:
        return Refused(self._place.name, [Finding("BOB220", name, "not there any more", "as it was")])


def _is_archive(source: Source) -> bool:
    return kind_of(source.read_at(0, LOOKED_AT), source.n_bytes).name == "zip"


class _Joined:
    """Sources one after the other as one."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources

    @property
    def n_bytes(self) -> int:
        """How many bytes there are in all."""
        return sum(source.n_bytes for source in self._sources)

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""
        return b"".join(map(bytes, self.pieces(offset, n_bytes)))

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes in pieces."""
        for source in self._sources:
            here = max(0, min(n_bytes, source.n_bytes - offset))
            if here:
                yield from source.pieces(offset, here)
            n_bytes -= here
            offset = max(0, offset + here - source.n_bytes)
