"""The state of Adam is found wherever it lies, and named by names alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bob.errors import sentence
from bob.schema.holding import Asked, hold
from bob.schema.optimizer import adam_states
from bob.schema.optimizer_pickle import TENSOR, plain_of
from bob.store import Buffer
from tests.formats import torch_files as pt
from tests.schema.made import Opened, opened, torch_file

NAMES = ["body.weight", "body.bias"]
SHAPES = {"body.weight": (4, 3), "body.bias": (4,)}


def moments(shape: tuple[int, ...], **parts: object) -> dict[str, object]:
    zeros = np.zeros(shape, np.float32)
    return {"step": np.array(3, np.float32), "exp_avg": zeros, "exp_avg_sq": zeros} | parts


def optimizer(*, names: bool = True, **group: object) -> dict[str, Any]:
    own = {"param_names": [*NAMES]} if names else {}
    groups = [{"params": [0, 1], "betas": (0.9, 0.999), "amsgrad": False} | own | group]
    return {"state": {0: moments((4, 3)), 1: moments((4,))}, "param_groups": groups}


def params() -> dict[str, object]:
    return {name: np.ones(shape, np.float32) for name, shape in SHAPES.items()}


def whole(state: object, model: dict[str, object] | None = None) -> Opened:
    """A checkpoint of a training loop: the model's params and the optimizer's state."""
    return opened(torch_file({"model": params() if model is None else model, "optimizer": state}), "last.pt")


def told(file: Opened, base: Opened | None = None) -> list[str]:
    matched = hold(
        "adam", Asked(file.inventory, file.source, None if base is None else base.inventory)
    ).matched
    return [*map(sentence, matched.findings)]


def test_names_and_betas_of_a_thousand_params_are_kept() -> None:
    keys = [*range(1000)]
    names = [f"layers.{key}.weight" for key in keys]
    groups = [{"params": keys, "param_names": names, "betas": (0.8, 0.99)}]
    file = opened(torch_file({"state": {0: moments((2,))}, "param_groups": groups}), "optimizer.pt")
    (state,) = adam_states(file.inventory, plain_of(file.source))
    assert state.names == {str(key): name for key, name in zip(keys, names, strict=True)}
    assert state.groups is not None
    assert state.groups[0].betas == (0.8, 0.99)


def test_tensors_are_kept_as_one_thing_and_plain_values_as_they_are() -> None:
    file = opened(torch_file({"a": np.ones(2, np.float32), "b": [1, 2.5, "c", (True, 3)]}), "a.pt")
    assert plain_of(file.source) == {"a": TENSOR, "b": [1, 2.5, "c", (True, 3)]}


def test_a_legacy_file_says_as_much_as_one_of_the_zip_kind() -> None:
    value = pt.mapping(w=pt.tensor(pt.storage(legacy=True)), lr=b"K\x07")
    assert plain_of(Buffer(pt.legacy(value))) == {"w": TENSOR, "lr": 7}


@pytest.mark.parametrize("content", [b"", b"PK", b"\x80\x02.", b"not a pickle"], ids=str)
def test_what_is_no_checkpoint_says_nothing(content: bytes) -> None:
    assert plain_of(Buffer(content)) is None


def test_a_pickle_of_another_kind_of_operation_says_nothing() -> None:
    assert plain_of(Buffer(pt.checkpoint(pickle=b"\x80\x02]K\x010."))) is None


def test_a_state_beside_its_params_is_accepted() -> None:
    file = whole(optimizer())
    matched = hold("adam", Asked(file.inventory, file.source)).matched
    assert matched.findings == ()
    assert matched.binding == {"params": 2, "scalars": 16}
    assert matched.not_checked == ("values",)


def test_a_state_of_its_own_is_held_against_the_params_of_a_base() -> None:
    file = opened(torch_file(optimizer()), "optimizer.pt")
    assert told(file, opened(torch_file(params()), "model.pt")) == []
    wider = params() | {"body.bias": np.ones(5, np.float32)}
    (finding,) = told(file, opened(torch_file(wider), "model.pt"))
    assert finding == "BOB632 state.1.exp_avg: [4], of body.bias (expected [5])"


def test_a_state_without_params_says_that_they_were_not_looked_at() -> None:
    file = opened(torch_file(optimizer()), "optimizer.pt")
    matched = hold("adam", Asked(file.inventory, file.source)).matched
    assert matched.findings == ()
    assert "the params (none in the file; --base FILE names theirs)" in matched.not_checked


def test_numbers_alone_do_not_say_which_param_a_state_is_of() -> None:
    file = whole(optimizer(names=False))
    matched = hold("adam", Asked(file.inventory, file.source)).matched
    assert matched.findings == ()
    assert "which param each state is of (the optimizer has numbers alone)" in matched.not_checked


def test_names_count_and_not_the_order() -> None:
    turned = optimizer(param_names=NAMES[::-1])
    assert told(whole(turned)) == [
        "BOB632 optimizer.state.0.exp_avg: [4, 3], of body.bias (expected [4])",
        "BOB632 optimizer.state.1.exp_avg: [4], of body.weight (expected [4, 3])",
    ]


def test_names_in_another_order_with_their_states_are_accepted() -> None:
    turned = optimizer(param_names=NAMES[::-1])
    turned["state"] = {0: moments((4,)), 1: moments((4, 3))}
    assert told(whole(turned)) == []


def test_with_numbers_alone_no_order_of_shapes_is_refused() -> None:
    turned = optimizer(names=False)
    turned["state"] = {0: moments((4,)), 1: moments((4, 3))}
    assert told(whole(turned)) == []


def test_with_numbers_alone_a_shape_that_no_param_has_is_refused() -> None:
    other = optimizer(names=False)
    other["state"][1] = moments((5,))
    (finding,) = told(whole(other))
    assert finding.startswith("BOB632 optimizer.state.1.exp_avg: 1 state of [5]")


def test_names_behind_a_wrapper_are_found_and_that_is_said() -> None:
    file = whole(optimizer(param_names=[f"module.{name}" for name in NAMES]))
    matched = hold("adam", Asked(file.inventory, file.source)).matched
    assert matched.findings == ()
    how = "without module. before them and with model. before them"
    assert matched.notes == (f"params are found by the optimizer's names {how}",)


def test_states_under_names_are_those_of_fully_sharded_training() -> None:
    state = {"state": {name: moments(shape) for name, shape in SHAPES.items()}}
    groups = {"param_groups": [{"params": NAMES, "betas": (0.9, 0.999)}]}
    assert told(whole(state | groups)) == []
    state["state"]["body.bias"] = moments((5,))
    assert told(whole(state | groups)) == [
        "BOB632 optimizer.state.body.bias.exp_avg: [5], of body.bias (expected [4])"
    ]


def test_two_optimizers_of_one_file_are_both_looked_at() -> None:
    file = opened(torch_file({"generator": optimizer(), "critic": optimizer(betas=(0.9, 1.5))}), "gan.pt")
    assert told(file) == ["BOB649 critic.param_groups.0.beta2: 1.5 (expected from 0 to below 1)"]


def changed(**parts: object) -> dict[str, Any]:
    """An optimizer whose first state has these parts instead."""
    state = optimizer()
    state["state"][0] |= parts
    return state


def without(part: str) -> dict[str, Any]:
    state = optimizer()
    del state["state"][0][part]
    return state


ZEROS = np.zeros((4, 3), np.float32)
REFUSED = {
    "no-second-moment": (without("exp_avg_sq"), "BOB631 optimizer.state.0.exp_avg_sq: not there"),
    "no-first-moment": (without("exp_avg"), "BOB631 optimizer.state.0.exp_avg: not there"),
    "no-step": (without("step"), "BOB631 optimizer.state.0.step: not there"),
    "second-moment-of-another-shape": (
        changed(exp_avg_sq=np.zeros((3, 4), np.float32)),
        "BOB632 optimizer.state.0.exp_avg_sq: [3, 4] (expected [4, 3]",
    ),
    "largest-moment-of-another-shape": (
        changed(max_exp_avg_sq=np.zeros(12, np.float32)),
        "BOB632 optimizer.state.0.max_exp_avg_sq: [12] (expected [4, 3]",
    ),
    "both-moments-of-another-shape": (
        changed(exp_avg=ZEROS[:2], exp_avg_sq=ZEROS[:2]),
        "BOB632 optimizer.state.0.exp_avg: [2, 3], of body.weight (expected [4, 3])",
    ),
    "transposed-moments": (
        changed(exp_avg=ZEROS.T.copy(), exp_avg_sq=ZEROS.T.copy()),
        "BOB632 optimizer.state.0.exp_avg: [3, 4], of body.weight (expected [4, 3])",
    ),
    "whole-numbers-as-moments": (
        changed(exp_avg=np.zeros((4, 3), np.int64)),
        "BOB635 optimizer.state.0.exp_avg: I64",
    ),
    "bytes-as-moments": (
        changed(exp_avg_sq=np.zeros((4, 3), np.uint8)),
        "BOB635 optimizer.state.0.exp_avg_sq: U8",
    ),
    "a-step-for-each-row": (
        changed(step=np.zeros(4, np.float32)),
        "BOB646 optimizer.state.0.step: the shape [4] (expected one number)",
    ),
    "a-name-that-no-param-has": (
        optimizer(param_names=["body.wieght", "body.bias"]),
        "BOB633 optimizer.state.0: of body.wieght (expected a param of the checkpoint)",
    ),
    "one-name-too-few": (
        optimizer(param_names=["body.weight"]),
        "BOB634 optimizer.param_groups.0: 1 name (expected 2, one for each param)",
    ),
    "one-name-too-many": (
        optimizer(param_names=[*NAMES, "head.weight"]),
        "BOB634 optimizer.param_groups.0: 3 names (expected 2, one for each param)",
    ),
    "a-name-twice": (
        optimizer(param_names=["body.weight", "body.weight"]),
        "BOB634 optimizer.param_groups: the name body.weight 2 times",
    ),
    "a-param-twice": (
        optimizer(params=[0, 0], param_names=NAMES),
        "BOB634 optimizer.param_groups.0: the param 0, as group 0 (expected each param once)",
    ),
    "a-param-in-two-groups": (
        optimizer() | {"param_groups": optimizer()["param_groups"] * 2},
        "BOB634 optimizer.param_groups.1: the param 0, as group 0 (expected each param once)",
    ),
    "a-state-of-no-group": (
        optimizer(params=[0], param_names=NAMES[:1]),
        "BOB634 optimizer.state.1: a param of no group",
    ),
    "beta1-of-one": (optimizer(betas=(1.0, 0.999)), "BOB649 optimizer.param_groups.0.beta1: 1.0"),
    "beta2-below-zero": (optimizer(betas=(0.9, -0.1)), "BOB649 optimizer.param_groups.0.beta2: -0.1"),
    "beta2-no-number": (optimizer(betas=(0.9, float("nan"))), "BOB649 optimizer.param_groups.0.beta2: nan"),
    "no-moments-at-all": ({"state": {}, "param_groups": []}, "BOB630 state: no exp_avg and exp_avg_sq"),
    "a-state-of-momentum": (
        {"state": {0: {"momentum_buffer": ZEROS}}, "param_groups": [{"params": [0]}]},
        "BOB630 state: no exp_avg and exp_avg_sq",
    ),
}


@pytest.mark.parametrize(("state", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_a_mutant_of_an_optimizer_is_refused_by_name(state: object, said: str) -> None:
    assert any(finding.startswith(said) for finding in told(whole(state))), told(whole(state))


def test_a_param_without_a_state_is_a_note() -> None:
    state = optimizer()
    del state["state"][1]
    file = whole(state)
    matched = hold("adam", Asked(file.inventory, file.source)).matched
    assert matched.findings == ()
    assert matched.notes[-1] == "no state for body.bias: never updated, or lost"


def test_a_step_that_is_a_plain_number_is_a_step() -> None:
    assert told(whole(changed(step=7))) == []


def test_a_part_that_no_adam_keeps_is_refused_by_name() -> None:
    state = optimizer()
    state["state"][0]["exp_avg_diff"] = np.zeros((4, 3), np.float32)
    (sentence_,) = told(whole(state))
    assert sentence_.startswith("BOB611 optimizer.state.0.exp_avg_diff: F32 [4, 3]")


def test_a_part_that_no_adam_keeps_is_no_param_either() -> None:
    state = optimizer(names=False)
    state["state"][1]["other"] = np.zeros((7,), np.float32)
    state["state"][0] = moments((7,))
    assert any("BOB632" in each and "[7]" in each for each in told(whole(state)))


def test_amsgrad_without_its_largest_moments_is_refused_by_name() -> None:
    (sentence_,) = told(whole(optimizer(amsgrad=True, params=[0, 1])))[:1]
    assert sentence_.startswith("BOB631 optimizer.state.0.max_exp_avg_sq: not there")


def test_a_param_without_state_is_worth_a_word_where_there_are_numbers_alone() -> None:
    state = optimizer(names=False)
    del state["state"][1]
    file = whole(state)
    matched = hold("adam", Asked(file.inventory, file.source)).matched
    assert matched.findings == ()
    assert "no state for the param 1: never updated, or lost" in matched.notes


def test_what_many_states_lack_is_one_finding() -> None:
    keys = [*range(9)]
    states = {key: moments((2,)) for key in keys}
    for key in keys[1:]:
        del states[key]["exp_avg_sq"]
    names = [f"w{key}" for key in keys]
    model = {name: np.ones((2,), np.float32) for name in names}
    own = {"state": states, "param_groups": [{"params": keys, "param_names": names}]}
    (only,) = told(whole(own, dict(model)))
    assert only.startswith("BOB631 optimizer.state.1.exp_avg_sq: not there")
    assert "and so 7 more states ({2..8})" in only


def test_the_parts_of_another_optimizer_are_one_finding() -> None:
    keys = [*range(6)]
    states = {key: moments((2,), mu_product=np.array(1, np.float32)) for key in keys}
    names = [f"w{key}" for key in keys]
    model = {name: np.ones((2,), np.float32) for name in names}
    (only,) = told(
        whole({"state": states, "param_groups": [{"params": keys, "param_names": names}]}, dict(model))
    )
    assert only.startswith("BOB611 optimizer.state.0.mu_product: F32 []")
    assert "and so 5 more states ({1..5})" in only
