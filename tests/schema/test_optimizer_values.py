"""The numbers of Adam's states: what gradients give is accepted, and what they cannot is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bob.errors import sentence
from bob.moments import Betas, law_after, parts_of
from bob.schema.holding import Asked, hold
from bob.schema.optimizer_law import FOREIGN
from tests.schema.made import bf16, opened, torch_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.schema import Matched
    from tests.schema.made import Array

BETAS = (0.9, 0.999)


def f32(*values: float) -> Array:
    return np.array(values, np.float32)


def state(m: Array, v: Array, step: object = None, **more: object) -> dict[str, Any]:
    return {"step": np.array(10, np.float32) if step is None else step, "exp_avg": m, "exp_avg_sq": v, **more}


def looked_at(own: dict[str, Any], **group: object) -> Matched:
    """One state of one param, its numbers read."""
    group = {"params": [0], "param_names": ["w"], "betas": BETAS, "amsgrad": False} | group
    model = {"w": np.ones(own["exp_avg"].shape, np.float32)}
    whole = {"model": model, "optimizer": {"state": {0: own}, "param_groups": [group]}}
    file = opened(torch_file(whole), "last.pt")
    held = hold("adam", Asked(file.inventory, file.source))
    assert held.matched.findings == ()
    return held.with_values(file.contents)


def told(matched: Matched) -> list[str]:
    return [*map(sentence, matched.findings)]


def trained(updates: int, betas: tuple[float, float] = BETAS) -> tuple[Array, Array]:
    """Moments as PyTorch makes them on a CPU: lerp, then mul and addcmul, in binary32."""
    random = np.random.default_rng(updates)
    m, v = np.zeros(1000, np.float32), np.zeros(1000, np.float32)
    w1, b2, w2 = np.float32(1 - betas[0]), np.float32(betas[1]), np.float32(1 - betas[1])
    scale = np.float32(10.0) ** random.integers(-12, 3, 1000).astype(np.float32)
    # Gradients that grow as beta2 / beta1 each step come nearest to the law.
    growth = np.float32(betas[1] / max(betas[0], 0.1))
    for i in range(updates):
        g = scale * growth ** np.float32(i - updates) if i % 2 else scale * np.float32(random.normal())
        m = m + w1 * (g - m)
        v = v * b2 + (w2 * g) * g
    return m, v


@pytest.mark.parametrize("betas", [BETAS, (0.5, 0.5), (0.95, 0.9), (0.0, 0.9)], ids=str)
@pytest.mark.parametrize("updates", [1, 2, 30])
def test_moments_of_any_training_are_accepted(betas: tuple[float, float], updates: int) -> None:
    m, v = trained(updates, betas)
    matched = looked_at(state(m, v, np.array(updates, np.float32)), betas=betas)
    assert told(matched) == []
    assert matched.not_checked == ()


def test_moments_at_rest_are_accepted_at_step_0() -> None:
    assert told(looked_at(state(f32(0, 0), f32(0, 0), np.array(0, np.float32)))) == []


STEP_0 = np.array(0, np.float32)
REFUSED: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "a-moment-before-the-first-update": (
        lambda: state(f32(0, 0.5), f32(0, 0), STEP_0),
        "BOB648 optimizer.state.0.exp_avg[1]: 0.5 (0x3f000000) (expected zero, at step 0)",
    ),
    "a-second-moment-before-the-first-update": (
        lambda: state(f32(0, 0), f32(0, 0.5), STEP_0),
        "BOB648 optimizer.state.0.exp_avg_sq[1]: 0.5 (0x3f000000) (expected zero, at step 0)",
    ),
    "a-second-moment-below-zero": (
        lambda: state(f32(1e-3, -1e-3), f32(1, -1)),
        "BOB644 optimizer.state.0.exp_avg_sq[1]: -1.0 (0xbf800000) (expected at least 0)",
    ),
    "swapped-moments": (
        lambda: state(f32(1, 1), f32(1e-3, -1e-3)),
        "BOB644 optimizer.state.0.exp_avg_sq[1]: -0.001 (0xba83126f) (expected at least 0) "
        "[no exp_avg is below zero: are the two swapped?]",
    ),
    "a-first-moment-beyond-the-second": (
        lambda: state(f32(1e-3, 0.7), f32(1, 0.01)),
        "BOB645 optimizer.state.0.exp_avg[1]: 0.7 (0x3f333333) (expected what gradients give in 10 updates)",
    ),
    "a-first-moment-without-a-second": (
        lambda: state(f32(1e-3, 1e-3), f32(1, 0)),
        "BOB645 optimizer.state.0.exp_avg[1]: 0.001",
    ),
    "moments-of-a-later-step": (
        lambda: state(f32(0.5), f32(0.01), np.array(1, np.float32)),
        "BOB645 optimizer.state.0.exp_avg[0]: 0.5 (0x3f000000) (expected what gradients give in 1 updates)",
    ),
    "a-moment-beyond-the-law-in-binary64": (
        lambda: state(np.array([0.7]), np.array([0.01])),
        "BOB645 optimizer.state.0.exp_avg[0]: 0.7",
    ),
    "a-first-moment-that-is-no-number": (
        lambda: state(f32(0, float("nan")), f32(1, 1)),
        "BOB640 optimizer.state.0.exp_avg[1]: nan",
    ),
    "an-infinite-second-moment": (
        lambda: state(f32(0, 0), f32(1, float("inf"))),
        "BOB640 optimizer.state.0.exp_avg_sq[1]: inf",
    ),
    "a-largest-moment-that-is-no-number": (
        lambda: state(f32(0), f32(1), max_exp_avg_sq=f32(float("nan"))),
        "BOB640 optimizer.state.0.max_exp_avg_sq[0]: nan",
    ),
    "a-largest-moment-below-zero": (
        lambda: state(f32(0), f32(1), max_exp_avg_sq=f32(-1)),
        "BOB644 optimizer.state.0.max_exp_avg_sq[0]: -1.0",
    ),
    "half-a-step": (
        lambda: state(f32(0), f32(1), np.array(2.5, np.float32)),
        "BOB646 optimizer.state.0.step: 2.5 (expected a whole number, 0 or more)",
    ),
    "a-step-below-zero": (
        lambda: state(f32(0), f32(1), np.array(-1, np.int64)),
        "BOB646 optimizer.state.0.step: -1 (expected a whole number, 0 or more)",
    ),
    "a-step-that-is-no-number": (
        lambda: state(f32(0), f32(1), np.array(float("nan"), np.float32)),
        "BOB646 optimizer.state.0.step: nan",
    ),
    "a-step-in-bf16-that-stands-still": (
        lambda: state(f32(1e-3), f32(1), bf16(256)),
        "BOB647 optimizer.state.0.step: 256.0 in BF16 (expected below 256, where BF16 stops)",
    ),
    "a-step-in-f16-that-stands-still": (
        lambda: state(f32(1e-3), f32(1), np.array(2048, np.float16)),
        "BOB647 optimizer.state.0.step: 2,048.0 in F16 (expected below 2,048, where F16 stops)",
    ),
    "a-step-in-f32-that-stands-still": (
        lambda: state(f32(1e-3), f32(1), np.array(2**24, np.float32)),
        "BOB647 optimizer.state.0.step: 16,777,216.0 in F32 (expected below 16,777,216, where F32 stops)",
    ),
}


@pytest.mark.parametrize(("made", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_a_state_that_no_training_gives_is_refused_by_name(
    made: Callable[[], dict[str, Any]], said: str
) -> None:
    (finding,) = told(looked_at(made()))
    assert finding.startswith(said)


def test_what_is_wrong_at_many_places_is_counted() -> None:
    (finding,) = looked_at(state(f32(1, 1, 1), f32(1, -1, -1))).findings
    assert finding.note.startswith("and 1 more")


@pytest.mark.parametrize(("beyond", "codes"), [(1.001, ["BOB645"]), (0.999, [])], ids=["beyond", "within"])
def test_the_law_is_asked_at_its_own_boundary(beyond: float, codes: list[str]) -> None:
    b1, b2 = map(Fraction, BETAS)
    parts = parts_of(Betas(b1, 1 - b1, b2, 1 - b2), FOREIGN)
    assert parts is not None
    law = law_after(parts, 1000)
    assert law is not None
    # The figure that people quote for these betas.
    assert round(float(law.k), 1) == 52.9
    m = np.array([beyond * float(law.k) ** 0.5])
    matched = looked_at(state(m, np.ones(1), np.array(1000, np.float32)))
    assert [finding.code for finding in matched.findings] == codes


@pytest.mark.parametrize(("m", "codes"), [(1e-12, ["BOB645"]), (1e-18, [])], ids=["far-above", "flushed"])
def test_what_flushing_subnormal_numbers_can_lose_is_allowed_and_no_more(m: float, codes: list[str]) -> None:
    assert [finding.code for finding in looked_at(state(f32(m), f32(0))).findings] == codes


@pytest.mark.parametrize(
    ("own", "group", "said"),
    [
        (state(f32(9), f32(0)), {"betas": None}, "no betas are stated"),
        (state(f32(9), f32(0), max_exp_avg_sq=f32(0)), {"amsgrad": True}, "amsgrad"),
        (state(bf16([9]), bf16([0])), {}, "moments in BF16"),
        (state(f32(9), f32(0)), {"betas": (0.01, 0.999)}, "nothing is known for betas 0.01 and 0.999"),
    ],
    ids=["no-betas", "amsgrad", "bf16", "betas-without-a-law"],
)
def test_where_the_law_says_nothing_that_is_said(
    own: dict[str, Any], group: dict[str, Any], said: str
) -> None:
    matched = looked_at(own, **group)
    assert told(matched) == []
    assert f"moments within what gradients give ({said})" in matched.not_checked


def test_moments_that_are_all_zero_at_step_100_are_worth_a_word() -> None:
    zero = state(f32(0, 0), f32(0, 0), np.array(100, np.float32))
    matched = looked_at(zero)
    assert told(matched) == []
    assert matched.notes[-1].startswith("moments that are all zero at step 100")
    early = looked_at(state(f32(0, 0), f32(0, 0), np.array(99, np.float32)))
    assert not any("all zero" in note for note in early.notes)


def test_a_step_in_bf16_is_worth_a_word_before_it_stops() -> None:
    matched = looked_at(state(f32(1e-3), f32(1), bf16(255)))
    assert told(matched) == []
    assert "a step in BF16 stops at 256" in matched.notes


def test_a_beta_that_is_1_in_the_type_of_its_moments_is_worth_a_word() -> None:
    matched = looked_at(state(bf16([1e-3]), bf16([1])))
    assert told(matched) == []
    assert any(note.startswith("beta2 0.999 is 1 in BF16") for note in matched.notes)
    assert not any("beta1" in note for note in matched.notes)


def many(*own: dict[str, Any]) -> Matched:
    """States of as many params, with their numbers read."""
    keys = [*range(len(own))]
    names = [f"w{key}" for key in keys]
    group = {"params": keys, "param_names": names, "betas": BETAS, "amsgrad": False}
    model = {name: np.ones(each["exp_avg"].shape, np.float32) for name, each in zip(names, own, strict=True)}
    optimizer = {"state": dict(zip(keys, own, strict=True)), "param_groups": [group]}
    file = opened(torch_file({"model": model, "optimizer": optimizer}), "last.pt")
    return hold("adam", Asked(file.inventory, file.source)).with_values(file.contents)


def test_moments_that_are_swapped_in_all_states_are_one_finding() -> None:
    (only,) = told(many(*(state(f32(0.1, 0.2), f32(-0.5, 0.5 + n)) for n in range(6))))
    assert only.startswith("BOB644 optimizer.state.0.exp_avg_sq[0]")
    assert "are the two swapped?; and so 5 more states ({1..5})" in only


def test_steps_that_differ_are_worth_a_word() -> None:
    own = state(f32(0.0), f32(0.1))
    matched = many(own, own, state(f32(0.0), f32(0.1), np.array(7, np.float32)))
    assert matched.findings == ()
    assert "steps differ: 10 of 2 params, 7 of 1 param" in matched.notes
