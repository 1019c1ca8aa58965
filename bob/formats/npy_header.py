"""The header text of an npy file by a grammar of its own: `parsed(text)`; nothing in it is evaluated.

    header = parsed(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }   \\n")
    header.pairs[0]      # the literals of a key and its value, with their places
    header.wrong         # where it is no dictionary of literals, or what follows it is no padding

The grammar has strings, whole numbers, True, False, None, tuples, lists and one dictionary of the kind that
NumPy writes. Names, calls, operators and comments are none of them. What a value means is not known here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_PAIRS = 100
# What is kept of a tuple or list; NumPy has fewer dims.
MOST_ITEMS = 100
_DEEPEST = 20
_SNIPPET_BYTES = 60

_TOKEN = re.compile(
    rb"""[ \t\r\n\f]*+(?:
        (?P<string>[uU]?(?:'(?:[^'\\\n]|\\.)*+'|"(?:[^"\\\n]|\\.)*+"))
      | (?P<number>-?(?:0|[1-9][0-9]*+)L?(?![A-Za-z0-9_.]))
      | (?P<name>(?:True|False|None)(?![A-Za-z0-9_]))
      | (?P<mark>[][{}():,])
    )""",
    re.VERBOSE,
)
_BLANK = re.compile(rb"[ \t\r\n\f]*+")
_OBJECT = re.compile(rb"[<>=|]?O[0-9]*")


class Literal(NamedTuple):
    """A value as it is written, from byte `begin` of the text to before byte `end`.

    `kind` is "string", "number", "name", "tuple" or "list"; `text` is what stands there, of a string what is
    between its quotes; `items` are the first `MOST_ITEMS` of a tuple or list that is a value of the
    dictionary, and `n_items` is how many it has.
    """

    kind: str
    text: bytes
    begin: int
    end: int
    items: tuple[Literal, ...] = ()
    n_items: int = 0


class Wrong(NamedTuple):
    """What is no literal, and where; `is_padding` where only what fills up the header is wrong."""

    place: int
    found: str
    expected: str
    is_padding: bool = False


class Header(NamedTuple):
    """The pairs of a dictionary; `wrong` where there is none, or something behind it.

    `has_objects` tells that a structured type names Python objects, `has_long` that numbers are written as
    Python 2 did (`3L`).
    """

    pairs: tuple[tuple[Literal, Literal], ...]
    wrong: Wrong | None
    has_objects: bool
    has_long: bool


def parsed(text: bytes) -> Header:
    """The dictionary that a header is; time and memory are linear in its bytes."""
    parser = _Parser(text)
    try:
        pairs = parser.dictionary()
    except _Stop as stop:
        return Header((), stop.wrong, parser.has_objects, parser.has_long)
    return Header(pairs, parser.padding(), parser.has_objects, parser.has_long)


def snippet(text: bytes, place: int, end: int | None = None) -> str:
    """What stands from `place` on, up to `end`, to be shown: its first bytes, if it is long."""
    most = place + _SNIPPET_BYTES
    cut = "..." if end is not None and end > most else ""
    shown = text[place : most if end is None else min(end, most)].rstrip()
    return shown.decode("utf-8", "backslashreplace") + cut


class _Stop(Exception):
    """Reading cannot go on."""

    def __init__(self, wrong: Wrong) -> None:
        super().__init__(wrong)
        self.wrong = wrong


class _Parser:
    """One reading of a text; `position` is the next byte, and `token` what stands there, if it is one."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.position = 0
        self.token = _TOKEN.match(text)
        self.has_objects = False
        self.has_long = False

    def dictionary(self) -> tuple[tuple[Literal, Literal], ...]:
        """`{key: value, ...}`, keys being strings."""
        self.expect(b"{", "a dictionary")
        pairs: list[tuple[Literal, Literal]] = []
        while not self.next_is(b"}"):
            if len(pairs) == MOST_PAIRS:
                raise self.stop("a dictionary of three keys")
            key = self.value(0)
            self.expect(b":", "a colon")
            pairs.append((key, self.value(0)))
            if not self.next_is(b","):
                self.expect(b"}", "a comma, or the end of the dictionary")
                break
        return tuple(pairs)

    def value(self, depth: int) -> Literal:
        """A literal; of one inside another no items are kept."""
        if depth > _DEEPEST:
            raise self.stop(f"one literal within {_DEEPEST} others at most")
        token = self.token
        kind = token.lastgroup if token else None
        if token is None or kind is None or (kind == "mark" and token[kind] not in (b"(", b"[")):
            raise self.stop("a literal")
        begin, written = token.start(kind), token[kind]
        self.advance(token)
        if kind == "mark":
            return self.sequence(begin, written == b"(", depth)
        if kind == "string":
            return Literal(kind, written.lstrip(b"uU")[1:-1], begin, self.position)
        self.has_long |= written.endswith(b"L")
        return Literal(kind, written, begin, self.position)

    def sequence(self, begin: int, is_tuple: bool, depth: int) -> Literal:
        """The rest of a tuple or list; `(3)` is 3, as in Python."""
        end = b")" if is_tuple else b"]"
        items: list[Literal] = []
        n_items, has_comma = 0, False
        while not self.next_is(end):
            item = self.value(depth + 1)
            if n_items < (MOST_ITEMS if depth == 0 else 1):
                items.append(item)
            names_type = is_tuple and n_items == 1 and item.kind == "string"
            self.has_objects |= names_type and _OBJECT.fullmatch(item.text) is not None
            n_items += 1
            if not self.next_is(b","):
                self.expect(end, "a comma, or the end of the tuple or list")
                break
            has_comma = True
        if is_tuple and n_items == 1 and not has_comma:
            return items[0]
        kept = tuple(items) if depth == 0 else ()
        return Literal("tuple" if is_tuple else "list", b"", begin, self.position, kept, n_items)

    def advance(self, token: re.Match[bytes]) -> None:
        """Go on behind a token."""
        self.position = token.end()
        self.token = _TOKEN.match(self.text, self.position)

    def next_is(self, mark: bytes) -> bool:
        """Whether a mark comes next, which is then read."""
        token = self.token
        if token is None or token["mark"] != mark:
            return False
        self.advance(token)
        return True

    def expect(self, mark: bytes, expected: str) -> None:
        """Read a mark, or stop."""
        if not self.next_is(mark):
            raise self.stop(expected)

    def stop(self, expected: str) -> _Stop:
        """What comes next is not what is expected."""
        blank = _BLANK.match(self.text, self.position)
        place = blank.end() if blank else self.position
        return _Stop(Wrong(place, snippet(self.text, place) or "the end of the header", expected))

    def padding(self) -> Wrong | None:
        """Spaces and the last line feed are all that may follow."""
        rest = self.text[self.position :]
        filled = len(rest) - len(rest.lstrip(b" "))
        if rest[filled:] in (b"", b"\n"):
            return None
        place = self.position + filled
        after = rest.lstrip()
        if after:
            place = len(self.text) - len(after)
            return Wrong(place, snippet(self.text, place), "nothing after the dictionary but spaces")
        return Wrong(place, f"byte {self.text[place]}", "spaces, then one line feed", is_padding=True)
