"""Safetensors files by their written rules: `read_safetensors(source)` (safetensors 0.8, README, Format).

Reads the header alone and holds it against the length of the file: nothing of the data. Where the reference
reader lets pass what its rules forbid, the finding says so; what is only a habit of writers (data at a
multiple of eight, names in the order of their bytes) is told as a fact. The header's text is read by
`bob.formats.safetensors_header`, where each tensor lies is judged by `bob.formats.safetensors_regions`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bob.codec import decode
from bob.formats.gathered import Gathered
from bob.formats.inventory import Inventory, Reading
from bob.formats.json_tokens import ENCODING, LIMIT, SYNTAX, NotJson
from bob.formats.safetensors_header import SPACE_IS_LET_PASS, Header
from bob.formats.safetensors_regions import hold_regions
from bob.kinds import LOOKED_AT, UNKNOWN, kind_of
from bob.spec.formats.safetensors import USUAL_ALIGNMENT, SafetensorsPrefix

if TYPE_CHECKING:
    from bob.store import Source

AT = SafetensorsPrefix.at()
_CODES = {SYNTAX: "BOB507", ENCODING: "BOB506", LIMIT: "BOB519"}
_NOT_CHECKED = ("what the metadata say",)


def read_safetensors(source: Source, deep: bool = True) -> Reading:  # noqa: ARG001
    """The inventory of a safetensors file, and every finding (BOB501 to BOB519).

    There is no inventory where the header cannot be read to its end. `deep` changes nothing: all rules are
    about the header and the length of the file.
    """
    found = Gathered()
    n_header = _header_bytes(source, found)
    if n_header is None:
        return Reading(None, found.all())
    header = Header(source, AT.record_bytes, AT.record_bytes + n_header, found)
    try:
        header.read()
    except NotJson as wrong:
        found.add(_CODES[wrong.kind], "header", wrong.found, wrong.expected, wrong.byte_offset)
        return Reading(None, found.all())
    hold_regions(header, source.n_bytes, found)
    return Reading(_inventory(header, source.n_bytes), found.all(), _NOT_CHECKED)


def _header_bytes(source: Source, found: Gathered) -> int | None:
    """How long the header is, if it is all there and begins as one; None with a finding otherwise."""
    head = source.read_at(0, LOOKED_AT)
    prefix = decode(AT, head, whole=False)
    begins = head[AT.record_bytes : AT.record_bytes + 1] == b"{"
    kind = kind_of(head, source.n_bytes)
    if not begins and kind.name not in ("safetensors", "zeros", UNKNOWN.name):
        found.add("BOB501", "file", f"this is {kind.words}", "a safetensors file", 0)
        return None
    if prefix.record is None:
        found.add(
            "BOB502",
            "header",
            f"needs {AT.record_bytes} bytes for its length, has {len(head)}",
            "",
            len(head),
        )
        return None
    stated = prefix.record["header_bytes"]
    needs, has = AT.record_bytes + stated, source.n_bytes
    if prefix.findings:
        found.add("BOB503", "header", f"{stated:,} bytes", f"at most {AT['longest']:,}", 0)
    elif needs > has:
        found.add(
            "BOB502", "header", f"the header alone needs {needs:,} bytes, the file has {has:,}", "", has
        )
    elif not begins or not stated:
        byte = ascii(head[AT.record_bytes : AT.record_bytes + 1])[1:] if stated else "no byte"
        note = SPACE_IS_LET_PASS if byte[1:-1] in (" ", r"\n", r"\t", r"\r") else ""
        found.add("BOB504", "header", byte, "'{'", AT.record_bytes, note)
    return None if found else stated


def _inventory(header: Header, n_bytes: int) -> Inventory:
    in_order = header.contiguous or all(a.byte_offset <= b.byte_offset for a, b in pairwise(header.entries))
    facts = {
        "header_bytes": header.end - header.begin,
        "padding_bytes": header.n_padding,
        "data_offset": header.end,
        "data_aligned": header.end % USUAL_ALIGNMENT == 0,
        "in_order_of_offsets": in_order,
    }
    return Inventory("safetensors", tuple(header.entries), header.metadata, facts, n_bytes)
