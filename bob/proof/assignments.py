"""Numbers for which statements hold, from the first judge: `assigned`; and other ones: `others`.

    statements = [Given("H*K = 4,096", Name("H") * Name("K") == 4096), ...]
    assigned("dims of llama", statements, ["H", "K"], timeout_s=2.0)

The question is canonical SMT-LIB text, asked in the judge's own process, which is ended where it overruns.
Every answer is evaluated again in plain Python before anyone reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.proof.judges import Word
from bob.proof.panel import decide
from bob.proof.smtlib import premise_query, symbol
from bob.spec.duties import duties
from bob.spec.evaluation import Fault, holds
from bob.spec.obligation import Obligation
from bob.spec.premises import Kind, Premise
from bob.spec.terms import Compare, Const, Name, Or, names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bob.spec.terms import Predicate


class Given(NamedTuple):
    """A statement over names, with a sentence that says it."""

    sentence: str
    predicate: Predicate


class Found(NamedTuple):
    """SAT with the numbers, UNSAT, or UNKNOWN with the reason."""

    word: Word
    numbers: Mapping[str, int]
    reason: str = ""


def query(subject: str, given: Iterable[Given]) -> str:
    """The text of the question: what each operator owes is stated with the statement that it stands in."""
    return premise_query(Obligation(subject, subject, "", tuple(_premises(given)), None))


def assigned(subject: str, given: Sequence[Given], wanted: Iterable[str], timeout_s: float) -> Found:
    """Numbers for which every statement holds: for all names that they mention, and for the `wanted` ones."""
    answer = decide(query(subject, given), timeout_s)
    if answer.assignment is None:
        return Found(answer.word, {}, answer.reason)
    mentioned = {name for each in given for name in names(each.predicate)}
    numbers = dict.fromkeys(wanted, 0)
    numbers |= {name: answer.assignment.number(symbol(Name(name))) for name in sorted(mentioned)}
    for each in given:
        if not _true(each.predicate, numbers):
            return Found(Word.UNKNOWN, {}, f"not so in Python: {each.sentence}")
    return Found(Word.SAT, numbers)


def others(subject: str, given: Sequence[Given], found: Mapping[str, int], timeout_s: float) -> Found:
    """Numbers for which the statements hold and that differ from `found` in one name at least."""
    differ = [Compare("!=", Name(name), Const(number)) for name, number in found.items()]
    differs = differ[0] if len(differ) == 1 else Or(tuple(differ))
    return assigned(subject, [*given, Given("another solution", differs)], found, timeout_s)


def _premises(given: Iterable[Given]) -> Iterator[Premise]:
    for number, (sentence, predicate) in enumerate(given):
        for duty in duties(predicate):
            yield Premise(f"{number}.{duty.word}", Kind.LEMMA, duty.predicate, duty.sentence)
        yield Premise(f"{number}", Kind.LEMMA, predicate, sentence)


def _true(predicate: Predicate, numbers: Mapping[str, int]) -> bool:
    try:
        return holds(predicate, numbers)
    except Fault:
        return False
