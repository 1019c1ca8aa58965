"""Loops over flat planes: AdamW with its gradient given, and a check that never suspects too little."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gmpy2
import numpy as np
import pytest

from bob.kernels import exact, native
from bob.moments import MomentLaw, moment_law
from tests.kernels.cases import HYPERPARAMETERS, NAMED, canonical, numbers, random_bits, seeded, spread

REFUSABLE, MOVED = 1, 2
INFINITY = float("inf")
C1, C2 = 0x411FFFFE, 0x447A00D3


def law(updates: int = 10) -> MomentLaw:
    found = moment_law(HYPERPARAMETERS.beta1, HYPERPARAMETERS.beta2, updates)
    assert found is not None
    return found


def checked(planes: Any, constants: tuple[float, float, float]) -> int:
    return native.check(tuple(np.ascontiguousarray(plane, np.float32) for plane in planes), *constants)


def numbers_of(found: MomentLaw) -> tuple[float, float, float]:
    return float(found.a), float(found.k), float(found.c)


def by_mpfr(planes: Any, constants: tuple[float, float, float]) -> int:
    lists = [numbers(plane.view(np.uint32)) for plane in planes]
    with gmpy2.context(gmpy2.ieee(64)):
        return exact.checking()(*lists, len(lists[0]), *map(gmpy2.mpfr, constants))


@pytest.mark.parametrize("count", [1, 7, 8, 64, 1001])
@pytest.mark.parametrize("any_bits", [False, True], ids=["ordinary", "any bits"])
def test_a_flat_update_is_the_same_in_both_readings(count: int, any_bits: bool) -> None:
    rng = np.random.default_rng(count)
    planes = rng.normal(0, 0.03, (4, count)).astype(np.float32)
    planes[2] **= 2
    if any_bits:
        planes = random_bits((4, count), count).view(np.float32)
    p, m, v, g = (np.array(plane) for plane in planes)
    c1, c2 = np.array([C1, C2], np.uint32).view(np.float32).tolist()
    native.adamw((p, m, v), g, HYPERPARAMETERS, c1, c2)
    with exact.context():
        constants = [exact.scalar(bits) for bits in (*HYPERPARAMETERS, C1, C2)]
        rows = [exact.step(*numbers(row), *constants) for row in planes.view(np.uint32).T]
    expected = [[exact.bits(x) for x in column] for column in zip(*rows, strict=True)]
    assert [canonical(a) for a in (p, m, v)] == expected


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("k", ["the law's", "infinite"])
def test_a_check_is_the_same_in_both_readings(seed: int, k: str) -> None:
    rng = np.random.default_rng(seed)
    a, finite, c = numbers_of(law())
    constants = (a, finite if k == "the law's" else INFINITY, c)
    found = set()
    for _ in range(300):
        planes = rng.normal(0, 1, (3, 1)).astype(np.float32)
        planes[2] = np.square(planes[1]) * rng.choice([0.01, 1.0, 100.0])
        if rng.random() < 0.5:
            planes = random_bits((3, 1), int(rng.integers(2**32))).view(np.float32)
        answer = checked(planes, constants)
        assert answer == by_mpfr(planes, constants)
        found.add(answer)
    assert {REFUSABLE | MOVED, MOVED} <= found


@pytest.mark.parametrize("place", [0, 5, 8, 63, 99])
@pytest.mark.parametrize("plane", range(3), ids="PMV")
@pytest.mark.parametrize("special", NAMED.values(), ids=NAMED)
def test_one_scalar_among_many_is_seen(special: int, plane: int, place: int) -> None:
    planes = np.zeros((3, 100), np.float32)
    planes.view(np.uint32)[plane, place] = special
    number = planes[plane, place]
    refusable = not np.isfinite(number) or (plane == 2 and number < 0)
    moved = plane > 0 and number != 0
    assert checked(planes, (0.0, INFINITY, 0.0)) == refusable | moved << 1


def test_whatever_the_law_refuses_is_suspected() -> None:
    """Moments as near to the law's bound as binary32 comes, on both sides of it."""
    found = law()
    refused = 0
    for bits in np.random.default_rng(3).integers(0x00000001, 0x5F000000, 400, np.uint32).tolist():
        v = float(np.uint32(bits).view(np.float32))
        bound = np.float32(float(found.a) + (float(found.k) * (v + float(found.c))) ** 0.5)
        for m in (np.nextafter(bound, np.float32(0)), bound, np.nextafter(bound, np.float32(np.inf))):
            if not found.allows(Fraction(float(m)), Fraction(v)):
                refused += 1
                for signed in (m, -m):
                    assert checked([[0], [signed], [v]], numbers_of(found)) == REFUSABLE | MOVED
    assert refused > 300


def test_trained_planes_are_not_suspected() -> None:
    planes = seeded(64)
    native.train(*planes, spread(64), HYPERPARAMETERS, 1, 10)
    assert checked([plane.ravel() for plane in planes], numbers_of(law())) == MOVED


def test_planes_before_the_first_update_have_no_moments() -> None:
    assert checked([plane.ravel() for plane in seeded(64)], numbers_of(law())) == 0
