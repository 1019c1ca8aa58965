"""Where the tensors of a safetensors file lie: side by side, from the first byte of its data to its last."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from bob.errors import so_many

if TYPE_CHECKING:
    from bob.formats.gathered import Gathered
    from bob.formats.inventory import Entry
    from bob.formats.safetensors_entry import Region
    from bob.formats.safetensors_header import Header


def hold_regions(header: Header, n_bytes: int, found: Gathered) -> None:
    """Where regions share bytes (BOB516), leave some out (BOB517) or end beyond the file (BOB518)."""
    reach = header.reach
    if not header.contiguous or header.malformed:
        reach = _swept(header, found)
    if reach > n_bytes:
        every: list[Entry | Region] = [*header.entries, *header.malformed]
        cut = sum(region.byte_offset + region.n_bytes > n_bytes for region in every)
        note = f"{cut:,} of {len(every):,} tensors end beyond the file"
        found.add("BOB518", "file", f"needs {reach:,} bytes, has {n_bytes:,}", "", n_bytes, note)
    elif reach < n_bytes and not header.n_unplaced:
        where = "after the last tensor" if reach > header.end else "of data, and no tensor"
        said = f"{so_many(n_bytes - reach, 'byte')} {where}"
        found.add("BOB517", "data", said, "every byte in a tensor", reach)


def _swept(header: Header, found: Gathered) -> int:
    """The end of all regions, with a finding where one does not begin at the end of those before it."""
    begin = reach = header.end
    holder: Entry | Region | None = None
    for region in _in_order(header):
        first, end = region.byte_offset, region.byte_offset + region.n_bytes
        if first < reach and holder is not None:
            # Of one name twice, that it is there twice says it all.
            if region.name != holder.name:
                _overlap(holder, region, min(end, reach), begin, found)
        elif first > reach and not header.n_unplaced:
            where = f"[{reach - begin}, {first - begin})"
            said = f"{so_many(first - reach, 'byte')} at {where} belong to no tensor"
            found.add("BOB517", "data", said, "every byte in a tensor", reach)
        if holder is None or end > reach:
            reach, holder = max(end, reach), region
    return reach


def _in_order(header: Header) -> list[Entry | Region]:
    """All regions by beginning, size and name; sorted by one at a time, since a key of three takes memory."""
    order: list[Entry | Region] = [*header.entries, *header.malformed]
    for key in ("name", "n_bytes", "byte_offset"):
        order.sort(key=attrgetter(key))
    return order


def _overlap(holder: Entry | Region, region: Entry | Region, end: int, begin: int, found: Gathered) -> None:
    first = region.byte_offset
    if region.n_bytes:
        said = f"share bytes [{first - begin}, {end - begin})"
    else:
        said = f"the second, empty, lies within the first at {first - begin}"
    found.add("BOB516", f"{holder.name}, {region.name}", said, "no byte in two tensors", first)
