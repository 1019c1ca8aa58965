"""The training of the byte table: loops over rows, updates and columns, written once over buffers.

    top = max_j x_j      e_j = exp(x_j - top)      s = sum_j e_j      g_j, p', m', v': see `formulas`
    loss = (sum_b (log(s) - (x_t - top))) * (1 / V)          norm = sqrt(sum_b (sum_j g_j * g_j))

It touches the planes P, M, V, each V x V, row-major, as flat buffers. Every max and every sum is a halving
tree (`reduction`): s and sum_j over the columns of a row, sum_b over the rows, one tree an update. A row's
gradient needs its own row of P only, so a row makes all of its updates before the next: the order in time
differs from docs/arithmetic.md, no operation and no operand does.

A buffer is whatever takes an index: memory in the native reading, a list in the exact one. The loops stand in
one function, for what is compiled apart is compiled twice. This module knows no reading and imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.kernels.formulas import Operation, Scalar

    Buffer = Any


def first_lost(storable: Operation, zero: Scalar) -> Operation:
    """Where a row that lost a scalar lost its first: plane * V * V + index, planes in the order P, M, V."""

    def place(p: Buffer, m: Buffer, v: Buffer, start: int, n: int) -> int:
        for i in range(start, start + n):
            if not storable(p[i], zero, zero):
                return i
        for i in range(start, start + n):
            if not storable(zero, m[i], zero):
                return n * n + i
        i = start
        while storable(zero, zero, v[i]):
            i += 1
        return 2 * n * n + i

    return place


def table_training(
    *,
    exp: Operation,
    log: Operation,
    sqrt: Operation,
    softmax_gradient: Operation,
    step: Operation,
    storable: Operation,
    place: Operation,
    correction: Operation,
    total: Operation,
    greatest: Operation,
    scalar: Operation,
    zero: Scalar,
    one: Scalar,
    unit: Any,
) -> Callable[..., int]:
    """The training over one reading's operations, formulas, trees and constants.

    `scalar` makes a number of a count, `unit` is the integer 1 in the type of `first_update`.
    """

    def train(
        p: Buffer,
        m: Buffer,
        v: Buffer,
        targets: Buffer,
        n: int,
        learning_rate: Scalar,
        beta1: Scalar,
        beta2: Scalar,
        epsilon: Scalar,
        weight_decay: Scalar,
        first_update: Any,
        n_updates: int,
        trace: Buffer,
        rows: Buffer,
        corrections: Buffer,
        g: Buffer,
        work: Buffer,
    ) -> int:
        """Make the updates; write their losses, then their norms, to trace [2 * n_updates]; give -1.

        Or give the rank of the first scalar that no checkpoint may hold: (update * 3 + plane) * n * n +
        index, all from 0; the planes are then left half updated. n is V; targets are below it. Scratch: rows
        [3 * n_updates * n], corrections [2 * n_updates], g and work [n].
        """
        inverse = one / scalar(n)
        t = first_update
        for k in range(n_updates):
            corrections[k] = correction(beta1, t)
            corrections[n_updates + k] = correction(beta2, t)
            t = t + unit
        rank = -1
        n_alive = n_updates
        for b in range(n):
            start = b * n
            target = targets[b]
            for k in range(n_alive):
                # The row's gradient, and what its loss and norm are made of.
                for j in range(n):
                    work[j] = p[start + j]
                top = greatest(work, n)
                for j in range(n):
                    e = exp(p[start + j] - top)
                    g[j] = e
                    work[j] = e
                s = total(work, n)
                for j in range(n):
                    g_j = softmax_gradient(g[j], s, one if j == target else zero, inverse)
                    g[j] = g_j
                    work[j] = g_j * g_j
                rows[k * n + b] = s
                rows[(n_updates + k) * n + b] = p[start + target] - top
                rows[(2 * n_updates + k) * n + b] = total(work, n)
                # Its update.
                c1 = corrections[k]
                c2 = corrections[n_updates + k]
                sound = True
                for j in range(n):
                    i = start + j
                    p_i, m_i, v_i = step(
                        p[i], m[i], v[i], g[j], learning_rate, beta1, beta2, epsilon, weight_decay, c1, c2
                    )
                    p[i] = p_i
                    m[i] = m_i
                    v[i] = v_i
                    sound = sound & storable(p_i, m_i, v_i)
                if not sound:
                    lost = 3 * k * n * n + place(p, m, v, start, n)
                    rank = lost if rank < 0 or lost < rank else rank
                    # Later updates cannot come first, in no row.
                    n_alive = k + 1
                    break
        if rank >= 0:
            return rank
        for k in range(n_updates):
            for b in range(n):
                work[b] = log(rows[k * n + b]) - rows[(n_updates + k) * n + b]
            trace[k] = total(work, n) * inverse
            for b in range(n):
                work[b] = rows[(2 * n_updates + k) * n + b]
            trace[n_updates + k] = sqrt(total(work, n))
        return -1

    return train
