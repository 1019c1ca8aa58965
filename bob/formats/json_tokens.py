"""What JSON is written of, read from a stretch of a file as it comes: `JsonTokens`, `NotJson`.

Marks, texts, numbers and words, to the letter of RFC 8259, UTF-8 throughout; `bob.formats.strict_json` makes
values of them. What is read is paid for beforehand: a text may cost four times its bytes and a little more
(`spend`), so that no text takes memory that it does not have.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bob.errors import BobError

if TYPE_CHECKING:
    from bob.store import Source

SYNTAX, ENCODING, LIMIT = "syntax", "encoding", "limit"
_MOST_TIMES = 4
_FREE_BYTES = 500_000
_WINDOW_BYTES = 40_000
_LOOK_AHEAD_BYTES = 4_000
# The first bytes by which a number or a word is known.
_LEAST_SIGHT_BYTES = 8
_LONG_STRING_BYTES = 10_000
MOST_SHOWN = 50

# What a text takes in CPython beside its characters, held against the peak by the tests.
TEXT_COST = 49

_SPACE = re.compile(rb"[ \t\n\r]*+")
_STRING_PART = re.compile(rb'(?:[^"\\\x00-\x1f]++|\\[^\x00-\x1f]){0,1000}+')
_PLAIN_STRING = re.compile(rb'"([^"\\\x00-\x1f]*+)"')
_NUMBER = re.compile(rb"-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?+[0-9]++)?+")
_NUMBER_LETTERS = re.compile(rb"[-+.0-9eE]++")
_WORD = re.compile(rb"true|false|null")
_WORDS: dict[bytes, bool | None] = {b"true": True, b"false": False, b"null": None}
_HIGH, _LOW = rb"u([dD][89abAB][0-9a-fA-F]{2})", rb"\\u([dD][c-fC-F][0-9a-fA-F]{2})"
_ESCAPE = re.compile(rb"\\(?:" + _HIGH + _LOW + rb'|u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_ESCAPED = {
    b'"': b'"',
    b"\\": b"\\",
    b"/": b"/",
    b"b": b"\b",
    b"f": b"\f",
    b"n": b"\n",
    b"r": b"\r",
    b"t": b"\t",
}
_WIDE, _WIDEST = re.compile(rb"[\x80-\xff]|\\u"), re.compile(rb"[\xf0-\xff]|\\u[dD][89abAB]")


class NotJson(BobError):
    """Bytes that are no JSON, or more of it than may be read; `kind` is SYNTAX, ENCODING or LIMIT."""

    def __init__(self, kind: str, found: str, expected: str, byte_offset: int) -> None:
        self.kind = kind
        self.found = found
        self.expected = expected
        self.byte_offset = byte_offset
        super().__init__(f"{found} at byte {byte_offset:,} (expected {expected})")


class JsonTokens:
    """A stretch of a source, read from front to back through a window that holds the next bytes.

    Offsets count from the start of the source.
    """

    def __init__(self, source: Source, begin: int, end: int) -> None:
        self._source = source
        self._end = end
        self._window = b""
        self._origin = begin
        self._at = 0
        self._left = _MOST_TIMES * (end - begin) + _FREE_BYTES

    @property
    def place(self) -> int:
        """The byte that is read next."""
        return self._origin + self._at

    def place_of(self, at: int) -> int:
        """The byte that is at this place in sight, as a match counts it."""
        return self._origin + at

    def spend(self, n_bytes: int) -> None:
        """Account for memory that is about to be taken; raises `NotJson` (LIMIT) beyond what there may be."""
        self._left -= n_bytes
        if self._left < 0:
            raise self.limit("values that take more memory than", f"{_MOST_TIMES} times their text")

    def mark(self) -> int:
        """What may still be spent; `release` takes back what was spent since."""
        return self._left

    def release(self, mark: int) -> None:
        """What was read since the mark has not been kept."""
        self._left = mark

    def attempt(self, pattern: re.Pattern[bytes]) -> re.Match[bytes] | None:
        """What stands here, not passed over yet, if it is all in sight; None otherwise, whatever it is."""
        if len(self._window) - self._at < _LOOK_AHEAD_BYTES:
            self._extend()
        return pattern.match(self._window, self._at)

    def pass_over(self, match: re.Match[bytes]) -> None:
        """Go on behind what `attempt` found here."""
        self._at = match.end()

    def peek(self) -> bytes:
        """The next byte that is not white space; none at the end."""
        while True:
            self._at = _SPACE.match(self._window, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._window) or not self._extend():
                return self._window[self._at : self._at + 1]

    def take(self, choices: bytes) -> bytes:
        """The next byte, which is one of `choices`; raises `NotJson` (SYNTAX)."""
        byte = self.peek()
        if not byte or byte not in choices:
            raise self.wrong(" or ".join(chr(choice) for choice in choices))
        self._at += 1
        return byte

    def string(self) -> str:
        """A text; raises `NotJson` (SYNTAX, ENCODING, LIMIT)."""
        if self.peek() != b'"':
            raise self.wrong("a text in quotes")
        match = _PLAIN_STRING.match(self._window, self._at)
        end = self._string_end() if match is None else match.end(1)
        text = self._decoded(self._at + 1, end)
        self._at = end + 1
        return text

    def _string_end(self) -> int:
        """Where in the window the text that begins here has its closing quote."""
        length = 1
        while True:
            length = _STRING_PART.match(self._window, self._at + length).end() - self._at  # type: ignore[union-attr]
            byte = self._window[self._at + length : self._at + length + 1]
            if byte == b'"':
                return self._at + length
            # A lone backslash is one whose escape lies beyond the window.
            escape = int(byte == b"\\")
            beyond = self._at + length + escape >= len(self._window)
            if beyond and self._extend():
                continue
            if beyond:
                raise NotJson(SYNTAX, "a text without its end", "a closing quote", self.place)
            byte = self._window[self._at + length + escape : self._at + length + escape + 1]
            if byte < b" ":
                raise NotJson(SYNTAX, repr(byte)[1:], "an escape for it", self.place + length + escape)

    def _decoded(self, begin: int, end: int) -> str:
        """The text between two places of the window, paid for before it is made."""
        wide = _WIDE.search(self._window, begin, end)
        width = 1
        if wide is not None:
            width = 4 if _WIDEST.search(self._window, begin, end) else 2
        n_bytes = end - begin
        self.spend(TEXT_COST + width * n_bytes + (2 * n_bytes if n_bytes > _LONG_STRING_BYTES else 0))
        escaped = self._window.find(b"\\", begin, end) >= 0
        raw = self._unescaped(begin, end) if escaped else memoryview(self._window)[begin:end]
        try:
            return str(raw, "utf-8")
        except UnicodeDecodeError as wrong:
            where = self._origin + begin + (0 if escaped else wrong.start)
            raise NotJson(ENCODING, f"byte {wrong.object[wrong.start]:#04x}", "UTF-8", where) from None

    def _unescaped(self, begin: int, end: int) -> bytearray:
        """The UTF-8 of a text with escapes."""
        plain = bytearray()
        for match in _ESCAPE.finditer(self._window, begin, end):
            if self._window.find(b"\\", begin, match.start()) >= 0:
                break
            plain += memoryview(self._window)[begin : match.start()]
            plain += self._character(match)
            begin = match.end()
        stray = self._window.find(b"\\", begin, end)
        if stray >= 0:
            found = self._window[stray : stray + 6].decode("utf-8", "backslashreplace")
            raise NotJson(SYNTAX, found, "an escape of JSON", self._origin + stray)
        plain += memoryview(self._window)[begin:end]
        return plain

    def _character(self, match: re.Match[bytes]) -> bytes:
        high, low, single, plain = match.groups()
        if plain is not None:
            return _ESCAPED[plain]
        unit = single if high is None else high + low
        try:
            return bytes.fromhex(unit.decode()).decode("utf-16-be").encode()
        except UnicodeDecodeError:
            found = match[0].decode()
            raise NotJson(SYNTAX, found, "a whole character", self._origin + match.start()) from None

    def number(self) -> bytes:
        """A number as it is written; raises `NotJson` (SYNTAX)."""
        self.peek()
        place = self.place
        match = self._token(_NUMBER_LETTERS)
        if match is None:
            raise self.wrong("a number")
        if _NUMBER.fullmatch(match[0]) is None:
            raise NotJson(SYNTAX, match[0][:MOST_SHOWN].decode(), "a number", place)
        return match[0]

    def word(self) -> bool | None:
        """One of the three words; raises `NotJson` (SYNTAX)."""
        word = self._token(_WORD)
        if word is None:
            raise self.wrong("true, false or null")
        return _WORDS[word[0]]

    def _token(self, pattern: re.Pattern[bytes]) -> re.Match[bytes] | None:
        """What stands here, whole: the window grows while it may go on beyond."""
        while True:
            match = pattern.match(self._window, self._at)
            ends = self._at + _LEAST_SIGHT_BYTES if match is None else match.end()
            if ends < len(self._window) or not self._extend():
                break
        if match is not None:
            self._at = match.end()
        return match

    def padded_by(self, padding: re.Pattern[bytes]) -> int | None:
        """The place of the first byte of the rest that is no padding; None if all of it is."""
        while True:
            self._at = padding.match(self._window, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._window):
                return self.place
            if not self._extend():
                return None

    def ahead(self) -> bytes:
        """The next bytes, as far as they are in sight, and no more than are shown."""
        return self._window[self._at : self._at + MOST_SHOWN]

    def sight(self) -> str:
        """The next bytes, as a person reads them."""
        return self.ahead().decode("utf-8", "backslashreplace")

    def wrong(self, expected: str) -> NotJson:
        """What stands here is not what was expected."""
        byte = self._window[self._at : self._at + 1]
        found = ascii(byte)[1:] if byte else "the end"
        return NotJson(SYNTAX, found, expected, self.place)

    def limit(self, what: str, most: str) -> NotJson:
        """More stands here than is read."""
        return NotJson(LIMIT, f"{what} {most}", "less", self.place)

    def _extend(self) -> bool:
        """More in the window, twice as much as is left of it, without what was read; False at the end."""
        begin = self._origin + len(self._window)
        self._window = self._window[self._at :]
        self._origin += self._at
        self._at = 0
        n_bytes = min(self._end - begin, max(_WINDOW_BYTES, len(self._window)))
        more = self._source.read_at(begin, n_bytes) if n_bytes > 0 else b""
        self._window += more
        return bool(more)
