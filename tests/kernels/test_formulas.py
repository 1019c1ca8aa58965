"""One text, two readings: each scalar formula, compiled, gives the bits of MPFR rounding every operation."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import pytest

from bob.kernels import exact, formulas
from bob.kernels.operations import operations
from tests.kernels.cases import HYPERPARAMETERS, NAMED, canonical, numbers, random_bits

if TYPE_CHECKING:
    from collections.abc import Callable

KERNELS = Path(formulas.__file__).parent
PURE = ["elementary", "flat", "formulas", "reduction", "signatures", "table", "trace"]
ZERO, ONE, UNIT = np.float32(0), np.float32(1), np.uint64(1)
N_ROWS = 20_000


def over_rows(kernel: Any, n_results: int) -> Callable[[Any], list[int]]:
    """Bits of rows of arguments to bits of their results, by a loop that Numba compiles."""
    called = numba.njit(error_model="numpy")(kernel)

    def apply(bits: Any) -> list[int]:
        out = np.empty((len(bits), n_results), np.float32)
        called(bits.view(np.float32), out)
        return canonical(out)

    return apply


def by_mpfr(formula: Any, bits: Any) -> list[int]:
    with exact.context():
        results = [formula(*numbers(row)) for row in bits]
    return [exact.bits(x) for row in results for x in (row if isinstance(row, tuple) else (row,))]


@pytest.fixture(scope="module")
def native_steps() -> Any:
    step = operations()["step"]

    def kernel(a: Any, out: Any) -> None:
        for i in range(len(a)):
            p, m, v, g, lr, beta1, beta2 = a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], a[i, 5], a[i, 6]
            out[i, 0], out[i, 1], out[i, 2] = step(
                p, m, v, g, lr, beta1, beta2, a[i, 7], a[i, 8], a[i, 9], a[i, 10]
            )

    return over_rows(kernel, 3)


@pytest.mark.parametrize("seed", range(3))
def test_adamw_is_the_same_in_both_readings_for_any_bits(native_steps: Any, seed: int) -> None:
    bits = random_bits((N_ROWS, 11), seed)
    assert native_steps(bits) == by_mpfr(exact.step, bits)


@pytest.mark.parametrize("place", range(4), ids=["p", "m", "v", "g"])
@pytest.mark.parametrize("special", NAMED.values(), ids=NAMED)
def test_adamw_is_the_same_in_both_readings_beside_a_special_value(
    native_steps: Any, special: int, place: int
) -> None:
    rng = np.random.default_rng(special)
    ordinary = rng.normal(0, 0.03, (100, 11)).astype(np.float32)
    ordinary[:, 2] **= 2
    bits = ordinary.view(np.uint32)
    bits[:, 4:9] = HYPERPARAMETERS
    bits[:, 9:] = [0x411FFFFE, 0x447A00D3]
    bits[:, place] = special
    assert native_steps(bits) == by_mpfr(exact.step, bits)


@pytest.mark.parametrize("seed", range(20))
def test_adamw_is_the_formula_of_the_page(seed: int) -> None:
    given = np.random.default_rng(seed).uniform(0.1, 0.9, 11).astype(np.float32)
    p, m, v, g, lr, beta1, beta2, epsilon, wd, c1, c2 = numbers(given.view(np.uint32))
    with exact.context():
        u1 = 1 - beta1
        u2 = 1 - beta2
        m_next = beta1 * m + u1 * g
        v_next = beta2 * v + u2 * (g * g)
        h = (m_next * c1) / (exact.sqrt(v_next * c2) + epsilon)
        p_next = p - lr * (h + wd * p)
        assert exact.step(p, m, v, g, lr, beta1, beta2, epsilon, wd, c1, c2) == (p_next, m_next, v_next)


def test_the_softmax_gradient_is_the_same_in_both_readings_for_any_bits() -> None:
    gradient = operations()["softmax_gradient"]

    def kernel(a: Any, out: Any) -> None:
        for i in range(len(a)):
            out[i, 0] = gradient(a[i, 0], a[i, 1], a[i, 2], a[i, 3])

    bits = random_bits((N_ROWS, 4), 11)
    assert over_rows(kernel, 1)(bits) == by_mpfr(exact.softmax_gradient, bits)


@pytest.mark.parametrize("seed", range(20))
def test_the_softmax_gradient_is_the_formula_of_the_page(seed: int) -> None:
    given = np.random.default_rng(seed).uniform(0.1, 0.9, 3).astype(np.float32)
    e, s, inverse = numbers(given.view(np.uint32))
    with exact.context():
        assert exact.softmax_gradient(e, s, exact.ONE, inverse) == (e / s - 1) * inverse
        assert exact.softmax_gradient(e, s, exact.ZERO, inverse) == (e / s) * inverse


def test_what_may_be_stored_is_finite_and_not_negative_in_both_readings() -> None:
    storable = operations()["storable"]

    def kernel(a: Any, out: Any) -> None:
        for i in range(len(a)):
            out[i, 0] = ONE if storable(a[i, 0], a[i, 1], a[i, 2]) else ZERO

    bits = random_bits((N_ROWS, 3), 12)
    x = bits.view(np.float32)
    expected = (np.isfinite(x).all(axis=1) & (x[:, 2] >= 0)).tolist()
    assert [found == 0x3F800000 for found in over_rows(kernel, 1)(bits)] == expected
    by_number = formulas.storability(exact.ZERO, exact.largest())
    assert [by_number(*numbers(row)) for row in bits] == expected


def test_what_is_suspected_is_all_that_may_not_be_stored_of_p_and_v_and_little_more() -> None:
    """A minus zero in V is suspected as well; that M needs no look of its own, the tables' tests show."""
    native = operations()
    suspect, suspected, unseen = (native[name] for name in ("suspect", "suspected", "unseen"))

    def kernel(a: Any, out: Any) -> None:
        for i in range(len(a)):
            out[i, 0] = ONE if suspected(suspect(unseen, a[i, 0], a[i, 1], a[i, 2])) else ZERO

    bits = random_bits((N_ROWS, 3), 13)
    p, _, v = bits.view(np.float32).T
    expected = ~np.isfinite(p) | ~np.isfinite(v) | np.signbit(v)
    assert [found == 0x3F800000 for found in over_rows(kernel, 1)(bits)] == expected.tolist()


@pytest.fixture(scope="module")
def native_correction() -> Any:
    formula = formulas.bias_correction(numba.float64, numba.float32, np.float64(1), UNIT)
    correction = operations()["compiled"](formula)

    def kernel(beta: Any, t: Any, out: Any) -> None:
        out[0] = correction(beta[0], t[0])

    called = numba.njit(error_model="numpy")(kernel)

    def apply(beta: int, t: int) -> int:
        out = np.empty(1, np.float32)
        called(np.array([beta], np.uint32).view(np.float32), np.array([t], np.uint64), out)
        return canonical(out)[0]

    return apply


@pytest.mark.parametrize(
    ("t", "c1", "c2"),
    [
        (1, 0x411FFFFE, 0x447A00D3),
        (2, 0x40A86BC8, 0x43FA20D7),
        (10, 0x3FC48603, 0x42C8E77B),
        (1000, 0x3F800000, 0x3FCA6F84),
        (5000, 0x3F800000, 0x3F80DDBE),
        (2**63 - 1, 0x3F800000, 0x3F800000),
        (2**63, 0x3F800000, 0x3F800000),
    ],
)
def test_the_corrections_are_those_of_the_page(native_correction: Any, t: int, c1: int, c2: int) -> None:
    betas = [HYPERPARAMETERS.beta1, HYPERPARAMETERS.beta2]
    assert [native_correction(beta, t) for beta in betas] == [c1, c2]
    assert [exact.bits(exact.bias_correction(exact.scalar(beta), t)) for beta in betas] == [c1, c2]


# Powers of betas this close to one are still far from zero at these updates: every bit of t tells.
@pytest.mark.parametrize("beta", [0x3F666666, 0x3F7FBE77, 0x3F7FFFFF], ids=["0.9", "0.999", "below one"])
@pytest.mark.parametrize("seed", range(4))
def test_a_correction_is_the_same_in_both_readings_at_any_update(
    native_correction: Any, beta: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    for n_bits in range(1, 64):
        t = int(rng.integers(2 ** (n_bits - 1), 2**n_bits, dtype=np.uint64))
        assert native_correction(beta, t) == exact.bits(exact.bias_correction(exact.scalar(beta), t)), t


@pytest.mark.parametrize("name", ["flat", "formulas", "reduction", "table"])
def test_a_formula_holds_no_literal_that_would_promote(name: str) -> None:
    tree = ast.parse((KERNELS / f"{name}.py").read_text())
    floats = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is float]
    assert floats == []


@pytest.mark.parametrize("name", PURE)
def test_a_formula_imports_no_third_party_module(name: str) -> None:
    program = f"import sys, bob.kernels.{name}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) & {"numpy", "numba", "llvmlite", "gmpy2"} == set()
