"""Whether a file is of a model and an optimizer is decided by names, shapes and values, without PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.envelope.typed_contract import NOTHING, TypedContract
from bob.errors import Finding, Refused
from bob.spec.tensor_lines import TensorLine
from bob.spec.value_lists import Real
from bob.torch_agreement import require_hyperparameters, require_same_prefix, require_tensors

if TYPE_CHECKING:
    from collections.abc import Callable

OFFSETS = dict.fromkeys(("schema", "learner", "data", "initialization"), 0)
LEARNER = {
    "optimizer": "torch.optim.AdamW",
    "group.0.amsgrad": False,
    "group.0.n": 1,
    "member.w": 0,
    "own": 1,
}
OWN = [TensorLine("P/w", "F32", (2, 3)), TensorLine("B/scale", "F32", ())]
STATE = [
    TensorLine("M/w", "F32", (2, 3)),
    TensorLine("V/w", "F32", (2, 3)),
    TensorLine("T/w", "F32", ()),
]


def contract(tensors: list[TensorLine] | None = None, **learner: Any) -> TypedContract:
    lines = (*OWN, *STATE) if tensors is None else tuple(tensors)
    return TypedContract(lines, {**LEARNER, **learner}, {"tokens": "a"}, {}, 0)


def found(check: Callable[[], None]) -> list[Finding]:
    try:
        check()
    except Refused as refused:
        return list(refused.findings)
    return []


def hyperparameters(asked: TypedContract, **options: Any) -> list[str]:
    given = {"is_whole": False, "has_optimizer": True, "adopt": (), **options}
    check = lambda: require_hyperparameters("f", contract(), asked, offsets=OFFSETS, **given)  # noqa: E731
    return [finding.code for finding in found(check)]


def tensors(stated: TypedContract, has_optimizer: bool = True) -> list[tuple[str, str]]:
    told = found(lambda: require_tensors("f", stated, OWN, has_optimizer))
    assert {finding.code for finding in told} <= {"BOB271"}
    return [(finding.part, finding.expected) for finding in told]


OTHER = contract(**{"group.0.n": 2})
LACKS = NOTHING._replace(learner={name: value for name, value in LEARNER.items() if name != "own"})


@pytest.mark.parametrize(
    ("asked", "options", "codes"),
    [
        pytest.param(contract(), {}, [], id="the same"),
        pytest.param(contract(), {"is_whole": True}, [], id="the same, all of it"),
        pytest.param(OTHER, {}, ["BOB210"], id="another value of a group"),
        pytest.param(OTHER, {"adopt": ("n",)}, [], id="adopted"),
        pytest.param(OTHER, {"adopt": ("amsgrad",)}, ["BOB210"], id="another is adopted"),
        pytest.param(contract(**{"group.0.m": 2}), {"adopt": ("m",)}, ["BOB210"], id="the file has it not"),
        pytest.param(contract(**{"group.0.n": Real(0, True)}), {"adopt": ("n",)}, ["BOB210"], id="a width"),
        pytest.param(contract(OWN), {"is_whole": True}, ["BOB211"], id="other tensors are asked for"),
        pytest.param(contract(**{"member.w.n": 1}), {"adopt": ("n",)}, ["BOB210"], id="a member is no entry"),
        pytest.param(OTHER, {"has_optimizer": False}, [], id="no optimizer"),
        pytest.param(LACKS, {}, [], id="the loop's own is not asked"),
        pytest.param(LACKS, {"is_whole": True}, ["BOB210", "BOB212"], id="all of it is asked"),
    ],
)
def test_hyperparameters_are_compared_as_far_as_they_are_asked_for(
    asked: TypedContract, options: dict[str, Any], codes: list[str]
) -> None:
    assert sorted(set(hyperparameters(asked, **options))) == codes


def test_a_model_with_the_state_of_its_parameters_is_taken() -> None:
    assert tensors(contract()) == []
    assert tensors(contract(OWN)) == []


CHANGES = {
    "a parameter is not there": (OWN[1:], [("P/w", "F32[2, 3]")]),
    "another shape": ([TensorLine("P/w", "F32", (3, 2)), OWN[1]], [("P/w", "F32[2, 3]")]),
    "one more": ([*OWN, TensorLine("P/x", "F32", ())], [("P/x", "nothing of this name in the model")]),
    "another name": ([*OWN, TensorLine("x", "F32", ())], [("x", "a name that bob.torch gives")]),
    "a letter alone": ([*OWN, TensorLine("M", "F32", ())], [("M", "a name that bob.torch gives")]),
    "another letter": ([*OWN, TensorLine("Q/w", "F32", ())], [("Q/w", "a name that bob.torch gives")]),
}


@pytest.mark.parametrize(("lines", "told"), CHANGES.values(), ids=CHANGES)
def test_another_model_is_refused_by_the_tensor(lines: list[TensorLine], told: list[tuple[str, str]]) -> None:
    assert tensors(contract(lines), has_optimizer=False) == told


STATES = {
    "moments of another shape": ([TensorLine("M/w", "F32", (2,)), *STATE[1:]], {}, [("M/w", "[2, 3]")]),
    "a step that is no number": ([*STATE[:2], TensorLine("T/w", "F32", (1,))], {}, [("T/w", "[]")]),
    "no step": (STATE[:2], {}, [("T/w", "the rest of the parameter's state")]),
    "amsgrad without its maximum": (
        STATE,
        {"group.0.amsgrad": True},
        [("X/w", "the rest of the parameter's state")],
    ),
}


@pytest.mark.parametrize(("state", "learner", "told"), STATES.values(), ids=STATES)
def test_state_that_is_not_whole_is_refused_where_the_optimizer_is_asked_for(
    state: list[TensorLine], learner: dict[str, Any], told: list[tuple[str, str]]
) -> None:
    stated = contract([*OWN, *state], **learner)
    assert tensors(stated) == told
    assert tensors(stated, has_optimizer=False) == []


@pytest.mark.parametrize(
    "stated",
    [
        pytest.param(contract()._replace(learner={}), id="in no group"),
        pytest.param(
            contract([*OWN, *(line._replace(name=f"{line.name}x") for line in STATE)]), id="of none"
        ),
        pytest.param(
            contract([*OWN, *(line._replace(name=f"{line.name}x") for line in STATE)], **{"member.wx": 0}),
            id="of a parameter that the model has not",
        ),
    ],
)
def test_state_of_a_parameter_that_the_optimizer_has_not_is_refused(stated: TypedContract) -> None:
    assert {expected for _, expected in tensors(stated)} == {"no state: the optimizer has no such parameter"}


def renamed(lines: list[TensorLine], prefix: str) -> list[TensorLine]:
    return [line._replace(name=f"{line.name[:2]}{prefix}{line.name[2:]}") for line in lines]


TWO = [*OWN, TensorLine("P/b.w", "F32", ())]


@pytest.mark.parametrize("prefix", ["module.", "_orig_mod.", "a.b."])
def test_a_prefix_of_all_names_is_one_finding(prefix: str) -> None:
    longer, shorter = renamed(TWO, prefix), TWO
    for file, model, said in ((longer, shorter, "each"), (shorter, longer, "none")):
        (told,) = found(lambda file=file, model=model: require_same_prefix("f", contract(file), model))  # type: ignore[misc]
        assert (told.code, told.part, told.found) == ("BOB271", "names", f"{said} begins with {prefix}")


@pytest.mark.parametrize(
    "file",
    [
        TWO,
        renamed(TWO, "module.")[1:],
        [*renamed(TWO[:1], "module."), *TWO[1:]],
        renamed(TWO, "module"),
        [],
    ],
    ids=["the same", "one missing", "one alone", "no whole part", "none"],
)
def test_names_that_differ_by_more_than_a_prefix_are_told_each(file: list[TensorLine]) -> None:
    assert found(lambda: require_same_prefix("f", contract(file), TWO)) == []
