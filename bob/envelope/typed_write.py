"""Write a checkpoint of envelope version 2 from tensors whose bytes come in pieces: `write_typed`.

    digest = write_typed(path, [Laid(TensorLine("w", "F32", (2, 3)), pieces)], contract, Stamp(step=10))

Each piece is digested as it is written, so what the header states is what the file holds, whatever happens to
the memory that the pieces are of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest_of_pieces, is_utf8
from bob.envelope.header import NO_PARENT
from bob.envelope.typed_header import AT, Stamp, build_typed_header
from bob.envelope.typed_identity import tensor_differences
from bob.errors import Finding, Refused
from bob.kinds import CHECKPOINT, kind_of
from bob.spec.formats.typed import VERSION
from bob.spec.tensor_lines import TensorLine, TensorPlace, places, write_tensors
from bob.store import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bob.envelope.typed_contract import TypedContract


class Laid(NamedTuple):
    """A tensor to be written; `pieces` are asked for once: its bytes, row-major and little-endian."""

    line: TensorLine
    pieces: Callable[[], Iterable[bytes]]


def write_typed(path: str, tensors: Sequence[Laid], contract: TypedContract, stamp: Stamp) -> bytes:
    """Write the checkpoint whole, in the place of one of this version or of none; returns its header digest.

    Raises `Refused` before anything is written: BOB211 where the contract asks for other tensors, BOB208 and
    BOB209 for a step or parent that no such file has, BOB251 for a name that comes twice, BOB801 where
    another file has the name; BOB821 where it cannot be written.
    """
    lines = [laid.line for laid in tensors]
    _require_free_names(path, lines)
    if contract.tensors is not None:
        found = list(tensor_differences(write_tensors(lines), contract.tensors, "BOB211"))
        if found:
            raise Refused(path, found)
    texts, sizes = contract.texts(lines), [line.n_bytes for line in lines]

    def head(digests: Sequence[bytes]) -> bytes:
        return build_typed_header(texts, sizes, contract.updates, stamp, digests)

    written = b""

    def fill(write: Callable[[bytes, int], None]) -> bytes:
        nonlocal written
        located = places(lines, len(empty))
        written = head([_filled(write, place, laid) for place, laid in zip(located, tensors, strict=True)])
        return written

    try:
        empty = head([NO_PARENT] * len(lines))
    except Refused as refused:
        raise Refused(path, refused.findings) from None
    replace_file(path, fill, is_typed)
    return written[-AT.digest_bytes :]


def is_typed(head: bytes, n_bytes: int) -> bool:
    """Whether a file begins as a checkpoint of version 2 does."""
    place = AT.offset("version")
    version = int.from_bytes(head[place : place + AT.size("version")], "little")
    return kind_of(head, n_bytes) == CHECKPOINT and version == VERSION


def _require_free_names(path: str, lines: Sequence[TensorLine]) -> None:
    seen: set[str] = set()
    found = []
    for line in lines:
        if line.name in seen:
            found.append(Finding("BOB251", line.name, "once more", "each name once"))
        if not is_utf8(line.name):
            found.append(Finding("BOB256", line.name, "half a character", "a name in UTF-8"))
        seen.add(line.name)
    if found:
        raise Refused(path, found)


def _filled(write: Callable[[bytes, int], None], place: TensorPlace, laid: Laid) -> bytes:
    """Write a tensor and the rest of its room; its digest."""
    n_written = 0

    def pieces() -> Iterator[bytes]:
        nonlocal n_written
        for piece in laid.pieces():
            write(piece, place.byte_offset + n_written)
            n_written += len(piece)
            yield piece

    own = digest_of_pieces(pieces())
    if n_written != place.n_bytes:
        raise ValueError(f"{laid.line.name}: {n_written} bytes of {place.n_bytes}")
    write(bytes(place.room_bytes - place.n_bytes), place.byte_offset + place.n_bytes)
    return own
