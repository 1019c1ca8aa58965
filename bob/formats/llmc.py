"""Files of karpathy/llm.c: `read_llmc(source)`, a model or an optimizer state, told apart by their magic.

The layouts are the families of `bob.spec.formats.llmc`. A model says all of its sizes. A state does not say
how many parameters it holds: the length of the file does, unless what remembers a shuffled order follows;
then they have to be given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.codec import decode
from bob.errors import Finding
from bob.formats.gathered import Gathered
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.sequence import inside, lengths
from bob.kinds import LOOKED_AT, kind_of
from bob.spec.formats.llmc import (
    FIRST_NEGATIVE,
    HEADER_BYTES,
    MODEL_MAGIC,
    OTHER_MAGICS,
    PLANE_SCALAR_BYTES,
    SCALAR_BYTES,
    SHAPES,
    STATE_MAGIC,
    STATE_VERSION,
    LlmcModel,
    LlmcModelHeader,
    LlmcStateHeader,
    LlmcStateOrder,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from bob.spec.record import Record
    from bob.store import Source

_DTYPES = {4: "F32", 2: "BF16"}
_MAGIC_BYTES = 4
_PLANES = ("m", "v", "master_weights")
_OLD = "older versions had no padded vocabulary, or layer norms in float32 beside bfloat16"


def read_llmc(source: Source, deep: bool = True, parameters: int | None = None) -> Reading:  # noqa: ARG001
    """The tensors of a model, or the planes of a state; nothing but headers is read.

    `parameters` is how many a process keeps in its state, where the length of the file does not say it.
    """
    magic = source.read_at(0, _MAGIC_BYTES)
    if magic == STATE_MAGIC.to_bytes(_MAGIC_BYTES, "little"):
        return _state(source, parameters)
    if magic == MODEL_MAGIC.to_bytes(_MAGIC_BYTES, "little"):
        return _model(source)
    return Reading(None, (_foreign(source, magic),))


def _foreign(source: Source, magic: bytes) -> Finding:
    swapped = int.from_bytes(magic, "big")
    if swapped in (MODEL_MAGIC, STATE_MAGIC) and len(magic) == _MAGIC_BYTES:
        found = f"{swapped}, byte-swapped"
        note = "its header words are big-endian, as another machine writes them"
        return Finding("BOB580", "magic", found, f"{swapped}, little-endian", 0, note)
    number = int.from_bytes(magic, "little")
    words = OTHER_MAGICS.get(number) or kind_of(source.read_at(0, LOOKED_AT), source.n_bytes).words
    expected = f"{MODEL_MAGIC} (a model) or {STATE_MAGIC} (a state)"
    return Finding("BOB580", "magic", f"this is {words}", expected, 0)


def _model(source: Source) -> Reading:
    decoded = decode(LlmcModelHeader.at(), source.read_at(0, HEADER_BYTES))
    header = decoded.record
    found = _header_findings(header, decoded.findings, SCALAR_BYTES)
    if header is None or "BOB581" in found or "BOB584" in found:
        return Reading(None, found.all())
    at = LlmcModel.at(scalar_bytes=SCALAR_BYTES[header.version])
    places = at.scope({"header": header})
    what = f"{len(SHAPES)} tensors in {'float32' if header.version == 3 else 'bfloat16'}"
    for finding in lengths(source.n_bytes, at.number(at.spec.record_bytes, places), what):
        found.add(*finding)
    entries = [
        Entry(name, _DTYPES[at.scalar_bytes], shape(header), at.offset(name, places), at.size(name, places))
        for name, shape in SHAPES.items()
    ]
    facts = {"kind": "model", **_numbers(header)}
    return Reading(
        Inventory("llm.c", inside(entries, source.n_bytes), {}, facts, source.n_bytes), found.all()
    )


def _header_findings(
    header: Record | None, findings: tuple[Finding, ...], versions: Container[int]
) -> Gathered:
    """What is wrong in a header; of one of another version, only that: its words may mean something else."""
    found = Gathered()
    other = [finding for finding in findings if finding.code == "BOB581"]
    for finding in other or findings:
        note = _as_int(header, finding)
        if other and header is not None:
            swapped = int.from_bytes(header.version.to_bytes(4, "little"), "big")
            note = f"byte-swapped it is {swapped}" if swapped in versions else _OLD
        found.add(*finding._replace(note=note))
    return found


def _as_int(record: Record | None, finding: Finding) -> str:
    """What a word is as the `int` that the program takes it for, where that is negative; else nothing."""
    value = record.get(finding.part) if record is not None else None
    if finding.code != "BOB584" or not isinstance(value, int) or value < FIRST_NEGATIVE:
        return ""
    return f"as an int {value - 2 * FIRST_NEGATIVE:,}"


def _numbers(record: Record) -> dict[str, object]:
    """The header's words that say something, by name."""
    return {name: value for name, value in record.items() if isinstance(value, int) and name != "magic"}


def _state(source: Source, parameters: int | None) -> Reading:
    decoded = decode(LlmcStateHeader.at(), source.read_at(0, HEADER_BYTES))
    header = decoded.record
    found = _header_findings(header, decoded.findings, (STATE_VERSION,))
    if header is None or "BOB581" in found or "BOB584" in found:
        return Reading(None, found.all())
    names = _PLANES[: 2 + header.has_master_weights]
    facts = {"kind": "state", **_numbers(header)}
    inventory = Inventory("llm.c", (), {}, facts, source.n_bytes)
    if parameters is None and header.is_shuffled:
        phrase = "the planes: a shuffled order follows them, and their size is the model's"
        return Reading(inventory, found.all(), (phrase,))
    n_bytes = len(names) * PLANE_SCALAR_BYTES
    if parameters is None:
        parameters = max(0, source.n_bytes - HEADER_BYTES) // n_bytes
    end = HEADER_BYTES + parameters * n_bytes
    for finding in _state_lengths(source, header, len(names), parameters, end):
        found.add(*finding)
    plane_bytes = parameters * PLANE_SCALAR_BYTES
    entries = [
        Entry(name, "F32", (parameters,), HEADER_BYTES + i * plane_bytes, plane_bytes)
        for i, name in enumerate(names)
    ]
    not_checked = () if header.is_shuffled else ("the number of parameters, against a model",)
    inventory = inventory._replace(entries=inside(entries, source.n_bytes))
    return Reading(inventory, found.all(), not_checked)


def _state_lengths(
    source: Source, header: Record, n_planes: int, parameters: int, end: int
) -> Iterator[Finding]:
    what = f"{n_planes} planes of {parameters:,} float32"
    if not header.is_shuffled:
        yield from lengths(source.n_bytes, end, what)
        return
    need = end + _order_bytes(source, end)
    yield from lengths(source.n_bytes, need, f"{what} and a shuffled order")


def _order_bytes(source: Source, place: int) -> int:
    """What a shuffled order takes from byte `place` on: its two counts stand before what they count."""
    at = LlmcStateOrder.at()
    counts = {"shards": 0, "samples": 0}
    for name in counts:
        begin = place + at.offset(name, counts)
        counts[name] = int.from_bytes(source.read_at(begin, at.size(name)), "little")
    return at.number(at.spec.record_bytes, counts)
