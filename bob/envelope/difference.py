"""How two checkpoints' planes differ: how many scalars, and how far at most, in units in the last place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.spec.families.transport import PLANES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from bob.envelope.values import Plane, Planes


class PlaneDifference(NamedTuple):
    """One plane of two files: scalars whose bits differ, the largest distance and its place, row-major.

    `distance_ulp` counts binary32 numbers from one value to the other (+0 and -0 are one value);
    `n_unordered` counts the pairs in which either side is a NaN and no distance exists.
    """

    plane: str
    n_differing: int
    distance_ulp: int
    place: int
    bits: tuple[int, int]
    n_unordered: int


def plane_differences(ours: Iterable[Planes], theirs: Iterable[Planes]) -> list[PlaneDifference]:
    """The difference of each plane; both sides come in blocks of equal sizes."""
    found = [PlaneDifference(plane, 0, 0, 0, (0, 0), 0) for plane in PLANES]
    start = 0
    for left, right in zip(ours, theirs, strict=True):
        found = [_joined(f, a, b, start) for f, a, b in zip(found, left, right, strict=True)]
        start += len(left.p)
    return found


def _joined(found: PlaneDifference, a: Plane, b: Plane, start: int) -> PlaneDifference:
    a_bits, b_bits = a.view(np.uint32), b.view(np.uint32)
    differing = a_bits != b_bits
    if not differing.any():
        return found
    unordered = differing & (np.isnan(a) | np.isnan(b))
    distance = np.where(differing & ~unordered, np.abs(_ordered(a_bits) - _ordered(b_bits)), -1)
    at = int(np.argmax(distance)) if distance.max() >= 0 else int(np.argmax(differing))
    here = PlaneDifference(
        found.plane,
        found.n_differing + int(np.count_nonzero(differing)),
        max(int(distance[at]), 0),
        start + at,
        (int(a_bits[at]), int(b_bits[at])),
        found.n_unordered + int(np.count_nonzero(unordered)),
    )
    if found.n_differing and found.distance_ulp >= here.distance_ulp:
        return found._replace(n_differing=here.n_differing, n_unordered=here.n_unordered)
    return here


class FirstDifference(NamedTuple):
    """The first scalar of a plane whose bits differ, row-major, both its bits, and how many scalars differ.

    `distance_ulp` is this scalar's own, as `PlaneDifference` counts it between finite numbers.
    """

    plane: str
    n_differing: int
    place: int
    bits: tuple[int, int]
    distance_ulp: int


def first_differences(blocks: Iterable[Planes], planes: Planes) -> list[FirstDifference]:
    """Where `blocks` that make up three planes first differ from `planes`; equal planes are left out."""
    found: dict[str, FirstDifference] = {}
    start = 0
    for block in blocks:
        for name, ours, whole in zip(PLANES, block, planes, strict=True):
            a, b = ours.view(np.uint32), whole[start : start + len(ours)].view(np.uint32)
            places = np.flatnonzero(a != b)
            if not len(places):
                continue
            at = int(places[0])
            distance = abs(int(_ordered(a[at : at + 1])[0] - _ordered(b[at : at + 1])[0]))
            here = FirstDifference(name, 0, start + at, (int(a[at]), int(b[at])), distance)
            first = found.get(name, here)
            found[name] = first._replace(n_differing=first.n_differing + len(places))
        start += len(block.p)
    return [found[name] for name in PLANES if name in found]


def _ordered(bits: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Integers in the order of the numbers, neighbours one apart (IEEE 754-2019, 5.10)."""
    magnitude = (bits & np.uint32(0x7FFFFFFF)).astype(np.int64)
    return np.where(bits >> np.uint32(31), -magnitude, magnitude)
