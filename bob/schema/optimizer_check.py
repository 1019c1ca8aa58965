"""Holds the state of Adam against its params and itself, as far as headers go: `check_adam(states, params)`.

States are matched with params by name. Where an optimizer has numbers alone, that is said, and all that is
asked then is that for each shape of a state there are as many params as states. Numbers are read by
`bob.schema.optimizer_values`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bob.errors import so_many
from bob.schema import wording
from bob.schema.alignment import aligned
from bob.schema.dtypes import FLOAT, INT
from bob.schema.optimizer import FIRST, LARGEST, SECOND, STEP
from bob.schema.optimizer_telling import Telling

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.formats.gathered import Gathered
    from bob.formats.inventory import Entry
    from bob.schema.checked import Checked
    from bob.schema.optimizer import AdamState, Group, Moments

    Shapes = Mapping[str, tuple[int, ...]]


def check_adam(states: Iterable[AdamState], params: Shapes | None, others: Iterable[Entry] = ()) -> Checked:
    """Every finding about these optimizers; `params` has shapes of params by name, if they are known.

    `others` are tensors under the states that are no part of Adam's.
    """
    told = Telling()
    for entry in others:
        what = f"{entry.dtype} {wording.shape(entry.shape)}"
        told.found.add("BOB611", entry.name, what, f"{FIRST}, {SECOND}, {LARGEST} and {STEP} alone")
    n_states = 0
    for state in states:
        for moments in state.moments.values():
            _check_parts(state.prefix, moments, told.found)
        _check_groups(state, told)
        _check_params(state, params, told)
        n_states += len(state.moments)
    if not n_states:
        told.found.add("BOB630", "state", "no exp_avg and exp_avg_sq", "moments for each param")
    return told.checked()


def _check_parts(prefix: str, moments: Moments, found: Gathered) -> None:
    """All parts are there, of their types, and of one shape."""
    part = f"{prefix}state.{moments.key}"
    parts = {FIRST: moments.first, SECOND: moments.second, STEP: moments.step}
    for name in (name for name, held in parts.items() if held is None):
        found.add("BOB631", f"{part}.{name}", "not there", "exp_avg, exp_avg_sq and step")
    held = {FIRST: moments.first, SECOND: moments.second, LARGEST: moments.largest}
    tensors = {name: entry for name, entry in held.items() if entry is not None}
    for name, entry in tensors.items():
        if entry.dtype not in FLOAT:
            found.add("BOB635", f"{part}.{name}", entry.dtype, FLOAT.told)
    shape = next((entry.shape for entry in tensors.values()), ())
    for name, entry in tensors.items():
        if entry.shape != shape:
            expected = f"{wording.shape(shape)}, as the first moment"
            found.add("BOB632", f"{part}.{name}", wording.shape(entry.shape), expected)
    step = moments.step
    if step is not None and not isinstance(step, int | float):
        if step.dtype not in FLOAT | INT:
            found.add("BOB635", f"{part}.{STEP}", step.dtype, f"{FLOAT.told}, or a whole number")
        if step.shape not in ((), (1,)):
            found.add("BOB646", f"{part}.{STEP}", f"the shape {wording.shape(step.shape)}", "one number")


def _check_groups(state: AdamState, told: Telling) -> None:
    if state.groups is None:
        told.leave_open("the groups of the optimizer (not read): its betas, and which params it has")
        return
    part, found = f"{state.prefix}param_groups", told.found
    seen: dict[str, int] = {}
    for number, group in enumerate(state.groups):
        _check_group(f"{part}.{number}", group, found)
        for key in group.keys:
            if key in seen:
                found.add(
                    "BOB634", f"{part}.{number}", f"the param {key}, as group {seen[key]}", "each param once"
                )
            seen[key] = number
        for key in (key for key in group.keys if group.amsgrad):
            if key in state.moments and state.moments[key].largest is None:
                found.add("BOB631", f"{state.prefix}state.{key}.{LARGEST}", "not there", "it, with amsgrad")
    for key in state.moments.keys() - seen.keys():
        found.add("BOB634", f"{state.prefix}state.{key}", "a param of no group", "one of a group")
    names = [name for group in state.groups for name in group.names or ()]
    for name, count in Counter(names).items():
        if count > 1:
            found.add("BOB634", part, f"the name {name} {count:,} times", "each name once")


def _check_group(part: str, group: Group, found: Gathered) -> None:
    if group.names is not None and len(group.names) != len(group.keys):
        expected = f"{len(group.keys):,}, one for each param"
        found.add("BOB634", part, so_many(len(group.names), "name"), expected)
    for name, beta in zip(("beta1", "beta2"), group.betas or (), strict=False):
        if not 0 <= beta < 1:
            found.add("BOB649", f"{part}.{name}", repr(beta), "from 0 to below 1")


def _check_params(state: AdamState, params: Shapes | None, told: Telling) -> None:
    """Each state against the param of its name, or all of them against all shapes."""
    names = state.names
    if names is None:
        told.leave_open("which param each state is of (the optimizer has numbers alone)")
        _note_absent([k for group in state.groups or () for k in group.keys if k not in state.moments], told)
    if params is None:
        told.leave_open("the params (none in the file; --base FILE names theirs)")
    elif names is None:
        _check_shapes(state, params, told.found)
    else:
        _check_names(state, names, params, told)


def _check_names(state: AdamState, names: Mapping[str, str], params: Shapes, told: Telling) -> None:
    change = aligned([*names.values()], params)
    if change.told:
        told.note(f"params are found by the optimizer's names {change.told}")
    for key, moments in state.moments.items():
        name = names.get(key)
        if name is None:
            continue
        entry = moments.first or moments.second
        shape = params.get(change.of(name))
        if shape is None:
            told.found.add("BOB633", f"{state.prefix}state.{key}", f"of {name}", "a param of the checkpoint")
        elif entry is not None and entry.shape != shape:
            said = f"{wording.shape(entry.shape)}, of {name}"
            told.found.add("BOB632", entry.name, said, wording.shape(shape))
    _note_absent(sorted(name for key, name in names.items() if key not in state.moments), told)


def _note_absent(params: list[str], told: Telling) -> None:
    """That params of a group, by name or number, have no state."""
    if params:
        more = f" and {len(params) - 1:,} more" if len(params) > 1 else ""
        which = f"the param {params[0]}" if params[0].isdigit() else params[0]
        told.note(f"no state for {which}{more}: never updated, or lost")


def _check_shapes(state: AdamState, params: Shapes, found: Gathered) -> None:
    have = Counter(params.values())
    held: dict[tuple[int, ...], list[Entry]] = {}
    for moments in state.moments.values():
        if moments.first is not None:
            held.setdefault(moments.first.shape, []).append(moments.first)
    for shape, entries in held.items():
        if len(entries) > have[shape]:
            said = f"{so_many(len(entries), 'state')} of {wording.shape(shape)}"
            expected = f"a param of that shape for each, not {have[shape]:,}"
            found.add("BOB632", entries[0].name, said, expected)
