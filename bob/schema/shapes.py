"""Reads the axes of a shape as terms over dims: `axes("H*K, 3 * (D + 1)")`.

The grammar is that of Python for naturals, names, `+ - * / // %` and parentheses, and nothing else: a text is
read here, never evaluated. Raises `Unreadable`, whose message says what is wrong and where.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bob.spec.terms import Arith, Const, Name

if TYPE_CHECKING:
    from bob.spec.terms import Term

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(//|[-+*/%(),]))", re.ASCII)
_SUMS = ("+", "-")
_PRODUCTS = ("*", "/", "//", "%")
_LONGEST = 1000
_DEEPEST = 30


class Unreadable(ValueError):
    """A text that is no list of terms; the message says why."""


def axes(text: str) -> tuple[Term, ...]:
    """The terms of a shape, one for each axis; of an empty text none."""
    reader = _Reader(text)
    if reader.at_end():
        return ()
    found = [reader.sum()]
    while reader.taken(","):
        found.append(reader.sum())
    reader.require_end()
    return tuple(found)


def term(text: str) -> Term:
    """One term."""
    reader = _Reader(text)
    found = reader.sum()
    reader.require_end()
    return found


class _Reader:
    """The words of a text and how far they are read."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise Unreadable(f"{text!r} is not a text")
        if len(text) > _LONGEST:
            raise Unreadable(f"{len(text):,} letters are more than a shape has")
        self._text = text
        self._words = list(self._split(text))
        self._place = 0
        self._depth = 0

    def _split(self, text: str) -> list[str]:
        found, place, end = [], 0, len(text.rstrip())
        while place < end:
            match = _TOKEN.match(text, place)
            if match is None:
                raise Unreadable(f"{text!r}: {text[place:].strip()[0]!r} has no meaning here")
            found.append(match[1] or match[2] or match[3])
            place = match.end()
        return found

    def at_end(self) -> bool:
        return self._place == len(self._words)

    def require_end(self) -> None:
        if not self.at_end():
            raise Unreadable(f"{self._text!r}: {self._words[self._place]!r} is not expected")

    def taken(self, *words: str) -> str:
        """The next word, read, if it is one of these; else nothing."""
        if self.at_end() or self._words[self._place] not in words:
            return ""
        self._place += 1
        return self._words[self._place - 1]

    def sum(self) -> Term:
        found = self._product()
        while op := self.taken(*_SUMS):
            found = Arith(op, found, self._product())
        return found

    def _product(self) -> Term:
        found = self._factor()
        while op := self.taken(*_PRODUCTS):
            found = Arith(op, found, self._factor())
        return found

    def _factor(self) -> Term:
        if self.at_end():
            raise Unreadable(f"{self._text!r}: ends where a number or a dim is expected")
        if self.taken("("):
            return self._bracketed()
        word = self._words[self._place]
        self._place += 1
        if word[0].isdigit():
            return Const(int(word))
        if word[0].isalpha() or word[0] == "_":
            return Name(word)
        raise Unreadable(f"{self._text!r}: {word!r} stands where a number or a dim is expected")

    def _bracketed(self) -> Term:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable(f"more than {_DEEPEST} parentheses in each other")
        found = self.sum()
        if not self.taken(")"):
            raise Unreadable(f"{self._text!r}: a parenthesis is not closed")
        self._depth -= 1
        return found
