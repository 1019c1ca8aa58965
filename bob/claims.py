"""Everything that Bob claims of itself: what its families owe, and what is claimed beyond any family.

`claims_of` gives the same for the families of somebody else. Nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.kernels import theorems as arithmetic
from bob.proof import identity, readings
from bob.proof.subjects import shipped
from bob.proof.translation import laws
from bob.spec.obligation import obligations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.proof.theorem import Theorem, Walk
    from bob.spec.family import FamilyMeta
    from bob.spec.obligation import Obligation


class Claims(NamedTuple):
    """Obligations over terms, and theorems and walks beyond them."""

    obligations: tuple[Obligation, ...]
    theorems: tuple[Theorem | Walk, ...]


def shipped_claims() -> Claims:
    """All that is claimed of what Bob ships; raises `Refused` (BOB106) for an empty claim."""
    own = claims_of(shipped())
    beyond = (*identity.theorems(), *arithmetic.theorems(), *laws.theorems())
    return own._replace(theorems=(*readings.of_fields(), *own.theorems, *beyond))


def claims_of(families: Sequence[FamilyMeta]) -> Claims:
    """What families owe, and how their records are read; raises `Refused` (BOB106) for an empty claim."""
    owed = tuple(obligation for family in families for obligation in obligations(family))
    return Claims(owed, readings.of_families(families))
