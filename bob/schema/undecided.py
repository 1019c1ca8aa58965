"""Dims that shapes and config leave open, each with what would decide it: `undecided`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.schema.solving import propagated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bob.schema.compiled import Spec
    from bob.schema.settled import Settled


def undecided(spec: Spec, settled: Settled, unused: Collection[str]) -> dict[str, str]:
    """For each open dim the config values any one of which fixes it, by way of the shapes where need be.

    `unused` are dims that nothing in the file has.
    """
    open_dims = [name for name in spec.dims if name not in settled.binding and name not in unused]
    numbers = settled.residue.numbers
    fixed = {
        name: propagated(settled.facts, {**settled.binding, name: numbers.get(name, 1)}).keys()
        for name in open_dims
        if spec.dims[name].config is not None
    }
    said = {}
    for dim in open_dims:
        deciding = [name for name, by in fixed.items() if dim in by]
        deciding.sort(key=lambda name: name != dim)
        fields = [repr(spec.dims[name].config) for name in deciding]
        text = f"config {_either(fields)}" if fields else "no config value decides it alone"
        said[dim] = ", ".join([text, *_why(settled, dim)])
    return said


def _either(fields: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(fields[:-1]), fields[-1])))


def _why(settled: Settled, dim: str) -> Iterator[str]:
    asked = settled.residue
    if dim in asked.dims and asked.gave_up:
        yield f"the solver gave up ({asked.gave_up})"
    elif dim in asked.several:
        yield f"{dim} = {asked.numbers[dim]:,} is one solution of several"
