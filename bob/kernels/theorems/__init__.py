"""All that is claimed of the arithmetic: theorems in floating point and in real numbers, and walks.

    theorems()      in the order of a run: a row, its update, corrections, dtypes, moments, exp and log

`bob.proof` has them decided; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.kernels.theorems import deviation_bound, dtypes, elementary_walk, moments, steps
from bob.kernels.theorems.statements import theorem

if TYPE_CHECKING:
    from bob.proof.theorem import Theorem, Walk


def theorems() -> tuple[Theorem | Walk, ...]:
    """Every theorem and walk, in a fixed order."""
    step = (
        steps.row_claims(),
        steps.second_moment_claims(),
        steps.unit_claims(),
        steps.finite_claims(),
        dtypes.correction_claims(),
        dtypes.dtype_claims(),
        moments.rounding_claims(),
    )
    return (
        *(theorem(claim) for claims in step for claim in claims),
        *moments.law_theorems(),
        *map(dtypes.correction_walk, ("beta1", "beta2")),
        deviation_bound.bound_walk(),
        *elementary_walk.walks(),
    )
