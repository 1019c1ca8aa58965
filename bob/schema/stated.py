"""A config held against the weights: where the two differ, both are named: `disagreements`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.errors import so_many
from bob.judged import Line
from bob.schema import wording
from bob.schema.culprits import padding
from bob.schema.settled import equation
from bob.schema.solving import solve
from bob.schema.told import told
from bob.spec.terms import Name, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.schema.compiled import Spec
    from bob.schema.config import Stated
    from bob.schema.facts import Fact
    from bob.schema.settled import Settled
    from bob.schema.told import Told

_MOST_SHARDS = 100


def disagreements(spec: Spec, settled: Settled, stated: Mapping[str, Stated]) -> Iterator[Told]:
    """BOB620 for each field that states another number than the weights have."""
    for name, each in stated.items():
        value = settled.binding.get(name)
        if value is not None and value != each.value:
            note = _note(spec, settled, name, stated)
            yield _told(spec, settled, name, each.field, f"{each.value:,}", note)
    for name, term in spec.absent.items():
        value, meant = settled.binding.get(name), wording.at(term, settled.binding)
        if name not in stated and value is not None and meant is not None and value != meant:
            fields = repr(spec.dims[name].config)
            found = f"no {fields}, which means {text(term)} = {meant:,}"
            yield _told(spec, settled, name, fields, found)


def _note(spec: Spec, settled: Settled, name: str, stated: Mapping[str, Stated]) -> str:
    """Which other field may be the wrong one, or what became of a size; of a count that is never said."""
    note = _or_else(spec, settled, name, stated)
    if note or _is_count(settled, name):
        return note
    return padding(settled.binding[name], stated[name].value) or _shard(settled, name, stated)


def _is_count(settled: Settled, name: str) -> bool:
    return any(number in settled.indices for number in settled.facts.of[name])


def _shard(settled: Settled, name: str, stated: Mapping[str, Stated]) -> str:
    """That a config's size is so many times that of the weights, where another dim's is as well."""

    def times(dim: str) -> int:
        own, said = settled.binding.get(dim), stated[dim].value
        return said // own if own and not said % own and not _is_count(settled, dim) else 0

    n = times(name)
    others = [dim for dim in stated if dim != name and times(dim) == n]
    if not others or not 2 <= n <= _MOST_SHARDS:
        return ""
    return f"{n} times what the weights have, and so is {others[0]}: is this one of {n} shards?"


def _told(spec: Spec, settled: Settled, name: str, field: str, found: str, note: str = "") -> Told:
    """The dim's value in the weights with an axis that states it, or the sizes that ask for it."""
    line = Line(*spec.dims[name].place)
    best = min(settled.holding(name), key=lambda fact: (len(fact.dims), -fact.weight), default=None)
    expected = f"{name} = {settled.binding[name]:,}"
    if best is not None:
        states = "" if isinstance(best.term, Name) else f"{equation(best.term, best.value)} in "
        expected += f" by the weights ({states}{settled.place(best)}{_more(settled, best)})"
    return told("BOB620", line, f"config {field}", found, expected, note)


def _more(settled: Settled, best: Fact) -> str:
    many = best.weight > 1 and best.number in settled.first
    return f" and {so_many(best.weight - 1, 'other')}" if many else ""


def _or_else(spec: Spec, settled: Settled, name: str, stated: Mapping[str, Stated]) -> str:
    """Where shapes fix only some dims together: which other field may as well be the wrong one."""
    broken = settled.facts.against(settled.binding)
    if name not in settled.solution.by_config:
        return ""
    for other in stated:
        if other == name or other not in settled.solution.by_config:
            continue
        values = {dim: each.value for dim, each in stated.items() if dim != other}
        absent = {dim: term for dim, term in spec.absent.items() if dim not in stated}
        known = solve(settled.facts, values, absent).known
        if known.get(name) != stated[name].value or other not in known:
            continue
        if settled.facts.against(known) <= broken:
            field, value = stated[other].field, stated[other].value
            return f"given {field} {value:,}; or that is wrong, and {other} = {known[other]:,}"
    return ""
