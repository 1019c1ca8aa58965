"""Files of any format and their seals: `seal_of` makes one, `check_seal` holds a file to it.

    seal = seal_of(place, contract, step=1000)                # the bytes of FILE.seal
    report = check_seal(place, Buffer(seal), contract)
    report.findings == ()                                     # it is exactly the file that was sealed

A file is judged by its own format's rules first: what breaks them is neither sealed nor taken. Nothing is
unpickled, evaluated or allocated by what a file claims.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import is_utf8
from bob.envelope.seals import AT, build_seal, read_seal, seal_offsets
from bob.envelope.stretches import digests_at_once
from bob.envelope.typed_contract import NOTHING
from bob.envelope.typed_identity import differences, tensor_differences
from bob.errors import Finding, Refused, so_many
from bob.formats.content import Contents
from bob.formats.gathered import Gathered
from bob.formats.recognised import read_format
from bob.formats.values import bytes_of
from bob.spec.formats.typed import MOST_DIMS
from bob.spec.tensor_lines import TensorLine, tensors_of, write_tensors
from bob.store import WORTH_A_THREAD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bob.envelope.stretches import Reader
    from bob.envelope.typed_contract import TypedContract
    from bob.formats.inventory import Entry, Inventory, Reading
    from bob.formats.recognised import Place
    from bob.spec.record import Record
    from bob.store import Source


class SealReport(NamedTuple):
    """What holding a file to its seal found: findings, what is equal, the seal and the file's own reading."""

    findings: tuple[Finding, ...]
    equal: tuple[str, ...]
    seal: Record | None
    reading: Reading | None
    tensors_equal: int = 0


def seal_of(place: Place, contract: TypedContract = NOTHING, step: int | None = None) -> bytes:
    """The seal of a file that is well formed and, as far as the contract says, what it must be.

    `step` is by default the one that a checkpoint of Bob's states itself, else 0. Raises `Refused`: the
    format's own findings; BOB211 for other tensors than the contract's; BOB251 and BOB256 for what no seal
    can list.
    """
    reading = read_format(place)
    inventory = reading.inventory
    if reading.findings or inventory is None:
        raise Refused(place.name, reading.findings)
    lines = lines_of(inventory, place.name)
    if contract.tensors is not None:
        text = write_tensors(lines)
        found = list(tensor_differences(text, contract.tensors, "BOB211", any_dtype=True))
        if found:
            raise Refused(place.name, found)
    whole, *digests = _digests(place, inventory, inventory.entries)
    stated = inventory.facts.get("step", 0)
    own = stated if isinstance(stated, int) else 0
    n_bytes = place.source.n_bytes
    return build_seal(contract.texts(lines), n_bytes, whole, digests, own if step is None else step)


def _digests(
    place: Place, inventory: Inventory | None, entries: Sequence[Entry], whole: bool = True
) -> list[bytes]:
    """The digests of the whole file, else of no byte, and of entries of its inventory; some at once."""
    source = place.source
    readers: list[Reader] = [partial(source.pieces, 0, source.n_bytes if whole else 0)]
    if inventory is not None:
        contents = Contents(place, inventory)
        readers += [partial(bytes_of, contents, entry) for entry in entries]
    n_bytes = source.n_bytes + sum(entry.n_bytes for entry in entries)
    return list(digests_at_once(readers, n_bytes >= WORTH_A_THREAD))


def lines_of(inventory: Inventory, subject: str) -> list[TensorLine]:
    """The tensors of a file as a schema part lists them; raises `Refused` for those that it cannot."""
    found, seen = Gathered(), set()
    for entry in inventory.entries:
        if entry.name in seen:
            found.add("BOB251", entry.name, "once more", "each name once")
        seen.add(entry.name)
        if not is_utf8(entry.name):
            found.add("BOB256", entry.name, "half a character", "a name in UTF-8")
        if len(entry.shape) > MOST_DIMS:
            found.add("BOB256", entry.name, f"{len(entry.shape):,} dims", f"at most {MOST_DIMS}")
    if found:
        raise Refused(subject, found.all())
    return [TensorLine(entry.name, entry.dtype, tuple(entry.shape)) for entry in inventory.entries]


def check_seal(place: Place, seal_source: Source, contract: TypedContract | None = None) -> SealReport:
    """Hold a file to its seal, and the seal to a contract, if there is one: every finding."""
    read = read_seal(seal_source)
    seal = read.record
    if seal is None or read.findings:
        return SealReport(read.findings, (), seal, None)
    against = list(_against_contract(seal, contract))
    reading = read_format(place)
    inventory = None if reading.findings else reading.inventory
    lines, unlisted = _listed(inventory, place.name)
    sealed = dict(zip(tensors_of(seal.schema, any_dtype=True), seal.tensor_digests, strict=False))
    entries = () if inventory is None or unlisted else inventory.entries
    listed = {line: entry for line, entry in zip(lines, entries, strict=True) if line in sealed}
    # Of a file of another size no digest needs to be known.
    has_size = place.source.n_bytes == seal.file_bytes
    own, *digests = _digests(place, inventory, list(listed.values()), has_size)
    whole = list(_whole(place.source.n_bytes, own, seal))
    found = (*against, *whole, *reading.findings, *unlisted)
    equal = [] if contract is None or against else ["contract"]
    equal += [] if whole else ["size", "digest"]
    if inventory is None or unlisted:
        return SealReport(found, tuple(equal), seal, reading)
    others = list(_other_tensors(lines, seal))
    wrong = list(_other_elements(listed, digests, sealed))
    equal += [] if others else ["tensors"]
    equal += [] if wrong or others else ["elements"]
    return SealReport((*found, *others, *wrong), tuple(equal), seal, reading, len(listed) - len(wrong))


def _listed(inventory: Inventory | None, subject: str) -> tuple[list[TensorLine], tuple[Finding, ...]]:
    """The tensors of a file as its seal lists them; none, and why, where that cannot be."""
    if inventory is None:
        return [], ()
    try:
        return lines_of(inventory, subject), ()
    except Refused as refused:
        return [], refused.findings


def _against_contract(seal: Record, contract: TypedContract | None) -> Iterator[Finding]:
    if contract is not None:
        yield from differences(contract, seal, contract.updates, seal_offsets(seal), any_dtype=True).findings


def _whole(n_bytes: int, own: bytes, seal: Record) -> Iterator[Finding]:
    if n_bytes != seal.file_bytes:
        yield Finding("BOB264", "size", f"{n_bytes:,} bytes", f"{seal.file_bytes:,} bytes")
    elif own != seal.file_digest:
        yield Finding("BOB264", "digest", own.hex(), seal.file_digest.hex())


def _other_tensors(lines: Sequence[TensorLine], seal: Record) -> Iterator[Finding]:
    text = write_tensors(lines)
    if text != seal.schema:
        sealed = tensors_of(seal.schema, any_dtype=True)
        found = list(tensor_differences(text, sealed, "BOB266", any_dtype=True))
        yield from found or _twice(seal)
    elif len(lines) != seal.tensor_count:
        counts = so_many(seal.tensor_count, "digest"), so_many(len(lines), "tensor")
        yield Finding("BOB262", "tensor_count", *counts, AT.offset("tensor_count"))


def _other_elements(
    listed: Mapping[TensorLine, Entry], digests: Iterable[bytes], sealed: Mapping[TensorLine, bytes]
) -> Iterator[Finding]:
    for (line, entry), own in zip(listed.items(), digests, strict=True):
        if own != sealed[line]:
            yield Finding("BOB265", line.name, own.hex(), sealed[line].hex(), entry.byte_offset, entry.file)


def _twice(seal: Record) -> Iterator[Finding]:
    """The names that a seal has more than once, where it has no others than the file."""
    times = Counter(line.name for line in tensors_of(seal.schema, any_dtype=True))
    for name, n_times in times.items():
        if n_times > 1:
            yield Finding("BOB251", name, f"{n_times:,} times in the seal", "each name once")
