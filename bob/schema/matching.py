"""Holds the tensors that a file claims to have against a schema: `match(schema, inventory, config)`.

Names are given to patterns, indices and shapes become facts about the dims, the dims are solved by what most
axes say, and then every tensor, count, refinement and config value is held against them. Values are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.judged import Judged
from bob.schema import absences, clauses, culprits, fused, prefixes, stated, strangers, transposed
from bob.schema.config import linked
from bob.schema.evidence import again, gather
from bob.schema.names import assign
from bob.schema.residue import ask
from bob.schema.settled import settled
from bob.schema.solving import solve
from bob.schema.told import Told
from bob.schema.undecided import undecided
from bob.schema.variants import told_of_spellings, variant
from bob.spec.terms import Name, names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.errors import Finding
    from bob.formats.inventory import Entry, Inventory
    from bob.judged import Line
    from bob.schema.compiled import Spec
    from bob.schema.config import Linked
    from bob.schema.evidence import Evidence, Group
    from bob.schema.language import Schema
    from bob.schema.names import Assigned
    from bob.schema.ranges import Numbers
    from bob.schema.settled import Settled


class Matched(NamedTuple):
    """What holding an inventory against a schema came to.

    `binding` are the dims that are certain, `undecided` the others, each with what would decide it. `lines`
    stand beside `findings`. `entries` are the tensors by pattern, in the order of `Spec.patterns`, and by
    indices; `tied` the pairs that have to be equal, bit for bit, which their values alone show.
    """

    binding: Mapping[str, int]
    undecided: Mapping[str, str]
    findings: tuple[Finding, ...]
    lines: tuple[Line | None, ...]
    notes: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    entries: tuple[Mapping[Numbers, Entry], ...] = ()
    tied: tuple[tuple[Entry, Entry], ...] = ()

    def judged(self, subject: str) -> Judged:
        """The same as a judgement of a file."""
        return Judged(subject, self.findings, self.lines, self.not_checked)


def match(schema: type[Schema], inventory: Inventory, config: Mapping[str, object] | None = None) -> Matched:
    """Every way in which the tensors, and the config if there is one, are not what the schema says."""
    spec = variant(schema.spec, inventory.entries, config)
    said = None if config is None else linked(spec.dims, config)
    matching = _Matching(spec, assign(spec, inventory.entries), said)
    matching.find_names()
    matching.find_dims()
    matching.tell()
    at, pairs = matching.at, tuple(_tied(spec, matching.assigned))
    return Matched(
        {name: at.binding[name] for name in spec.dims if name in at.binding},
        undecided(spec, at, _unused(spec, matching.assigned)),
        tuple(each.finding for each in matching.told),
        tuple(each.line for each in matching.told),
        (*told_of_spellings(schema.spec, spec), *clauses.mixed(matching.evidence.groups)),
        tuple(_not_checked(pairs, config, at)),
        matching.assigned.entries,
        pairs,
    )


class _Matching:
    """One inventory on its way: first its names, then its dims, then everything that is to be told."""

    def __init__(self, spec: Spec, assigned: Assigned, said: Linked | None) -> None:
        self.spec = spec
        self.assigned = assigned
        self.said = said
        self.told = [*prefixes.prefixed(spec, assigned)]
        self._explained: set[str] = set()
        self._backwards: list[Group] = []
        self._values = {} if said is None else {name: each.value for name, each in said.values.items()}
        self._fields = {} if said is None else {name: each.field for name, each in said.values.items()}
        self._absent = {} if said is None else {n: t for n, t in spec.absent.items() if n not in self._values}
        self.evidence = gather(spec, assigned)
        self.at = self._solved(self.evidence)

    def _solved(self, evidence: Evidence) -> Settled:
        for name, value in self._values.items():
            evidence.facts.say(Name(name), value, 0)
        return settled(evidence, solve(evidence.facts, self._values, self._absent), self._fields)

    def _lacks(self) -> list[absences.Lack]:
        lacks = absences.absences(self.spec, self.assigned, self.evidence.counts, self.at)
        return [lack for lack in lacks if lack.pattern.text not in self._explained]

    def find_names(self) -> None:
        """Recognise params that are fused or parted, then misspelt names, and look at the rest once more."""
        lacks = self._lacks()
        if not lacks and not self.assigned.strangers and not self.assigned.beyond:
            return
        before = {lack.pattern.text for lack in lacks}
        self.told += fused.fusions(self.assigned, lacks, self.at)
        for text, told in fused.fused_under_a_part(self.spec, self.assigned, lacks, self.at, self._without):
            self._explained.add(text)
            self.told.append(told)
        self._explained |= before - {lack.pattern.text for lack in lacks}
        self.told += strangers.misspelt(self.spec, self.assigned)
        self.evidence = gather(self.spec, self.assigned)
        self.at = self._solved(self.evidence)

    def _without(self, number: int) -> Settled:
        """The dims as they are when one pattern says nothing of them."""
        pattern = self.spec.patterns[number]
        groups = [group for group in self.evidence.groups if group.pattern is not pattern]
        return self._solved(again(self.evidence._replace(groups=groups)))

    def find_dims(self) -> None:
        """Solve the dims, transposed tensors turned round; the judge is asked last, and once."""
        self.evidence, self.at, self._backwards = transposed.turned(self.evidence, self.at, self._solved)
        asked = ask(self.spec, self.evidence.facts, self.at.solution.known)
        self.at = settled(self.evidence, self.at.solution, self._fields, asked)

    def tell(self) -> None:
        """Hold everything against the dims."""
        spec, assigned, evidence, at = self.spec, self.assigned, self.evidence, self.at
        turned = {id(group) for group in self._backwards}
        straight = [group for group in evidence.groups if id(group) not in turned]
        lacks = self._lacks()
        self.told += [
            *absences.holes(spec, evidence.counts, evidence.seen, lacks),
            *absences.lacking(lacks, at),
            *strangers.unexpected(spec, assigned),
            *strangers.beyond(spec, assigned),
            *clauses.misshapen(at, straight),
            *transposed.transpositions(at, self._backwards),
            *culprits.culprits(at, straight),
            *culprits.miscounted(at, evidence.counts.values()),
            *clauses.mistyped(evidence.groups),
            *clauses.out_of_bounds(spec, at),
            *clauses.unrefined(spec, at),
        ]
        if self.said is not None:
            self.told += stated.disagreements(spec, at, self.said.values)
            self.told += [Told(finding, spec.line) for finding in self.said.findings]


def _unused(spec: Spec, assigned: Assigned) -> set[str]:
    """The dims that only params have which may be absent, and are."""
    of: dict[bool, set[str]] = {True: set(), False: set()}
    for pattern, held in zip(spec.patterns, assigned.entries, strict=True):
        of[bool(held) or not pattern.gates].update(*map(names, pattern.axes))
    return of[False] - of[True]


def _tied(spec: Spec, assigned: Assigned) -> Iterator[tuple[Entry, Entry]]:
    for pattern, held in zip(spec.patterns, assigned.entries, strict=True):
        if pattern.tied is not None:
            others = assigned.entries[spec.by_text[pattern.tied]]
            yield from ((entry, others[numbers]) for numbers, entry in held.items() if numbers in others)


def _not_checked(pairs: Sequence[object], config: object, at: Settled) -> Iterator[str]:
    yield "values"
    if pairs:
        yield "that tied tensors are equal"
    if config is None:
        yield "any config"
    if at.by_config:
        yield f"{', '.join(at.by_config)} (fixed by the config alone)"
    if at.residue.gave_up:
        yield f"whether {', '.join(at.residue.dims)} are decided: {at.residue.gave_up}"
