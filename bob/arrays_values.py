"""The numbers of a checkpoint of envelope version 2: `check_typed_values(contents, inventory, contract)`.

Floats are finite. Where `bob.torch` laid the file, its moments are held to Adam's laws as well: V at or above
0, within what gradients can give under the betas that the learner part states, steps that count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import so_many
from bob.schema.optimizer import AdamState, Group, Moments
from bob.schema.optimizer_values import check_adam_values
from bob.schema.values import check_finite
from bob.spec.value_lists import Real
from bob.torch_agreement import STATE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.envelope.typed_contract import TypedContract
    from bob.errors import Finding
    from bob.formats.content import Contents
    from bob.formats.inventory import Entry, Inventory
    from bob.spec.value_lists import Plain

_MEMBER = "member."


class Numbers(NamedTuple):
    """Findings; in phrases what the numbers agree with, what is to be known and what was not looked at."""

    findings: tuple[Finding, ...]
    said: tuple[str, ...]
    notes: tuple[str, ...]
    not_checked: tuple[str, ...]


def check_typed_values(contents: Contents, inventory: Inventory, contract: TypedContract) -> Numbers:
    """Hold the numbers of a file whose digests and contract are what its header states to what is known.

    Raises `Refused` where they cannot be read.
    """
    state = laid_state(inventory, contract.learner)
    rest = [entry for entry in inventory.entries if state is None or not _is_state(entry)]
    checked = [check_finite(contents, rest)]
    said, open_ = ["numbers finite"], []
    if state is None:
        open_ = ["ranges (bob verify schema --values)"]
    else:
        checked.append(check_adam_values([state], contents))
        said.append(f"Adam's moments of {so_many(len(state.moments), 'parameter')} by their laws")
    return Numbers(
        tuple(told.finding for each in checked for told in each.told),
        tuple(said),
        tuple(note for each in checked for note in each.notes),
        (*(phrase for each in checked for phrase in each.not_checked), *open_),
    )


def laid_state(inventory: Inventory, learner: Mapping[str, Plain]) -> AdamState | None:
    """Adam's state as `bob.torch` lays it, by the names of parameters; None where it laid none."""
    if "optimizer" not in learner:
        return None
    planes: dict[str, dict[str, Entry]] = {letter: {} for letter in STATE}
    for entry in filter(_is_state, inventory.entries):
        letter, _, name = entry.name.partition("/")
        planes[letter][name] = entry
    names = dict.fromkeys(name for plane in planes.values() for name in plane)
    moments = {name: Moments(name, *(planes[letter].get(name) for letter in "MVXT")) for name in names}
    return AdamState("", moments, tuple(_groups(learner))) if moments else None


def _is_state(entry: Entry) -> bool:
    letter, slash, _ = entry.name.partition("/")
    return bool(slash) and letter in STATE


def _groups(learner: Mapping[str, Plain]) -> list[Group]:
    """The parameter groups that the learner part states."""
    members: dict[object, list[str]] = {}
    for name, group in learner.items():
        if name.startswith(_MEMBER):
            members.setdefault(group, []).append(name.removeprefix(_MEMBER))
    return [
        Group(tuple(keys), tuple(keys), _betas(learner, group), learner.get(f"group.{group}.amsgrad") is True)
        for group, keys in members.items()
    ]


def _betas(learner: Mapping[str, Plain], group: object) -> tuple[float, float] | None:
    match [learner.get(f"group.{group}.betas.{i}") for i in range(2)]:
        case [Real() as beta1, Real() as beta2]:
            return beta1.number, beta2.number
    return None
