"""What an optimizer says of itself becomes values of the learner part, without PyTorch."""

from __future__ import annotations

from typing import Any

import pytest

from bob.envelope.typed_contract import NOTHING
from bob.errors import Finding, Refused
from bob.spec.value_lists import Real
from bob.torch_groups import group_values, with_values

W, B = object(), object()
PARAMETERS = {"w": W, "b": B}


class Scalar:
    """As a tensor of one number is."""


def real(value: object) -> Real | None:
    return Real.of(0.5) if isinstance(value, Scalar) else None


def values(*groups: dict[str, Any]) -> dict[str, Any]:
    return group_values(groups, PARAMETERS, real)


def test_each_parameter_has_the_number_of_its_group() -> None:
    assert values({"params": [W]}, {"params": [B]}) == {"member.w": 0, "member.b": 1}


def test_each_entry_is_a_value_of_its_own_and_none_is_none() -> None:
    group = {"lr": 0.1, "betas": (0.9, 0.999), "amsgrad": False, "name": "all", "n": 3, "foreach": None}
    group |= {"param_names": ["w", "b"]}
    assert values(group) == {
        "group.0.lr": Real.of(0.1),
        "group.0.betas.0": Real.of(0.9),
        "group.0.betas.1": Real.of(0.999),
        "group.0.amsgrad": False,
        "group.0.name": "all",
        "group.0.n": 3,
    }


def test_a_tensor_of_one_number_is_that_number() -> None:
    assert values({"lr": Scalar()}) == {"group.0.lr": Real.of(0.5)}


@pytest.mark.parametrize("value", [{}, object(), [0.1, {}]], ids=["mapping", "object", "within"])
def test_an_entry_that_is_no_number_is_refused_by_name(value: object) -> None:
    with pytest.raises(Refused) as refused:
        values({"x": value})
    (finding,) = refused.value.findings
    assert (finding.code, finding.part.startswith("group.0.x")) == ("BOB270", True)


def test_a_contract_keeps_its_own_values_beside_the_optimizers() -> None:
    asked = NOTHING._replace(learner={"schedule": "cosine"})
    assert with_values(asked, {"group.0.n": 3}).learner == {"schedule": "cosine", "group.0.n": 3}


@pytest.mark.parametrize("name", ["optimizer", "group.0.lr", "member.w"])
def test_what_the_optimizer_says_is_not_for_the_contract_to_say(name: str) -> None:
    with pytest.raises(Refused) as refused:
        with_values(NOTHING._replace(learner={name: 1}), {})
    expected = Finding("BOB230", f"learner.{name}", "given", "what the optimizer says")
    assert refused.value.findings == (expected,)
