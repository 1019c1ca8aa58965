"""The law of moments for whatever computed them: `law_of(beta1, beta2, step)`, `beyond(law, m, v)`.

The law (docs/design.md, `bob.moments`) is taken with room for the ways in which PyTorch and others compute a
step: lerp, fused kernels, betas rounded from binary64, devices that flush subnormal numbers. Each factor of a
step may be off by 2^-20 in proportion, sixteen times what binary32 rounds by, and what is too small for that
by 2^-126. That covers lerp, b1 as 1 - (1 - b1), where beta1 is 0 or at least 1/8; for others the law is not
asked. A pair is refused where binary64 finds it beyond the law by more than a billionth.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from bob.moments import Betas, Rounding, law_after, parts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bob.moments import MomentLaw

FOREIGN = Rounding(Fraction(1, 1 << 20), Fraction(1, 1 << 126))
_LEAST_BETA1 = Fraction(1, 8)
_ROOM = 1e-9


@lru_cache(maxsize=1000)
def law_of(beta1: float, beta2: float, step: int) -> MomentLaw | None:
    """The law after `step` updates with these betas, or None where it says nothing."""
    if not (0 <= beta1 < 1 and 0 <= beta2 < 1):
        return None
    b1, b2 = Fraction(beta1), Fraction(beta2)
    if 0 < b1 < _LEAST_BETA1:
        return None
    parts = parts_of(Betas(b1, 1 - b1, b2, 1 - b2), FOREIGN)
    return None if parts is None else law_after(parts, step)


@np.errstate(invalid="ignore", over="ignore")
def beyond(law: MomentLaw, m: NDArray[np.generic], v: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where finite moments, v not negative, break the law by more than a billionth."""
    first, second = m.astype(np.float64), v.astype(np.float64)
    excess = np.abs(first) - float(law.a)
    allowed = float(law.k) * (second + float(law.c)) * (1 + _ROOM)
    usable = np.isfinite(first) & np.isfinite(second) & (second >= 0)
    return np.asarray(usable & (excess > 0) & (excess * excess > allowed))
