"""Loops over flat planes, element by element: AdamW with its gradient given, and a check of what is stored.

    adamw   p', m', v' = step(p, m, v, g)
    check   see `formulas.storability` and `formulas.doubt`

They touch `count` scalars of each plane and sum nothing. `table` has the loops of a learner's rows. A buffer
is whatever takes an index. This module knows no reading and imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.kernels.formulas import Operation, Scalar

    Buffer = Any


def flat_adamw(step: Operation) -> Callable[..., int]:
    """One AdamW update of flat planes."""

    def adamw(
        p: Buffer,
        m: Buffer,
        v: Buffer,
        g: Buffer,
        count: int,
        learning_rate: Scalar,
        beta1: Scalar,
        beta2: Scalar,
        epsilon: Scalar,
        weight_decay: Scalar,
        c1: Scalar,
        c2: Scalar,
    ) -> int:
        """Update p, m and v in place by the gradient g; give 0."""
        for i in range(count):
            p[i], m[i], v[i] = step(
                p[i], m[i], v[i], g[i], learning_rate, beta1, beta2, epsilon, weight_decay, c1, c2
            )
        return 0

    return adamw


def flat_check(suspect: Operation, suspected: Operation, unsuspected: Any) -> Callable[..., int]:
    """A look at stored planes that may suspect too much and never too little.

    `suspect(seen, p, m, v, a, k, c)` adds one scalar of each plane to what was seen.
    """

    def check(p: Buffer, m: Buffer, v: Buffer, count: int, a: Any, k: Any, c: Any) -> int:
        """Give bit 0 if something may have to be refused, bit 1 if some moment is not zero.

        Not refused: p, m and v finite, v not negative, and m such as the law of moments (a, k, c; binary64,
        k infinite for no law) allows beside v.
        """
        seen = unsuspected
        for i in range(count):
            seen = suspect(seen, p[i], m[i], v[i], a, k, c)
        verdict: int = suspected(seen)
        return verdict

    return check
