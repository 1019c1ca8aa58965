"""Files of a family, made by a judge: `members`, `shaped`.

First a shape is asked for, from what has no quantifier: dims, the file's length and what else fixes the
layout, small and with something in every array. Then its bytes are asked for, with every place a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.adversary.content import Near, Undecided
from bob.adversary.whole import MOST_BYTES, asked, bounds, drawn, is_plain, said
from bob.proof.judges import Word
from bob.proof.smtlib import goal_query, premise_query
from bob.spec.bytewise import FILE_BYTES
from bob.spec.clauses import true_of
from bob.spec.premises import Kind as Of
from bob.spec.premises import Premise
from bob.spec.residue import FALSE, limits
from bob.spec.terms import Arith, Bound, Const

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bob.proof.judges import Answer, Decide
    from bob.spec.clauses import Clause, Reading
    from bob.spec.terms import Predicate, Term

TIMEOUT_S = 2.0
_SMALL = (300, 5000, MOST_BYTES)


def member(reading: Reading, decide: Decide, beside: Sequence[Premise] = ()) -> Near | None:
    """A small file of the family, if one is found; `beside` is asked of its dims and layout, too."""
    return shaped(reading, reading.clauses, None, decide, beside)


def shaped(
    reading: Reading,
    kept: Sequence[Clause],
    broken: Clause | None,
    decide: Decide,
    beside: Sequence[Premise] = (),
) -> Near | None:
    """A small file for which `kept` holds and `broken` does not, if one is found."""
    plain = [said(clause) for clause in kept if is_plain(clause.predicate)]
    goal = broken.predicate if broken is not None and is_plain(broken.predicate) else None
    given, first = _small([*bounds(reading), *plain, *beside], goal, decide)
    if first is None:
        return None
    best = first
    for wish in _wishes(reading):
        more = [*given, Premise("wish", Of.RANGE, wish, "something to look at")]
        wished = _answer(more, goal, decide)
        if wished is not None:
            given, best = more, wished
    for answer in (best, first):
        near = None if answer.assignment is None else drawn([reading], answer.assignment)
        found = None if near is None else filled(near, kept, broken, decide)
        if found is not None:
            return found
    return None


def filled(near: Near, kept: Iterable[Clause], broken: Clause | None, decide: Decide) -> Near | None:
    """A file of this layout for which `kept` holds and `broken` does not."""
    clauses = list(kept)
    try:
        content = _broken(near, clauses, broken, decide) if broken else _whole(near, clauses, decide)
    except Undecided:
        return None
    return None if content is None else Near(near.readings, near.dims, content)


def _broken(near: Near, kept: Sequence[Clause], broken: Clause, decide: Decide) -> bytes | None:
    predicates = [clause.predicate for clause in kept]
    return near.altered(predicates, broken.predicate, range(len(near.content)), decide)


def _whole(near: Near, kept: Sequence[Clause], decide: Decide) -> bytes | None:
    """The bytes that plain clauses ask for; then those, too, that the clauses read which do not hold yet."""
    plain = near.member([c.predicate for c in kept if is_plain(c.predicate)], decide)
    if plain is None:
        return None
    begun = Near(near.readings, near.dims, plain)
    wrong = [clause for clause in kept if not _holds(clause, begun)]
    if not wrong:
        return plain
    predicates = [clause.predicate for clause in kept]
    free = frozenset().union(*map(begun.read_by, wrong))
    return begun.altered(predicates, FALSE, free, decide) or near.member(predicates, decide)


def _holds(clause: Clause, near: Near) -> bool:
    return any(true_of(clause, reading, near.dims, near.content) for reading in near.readings)


def _small(
    given: list[Premise], goal: Predicate | None, decide: Decide
) -> tuple[list[Premise], Answer | None]:
    """The question with the smallest of some bounds on the file's length under which it has an answer."""
    for most in _SMALL:
        small = [*given, Premise("small", Of.RANGE, most >= FILE_BYTES, f"at most {most} bytes")]
        answer = _answer(small, goal, decide)
        if answer is not None:
            return small, answer
    return given, None


def _answer(given: list[Premise], goal: Predicate | None, decide: Decide) -> Answer | None:
    obligation = asked("file/shape", "what is broken", given, goal)
    answer = decide(premise_query(obligation) if goal is None else goal_query(obligation), TIMEOUT_S)
    return answer if answer.word is Word.SAT else None


def _wishes(reading: Reading) -> Iterator[Predicate]:
    """Two elements to walk where there can be, else one, and something in every field."""
    walked: dict[tuple[object, ...], Term] = {}
    for clause in reading.clauses:
        for limit in limits(clause.predicate):
            if not isinstance(limit, Const) and not any(isinstance(n, Bound) for n in limit.walk()):
                walked[limit.key()] = limit
    for limit in walked.values():
        yield limit >= 2
        yield limit >= 1
    for size in reading.sizes:
        if not isinstance(size, Const):
            least = _constant(size)
            yield size > least


def _constant(size: Term) -> int:
    """What a size is at least, by the number at its right end."""
    match size:
        case Arith(op="+", right=Const(value=value)):
            return value
    return 0
