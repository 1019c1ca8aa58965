"""Figures of the reference machine, and what the project aims at and must keep: one table each.

The reference machine had two noisy cores with AVX-512, CPython 3.11, Numba 0.68 and LLVM 22. Its figures are
medians of paired ratios as well. A figure that deviates by more than 15% is another machine's or another
version's, and its row says why, from what was measured.
"""

from __future__ import annotations

from typing import NamedTuple

MACHINE = "two noisy cores with AVX-512, CPython 3.11, Numba 0.68"
BASE_MS = (13.0, 20.0)

# Ratios to `python -c pass`, lowest and highest.
RATIOS: dict[str, tuple[float, float]] = {
    "python -I -S -c pass": (0.74, 0.74),
    "bob run --resume": (1.10, 1.14),
    "C": (0.28, 0.28),
    "import numpy": (8.4, 8.4),
    "JAX": (57.0, 72.0),
    "raw torch": (127.0, 127.0),
    "usual torch": (250.0, 250.0),
}
# Milliseconds of ten updates of 65,536 scalars on one thread.
KERNELS_MS: dict[str, tuple[float, float]] = {
    "divider": (0.5, 0.5),
    "Bob": (1.45, 1.45),
    "C twin": (1.3, 1.4),
    "torch": (3.3, 3.3),
}
# Where the reference machine ran another program than the one that is measured here.
OTHER_PROGRAM = {"C twin": "its C had one division a scalar, this one has two"}


class Aim(NamedTuple):
    """Upper bounds of a figure: what is aimed at, what must hold, and in which words."""

    aim: float | None
    must: float | None
    unit: str


AIMS = {
    "bob run --resume": Aim(1.2, 1.3, "times python -c pass"),
    "bob verify envelope": Aim(None, 3.0, "times python -c pass"),
    "bob --help": Aim(None, 6.0, "times python -c pass"),
    "peak memory of bob run --resume": Aim(None, 14.0, "MiB"),
    "first use": Aim(None, 3.0, "s"),
    "large file": Aim(None, 1.1, "times the digest library"),
    "peak memory of the large file": Aim(None, 64.0, "MB"),
    "kernel": Aim(None, 3.2, "times the divider's bound"),
    "kernel against C twin": Aim(None, 1.0, "times the twin"),
    "kernel against torch": Aim(None, 1 / 1.9, "times autograd and fused AdamW"),
    "AdamW, the slowest count": Aim(None, 1 / 0.95, "times in-place traffic"),
    "AdamW against C twin, the slowest count": Aim(None, 1 / 0.95, "times the twin"),
}
# Bob's time over the peer's.
AGAINST = {
    "C": Aim(3.9, 5.0, "times the peer"),
    "NumPy": Aim(1 / 7, 1 / 6, "times the peer"),
    "JAX": Aim(1 / 45, 1 / 40, "times the peer"),
    "raw torch": Aim(1 / 95, 1 / 80, "times the peer"),
    "usual torch": Aim(1 / 180, 1 / 150, "times the peer"),
}
