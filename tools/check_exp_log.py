"""Walk all 2^32 arguments of exp and log, and count those that `bob.kernels.native` does not round correctly.

    python tools/check_exp_log.py [--keep FOLDER] [--threads N]          exit status 1 if any is misrounded
    python tools/check_exp_log.py --sample SEED                          2^20 random arguments of each
    python tools/check_exp_log.py --bound                                the bound of the evaluation again
    python tools/check_exp_log.py --coefficients                         fit the polynomial of exp again

How it decides. `bob.kernels.deciding`, written apart from Bob's functions, gives v, within a relative
BOUND = 2^-42 of the true value w; `bob.kernels.deviation_bound` recomputes how far it deviates in exact
rationals. Rounding is monotonic, so where v (1 - BOUND) and v (1 + BOUND) round to one binary32, w rounds to
it as well, the roundings of these products included. Where they do not, MPFR settles it. Nothing is sampled.
"""

from __future__ import annotations

import argparse
import platform
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gmpy2
import numba
import numpy as np
from gmpy2 import mpfr

from bob.kernels import elementary, exact, native
from bob.kernels.theorems import deciding, deviation_bound, elementary_walk
from bob.kernels.theorems.deciding import BOUND, GREATEST, LEAST

if TYPE_CHECKING:
    from collections.abc import Iterable

BLOCK = 2**20
EVERY_BLOCK = range(0, 2**32, BLOCK)
POWERS, ROOTS, SCALES, LOGS = (
    np.array(table) for table in (deciding.POWERS, deciding.ROOTS, deciding.SCALES, deciding.LOGS)
)
with gmpy2.context(precision=200):
    LN2 = gmpy2.log(mpfr(2))


def exp_value(jit: Any) -> Any:
    """The evaluation of exp that decides, compiled."""
    return jit(
        deciding.exp_evaluation(np.rint, jit(deciding.exp_rest), jit(deciding.exp_series), POWERS, ROOTS)
    )


def log_value(jit: Any) -> Any:
    """The evaluation of log that decides, compiled."""
    rest, series, total = map(jit, (deciding.log_rest, deciding.log_series, deciding.log_total))
    exponent = jit(lambda x: (np.float64(x).view(np.int64) >> 52) - 1023)
    return jit(deciding.log_evaluation(np.rint, exponent, rest, series, total, (POWERS, SCALES, LOGS)))


def exp_bracket(value: Any) -> Any:
    """Two binary32 between which exp(x) rounds: beyond the ends it is below 2^-150 and above 2^128."""

    def bracket(x: Any) -> Any:
        v = value(min(max(np.float64(x), LEAST), GREATEST)) if x == x else np.nan
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
    return jit(comparison(jit(bracket(value(jit)))))


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


def versions() -> dict[str, str]:
    """What the walk was made with."""
    return {
        "gmpy2": gmpy2.version(),
        "llvmlite": metadata.version("llvmlite"),
        "machine": platform.machine(),
        "mpfr": gmpy2.mpfr_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


def sampled(seed: int) -> int:
    """Hold 2^20 random bit patterns of each function against MPFR; the seed stands in what is printed."""
    n_wrong = 0
    for name in elementary_walk.NAMES:
        arguments = np.random.default_rng(seed).integers(0, 2**32, BLOCK, np.uint32)
        function = Function(name)
        found = function.native(arguments.view(np.float32))
        found_bits = np.where(np.isnan(found), np.uint32(0x7FC00000), found.view(np.uint32)).tolist()
        pairs = zip(arguments.tolist(), found_bits, strict=True)
        wrong = [argument for argument, y in pairs if y != function.rounded(argument)]
        n_wrong += len(wrong)
        print(f"{name}: {BLOCK:,} arguments of seed {seed}, {len(wrong):,} misrounded")
        for argument in wrong[:10]:
            print(f"  {argument:08x} must give {function.rounded(argument):08x}")
    return 1 if n_wrong else 0


def show_bound() -> int:
    """Print how far the evaluation that decides deviates."""
    walked = deviation_bound.walked_bound()
    print(f"{walked.evidence}; {'within' if walked.holds else 'NOT within'} 2^{np.log2(BOUND):.0f}")
    return 0 if walked.holds else 1


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
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write result and hard cases")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--sample", type=int, metavar="SEED", help="hold random arguments against MPFR")
    parser.add_argument("--bound", action="store_true", help="recompute the bound of the evaluation")
    parser.add_argument("--coefficients", action="store_true", help="fit the polynomial of exp again")
    options = parser.parse_args()
    if options.coefficients:
        return show_coefficients()
    if options.sample is not None:
        return sampled(options.sample)
    status = show_bound()
    return status if status or options.bound else walk_all(options.threads, options.keep)


def walk_all(n_threads: int, folder: Path | None) -> int:
    """Walk both functions, print the counts, and keep what was found where a folder is given."""
    found = {}
    for name in elementary_walk.NAMES:
        function = Function(name)
        wrong, settled = function.walk(n_threads)
        found[name] = elementary_walk.Found(sorted(wrong), sorted(settled))
        print(f"{name}: {2**32:,} arguments, {len(settled):,} settled by MPFR, {len(wrong):,} misrounded")
        for argument in wrong[:10]:
            print(f"  {argument:08x} must give {function.rounded(argument):08x}")
    if folder is not None:
        elementary_walk.keep(folder, found, versions())
    return 1 if any(wrong for wrong, _ in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
