"""What the keys to which GGUF gives a meaning must hold: alignment, architecture, quantization version.

Keys of an architecture (`llama.block_count`) are its own affair, and not looked at.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bob.errors import Finding, shown
from bob.formats.gguf_findings import LAX
from bob.spec.formats.gguf import ALIGNMENT_UNIT, DEFAULT_ALIGNMENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.formats.gguf_findings import Found
    from bob.formats.gguf_values import Stated

_ARCHITECTURE = re.compile(r"[a-z0-9]+")


def alignment_of(stated: Mapping[str, Stated], found: Found) -> int:
    """The alignment that the file states; the usual one where it states none that can be used."""
    key = "general.alignment"
    if key not in stated:
        return DEFAULT_ALIGNMENT
    kind, value, place = stated[key]
    if kind != "uint32" or not isinstance(value, int):
        found.take(Finding("BOB528", f"key {key}", kind, "uint32", place))
        return DEFAULT_ALIGNMENT
    if value % ALIGNMENT_UNIT or not value:
        expected = f"a multiple of {ALIGNMENT_UNIT} above zero"
        note = LAX if value and value.bit_count() == 1 else ""
        found.take(Finding("BOB528", f"key {key}", f"{value:,}", expected, place, note))
    return value or DEFAULT_ALIGNMENT


def check_required(stated: Mapping[str, Stated], quantized: str, found: Found) -> None:
    """The keys that a file must have; `quantized` names a tensor that is, if one is.

    The second and later of split files state nothing but their tensors: the first speaks for them.
    """
    if is_later_part(stated):
        return
    _check_architecture(stated.get("general.architecture"), found)
    if quantized:
        _check_quantization(stated.get("general.quantization_version"), quantized, found)


def is_later_part(stated: Mapping[str, Stated]) -> bool:
    """Whether a file is one of several, and not the first."""
    number = stated["split.no"].value if "split.no" in stated else 0
    return isinstance(number, int) and number > 0


def _check_architecture(stated: Stated | None, found: Found) -> None:
    part, expected = "key general.architecture", "a string of a-z and 0-9"
    if stated is None:
        found.take(Finding("BOB529", part, "none", expected, note=LAX))
    elif not isinstance(stated.value, str):
        found.take(Finding("BOB529", part, stated.kind, expected, stated.byte_offset, LAX))
    elif not _ARCHITECTURE.fullmatch(stated.value):
        note = "llama.cpp itself has names with other characters"
        found.take(Finding("BOB529", part, shown(stated.value), expected, stated.byte_offset, note))


def _check_quantization(stated: Stated | None, quantized: str, found: Found) -> None:
    part, note = "key general.quantization_version", f"tensor {shown(quantized)} is quantized; {LAX}"
    if stated is None:
        found.take(Finding("BOB529", part, "none", "uint32", note=note))
    elif stated.kind != "uint32":
        found.take(Finding("BOB529", part, stated.kind, "uint32", stated.byte_offset, note))
