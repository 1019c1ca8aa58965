"""The values of planes: what is refused, where it is said to lie, and that blocks change nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

from bob.binary32 import INFINITY, exact, nearest, shown
from bob.envelope import values
from bob.envelope.values import Planes, blocks_of, check_values, unchecked
from bob.errors import Finding
from bob.moments import MomentLaw, moment_law
from bob.store import Buffer
from tests.checkpoints import PARENT, SMALL, checkpoint, honest_planes, moments, number, put_scalar

if TYPE_CHECKING:
    from bob.envelope.contract import Contract

SIGN = 1 << 31
LARGEST = INFINITY - 1
NOT_FINITE = {
    "infinity": INFINITY,
    "minus-infinity": INFINITY | SIGN,
    "nan": 0x7FC00000,
    "minus-nan": 0xFFC00001,
    "signalling-nan": 0x7F800001,
}
N_SCALARS = SMALL.at["parameter_count"]


def with_bits(planes: Planes, name: str, place: int, bits: int) -> Planes:
    """Other planes in which one scalar of P, M or V has these bits."""
    changed = {key: plane.copy() for key, plane in zip("PMV", planes, strict=True)}
    changed[name].view(np.uint32)[place] = bits
    return Planes(*changed.values())


def check(
    planes: Planes, contract: Contract = SMALL, step: int = 10, payload_offset: int = 0
) -> list[Finding]:
    return check_values([planes], contract, step, payload_offset)


def law_at(step: int, contract: Contract = SMALL) -> MomentLaw:
    law = moment_law(contract["learner.beta1"], contract["learner.beta2"], step)
    assert law is not None
    return law


# Accepted.


@pytest.mark.parametrize("step", [10, 20, 640])
def test_honest_planes_are_accepted(step: int) -> None:
    assert check(honest_planes(SMALL, step), step=step) == []


def test_minus_zero_is_accepted_everywhere() -> None:
    planes = honest_planes(SMALL)
    # Beside V = -0 an M would need to be as small as the law wants.
    planes = with_bits(with_bits(planes, "P", 3, SIGN), "M", 4, SIGN)
    planes = with_bits(with_bits(planes, "M", 5, 0), "V", 5, SIGN)
    assert check(planes) == []


def test_the_largest_finite_numbers_are_accepted_in_p_and_v() -> None:
    planes = with_bits(honest_planes(SMALL), "P", 0, LARGEST | SIGN)
    assert check(with_bits(planes, "V", 1, LARGEST)) == []


def test_a_single_moment_that_is_not_zero_is_enough() -> None:
    zero = np.zeros(N_SCALARS, np.float32)
    assert check(with_bits(Planes(zero, zero, zero), "V", N_SCALARS - 1, 1)) == []
    assert check(with_bits(Planes(zero, zero, zero), "M", N_SCALARS - 1, 1)) == []


# Refused.


@pytest.mark.parametrize("plane", ["P", "M", "V"])
@pytest.mark.parametrize("bits", NOT_FINITE.values(), ids=NOT_FINITE.keys())
def test_a_scalar_that_is_not_finite_is_refused(plane: str, bits: int) -> None:
    found = check(with_bits(honest_planes(SMALL), plane, 37, bits))
    offset = "PMV".index(plane) * SMALL["chunk"] + 4 * 37
    expected = Finding("BOB401", f"{plane}[2, 5]", f"{plane} = {shown(bits)}", "a finite number", offset)
    negative = Finding("BOB402", "V[2, 5]", f"V = {shown(bits)}", "at least 0", offset)
    assert found == ([expected, negative] if (plane, bits) == ("V", INFINITY | SIGN) else [expected])


@pytest.mark.parametrize("bits", [SIGN | 1, SIGN | 0x00800000, 0xBF800000, SIGN | LARGEST], ids=hex)
def test_a_negative_second_moment_is_refused(bits: int) -> None:
    found = check(with_bits(honest_planes(SMALL), "V", 255, bits), payload_offset=512)
    offset = 512 + 2 * SMALL["chunk"] + 4 * 255
    assert found == [Finding("BOB402", "V[15, 15]", f"V = {shown(bits)}", "at least 0", offset)]


def test_moments_that_no_gradients_give_are_refused() -> None:
    planes = with_bits(with_bits(honest_planes(SMALL), "M", 16, 0x3F800000), "V", 16, 0x3C000000)
    found = "M = 1.0 (0x3f800000), V = 0.0078125 (0x3c000000)"
    offset = SMALL["chunk"] + 4 * 16
    expected = [Finding("BOB403", "M[1, 0]", found, "what gradients give in 10 updates", offset)]
    assert check(planes) == expected
    assert check(planes._replace(m=-planes.m)) == [
        expected[0]._replace(found=found.replace("M = 1.0 (0x3f8", "M = -1.0 (0xbf8"))
    ]


def test_moments_of_another_run_s_step_are_refused_where_the_shorter_run_could_not_give_them() -> None:
    stream = np.full((10, N_SCALARS), 0.25, np.float32)
    m, v = moments(SMALL, stream)
    planes = Planes(honest_planes(SMALL).p, m, v)
    assert check(planes, step=10) == []
    assert {finding.code for finding in check(planes, step=1)} == {"BOB403"}


def test_moments_that_are_all_zero_are_refused() -> None:
    zero = np.zeros(N_SCALARS, np.float32)
    expected = [Finding("BOB404", "M, V", "all zero", "some moment after 10 updates")]
    assert check(Planes(honest_planes(SMALL).p, zero, zero)) == expected
    assert check(Planes(honest_planes(SMALL).p, -zero, -zero)) == expected


def test_every_way_of_being_wrong_is_said_with_its_first_place_and_how_many_there_are() -> None:
    p, m, v = (plane.copy() for plane in honest_planes(SMALL))
    p[[7, 9]] = np.nan
    m[[20, 30, 40]] = np.inf
    v[[50, 60]] = -1
    m[[70, 71, 72, 73]] = 1e9
    found = check(Planes(p, m, v))
    assert [(finding.code, finding.part, finding.note) for finding in found] == [
        ("BOB401", "P[0, 7]", "and 1 more"),
        ("BOB401", "M[1, 4]", "and 2 more"),
        ("BOB402", "V[3, 2]", "and 1 more"),
        ("BOB403", "M[4, 6]", "and 3 more"),
    ]


def test_scalars_that_are_wrong_otherwise_are_not_held_against_the_law() -> None:
    planes = with_bits(with_bits(honest_planes(SMALL), "M", 0, INFINITY), "V", 1, 0xBF800000)
    planes = with_bits(with_bits(planes, "M", 1, 0x7F000000), "V", 2, INFINITY)
    assert [finding.code for finding in check(planes)] == ["BOB401", "BOB401", "BOB402"]


# The law's boundary, to the last bit.


def last_allowed(law: MomentLaw, v_bits: int) -> int:
    """The bits of the greatest M that the law allows beside a V, found in rationals."""
    square = law.k * (exact(v_bits) + law.c)
    scale = 1 << 600
    root = Fraction(isqrt(square.numerator * scale * scale // square.denominator), scale)
    bits = nearest(law.a + root)
    return bits if law.allows(exact(bits), exact(v_bits)) else bits - 1


@pytest.mark.parametrize("step", [10, 1000, 2**62])
@given(st.integers(0, 0x7B000000) | st.integers(0, 0x00900000) | st.sampled_from([0, 1, 0x00800000]))
@settings(max_examples=60)
def test_the_last_m_that_the_law_allows_is_accepted_and_the_next_is_refused(step: int, v_bits: int) -> None:
    bits = last_allowed(law_at(step), v_bits)
    assert not law_at(step).allows(exact(bits + 1), exact(v_bits))
    pairs = np.array([[bits, bits | SIGN, bits + 1, bits + 1 | SIGN], [v_bits] * 4], np.uint32)
    m, v = pairs.view(np.float32)
    (finding,) = check(Planes(np.zeros(4, np.float32), m, v), step=step)
    assert (finding.code, finding.part, finding.note) == ("BOB403", "M[0, 2]", "and 1 more")


@pytest.mark.parametrize("seed", range(40))
def test_a_bound_that_binary64_cannot_tell_from_m_is_settled_in_rationals(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    bits = np.random.default_rng(seed).integers(0x30000000, 0x50000000, 2, np.uint32)
    m_bits, v_bits = (int(number) for number in bits)
    m, v = (np.array([number], np.uint32).view(np.float32) for number in (m_bits, v_bits))
    at_m = exact(m_bits) ** 2 / exact(v_bits)
    said = []
    for k in (at_m, at_m * (1 + Fraction(1, 2**90)), at_m * (1 - Fraction(1, 2**90))):
        law = MomentLaw(k, Fraction(0), Fraction(0))
        monkeypatch.setattr(values, "moment_law", lambda *_, law=law: law)
        said.append([finding.code for finding in check(Planes(np.zeros(1, np.float32), m, v))])
    assert said == [[], [], ["BOB403"]]


@given(st.integers(0, LARGEST), st.integers(0, LARGEST), st.sampled_from([1, 10, 2**40, 2**63 - 1]))
def test_planes_are_judged_as_the_law_judges_in_rationals(m_bits: int, v_bits: int, step: int) -> None:
    m, v = np.array([m_bits], np.uint32).view(np.float32), np.array([v_bits], np.uint32).view(np.float32)
    found = check_values([Planes(np.zeros(1, np.float32), m, v)], SMALL, step, 0)
    allowed = law_at(step).allows(exact(m_bits), exact(v_bits))
    assert [finding.code for finding in found if finding.code != "BOB404"] == ([] if allowed else ["BOB403"])


@pytest.mark.parametrize("betas", [("0.9", "0.999"), ("0.99", "0.9"), ("0x3f7ffffe", "0.5"), ("0", "0.9")])
@given(
    st.integers(0, 2**32 - 1),
    st.integers(-149, 62),
    st.integers(1, 60),
)
@settings(max_examples=30)
def test_no_honest_planes_are_refused(betas: tuple[str, str], seed: int, size: int, updates: int) -> None:
    contract = SMALL.changed({"learner.beta1": betas[0], "learner.beta2": betas[1]})
    random = np.random.default_rng(seed)
    with np.errstate(under="ignore"):
        stream = (random.standard_normal((updates, 64)) * 2.0**size).astype(np.float32)
    m, v = moments(contract, stream)
    found = check_values([Planes(np.zeros(64, np.float32), m, v)], contract, updates, 0)
    assert [finding for finding in found if finding.code not in ("BOB401", "BOB404")] == []


def test_without_a_law_moments_are_not_looked_at_and_that_is_said() -> None:
    contract = SMALL.changed({"learner.beta1": "0x3f7fffff"})
    planes = with_bits(honest_planes(SMALL), "M", 0, 0x7F000000)
    assert [finding.code for finding in check(planes)] == ["BOB403"]
    assert check(planes, contract) == []
    assert "moments within what gradients can give" in unchecked(contract, 10)
    assert unchecked(SMALL, 10) == {}


# Blocks.


@given(
    numpy_st.arrays(np.uint32, (3, 16)),
    st.lists(st.integers(0, 16), max_size=4),
)
def test_planes_in_blocks_are_judged_as_planes_in_one(bits: np.ndarray, cuts: list[int]) -> None:
    contract = SMALL.changed({"data.vocabulary": "4"})
    planes = Planes(*bits.view(np.float32))
    ends = [0, *sorted(cuts), 16]
    blocks = [Planes(*(plane[a:b] for plane in planes)) for a, b in pairwise(ends)]
    assert check_values(blocks, contract, 10, 99) == check_values([planes], contract, 10, 99)


@pytest.mark.parametrize("block", [1, 3, 100, 256, 1000])
def test_the_planes_of_a_file_come_block_by_block_and_whole(
    monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(values, "_BLOCK_SCALARS", block)
    planes = honest_planes(SMALL)
    content = checkpoint(planes=planes)
    blocks = list(blocks_of(Buffer(content), number(content, "header_bytes"), SMALL["chunk"]))
    assert max(len(b.p) for b in blocks) == min(block, N_SCALARS)
    joined = Planes(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))
    assert [a.tobytes() for a in joined] == [a.tobytes() for a in planes]


@pytest.mark.parametrize("plane", range(3), ids="PMV")
def test_the_byte_that_a_finding_gives_is_where_the_scalar_lies_in_the_file(plane: int) -> None:
    content = put_scalar(checkpoint(step=20, parent=PARENT), plane, 200, 0x7FC12345)
    header_bytes = number(content, "header_bytes")
    blocks = blocks_of(Buffer(content), header_bytes, SMALL["chunk"])
    (finding,) = check_values(blocks, SMALL, 20, header_bytes)
    assert finding.byte_offset is not None
    assert content[finding.byte_offset : finding.byte_offset + 4] == bytes.fromhex("4523c17f")
    assert finding.part == f"{'PMV'[plane]}[12, 8]"
