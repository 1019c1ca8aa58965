"""GGUF files, versions 2 and 3, of either byte order: `read_gguf(source)`.

    reading = read_gguf(source)
    reading.findings                        # every rule of ggml docs/gguf.md that the file breaks
    reading.inventory.entries[0].shape      # row-major: the first dimension of a file comes last
    reading.inventory.facts["alignment"]    # 32

Nothing is read of the tensors but the padding between them. A set of split files is for
`bob.formats.gguf_split`. Whether an architecture's own keys and tensors are there is not known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.codec import decode
from bob.errors import Finding
from bob.formats.gguf_cursor import Cursor, Room
from bob.formats.gguf_findings import LAX_GGUF, Found, Stopped
from bob.formats.gguf_keys import alignment_of, check_required
from bob.formats.gguf_layout import (
    Layout,
    check_apart,
    check_between,
    check_names,
    check_tensors,
    in_byte_order,
)
from bob.formats.gguf_tensors import LEAST_TENSOR_BYTES, Tensors, read_tensors
from bob.formats.gguf_values import LEAST_KEY_VALUE_BYTES, KeyValues, read_key_values
from bob.formats.inventory import Inventory, Reading
from bob.kinds import LOOKED_AT, kind_of
from bob.spec.fields import Magic, Scalar
from bob.spec.formats.gguf import BIG_ENDIAN_VERSION, OLDER, VERSIONS, GgufHeader

if TYPE_CHECKING:
    from bob.store import Source

_AT = GgufHeader.at()
_MAGIC = next(field.value for field in _AT.fields.values() if isinstance(field, Magic))


class _Fixed(NamedTuple):
    """The fixed header, and the byte order of all that follows it."""

    version: int
    tensor_count: int
    key_count: int
    big_endian: bool


def read_gguf(source: Source, deep: bool = True) -> Reading:
    """Read a GGUF file; without `deep`, its header alone. Never raises for any bytes."""
    return read_part(source, deep).reading


class Part(NamedTuple):
    """A file that may be one of several: its reading, and what it states of keys with a meaning."""

    reading: Reading
    values: KeyValues | None


def read_part(source: Source, deep: bool) -> Part:
    """Read a file, and keep what it says of the set to which it belongs."""
    found = Found()
    not_checked = () if deep else ("padding",)
    try:
        fixed = _read_fixed(source, found)
        cursor = Cursor(source, _AT.record_bytes, ">" if fixed.big_endian else "<", found)
        _check_counts(fixed, cursor.left, found)
        room = Room(source.n_bytes, found)
        values = read_key_values(cursor, fixed.key_count, found, room)
        alignment = alignment_of(values.stated, found)
        tensors = read_tensors(cursor, fixed.tensor_count, fixed.big_endian, found, room)
    except Stopped:
        return Part(Reading(None, found.all(), not_checked), None)
    layout = _layout(cursor.position, source.n_bytes, alignment)
    _place(tensors, layout.data_begin)
    check_required(values.stated, tensors.quantized, found)
    _check_layout(source, tensors, layout, found, deep)
    inventory = _inventory(fixed, values, tensors, layout)
    return Part(Reading(inventory, found.all(), not_checked), values)


def _read_fixed(source: Source, found: Found) -> _Fixed:
    """The fixed header; raises `Stopped` where it is none, or of another version."""
    head = source.read_at(0, LOOKED_AT)
    if not head.startswith(_MAGIC):
        raise found.stop(_not_gguf(head, source.n_bytes))
    place = _AT.offset("version")
    version = head[place : place + _AT.size("version")]
    # All versions are below 2^16, in either order: the half that is zero tells which it is.
    big_endian = not any(version[:2]) and any(version[2:])
    decoded = decode(_AT, _turned(head) if big_endian else head, whole=False)
    if decoded.record is None:
        for finding in decoded.findings:
            found.take(finding)
        raise Stopped
    number, order = decoded.record["version"], "a big-endian " if big_endian else ""
    if number not in VERSIONS or (big_endian and number != BIG_ENDIAN_VERSION):
        expected = str(BIG_ENDIAN_VERSION) if big_endian else " or ".join(map(str, VERSIONS))
        note = LAX_GGUF if number in VERSIONS else ""
        said = f"{order}{number:,}{_age(number)}", expected
        raise found.stop(Finding("BOB522", "version", *said, place, note))
    record = decoded.record
    return _Fixed(number, record["tensor_count"], record["metadata_kv_count"], big_endian)


def _age(number: int) -> str:
    if number > max(VERSIONS):
        return ", written by a newer ggml"
    return ", no longer read" if number and number < min(VERSIONS) else ""


def _not_gguf(head: bytes, n_bytes: int) -> Finding:
    magic = head[: len(_MAGIC)]
    older = OLDER.get(magic) or OLDER.get(magic[::-1])
    if older:
        return Finding("BOB521", "magic", f"a {older} file", "a GGUF file", 0)
    return Finding("BOB520", "magic", f"this is {kind_of(head, n_bytes).words}", "a GGUF file", 0)


def _turned(head: bytes) -> bytes:
    """The fixed header with the bytes of each number in the other order."""
    turned = b""
    for name, field in _AT.fields.items():
        part = head[_AT.offset(name) : _AT.offset(name) + _AT.size(name)]
        turned += part[::-1] if isinstance(field, Scalar) else part
    return turned


def _check_counts(fixed: _Fixed, left: int, found: Found) -> None:
    """What the counts claim at least, against what is left."""
    for name, count, least in (
        ("metadata_kv_count", fixed.key_count, LEAST_KEY_VALUE_BYTES),
        ("tensor_count", fixed.tensor_count, LEAST_TENSOR_BYTES),
    ):
        if count * least > left:
            claim = f"{count:,}, which take at least {count * least:,} bytes"
            most = f"at most the {left:,} bytes that are left"
            raise found.stop(Finding("BOB523", name, claim, most, _AT.offset(name)))


def _layout(header_end: int, n_bytes: int, alignment: int) -> Layout:
    return Layout(header_end, header_end + -header_end % alignment, n_bytes, alignment)


def _place(tensors: Tensors, data_begin: int) -> None:
    """Count each tensor's place from the start of the file."""
    for i, entry in enumerate(tensors.entries):
        tensors.entries[i] = entry._replace(byte_offset=data_begin + entry.byte_offset)


def _check_layout(source: Source, tensors: Tensors, layout: Layout, found: Found, deep: bool) -> None:
    check_names(tensors, found)
    check_tensors(tensors, layout, found)
    ordered = in_byte_order(tensors.entries)
    check_apart(ordered, layout, found)
    if tensors.all_sized:
        check_between(source, ordered, layout, found, deep)


def _inventory(fixed: _Fixed, values: KeyValues, tensors: Tensors, layout: Layout) -> Inventory:
    facts = {
        "version": fixed.version,
        "byte order": "big" if fixed.big_endian else "little",
        "alignment": layout.alignment,
        "header bytes": layout.header_end,
        "data offset": layout.data_begin,
    }
    return Inventory("gguf", tuple(tensors.entries), values.metadata, facts, layout.n_bytes)
