"""A family attacked: `attack`, each clause in turn (`bob.adversary.alone`), then its edges.

found = attack(Header, decide, good=near_file(clauses_of(Header.spec), {}, content))
found.score    # how many of its clauses a file tells, and of how many
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.adversary.alone import broken_alone
from bob.adversary.content import Near
from bob.adversary.dropped import Lenient
from bob.adversary.edges import extremes, forgeries
from bob.adversary.members import member
from bob.adversary.outcome import Assault
from bob.errors import Finding, Refused
from bob.spec.at import FamilyAt
from bob.spec.bytewise import Unsayable
from bob.spec.clauses import clauses_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.proof.judges import Decide
    from bob.spec.clauses import Reading
    from bob.spec.family import FamilyMeta


def attack(family: FamilyMeta, decide: Decide, good: Near | None = None, edges: bool = True) -> Assault:
    """The attack on a family with stored fields, near a good file if one is given and near one made here.

    With `edges`, members with the least and greatest values, and files that wrap around, are made as well.
    Where there is nothing to begin with, or the family cannot be read byte by byte, a note says so.
    """
    name = family.spec.name
    try:
        reading = clauses_of(family.spec)
    except Unsayable as cannot:
        return Assault(name, note=str(cannot))
    made = member(reading, decide)
    goods = tuple(near for near in (good, made) if near is not None)
    if not goods:
        return Assault(name, note="no file that is a record was found to begin with")
    for near in goods:
        _require_good(reading, near)
    return Assault(
        name,
        goods,
        tuple(broken_alone(reading, goods, clause, decide) for clause in reading.clauses),
        tuple(extremes(reading, goods[0], decide)) if edges else (),
        tuple(forgeries(reading, goods[0], decide)) if edges else (),
    )


def near_file(reading: Reading, dims: Mapping[str, int], content: bytes) -> Near:
    """A given good file as a place to begin at; raises `Refused` where it is no record of the family."""
    near = Near([reading], FamilyAt(reading.spec, dims).dims, content)
    _require_good(reading, near)
    return near


def _require_good(reading: Reading, near: Near) -> None:
    codes = Lenient(reading.spec).codes(near.dims, near.content)
    if codes:
        raise Refused(
            f"family {reading.spec.name}",
            [Finding(code, "good file", "refused", "a record of the family") for code in sorted(codes)],
        )
