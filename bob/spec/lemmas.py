"""What a claim may build on beyond its family: another family's claim, of other quantities: `lemma`.

    Claim(lambda f: ..., "...", by=lambda f: [lemma(Step, "in_range", count=f.rows, base=f.row_bytes)])

A lemma is the other claim word for word, its premises included, so that it is true of any quantities once
that claim is proved. A solver that meets products of quantities need not find again what is known of them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from bob.spec.fields import as_term
from bob.spec.obligation import obligations, snake_case
from bob.spec.premises import Kind, Premise
from bob.spec.terms import And, BytesOf, Implies, Item, Length, Name, names, substitute, text

if TYPE_CHECKING:
    from bob.spec.family import FamilyMeta
    from bob.spec.fields import Size
    from bob.spec.obligation import Obligation
    from bob.spec.terms import Predicate


def lemma(family: FamilyMeta, claim: str, **quantities: Size) -> Premise:
    """A claim of `family`, with a term for each quantity that it mentions.

    Raises `TypeError` where the family has no such claim, or `quantities` are not those that it mentions.
    """
    owed = _owed(family).get(f"{snake_case(family.spec.name)}/{claim}")
    if owed is None or owed.goal is None or owed.refuted:
        raise TypeError(f"{family.spec.name} has no claim named {claim}")
    stated = Implies(And(tuple(premise.predicate for premise in owed.given)), owed.goal)
    if any(isinstance(node, Length | BytesOf | Item) for node in stated.walk()):
        raise TypeError(f"{claim} of {family.spec.name} is about bytes, not about numbers alone")
    if names(stated) != quantities.keys():
        raise TypeError(f"{claim} of {family.spec.name} is about {', '.join(sorted(names(stated)))}")
    terms = {name: as_term(size) for name, size in quantities.items()}
    predicate = substitute(stated, lambda node: terms[node.name] if isinstance(node, Name) else None)
    where = ", ".join(f"{name} is {text(term)}" for name, term in terms.items())
    sentence = f"{owed.sentence}, where {where}"
    return Premise(owed.name, Kind.LEMMA, cast("Predicate", predicate), sentence)


@cache
def _owed(family: FamilyMeta) -> dict[str, Obligation]:
    return {owed.name: owed for owed in obligations(family)}
