"""SMT-LIB texts of readings, run in plain Python on real bytes: `Machine`, which knows nothing of Bob.

An equation of a symbol is what defines it, every other assertion a condition. Symbols whose names begin with
one of `ANY` stand for any number: a condition that mentions one is looked at for each.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ANY = ("file.place", "|index(")
CHOICE = "by codec/elements."
_WORDS = re.compile(r";[^\n]*|\|[^|]*\||[()]|[^\s()|]+")
_OPERATORS: Mapping[str, Callable[..., Any]] = {
    "+": lambda *terms: sum(terms),
    "-": lambda one, other: one - other,
    "*": lambda *terms: _product(terms),
    "div": lambda one, other: one // other,
    "mod": lambda one, other: one % other,
    "=": lambda one, other: one == other,
    "<=": lambda one, other: one <= other,
    "<": lambda one, other: one < other,
    "not": lambda one: not one,
}


def _product(terms: Iterable[int]) -> int:
    found = 1
    for term in terms:
        found *= term
    return found


def parsed(text: str) -> list[tuple[str, Any]]:
    """The commands of a text, each with the comment above it."""
    comment, stack = "", [[]]  # type: tuple[str, list[list[Any]]]
    found: list[tuple[str, Any]] = []
    for word in _WORDS.findall(text):
        if word.startswith(";"):
            comment = word[2:]
        elif word == "(":
            stack.append([])
        elif word == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
            if len(stack) == 1:
                found.append((comment, done))
                comment = ""
        else:
            stack[-1].append(word)
    return found


def mentioned(expression: Any) -> Iterator[str]:
    if isinstance(expression, str):
        yield expression
        return
    for part in expression:
        yield from mentioned(part)


def within(expression: Any) -> Iterator[tuple[Any, ...]]:
    """Every application in an expression, itself included."""
    if isinstance(expression, tuple):
        if expression and isinstance(expression[0], str):
            yield expression
        for part in expression:
            yield from within(part)


class Refused(Exception):
    """What is read is not what it must be."""


class Machine:
    """The assertions of a text, with what is `given` for its symbols: numbers, and functions of numbers."""

    def __init__(self, text: str, given: Mapping[str, Any]) -> None:
        commands = parsed(text)
        self.said = [(comment, command[1]) for comment, command in commands if command[0] == "assert"]
        self.functions = {c[1]: (c[2][0][0], c[4]) for _, c in commands if c[0] == "define-fun"}
        self.symbols = [c[1] for _, c in commands if c[0] == "declare-fun"]
        self.given = dict(given)
        self.values: dict[Any, int] = {}
        self._begun = False

    @cached_property
    def equations(self) -> dict[Any, Any]:
        """What defines each symbol, and each application of a function that nothing else gives."""
        found: dict[Any, Any] = {}
        for comment, said in self.said:
            if said[0] == "=" and (said[1] if isinstance(said[1], str) else said[1][0]) not in self.given:
                found.setdefault(said[1], said[2])
            elif comment.startswith("quotient and rest of "):
                (_, (_, _, divisor), (_, (_, left, (_, (_, _, quotient), rest)), *_)) = said
                found[quotient] = ("guarded", "div", left, divisor)
                found[rest] = ("guarded", "mod", left, divisor)
        return found

    def value(self, expression: Any, variables: Mapping[str, int] | None = None) -> Any:
        """The value of an expression."""
        known = variables or {}
        if isinstance(expression, str):
            return self._word(expression, known)
        head = expression[0]
        match head:
            case "and":
                return all(self.value(part, known) for part in expression[1:])
            case "=>":
                return not self.value(expression[1], known) or self.value(expression[2], known)
            case "ite":
                return self.value(expression[2 if self.value(expression[1], known) else 3], known)
            case "guarded":
                divisor = self.value(expression[3])
                return _OPERATORS[expression[1]](self.value(expression[2]), divisor) if divisor > 0 else 0
        if head in self.functions:
            variable, body = self.functions[head]
            return self.value(body, {**known, variable: self.value(expression[1], known)})
        if head not in _OPERATORS and head not in self.given:
            return self._defined(expression)
        values = [self.value(part, known) for part in expression[1:]]
        return (_OPERATORS.get(head) or self.given[head])(*values)

    def _word(self, word: str, known: Mapping[str, int]) -> Any:
        if word in known:
            return known[word]
        if word in self.given:
            return self.given[word]
        return int(word) if word.isdigit() else self._defined(word)

    def _defined(self, expression: Any) -> int:
        if not self._begun:
            self._begun = True
            for symbol in self.equations:  # in their order, which keeps every step short
                self._defined(symbol)
        if expression not in self.values:
            self.values[expression] = self.value(self.equations[expression])
        return self.values[expression]

    def broken(self, below: int, apart: str = "") -> list[str]:
        """The comments of assertions that are false, those that mention `apart` left out.

        What may be any number is one below `below`.
        """
        stated = [each for each in self.said if apart not in mentioned(each[1])]
        anys = [sorted({s for s in mentioned(said) if s.startswith(ANY)}) for _, said in stated]
        plain = [said for said, names in zip(stated, anys, strict=True) if not names]
        if false := [comment for comment, said in plain if not self.value(said)]:
            return false
        return [
            comment
            for (comment, said), names in zip(stated, anys, strict=True)
            if names and not self._holds_everywhere(comment, said, names, below)
        ]

    def _holds_everywhere(self, comment: str, said: Any, names: list[str], below: int) -> bool:
        """For every number; where the text chooses an index for a place, for some index at every place."""
        first, *others = names
        chosen = any if comment.startswith(CHOICE) else all
        ranges = [range(max(1, self._limit(said, name, below))) for name in others]
        points = [dict(zip(others, at, strict=True)) for at in product(*ranges)]
        return all(
            chosen(self.value(said, {**point, first: i}) for point in points)
            for i in range(self._limit(said, first, below))
        )

    def _limit(self, said: Any, name: str, below: int) -> int:
        """From which number on an assertion says nothing, where it says so itself."""
        limits = [part[2] for part in within(said) if part[:2] == ("<", name)]
        free = [limit for limit in limits if not any(s.startswith(ANY) for s in mentioned(limit))]
        return min([below, *map(self.value, free)])
