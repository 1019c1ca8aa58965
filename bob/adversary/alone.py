"""One clause of a family attacked: a file that breaks this one alone, near a good file. `broken_alone`.

    broken_alone(reading, goods, clause, decide).outcome

Each file comes from a judge's values and is believed when the derived codec refuses it with the clause's
code and no other, and the codec of the family without this clause accepts it. A clause for which there is no
such file is proved to follow from the others (`Outcome.REDUNDANT`), or is what another one needs to have a
value (`GUARD`): without it the family owes what it cannot show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.adversary.content import Near, Undecided
from bob.adversary.dropped import Lenient, dropped, family_of
from bob.adversary.members import filled, shaped
from bob.adversary.outcome import Attacked, File, Outcome
from bob.adversary.regions import attempts
from bob.adversary.whole import asked, bounds, drawn, said
from bob.proof.discharge import Court
from bob.proof.judges import Word
from bob.proof.smtlib import goal_query
from bob.spec.clauses import Kind
from bob.spec.obligation import Verdict, obligations
from bob.spec.premises import Kind as Of
from bob.spec.premises import Premise
from bob.spec.residue import FALSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.proof.judges import Decide
    from bob.spec.clauses import Clause, Reading

TIMEOUT_S = 5.0
# A statement that cannot be evaluated.
NO_VALUE = "BOB155"


def broken_alone(reading: Reading, goods: Sequence[Near], clause: Clause, decide: Decide) -> Attacked:
    """What comes of the attack on one clause."""
    stated = clause.kind not in (Kind.VALUE, Kind.BOUNDS)
    guarded: File | None = None
    for file in _files(reading, goods, clause, decide):
        codes = set(file.codes)
        if codes == {clause.code, NO_VALUE} and clause.code != NO_VALUE:
            guarded = guarded or file
        elif codes == {clause.code} and _let_through(reading, clause, file):
            return Attacked(clause, Outcome.ALONE, file, stated)
        else:
            return Attacked(clause, Outcome.MISSED, file, stated, file.codes or ("no code",))
    if guarded is not None and (owed := _owed_without(reading, clause, decide)):
        return Attacked(clause, Outcome.GUARD, guarded, stated, owed)
    return _without_file(reading, clause, stated, decide)


def _let_through(reading: Reading, clause: Clause, file: File) -> bool:
    """Whether the family accepts the file once the clause is taken out."""
    return clause.kind is Kind.VALUE or dropped(reading.spec, clause).accepts(file.dims, file.content)


def kept_beside(reading: Reading, clause: Clause) -> list[Clause]:
    """All other clauses but those that have no value where this one does not hold.

    That is the statement which owes it; and where a record ends, for what fixes its layout.
    """
    beside = [other for other in reading.clauses if other is not clause]
    if clause.of:
        return [other for other in beside if other.name != clause.of]
    return [other for other in beside if clause.kind is not Kind.VALUE or other.kind is not Kind.END]


def _files(reading: Reading, goods: Sequence[Near], clause: Clause, decide: Decide) -> Iterator[File]:
    """Files that a judge says break the clause alone, those near the good ones first."""
    if clause.kind in (Kind.ENOUGH, Kind.END):
        yield from _ends(reading, goods, clause, decide)
        return
    kept = kept_beside(reading, clause)
    predicates = [other.predicate for other in kept]
    for near in goods:
        for free in attempts(reading, near, clause):
            try:
                content = near.altered(predicates, clause.predicate, free, decide)
            except Undecided:
                continue
            if content is not None:
                yield closer(reading, clause, file_of(reading, near.dims, content, near.content), near)
                break
    other = shaped(reading, kept, clause, decide)
    if other is not None:
        yield file_of(reading, other.dims, other.content, None)


def _ends(reading: Reading, goods: Sequence[Near], clause: Clause, decide: Decide) -> Iterator[File]:
    """A good file with a byte more, or one with its last byte, a zero, cut off."""
    for near in goods:
        if clause.kind is Kind.END:
            yield file_of(reading, near.dims, near.content + b"\0", near.content)
        elif near.content:
            last = len(near.content) - 1
            zero = near.content[last] == 0
            changed = None if zero else _with_zero(reading, near, last, decide)
            content = near.content if zero else changed
            if content is not None:
                yield file_of(reading, near.dims, content[:last], near.content)


def _with_zero(reading: Reading, near: Near, place: int, decide: Decide) -> bytes | None:
    content = near.content[:place] + b"\0"
    try:
        return Near(near.readings, near.dims, content).altered(
            [clause.predicate for clause in reading.clauses], FALSE, (), decide
        )
    except Undecided:
        return None


def file_of(reading: Reading, dims: Mapping[str, int], content: bytes, good: bytes | None) -> File:
    """A file with what the derived codec finds in it."""
    codes = tuple(sorted(Lenient(reading.spec).codes(dims, content)))
    return File(dims, content, codes, None if good is None else _distance(content, good))


def closer(reading: Reading, clause: Clause, file: File, near: Near) -> File:
    """The file with every change undone without which it is refused for the same reason."""
    for place in [i for i, byte in enumerate(near.content) if file.content[i] != byte]:
        content = file.content[:place] + near.content[place : place + 1] + file.content[place + 1 :]
        tried = file_of(reading, file.dims, content, near.content)
        if tried.codes == file.codes and _let_through(reading, clause, tried):
            file = tried
    return file


def _distance(one: bytes, other: bytes) -> int:
    differing = sum(a != b for a, b in zip(one, other, strict=False))
    return differing + abs(len(one) - len(other))


def _owed_without(reading: Reading, clause: Clause, decide: Decide) -> tuple[str, ...]:
    """What the family without the clause owes and cannot show."""
    if clause.kind is not Kind.REFINEMENT or "." in clause.name:
        return ()
    court = Court(decide, TIMEOUT_S)
    owed = obligations(family_of(dropped(reading.spec, clause).spec))
    claims = {claim.name for claim in reading.spec.claims}
    duties = [o for o in owed if o.goal is not None and o.name.partition("/")[2] not in claims]
    falsified = [o for o in duties if court.discharge(o).verdict is Verdict.FALSIFIED]
    return tuple(f"{obligation.name}: {obligation.sentence}" for obligation in falsified)


def _without_file(reading: Reading, clause: Clause, stated: bool, decide: Decide) -> Attacked:
    """Whether the other clauses imply it, for all dims and bytes."""
    kept = [said(other) for other in kept_beside(reading, clause)]
    reason = ""
    for linked in (False, True):
        premises = [*bounds(reading), *kept]
        text = goal_query(asked("file/implied", clause.sentence, premises, clause.predicate, linked))
        answer = decide(text, TIMEOUT_S)
        if answer.word is Word.UNSAT:
            needed = _needed(reading, clause, kept, linked, decide)
            return Attacked(clause, Outcome.REDUNDANT, None, stated, needed)
        reason = answer.reason or "its values are no file of the family"
        if answer.word is Word.UNKNOWN:
            break
        if answer.assignment is not None:
            near = drawn([reading], answer.assignment)
            found = near and filled(near, kept_beside(reading, clause), clause, decide)
            if found:
                file = file_of(reading, found.dims, found.content, None)
                right = set(file.codes) == {clause.code} and _let_through(reading, clause, file)
                return Attacked(clause, Outcome.ALONE if right else Outcome.MISSED, file, stated, file.codes)
    return Attacked(clause, Outcome.UNDECIDED, None, stated, (reason,))


def _needed(
    reading: Reading, clause: Clause, kept: Sequence[Premise], linked: bool, decide: Decide
) -> tuple[str, ...]:
    """Of the premises that imply a clause, some that are enough."""
    left = [*bounds(reading), *kept]
    for premise in list(left):
        if premise.kind is Of.DEFINITION:
            continue
        fewer = [other for other in left if other is not premise]
        text = goal_query(asked("file/implied", clause.sentence, fewer, clause.predicate, linked))
        if decide(text, TIMEOUT_S).word is Word.UNSAT:
            left = fewer
    return tuple(f"{p.name}: {p.sentence}" for p in left if p.kind is not Of.DEFINITION)
