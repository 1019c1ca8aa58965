"""Tests of the independent program: the published figures, and its parts against other computations."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import gmpy2
import numpy as np
import pytest
from blake3 import blake3

from .program import (
    NO_PARENT,
    NonFiniteError,
    Run,
    Settings,
    bias_correction,
    binary32,
    bits_of,
    chain,
    checkpoint,
    exp,
    files,
    halving_sum,
    header_digest,
    identity_parts,
    initial_plane,
    input_record,
    log,
    main,
    philox_outputs,
    predictions,
    seed_key,
    targets_from_corpus,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .program import Order, Plane

SETTINGS = Settings()
PUBLISHED_RECORD = input_record([(7 * b + 3) % 256 for b in range(256)], [65, 66, 255], "descending")
INFINITY = float("inf")
ORDERS: tuple[Order, Order] = ("ascending", "descending")


@dataclass(frozen=True)
class Invocation:
    loss: int
    norm: int
    file: bytes


@pytest.fixture(scope="module")
def published() -> dict[int, Invocation]:
    """The published input's invocations, by step."""
    made = chain(Run(SETTINGS, PUBLISHED_RECORD), 5)
    return {
        10 * count: Invocation(bits_of(loss), bits_of(norm), file)
        for count, (loss, norm, file) in enumerate(made, start=1)
    }


def small_settings(vocabulary: int, prompts: int = 1) -> Settings:
    return replace(SETTINGS, vocabulary=vocabulary, prompts=prompts)


def small_record(vocabulary: int, prompts: int = 1) -> bytes:
    return input_record([(3 * b + 1) % vocabulary for b in range(vocabulary)], [vocabulary - 1] * prompts)


def words(file: bytes) -> tuple[int, ...]:
    return struct.unpack_from("<7Q", file, 8)


def parent_of(file: bytes) -> bytes:
    return file[96:128]


# --- The known answers of docs/arithmetic.md -----------------------------------------------------------


def test_published_record_has_the_published_digest() -> None:
    digest = blake3(PUBLISHED_RECORD).hexdigest()
    assert len(PUBLISHED_RECORD) == 1564
    assert digest.startswith("01c21bb5")
    assert digest.endswith("747a2507")


def test_first_update_gives_the_published_loss_and_norm() -> None:
    loss, norm = Run(SETTINGS, PUBLISHED_RECORD).update()
    assert (bits_of(loss), bits_of(norm)) == (0x40B178B5, 0x3D7F8015)


def test_ten_updates_give_the_published_loss_and_norm(published: dict[int, Invocation]) -> None:
    assert (published[10].loss, published[10].norm) == (0x4094EC74, 0x3D7E0EE2)


def test_ten_updates_give_the_published_header_digest(published: dict[int, Invocation]) -> None:
    expected = "0ac58282f8870c4e3b21eb22c07b7c0398192741c9f3d63105d78912193bbbaa"
    assert header_digest(published[10].file).hex() == expected


def test_twenty_updates_give_the_published_loss_and_norm(published: dict[int, Invocation]) -> None:
    assert (published[20].loss, published[20].norm) == (0x406B6D65, 0x3D7A0584)


def test_twenty_updates_give_the_published_header_digest(published: dict[int, Invocation]) -> None:
    expected = "5e4755298b27f468473dd5d8beec74b7b81d153fbda8d0957c439353310cfc70"
    assert header_digest(published[20].file).hex() == expected


def test_fifty_updates_give_the_published_loss_and_norm(published: dict[int, Invocation]) -> None:
    assert (published[50].loss, published[50].norm) == (0x3F97483D, 0x3D31D497)


def test_fifty_updates_give_the_published_header_digest(published: dict[int, Invocation]) -> None:
    expected = "ac8d53a5f7f42dc0a0bdacbf4577ded015b56d0d03541c243a8884e89411c0da"
    assert header_digest(published[50].file).hex() == expected


@pytest.mark.parametrize(
    ("update", "c1", "c2"),
    [
        (1, 0x411FFFFE, 0x447A00D3),
        (2, 0x40A86BC8, 0x43FA20D7),
        (10, 0x3FC48603, 0x42C8E77B),
        (1000, 0x3F800000, 0x3FCA6F84),
        (5000, 0x3F800000, 0x3F80DDBE),
    ],
)
def test_bias_corrections_are_the_published_ones(update: int, c1: int, c2: int) -> None:
    betas = (binary32(SETTINGS.beta1), binary32(SETTINGS.beta2))
    assert tuple(bits_of(bias_correction(beta, update)) for beta in betas) == (c1, c2)


def test_default_scalars_are_the_published_decimals() -> None:
    named = {
        SETTINGS.learning_rate: 0.05,
        SETTINGS.beta1: 0.9,
        SETTINGS.beta2: 0.999,
        SETTINGS.epsilon: 1e-8,
        SETTINGS.weight_decay: 0.01,
    }
    assert all(bits == bits_of(np.float32(value)) for bits, value in named.items())


# --- Initialization ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [0, 1, 2**64 - 1, seed_key("bob-seed-v1"), 2**128 - 1])
@pytest.mark.parametrize("count", [1, 4, 9, 1000])
def test_philox_gives_numpys_outputs(key: int, count: int) -> None:
    assert philox_outputs(key, count) == np.random.Philox(key=key).random_raw(count).tolist()


def test_initial_plane_is_numpys_philox_scaled_exactly() -> None:
    raw = np.random.Philox(key=seed_key("bob-seed-v1")).random_raw(256 * 256) >> np.uint64(40)
    scaled = (raw.astype(np.float64) - 2.0**23) * 2.0**-28
    plane = initial_plane(SETTINGS)
    assert plane.dtype == np.float32
    assert np.array_equal(plane.astype(np.float64).ravel(), scaled)


def test_fresh_run_starts_at_positive_zeros_and_step_zero() -> None:
    run = Run(SETTINGS, PUBLISHED_RECORD)
    assert run.step == 0
    assert run.M.tobytes() == run.V.tobytes() == bytes(SETTINGS.chunk_bytes)


# --- exp, log and sum ----------------------------------------------------------------------------------


def nearest_binary32(value: gmpy2.mpfr) -> float:
    """Round once, in rationals; a Fraction rounds its ties to even."""
    exact = Fraction(*map(int, value.as_integer_ratio()))
    if exact == 0:
        return 0.0
    exponent = int(gmpy2.floor(gmpy2.log2(abs(value))))
    unit = Fraction(2) ** (max(exponent, -126) - 23)
    rounded = round(exact / unit) * unit
    return INFINITY if rounded >= 2**128 else float(rounded)


def rounded_from_400_bits(function: Callable[[gmpy2.mpfr], gmpy2.mpfr], values: Plane) -> Plane:
    with gmpy2.context(precision=400):
        results = [nearest_binary32(function(gmpy2.mpfr(value))) for value in values.tolist()]
    return np.array(results, dtype=np.float32)


def exp_arguments() -> Plane:
    draw = np.random.default_rng(1)
    ranges = [(-104.5, -86.5), (-87.0, 0.0), (-1e-6, 1e-6), (0.0, 89.0), (88.7, 88.75)]
    drawn = [draw.uniform(low, high, 1000) for low, high in ranges]
    edges = [0x42B17217, 0x42B17218, 0xC2CFF1B4, 0xC2CFF1B5, 0xC2AEAC4F, 0xC2AEAC50, 0x00000001, 0x80000001]
    near_one = [0x33800000, 0x33800001, 0x33000000, 0x32FFFFFF, 0xB3000000, 0xB2800000, 0xB3800000]
    chosen = np.array(edges + near_one, dtype=np.uint32).view(np.float32)
    return np.concatenate([np.concatenate(drawn).astype(np.float32), chosen])


def log_arguments() -> Plane:
    patterns = np.random.default_rng(2).integers(1, 0x7F800000, 4000, dtype=np.uint32)
    near_one = np.arange(0x3F800000 - 500, 0x3F800000 + 500, dtype=np.uint32)
    subnormal = np.array([1, 2, 3, 0x7FFFFF, 0x800000, 0x7F7FFFFF], dtype=np.uint32)
    return np.concatenate([patterns, near_one, subnormal]).view(np.float32)


def test_exp_is_the_exact_value_rounded_once() -> None:
    arguments = exp_arguments()
    assert exp(arguments).tobytes() == rounded_from_400_bits(gmpy2.exp, arguments).tobytes()


def test_log_is_the_exact_value_rounded_once() -> None:
    arguments = log_arguments()
    assert log(arguments).tobytes() == rounded_from_400_bits(gmpy2.log, arguments).tobytes()


@pytest.mark.parametrize("precision", [2, 400])
def test_callers_mpfr_context_changes_no_exp_or_log(precision: int) -> None:
    of_exp, of_log = exp(exp_arguments()), log(log_arguments())
    with gmpy2.context(precision=precision, round=gmpy2.RoundUp):
        assert exp(exp_arguments()).tobytes() == of_exp.tobytes()
        assert log(log_arguments()).tobytes() == of_log.tobytes()


def test_exp_reaches_every_kind_of_result() -> None:
    results = exp(exp_arguments())
    smallest_normal = np.float32(2.0**-126)
    assert (results == 0).any()
    assert ((results > 0) & (results < smallest_normal)).any()
    assert np.isinf(results).any()


def test_exp_and_log_of_special_values_are_as_stated() -> None:
    of_exp = exp(np.array([-INFINITY, INFINITY, 3e38, -3e38, 0.0, -0.0], dtype=np.float32))
    of_log = log(np.array([0.0, -0.0, INFINITY, 1.0], dtype=np.float32))
    assert of_exp.tobytes() == np.array([0, INFINITY, INFINITY, 0, 1, 1], dtype=np.float32).tobytes()
    assert of_log.tobytes() == np.array([-INFINITY, -INFINITY, INFINITY, 0], dtype=np.float32).tobytes()
    assert np.isnan(log(np.array([-1e-45, -1.0, -INFINITY, np.nan], dtype=np.float32))).all()
    assert np.isnan(exp(np.array([np.nan], dtype=np.float32))).all()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 256])
def test_halving_sum_adds_in_the_order_stated(count: int) -> None:
    terms = np.random.default_rng(count).normal(size=count).astype(np.float32)
    partial, n = list(terms), count
    while n > 1:
        half = -(-n // 2)
        for i in range(n - half):
            partial[i] = partial[i] + partial[i + half]
        n = half
    assert halving_sum(terms) == partial[0]


def test_halving_sum_of_three_adds_the_last_to_the_first() -> None:
    terms = np.array([2.0**24, 1.0, -(2.0**24)], dtype=np.float32)
    assert halving_sum(terms) == 1
    assert (terms[0] + terms[1]) + terms[2] == 0


# --- Whole updates against scalar loops in MPFR --------------------------------------------------------


class ScalarRun:
    """One scalar at a time, every operation an MPFR one rounded to binary32."""

    def __init__(self, run: Run) -> None:
        self.arithmetic = gmpy2.context(precision=24, emax=128, emin=-148, subnormalize=True)
        self.settings, self.targets, self.step = run.settings, run.targets, run.step
        self.P, self.M, self.V = (self._lists(plane) for plane in (run.P, run.M, run.V))

    def _lists(self, plane: Plane) -> list[list[gmpy2.mpfr]]:
        return [[self.arithmetic.plus(gmpy2.mpfr(value)) for value in row] for row in plane.tolist()]

    def _sum(self, terms: list[gmpy2.mpfr]) -> gmpy2.mpfr:
        while len(terms) > 1:
            half = (len(terms) + 1) // 2
            added = [self.arithmetic.add(a, b) for a, b in zip(terms, terms[half:], strict=False)]
            terms = added + terms[len(added) : half]
        return terms[0]

    def _gradient(self, b: int) -> tuple[gmpy2.mpfr, list[gmpy2.mpfr]]:
        a, x, target = self.arithmetic, self.P[b], self.targets[b]
        top = max(x)
        e = [a.exp(a.sub(value, top)) for value in x]
        s = self._sum(e)
        share = a.div(1, len(x))
        g = [a.mul(a.sub(a.div(value, s), int(j == target)), share) for j, value in enumerate(e)]
        return a.sub(a.log(s), a.sub(x[target], top)), g

    def update(self) -> tuple[float, float]:
        a, size = self.arithmetic, self.settings.vocabulary
        self.step += 1
        losses, gradients = zip(*(self._gradient(b) for b in range(size)), strict=True)
        norm = a.sqrt(self._sum([self._sum([a.mul(g, g) for g in row]) for row in gradients]))
        loss = a.mul(self._sum(list(losses)), a.div(1, size))
        for b in range(size):
            for j in range(size):
                self._adamw(b, j, gradients[b][j])
        return float(loss), float(norm)

    def _adamw(self, b: int, j: int, g: gmpy2.mpfr) -> None:
        a, s = self.arithmetic, self.settings
        lr, beta1, beta2, epsilon, decay = (
            gmpy2.mpfr(float(binary32(bits)))
            for bits in (s.learning_rate, s.beta1, s.beta2, s.epsilon, s.weight_decay)
        )
        c1, c2 = (gmpy2.mpfr(float(bias_correction(np.float32(beta), self.step))) for beta in (beta1, beta2))
        m = a.add(a.mul(beta1, self.M[b][j]), a.mul(a.sub(1, beta1), g))
        v = a.add(a.mul(beta2, self.V[b][j]), a.mul(a.sub(1, beta2), a.mul(g, g)))
        h = a.div(a.mul(m, c1), a.add(a.sqrt(a.mul(v, c2)), epsilon))
        p = self.P[b][j]
        self.P[b][j] = a.sub(p, a.mul(lr, a.add(h, a.mul(decay, p))))
        self.M[b][j], self.V[b][j] = m, v


def as_plane(rows: list[list[gmpy2.mpfr]]) -> Plane:
    return np.array([[float(value) for value in row] for row in rows], dtype=np.float32)


@pytest.mark.parametrize("scale", [1.0, 1000.0])
@pytest.mark.parametrize("vocabulary", [1, 2, 3, 7, 16])
def test_updates_agree_with_scalar_loops(vocabulary: int, scale: float) -> None:
    """The greater scale spreads a row so far that exponentials are subnormal or zero."""
    run = Run(small_settings(vocabulary), small_record(vocabulary))
    run.P = run.P * np.float32(scale)
    scalar = ScalarRun(run)
    for _ in range(12):
        assert tuple(map(float, run.update())) == scalar.update()
    for plane, rows in ((run.P, scalar.P), (run.M, scalar.M), (run.V, scalar.V)):
        assert plane.tobytes() == as_plane(rows).tobytes()


def test_order_of_the_pairs_changes_no_plane() -> None:
    targets = [3, 2, 1, 0, 4]
    made = [files(small_settings(5), input_record(targets, [4], order), 1)[0] for order in ORDERS]
    payloads = [file[words(file)[1] :] for file in made]
    assert payloads[0] == payloads[1]
    assert header_digest(made[0]) != header_digest(made[1])


def test_update_that_is_not_finite_is_refused_by_plane_place_and_update() -> None:
    run = Run(small_settings(3), small_record(3))
    run.update()
    run.V[1, 2] = np.float32(INFINITY)
    before = run.P.tobytes()
    with pytest.raises(NonFiniteError, match="plane V, place 5, update 2"):
        run.update()
    assert (run.step, run.P.tobytes()) == (1, before)


# --- Input record --------------------------------------------------------------------------------------


def test_descending_pairs_are_the_ascending_ones_reversed() -> None:
    up, down = (input_record([1, 2, 0], [2], order) for order in ORDERS)
    assert up[16:22] == bytes([0, 1, 1, 2, 2, 0])
    assert down[16:22] == bytes([2, 0, 1, 2, 0, 1])
    assert (up[:16], up[22:]) == (down[:16], down[22:])


@pytest.mark.parametrize(
    ("offset", "value"),
    [(0, 0), (8, 2), (16, 1), (17, 2), (22, 0), (34, 3)],
    ids=["magic", "version", "pair's byte", "pair's target", "target word", "prompt word"],
)
def test_record_that_breaks_a_refinement_is_refused(offset: int, value: int) -> None:
    record = bytearray(input_record([1, 2, 0], [2]))
    record[offset] = value
    with pytest.raises(ValueError, match=r"record|pair|prompt"):
        Run(small_settings(3), bytes(record))


@pytest.mark.parametrize("change", [-1, 1])
def test_record_of_another_length_is_refused(change: int) -> None:
    record = input_record([1, 2, 0], [2])
    with pytest.raises(ValueError, match="bytes"):
        Run(small_settings(3), (record + b"\0")[: len(record) + change])


def test_corpus_targets_are_the_most_frequent_followers() -> None:
    targets = targets_from_corpus(b"abababac")
    assert (targets[ord("a")], targets[ord("b")]) == (ord("b"), ord("a"))


def test_corpus_target_of_equal_counts_is_the_smaller_byte() -> None:
    assert targets_from_corpus(b"azabay ab az")[ord("a")] == ord("b")


def test_corpus_byte_without_a_follower_is_its_own_target() -> None:
    assert targets_from_corpus(b"") == list(range(256))
    assert targets_from_corpus(b"ab")[ord("b")] == ord("b")


def test_corpus_bytes_outside_the_vocabulary_are_not_counted() -> None:
    assert targets_from_corpus(bytes([0, 9, 0, 1, 9]), vocabulary=3) == [1, 1, 2]


# --- Checkpoint ----------------------------------------------------------------------------------------


def test_fixed_fields_are_the_documents(published: dict[int, Invocation]) -> None:
    file = published[20].file
    assert file[:8] == b"BOBCKPT1"
    assert words(file) == (1, 512, 786_432, 262_144, 3, 20, 10)
    assert len(file) == 512 + 786_432
    assert file[64:96] == blake3(PUBLISHED_RECORD).digest()


def test_stored_digests_cover_the_header_and_each_chunk(published: dict[int, Invocation]) -> None:
    file = published[10].file
    chunks = [file[512 + i * 262_144 : 512 + (i + 1) * 262_144] for i in range(3)]
    parts = b"".join(struct.pack("<I", len(part)) + part for part in identity_parts(SETTINGS))
    variable = parts + b"".join(blake3(chunk).digest() for chunk in chunks)
    assert file[128:480] == variable.ljust(480 - 128, b"\0")
    assert file[480:512] == header_digest(file)


def test_identity_parts_are_the_documents() -> None:
    schema, learner, data, initialization = identity_parts(SETTINGS)
    scalars = bytes.fromhex("cdcc4c3d 6666663f 77be7f3f 77cc2b32 0ad7233c")
    assert schema == b"bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=786432"
    assert learner == b"softmax-cross-entropy-mean|adamw:bob-arith-v1|" + scalars
    assert data == b"raw-byte-sequence|vocabulary=256|prompts=3|record=1564"
    assert initialization == b"bob-seed-v1"


@pytest.mark.parametrize("prompts", [1, 3, 40])
@pytest.mark.parametrize("vocabulary", [1, 2, 5, 16, 33])
def test_sizes_at_other_vocabularies_follow_from_the_settings(vocabulary: int, prompts: int) -> None:
    settings, record = small_settings(vocabulary, prompts), small_record(vocabulary, prompts)
    (file,) = files(settings, record, 1)
    version, header, payload, chunk, count, step, updates = words(file)
    used = 128 + sum(4 + len(part) for part in identity_parts(settings)) + 3 * 32 + 32
    assert len(record) == 16 + 6 * vocabulary + 4 * prompts
    assert (payload, chunk, count) == (12 * vocabulary**2, 4 * vocabulary**2, 3)
    assert (version, step, updates) == (1, 10, 10)
    assert header % 64 == 0
    assert header - 64 < used <= header
    assert len(file) == header + payload


def test_header_grows_with_the_identities() -> None:
    settings = replace(small_settings(2), objective="o" * 300)
    (file,) = files(settings, small_record(2), 1)
    used = 128 + sum(4 + len(part) for part in identity_parts(settings)) + 4 * 32
    assert words(file)[1] == -(-used // 64) * 64 > 512


def test_parents_chain_the_files_of_a_run(published: dict[int, Invocation]) -> None:
    made = [published[step].file for step in (10, 20, 30, 40, 50)]
    assert parent_of(made[0]) == NO_PARENT
    assert [parent_of(file) for file in made[1:]] == [header_digest(file) for file in made[:-1]]


def test_split_chain_gives_the_files_of_an_unbroken_one() -> None:
    settings, record = small_settings(6), small_record(6)
    unbroken = files(settings, record, 4)
    run = Run(settings, record)
    for before, after in pairwise(unbroken):
        resumed = np.frombuffer(before, dtype="<f4", offset=words(before)[1]).reshape(3, 6, 6)
        run.P, run.M, run.V = (plane.astype(np.float32) for plane in resumed)
        run.step = words(before)[5]
        for _ in range(settings.updates_per_invocation):
            run.update()
        assert checkpoint(run, header_digest(before)) == after


def test_fewer_invocations_give_the_first_files_of_more() -> None:
    settings, record = small_settings(4), small_record(4)
    assert files(settings, record, 3)[:2] == files(settings, record, 2)
    assert files(settings, record, 0) == []


def test_updates_per_invocation_move_the_files_but_not_the_planes() -> None:
    settings, record = small_settings(4), small_record(4)
    tens = files(settings, record, 2)[-1]
    fives = files(replace(settings, updates_per_invocation=5), record, 4)[-1]
    assert tens[words(tens)[1] :] == fives[words(fives)[1] :]
    assert (words(tens)[5:], words(fives)[5:]) == ((20, 10), (20, 5))


@pytest.mark.parametrize(
    ("step", "parent"),
    [(0, NO_PARENT), (5, NO_PARENT), (10, b"\1" * 32), (20, NO_PARENT), (20, b"\1"), (2**63, b"\1" * 32)],
)
def test_step_and_parent_that_no_file_can_hold_are_refused(step: int, parent: bytes) -> None:
    run = Run(small_settings(2), small_record(2))
    run.step = step
    with pytest.raises(ValueError, match=r"step|parent"):
        checkpoint(run, parent)


def test_last_step_below_the_limit_is_written() -> None:
    run = Run(small_settings(2), small_record(2))
    run.step = (2**63 - 10) // 10 * 10
    assert words(checkpoint(run, b"\1" * 32))[5] == run.step


@pytest.mark.parametrize("name", ["", "A", "a|b", "a b", "a\n"])
def test_identity_that_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="identity name"):
        Settings(learner=name)


# --- Predictions ---------------------------------------------------------------------------------------


def test_prediction_is_the_smallest_index_of_the_largest_scalar() -> None:
    plane = np.array([[1, 3, 3], [-0.0, 0.0, -1], [-3, -2, -1]], dtype=np.float32)
    assert struct.unpack("<6I", predictions(plane, [0, 1, 2])) == (1, 1, 0, 1, 2, 1)


@pytest.mark.parametrize("value", [np.nan, INFINITY, -INFINITY])
def test_prediction_of_a_row_that_is_not_finite_is_invalid(value: float) -> None:
    plane = np.array([[1, 2], [5, value]], dtype=np.float32)
    assert struct.unpack("<4I", predictions(plane, [0, 1])) == (1, 1, 0, 0)


def test_prediction_of_a_prompt_outside_the_vocabulary_is_invalid() -> None:
    assert predictions(np.ones((2, 2), dtype=np.float32), [2, 255]) == bytes(16)


def test_trained_run_predicts_the_targets(published: dict[int, Invocation]) -> None:
    plane = np.frombuffer(published[50].file, dtype="<f4", count=256 * 256, offset=512).reshape(256, 256)
    tokens = struct.unpack("<6I", predictions(plane, [65, 66, 255]))
    assert tokens == (7 * 65 + 3 & 255, 1, 7 * 66 + 3 & 255, 1, 7 * 255 + 3 & 255, 1)


# --- Command line --------------------------------------------------------------------------------------


def test_command_line_writes_the_corpus_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus, out = tmp_path / "corpus", tmp_path / "out"
    corpus.write_bytes(b"the cat sat on the mat")
    main(["--corpus", str(corpus), "--updates", "10", "--out", str(out), "--prompt-byte", "116"])
    record = input_record(targets_from_corpus(corpus.read_bytes()), [116])
    (expected,) = files(replace(SETTINGS, prompts=1), record, 1)
    assert out.read_bytes() == expected
    assert capsys.readouterr().out.split()[-1] == header_digest(expected).hex()


@pytest.mark.parametrize("wrong", [["--updates", "15"], ["--updates", "0"], ["--prompt-byte", "256"]])
def test_command_line_refuses_what_no_file_can_hold(tmp_path: Path, wrong: list[str]) -> None:
    arguments = ["--corpus", str(tmp_path / "corpus"), "--updates", "10", "--out", str(tmp_path / "out")]
    with pytest.raises(SystemExit, match="2"):
        main(arguments + wrong)
