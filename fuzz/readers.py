"""The readers under test, each as a function of bytes that returns, or raises `Refused` with the findings.

What a reader accepts is written again, where Bob can write it: the same bytes must come back. Contracts are
small, so that a mutation seldom falls where nothing depends on it; the shipped one serves what is large.
"""

from __future__ import annotations

import runpy
import struct
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bob.codec import decode, encode
from bob.envelope.contract import Contract, contract_from_parts, contract_from_toml
from bob.envelope.header import AT, read_header
from bob.envelope.identity import stated_contract
from bob.envelope.input_record import input_family, read_input
from bob.envelope.receipts import read_receipts
from bob.envelope.values import blocks_of, check_values
from bob.envelope.verify import verify_envelope
from bob.errors import Finding, Refused
from bob.kinds import LOOKED_AT, kind_of
from bob.run.quick import NotHere, planning
from bob.run.quick.reading import require_envelope
from bob.spec.families.contract import PARTS, CheckpointEnvelopeContract
from bob.spec.families.header import Header
from bob.spec.families.input_record import InputRecord, Pair, Prediction
from bob.spec.families.transport import CheckpointTransport
from bob.store import Buffer
from bob.store_corpus import LISTING, require_free

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from bob.spec.at import FamilyAt
    from bob.spec.family import FamilyMeta

FILE = "FILE"
_MEMORY = "/dev/shm"
TINY = Contract.shipped().changed({"data.vocabulary": "3", "data.prompts": "2"})
SHIPPED = Contract.shipped()
_FAMILIES = Path(__file__).parent.parent / "fixtures" / "families"


class Unequal(AssertionError):
    """What was read, and written again, is other bytes; or two readings disagree."""


def _require_none(findings: Iterable[Finding]) -> None:
    found = tuple(findings)
    if found:
        raise Refused(FILE, found)


def input_record(content: bytes) -> None:
    """An input record, at the tiny contract or, if it is too long for that, at the shipped one."""
    contract = TINY if len(content) < SHIPPED["data.record"] // 2 else SHIPPED
    reading = read_input(content, contract)
    _require_none(reading.findings)
    assert reading.record is not None
    _require_same(input_family(contract), reading.record, content)


def header(content: bytes) -> None:
    """The header of a checkpoint, and the contract that it states."""
    reading = read_header(Buffer(content))
    _require_none(reading.findings)
    assert reading.record is not None
    _require_same(AT, reading.record, content[: reading.record.header_bytes])
    stated_contract(reading.record, FILE)


def checkpoint(content: bytes) -> None:
    """A whole checkpoint of the tiny contract: envelope, then values."""
    source = Buffer(content)
    report = verify_envelope(source, TINY)
    _require_none(report.findings)
    assert report.header is not None
    start = report.header.header_bytes
    _require_none(check_values(blocks_of(source, start, TINY["chunk"]), TINY, report.header.step, start))


@cache
def _plan() -> dict[str, Any]:
    return planning.envelope_plan(TINY)


def quick(content: bytes) -> None:
    """A checkpoint by the plan of the quick path, which says yes exactly where the full path does."""
    try:
        require_envelope(_plan(), memoryview(bytearray(content)))
        served = True
    except NotHere:
        served = False
    if not served and len(content) != _plan()["n_bytes"]:
        raise Refused(FILE, [Finding("BOB202", "file", f"{len(content):,} bytes", f"{_plan()['n_bytes']:,}")])
    findings = verify_envelope(Buffer(content), TINY).findings
    if served != (not findings):
        raise Unequal(f"the quick path says {served}, the full one {findings}")
    _require_none(findings)


def contract_file(content: bytes) -> None:
    """A contract file; what is printed of an accepted contract is read as the same one."""
    contract = contract_from_toml(content, FILE)
    if contract_from_toml(contract.toml().encode(), FILE) != contract:
        raise Unequal("the contract's own file states another contract")


def identity_parts(content: bytes) -> None:
    """Four identity parts, each behind its length, and three numbers, as far as they are there."""
    parts: dict[str, bytes | int] = {}
    for name in PARTS:
        length = int.from_bytes(content[:4], "little")
        parts[name], content = content[4 : 4 + length], content[4 + length :]
    numbers = struct.unpack("<3Q", content[:24].ljust(24, b"\0"))
    parts |= dict(zip(("payload", "chunk", "updates"), numbers, strict=True))
    if contract_from_parts(parts, FILE).parts != parts:
        raise Unequal("the contract's own parts are other ones")


def receipts(content: bytes) -> None:
    """A file of receipts."""
    read_receipts(content, FILE)


def kind(content: bytes) -> None:
    """What a file is."""
    words = kind_of(content[:LOOKED_AT], len(content)).words
    if not (words and words.isprintable()):
        raise Unequal("no printable words")


@cache
def _families() -> tuple[FamilyAt, ...]:
    """Families of every kind of field, at small dims; the first byte of a content says which."""
    own: Mapping[str, Any] = runpy.run_path(str(_FAMILIES / "ledger_of_layers.py"))
    ledger: FamilyMeta = own["LedgerOfLayers"]
    return (
        ledger.at(),
        ledger.at(n_layers=5, heads=8),
        own["Layer"].at(heads=3),
        Header.at(),
        CheckpointEnvelopeContract.at(vocabulary=3, prompts=2),
        CheckpointTransport.at(vocabulary=3),
        InputRecord.at(vocabulary=3, prompts=2),
        InputRecord.at(vocabulary=1, prompts=0),
        Pair.at(),
        Prediction.at(),
    )


def family(content: bytes) -> None:
    """A record of some family by `bob.decode`, at an offset of one byte."""
    families = _families()
    at = families[content[0] % len(families)] if content else families[0]
    decoded = decode(at, content, 1)
    _require_none(decoded.findings)
    assert decoded.record is not None
    _require_same(at, decoded.record, content[1:])


def _require_same(at: FamilyAt, record: Mapping[str, Any], content: bytes) -> None:
    if encode(at, record) != content:
        raise Unequal("what was read is written as other bytes")


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="bob fuzz ", dir=_MEMORY if Path(_MEMORY).is_dir() else None)


def listing(content: bytes) -> None:
    """The list of files that a folder of a corpus holds, which somebody may have handed in."""
    Path(_folder().name, LISTING).write_bytes(content)
    require_free(_folder().name)
