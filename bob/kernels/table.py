"""The training of the byte table: loops over rows, updates and columns, written once over buffers.

    top = max_j x_j      e_j = exp(x_j - top)      s = sum_j e_j      g_j, p', m', v': see `formulas`
    loss = (sum_b (log(s) - (x_t - top))) * (1 / V)          norm = sqrt(sum_b (sum_j g_j * g_j))

It touches the planes P, M, V, each V x V, row-major, as flat buffers. Every max and every sum is a halving
tree (`reduction`): s and sum_j over the columns of a row, sum_b over the rows, one tree an update. A row's
gradient needs its own row of P only, so a row makes all of its updates before the next, and rows may be
shared out: the order in time differs from docs/arithmetic.md, no operation and no operand does.

A buffer is whatever takes an index: memory in the native reading, a list in the exact one; `at(buffer, i)` is
the buffer from its element i on. This module knows no reading and imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.kernels.formulas import Operation, Scalar

    Buffer = Any


def first_lost(storable: Operation, zero: Scalar) -> Operation:
    """Where a row lost its first scalar: plane * V * V + index, planes in the order P, M, V; or -1."""

    def place(p: Buffer, m: Buffer, v: Buffer, start: int, n: int) -> int:
        for i in range(n):
            if not storable(p[i], zero, zero):
                return start + i
        for i in range(n):
            if not storable(zero, m[i], zero):
                return n * n + start + i
        for i in range(n):
            if not storable(zero, zero, v[i]):
                return 2 * n * n + start + i
        return -1

    return place


def row_update(
    *,
    begin_exp: Operation,
    finish_exp: Operation,
    softmax_gradient: Operation,
    step: Operation,
    suspect: Operation,
    total: Operation,
    total_of_squares: Operation,
    greatest: Operation,
    unsuspected: Any,
) -> Operation:
    """One update of one row, and what its loss and its norm are made of."""

    def update(
        p: Buffer,
        m: Buffer,
        v: Buffer,
        reduced: Buffer,
        shifted: Buffer,
        g: Buffer,
        hits: Buffer,
        work: Buffer,
        out: Buffer,
        target: int,
        n: int,
        stride: int,
        inverse: Scalar,
        learning_rate: Scalar,
        beta1: Scalar,
        beta2: Scalar,
        epsilon: Scalar,
        weight_decay: Scalar,
        c1: Scalar,
        c2: Scalar,
    ) -> Any:
        """Write s, x_t - top and sum_j g_j * g_j to out[0], [stride] and [2 * stride].

        hits[j] is 1 at the target and 0 elsewhere. Gives a suspicion that the row may not be stored.
        """
        top = greatest(p, work, n)
        for j in range(n):
            reduced[j], shifted[j] = begin_exp(p[j] - top)
        for j in range(n):
            g[j] = finish_exp(reduced[j], shifted[j])
        s = total(g, work, n)
        out[0] = s
        out[stride] = p[target] - top
        suspicion = unsuspected
        for j in range(n):
            g_j = softmax_gradient(g[j], s, hits[j], inverse)
            p_j, m_j, v_j = step(
                p[j], m[j], v[j], g_j, learning_rate, beta1, beta2, epsilon, weight_decay, c1, c2
            )
            g[j] = g_j
            p[j] = p_j
            m[j] = m_j
            v[j] = v_j
            suspicion = suspect(suspicion, p_j, m_j, v_j)
        out[2 * stride] = total_of_squares(g, work, n)
        return suspicion

    return update


def row_training(
    *,
    update: Operation,
    suspected: Operation,
    place: Operation,
    correction: Operation,
    at: Operation,
    wide: Operation,
    aligned: Operation,
    scalar: Operation,
    zero: Scalar,
    one: Scalar,
    unit: Any,
) -> Callable[..., int]:
    """All updates of some rows.

    `scalar` makes a number of a count, `unit` is the integer 1 in the type of `first_update`, `wide` gives
    the buffer of binary64 that lies where a buffer of binary32 does, `aligned` the buffer from where it is
    read fastest.
    """

    def train_rows(
        p: Buffer,
        m: Buffer,
        v: Buffer,
        targets: Buffer,
        n: int,
        first_row: int,
        n_rows: int,
        learning_rate: Scalar,
        beta1: Scalar,
        beta2: Scalar,
        epsilon: Scalar,
        weight_decay: Scalar,
        first_update: Any,
        n_updates: int,
        rows: Buffer,
        scratch: Buffer,
    ) -> int:
        """Make the updates; write each row's s, x_t - top and sum g_j * g_j to rows[3, n_updates, n].

        Give -1, or the rank of the first scalar that no checkpoint may hold: (update * 3 + plane) * n * n +
        index, all from 0; the planes are then left half updated. n is V; targets are below it. Of `rows` only
        what belongs to these rows is written. How long `scratch` is says `signatures.train_scratch`.
        """
        inverse = one / scalar(n)
        stride = n_updates * n
        # A binary64 takes the place of two scalars.
        reduced = aligned(scratch)
        shifted = at(reduced, 2 * n)
        g = at(shifted, 2 * n)
        hits = at(g, n)
        work = at(hits, n)
        corrections = at(work, (n + 1) // 2)
        t = first_update
        for k in range(n_updates):
            corrections[k] = correction(beta1, t)
            corrections[n_updates + k] = correction(beta2, t)
            t = t + unit
        for j in range(n):
            hits[j] = zero
        rank = -1
        n_alive = n_updates
        for b in range(first_row, first_row + n_rows):
            row = b * n
            p_row, m_row, v_row = at(p, row), at(m, row), at(v, row)
            target = targets[b]
            hits[target] = one
            for k in range(n_alive):
                suspicion = update(
                    p_row,
                    m_row,
                    v_row,
                    wide(reduced),
                    wide(shifted),
                    g,
                    hits,
                    work,
                    at(rows, k * n + b),
                    target,
                    n,
                    stride,
                    inverse,
                    learning_rate,
                    beta1,
                    beta2,
                    epsilon,
                    weight_decay,
                    corrections[k],
                    corrections[n_updates + k],
                )
                if suspected(suspicion):
                    lost = place(p_row, m_row, v_row, row, n)
                    if lost >= 0:
                        lost = 3 * k * n * n + lost
                        rank = lost if rank < 0 or lost < rank else rank
                        # Later updates cannot come first, in no row.
                        n_alive = k + 1
                        break
            hits[target] = zero
        return rank

    return train_rows


def row_summary(
    *,
    log: Operation,
    sqrt: Operation,
    total: Operation,
    at: Operation,
    scalar: Operation,
    one: Scalar,
) -> Callable[..., int]:
    """From what the rows wrote to the losses and norms of the updates."""

    def summarise(rows: Buffer, n: int, n_updates: int, trace: Buffer, scratch: Buffer) -> int:
        """Write the losses, then the norms, to trace [2, n_updates]; give 0.

        How long `scratch` is says `signatures.summarise_scratch`.
        """
        inverse = one / scalar(n)
        work = at(scratch, n)
        for k in range(n_updates):
            s, below = at(rows, k * n), at(rows, (n_updates + k) * n)
            for b in range(n):
                scratch[b] = log(s[b]) - below[b]
            trace[k] = total(scratch, work, n) * inverse
            trace[n_updates + k] = sqrt(total(at(rows, (2 * n_updates + k) * n), work, n))
        return 0

    return summarise
