"""The law of moments in binary64, as the quick path asks it: never fine where the law refuses."""

from __future__ import annotations

from array import array
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bob.binary32 import INFINITY, exact, nearest
from bob.kernels import cache
from bob.kernels.calls import Kernels
from bob.moments import MomentLaw, moment_law
from bob.run.quick import planning_run, resume
from tests.checkpoints import SMALL, number, put_scalar, sealed
from tests.run.quick.both import NEAR, Both
from tests.run.quick.mutations import GOOD, LAST, RECORD, SIGN

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = INFINITY - 1
ONE = 0x3F800000
DOUBTFUL = 1


@pytest.fixture(scope="module")
def kernels(kept_object: Path) -> Kernels:
    return Kernels(cache.kernels_of({"BOB_CACHE_DIR": str(kept_object.parent)}))


def doubted(kernels: Kernels, betas: tuple[int, int], step: int, m: int, v: int) -> bool:
    """Whether the quick path leaves one pair of moments to the full path."""
    contract = dict(zip(("learner.beta1", "learner.beta2"), betas, strict=True))
    law = resume._law(planning_run._law(contract), step)  # type: ignore[arg-type]
    planes = [array("I", [bits]) for bits in (0, m, v)]
    return bool(kernels.check(*(plane.buffer_info()[0] for plane in planes), 1, *law) & DOUBTFUL)


def at_the_bound(law: MomentLaw, v: int) -> int:
    """The largest finite |M| that the law allows beside V."""
    low, high = 0, LARGEST
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if law.allows(exact(middle), exact(v)) else (low, middle - 1)
    return low


BETA = st.integers(0, ONE - 1) | st.sampled_from([0, 1, 0x3F666666, 0x3F7FBE77, ONE - 1, ONE - 2, ONE - 3])
BETAS = st.tuples(BETA, BETA) | st.just((SMALL["learner.beta1"], SMALL["learner.beta2"]))
STEPS = st.integers(1, LAST) | st.sampled_from([1, 2, 10, 20, 2**40, LAST])
MAGNITUDES = st.integers(0, LARGEST) | st.integers(0, 0x00900000) | st.sampled_from([0, 1, LARGEST])


@given(BETAS, STEPS, MAGNITUDES, st.integers(-2, 2), st.sampled_from([0, SIGN]))
@settings(max_examples=150)
def test_what_the_law_refuses_is_doubted_at_its_very_bound(
    kernels: Kernels, betas: tuple[int, int], step: int, v: int, ulps: int, sign: int
) -> None:
    law = moment_law(*betas, step)
    assume(law is not None)
    assert law is not None
    m = max(0, min(LARGEST, at_the_bound(law, v) + ulps))
    if not law.allows(exact(m), exact(v)):
        assert doubted(kernels, betas, step, m | sign, v)


@given(BETAS, STEPS, MAGNITUDES, MAGNITUDES, st.sampled_from([0, SIGN]))
@settings(max_examples=150)
def test_what_the_law_refuses_is_doubted_anywhere(
    kernels: Kernels, betas: tuple[int, int], step: int, m: int, v: int, sign: int
) -> None:
    law = moment_law(*betas, step)
    if law is not None and not law.allows(exact(m), exact(v)):
        assert doubted(kernels, betas, step, m | sign, v)


@given(BETAS, STEPS, MAGNITUDES, st.integers(-2, 2))
@settings(max_examples=150)
def test_what_the_law_allows_by_more_than_a_little_is_not_doubted(
    kernels: Kernels, betas: tuple[int, int], step: int, v: int, ulps: int
) -> None:
    law = moment_law(*betas, step)
    assume(law is not None)
    assert law is not None
    m = max(0, min(LARGEST, at_the_bound(law, v) + ulps))
    near = MomentLaw(law.k * (1 - Fraction(NEAR)), law.a, law.c)
    if near.allows(exact(m), exact(v)):
        assert not doubted(kernels, betas, step, m, v)


@given(BETAS, STEPS, MAGNITUDES, MAGNITUDES)
def test_without_a_law_no_finite_moment_is_doubted(
    kernels: Kernels, betas: tuple[int, int], step: int, m: int, v: int
) -> None:
    if moment_law(*betas, step) is None:
        assert not doubted(kernels, betas, step, m, v)


@pytest.mark.parametrize("bits", [INFINITY, INFINITY | SIGN, 0x7FC00000, 0x7F800001, 0xFFFFFFFF], ids=hex)
@pytest.mark.parametrize("place", ["m", "v"])
def test_a_moment_that_is_not_finite_is_doubted_law_or_none(kernels: Kernels, bits: int, place: str) -> None:
    moments = {"m": 0, "v": ONE, place: bits}
    for beta1 in (SMALL["learner.beta1"], ONE - 1):
        assert doubted(kernels, (beta1, SMALL["learner.beta2"]), 10, moments["m"], moments["v"])


def a_pair_near_the_bound() -> tuple[int, int]:
    """Moments that the law allows, by less than binary64 is asked to tell."""
    law = moment_law(SMALL["learner.beta1"], SMALL["learner.beta2"], number(GOOD[1], "step"))
    assert law is not None
    near = MomentLaw(law.k * (1 - Fraction(1, 2 * 10**9)), law.a, law.c)
    for v in range(0x30000000, 0x30010000):
        m = nearest(Fraction(float(law.k * exact(v)) ** 0.5))
        if law.allows(exact(m), exact(v)) and not near.allows(exact(m), exact(v)):
            return m, v
    raise AssertionError("none found")


def test_a_moment_near_the_bound_is_left_to_the_full_path_which_allows_it(
    kept_object: Path,  # noqa: ARG001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    m, v = a_pair_near_the_bound()
    (tmp_path / "run").mkdir()
    content = sealed(put_scalar(put_scalar(GOOD[1], 1, 7, m), 2, 7, v))
    ran = Both(tmp_path / "run", SMALL, monkeypatch)("run", content, RECORD)
    assert (ran.status, ran.served) == (0, False)
