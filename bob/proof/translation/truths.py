"""Truth values as terms: comparisons, what holds together, what does not hold, choices.

    compared(terms, "ugt", x, y)           not x <= y
    both(terms, a, b); opposite(terms, a)
    chosen(terms, condition, a, b)

A comparison is one of: less, at most, equal, less or greater, ordered; what a NaN makes true is the opposite
of one. "One of two holds" is the opposite of "neither does". What holds together is a set, and so is a
"differs from". The laws beyond these, for constants and for widened numbers, stand in `laws`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.translation.terms import WIDTHS, Term, number_of

if TYPE_CHECKING:
    from bob.proof.translation.terms import Terms

# What LLVM calls a comparison: the one that it is or is the opposite of, whether it is, operands swapped.
FLOATS = {
    "olt": ("less", True, False),
    "ogt": ("less", True, True),
    "ole": ("most", True, False),
    "oge": ("most", True, True),
    "oeq": ("equal", True, False),
    "one": ("unlike", True, False),
    "ord": ("ordered", True, False),
    "uge": ("less", False, False),
    "ule": ("less", False, True),
    "ugt": ("most", False, False),
    "ult": ("most", False, True),
    "une": ("equal", False, False),
    "ueq": ("unlike", False, False),
    "uno": ("ordered", False, False),
}
_SYMMETRIC = {"equal", "unlike", "ordered"}
_INFINITY = float("inf")


def truth(terms: Terms, holds: bool) -> Term:
    """What holds always, or never."""
    return terms.constant("i1", int(holds))


def compared(terms: Terms, predicate: str, a: Term, b: Term) -> Term:
    """A comparison of two numbers of one sort, by LLVM's name of it."""
    relation, is_so, swapped = FLOATS[predicate]
    found = _related(terms, relation, b, a) if swapped else _related(terms, relation, a, b)
    return found if is_so else opposite(terms, found)


def _related(terms: Terms, relation: str, a: Term, b: Term) -> Term:
    narrow = _as_binary32(terms, a), _as_binary32(terms, b)
    if narrow[0] is not None and narrow[1] is not None and "widened" in (a.op, b.op):
        return _related(terms, relation, narrow[0], narrow[1])
    if a.op == b.op == "constant":
        return truth(terms, _holds(relation, number_of(a), number_of(b)))
    if relation == "less":
        return _less(terms, a, b)
    if relation == "most" and a.op == "fabs" and b.op == "constant" and number_of(b) >= 0:
        return both(
            terms,
            _related(terms, "most", terms.fneg(b), a.args[0]),
            _related(terms, "most", a.args[0], b),
        )
    if relation in _SYMMETRIC and a.number > b.number:
        a, b = b, a
    return terms.make(relation, "i1", a, b)


def _less(terms: Terms, a: Term, b: Term) -> Term:
    """a < b; a difference is below 0 where its first operand is below the second."""
    for zero, difference in ((b, a), (a, b)):
        if zero.op == "constant" and number_of(zero) == 0 and difference.op == "fsub":
            x, y = difference.args
            return _related(terms, "less", x, y) if zero is b else _related(terms, "less", y, x)
    if b.op == "constant" and number_of(b) == _INFINITY:
        return _related(terms, "unlike", a, b)
    return terms.make("less", "i1", a, b)


def _as_binary32(terms: Terms, a: Term) -> Term | None:
    """The binary32 that a binary64 was widened from, or could have been; None for any other."""
    if a.op == "widened":
        narrow: Term = a.args[0]
        return narrow
    if a.op != "constant" or a.sort != "f64":
        return None
    near = terms.number("f32", number_of(a))
    return near if number_of(near) == number_of(a) else None


def _holds(relation: str, x: float, y: float) -> bool:
    return {
        "less": x < y,
        "most": x <= y,
        "equal": x == y,
        "unlike": x < y or x > y,
        "ordered": x == x and y == y,
    }[relation]


def compared_integers(terms: Terms, predicate: str, a: Term, b: Term) -> Term:
    """A comparison of two integers, unsigned or for equality; `KeyError` for any other."""
    if a.sort == "i1":
        differ = differing(terms, a, b)
        return {"eq": opposite(terms, differ), "ne": differ}[predicate]
    if predicate in ("eq", "ne"):
        first, second = sorted((a, b), key=lambda term: term.number)
        same = terms.make("same", "i1", first, second)
        return same if predicate == "eq" else opposite(terms, same)
    relation = {"ult": (a, b, True), "uge": (a, b, False), "ugt": (b, a, True), "ule": (b, a, False)}
    x, y, is_so = relation[predicate]
    if x.op == "constant" and x.args[0] + 1 < 1 << WIDTHS[x.sort]:
        # c < y where y is not below c + 1.
        x, y, is_so = y, terms.constant(x.sort, x.args[0] + 1), not is_so
    found = terms.make("below", "i1", x, y)
    return found if is_so else opposite(terms, found)


def opposite(terms: Terms, a: Term) -> Term:
    """Not a."""
    if a.op == "constant":
        return truth(terms, not a.args[0])
    if a.op == "not":
        within: Term = a.args[0]
        return within
    return terms.make("not", "i1", a)


def both(terms: Terms, a: Term, b: Term) -> Term:
    """a and b."""
    for one, other in ((a, b), (b, a)):
        if one.op == "constant":
            return other if one.args[0] else one
    together = {*_members("and", a), *_members("and", b)}
    if len(together) == 1:
        return a
    return terms.make("and", "i1", *sorted(together, key=lambda term: term.number))


def either(terms: Terms, a: Term, b: Term) -> Term:
    """a or b."""
    return opposite(terms, both(terms, opposite(terms, a), opposite(terms, b)))


def differing(terms: Terms, a: Term, b: Term) -> Term:
    """Whether one of two holds and the other does not."""
    odd, members = False, set[Term]()
    for each in (a, b):
        inner = each.args[0] if each.op == "not" else each
        odd ^= each.op == "not"
        if inner.op == "constant":
            odd ^= bool(inner.args[0])
        else:
            members ^= {*_members("differ", inner)}
    if len(members) > 1:
        found = terms.make("differ", "i1", *sorted(members, key=lambda term: term.number))
    else:
        found = next(iter(members), truth(terms, False))
    return opposite(terms, found) if odd else found


def _members(op: str, term: Term) -> tuple[Term, ...]:
    return term.args if term.op == op else (term,)


def chosen(terms: Terms, condition: Term, a: Term, b: Term) -> Term:
    """a where the condition holds, else b; what the same condition chose before is seen through."""
    if condition.op == "constant":
        return a if condition.args[0] else b
    if condition.op == "not":
        condition, a, b = condition.args[0], b, a
    if a.op == "chosen" and a.args[0] is condition:
        a = a.args[1]
    if b.op == "chosen" and b.args[0] is condition:
        b = b.args[2]
    if a is b:
        return a
    if a.sort == "i1" and "constant" in (a.op, b.op):
        if b.op == "constant":
            return either(terms, opposite(terms, condition), a) if b.args[0] else both(terms, condition, a)
        return either(terms, condition, b) if a.args[0] else both(terms, opposite(terms, condition), b)
    return terms.make("chosen", a.sort, condition, a, b)


def as_integer(terms: Terms, a: Term, sort: str) -> Term:
    """An integer without its sign, in more bits; of a truth value, 1 or 0."""
    if a.op == "constant":
        return terms.constant(sort, a.args[0])
    if a.sort == "i1":
        return chosen(terms, a, terms.constant(sort, 1), terms.constant(sort, 0))
    return terms.make("zext", sort, a)
