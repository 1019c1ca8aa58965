"""A text that is being written: `Draft` gathers symbols, definitions and statements, and makes the theorem.

Each symbol is declared once, and stands for a natural number or a function of naturals; `defined` functions
are spelled out by the solver. What a statement is called is the comment above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.script import conjunction, goal_head, premise_head, script
from bob.proof.smtlib import divisions
from bob.proof.theorem import Theorem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.proof.expressions import Expression
    from bob.proof.script import Said
    from bob.spec.terms import Node

_INT = "Int"


class Draft:
    """What is assumed so far."""

    def __init__(self) -> None:
        self._symbols: dict[str, tuple[str, ...]] = {}
        self._definitions: dict[str, Said] = {}
        self._said: dict[Expression, str] = {}

    def declare(self, symbol: str, n_arguments: int = 0) -> str:
        """A symbol, which may be declared before."""
        self._symbols.setdefault(symbol, (_INT,) * n_arguments)
        return symbol

    def function(self, symbol: str, variable: str, body: Expression, sentence: str) -> None:
        """A function of one number, spelled out."""
        self._definitions[symbol] = (sentence, ("define-fun", symbol, ((variable, _INT),), _INT, body))

    def say(self, sentence: str, statement: Expression) -> None:
        """Assume a statement."""
        self._said.setdefault(statement, sentence)

    def let(self, symbol: str, value: Expression, sentence: str) -> None:
        """Declare a number, and assume what it is."""
        self.say(sentence, ("=", self.declare(symbol), value))

    def divide(self, node: Node) -> None:
        """Declare the quotients and rests of a term, and assume what defines them."""
        for division in divisions(node):
            for symbol in division.symbols:
                self.declare(symbol, division.n_variables)
            self.say(division.sentence, division.defined)

    def theorem(self, name: str, subject: str, sentence: str, bound: str, goal: Iterable[Said]) -> Theorem:
        """What is assumed implies all of `goal`."""
        claims = list(goal)
        listed = [f"claimed: {claim}" for claim, _ in claims]
        denied = ("not", conjunction([statement for _, statement in claims]))
        return Theorem(
            name,
            subject,
            sentence,
            bound,
            self._text(premise_head(name), []),
            self._text((*goal_head(name, sentence), *listed), [(f"not: {sentence}", denied)]),
        )

    def _text(self, head: Iterable[str], denied: list[Said]) -> str:
        said = [(sentence, statement) for statement, sentence in self._said.items()]
        definitions = list(self._definitions.values())
        logic = _logic(expression for _, expression in (*definitions, *said, *denied))
        return script(head, logic, self._symbols, [*said, *denied], definitions)


def _logic(expressions: Iterable[Expression]) -> str:
    found = {word for expression in expressions for word in _kinds(expression)}
    free = "" if "forall" in found else "QF_"
    return f"{free}UF{'NIA' if '*' in found else 'LIA'}"


def _kinds(expression: Expression) -> Iterator[str]:
    """`forall` for a quantifier, and `*` for a product of two things that are no numbers."""
    if isinstance(expression, str):
        return
    head, *rest = expression
    if head == "forall":
        yield "forall"
    if head == "*" and sum(not (isinstance(part, str) and part.isdigit()) for part in rest) > 1:
        yield "*"
    for part in expression:
        yield from _kinds(part)
