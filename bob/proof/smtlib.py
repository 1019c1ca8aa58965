"""Obligations as canonical SMT-LIB 2.6 text: `goal_query`, `premise_query`.

The goal query asserts the premises and the negated goal: `unsat` says that the goal holds. The premise query
asserts the premises alone: `sat` says that they have a member. Both are for any solver: integers, functions
of integers for the elements of arrays, and nothing that only one program reads.

A divisor that is no positive constant gets a quotient and a rest of its own, defined where it is positive;
elsewhere they may be anything, which is what `bob.spec.duties` makes a family answer for. The text depends
on the obligation alone: quantities are declared in the order in which the premises mention them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bob.proof.script import script
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
    Node,
    Not,
    Or,
    Term,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bob.proof.expressions import Expression
    from bob.spec.obligation import Obligation

Variables: TypeAlias = "Mapping[str, str]"

_OPEN: Variables = {}
_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*", re.ASCII)
# Names that Python allows and that SMT-LIB, its core or its theories give a meaning to.
_TAKEN = frozenset(
    {
        *[
            "abs",
            "and",
            "as",
            "assert",
            "distinct",
            "div",
            "exists",
            "false",
            "forall",
            "is_int",
            "ite",
            "let",
            "match",
            "mod",
            "not",
            "or",
            "par",
        ]
    }
    | {
        *[
            "select",
            "store",
            "to_int",
            "to_real",
            "true",
            "xor",
            "Array",
            "Bool",
            "DECIMAL",
            "HEXADECIMAL",
            "Int",
            "NUMERAL",
            "Real",
            "STRING",
        ]
    }
)


def goal_query(obligation: Obligation) -> str:
    """Premises and negated goal; raises `ValueError` for an obligation without a goal."""
    if obligation.goal is None:
        raise ValueError(f"{obligation.name} has no goal")
    said = [(premise.sentence, premise.predicate) for premise in obligation.given]
    head = (
        f"{obligation.name}: {obligation.sentence}",
        "unsat: it holds for every member; sat: the model is a member for which it does not",
    )
    return _document(head, [*said, (f"not: {obligation.sentence}", Not(obligation.goal))])


def premise_query(obligation: Obligation) -> str:
    """The premises alone: one text for all obligations of a family that have the same premises."""
    head = (
        f"premises of {obligation.family}",
        "sat: they have a member; unsat: they contradict each other",
    )
    return _document(head, [(premise.sentence, premise.predicate) for premise in obligation.given])


def expression(node: Node) -> Expression:
    """A term or predicate as it stands in a text; for its divisions see `divisions`."""
    return _expression(node, _OPEN)


class Division(NamedTuple):
    """The symbols of a quotient and a rest, functions of `n_variables`, and what defines both."""

    symbols: tuple[str, str]
    n_variables: int
    sentence: str
    defined: Expression


def divisions(*nodes: Node) -> Iterator[Division]:
    """Each division by no constant that some terms or predicates hold, once."""
    for division in _divisions(inner for node in nodes for inner in node.walk()).values():
        sides = f"{text(division.left)} by {text(division.right)}"
        sentence = f"quotient and rest of {sides}, where that is positive"
        symbols = _quotient(division), _rest(division)
        yield Division(symbols, len(_variables(division)), sentence, _defined(division))


def symbol(quantity: Name | Length | BytesOf | Item) -> str:
    """What a quantity is called in the text; the column of an item is a function of its index."""
    return _quoted(quantity.column if isinstance(quantity, Item) else text(quantity))


@cache
def _quoted(name: str) -> str:
    if name in _TAKEN:
        return f"{name}."
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"


def _document(head: Iterable[str], said: list[tuple[str, Node]]) -> str:
    nodes = [inner for _, node in said for inner in node.walk()]
    divided = tuple(divisions(*(node for _, node in said)))
    symbols = {name: ("Int",) * n_arguments for name, n_arguments in _declared(nodes, divided)}
    defined = [(division.sentence, division.defined) for division in divided]
    return script(
        head, "ALL", symbols, [*defined, *((told, _expression(node, _OPEN)) for told, node in said)]
    )


def _declared(nodes: Iterable[Node], divided: Iterable[Division]) -> Iterator[tuple[str, int]]:
    """Every symbol with its number of arguments, in the order in which it is first mentioned."""
    found: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, Name | Length | BytesOf | Item):
            found.setdefault(symbol(node), int(isinstance(node, Item)))
    for division in divided:
        found |= dict.fromkeys(division.symbols, division.n_variables)
    yield from found.items()


def _divisions(nodes: Iterable[Node]) -> dict[str, Arith]:
    """The divisions by anything but a positive constant, one for each pair of sides."""
    found: dict[str, Arith] = {}
    for node in nodes:
        if isinstance(node, Arith) and node.op in ("/", "//", "%") and not _by_constant(node):
            found.setdefault(_quotient(node), node)
    return found


def _by_constant(division: Arith) -> bool:
    return isinstance(division.right, Const) and division.right.value > 0


def _quotient(division: Arith) -> str:
    return f"|{text(Arith('//', division.left, division.right))}|"


def _rest(division: Arith) -> str:
    return f"|{text(Arith('%', division.left, division.right))}|"


def _variables(node: Node) -> list[str]:
    """The variables of quantifiers around `node` that it mentions."""
    return list(dict.fromkeys(child.variable for child in node.walk() if isinstance(child, Bound)))


def _defined(division: Arith) -> Expression:
    """`left = right * quotient + rest` and `0 <= rest < right`, wherever right is positive."""
    variables = {name: f"?{name}" for name in _variables(division)}
    left, right = _expression(division.left, variables), _expression(division.right, variables)
    quotient, rest = (_applied(name, variables.values()) for name in (_quotient(division), _rest(division)))
    holds = ("and", ("=", left, ("+", ("*", right, quotient), rest)), ("<=", "0", rest), ("<", rest, right))
    return _for_all(variables.values(), ("=>", ("<", "0", right), holds))


def _applied(function: str, arguments: Iterable[str]) -> Expression:
    given = tuple(arguments)
    return (function, *given) if given else function


def _for_all(variables: Iterable[str], body: Expression) -> Expression:
    bound = tuple((name, "Int") for name in variables)
    return ("forall", bound, body) if bound else body


def _expression(node: Node, variables: Variables) -> Expression:
    match node:
        case Const():
            return str(node.value)
        case Name() | Length() | BytesOf():
            return symbol(node)
        case Bound():
            return variables[node.variable]
        case Item():
            return symbol(node), _expression(node.index, variables)
        case Arith():
            return _arith(node, variables)
        case Compare():
            sides = (_expression(node.left, variables), _expression(node.right, variables))
            return ("not", ("=", *sides)) if node.op == "!=" else (node.op.replace("==", "="), *sides)
        case And() | Or():
            return type(node).__name__.lower(), *(_expression(term, variables) for term in _flat(node))
        case Not():
            return "not", _expression(node.term, variables)
        case Implies():
            return "=>", _expression(node.left, variables), _expression(node.right, variables)
        case Iff():
            return "=", _expression(node.left, variables), _expression(node.right, variables)
        case Every():
            name = f"?{node.bound.variable}"
            body = _expression(node.body, {**variables, node.bound.variable: name})
            limit = _expression(node.bound.below, variables)
            return _for_all([name], ("=>", ("and", ("<=", "0", name), ("<", name, limit)), body))
        case AllDifferent():
            return _all_different(node, variables)
    raise TypeError(f"{type(node).__name__} is not a term or a predicate")


def _flat(node: And | Or) -> Iterator[Node]:
    for term in node.terms:
        yield from _flat(term) if type(term) is type(node) else (term,)


def _arith(node: Arith, variables: Variables) -> Expression:
    if node.op in ("+", "*"):
        return node.op, *(_expression(term, variables) for term in _operands(node, node.op))
    left, right = _expression(node.left, variables), _expression(node.right, variables)
    if node.op == "-":
        return "-", left, right
    if _by_constant(node):
        return "mod" if node.op == "%" else "div", left, right
    name = _rest(node) if node.op == "%" else _quotient(node)
    return _applied(name, (variables[variable] for variable in _variables(node)))


def _operands(term: Term, op: str) -> Iterator[Term]:
    """The operands of a sum or product that is bracketed from the left."""
    if isinstance(term, Arith) and term.op == op:
        yield from _operands(term.left, op)
        yield term.right
    else:
        yield term


def _all_different(node: AllDifferent, variables: Variables) -> Expression:
    variable = node.bound.variable
    first, later = f"?{variable}", f"?{variable}.later"
    sides = tuple(_expression(node.body, {**variables, variable: name}) for name in (first, later))
    limit = _expression(node.bound.below, variables)
    ordered = ("and", ("<=", "0", first), ("<", first, later), ("<", later, limit))
    return _for_all([first, later], ("=>", ordered, ("not", ("=", *sides))))
