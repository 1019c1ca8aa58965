"""What an optimizer says of itself, as values of the learner part: its parameter groups, bit for bit.

    values = group_values(optimizer.param_groups, parameters, real)      # {"group.0.lr": Real(...), ...}
    contract = with_values(asked, values)

Knows no PyTorch: `real` says which number a tensor is, or None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bob.errors import Finding, Refused
from bob.spec.value_lists import Plain, Real
from bob.torch_agreement import OWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from bob.envelope.typed_contract import TypedContract

    AsReal: TypeAlias = Callable[[object], Real | None]


def with_values(asked: TypedContract, values: Mapping[str, Plain]) -> TypedContract:
    """A contract with these values in its learner part; `Refused` (BOB230) where it has one of them."""
    clash = [name for name in asked.learner if name.startswith(OWN)]
    if clash:
        expected = "what the optimizer says"
        raise Refused("contract", [Finding("BOB230", f"learner.{n}", "given", expected) for n in clash])
    return asked._replace(learner={**asked.learner, **values})


def group_values(
    groups: Sequence[Mapping[str, Any]], parameters: Mapping[str, object], real: AsReal
) -> dict[str, Plain]:
    """Each entry of each group that is not None, and of each parameter the number of its group.

    `param_names`, in their order, are left out: parameters go by their names in the model.
    Raises `Refused` (BOB270) for an entry that is no number, text, or list of these.
    """
    names = {id(each): name for name, each in parameters.items()}
    values: dict[str, Plain] = {}
    for i, group in enumerate(groups):
        for key, value in group.items():
            if key == "params":
                values |= {f"member.{names[id(each)]}": i for each in value}
            elif value is not None and key != "param_names":
                values |= _plain(f"group.{i}.{key}", value, real)
    return values


def _plain(name: str, value: object, real: AsReal) -> dict[str, Plain]:
    match value:
        case bool() | int() | str():
            return {name: value}
        case float():
            return {name: Real.of(value)}
        case tuple() | list():
            items = [_plain(f"{name}.{j}", each, real) for j, each in enumerate(value)]
            return {key: plain for item in items for key, plain in item.items()}
    number = real(value)
    if number is None:
        found = f"a value of type {type(value).__name__}"
        raise Refused("optimizer", [Finding("BOB270", name, found, "a number or a text")])
    return {name: number}
