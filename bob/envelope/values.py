"""The values of the planes: finite, V at or above zero, moments that gradients can give, not all zero.

Planes are read in blocks at the same places, so memory does not grow with the file. Binary64 sorts out what
is far from the law's boundary; what lies near it is settled in rationals (`bob.moments`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.binary32 import exact, nearest, shown
from bob.errors import Finding
from bob.moments import moment_law
from bob.spec.families.transport import PLANES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from bob.envelope.contract import Contract
    from bob.moments import MomentLaw
    from bob.store import Source

    Plane = NDArray[np.float32]
    Mask = NDArray[np.bool_]

_BLOCK_SCALARS = 1 << 17
_NEAR = 1e-9
_HALF = nearest(Fraction(1, 2))


MOMENT_LAWS = ("moments within what gradients can give", "moments not all zero")


class Planes(NamedTuple):
    """P, M and V, or the same stretch of each: flat float32 arrays of equal length."""

    p: Plane
    m: Plane
    v: Plane


class _Tally:
    """One way to be wrong: its first place and how many there are."""

    def __init__(self, code: str, plane: str, expected: str) -> None:
        self.code = code
        self.plane = plane
        self.expected = expected
        self.count = 0
        self.place = 0
        self.found = ""

    def add(self, wrong: Mask, start: int, planes: Planes) -> None:
        n_wrong = int(np.count_nonzero(wrong))
        if n_wrong and not self.count:
            first = int(np.argmax(wrong))
            self.place = start + first
            names = "MV" if self.code == "BOB403" else self.plane
            values = {"P": planes.p, "M": planes.m, "V": planes.v}
            self.found = ", ".join(
                f"{name} = {shown(int(values[name].view(np.uint32)[first]))}" for name in names
            )
        self.count += n_wrong

    def finding(self, vocabulary: int, plane_offset: int, bytes_per_scalar: int) -> Finding:
        row, column = divmod(self.place, vocabulary)
        more = f"and {self.count - 1:,} more" if self.count > 1 else ""
        offset = plane_offset + bytes_per_scalar * self.place
        return Finding(self.code, f"{self.plane}[{row}, {column}]", self.found, self.expected, offset, more)


# Whatever touches a signalling NaN is an invalid operation: comparing, widening, asking whether it is zero.
@np.errstate(invalid="ignore", over="ignore")
def check_values(
    blocks: Iterable[Planes], contract: Contract, step: int, payload_offset: int
) -> list[Finding]:
    """Every finding about the values of planes that come in consecutive `blocks`, at `step`."""
    law = moment_law(contract["learner.beta1"], contract["learner.beta2"], step)
    finite = {name: _Tally("BOB401", name, "a finite number") for name in PLANES}
    negative = _Tally("BOB402", "V", "at least 0")
    beyond = _Tally("BOB403", "M", f"what gradients give in {step:,} updates")
    start = 0
    some_moment = False
    for planes in blocks:
        for name, plane in zip(PLANES, planes, strict=True):
            finite[name].add(~np.isfinite(plane), start, planes)
        negative.add(planes.v < 0, start, planes)
        if law is not None:
            beyond.add(_beyond(law, planes), start, planes)
        some_moment = some_moment or bool(planes.m.any() or planes.v.any())
        start += len(planes.p)
    plane_bytes = contract["chunk"]
    tallies = [(PLANES.index(t.plane), t) for t in (*finite.values(), negative, beyond) if t.count]
    found = [
        tally.finding(
            contract["data.vocabulary"], payload_offset + index * plane_bytes, contract.at["bytes_per_scalar"]
        )
        for index, tally in tallies
    ]
    if not some_moment and moments_stay(contract):
        found.append(Finding("BOB404", "M, V", "all zero", f"some moment after {step:,} updates"))
    return found


def unchecked(contract: Contract, step: int) -> dict[str, str]:
    """Those of `MOMENT_LAWS` that `check_values` does not apply under this contract, each with its reason."""
    within, not_all_zero = MOMENT_LAWS
    notes = {}
    if moment_law(contract["learner.beta1"], contract["learner.beta2"], step) is None:
        notes[within] = "the law says nothing for these betas"
    if not moments_stay(contract):
        notes[not_all_zero] = "they may be under this contract"
    return notes


def moments_stay(contract: Contract) -> bool:
    """Whether a V that was above zero once is so for ever, as some V is after the first update.

    With one column, softmax is 1 whatever the logit, and every gradient is zero. With beta2 of at most 1/2 a
    V decays to zero once gradients vanish (docs/design.md, the law of moments).
    """
    return bool(contract["data.vocabulary"] > 1 and contract["learner.beta2"] > _HALF)


def _beyond(law: MomentLaw, planes: Planes) -> Mask:
    """Where finite moments, V not negative, break the law."""
    m, v = planes.m.astype(np.float64), planes.v.astype(np.float64)
    usable = np.isfinite(m) & np.isfinite(v) & (v >= 0)
    excess = np.abs(m) - float(law.a)
    allowed = float(law.k) * (v + float(law.c))
    beyond = usable & (excess > 0) & (excess * excess > allowed * (1 + _NEAR))
    near = (
        usable
        & ~beyond
        & (np.abs(m) >= float(law.a) * (1 - _NEAR))
        & (excess * excess >= allowed * (1 - _NEAR))
    )
    for i in np.flatnonzero(near):
        m_bits, v_bits = int(planes.m.view(np.uint32)[i]), int(planes.v.view(np.uint32)[i])
        beyond[i] = not law.allows(exact(m_bits), exact(v_bits))
    return beyond


def blocks_of(source: Source, payload_offset: int, plane_bytes: int) -> Iterator[Planes]:
    """The planes of a checkpoint, block by block; `source` holds three of `plane_bytes` each."""
    block_bytes = _BLOCK_SCALARS * np.dtype(np.float32).itemsize
    for begin in range(0, plane_bytes, block_bytes):
        n_bytes = min(block_bytes, plane_bytes - begin)
        offsets = (payload_offset + i * plane_bytes + begin for i in range(len(PLANES)))
        yield Planes(*(np.frombuffer(source.read_at(offset, n_bytes), np.float32) for offset in offsets))
