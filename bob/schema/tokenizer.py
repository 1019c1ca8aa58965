"""The tokenizer beside a checkpoint, as far as it asks for rows: `read_tokens(beside)`, `check_rows(...)`.

A tokenizer gives numbers, and the embedding has a row for each: it may have more, padded for speed, and never
fewer. Read are tokenizer.json (of the tokenizers library: the vocabulary of its model, and added tokens) or
vocab.txt (of BERT: a token a line). Nothing of the vocabulary is kept but the largest number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, Refused
from bob.formats.json_tokens import NotJson
from bob.formats.strict_json import JsonText
from bob.schema.checked import Checked
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.schema.language import Schema
    from bob.schema.matching import Matched
    from bob.store import Source

    Beside = Callable[[str], Source | None]

JSON_NAME, TEXT_NAME = "tokenizer.json", "vocab.txt"
_ROWS = "vocab_size"
_MOST_BYTES = 100_000_000


class Tokens(NamedTuple):
    """A tokenizer's file, and how many rows its largest number asks for."""

    name: str
    rows: int


def read_tokens(beside: Beside) -> Tokens | None:
    """The tokenizer that lies beside a checkpoint; None for none. Raises `Refused` (BOB638)."""
    for name, count in ((JSON_NAME, _of_json), (TEXT_NAME, _of_lines)):
        source = beside(name)
        if source is None:
            continue
        if source.n_bytes > _MOST_BYTES:
            finding = Finding("BOB638", name, f"{source.n_bytes:,} bytes", f"at most {_MOST_BYTES:,}")
            raise Refused(name, [finding])
        try:
            return Tokens(name, count(source))
        except NotJson as wrong:
            finding = Finding("BOB638", name, wrong.found, wrong.expected, wrong.byte_offset)
            raise Refused(name, [finding]) from None
    return None


def check_rows(schema: type[Schema], matched: Matched, tokens: Tokens | None) -> Checked:
    """BOB637 where the tokenizer gives numbers beyond the dim that a config calls vocab_size."""
    for name, dim in schema.spec.dims.items():
        if dim.config is None or _ROWS not in dim.config.names:
            continue
        if tokens is None:
            return Checked(not_checked=("any tokenizer",))
        rows = matched.binding.get(name)
        if rows is not None and tokens.rows > rows:
            found = f"{name} = {rows:,} rows"
            expected = f"at least {tokens.rows:,}, for the numbers of {tokens.name}"
            return Checked((told("BOB637", None, f"dim {name}", found, expected),))
        note = (
            ""
            if rows is None or tokens.rows == rows
            else f"{rows - tokens.rows:,} rows of {name} have no token"
        )
        return Checked(notes=(note,) if note else ())
    return Checked()


def _of_json(source: Source) -> int:
    """How many rows a tokenizer.json asks for; raises `NotJson`."""
    twice: list[tuple[str, int]] = []
    text = JsonText(source, 0, source.n_bytes, lambda key, place: twice.append((key, place)))
    rows = 0
    for key, _ in text.members():
        if key == "model":
            rows = max(rows, _of_model(text))
        elif key == "added_tokens":
            rows = max(rows, _of_added(text))
        else:
            text.skip()
    if text.peek():
        raise text.wrong("nothing after the value")
    if twice:
        raise NotJson("syntax", f"the key {twice[0][0]} once more", "each key once", twice[0][1])
    return rows


def _of_model(text: JsonText) -> int:
    rows = 0
    for key, _ in text.members():
        if key != "vocab":
            text.skip()
        elif text.peek() == b"[":
            # Pieces with their scores, numbered as they come.
            for _ in text.elements():
                text.skip()
                rows += 1
        else:
            for _ in text.members(unique=False):
                rows = max(rows, _number(text) + 1)
    return rows


def _of_added(text: JsonText) -> int:
    rows = 0
    for _ in text.elements():
        for key, _ in text.members():
            if key == "id":
                rows = max(rows, _number(text) + 1)
            else:
                text.skip()
    return rows


def _number(text: JsonText) -> int:
    place = text.place
    digits = text.number()
    if not digits.isdigit():
        raise NotJson("syntax", digits.decode(), "a natural number", place)
    return int(digits)


def _of_lines(source: Source) -> int:
    """How many lines a vocab.txt has; raises `NotJson` where it is no UTF-8."""
    content = b"".join(map(bytes, source.pieces(0, source.n_bytes)))
    try:
        content.decode()
    except UnicodeDecodeError as wrong:
        raise NotJson("encoding", f"byte {content[wrong.start]:#04x}", "UTF-8", wrong.start) from None
    return content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
