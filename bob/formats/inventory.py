"""What a file of another format claims to hold: `Entry`, `Inventory`; and what reading it came to: `Reading`.

    reading = read_safetensors(source)
    reading.findings            # every rule of the format that the file breaks
    reading.inventory.entries   # its tensors, in the order in which the file lists them

Nothing here opens, allocates or believes anything: an inventory is what a header says, checked against the
bytes that are there.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.errors import Finding


class Entry(NamedTuple):
    """One tensor: where its bytes lie, and what they mean.

    `dtype` is a name of `bob.spec.formats.dtypes`; `byte_offset` counts from the start of `file`, the shard
    or archive member that holds it, or of the file itself where it is empty. `strides` count elements, None
    for row-major without gaps; with strides the region holds all elements, and may hold more.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    byte_offset: int
    n_bytes: int
    strides: tuple[int, ...] | None = None
    file: str = ""
    big_endian: bool = False


class Inventory(NamedTuple):
    """The tensors of a file and what it says of itself.

    `format` is its short name; `facts` are lines of the layout (version, alignment, header bytes) as plain
    values; `metadata` is what the file's author wrote, as plain values.
    """

    format: str
    entries: tuple[Entry, ...]
    metadata: Mapping[str, object]
    facts: Mapping[str, object]
    n_bytes: int


class Reading(NamedTuple):
    """The inventory, unless there is none to read; every finding; what was not looked at, in phrases."""

    inventory: Inventory | None
    findings: tuple[Finding, ...]
    not_checked: tuple[str, ...] = ()


def totals(inventory: Inventory) -> tuple[int, int]:
    """How many elements and bytes the tensors have in all."""
    return sum(prod(e.shape) for e in inventory.entries), sum(e.n_bytes for e in inventory.entries)
