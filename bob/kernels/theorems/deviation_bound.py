"""How far the evaluation that decides deviates from exp and log: a bound in exact rationals, no sampling.

    exp_bound(), log_bound()      at most, relatively, for every argument that it is given

Tables and ln 2 are held against rational enclosures (series with a remainder, 64th powers), the text of
`deciding` is run over `tracking`, and what Taylor's sums leave out is added. exp: every k apart for r, every
root apart for the product. log: every piece of the table, every k.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path

from bob.canonical import hex_digest
from bob.kernels.theorems import deciding, tracking
from bob.kernels.theorems.deciding import (
    BOUND,
    GREATEST,
    GREATEST_K,
    HIGH,
    LEAST,
    LEAST_K,
    LEAST_N,
    N_ROOTS,
    PER_ROOT,
)
from bob.kernels.theorems.tracking import SIGNIFICAND, Tracked
from bob.proof.theorem import Walk, Walked

# Half a unit in the last place of a binary64, in proportion.
U = Fraction(1, 2**SIGNIFICAND)
_TERMS = 100
_BINARY32_GRID = -149
_BELOW_ONE_GRID = -24
_FRACTION_BITS = 23


class NotWithin(ArithmeticError):
    """Something that the bound relies on is not so."""


@cache
def logarithm(value: Fraction) -> tuple[Fraction, Fraction]:
    """Two rationals with log(value) between them, for 1/3 < value < 3: 2 atanh((value - 1) / (value + 1))."""
    z = (value - 1) / (value + 1)
    partial = 2 * sum((z ** (2 * i + 1) / (2 * i + 1) for i in range(_TERMS)), Fraction(0))
    rest = 2 * abs(z) ** (2 * _TERMS + 1) / (1 - z * z)
    unit = Fraction(1, 2**200)
    return (partial - rest) // unit * unit, -(-(partial + rest) // unit) * unit


def ln2() -> tuple[Fraction, Fraction]:
    """Two rationals with ln 2 between them."""
    return logarithm(Fraction(2))


def exp_bound() -> tuple[Fraction, int]:
    """The greatest relative deviation of exp's evaluation, and how many pieces were gone through."""
    rests = [_exp_rest(k) for k in range(_index(LEAST), _index(GREATEST) + 1)]
    r = Tracked(
        min(rest.low for rest in rests),
        max(rest.high for rest in rests),
        max(rest.deviation for rest in rests),
        None,
    )
    terms = [_meant(c, Fraction(1, factorial(i))) for i, c in enumerate(deciding.EXP_TERMS)]
    size, n = r.size, len(terms)
    # exp r - sum is below |r|^n / n! (1 + |r| + ...), and exp r is above 1 - |r|.
    left_out = size**n / factorial(n) / (1 - size) / (1 - size)
    s = deciding.exp_series(r, terms)
    products = [_root(j) * s for j in range(N_ROOTS)]
    rounded = max(product.relative for product in products)
    return (1 + rounded) * (1 + left_out) - 1, len(rests) + len(products)


def log_bound() -> tuple[Fraction, int]:
    """The greatest relative deviation of log's evaluation, and how many pieces were gone through."""
    pieces = [_log_piece(LEAST_N + i) for i in range(len(deciding.SCALES))]
    return max(pieces), len(pieces) * (GREATEST_K - LEAST_K + 1)


def bound_walk() -> Walk:
    """The walk's bound, and that it holds with the walk's own roundings."""
    return Walk(
        "elementary/deciding_bound",
        "Exp and log",
        "the evaluation that decides is within 2^-42 of exp and of log, the brackets' roundings included",
        "every binary32 where exp rounds to neither 0 nor infinity; for log every positive one",
        "deviations and intervals in exact rationals, over the evaluation's own text",
        walked_bound,
        of=_of(),
    )


def _of() -> str:
    """A digest of what the bound follows from: this module, what tracks, and the text that decides."""
    modules = (__file__, tracking.__file__, deciding.__file__)
    return hex_digest(b"".join(Path(module).read_bytes() for module in modules))


def walked_bound() -> Walked:
    """Recompute both bounds; v (1 - BOUND) and v (1 + BOUND) round once each."""
    found = {}
    try:
        for name, bound in (("exp", exp_bound), ("log", log_bound)):
            found[name] = bound()
        _require_edges()
    except NotWithin as wrong:
        return Walked(False, str(wrong))
    said = [f"{name} within 2^{_binary_logarithm(x)}, {n:,} pieces" for name, (x, n) in found.items()]
    # With w = v / (1 + d), |d| <= x: w is between v (1 - x) and v (1 + x / (1 - x)).
    enough = all(x / (1 - x) <= Fraction(BOUND) - 2 * U for x, _ in found.values())
    return Walked(enough, "; ".join(said))


def _binary_logarithm(value: Fraction) -> str:
    """log2 of a small number, one decimal, rounded towards zero."""
    tenths = next(i for i in range(10_000) if value**10 * 2**i >= 1)
    return f"{-(tenths - 1) / 10:.1f}" if tenths else "0"


def _meant(computed: float, value: Fraction) -> Tracked:
    return Tracked.constant(computed, value, value)


def _index(x: float) -> int:
    return round(x * PER_ROOT)


def _exp_rest(k: int) -> Tracked:
    """r for every binary32 that has this k."""
    # y = fl(x PER_ROOT) lies within half of k: a factor of 1 + 4 U is more than that product deviates.
    low, high = (Fraction(2 * k + side, 2) / Fraction(PER_ROOT) for side in (-1, 1))
    low, high = low - abs(low) * 4 * U, high + abs(high) * 4 * U
    x = Tracked.between(low, high, _grid_of(min(abs(low), abs(high))) if k else _BINARY32_GRID)
    rest: Tracked = deciding.exp_rest(x, Tracked.constant(float(k)), _low_piece())
    return rest


@cache
def _low_piece() -> Tracked:
    """The second piece of ln(2) / 64: what the first lacks."""
    below, above = ln2()
    high = Fraction(HIGH)
    return Tracked.constant(deciding.LOW, below / N_ROOTS - high, above / N_ROOTS - high)


def _grid_of(least: Fraction) -> int:
    """Binary32 numbers not below `least` in size are multiples of this power of two."""
    exponent = least.numerator.bit_length() - least.denominator.bit_length() - 1
    return max(exponent - _FRACTION_BITS, _BINARY32_GRID)


def _root(j: int) -> Tracked:
    """An entry of the table of roots, held against its 64th power."""
    root, half = Fraction(deciding.ROOTS[j]), U
    low, high = root - half, root + half
    if not low**N_ROOTS <= 2**j <= high**N_ROOTS:
        raise NotWithin(f"entry {j} of the roots is not 2^({j} / {N_ROOTS})")
    return Tracked.constant(deciding.ROOTS[j], low, high)


def _log_piece(n: int) -> Fraction:
    """The greatest relative deviation over one piece of log's table, at every k."""
    low = max(1 + Fraction(2 * n - 1, 2 * N_ROOTS), Fraction(deciding.SPLIT) / 2)
    high = min(1 + Fraction(2 * n + 1, 2 * N_ROOTS), Fraction(deciding.SPLIT))
    if low > high:
        return Fraction(0)
    c, log_c = deciding.SCALES[n - LEAST_N], deciding.LOGS[n - LEAST_N]
    r = deciding.log_rest(Tracked.between(low, high, _BELOW_ONE_GRID), Tracked.constant(c))
    if r.deviation:
        raise NotWithin(f"r is rounded in piece {n} of log")
    terms = [_meant(t, Fraction((-1) ** i, i + 1)) for i, t in enumerate(deciding.LOG_TERMS)]
    size, n_terms = r.size, len(terms)
    # log(1 + r) / r - sum is below |r|^n / (n + 1) (1 + |r| + ...).
    left_out = size**n_terms / (n_terms + 1) / (1 - size)
    t = deciding.log_series(r, terms).wider(left_out)
    # Where c is 1 and k is 0 the result is r t, and log x is r times the sum: what is relative stays so.
    greatest = (1 + t.relative) * (1 + U) - 1 if c == 1.0 else Fraction(0)
    above, below = (-end for end in logarithm(Fraction(c)))
    entry = Tracked.constant(log_c, below, above)
    s, ln_2 = r * t, Tracked.constant(deciding.LN2, *ln2())
    for k in range(LEAST_K, GREATEST_K + 1):
        if k or c != 1.0:
            w = deciding.log_total(Tracked.constant(float(k)), ln_2, entry, s)
            greatest = max(greatest, w.relative)
    return greatest


def _require_edges() -> None:
    """Where exp's argument is held at LEAST and GREATEST, exp rounds to 0 and to infinity, and so beyond.

    exp(LEAST) < 2^-150 and exp(GREATEST) > 2^128, each by a margin above BOUND.
    """
    below, above = ln2()
    if not Fraction(LEAST) < -151 * above or not Fraction(GREATEST) > 129 * above or below <= 0:
        raise NotWithin("exp is held where it does not round to 0 or to infinity")
