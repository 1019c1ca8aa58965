"""What a family came to when it was read: `Spec`, by name, every size, offset and statement a term."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

from bob.spec.terms import Name, Term, names, substitute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.fields import Dim, Field
    from bob.spec.premises import Premise
    from bob.spec.terms import Node, Predicate


class Stored(NamedTuple):
    """A stored field with its place: `offset` and `size` are terms."""

    name: str
    field: Field
    offset: Term
    size: Term


class Stated(NamedTuple):
    """A refinement or claim with its predicate; `code` is empty for a claim.

    `refuted` says what a claim shows that is false on purpose; it is empty for all others. A claim may build
    on what the family owes before it, by name, and on lemmas.
    """

    name: str
    predicate: Predicate
    sentence: str
    code: str
    refuted: str = ""
    after: tuple[str, ...] = ()
    lemmas: tuple[Premise, ...] = ()


class _Members(NamedTuple):
    """The members of a `Spec`."""

    name: str
    order: tuple[str, ...]
    dims: Mapping[str, Dim]
    constants: Mapping[str, bytes]
    fields: tuple[Stored, ...]
    derived: Mapping[str, Term]
    ghosts: Mapping[str, tuple[Term, Term]]
    refinements: tuple[Stated, ...]
    claims: tuple[Stated, ...]
    record_bytes: Term
    least_bytes: int
    short: str
    long: str
    places: Mapping[str, tuple[str, int]]


class Spec(_Members):
    """A family as it was read: everything by name, in the order of its definition.

    `places` is the file and line where each name was declared; a dim taken from another family is declared
    in that one.
    """

    @cached_property
    def dim_rules(self) -> tuple[tuple[Stated, Predicate], ...]:
        """The refinements that speak of dims alone, each with its predicate spelled out."""
        plain = [(r, cast("Predicate", spelled_out(r.predicate, self.derived))) for r in self.refinements]
        return tuple((stated, predicate) for stated, predicate in plain if names(predicate) <= set(self.dims))

    @property
    def plain_bytes(self) -> Term:
        """`record_bytes` with every derived name spelled out."""
        return cast("Term", spelled_out(self.record_bytes, self.derived))

    @property
    def unheld(self) -> frozenset[str]:
        """The derived fields that depend on a ghost, and so have no value in a record."""
        plain = {name: names(spelled_out(term, self.derived)) for name, term in self.derived.items()}
        return frozenset(name for name, mentioned in plain.items() if mentioned & self.ghosts.keys())


def spelled_out(node: Node, derived: Mapping[str, Term]) -> Node:
    """`node` with every derived name replaced by what derives it."""

    def replace(inner: Node) -> Node | None:
        if isinstance(inner, Name) and inner.name in derived:
            return spelled_out(derived[inner.name], derived)
        return None

    return substitute(node, replace)
