"""The scalar formulas, each written once: softmax gradient, AdamW, bias correction, what may be stored.

    softmax       g  = (e / s - [j = t]) * (1 / V)
    AdamW         m' = beta1 * m + u1 * g       v' = beta2 * v + u2 * (g * g)
                  p' = p - lr * ((m' * c1) / (sqrt(v' * c2) + epsilon) + wd * p)
    correction    c  = 1 / (1 - beta^t)

They touch one scalar of each plane and sum nothing: `table` does, and takes loss and norm from the sums.
A formula is a plain function over numbers that know + - x / and comparison; what else it needs (a root, typed
constants) its factory is given. So one text has several readings: `native` compiles it over binary32, `exact`
runs it over MPFR numbers, and terms of a solver can be put through it as well. A literal would promote: there
is none. This module knows no reading and imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    # A binary32 in the native reading, an MPFR number in the exact one, a term in a symbolic one.
    Scalar = Any
    Operation = Callable[..., Any]


def softmax_gradient(e: Scalar, s: Scalar, hit: Scalar, inverse: Scalar) -> Scalar:
    """The gradient of the mean cross-entropy by one scalar of the table (docs/arithmetic.md, Row b).

    e is exp(x - top), s the row's sum of e, `hit` 1 at the row's target and 0 elsewhere, `inverse` 1 / V.
    """
    return (e / s - hit) * inverse


def adamw(sqrt: Operation, one: Scalar) -> Operation:
    """One AdamW update of one scalar: p, m, v, g to p', m', v'.

    Loshchilov & Hutter 2019, "Decoupled Weight Decay Regularization", Algorithm 2, where the learning rate
    multiplies the decay as well, bracketed as docs/arithmetic.md (AdamW) says.
    """

    def step(
        p: Scalar,
        m: Scalar,
        v: Scalar,
        g: Scalar,
        learning_rate: Scalar,
        beta1: Scalar,
        beta2: Scalar,
        epsilon: Scalar,
        weight_decay: Scalar,
        c1: Scalar,
        c2: Scalar,
    ) -> tuple[Scalar, Scalar, Scalar]:
        u1 = one - beta1
        u2 = one - beta2
        m_next = beta1 * m + u1 * g
        v_next = beta2 * v + u2 * (g * g)
        h = (m_next * c1) / (sqrt(v_next * c2) + epsilon)
        p_next = p - learning_rate * (h + weight_decay * p)
        return p_next, m_next, v_next

    return step


def bias_correction(widen: Operation, narrow: Operation, one: Scalar, unit: Any) -> Operation:
    """1 / (1 - beta^t), in binary64 and rounded once (Loshchilov & Hutter 2019, Algorithm 2, lines 9 and 10).

    The power is by squaring, from the lowest bit of t; t counts from 1. `unit` is the integer 1 in t's type.
    """

    def correction(beta: Scalar, t: Any) -> Scalar:
        power = one
        square = widen(beta)
        while t >= unit:
            if t & unit == unit:
                power = power * square
            square = square * square
            t = t >> unit
        return narrow(one / (one - power))

    return correction


def storability(zero: Scalar, largest: Scalar) -> Operation:
    """Whether a checkpoint may hold p, m and v: all finite, v not negative.

    `largest` is the largest finite number of the reading. A NaN fails every comparison.
    """

    def storable(p: Scalar, m: Scalar, v: Scalar) -> Any:
        p_finite = (-largest <= p) & (p <= largest)
        m_finite = (-largest <= m) & (m <= largest)
        return p_finite & m_finite & (zero <= v) & (v <= largest)

    return storable


def doubt(
    storable: Operation,
    widen: Operation,
    magnitude: Operation,
    complement: Operation,
    zero: Scalar,
    slack: Any,
) -> Operation:
    """What a stored scalar of each plane shows: whether it may have to be refused, whether its moments moved.

    The law of moments (docs/design.md) refuses m where |m| > a and (|m| - a)^2 > k (v + c). Here it is
    asked in binary64 with both bounds lowered by `slack`, a factor below one by much more than it rounds,
    so that what the law refuses is doubted, and a little more. An infinite k makes no doubt.
    """

    def doubtful(p: Scalar, m: Scalar, v: Scalar, a: Any, k: Any, c: Any) -> tuple[Any, Any]:
        size = magnitude(widen(m))
        excess = size - a
        lawless = (size >= a * slack) & (excess * excess >= k * (widen(v) + c) * slack)
        return complement(storable(p, m, v)) | lawless, (m != zero) | (v != zero)

    return doubtful
