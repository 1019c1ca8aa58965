"""What a tensor or a dim must be by itself: rank, type, bounds; and refinements, once the dims are known."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bob.judged import Line
from bob.schema import wording
from bob.schema.settled import equation
from bob.schema.told import told
from bob.spec.evaluation import Fault, holds
from bob.spec.terms import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.schema.compiled import Spec, Stated
    from bob.schema.evidence import Group
    from bob.schema.settled import Settled
    from bob.schema.told import Told


def misshapen(settled: Settled, groups: Iterable[Group]) -> Iterator[Told]:
    """BOB617 for tensors with more or fewer axes than their param."""
    for group in groups:
        if not group.fits:
            pattern = group.pattern
            part, found = wording.all_of(pattern, group.numbers), wording.shape(group.shape)
            expected = wording.meant(pattern.axes, settled.binding)
            sizes = [settled.size(term) for term in pattern.axes]
            same = [n for n in group.shape if n != 1] == [n for n in sizes if n != 1]
            yield told(
                "BOB617", pattern.line, part, found, expected, "the same but for axes of 1" if same else ""
            )


def mistyped(groups: Iterable[Group]) -> Iterator[Told]:
    """BOB621 for tensors of a type outside of their param's class."""
    wrong: dict[tuple[str, str], list[Group]] = {}
    for group in groups:
        if group.dtype not in group.pattern.dtypes:
            wrong.setdefault((group.pattern.text, group.dtype), []).append(group)
    for (_, dtype), those in wrong.items():
        pattern = those[0].pattern
        part = wording.all_of(pattern, [numbers for group in those for numbers in group.numbers])
        yield told("BOB621", pattern.line, part, dtype, pattern.dtypes.told)


def mixed(groups: Iterable[Group]) -> Iterator[str]:
    """A note for each pattern whose tensors are of several types, all of them allowed."""
    types: dict[str, Counter[str]] = {}
    last: dict[tuple[str, str], Group] = {}
    for group in groups:
        if group.dtype not in group.pattern.dtypes:
            continue
        types.setdefault(group.pattern.text, Counter())[group.dtype] += len(group.numbers)
        last[group.pattern.text, group.dtype] = group
    for text, counts in types.items():
        (most, n), *rest = counts.most_common()
        for dtype, _ in rest:
            group = last[text, dtype]
            where = wording.all_of(group.pattern, group.numbers)
            verb = "is" if len(group.numbers) == 1 else "are"
            yield f"{where} {verb} {dtype}, where {n:,} of its kind are {most}"


def out_of_bounds(spec: Spec, settled: Settled) -> Iterator[Told]:
    """BOB624 for each dim that the schema does not allow."""
    for name, value in settled.binding.items():
        dim = spec.dims[name]
        if not dim.allows(value):
            bounds = f"at least {dim.low:,}" if dim.high is None else f"{dim.low:,} to {dim.high:,}"
            yield told("BOB624", Line(*dim.place), name, f"{name} = {value:,}", bounds)


def unrefined(spec: Spec, settled: Settled) -> Iterator[Told]:
    """BOB623 for each refinement that does not hold, BOB622 where no dims give the sizes of the file."""
    asked = settled.residue
    for stated in spec.refinements:
        mentioned = names(stated.predicate)
        if mentioned <= settled.binding.keys():
            yield from _refined(stated, settled)
        elif asked.narrowed and mentioned & set(asked.dims):
            equations = [equation(fact.term, fact.value) for fact in asked.facts]
            plain = map(settled.said, sorted(mentioned & set(settled.binding)))
            found = ", ".join([*equations, *plain])
            yield told("BOB623", stated.line, stated.name, found, stated.sentence)
    if asked.impossible and not asked.narrowed:
        found = ", ".join(f"{equation(f.term, f.value)} in {settled.place(f)}" for f in asked.facts)
        dims = ", ".join(asked.dims)
        yield told("BOB622", spec.line, dims, found, f"{dims} for which all of that holds")


def _refined(stated: Stated, settled: Settled) -> Iterator[Told]:
    note = ""
    try:
        if holds(stated.predicate, settled.binding):
            return
    except Fault as fault:
        note = str(fault)
    found = ", ".join(map(settled.said, sorted(names(stated.predicate))))
    yield told("BOB623", stated.line, stated.name, found, stated.sentence, note)
