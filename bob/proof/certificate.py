"""Certificates of obligations: `search` finds one, `checked` has the kept ones checked, without a solver.

    kept = certificates(obligations)          # name -> plain JSON, under proofs/
    for result in checked(obligations, kept): ...

That premises imply a goal is shown by steps that lead to a contradiction; that they have a member, and that a
statement is false on purpose, by values (`bob.proof.checker` has the form). Nothing here is trusted: what a
certificate is worth, the checker says.
"""

from __future__ import annotations

import time
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.proof.checker import Rejected, check
from bob.spec.premises import Kind
from bob.spec.terms import AllDifferent, Every, Item, Not

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.spec.obligation import Obligation
    from bob.spec.terms import Predicate


class Standing(Enum):
    """What a check came to: only `REJECTED` is a failure."""

    CHECKED = "CHECKED"
    EXEMPT = "EXEMPT"
    REJECTED = "REJECTED"


class Checked(NamedTuple):
    """An obligation's name, what the check of its certificate came to, why if not CHECKED, and the time."""

    name: str
    standing: Standing
    reason: str
    seconds: float


def search(obligation: Obligation) -> Any:
    """A certificate as plain JSON data, or None where none is found; an exempt obligation has none."""
    from bob.proof.certificates.members import member
    from bob.proof.certificates.strategy import refuted

    if exemption(obligation):
        return None
    given, goal = _shown(obligation)
    return member(given) if goal is None else refuted(given, goal)


def certificates(obligations: Iterable[Obligation]) -> dict[str, Any]:
    """The certificates that are found, by the obligation's name."""
    found = ((obligation.name, search(obligation)) for obligation in obligations)
    return {name: certificate for name, certificate in found if certificate is not None}


def checked(obligations: Iterable[Obligation], kept: Mapping[str, Any]) -> list[Checked]:
    """What the kept certificates show, for every obligation in order; one that is missing is REJECTED."""
    return [_checked(obligation, kept) for obligation in obligations]


def exemption(obligation: Obligation) -> str:
    """Why an obligation needs no certificate: it quantifies over the elements of arrays; else ""."""
    if obligation.goal is None or obligation.refuted:
        return ""
    quantified = {type(node) for node in obligation.goal.walk()} & {Every, AllDifferent, Item}
    return "its goal quantifies over a function of indices" if quantified else ""


def _checked(obligation: Obligation, kept: Mapping[str, Any]) -> Checked:
    start = time.perf_counter()
    reason = exemption(obligation)
    if reason:
        return Checked(obligation.name, Standing.EXEMPT, reason, 0.0)
    if obligation.name not in kept:
        return Checked(obligation.name, Standing.REJECTED, "no certificate is kept", 0.0)
    try:
        check(*_shown(obligation), kept[obligation.name])
    except Rejected as rejected:
        reason = " ".join(map(str, rejected.args))
    standing = Standing.REJECTED if reason else Standing.CHECKED
    return Checked(obligation.name, standing, reason, time.perf_counter() - start)


def _shown(obligation: Obligation) -> tuple[tuple[Predicate, ...], Predicate | None]:
    """What is given, and what follows; of a statement that is false on purpose, that it can be broken.

    A certificate builds on no lemma: it shows the whole.
    """
    given = tuple(premise.predicate for premise in obligation.given if premise.kind is not Kind.LEMMA)
    if obligation.refuted:
        assert obligation.goal is not None
        return (*given, Not(obligation.goal)), None
    return given, obligation.goal
