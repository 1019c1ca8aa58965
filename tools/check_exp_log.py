"""Walk all 2^32 arguments of exp and log, and count those that `bob.kernels.native` does not round correctly.

    python tools/check_exp_log.py [--hard-cases FILE] [--threads N]      exit status 1 if any is misrounded
    python tools/check_exp_log.py --coefficients                         fit the polynomial of exp again

How it decides. A binary64 evaluation written apart from Bob's gives v, within a relative BOUND = 2^-42 of the
true value w: at most 2^-50 for exp and 2^-45.9 for log, as `exp_value` and `log_value` derive. Rounding is
monotonic, so where v (1 - BOUND) and v (1 + BOUND) round to one binary32, w rounds to it as well, the two
roundings of these products included. Where they do not, MPFR settles it. Nothing is sampled.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gmpy2
import numba
import numpy as np
from gmpy2 import mpfr

from bob.kernels import elementary, exact, native

if TYPE_CHECKING:
    from collections.abc import Iterable

BOUND = 2.0**-42
BLOCK = 2**20
EVERY_BLOCK = range(0, 2**32, BLOCK)
N_HARD = 50
LN2_64_HIGH = float.fromhex("0x1.62e42fefa0p-7")
with gmpy2.context(precision=200):
    LN2 = gmpy2.log(mpfr(2))
    LN2_64_LOW = float(LN2 / 64 - mpfr(LN2_64_HIGH))
    ROOTS = np.array([float(gmpy2.exp(LN2 * j / 64)) for j in range(64)])
    # log's table, for i from -20 to 28: c, and -log(c).
    SCALES = np.array([round(256 / (1 + i / 64)) / 256 for i in range(-20, 29)])
    LOGS = np.array([float(-gmpy2.log(mpfr(c))) for c in SCALES])
POWERS = np.array([math.ldexp(1.0, e) for e in range(-160, 161)])
NEAR_LN2 = float(LN2)


def exp_value(x: float) -> float:
    """exp(x), within 2^-50, for -105 <= x <= 90. Let u = 2^-53, the most that one operation deviates.

    x = k ln(2) / 64 + r, |k| < 2^14, |r| < 2^-7.5. ln(2) / 64 has a high part of 36 bits: its product with
    k is exact, and so is the difference of x from it. The low part and its subtraction leave r within 2^-60.
    Taylor's sum to r^6 leaves out 2^-65 and rounds within 2 u; the table of 2^(j / 64) is within u, and so
    is the product with it; the power of two is exact.
    """
    k = np.rint(x * (64.0 / NEAR_LN2))
    r = (x - k * LN2_64_HIGH) - k * LN2_64_LOW
    s = 1.0 + r * (1.0 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720))))))
    i = int(k)
    return float(POWERS[(i >> 6) + 160] * (ROOTS[i & 63] * s))


def log_value(x: float) -> float:
    """log(x), within 2^-45.9, for 0 < x < infinity. Let u = 2^-53, the most that one operation deviates.

    x = 2^k f, 0.707 < f < 1.415, i = round(64 (f - 1)). c is 1 / (1 + i / 64) to the nearest 1 / 256, so that
    r = f c - 1 is exact and |r| < 2^-6. Taylor's sum to r^9 leaves out 2^-65 and rounds within 3 u |r|. Where
    k = i = 0, c is 1 and the sum is the result, within 2^-51. Where only k = 0, |w| > 2^-7.1 and rounding
    -log(c), the sum, and the sum of both costs less than u: at most 2^-45.9 of w. Elsewhere |w| > 0.34 |k|,
    and it costs less than 4 u |k|: at most 2^-49 of w.
    """
    bits = np.float64(x).view(np.int64)
    k = (bits >> 52) - 1023
    f = x * POWERS[160 - k]
    if f > 1.4142:
        f *= 0.5
        k += 1
    i = int(np.rint((f - 1.0) * 64.0)) + 20
    r = f * SCALES[i] - 1.0
    s = 1 / 5 + r * (-1 / 6 + r * (1 / 7 + r * (-1 / 8 + r * (1 / 9))))
    s = r * (1.0 + r * (-1 / 2 + r * (1 / 3 + r * (-1 / 4 + r * s))))
    return float(k * NEAR_LN2 + (LOGS[i] + s))


def exp_bracket(value: Any) -> Any:
    """Two binary32 between which exp(x) rounds: beyond -105 and 90 it is below 2^-150 and above 2^128."""

    def bracket(x: Any) -> Any:
        v = value(min(max(np.float64(x), -105.0), 90.0)) if x == x else np.nan
        return np.float32(v * (1.0 - BOUND)), np.float32(v * (1.0 + BOUND))

    return bracket


def log_bracket(value: Any) -> Any:
    """Two binary32 between which log(x) rounds."""

    def bracket(x: Any) -> Any:
        v = -np.inf if x == 0.0 else np.inf if x == np.inf else np.nan
        if x > 0.0 and x < np.inf:
            v = value(np.float64(x))
        return np.float32(v * (1.0 - BOUND)), np.float32(v * (1.0 + BOUND))

    return bracket


def comparison(bracket: Any) -> Any:
    """One block: counts what is wrong and what is undecided, and notes their places."""

    def compare(x: Any, y: Any, wrong: Any, undecided: Any) -> Any:
        n_wrong, n_undecided = 0, 0
        y_bits = y.view(np.uint32)
        for i in range(x.size):
            low, high = bracket(x[i])
            if low == high:
                # Zeros compare equal, but neither function ever gives -0.
                if y[i] != low or (low == 0.0 and y_bits[i] != 0):
                    wrong[n_wrong] = i
                    n_wrong += 1
            elif low == low:
                undecided[n_undecided] = i
                n_undecided += 1
            elif y[i] == y[i]:
                wrong[n_wrong] = i
                n_wrong += 1
        return n_wrong, n_undecided

    return compare


def compiled(value: Any, bracket: Any) -> Any:
    """The comparison over one evaluation, by Numba, without the interpreter's lock."""
    jit = numba.njit(error_model="numpy", nogil=True)
    return jit(comparison(jit(bracket(jit(value)))))


class Function:
    """One of the two functions under test: Bob's, MPFR's and the evaluation that decides."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.native = {"exp": native.exp32, "log": native.log32}[name]
        self.mpfr = {"exp": gmpy2.exp, "log": gmpy2.log}[name]
        value, bracket = {"exp": (exp_value, exp_bracket), "log": (log_value, log_bracket)}[name]
        self.compare = compiled(value, bracket)

    def block(self, first: int) -> tuple[list[int], list[int]]:
        """The bit patterns of a block that are wrong, and those undecided."""
        x = np.arange(first, first + BLOCK, dtype=np.uint64).astype(np.uint32).view(np.float32)
        y = self.native(x)
        wrong, undecided = np.empty((2, BLOCK), np.int64)
        bits, ends = y.view(np.uint32), [0, BLOCK - 1]
        # Between two places where a monotonic function rounds alike it does so throughout; NaNs lie together.
        if (bits == bits[0]).all() and self.compare(x[ends], y[ends], wrong, undecided) == (0, 0):
            return [], []
        n_wrong, n_undecided = self.compare(x, y, wrong, undecided)
        return (first + wrong[:n_wrong]).tolist(), (first + undecided[:n_undecided]).tolist()

    def rounded(self, argument: int) -> int:
        """The correctly rounded result, by MPFR: bits to bits."""
        with exact.context():
            return exact.bits(self.mpfr(exact.scalar(argument)))

    def walk(self, n_threads: int, firsts: Iterable[int] = EVERY_BLOCK) -> tuple[list[int], list[int]]:
        """The arguments of the blocks: those misrounded, and those that MPFR settled."""
        wrong, undecided = [], []
        with ThreadPoolExecutor(n_threads) as pool:
            for some_wrong, some_undecided in pool.map(self.block, firsts):
                wrong += some_wrong
                undecided += some_undecided
        found = self.native(np.array(undecided, np.uint32).view(np.float32)).view(np.uint32).tolist()
        wrong += [a for a, y in zip(undecided, found, strict=True) if y != self.rounded(a)]
        return wrong, undecided

    def distance(self, argument: int) -> float:
        """How far the true value lies from the nearest rounding boundary, in units of the last place."""
        with exact.context():
            y = self.mpfr(exact.scalar(argument))
            below, above = gmpy2.next_below(y), gmpy2.next_above(y)
        with exact.context(precision=200):
            w = self.mpfr(exact.scalar(argument))
            return float(min(abs(w - (y + other) / 2) for other in (below, above)) / (above - y))


def hard_cases(function: Function, settled: list[int]) -> list[list[str | float]]:
    """The arguments closest to a boundary, each with its result (bits, hexadecimal) and its distance."""
    ranked = sorted((function.distance(argument), argument) for argument in settled)[:N_HARD]
    return [[f"{a:08x}", f"{function.rounded(a):08x}", float(f"{d:.3g}")] for d, a in ranked]


def fitted(degree: int = 10, grid: int = 4000, rounds: int = 8) -> tuple[list[mpfr], mpfr]:
    """Remez exchange: c_2 ... c_degree and the deviation of 1 + r + sum c_j r^j from exp(r)."""
    n = degree - 1
    with gmpy2.context(precision=200):
        radius = LN2 / 2
        points = [
            radius * gmpy2.cos(gmpy2.const_pi() * (i + mpfr("0.01")) / (n + mpfr("0.02")))
            for i in range(n + 1)
        ]
        places = [radius * (mpfr(2 * i) / grid - 1) for i in range(grid + 1)]
        for _ in range(rounds):
            rows = [
                [r**j * gmpy2.exp(-r) for j in range(2, degree + 1)]
                + [mpfr((-1) ** i), 1 - (1 + r) * gmpy2.exp(-r)]
                for i, r in enumerate(points)
            ]
            *c, level = solved(rows)
            errors = [
                (1 + r + sum(a * r ** (j + 2) for j, a in enumerate(c))) * gmpy2.exp(-r) - 1 for r in places
            ]
            points = peaks(places, errors, n + 1)
    return c, abs(level)


def peaks(places: list[mpfr], errors: list[mpfr], n: int) -> list[mpfr]:
    """The place of the largest error between each two changes of sign, n of them."""
    found: list[tuple[mpfr, mpfr]] = []
    for r, error in zip(places, errors, strict=True):
        if found and error * found[-1][1] >= 0:
            found[-1] = max(found[-1], (r, error), key=lambda peak: abs(peak[1]))
        elif error != 0:
            found.append((r, error))
    if len(found) != n:
        raise ArithmeticError(f"{len(found)} peaks instead of {n}")
    return [r for r, _ in found]


def solved(rows: list[list[mpfr]]) -> list[mpfr]:
    """The solution of linear equations, each a row of coefficients and its right side (Gauss, Jordan)."""
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [a / rows[i][i] for a in rows[i]]
        for k in set(range(len(rows))) - {i}:
            rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def show_coefficients() -> int:
    """Print the fit, and say whether Bob's constants are its."""
    coefficients, level = fitted()
    equal = True
    for j, c in enumerate(coefficients, 2):
        equal &= float(c) == getattr(elementary, f"C{j}")
        print(f"C{j} = {float(c).hex()}")
    print(f"deviation 2^{float(gmpy2.log2(level)):.2f}; these {'are' if equal else 'are NOT'} Bob's")
    return 0 if equal else 1


def main() -> int:
    """Walk both functions and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--hard-cases", type=Path, metavar="FILE", help="write the arguments closest to a boundary"
    )
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--coefficients", action="store_true", help="fit the polynomial of exp again")
    options = parser.parse_args()
    if options.coefficients:
        return show_coefficients()
    cases, n_wrong = {}, 0
    for function in (Function("exp"), Function("log")):
        wrong, settled = function.walk(options.threads)
        n_wrong += len(wrong)
        counts = f"{len(settled):,} settled by MPFR, {len(wrong):,} misrounded"
        print(f"{function.name}: {2**32:,} arguments, {counts}")
        for argument in wrong[:10]:
            print(f"  {argument:08x} must give {function.rounded(argument):08x}")
        cases[function.name] = hard_cases(function, settled) if options.hard_cases else []
    if options.hard_cases:
        lines = (f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in cases.items())
        options.hard_cases.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
