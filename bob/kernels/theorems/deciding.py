"""The evaluation of exp and log that decides whether Bob's are rounded correctly: binary64, within a bound.

    k = round(x 64 / ln 2)       r = x - k ln(2) / 64        exp x = 2^(k / 64) exp r
    x = 2^k f, c near 1 / f      r = f c - 1                 log x = k ln 2 + (log(1 / c) + log(1 + r))

It shares no step and no coefficient with `elementary`: tables, and Taylor's sums about zero. Written once as
Python over + - x; tools/check_exp_log.py compiles it and walks all arguments, `deviation_bound` runs it over
numbers that know how far they deviate. BOUND is what the walk relies on, with its own roundings in it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bob.kernels import exact

if TYPE_CHECKING:
    from collections.abc import Callable

    Operation = Callable[..., Any]

BOUND = 2.0**-42
# Below the first exp is under 2^-150 and rounds to 0, above the second it is over 2^128.
LEAST, GREATEST = -105.0, 90.0
# The bits of a table's index, and how many roots it has.
ROOT_BITS = 6
N_ROOTS = 1 << ROOT_BITS
# ln(2) / 64 in two pieces: the first has 36 bits, so that its products with k are exact.
HIGH = float.fromhex("0x1.62e42fefa0p-7")
# log's table: c for (f - 1) 64 rounded to n, which reaches no further.
LEAST_N, GREATEST_N = -20, 28
SPLIT = 1.4142
GREATEST_POWER = 160
LEAST_K, GREATEST_K = -149, 128

EXP_TERMS = tuple(1.0 / math.factorial(i) for i in range(7))
LOG_TERMS = tuple((-1.0) ** i / (i + 1) for i in range(9))

with exact.context(precision=200):
    _EXP, _LOG = exact.FUNCTIONS["exp"], exact.FUNCTIONS["log"]
    _LN2 = _LOG(exact.ONE + 1)
    LN2 = float(_LN2)
    PER_ROOT = N_ROOTS / LN2
    LOW = float(_LN2 / N_ROOTS - HIGH)
    ROOTS = tuple(float(_EXP(_LN2 * j / N_ROOTS)) for j in range(N_ROOTS))
    SCALES = tuple(round(256 / (1 + n / N_ROOTS)) / 256 for n in range(LEAST_N, GREATEST_N + 1))
    LOGS = tuple(float(-_LOG(exact.ONE * c)) for c in SCALES)
POWERS = tuple(math.ldexp(1.0, e) for e in range(-GREATEST_POWER, GREATEST_POWER + 1))


def exp_rest(x: Any, k: Any, low: Any) -> Any:
    """r, where x = k ln(2) / 64 + r; `low` is the second piece of ln(2) / 64."""
    return (x - k * HIGH) - k * low


def exp_series(r: Any, c: Any) -> Any:
    """exp r by Taylor's sum to r^6."""
    return c[0] + r * (c[1] + r * (c[2] + r * (c[3] + r * (c[4] + r * (c[5] + r * c[6])))))


def log_rest(f: Any, c: Any) -> Any:
    """r, where f = (1 + r) / c."""
    return f * c - 1.0


def log_series(r: Any, c: Any) -> Any:
    """log(1 + r) / r by Taylor's sum to r^8."""
    s = c[4] + r * (c[5] + r * (c[6] + r * (c[7] + r * c[8])))
    return c[0] + r * (c[1] + r * (c[2] + r * (c[3] + r * s)))


def log_total(k: Any, ln2: Any, log_c: Any, s: Any) -> Any:
    """k ln 2 + (log(1 / c) + log(1 + r))."""
    return k * ln2 + (log_c + s)


def exp_evaluation(rint: Operation, rest: Operation, series: Operation, powers: Any, roots: Any) -> Operation:
    """exp x for LEAST <= x <= GREATEST; `rint` rounds to the nearest integer."""

    def value(x: float) -> float:
        k = rint(x * PER_ROOT)
        i = int(k)
        s = series(rest(x, k, LOW), EXP_TERMS)
        return float(powers[(i >> ROOT_BITS) + GREATEST_POWER] * (roots[i & (N_ROOTS - 1)] * s))

    return value


def log_evaluation(
    rint: Operation,
    exponent: Operation,
    rest: Operation,
    series: Operation,
    total: Operation,
    tables: tuple[Any, Any, Any],
) -> Operation:
    """log x for 0 < x < infinity; `exponent` gives the k for which x is 2^k f, 1 <= f < 2."""
    powers, scales, logs = tables

    def value(x: float) -> float:
        k = exponent(x)
        f = x * powers[GREATEST_POWER - k]
        if f > SPLIT:
            f *= 0.5
            k += 1
        i = int(rint((f - 1.0) * N_ROOTS)) - LEAST_N
        r = rest(f, scales[i])
        return float(total(float(k), LN2, logs[i], r * series(r, LOG_TERMS)))

    return value
