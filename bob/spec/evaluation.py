"""Terms and predicates read as plain Python integers: `evaluate`, `holds`.

This reading checks files and replays every counterexample before it is shown. A scope maps names to ints,
to byte strings, to sequences of ints, or to (sequences of) nested scopes. A term without a value raises
`Fault`: subtraction below zero, division by zero, division that leaves a rest, an index out of range, a
quantifier over more elements than anything in the scope has, an absurd product.

`value_of` and `truth_of` turn a tree into a function once, for those who read it at many places. Where and
why a predicate is false is said by `bob.spec.failures`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

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
    substitute,
    text,
)

if TYPE_CHECKING:
    from bob.spec.terms import Node, Term

Scope: TypeAlias = Mapping[str, object]
Variables: TypeAlias = Mapping[str, int]
Value: TypeAlias = Callable[[Scope, Variables], int]
Truth: TypeAlias = Callable[[Scope, Variables], bool]
NO_VARIABLES: Variables = {}
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
}
# A quantifier whose limit is a number in a file must end even where that number is absurd.
_ALWAYS_WALKED = 1_000_000
# Products of numbers in a file grow with each factor; far below this, they are past every size there is.
_LARGEST_PRODUCT = 1 << 1000


class Fault(ArithmeticError):
    """A term that has no value; the message says which and why."""


class Unbound(LookupError):
    """A name that the scope does not hold; the message is the name."""


def look_up(scope: Scope, name: str) -> object:
    """The value of a dotted name; raises `Unbound`."""
    value: object = scope
    try:
        for step in name.split("."):
            value = cast("Scope", value)[step]
    except (KeyError, TypeError):
        raise Unbound(name) from None
    return value


def evaluate(term: Term, scope: Scope, variables: Variables = NO_VARIABLES) -> int:
    """The natural number that `term` is; raises `Fault` where it has no value, `Unbound` for a name."""
    return value_of(term)(scope, variables)


def holds(predicate: Predicate, scope: Scope, variables: Variables = NO_VARIABLES) -> bool:
    """Whether `predicate` is true; operands are read from the left and no further than needed."""
    return truth_of(predicate)(scope, variables)


def value_of(term: Term) -> Value:
    """`evaluate` of one term as a function of scope and variables."""
    match term:
        case Const(value=value):
            return lambda _scope, _variables: value
        case Name():
            return cast("Value", _named(term.name))
        case Length():
            return _length(term.name)
        case BytesOf():
            return _sized(text(term))
        case Bound(variable=variable):
            return lambda _scope, variables: variables[variable]
        case Item():
            return _item(term)
        case Arith():
            return _arith(term)
    raise TypeError(f"{type(term).__name__} is not a term")


def _named(name: str) -> Callable[[Scope, Variables], object]:
    if "." in name:
        return lambda scope, _variables: look_up(scope, name)

    def value(scope: Scope, _variables: Variables) -> object:
        try:
            return scope[name]
        except KeyError:
            raise Unbound(name) from None

    return value


def _length(name: str) -> Value:
    def value(scope: Scope, _variables: Variables) -> int:
        found = look_up(scope, name)
        return found if isinstance(found, int) else len(cast("Sequence[object]", found))

    return value


def _sized(name: str) -> Value:
    """The bytes of an array, which a scope holds under `bytes(array)`, dots and all."""

    def value(scope: Scope, _variables: Variables) -> int:
        try:
            return cast("int", scope[name])
        except KeyError:
            raise Unbound(name) from None

    return value


def _item(term: Item) -> Value:
    index_of, array_of, path = value_of(term.index), _named(term.name), term.path

    def value(scope: Scope, variables: Variables) -> int:
        index = index_of(scope, variables)
        array = cast("Sequence[object]", array_of(scope, variables))
        if index >= len(array):
            raise Fault(f"{written(term, variables)}: index {index} is not below {len(array)}")
        found = array[index]
        for step in path:
            found = cast("Scope", found)[step]
        return cast("int", found)

    return value


def _arith(term: Arith) -> Value:
    left, right = value_of(term.left), value_of(term.right)
    match term.op:
        case "+":
            return lambda scope, variables: left(scope, variables) + right(scope, variables)
        case "*":
            return lambda scope, variables: _product(term, left(scope, variables), right(scope, variables))
        case "-":
            return lambda scope, variables: _less(term, left(scope, variables), right(scope, variables))
    return lambda scope, variables: _divided(term, left(scope, variables), right(scope, variables))


def _product(term: Arith, left: int, right: int) -> int:
    product = left * right
    if product > _LARGEST_PRODUCT:
        raise Fault(f"{text(term)}: {product.bit_length()} bits are more than any size has")
    return product


def _less(term: Arith, left: int, right: int) -> int:
    if right > left:
        raise Fault(f"{text(term)}: {left} - {right} is below zero")
    return left - right


def _divided(term: Arith, left: int, right: int) -> int:
    if right == 0:
        raise Fault(f"{text(term)}: {left} {term.op} 0 divides by zero")
    if term.op == "/" and left % right:
        raise Fault(f"{text(term)}: {left} / {right} leaves {left % right}")
    return left % right if term.op == "%" else left // right


def truth_of(predicate: Predicate) -> Truth:
    """`holds` of one predicate as a function of scope and variables."""
    match predicate:
        case Compare():
            compared = _COMPARED[predicate.op]
            left, right = value_of(predicate.left), value_of(predicate.right)
            return lambda scope, variables: compared(left(scope, variables), right(scope, variables))
        case And():
            every = [truth_of(term) for term in predicate.terms]
            return lambda scope, variables: all(truth(scope, variables) for truth in every)
        case Or():
            some = [truth_of(term) for term in predicate.terms]
            return lambda scope, variables: any(truth(scope, variables) for truth in some)
        case Not():
            denied = truth_of(predicate.term)
            return lambda scope, variables: not denied(scope, variables)
        case Implies():
            premise, conclusion = truth_of(predicate.left), truth_of(predicate.right)
            return lambda scope, variables: not premise(scope, variables) or conclusion(scope, variables)
        case Iff():
            one, other = truth_of(predicate.left), truth_of(predicate.right)
            return lambda scope, variables: one(scope, variables) == other(scope, variables)
        case Every():
            return _every(predicate)
        case AllDifferent():
            repeats = repeats_of(predicate)
            return lambda scope, variables: not repeats(scope, variables)
    raise TypeError(f"{type(predicate).__name__} is not a predicate")


def _every(predicate: Every) -> Truth:
    limit, name, body = value_of(predicate.bound.below), predicate.bound.variable, truth_of(predicate.body)

    def truth(scope: Scope, variables: Variables) -> bool:
        inner = dict(variables)
        for inner[name] in walked(predicate.bound, limit(scope, variables), scope):
            if not body(scope, inner):
                return False
        return True

    return truth


def walked(bound: Bound, limit: int, scope: Scope) -> range:
    """The values of a quantifier's variable; raises `Fault` for more than anything in the scope has."""
    if limit > _ALWAYS_WALKED and limit > _longest(scope):
        raise Fault(f"{text(bound.below)}: nothing in the record has {limit} elements to walk")
    return range(limit)


def _longest(scope: Scope) -> int:
    """The length of the longest byte string or array in a scope."""
    lengths = (
        _longest(value) if isinstance(value, Mapping) else len(value) if isinstance(value, Sequence) else 0
        for value in scope.values()
    )
    return max(lengths, default=0)


def repeats_of(predicate: AllDifferent) -> Callable[[Scope, Variables], list[tuple[int, int]]]:
    """A function that gives the pairs (first index, later index) at which the body takes one value."""
    limit, name, body = value_of(predicate.bound.below), predicate.bound.variable, value_of(predicate.body)

    def repeats(scope: Scope, variables: Variables) -> list[tuple[int, int]]:
        first: dict[int, int] = {}
        inner, found = dict(variables), []
        for i in walked(predicate.bound, limit(scope, variables), scope):
            inner[name] = i
            earlier = first.setdefault(body(scope, inner), i)
            if earlier != i:
                found.append((earlier, i))
        return found

    return repeats


def written(node: Node, variables: Variables) -> str:
    """A term or predicate as a reader would write it, with its variables' values in their place."""

    def value(inner: Node) -> Const | None:
        if isinstance(inner, Bound) and inner.variable in variables:
            return Const(variables[inner.variable])
        return None

    return text(substitute(node, value))
