"""The dims that no axis fixes by itself: their values from a judge, and which of them could be others: `ask`.

H and K of H*K = 4,096 and G*K = 1,024 are such dims. All solutions of products are counted
(`bob.schema.products`). For anything else, and for a proof that there is no solution, the judge is asked: it
gives one, and then a second one that differs, until there is none; what never differed is decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.schema import products
from bob.spec.terms import Const, Name, names, substitute

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeVar

    from bob.proof.assignments import Found, Given
    from bob.schema.compiled import Spec
    from bob.schema.facts import Fact, Facts
    from bob.spec.terms import Node, Predicate

    Tree = TypeVar("Tree", bound=Node)

TIMEOUT_S = 2.0


class Asked(NamedTuple):
    """What the judge said of the `dims`: a solution, those of them that have another one, or none.

    `impossible` says that there is no solution, `narrowed` that there is one without the refinements;
    `gave_up` why the judge did not answer.
    """

    dims: tuple[str, ...] = ()
    numbers: Mapping[str, int] = {}
    several: frozenset[str] = frozenset()
    facts: tuple[Fact, ...] = ()
    impossible: bool = False
    narrowed: bool = False
    gave_up: str = ""


NOT_ASKED = Asked()


def ask(spec: Spec, facts: Facts, known: Mapping[str, int]) -> Asked:
    """A solution for the dims that are not known.

    It is one of the terms that mention them, each with the value that most axes have, and of the refinements.
    """
    heaviest = map(facts.heaviest, facts.by_term)
    open_facts = tuple(fact for fact in heaviest if not fact.dims <= known.keys())
    dims = {dim for fact in open_facts for dim in fact.dims} - known.keys()
    narrowing = [each for each in spec.refinements if names(each.predicate) - known.keys()]
    if not open_facts and not narrowing:
        return NOT_ASKED
    dims |= {name for each in narrowing for name in names(each.predicate)} - known.keys()
    wanted = tuple(name for name in spec.dims if name in dims)
    return _counted(spec, open_facts, known, wanted) or _asked(spec, open_facts, known, wanted)


def _counted(
    spec: Spec, facts: tuple[Fact, ...], known: Mapping[str, int], dims: tuple[str, ...]
) -> Asked | None:
    """The same from all solutions, where products are all that is left and there is one; else None."""
    refined = [each.predicate for each in spec.refinements if names(each.predicate) - known.keys()]
    found = products.solutions(spec, facts, refined, known, dims)
    if not found:
        return None
    first = found[0]
    several = {name for name in dims if any(other[name] != first[name] for other in found)}
    return Asked(dims, first, frozenset(several), facts)


def _asked(spec: Spec, facts: tuple[Fact, ...], known: Mapping[str, int], dims: tuple[str, ...]) -> Asked:
    from bob.proof.assignments import Given, assigned
    from bob.proof.judges import Word

    bounds = [Given(f"bounds of {name}", _bounds(spec, name)) for name in dims]
    said = [Given(f"{fact.term!r} = {fact.value:,}", _at(fact.term, known) == fact.value) for fact in facts]
    refined = [
        Given(each.sentence, _at(each.predicate, known))
        for each in spec.refinements
        if names(each.predicate) - known.keys()
    ]
    given = [*bounds, *said, *refined]
    found = assigned(f"dims of {spec.name}", given, dims, TIMEOUT_S)
    if found.word is Word.UNKNOWN:
        return Asked(dims, facts=facts, gave_up=found.reason or "gave up")
    if found.word is Word.UNSAT:
        without = assigned(f"dims of {spec.name}", [*bounds, *said], dims, TIMEOUT_S) if refined else found
        return Asked(dims, facts=facts, impossible=True, narrowed=without.word is Word.SAT)
    return _unique(f"dims of {spec.name}", given, found, Asked(dims, found.numbers, facts=facts))


def _unique(subject: str, given: Sequence[Given], found: Found, asked: Asked) -> Asked:
    """Which dims have other values: those that differ are set aside, until nothing else does."""
    from bob.proof.assignments import others
    from bob.proof.judges import Word

    same, several = dict(found.numbers), set[str]()
    while same:
        other = others(subject, given, same, TIMEOUT_S)
        if other.word is Word.UNKNOWN:
            return asked._replace(several=frozenset(found.numbers), gave_up=other.reason or "gave up")
        if other.word is Word.UNSAT:
            break
        several |= {name for name in same if other.numbers[name] != same[name]}
        same = {name: number for name, number in same.items() if name not in several}
    return asked._replace(several=frozenset(several))


def _bounds(spec: Spec, name: str) -> Predicate:
    dim = spec.dims[name]
    least = Name(name) >= dim.low
    return least if dim.high is None else least & (Name(name) <= dim.high)


def _at(node: Tree, known: Mapping[str, int]) -> Tree:
    """The tree with the numbers of known dims in their places."""

    def number(inner: Node) -> Const | None:
        return Const(known[inner.name]) if isinstance(inner, Name) and inner.name in known else None

    return substitute(node, number)  # type: ignore[return-value]
