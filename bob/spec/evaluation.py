"""Terms and predicates read as plain Python integers: `evaluate`, `holds`, `failures`.

This reading checks files and replays every counterexample before it is shown. A scope maps names to ints,
to byte strings, to sequences of ints, or to (sequences of) nested scopes. A term without a value raises
`Fault`: subtraction below zero, division by zero, division that leaves a rest, an index out of range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from bob.spec.terms import (
    AllDifferent,
    And,
    Arith,
    Bound,
    BytesOf,
    Compare,
    Const,
    Every,
    Iff,
    Implies,
    Item,
    Length,
    Name,
    Not,
    Or,
    Predicate,
    text,
)

if TYPE_CHECKING:
    from bob.spec.terms import Term

Scope: TypeAlias = Mapping[str, object]
Variables: TypeAlias = Mapping[str, int]
_NOTHING: Variables = {}


class Fault(ArithmeticError):
    """A term that has no value; the message says which and why."""


class Unbound(LookupError):
    """A name that the scope does not hold; the message is the name."""


def look_up(scope: Scope, name: str) -> object:
    """The value of a dotted name; raises `Unbound`."""
    value: object = scope
    for step in name.split("."):
        if not isinstance(value, Mapping) or step not in value:
            raise Unbound(name)
        value = value[step]
    return value


def evaluate(term: Term, scope: Scope, variables: Variables = _NOTHING) -> int:
    """The natural number that `term` is; raises `Fault` where it has no value, `Unbound` for a name."""
    match term:
        case Const():
            return term.value
        case Name():
            return cast("int", look_up(scope, term.name))
        case Length():
            value = look_up(scope, term.name)
            return value if isinstance(value, int) else len(cast("Sequence[object]", value))
        case BytesOf():
            if text(term) not in scope:
                raise Unbound(text(term))
            return cast("int", scope[text(term)])
        case Bound():
            return variables[term.variable]
        case Item():
            return _item(term, scope, variables)
        case Arith():
            return _arith(term, scope, variables)
    raise TypeError(f"{type(term).__name__} is not a term")


def _item(term: Item, scope: Scope, variables: Variables) -> int:
    index = evaluate(term.index, scope, variables)
    array = cast("Sequence[object]", look_up(scope, term.name))
    if index >= len(array):
        raise Fault(f"{text(term)}: index {index} is not below {len(array)}")
    value = array[index]
    for step in term.path:
        value = cast("Scope", value)[step]
    return cast("int", value)


def _arith(term: Arith, scope: Scope, variables: Variables) -> int:
    left = evaluate(term.left, scope, variables)
    right = evaluate(term.right, scope, variables)
    match term.op:
        case "+":
            return left + right
        case "*":
            return left * right
        case "-":
            if right > left:
                raise Fault(f"{text(term)}: {left} - {right} is below zero")
            return left - right
    if right == 0:
        raise Fault(f"{text(term)}: {left} {term.op} 0 divides by zero")
    if term.op == "/" and left % right:
        raise Fault(f"{text(term)}: {left} / {right} leaves {left % right}")
    return left % right if term.op == "%" else left // right


def holds(predicate: Predicate, scope: Scope, variables: Variables = _NOTHING) -> bool:
    """Whether `predicate` is true; operands are read from the left and no further than needed."""
    match predicate:
        case Compare():
            left = evaluate(predicate.left, scope, variables)
            right = evaluate(predicate.right, scope, variables)
            return _compared(predicate.op, left, right)
        case And():
            return all(holds(term, scope, variables) for term in predicate.terms)
        case Or():
            return any(holds(term, scope, variables) for term in predicate.terms)
        case Not():
            return not holds(predicate.term, scope, variables)
        case Implies():
            return not holds(predicate.left, scope, variables) or holds(predicate.right, scope, variables)
        case Iff():
            return holds(predicate.left, scope, variables) == holds(predicate.right, scope, variables)
        case Every():
            limit = evaluate(predicate.bound.below, scope, variables)
            name = predicate.bound.variable
            return all(holds(predicate.body, scope, {**variables, name: i}) for i in range(limit))
        case AllDifferent():
            return not _repeats(predicate, scope, variables)
    raise TypeError(f"{type(predicate).__name__} is not a predicate")


def _compared(op: str, left: int, right: int) -> bool:
    match op:
        case "==":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
    return left <= right


def _repeats(predicate: AllDifferent, scope: Scope, variables: Variables) -> list[tuple[int, int]]:
    """The pairs (first index, later index) at which the body takes one value."""
    seen: dict[int, int] = {}
    found = []
    for i in range(evaluate(predicate.bound.below, scope, variables)):
        value = evaluate(predicate.body, scope, {**variables, predicate.bound.variable: i})
        if value in seen:
            found.append((seen[value], i))
        else:
            seen[value] = i
    return found


class Failure(NamedTuple):
    """Where a predicate is false: the quantified statement, its variables' values, and what it says there."""

    statement: Predicate
    variables: Variables
    found: str
    fault: bool = False


def failures(predicate: Predicate, scope: Scope, variables: Variables = _NOTHING) -> list[Failure]:
    """Every place at which `predicate` is false or has no value, quantifiers walked element by element."""
    match predicate:
        case And():
            return [f for term in predicate.terms for f in failures(term, scope, variables)]
        case Every():
            limit = evaluate(predicate.bound.below, scope, variables)
            name = predicate.bound.variable
            inner = (failures(predicate.body, scope, {**variables, name: i}) for i in range(limit))
            return [failure for found in inner for failure in found]
        case AllDifferent():
            name = predicate.bound.variable
            return [
                Failure(
                    predicate, {**variables, name: later}, _shared(predicate, scope, variables, first, later)
                )
                for first, later in _repeats(predicate, scope, variables)
            ]
    try:
        if holds(predicate, scope, variables):
            return []
        return [Failure(predicate, variables, stated(predicate, scope, variables))]
    except Fault as fault:
        return [Failure(predicate, variables, str(fault), fault=True)]


def _shared(predicate: AllDifferent, scope: Scope, variables: Variables, first: int, later: int) -> str:
    value = evaluate(predicate.body, scope, {**variables, predicate.bound.variable: later})
    places = [_placed(text(predicate.body), {predicate.bound.variable: i}) for i in (first, later)]
    return f"{places[0]} = {places[1]} = {value}"


def stated(predicate: Predicate, scope: Scope, variables: Variables = _NOTHING) -> str:
    """The values that the sides of each comparison in `predicate` take, as `name = value`, joined."""
    shown: dict[str, str] = {}
    for node in predicate.walk():
        if isinstance(node, Every | AllDifferent):
            break
        if isinstance(node, Compare):
            for side in (node.left, node.right):
                if not isinstance(side, Const):
                    shown[_placed(text(side), variables)] = _value(side, scope, variables)
    return ", ".join(f"{name} = {value}" for name, value in shown.items()) or text(predicate)


def _value(term: Term, scope: Scope, variables: Variables) -> str:
    try:
        return str(evaluate(term, scope, variables))
    except Fault:
        return "no value"


def _placed(plain: str, variables: Variables) -> str:
    for name, value in variables.items():
        plain = plain.replace(f"[{name}]", f"[{value}]")
    return plain
