"""The trusted base: a certificate, plain JSON, is checked with exact integers and without a solver.

Premises and the denied goal become facts: a polynomial `>= 0` or `== 0`, or cases of which one holds. Steps
add facts until the last is `-1 >= 0`. Facts count from 0; those of the denied goal come first.

    ["premise", i]               what premise i says
    ["division", "x // y", i]    x == y * (x // y) + x % y, x % y >= 0, x % y < y: fact i is y - 1 >= 0
    ["sum", terms, by, rest]     the sum of the terms, less `rest`, divided by `by`: 0 <= rest < by
    ["cases", i, steps, ...]     -1 >= 0, because each case of fact i is refuted

A term `[factor, names, facts]` is a product: 0 if one fact is `== 0`, else >= 0 if its factor is and it has
no names. A sum with any other term is two cases, >= 0 or <= -1. Without a goal, a member is kept: its values.
"""

import operator as of
from typing import Any

from bob.spec import terms as t

Polynomial = dict[tuple[str, ...], int]  # sorted names -> factor, which is not 0
Fact = tuple[str, Any]  # (">=", polynomial), ("==", polynomial) or ("or", lists of facts)
Named = dict[str, Any]  # what each name in polynomials stands for: a quantity, a quotient or a rest
_VALUE: dict[str, Any] = {"+": of.add, "-": of.sub, "*": of.mul, "/": of.floordiv, "//": of.floordiv}
_VALUE |= {"%": of.mod, "==": of.eq, "!=": of.ne, "<": of.lt, "<=": of.le, "Implies": of.le, "Iff": of.eq}
_VALUE |= {"Not": of.not_, "And": lambda *parts: all(parts), "Or": lambda *parts: any(parts)}


class Rejected(Exception):
    """The certificate does not show what it is for; the message says where it fails."""


def check(given: tuple[t.Predicate, ...], goal: t.Predicate | None, certificate: Any) -> None:
    """Raises `Rejected` unless it shows that the premises imply the goal, or, without one, have a member."""
    named: Named = {}
    try:
        if goal is not None:
            _refute(given, named, facts_of(goal, False, named), certificate)
        for said in given if goal is None else ():
            _require(_value(said, certificate), "not true of the member", said)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as fault:
        raise Rejected(f"malformed: {fault!r}") from None


def _require(truth: bool, *reason: object) -> None:
    if not truth:
        raise Rejected(*reason)


def _whole(value: Any, least: int | None = None) -> Any:
    _require(type(value) is int and (least is None or value >= least), "the number", value)
    return value


def _value(node: Any, at: Any) -> Any:
    if isinstance(node, t.Const | t.Bound):
        return node.value if isinstance(node, t.Const) else at[node.variable,]
    if isinstance(node, t.Item):
        _require(len(at[node.column]) == _value(node.length, at), "the length of", node.column)
        return _whole(at[node.column][_value(node.index, at)], 0)
    if isinstance(node, t.Every | t.AllDifferent):
        limit = _value(node.bound.below, at)
        each = [_value(node.body, at | {(node.bound.variable,): i}) for i in range(limit)]
        return all(each) if isinstance(node, t.Every) else len(set(each)) == len(each)
    op, parts = getattr(node, "op", type(node).__name__), [_value(part, at) for part in node.children()]
    found = _VALUE[op](*parts) if isinstance(node, t.Arith | t.Predicate) else at[t.text(node)]
    return found if isinstance(node, t.Predicate) else _whole(found, 0)


def _sum(parts: Any) -> Polynomial:
    total: Polynomial = {}
    for names, factor in parts:
        total[names] = total.get(names, 0) + factor
    return total if all(total.values()) else {names: x for names, x in total.items() if x}


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    return _sum((tuple(sorted(m + n)) if m else n, x * y) for m, x in a.items() for n, y in b.items())


def _parts(term: t.Term, named: Named, sign: int = 1) -> list[tuple[tuple[str, ...], int]]:
    if isinstance(term, t.Const):
        return [((), sign * term.value)]
    if isinstance(term, t.Arith) and term.op in ("+", "-"):
        return _parts(term.left, named, sign) + _parts(term.right, named, sign if term.op == "+" else -sign)
    if isinstance(term, t.Arith) and term.op == "*":
        return [*_times(_sum(_parts(term.left, named, sign)), _sum(_parts(term.right, named))).items()]
    if isinstance(term, t.Arith) and term.op == "/":
        term = term.left // term.right
    known = named.setdefault(name := t.text(term), term)
    _require(known is term or known.same(term), "two are called", name)
    return [((name,), sign)]


def facts_of(said: t.Predicate, truth: bool, named: Named) -> list[Fact]:
    """What it comes to that a predicate is true, or false; raises `Rejected` for one with a quantifier."""
    match said:
        case t.Not():
            return facts_of(said.term, not truth, named)
        case t.And() | t.Or():
            parts = [facts_of(term, truth, named) for term in said.terms]
            return [("or", parts)] if isinstance(said, t.Or) is truth else [f for p in parts for f in p]
        case t.Implies():
            return facts_of(t.Or((t.Not(said.left), said.right)), truth, named)
        case t.Iff(left=one, right=other):
            return facts_of(t.And((t.Implies(one, other), t.Implies(other, one))), truth, named)
        case t.Compare(op="==" | "!=", left=left, right=right):
            if (said.op == "==") is truth:
                return [("==", _sum(_parts(left - right, named)))]
            return facts_of((left < right) | (right < left), True, named)
        case t.Compare(op="<" | "<=" as op, left=left, right=right):
            more, less, strict = (right, left, op == "<") if truth else (left, right, op == "<=")
            return [(">=", _sum(_parts(more - less - 1 if strict else more - less, named)))]
    raise Rejected("not read", said)


def _refute(given: tuple[t.Predicate, ...], named: Named, facts: list[Fact], steps: Any) -> None:
    for step in steps:
        facts = facts + followed(given, named, facts, step)
    _require(facts[-1] == (">=", {(): -1}), "-1 >= 0 is not the end of", steps)


def followed(given: tuple[t.Predicate, ...], named: Named, facts: list[Fact], step: Any) -> list[Fact]:
    """The facts that a step adds."""
    match step:
        case ["premise", index]:
            return facts_of(given[_whole(index, 0)], True, named)
        case ["division", name, index]:
            left, right = named[name].left, named[name].right
            whole, rest = left // right, left % right
            _require([facts[_whole(index, 0)]] == facts_of(right > 0, True, named), "not above 0", right)
            return facts_of((left == right * whole + rest) & (rest >= 0) & (rest < right), True, named)
        case ["sum", terms, by, rest]:
            kind, parts = ">=" if _whole(rest, 0) else "==", [((), -rest)]
            for factor, names, used in terms:
                sign, p = ">=" if factor >= 0 and not names else "or", {tuple(sorted(names)): _whole(factor)}
                for known, fact in [facts[_whole(index, 0)] for index in used]:
                    sign, p = "==" if known == "==" else sign, _times(p, fact)
                kind, parts = max(kind, sign), [*parts, *p.items()]  # "==" < ">=" < "or"
            total = _sum(parts)
            _require(rest < _whole(by) and not any(x % by for x in total.values()), "not", by, rest, total)
            p = {names: x // by for names, x in total.items()}
            cases = [[(">=", p)], [(">=", _times({(): -1}, p | {(): p.get((), 0) + 1}))]]
            return [(kind, cases if kind == "or" else p)]
        case ["cases", index, *branches]:
            kind, cases = facts[_whole(index, 0)]
            _require(kind == "or", "no cases", index)
            for case, branch in zip(cases, branches, strict=True):
                _refute(given, named, facts + case, branch)
            return [(">=", {(): -1})]
    raise Rejected("not a step", step)
