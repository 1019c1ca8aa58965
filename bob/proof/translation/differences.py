"""Whether two terms are the same, and where they first differ, as a reader sees it.

    alike(found, expected)
    said_difference(found, expected)      "in 2 of -, x: (c + d) where (d / c) is expected"

Terms are the same where they are one object. Chains of `or` and of the larger of two integers, whose order
does not matter, are compared as the sets of what they join.
"""

from __future__ import annotations

from typing import Any

from bob.proof.translation.terms import Term, number_of, operands

_SETS = ("or", "umax")
UNORDERED = {"fadd", "fmul", "add", "and", "differ", "masked", *_SETS}
_SIGNS = {
    "fadd": "+",
    "fsub": "-",
    "fmul": "x",
    "fdiv": "/",
    "add": "+",
    "and": "and",
    "less": "<",
    "most": "<=",
}
_NAMES = {"widened": "binary64", "narrowed": "binary32", "from_integer": "number", "maxnum": "larger"}
_SHOWN_LEVELS = 3
_SHOWN_STEPS = 8
_SHOWN_OPERANDS = 4


def alike(a: Term, b: Term) -> bool:
    """Whether two terms are the same."""
    if a is b:
        return True
    if a.op != b.op or a.sort != b.sort or len(a.args) != len(b.args):
        return False
    if a.op in _SETS:
        return members(a) == members(b)
    return a.op in ("not", "below", "zext") and all(
        alike(x, y) if isinstance(x, Term) and isinstance(y, Term) else x == y
        for x, y in zip(a.args, b.args, strict=True)
    )


def operands_of(term: Term) -> list[Term]:
    """The operands that are terms; of a chain whose order does not matter, all that it joins."""
    return [*members(term)] if term.op in _SETS else [*operands(term)]


def members(term: Term) -> set[Term]:
    """What a chain of one operation joins."""
    found, waiting = set(), [term]
    while waiting:
        each = waiting.pop()
        if each.op == term.op:
            waiting += operands(each)
        else:
            found.add(each)
    return found


def said_difference(found: Term, expected: Term) -> str:
    """Where two terms that are not the same first differ: the way to the place, and both."""
    steps: list[str] = []
    while True:
        pair = _differing_operands(found, expected)
        if pair is None:
            break
        rank, x, y = pair
        steps.append(f"{rank} of {_name(expected)}" if rank else _name(expected))
        found, expected = x, y
    way = (
        f"in {', '.join(['...', *steps][-_SHOWN_STEPS:] if len(steps) > _SHOWN_STEPS else steps)}: "
        if steps
        else ""
    )
    return f"{way}{said(found)} where {said(expected)} is expected"


def _differing_operands(a: Term, b: Term) -> tuple[int, Term, Term] | None:
    """The first operands that differ, and their rank, 0 for none; None where the terms themselves differ."""
    if a.op != b.op or a.sort != b.sort:
        return None
    if a.op in _SETS:
        ours, theirs = (sorted(x, key=_number) for x in (members(a) - members(b), members(b) - members(a)))
        return (0, ours[0], theirs[0]) if ours and theirs else None
    ours, theirs = [*operands(a)], [*operands(b)]
    if len(ours) != len(theirs) or _plain(a) != _plain(b):
        return None
    if a.op in UNORDERED:
        return _unordered(ours, theirs)
    if {*ours} == {*theirs}:
        # The same operands in another order: that is where they differ.
        return None
    pairs = enumerate(zip(ours, theirs, strict=True), 1)
    return next((rank, x, y) for rank, (x, y) in pairs if not alike(x, y))


def _unordered(ours: list[Term], theirs: list[Term]) -> tuple[int, Term, Term]:
    """Of operands whose order does not matter, two that differ and look alike most."""
    left = [x for x in ours if x not in theirs]
    right = [y for y in theirs if y not in ours]
    if not left or not right:
        # One operand taken twice on one side.
        return 0, left[0] if left else ours[0], right[0] if right else theirs[-1]
    x, y = next(((x, y) for x in left for y in right if x.op == y.op), (left[0], right[0]))
    return 0, x, y


def said(term: Term, levels: int = _SHOWN_LEVELS) -> str:
    """A term, to a depth."""
    if term.op == "leaf":
        return str(term.args[0])
    if term.op == "constant":
        number = number_of(term) if term.sort in ("f32", "f64") else term.args[0]
        return f"{number!r}"
    if not levels:
        return "..."
    parts = [said(each, levels - 1) if isinstance(each, Term) else str(each) for each in term.args]
    if len(parts) > _SHOWN_OPERANDS:
        parts = [*parts[:_SHOWN_OPERANDS], "..."]
    if term.op in _SIGNS:
        return f"({f' {_SIGNS[term.op]} '.join(parts)})"
    return f"{_name(term)}({', '.join(parts)})"


def _name(term: Term) -> str:
    return _SIGNS.get(term.op) or _NAMES.get(term.op, term.op)


def _plain(term: Term) -> list[Any]:
    return [each for each in term.args if not isinstance(each, Term)]


def _number(term: Term) -> int:
    return term.number
