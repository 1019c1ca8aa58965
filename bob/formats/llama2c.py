"""Files of karpathy/llama2.c: `read_llama2c(source)`, versions 0 to 2, as stacks over the layers.

The layouts are the families of `bob.spec.formats.llama2c`. Version 0 has no magic number: seven words that
give exactly the size of the file are taken for one, and `legacy=True` says that it is one, whatever its size.

In version 2 the scales of a matrix follow its int8. The first exporter of it put all scales at the end, under
the same version: which of the two a file is, its bytes do not say.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bob.codec import decode
from bob.errors import Finding
from bob.formats.gathered import Gathered
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.sequence import inside, lengths
from bob.kinds import LOOKED_AT, kind_of
from bob.spec.formats.llama2c import (
    FIRST_NEGATIVE,
    HEADER_BYTES,
    MAGIC,
    PLAIN,
    SCALAR_BYTES,
    SHAPES,
    Llama2cConfiguration,
    Llama2cHeader,
    Llama2cLegacyModel,
    Llama2cModel,
    Llama2cQuantizedHeader,
    Llama2cQuantizedModel,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.spec.at import FamilyAt
    from bob.spec.record import Record
    from bob.spec.scope import RecordScope
    from bob.store import Source

_WORD_BYTES = 4
_HEADERS = {1: Llama2cHeader.at(), 2: Llama2cQuantizedHeader.at()}
_MODELS = {1: Llama2cModel.at(), 2: Llama2cQuantizedModel.at()}
_NOT_SAID = "where the scales lie: the first exporter of version 2 put them all at the end"


def read_llama2c(source: Source, deep: bool = True, legacy: bool = False) -> Reading:  # noqa: ARG001
    """The tensors of a model; nothing but its header is read. `legacy` names a file of version 0 as such."""
    magic = source.read_at(0, _WORD_BYTES)
    if legacy:
        return _legacy(source)
    if magic == MAGIC.to_bytes(_WORD_BYTES, "little"):
        return _versioned(source)
    found = _foreign(source, magic)
    if found.note:
        return Reading(None, (found,))
    old = _legacy(source)
    if not old.findings:
        return old
    words = "; ".join(f"{f.found} ({f.expected})" for f in old.findings[:1])
    return Reading(None, (found._replace(note=f"nor is it of version 0, without a magic: {words}"),))


def _foreign(source: Source, magic: bytes) -> Finding:
    """Bytes without the magic; with a note where they are the magic in the other order."""
    if magic == MAGIC.to_bytes(_WORD_BYTES, "big"):
        note = "its header words are big-endian, as another machine writes them"
        return Finding("BOB580", "magic", "ak42, byte-swapped", "24ka (0x616b3432, little-endian)", 0, note)
    kind = kind_of(source.read_at(0, LOOKED_AT), source.n_bytes)
    return Finding("BOB580", "magic", f"this is {kind.words}", "24ka (0x616b3432, little-endian)", 0)


def _versioned(source: Source) -> Reading:
    head = source.read_at(0, HEADER_BYTES)
    version = int.from_bytes(head[_WORD_BYTES : 2 * _WORD_BYTES], "little")
    if version not in _HEADERS and len(head) >= 2 * _WORD_BYTES:
        return Reading(None, (Finding("BOB581", "version", str(version), "1 or 2", _WORD_BYTES),))
    decoded = decode(_HEADERS.get(version, _HEADERS[1]), head)
    found = _gathered(decoded.findings, decoded.record)
    if decoded.record is None or "BOB584" in found:
        return Reading(None, found.all())
    header, at = decoded.record, _MODELS[version]
    places = at.scope({"header": header})
    numbers = _numbers(Llama2cConfiguration.at(negative=0), header.configuration)
    facts = {"version": version, **vars(numbers), "shared": header.shared}
    names = [name for name in at.fields if name in SHAPES and (name != "output" or not header.shared)]
    if version == 1:
        return _inventory(source, at, places, facts, list(_plain(names, numbers, at, places)), found)
    facts["group_size"] = header.group_size
    entries, not_said = [*_plain([n for n in names if n in PLAIN], numbers, at, places)], [_NOT_SAID]
    for name in names:
        if name not in PLAIN:
            entries += _quantized(name, numbers, header.group_size, at.offset(name, places), not_said)
    return _inventory(source, at, places, facts, entries, found, tuple(not_said))


def _legacy(source: Source) -> Reading:
    """A file of version 0, whose vocabulary is negative where the classifier is a tensor of its own."""
    configuration = Llama2cConfiguration.at(negative=0)
    head = source.read_at(0, configuration.record_bytes)
    place = configuration.offset("vocabulary_word")
    word = int.from_bytes(head[place : place + _WORD_BYTES], "little")
    classifiers = int(word >= FIRST_NEGATIVE)
    configuration = Llama2cConfiguration.at(negative=classifiers)
    decoded = decode(configuration, head)
    found = _gathered(decoded.findings, decoded.record)
    if decoded.record is None or "BOB584" in found:
        return Reading(None, found.all())
    at = Llama2cLegacyModel.at(classifiers=classifiers)
    places = at.scope({"configuration": decoded.record})
    numbers = _numbers(configuration, decoded.record)
    facts = {"version": 0, **vars(numbers), "shared": 1 - classifiers}
    names = [name for name in at.fields if name in SHAPES and (name != "output" or classifiers)]
    not_said = ("whether it is of version 0: the file has no magic number",)
    entries = list(_plain(names, numbers, at, places))
    return _inventory(source, at, places, facts, entries, found, not_said)


def _gathered(findings: tuple[Finding, ...], record: Record | None) -> Gathered:
    """The findings of a header, with what a negative word is as an `int`."""
    found = Gathered()
    for finding in findings:
        value: Any = record
        for name in finding.part.split("."):
            value = value.get(name) if hasattr(value, "get") else None
        negative = finding.code == "BOB584" and isinstance(value, int) and value >= FIRST_NEGATIVE
        note = f"as an int {value - 2 * FIRST_NEGATIVE:,}" if negative else finding.note
        found.add(*finding._replace(note=note))
    return found


def _numbers(at: FamilyAt, record: Record) -> SimpleNamespace:
    """The configuration by name, its vocabulary as the number that it is."""
    numbers = {name: value for name, value in record.items() if name != "vocabulary_word"}
    return SimpleNamespace(**numbers, vocabulary=at.number(at.spec.derived["vocabulary"], record))


def _plain(names: list[str], numbers: SimpleNamespace, at: FamilyAt, places: RecordScope) -> Iterator[Entry]:
    for name in names:
        yield Entry(name, "F32", SHAPES[name](numbers), at.offset(name, places), at.size(name, places))


def _quantized(
    name: str, numbers: SimpleNamespace, group_size: int, offset: int, not_said: list[str]
) -> Iterator[Entry]:
    """A stack of matrices of int8, each with its scales behind it."""
    shape = SHAPES[name](numbers)
    layers, rows, columns = shape if len(shape) > 2 else (1, *shape)
    n_bytes, n_scales = rows * columns, rows * columns // group_size
    step = n_bytes + SCALAR_BYTES * n_scales
    strides = (step, columns, 1) if layers > 1 else None
    yield Entry(name, "I8", shape, offset, (layers - 1) * step + n_bytes, strides)
    if layers > 1 and step % SCALAR_BYTES:
        not_said.append(f"the scales of {name}: they do not lie whole scalars apart")
        return
    whole = (layers - 1) * step + SCALAR_BYTES * n_scales
    scales = (layers, n_scales) if layers > 1 else (n_scales,)
    apart = (step // SCALAR_BYTES, 1) if layers > 1 else None
    yield Entry(f"{name}.scales", "F32", scales, offset + n_bytes, whole, apart)


def _inventory(
    source: Source,
    at: FamilyAt,
    places: RecordScope,
    facts: Mapping[str, object],
    entries: list[Entry],
    found: Gathered,
    not_checked: tuple[str, ...] = (),
) -> Reading:
    need = at.number(at.spec.record_bytes, places)
    for finding in lengths(source.n_bytes, need, f"{len(entries)} tensors of version {facts['version']}"):
        found.add(*finding)
    held = inside(entries, source.n_bytes)
    return Reading(Inventory("llama2.c", held, {}, facts, source.n_bytes), found.all(), not_checked)
