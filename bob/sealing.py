"""Files of any format and their seals: `seal_of` makes one, `check_seal` holds a file to it.

    seal = seal_of(place, contract, step=1000)                # the bytes of FILE.seal
    report = check_seal(place, Buffer(seal), contract)
    report.findings == ()                                     # it is exactly the file that was sealed

A file is judged by its own format's rules first: what breaks them is neither sealed nor taken. Nothing is
unpickled, evaluated or allocated by what a file claims.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest_of_pieces, is_utf8
from bob.envelope.seals import AT, build_seal, read_seal, seal_offsets
from bob.envelope.typed_contract import NOTHING
from bob.envelope.typed_identity import differences, tensor_differences
from bob.errors import Finding, Refused
from bob.formats.content import Contents
from bob.formats.gathered import Gathered
from bob.formats.recognised import read_format
from bob.formats.values import digest_of
from bob.spec.formats.typed import MOST_DIMS
from bob.spec.tensor_lines import TensorLine, tensors_of, write_tensors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.envelope.typed_contract import TypedContract
    from bob.formats.inventory import Inventory, Reading
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
    contents = Contents(place, inventory)
    digests = [digest_of(contents, entry) for entry in inventory.entries]
    stated = inventory.facts.get("step", 0)
    own = stated if isinstance(stated, int) else 0
    source = place.source
    whole = digest_of_pieces(source.pieces(0, source.n_bytes))
    return build_seal(contract.texts(lines), source.n_bytes, whole, digests, own if step is None else step)


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
    findings = list(_against_contract(seal, contract))
    equal = [] if contract is None or findings else ["contract"]
    whole = list(_whole(place.source, seal))
    equal += [] if whole else ["size", "digest"]
    reading = read_format(place)
    findings += [*whole, *reading.findings]
    if reading.inventory is None or reading.findings:
        return SealReport(tuple(findings), tuple(equal), seal, reading)
    try:
        lines = lines_of(reading.inventory, place.name)
    except Refused as refused:
        return SealReport((*findings, *refused.findings), tuple(equal), seal, reading)
    others = list(_other_tensors(lines, seal))
    wrong = list(_other_elements(place, reading.inventory, lines, seal))
    equal += [] if others else ["tensors"]
    equal += [] if wrong or others else ["elements"]
    found = (*findings, *others, *wrong)
    return SealReport(found, tuple(equal), seal, reading, len(lines) - len(wrong))


def _against_contract(seal: Record, contract: TypedContract | None) -> Iterator[Finding]:
    if contract is not None:
        yield from differences(contract, seal, contract.updates, seal_offsets(seal), any_dtype=True).findings


def _whole(source: Source, seal: Record) -> Iterator[Finding]:
    if source.n_bytes != seal.file_bytes:
        sizes = f"{source.n_bytes:,} bytes", f"{seal.file_bytes:,} bytes"
        yield Finding("BOB264", "size", *sizes)
        return
    own = digest_of_pieces(source.pieces(0, source.n_bytes))
    if own != seal.file_digest:
        yield Finding("BOB264", "digest", own.hex(), seal.file_digest.hex())


def _other_tensors(lines: Sequence[TensorLine], seal: Record) -> Iterator[Finding]:
    text = write_tensors(lines)
    if text != seal.schema:
        yield from tensor_differences(text, tensors_of(seal.schema, any_dtype=True), "BOB266", any_dtype=True)
    elif len(lines) != seal.tensor_count:
        counts = f"{seal.tensor_count:,} digests", f"{len(lines):,} tensors"
        yield Finding("BOB262", "tensor_count", *counts, AT.offset("tensor_count"))


def _other_elements(
    place: Place, inventory: Inventory, lines: Sequence[TensorLine], seal: Record
) -> Iterator[Finding]:
    """The tensors that are listed as they were sealed, and have other elements."""
    sealed = _sealed(seal)
    contents = Contents(place, inventory)
    for line, entry in zip(lines, inventory.entries, strict=True):
        if line in sealed:
            own = digest_of(contents, entry)
            if own != sealed[line]:
                yield Finding(
                    "BOB265", line.name, own.hex(), sealed[line].hex(), entry.byte_offset, entry.file
                )


def _sealed(seal: Record) -> Mapping[TensorLine, bytes]:
    return dict(zip(tensors_of(seal.schema, any_dtype=True), seal.tensor_digests, strict=False))
