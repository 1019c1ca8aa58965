"""What a family owes: `obligations(family)`, each an `Obligation` that premises imply a goal, and `Verdict`.

Owed are: a member at all (`inhabited`); what each operator owes (`bob.spec.duties`); that dims given to a
nested family lie within its bounds; that the record and every derived field stay below 2^63; every claim; for
every statement that is false on purpose, a member that breaks it. A duty that is a premise already is stated,
not owed; a claim that is one is refused as empty (BOB106).

A duty of a refinement is proved from the refinements before it, a duty of a ghost's bounds without that
ghost: nothing is assumed in order to show that it can be evaluated. No solver is known here.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from bob.spec.duties import duties
from bob.spec.emptiness import is_empty, known
from bob.spec.fields import Array, Nested, as_term, measures
from bob.spec.landmarks import Landmarks
from bob.spec.premises import Kind, Premise, between, definitions, premises
from bob.spec.reader import refusal
from bob.spec.specification import spelled_out
from bob.spec.terms import Const, Name, Predicate, Term, names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.spec.family import FamilyMeta
    from bob.spec.specification import Spec
    from bob.spec.terms import Node

_SIZE_LIMIT = 2**63
_NARROWING = (Kind.GHOST, Kind.REFINEMENT)


class Verdict(Enum):
    """What deciding an obligation came to. Only `PROVED` and `CHECKED` are success."""

    PROVED = "PROVED"
    FALSIFIED = "FALSIFIED"
    VACUOUS = "VACUOUS"
    UNKNOWN = "UNKNOWN"
    CHECKED = "CHECKED"

    @property
    def status(self) -> int:
        """The exit status that it asks for: 0 yes, 1 no, 3 undecided."""
        match self:
            case Verdict.PROVED | Verdict.CHECKED:
                return 0
            case Verdict.FALSIFIED | Verdict.VACUOUS:
                return 1
            case Verdict.UNKNOWN:
                return 3


class Obligation(NamedTuple):
    """Premises imply a goal; without a goal, the premises have a member.

    `name` is the family in snake case, `/`, and what is owed: stable, and fit for a file's name. `refuted`,
    unless empty, says what it shows that the goal does not follow: then FALSIFIED alone is success.
    """

    name: str
    family: str
    sentence: str
    given: tuple[Premise, ...]
    goal: Predicate | None
    refuted: str = ""


class _Owed(NamedTuple):
    """An obligation before it has its full name."""

    name: str
    sentence: str
    given: tuple[Premise, ...]
    goal: Predicate | None
    refuted: str = ""
    after: tuple[str, ...] = ()
    lemmas: tuple[Premise, ...] = ()


def obligations(family: FamilyMeta) -> tuple[Obligation, ...]:
    """Everything that a family owes, in a fixed order.

    Raises `Refused`: BOB106 for an empty claim, BOB102 for one that builds on what is not shown before it.
    """
    spec = family.spec
    given, marks = premises(spec), Landmarks(spec)
    refined = {stated.name for stated in spec.refinements}
    own = {id(premise) for premise in given if premise.kind is Kind.REFINEMENT and premise.name in refined}
    shown = {
        id(p): p._replace(predicate=marks.named(p.predicate), sentence=marks.told(p.sentence)) for p in given
    }
    used: dict[str, int] = {}
    before: dict[str, _Owed] = {}
    made = []
    for owed in _all(spec, given):
        used[owed.name] = used.get(owed.name, 0) + 1
        number = "" if used[owed.name] == 1 else f".{used[owed.name]}"
        shown_before = [_shown_before(spec, owed, name, before) for name in owed.after]
        before[f"{owed.name}{number}"] = owed
        layout = [shown[id(p)] for p in owed.given if id(p) not in own] + marks.definitions
        built_on = (p._replace(predicate=marks.named(p.predicate)) for p in (*shown_before, *owed.lemmas))
        assumed = (*layout, *(shown[id(p)] for p in owed.given if id(p) in own), *built_on)
        goal = None if owed.goal is None else marks.named(owed.goal)
        name = f"{snake_case(spec.name)}/{owed.name}{number}"
        made.append(Obligation(name, spec.name, marks.told(owed.sentence), assumed, goal, owed.refuted))
    return tuple(made)


def _shown_before(spec: Spec, owed: _Owed, name: str, before: Mapping[str, _Owed]) -> Premise:
    """What is owed under `name` as a premise: it assumes no more than what builds on it."""
    earlier = before.get(name)
    if earlier is None or earlier.goal is None or earlier.refuted:
        raise refusal(spec.name, "BOB102", owed.name, f"nothing named {name} is shown before it")
    if not {id(premise) for premise in earlier.given} <= {id(premise) for premise in owed.given}:
        raise refusal(spec.name, "BOB102", owed.name, f"{name} is about ghosts that it does not mention")
    full_name = f"{snake_case(spec.name)}/{name}"
    return Premise(full_name, Kind.LEMMA, earlier.goal, earlier.sentence)


def snake_case(name: str) -> str:
    """`InputRecord` as `input_record`."""
    parts = [f"_{c}" if i and c.isupper() and not name[i - 1].isupper() else c for i, c in enumerate(name)]
    return "".join(parts).lower()


def _all(spec: Spec, given: tuple[Premise, ...]) -> Iterator[_Owed]:
    yield _Owed("inhabited", "the family has a member", given, None)
    yield from _duties(spec, given)
    yield from _bounds(spec, given)
    sizes: list[tuple[str, Term]] = [(name, Name(name)) for name in spec.derived]
    if spec.fields:
        sizes.append(("record_bytes", spec.record_bytes))
    for name, term in sizes:
        yield from _unless_stated(f"{name}.below_2_63", f"{name} is below 2^63", given, term < _SIZE_LIMIT)
    for claim in spec.claims:
        stated = list(_unless_stated(claim.name, claim.sentence, given, claim.predicate))
        if not stated:
            raise refusal(spec.name, "BOB106", claim.name, repr(claim.predicate))
        for owed in stated:
            yield owed._replace(refuted=claim.refuted, after=claim.after, lemmas=claim.lemmas)


def _unless_stated(name: str, sentence: str, given: tuple[Premise, ...], goal: Predicate) -> Iterator[_Owed]:
    """The obligation from the premises that matter to it, unless they state its goal."""
    relevant = _without_other_ghosts(given, goal)
    if not is_empty(goal, known(premise.predicate for premise in relevant)):
        yield _Owed(name, sentence, relevant, goal)


def _without_other_ghosts(given: tuple[Premise, ...], goal: Predicate) -> tuple[Premise, ...]:
    """The premises without those of ghosts that the goal does not need, which would narrow the family."""
    derived = definitions(given)
    ghosts = {premise.name for premise in given if premise.kind is Kind.GHOST}
    reads = {id(p): names(spelled_out(p.predicate, derived)) & ghosts for p in given if p.kind in _NARROWING}
    wanted: set[str] = set()
    more = names(spelled_out(goal, derived)) & ghosts
    while not more <= wanted:
        wanted |= more
        more = set().union(*(read for read in reads.values() if read & wanted))
    return tuple(p for p in given if reads.get(id(p), wanted) <= wanted)


def _duties(spec: Spec, given: tuple[Premise, ...]) -> Iterator[_Owed]:
    """What the operators owe, each once, those of refinements first."""
    seen: set[tuple[object, ...]] = set()
    for name, node, assumed in _operands(spec, given):
        for duty in duties(node):
            if duty.predicate.key() not in seen:
                seen.add(duty.predicate.key())
                yield from _unless_stated(f"{name}.{duty.word}", duty.sentence, assumed, duty.predicate)


def _operands(spec: Spec, given: tuple[Premise, ...]) -> Iterator[tuple[str, Node, tuple[Premise, ...]]]:
    """Every term and statement of the family, with what may be assumed where it is evaluated."""
    derived = definitions(given)
    own = [stated.name for stated in spec.refinements]
    for i, refinement in enumerate(spec.refinements):
        later = set(own[i:])
        before = tuple(p for p in given if p.kind is not Kind.REFINEMENT or p.name not in later)
        yield refinement.name, spelled_out(refinement.predicate, derived), before
    for name, bounds in spec.ghosts.items():
        for bound in bounds:
            yield name, bound, given
    for name, term in spec.derived.items():
        yield name, term, given
    for stored in spec.fields:
        for size in (stored.size, *measures(stored.field)):
            yield stored.name, size, given
    for claim in spec.claims:
        yield claim.name, claim.predicate, given


def _bounds(spec: Spec, given: tuple[Premise, ...]) -> Iterator[_Owed]:
    """That the dims given to nested families lie within their bounds."""
    for stored in spec.fields:
        nested = stored.field.element if isinstance(stored.field, Array) else stored.field
        if isinstance(nested, Nested):
            for dim, term in nested.dims.items():
                bounds = nested.family.spec.dims[dim]
                inside, _ = between(as_term(term), Const(bounds.low), Const(bounds.high))
                sentence = f"{dim} of {stored.name} lies within the bounds of {nested.family.spec.name}"
                yield from _unless_stated(f"{stored.name}.{dim}.in_bounds", sentence, given, inside)
