"""The dims of a file as they were solved, and what each fact ought to say then: `Settled`.

A term whose dims are known has the value that they give it. One that the weights fix only as a whole, H*K
without H and K, has the value that most of its axes have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import so_many
from bob.schema import wording
from bob.schema.residue import NOT_ASKED
from bob.spec.terms import Const, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from bob.schema.evidence import Evidence, Group
    from bob.schema.facts import Fact, Facts
    from bob.schema.residue import Asked
    from bob.schema.solving import Solution
    from bob.spec.terms import Term


class Settled(NamedTuple):
    """Facts with the dims that came of them; `binding` holds those that are certain.

    `first` and `indices` say where a fact stands, `fields` which field of a config states a dim, `weights`
    keeps how many axes are for a dim's value.
    """

    facts: Facts
    binding: Mapping[str, int]
    solution: Solution
    residue: Asked
    first: Mapping[int, tuple[Group, int]]
    indices: Mapping[int, str]
    fields: Mapping[str, str]
    weights: dict[str, int]

    def ought(self, fact: Fact) -> int | None:
        """The value that the fact's term has in this file; None where the dims give it none."""
        if fact.dims <= self.binding.keys():
            return wording.at(fact.term, self.binding)
        return self.facts.heaviest(fact.key).value

    def broken(self, numbers: Sequence[int]) -> list[tuple[int, Fact]]:
        """Of the facts of a group's axes those that do not hold, each with its axis."""
        facts = [self.facts.all[number] for number in numbers]
        return [(axis, fact) for axis, fact in enumerate(facts) if self.ought(fact) != fact.value]

    @property
    def any_broken(self) -> bool:
        """Whether any axis has another size than it ought to have."""
        return any(fact.weight and self.ought(fact) != fact.value for fact in self.facts.all)

    def size(self, term: Term) -> int | None:
        """The value of any term, as far as the dims or the axes of that very term say."""
        at = wording.at(term, self.binding)
        if at is None and (key := term.key()) in self.facts.by_term:
            return self.facts.heaviest(key).value
        return at

    def holding(self, dim: str) -> Iterator[Fact]:
        """What axes say of a dim and others that are known, and is so."""
        for fact in (self.facts.all[number] for number in self.facts.of[dim]):
            if fact.weight and fact.dims <= self.binding.keys() and fact.holds(self.binding):
                yield fact

    def agreeing(self, fact: Fact) -> str:
        """How many axes are for what the fact ought to say: of its own term, or else of its dims."""
        ought = self.ought(fact)
        other = None if ought is None else self.facts.said(fact.key, ought)
        if other is not None:
            agree = "agrees" if other.weight == 1 else "agree"
            return f"{so_many(other.weight, 'axis')} {agree} on {ought:,}"
        said = (
            f"{dim} = {self.binding[dim]:,} by {self._weight(dim)}"
            for dim in sorted(fact.dims & set(self.binding))
        )
        return ", ".join(said)

    def _weight(self, dim: str) -> str:
        if dim not in self.weights:
            self.weights[dim] = sum(fact.weight for fact in self.holding(dim))
        weight = self.weights[dim]
        return so_many(weight, "axis") if weight else self._config_of(dim)

    def _config_of(self, dim: str) -> str:
        return f"config {self.fields[dim]}" if dim in self.fields else "the config"

    @property
    def by_config(self) -> list[str]:
        """The dims that fields of a config state, and no shape or count by what others fix."""
        open_ = self.solution.by_config & self.binding.keys()
        return [dim for dim in self.fields if dim in open_ and not self._is_held(dim, open_)]

    def _is_held(self, dim: str, open_: Set[str]) -> bool:
        """Whether axes say something of a dim and of none that is open as it is."""
        facts = (self.facts.all[number] for number in self.facts.of.get(dim, ()))
        return any(fact.weight and not (fact.dims - {dim}) & open_ for fact in facts)

    def said(self, dim: str) -> str:
        """`H = 5 (config n_head)`, a dim with its value, and its field where a config alone states it."""
        value = f"{dim} = {self.binding[dim]:,}"
        return f"{value} ({self._config_of(dim)})" if dim in self.by_config else value

    def place(self, fact: Fact) -> str:
        """The first axis that states a fact, by name."""
        found = self.first.get(fact.number)
        if found is not None:
            group, axis = found
            return f"{group.pattern.named(group.numbers[0])} axis {axis}"
        (*by,) = map(self._config_of, fact.dims)
        return self.indices.get(fact.number, by[0] if len(by) == 1 else "the config")


def settled(
    evidence: Evidence, solution: Solution, fields: Mapping[str, str], asked: Asked = NOT_ASKED
) -> Settled:
    """What is certain: the known dims, and of the residue those that have no other value."""
    decided = {name: n for name, n in asked.numbers.items() if name not in asked.several}
    first = {number: (group, axis) for number, group, axis in reversed(list(_axes(evidence)))}
    indices = {count.fact: f"the indices of {count.of.prefix}" for count in evidence.counts.values()}
    binding = {**solution.known, **decided}
    return Settled(evidence.facts, binding, solution, asked, first, indices, fields, {})


def _axes(evidence: Evidence) -> Iterator[tuple[int, Group, int]]:
    for group in evidence.groups:
        for axis, number in enumerate(group.facts):
            yield number, group, axis


def equation(term: Term, value: int) -> str:
    """`H * K = 4,096`; of a term that is a number the value alone."""
    return f"{value:,}" if isinstance(term, Const) else f"{text(term)} = {value:,}"
