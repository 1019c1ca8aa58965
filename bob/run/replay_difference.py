"""How a checkpoint differs from the invocation that was made again: each plane's first scalar, the parent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.binary32 import shown
from bob.envelope.difference import first_differences
from bob.envelope.header import AT
from bob.envelope.values import blocks_of
from bob.errors import Finding
from bob.spec.families.transport import PLANES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.envelope.contract import Contract
    from bob.envelope.difference import FirstDifference
    from bob.envelope.values import Planes
    from bob.errors import Refused
    from bob.run.again import Made
    from bob.spec.record import Record
    from bob.store import Source

_CODE, _LOST = "BOB840", "BOB410"
PARENT = "parent"


def equal_parts(header: Record, made: Made) -> tuple[str, ...]:
    """Which planes have the same digests, and whether the parent is the same."""
    pairs = zip(PLANES, header.chunk_digests, made.chunks, strict=True)
    equal = [name for name, stated, chunk in pairs if stated == chunk]
    return (*equal, *([PARENT] if header.parent == made.parent else []))


def differences(
    source: Source, header: Record, contract: Contract, made: Made, planes: Planes
) -> Iterator[Finding]:
    """What a verified checkpoint has otherwise than the invocation that was made again.

    `planes` are those of `made`; the payload is read again only where its digests differ.
    """
    equal = equal_parts(header, made)
    if header.step != made.step:
        yield Finding(_CODE, "step", f"{header.step:,}", f"{made.step:,}", AT.offset("step"))
    if PARENT not in equal:
        note = "" if set(PLANES) - set(equal) else "the planes are equal: it is the parent alone that differs"
        place = AT.offset(PARENT)
        yield Finding(_CODE, PARENT, header.parent.hex(), made.parent.hex(), place, note)
    if set(PLANES) - set(equal):
        blocks = blocks_of(source, header.header_bytes, contract["chunk"])
        for first in first_differences(blocks, planes):
            yield _scalar(first, header, contract)


def lost(refused: Refused, step_from: int, step_to: int) -> Finding:
    """That there is a checkpoint where the run itself does not come; any other refusal is raised again."""
    first = refused.findings[0]
    if first.code != _LOST:
        raise refused
    part = f"step {step_from:,} to {step_to:,}"
    return Finding(_CODE, part, "a checkpoint after it", "none", note=f"{first.part}: {first.found}")


def _scalar(first: FirstDifference, header: Record, contract: Contract) -> Finding:
    row, column = divmod(first.place, contract["data.vocabulary"])
    offset = header.header_bytes + PLANES.index(first.plane) * contract["chunk"]
    offset += first.place * contract.at["bytes_per_scalar"]
    others = first.n_differing - 1
    more = f"{others:,} more scalars differ" if others else "no other scalar differs"
    note = f"{first.distance_ulp:,} ulp apart; in {first.plane} {more}"
    found, expected = map(shown, first.bits)
    return Finding(_CODE, f"{first.plane}[{row}, {column}]", found, expected, offset, note)
