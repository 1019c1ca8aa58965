"""Whether one family accepts every file that another accepts, clause by clause: `answers`.

Both are read over one file. Each clause of the wider family is asked for in turn: that the clauses of the
narrower one, and those of the wider one before it, imply it. Where they do not, the judge's values are made
into a file, and the difference is believed when one codec accepts it and the other refuses it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, cast

from bob.adversary.content import Near
from bob.adversary.difference import Implied, Witness
from bob.adversary.dropped import Lenient
from bob.adversary.members import filled, member
from bob.adversary.whole import asked, bounds, drawn, is_plain, said, within
from bob.proof.judges import Word
from bob.proof.smtlib import goal_query
from bob.spec.bytewise import FILE_BYTES
from bob.spec.clauses import Clause, Kind, Reading, clauses_of
from bob.spec.emptiness import is_empty, known
from bob.spec.obligation import Verdict
from bob.spec.premises import Kind as Of
from bob.spec.premises import Premise
from bob.spec.terms import And, Bound, Const, Every, Name, Not, Predicate, substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bob.proof.judges import Answer, Decide
    from bob.spec.family import FamilyMeta
    from bob.spec.fields import Dim
    from bob.spec.terms import Node

TIMEOUT_S = 10.0
_MOST_DIMS = 5000
_SMALL = (50, 300, 5000)
_NEW = "new "


def answers(wider: FamilyMeta, narrower: FamilyMeta, decide: Decide) -> tuple[Implied, ...]:
    """A verdict on each clause of `wider` up to the first that fails; raises `Unsayable`."""
    return tuple(_Question(wider, narrower, decide).answers())


class _Question:
    """The clauses of one family, to be shown from those of another."""

    def __init__(self, wider: FamilyMeta, narrower: FamilyMeta, decide: Decide) -> None:
        self._decide = decide
        self._given = clauses_of(narrower.spec)
        self._wanted = _apart(clauses_of(wider.spec), self._given)
        self._extra = {
            name: dim
            for name, dim in wider.spec.dims.items()
            if dim.low < dim.high and name not in narrower.spec.dims
        }

    def answers(self) -> Iterator[Implied]:
        """A verdict on each clause up to the first that fails; on all at once where a dim may be chosen."""
        if self._extra:
            yield self._chosen()
            return
        premises = [*bounds(self._given), *self._fixed(), *_places(self._wanted)]
        premises += map(said, self._given.clauses)
        for clause in self._clauses():
            implied = self._implied(clause, premises)
            yield implied
            if implied.verdict is Verdict.FALSIFIED:
                return
            premises.append(said(clause))

    def _fixed(self) -> Iterator[Premise]:
        """The one value of each dim that is free for the other family alone."""
        for name, dim in self._given.spec.dims.items():
            if dim.low == dim.high and name in self._wanted.spec.dims:
                yield Premise(name, Of.BOUNDS, Name(name) == dim.low, f"{name} is {dim.low}")

    def _clauses(self) -> Iterator[Clause]:
        for name, dim in self._wanted.spec.dims.items():
            if name in self._given.spec.dims and not _inside(self._given.spec.dims[name], dim):
                sentence = f"{name} is from {dim.low} to {dim.high}"
                yield Clause(name, Kind.DIMS, within(self._wanted, name), sentence, "BOB108")
        yield from self._wanted.clauses

    def _implied(self, clause: Clause, premises: Sequence[Premise]) -> Implied:
        if is_empty(clause.predicate, known(premise.predicate for premise in premises)):
            return Implied(clause, Verdict.PROVED, "stated by both")
        # A dim needs a file and no values; where it is large, no judge gets to the end of its elements.
        if clause.kind is Kind.DIMS and (shown := self._shown(clause, self._made(clause))):
            return shown
        note = ""
        for linked in (False, True):
            answer = self._asked(clause, premises, linked)
            if answer.word is Word.UNSAT:
                return Implied(clause, Verdict.PROVED, "judge")
            note = answer.reason or "the judge's values are no file that shows it"
            if answer.word is Word.UNKNOWN:
                break
            if shown := self._shown(clause, self._drawn(clause, premises, linked, answer)):
                return shown
        return self._shown(clause, self._made(clause)) or Implied(clause, Verdict.UNKNOWN, "", note=note)

    def _shown(self, clause: Clause, nears: Iterable[Near]) -> Implied | None:
        """The clause with the first file that shows that it does not follow."""
        witnesses = (self._filled(near, clause) for near in nears)
        witness = next((found for found in witnesses if found is not None), None)
        return None if witness is None else Implied(clause, Verdict.FALSIFIED, "both codecs", witness)

    def _asked(self, clause: Clause, premises: Sequence[Premise], linked: bool) -> Answer:
        return self._decide(
            goal_query(asked("file/accepted", clause.sentence, premises, clause.predicate, linked)), TIMEOUT_S
        )

    def _drawn(
        self, clause: Clause, premises: Sequence[Premise], linked: bool, answer: Answer
    ) -> Iterator[Near]:
        """Files as short as the judge makes them, then the one that it gave first."""
        assignments = [answer.assignment]
        for most in _SMALL:
            small = Premise("small", Of.RANGE, most >= FILE_BYTES, f"at most {most} bytes")
            assignments.insert(-1, self._asked(clause, [*premises, small], linked).assignment)
        for assignment in assignments:
            near = None if assignment is None else drawn([self._wanted, self._given], assignment)
            if near is not None:
                yield near

    def _made(self, clause: Clause) -> Iterator[Near]:
        """Small files of the accepting family, where the judge's values gave none."""
        denied = Premise(clause.name, Of.REFINEMENT, Not(clause.predicate), f"not: {clause.sentence}")
        for beside in ([denied] if is_plain(clause.predicate) else [], []):
            near = member(self._given, self._decide, [*self._fixed(), *_places(self._wanted), *beside])
            if near is not None:
                yield Near([self._wanted, self._given], near.dims, near.content)

    def _filled(self, near: Near, clause: Clause) -> Witness | None:
        """A file of this layout that shows the difference; as it is first."""
        found = self._witness(near)
        if found is None:
            changed = filled(near, self._given.clauses, clause, self._decide)
            found = None if changed is None else self._witness(changed)
        return found

    def _witness(self, near: Near) -> Witness | None:
        """The file, if one codec accepts it and the other does not at any value of the dims it alone has."""
        own = {name: near.dims[name] for name in self._given.spec.dims}
        if not Lenient(self._given.spec).accepts(own, near.content):
            return None
        codes: frozenset[str] = frozenset()
        for dims in self._choices(near.dims):
            codes = Lenient(self._wanted.spec).codes(dims, near.content)
            if not codes:
                return None
        return Witness(own, near.content, tuple(sorted(codes))) if codes else None

    def _choices(self, dims: Mapping[str, int]) -> Iterator[dict[str, int]]:
        """The other family's dims: those that both have as they are, all others at each of their values."""
        shared, free = {}, {}
        for name, dim in self._wanted.spec.dims.items():
            if name in self._given.spec.dims:
                shared[name] = dims[name]
            else:
                free[name] = range(dim.low, dim.high + 1)
        for values in product(*free.values()):
            yield {**shared, **dict(zip(free, values, strict=True))}

    def _chosen(self) -> Implied:
        """Whether some value of the dims that only this family has makes it accept."""
        inlined = [_spelled(clause.predicate, self._wanted.places) for clause in self._clauses()]
        some: Predicate = And(tuple(inlined))
        for i, (name, dim) in enumerate(self._extra.items()):
            some = _exists(name, dim, some, f"d{i}")
        sentence = f"the file is a record at some {', '.join(self._extra)}"
        whole = Clause("record", Kind.REFINEMENT, some, sentence, "")
        premises = [*bounds(self._given), *map(said, self._given.clauses)]
        note = ""
        for linked in (False, True):
            answer = self._decide(
                goal_query(asked("file/accepted", sentence, premises, some, linked)), TIMEOUT_S
            )
            if answer.word is Word.UNSAT:
                return Implied(whole, Verdict.PROVED, "judge")
            note = answer.reason or "the judge's values are no file that shows it"
            near = None if answer.assignment is None else drawn([self._given], answer.assignment)
            found = near and self._confirmed(near)
            if found:
                return Implied(whole, Verdict.FALSIFIED, "both codecs", found)
        near = member(self._given, self._decide)
        found = near and self._confirmed(near)
        if found:
            return Implied(whole, Verdict.FALSIFIED, "both codecs", found)
        return Implied(whole, Verdict.UNKNOWN, "", note=note)

    def _confirmed(self, near: Near) -> Witness | None:
        n_choices = 1
        for dim in self._extra.values():
            n_choices *= dim.high - dim.low + 1
        if n_choices > _MOST_DIMS:
            return None
        made = filled(near, self._given.clauses, None, self._decide)
        return None if made is None else self._witness(made)


def _apart(reading: Reading, other: Reading) -> Reading:
    """A reading whose places are called otherwise where they are not the other's own."""
    called: dict[str, str] = {}

    def change(node: Node) -> Node | None:
        return Name(called[node.name]) if isinstance(node, Name) and node.name in called else None

    places = {}
    for name, term in reading.places.items():
        changed = substitute(term, change)
        if name in other.places and other.places[name].same(changed):
            places[name] = changed
        else:
            called[name] = f"{_NEW}{name}"
            places[called[name]] = changed
    clauses = tuple(
        c._replace(predicate=cast("Predicate", substitute(c.predicate, change))) for c in reading.clauses
    )
    sizes = tuple(substitute(size, change) for size in reading.sizes)
    return reading._replace(clauses=clauses, places=places, sizes=sizes)  # type: ignore[arg-type]


def _places(reading: Reading) -> list[Premise]:
    return [premise for premise in bounds(reading) if premise.kind is Of.DEFINITION]


def _inside(one: Dim, other: Dim) -> bool:
    return other.low <= one.low and one.high <= other.high


def _spelled(node: Predicate, places: Mapping[str, Node]) -> Predicate:
    """A statement with every named place spelled out."""

    def change(inner: Node) -> Node | None:
        if isinstance(inner, Name) and inner.name in places:
            return substitute(places[inner.name], change)
        return None

    return cast("Predicate", substitute(node, change))


def _exists(name: str, dim: Dim, body: Predicate, variable: str) -> Predicate:
    """That a statement holds at some value of a dim."""
    bound = Bound(variable, Const(dim.high + 1))

    def change(inner: Node) -> Node | None:
        return bound if isinstance(inner, Name) and inner.name == name else None

    here = (bound >= dim.low) & cast("Predicate", substitute(body, change))
    return Not(Every(bound, Not(here)))
