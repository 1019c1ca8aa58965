"""The law of moments: no honest stream of gradients is refused, and what is refused no gradients give."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bob.binary32 import INFINITY, exact
from bob.envelope.contract import Contract
from bob.moments import MomentLaw, moment_law
from tests.checkpoints import moments, scalar

SHIPPED = Contract.shipped()
LARGEST = INFINITY - 1
BETAS = {
    "shipped": ("0.9", "0.999"),
    "equal": ("0.9", "0.9"),
    "beta1-above-the-root-of-beta2": ("0.99", "0.9"),
    "no-first-memory": ("0", "0.999"),
    "no-second-memory": ("0.9", "0"),
    "none": ("0", "0"),
    "short-second-memory": ("0.9", "0.001"),
    "shortest-second-memory": ("0.9", "1e-38"),
    "half": ("0.5", "0.5"),
    "long": ("0.99999", "0.999999"),
    "greatest-beta1-with-a-law": ("0x3f7ffffe", "0.999"),
    "greatest-beta1": ("0x3f7fffff", "0.999"),
    "greatest-both": ("0x3f7fffff", "0x3f7fffff"),
    "greatest-beta2": ("0.9", "0x3f7fffff"),
}
WITHOUT_A_LAW = {"no-second-memory", "none", "greatest-beta1", "greatest-both", "shortest-second-memory"}
each_betas = pytest.mark.parametrize("betas", BETAS.values(), ids=BETAS.keys())

Stream = NDArray[np.float32]


def contract(betas: tuple[str, str]) -> Contract:
    return SHIPPED.changed({"learner.beta1": betas[0], "learner.beta2": betas[1]})


def law_of(chosen: Contract, updates: int) -> MomentLaw | None:
    return moment_law(chosen["learner.beta1"], chosen["learner.beta2"], updates)


def refused(chosen: Contract, m: Stream, v: Stream, updates: int) -> list[tuple[str, str]]:
    """The pairs of finite moments that the law refuses."""
    law = law_of(chosen, updates)
    if law is None:
        return []
    finite = np.isfinite(m) & np.isfinite(v)
    pairs = zip(m[finite].tolist(), v[finite].tolist(), strict=True)
    return [(m.hex(), v.hex()) for m, v in pairs if not law.allows(Fraction(m), Fraction(v))]


# Honest streams.

gradient_bits = st.one_of(
    st.integers(0, LARGEST),
    st.integers(0, 0x00FFFFFF),
    st.integers(0x00000001, 0x00000010),
    st.integers(0x5F000000, 0x60000000),
    st.integers(0x1F000000, 0x20800000),
    st.sampled_from([0, 1, 0x00800000, 0x007FFFFF, 0x3F800000, LARGEST]),
).flatmap(lambda bits: st.sampled_from([bits, bits | 1 << 31]))


@given(
    st.sampled_from(list(BETAS.values())),
    st.lists(st.tuples(gradient_bits, st.integers(1, 40)), min_size=1, max_size=12),
)
@settings(max_examples=100)
def test_no_stream_of_gradients_is_refused(betas: tuple[str, str], runs: list[tuple[int, int]]) -> None:
    """A stream is a few stretches, each of one gradient over some updates."""
    chosen = contract(betas)
    bits = np.array([bits for bits, times in runs for _ in range(times)], np.uint32)
    stream = bits.view(np.float32).reshape(-1, 1)
    ends = np.cumsum([times for _, times in runs]).tolist()
    for updates in {1, 2, *ends}:
        m, v = moments(chosen, stream[:updates])
        assert refused(chosen, m, v, min(updates, len(stream))) == []


def geometric(chosen: Contract, updates: int, n_streams: int = 64) -> Stream:
    """The streams that come closest to the bound, g_i ~ (b1 / b2)^(t - i), at sizes down to subnormal."""
    b1, b2 = (float(scalar(chosen[f"learner.{name}"])) for name in ("beta1", "beta2"))
    ratio = b1 / b2 if b2 else 0.0
    with np.errstate(all="ignore"):
        shape = np.float64(ratio) ** np.arange(updates - 1, -1, -1)
        shape = np.clip(shape / shape.max(), 0, 1)
        sizes = 2.0 ** np.linspace(-149, 60, n_streams)
        stream: Stream = (shape[:, None] * sizes[None, :]).astype(np.float32)
    return stream


@each_betas
@pytest.mark.parametrize("updates", [1, 2, 10, 100, 1000])
def test_the_streams_that_come_closest_to_the_bound_are_not_refused(
    betas: tuple[str, str], updates: int
) -> None:
    chosen = contract(betas)
    m, v = moments(chosen, geometric(chosen, updates))
    assert refused(chosen, m, v, updates) == []


@each_betas
@pytest.mark.parametrize("seed", range(3))
def test_random_streams_at_every_size_are_not_refused(betas: tuple[str, str], seed: int) -> None:
    chosen = contract(betas)
    random = np.random.default_rng(seed)
    sizes = 2.0 ** random.uniform(-150, 62, (1, 500))
    sparse = random.random((200, 500)) < random.uniform(0, 1, (1, 500))
    stream = (random.standard_normal((200, 500)) * sizes * sparse).astype(np.float32)
    m, v = moments(chosen, stream)
    assert refused(chosen, m, v, 200) == []


@each_betas
def test_streams_of_the_least_gradients_are_not_refused(betas: tuple[str, str]) -> None:
    """Where squares vanish, V stays zero while M does not."""
    chosen = contract(betas)
    stream = np.repeat(np.arange(1, 400, dtype=np.uint32)[None, :], 300, axis=0).view(np.float32)
    m, v = moments(chosen, stream)
    assert not v.any()
    assert refused(chosen, m, v, 300) == []


def test_the_plain_law_would_refuse_a_stream_of_tiny_gradients() -> None:
    stream = np.full((10, 1), 2.0**-80, np.float32)
    m, v = moments(SHIPPED, stream)
    law = law_of(SHIPPED, 10)
    assert law is not None
    assert (m[0] > 0, v[0] == 0) == (True, True)
    assert Fraction(float(m[0])) ** 2 > law.k * Fraction(float(v[0]))
    assert law.allows(Fraction(float(m[0])), Fraction(float(v[0])))


def exact_k(chosen: Contract, updates: int) -> Fraction:
    """u1^2 / u2 * sum of (b1^2 / b2)^i: the bound that real arithmetic has."""
    b1, b2 = (exact(chosen[f"learner.{name}"]) for name in ("beta1", "beta2"))
    terms = ((b1 * b1 / b2) ** i for i in range(updates))
    return (1 - b1) ** 2 / (1 - b2) * sum(terms, Fraction(0))


def test_the_bound_of_real_arithmetic_would_refuse_a_stream_at_equality() -> None:
    m, v = moments(SHIPPED, geometric(SHIPPED, 30))
    k = exact_k(SHIPPED, 30)
    beyond = [a for a, b in zip(m.tolist(), v.tolist(), strict=True) if Fraction(a) ** 2 > k * Fraction(b)]
    assert beyond
    assert refused(SHIPPED, m, v, 30) == []


# How close the law comes.


@pytest.mark.parametrize("betas", [*BETAS.values(), ("0.1", "0.3")], ids=[*BETAS, "inexact-differences"])
def test_the_law_has_the_three_numbers_that_docs_design_md_derives(betas: tuple[str, str]) -> None:
    chosen = contract(betas)
    law = law_of(chosen, 3)
    b1, b2 = (Fraction(float(scalar(chosen[f"learner.{name}"]))) for name in ("beta1", "beta2"))
    u1, u2 = (Fraction(float(np.float32(1) - np.float32(float(b)))) for b in (b1, b2))
    e, n = Fraction(1, 2**24), Fraction(1, 2**150)
    assert (law is None) == (b2 == 0 or b1 * (1 + e) ** 2 >= 1) or betas[1] == "1e-38"
    if law is not None:
        r = b1**2 * (1 + e) ** 4 / (b2 * (1 - e) ** 2)
        k = u1**2 * (1 + e) ** 4 / (u2 * (1 - e) ** 3) * (1 + r + r * r)
        assert k <= law.k <= k * (1 + Fraction(1, 2**240))
        assert law.a == 2 * n * (1 + e) / (1 - b1 * (1 + e) ** 2)
        assert law.c == 3 * n / (1 - b2 * (1 - e) ** 2)


@pytest.mark.parametrize("updates", [1, 2, 10, 100])
def test_the_law_lies_just_above_the_bound_of_real_arithmetic(updates: int) -> None:
    law = law_of(SHIPPED, updates)
    assert law is not None
    assert 1 < law.k / exact_k(SHIPPED, updates) < 1 + Fraction(updates + 8, 10**6)


@pytest.mark.parametrize("updates", [1, 10, 100])
def test_a_moment_a_hundred_thousandth_beyond_the_closest_stream_is_refused(updates: int) -> None:
    m, v = moments(SHIPPED, geometric(SHIPPED, updates))
    normal = v > 1e-30
    further = (m[normal].astype(np.float64) * (1 + 1e-4)).astype(np.float32)
    assert normal.any()
    assert len(refused(SHIPPED, further, v[normal], updates)) == normal.sum()


def test_about_fifty_three_v_is_the_limit_of_m_squared_for_the_usual_betas() -> None:
    law = law_of(SHIPPED, 2**40)
    assert law is not None
    assert round(float(law.k), 2) == 52.86


def test_m_without_v_is_refused_from_where_gradients_would_have_given_v() -> None:
    law = law_of(SHIPPED, 10)
    assert law is not None
    assert law.allows(Fraction(1, 10**21), Fraction(0))
    assert not law.allows(Fraction(1, 10**20), Fraction(0))


def test_what_lies_on_the_bound_is_allowed() -> None:
    law = MomentLaw(Fraction(4), Fraction(1), Fraction(1))
    assert [law.allows(Fraction(m, 10), Fraction(3)) for m in (50, -50, 51, -51)] == [
        True,
        True,
        False,
        False,
    ]


@given(st.integers(0, LARGEST), st.integers(0, LARGEST))
def test_the_law_is_even_in_m_and_grows_with_v(m_bits: int, v_bits: int) -> None:
    law = law_of(SHIPPED, 10)
    assert law is not None
    m, v = exact(m_bits), exact(v_bits)
    assert law.allows(m, v) == law.allows(-m, v)
    assert law.allows(m, 2 * v) or not law.allows(m, v)


@given(st.integers(0, LARGEST))
def test_no_m_at_zero_and_no_v_alone_is_refused(v_bits: int) -> None:
    law = law_of(SHIPPED, 10)
    assert law is not None
    assert law.allows(Fraction(0), exact(v_bits))


# Steps.


@each_betas
def test_a_longer_run_allows_whatever_a_shorter_one_does(betas: tuple[str, str]) -> None:
    chosen = contract(betas)
    laws = [law_of(chosen, 2**i) for i in range(0, 63, 3)]
    for shorter, longer in pairwise(laws):
        # Once the law says nothing it never says anything again.
        assert longer is None or (shorter is not None and shorter.k <= longer.k)


@pytest.mark.parametrize("updates", [2**63 - 10, 2**63 - 1])
@each_betas
def test_the_law_of_the_last_steps_is_found(betas: tuple[str, str], updates: int) -> None:
    chosen = contract(betas)
    law = law_of(chosen, updates)
    far = law_of(chosen, 2**40)
    if betas[1] == "0.999" and law is not None and far is not None:
        assert abs(law.k / far.k - 1) < Fraction(1, 10**60)
    stream = geometric(chosen, 100)
    assert refused(chosen, *moments(chosen, stream), updates) == []


@pytest.mark.parametrize("name", [name for name in BETAS if name not in WITHOUT_A_LAW])
def test_the_sum_of_powers_is_that_of_all_its_terms(name: str) -> None:
    chosen = contract(BETAS[name])
    one = law_of(chosen, 1)
    assert one is not None
    b1, b2 = (exact(chosen[f"learner.{name}"]) for name in ("beta1", "beta2"))
    e = Fraction(1, 2**24)
    ratio = b1 * b1 * (1 + e) ** 4 / (b2 * (1 - e) ** 2)
    for updates in (2, 3, 10, 37, 64):
        law = law_of(chosen, updates)
        whole = one.k * sum((ratio**i for i in range(updates)), Fraction(0))
        if law is None:
            assert whole > 2**254
        else:
            assert whole <= law.k <= whole * (1 + Fraction(1, 2**230))


# Betas without a law.


@pytest.mark.parametrize("name", BETAS)
def test_the_law_says_nothing_exactly_where_its_conditions_fail(name: str) -> None:
    law = law_of(contract(BETAS[name]), 10)
    assert (law is None) == (name in WITHOUT_A_LAW)


def test_a_law_that_would_allow_every_finite_moment_says_nothing() -> None:
    chosen = contract(("0.99", "1e-38"))
    assert law_of(chosen, 1) is not None
    assert law_of(chosen, 10) is None
