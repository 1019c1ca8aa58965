"""Bit patterns and tables that the kernels' tests share; what both readings gave, side by side."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from bob.kernels import exact, native
from bob.kernels.trace import Diverged, Hyperparameters

if TYPE_CHECKING:
    from numpy.typing import NDArray

HYPERPARAMETERS = Hyperparameters(0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
NAN = 0x7FC00000
NAMED = {
    "zero": 0x00000000,
    "minus zero": 0x80000000,
    "least subnormal": 0x00000001,
    "minus a subnormal": 0x80012345,
    "greatest subnormal": 0x007FFFFF,
    "least normal": 0x00800000,
    "just below one": 0x3F7FFFFF,
    "one": 0x3F800000,
    "minus one and an ulp": 0xBF800001,
    "huge": 0x7F000000,
    "greatest": 0x7F7FFFFF,
    "minus the greatest": 0xFF7FFFFF,
    "infinity": 0x7F800000,
    "minus infinity": 0xFF800000,
    "nan": NAN,
    "minus nan": 0xFFC00001,
}
SPECIAL = np.array(list(NAMED.values()), np.uint32)
FINITE = SPECIAL[(SPECIAL & 0x7F800000) != 0x7F800000]


def random_bits(shape: tuple[int, ...], seed: int) -> NDArray[np.uint32]:
    """Any bit patterns, half of them special ones."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 2**32, shape, np.uint32)
    return np.where(rng.random(shape) < 0.5, bits, rng.choice(SPECIAL, shape))


def canonical(x: NDArray[np.float32]) -> list[int]:
    """The bits of an array, every NaN as 7fc00000."""
    return np.where(np.isnan(x), np.uint32(NAN), x.view(np.uint32)).ravel().tolist()


def numbers(bits: NDArray[np.uint32]) -> list[Any]:
    """The exact reading's numbers of bit patterns, in one flat list."""
    return [exact.scalar(pattern) for pattern in bits.ravel().tolist()]


def seeded(n: int) -> list[NDArray[np.float32]]:
    """P, M and V before the first update (docs/arithmetic.md, Initialization)."""
    key = int.from_bytes(hashlib.sha256(b"bob-seed-v1").digest()[:8], "little")
    words = np.random.Philox(key=key).random_raw(n * n) >> np.uint64(40)
    p = ((words.astype(np.int64) - 2**23) * 2.0**-28).astype(np.float32).reshape(n, n)
    return [p, np.zeros_like(p), np.zeros_like(p)]


def spread(n: int) -> NDArray[np.uint32]:
    """The targets of the known answers."""
    return ((7 * np.arange(n) + 3) % n).astype(np.uint32)


def trained(
    reading: str,
    planes: list[NDArray[np.float32]],
    targets: NDArray[np.uint32],
    hyperparameters: Hyperparameters = HYPERPARAMETERS,
    first_update: int = 1,
    n_updates: int = 1,
) -> Any:
    """Bits of P, M, V, losses and norms after the updates, or the place where they diverged."""
    try:
        if reading == "native":
            copies = [np.array(plane) for plane in planes]
            trace = native.train(*copies, targets, hyperparameters, first_update, n_updates)
            return [canonical(a) for a in (*copies, *trace)]
        lists = [numbers(plane.view(np.uint32)) for plane in planes]
        given = exact.train(*lists, targets.tolist(), hyperparameters, first_update, n_updates)
        return [[exact.bits(x) for x in a] for a in (*lists, *given)]
    except Diverged as diverged:
        return diverged.plane, diverged.index, diverged.update
