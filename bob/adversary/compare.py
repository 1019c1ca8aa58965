"""Two families compared by what they accept, as bytes at given dims: `compare`.

    comparison = compare(old, new, decide)
    comparison.forwards    # does `new` accept every file that `old` accepts?

A dim that both have is one number. One that only the accepting family has may be any; one that only the other
has may be chosen to suit: that family accepts a file if it does at some value within its bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.adversary.accepted import answers
from bob.adversary.difference import Comparison, Implied, Way
from bob.spec.bytewise import Unsayable
from bob.spec.clauses import Clause, Kind
from bob.spec.obligation import Verdict
from bob.spec.terms import And

if TYPE_CHECKING:
    from bob.proof.judges import Decide
    from bob.spec.family import FamilyMeta


def compare(old: FamilyMeta, new: FamilyMeta, decide: Decide) -> Comparison:
    """Both ways, the clauses of each family from the other's."""
    forwards = accepts_all(new, old, decide, f"new {new.spec.name}", f"old {old.spec.name}")
    backwards = accepts_all(old, new, decide, f"old {old.spec.name}", f"new {new.spec.name}")
    return Comparison(new.spec.name, forwards, backwards)


def accepts_all(
    wider: FamilyMeta, narrower: FamilyMeta, decide: Decide, wider_name: str, narrower_name: str
) -> Way:
    """Whether `wider` accepts every file that `narrower` accepts."""
    try:
        clauses = answers(wider, narrower, decide)
    except Unsayable as cannot:
        whole = Clause("record", Kind.REFINEMENT, And(()), "the file is a record", "")
        clauses = (Implied(whole, Verdict.UNKNOWN, "", note=str(cannot)),)
    return Way(narrower_name, wider_name, clauses)
