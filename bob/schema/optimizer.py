"""The state of Adam as `optimizer.state_dict()` holds it, wherever it lies in a file: `adam_states`.

    for state in adam_states(inventory, plain_of(source)): ...

Each param has exp_avg, exp_avg_sq and step under its number, or its name; `param_groups` gives the numbers,
the betas and, since PyTorch 2.6 where params were given by name, `param_names`. Names alone say which param a
state is of: the order in which params come is no evidence. Source: torch/optim/optimizer.py (state_dict) and
torch/optim/adam.py of PyTorch 2.13; torch.distributed.fsdp (optim_state_dict) for states by name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.formats.inventory import Entry, Inventory

FIRST, SECOND, LARGEST, STEP = "exp_avg", "exp_avg_sq", "max_exp_avg_sq", "step"
_PARTS = (FIRST, SECOND, LARGEST, STEP)
_NAME = re.compile(r"((?:.*?\.)??)state\.(.+)\.([^.]+)", re.DOTALL)
_DEEPEST = 6


class Moments(NamedTuple):
    """The state of one param, under `key`: its tensors, and its step, a tensor or a number."""

    key: str
    first: Entry | None
    second: Entry | None
    largest: Entry | None
    step: Entry | int | float | None


class Group(NamedTuple):
    """A group of params: their keys, their names where it has names, and what their updates are made with."""

    keys: tuple[str, ...]
    names: tuple[str, ...] | None
    betas: tuple[float, float] | None
    amsgrad: bool


class AdamState(NamedTuple):
    """One optimizer: the text before its names, its states by key, its groups where they are known."""

    prefix: str
    moments: Mapping[str, Moments]
    groups: tuple[Group, ...] | None

    @property
    def names(self) -> dict[str, str] | None:
        """The names of params by key; None where an optimizer has numbers alone."""
        if self.groups is None or not all(group.names for group in self.groups if group.keys):
            return None if any(key.isdigit() for key in self.moments) else {key: key for key in self.moments}
        return {
            key: name
            for group in self.groups
            for key, name in zip(group.keys, group.names or (), strict=False)
        }

    def group_of(self) -> dict[str, Group]:
        """The group of each key."""
        return {key: group for group in self.groups or () for key in group.keys}


def adam_states(inventory: Inventory, plain: object) -> list[AdamState]:
    """The optimizers of a file whose states have moments, by the names of its tensors, in order.

    `plain` is what the file holds beside tensors (`bob.schema.optimizer_pickle`), None where it is not known.
    """
    found: dict[str, dict[str, dict[str, Entry]]] = {}
    for entry in inventory.entries:
        match = _NAME.fullmatch(entry.name)
        if match is not None and match[3] in _PARTS:
            prefix, key, part = match.groups()
            found.setdefault(prefix, {}).setdefault(key, {})[part] = entry
    said = dict(_optimizers(plain, "", _DEEPEST))
    return [
        AdamState(prefix, _moments(prefix, states, said.get(prefix), inventory), _groups(said.get(prefix)))
        for prefix, states in found.items()
        if any(FIRST in parts or SECOND in parts for parts in states.values())
    ]


def is_of(states: list[AdamState], name: str) -> bool:
    """Whether a tensor belongs to one of these optimizers, by its name."""
    match = _NAME.fullmatch(name)
    return match is not None and any(
        match[1] == state.prefix and match[2] in state.moments for state in states
    )


def other_parts(states: list[AdamState], inventory: Inventory) -> list[Entry]:
    """The tensors under the states of these optimizers that no Adam keeps."""
    return [
        entry
        for entry in inventory.entries
        if is_of(states, entry.name) and entry.name.rpartition(".")[2] not in _PARTS
    ]


def _optimizers(value: object, path: str, depth: int) -> Iterator[tuple[str, dict[object, object]]]:
    """The dicts that hold `state` and `param_groups`, each with the path to it."""
    if depth == 0:
        return
    if isinstance(value, dict):
        if isinstance(value.get("state"), dict) and isinstance(value.get("param_groups"), list):
            yield path, value
            return
        for key, inner in value.items():
            yield from _optimizers(inner, f"{path}{key}.", depth - 1)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, dict):
                yield from _optimizers(inner, f"{path}{number}.", depth - 1)


def _moments(
    prefix: str,
    states: Mapping[str, Mapping[str, Entry]],
    said: Mapping[object, object] | None,
    inventory: Inventory,
) -> dict[str, Moments]:
    plain = said.get("state") if said is not None else None
    by_key = {str(key): value for key, value in plain.items()} if isinstance(plain, dict) else {}
    found = {}
    for key, parts in states.items():
        step: Entry | int | float | None = parts.get(STEP)
        if step is None:
            own = by_key.get(key)
            stated = own.get(STEP) if isinstance(own, dict) else None
            if stated is None:
                stated = inventory.metadata.get(f"{prefix}state.{key}.{STEP}")
            step = stated if isinstance(stated, int | float) and not isinstance(stated, bool) else None
        found[key] = Moments(key, parts.get(FIRST), parts.get(SECOND), parts.get(LARGEST), step)
    return found


def _groups(said: Mapping[object, object] | None) -> tuple[Group, ...] | None:
    groups = said.get("param_groups") if said is not None else None
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        return None
    return tuple(_group(group) for group in groups)


def _group(said: Mapping[object, object]) -> Group:
    keys, names, betas = said.get("params"), said.get("param_names"), said.get("betas")
    return Group(
        tuple(map(str, keys)) if isinstance(keys, list | tuple) else (),
        tuple(map(str, names)) if isinstance(names, list | tuple) else None,
        _pair(betas),
        bool(said.get("amsgrad", False)),
    )


def _pair(betas: object) -> tuple[float, float] | None:
    if isinstance(betas, list | tuple) and len(betas) == 2:
        one, other = betas
        if isinstance(one, int | float) and isinstance(other, int | float):
            return float(one), float(other)
    return None
