"""JSON is read as RFC 8259 has it, and as Python's reader does where that is strict, in bounded memory."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.formats import json_tokens
from bob.formats.json_tokens import ENCODING, LIMIT, SYNTAX, NotJson
from bob.formats.strict_json import MOST_DEPTH, JsonText, read_json
from bob.store import Buffer

texts = st.text(st.characters(exclude_categories=("Cs",)))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


def ignored(_key: str, _place: int) -> None:
    """Keys may be there twice."""


def read(text: str | bytes) -> Any:
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    twice: list[tuple[str, int]] = []
    value = read_json(Buffer(content), lambda key, place: twice.append((key, place)))
    assert not twice, twice
    return value


def refused(content: bytes) -> NotJson:
    with pytest.raises(NotJson) as caught:
        read_json(Buffer(content), ignored)
    return caught.value


@given(values, st.booleans(), st.sampled_from([None, 1, 7]))
def test_what_python_writes_is_read_back(value: object, ascii_only: bool, indent: int | None) -> None:
    assert read(json.dumps(value, ensure_ascii=ascii_only, indent=indent)) == value


@given(values, st.integers(1, 30))
@settings(max_examples=50)
def test_a_window_of_any_size_reads_the_same(value: object, window: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_tokens, "_WINDOW_BYTES", window)
        for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=2)):
            assert read(text) == value


@given(st.text('{}[]":,01-.eE+tfn\\u/ \nax', max_size=12))
@settings(max_examples=400)
def test_what_is_read_is_what_pythons_reader_takes(text: str) -> None:
    try:
        expected = json.loads(text, parse_constant=int)
    except (ValueError, RecursionError):
        expected = None
    try:
        found = read_json(Buffer(text.encode()), ignored)
    except NotJson:
        # Python takes a lone surrogate's escape, which is no character.
        assert expected is None or "\\u" in text
        return
    # Of two values of a key Python keeps the last and Bob the first.
    assert found == expected or text.count('"') >= 4


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" ",
        b"nul",
        b"nulll",
        b"True",
        b"NaN",
        b"-Infinity",
        b"Infinity",
        b"01",
        b"-",
        b"+1",
        b".5",
        b"1.",
        b"1e",
        b"0x1",
        b"1_0",
        b"[1,]",
        b"[,1]",
        b"[1 2]",
        b"[",
        b"{",
        b'{"a"}',
        b'{"a":}',
        b'{"a":1,}',
        b"{a:1}",
        b"{1:1}",
        b"{} {}",
        b"1 2",
        b'"',
        b'"\\"',
        b'"a\nb"',
        b'"\x00"',
        b'"\x1f"',
        b'"\\q"',
        b'"\\u12"',
        b'"\\u12g4"',
        b'"\\ud800"',
        b'"\\udc00"',
        b'"\\ud800\\u0041"',
        b'"\\udc00\\ud800"',
        b"'a'",
        b"/**/1",
        b"1//",
        b"\xef\xbb\xbf1",
        b"\x0b1",
        b"\xc2\xa01",
    ],
    ids=repr,
)
def test_what_is_no_json_is_refused(content: bytes) -> None:
    assert refused(content).kind == SYNTAX


@pytest.mark.parametrize("at", [0, 1, 39_990, 39_998, 39_999, 40_000, 80_000])
@pytest.mark.parametrize("control", [b"\0", b"\n", b"\x1f"], ids=repr)
@pytest.mark.parametrize("after", [b"", b'"', b'b" ' + bytes(100)], ids=["the-end", "a-quote", "more"])
def test_a_control_character_behind_a_backslash_is_refused_wherever_it_stands(
    at: int, control: bytes, after: bytes
) -> None:
    wrong = refused(b'"' + b"a" * at + b"\\" + control + after)
    assert (wrong.kind, wrong.byte_offset) == (SYNTAX, at + 2)


@pytest.mark.parametrize(
    "raw",
    [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc3", b"a\xe2\x82"],
    ids=["0xff", "overlong", "surrogate", "beyond", "cut", "cut-in-three"],
)
@pytest.mark.parametrize("escape", [b"", b"\\n"], ids=["plain", "escaped"])
def test_a_text_that_is_not_utf8_is_refused(raw: bytes, escape: bytes) -> None:
    assert refused(b'"' + escape + raw + b'"').kind == ENCODING


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'[1,\n "a\xffb"]', 7),
        (b'["\xff\\n"]', 1),
        (b'{"a":01}', 5),
        (b'["a\\q"]', 3),
        (b"[1] ]", 4),
        (b'["a\nb"]', 3),
    ],
    ids=repr,
)
def test_a_refusal_says_where(content: bytes, place: int) -> None:
    wrong = refused(content)
    assert abs(wrong.byte_offset - place) <= (1 if wrong.kind == ENCODING else 0)
    assert str(wrong.byte_offset) in str(wrong)


@pytest.mark.parametrize(
    ("content", "twice"),
    [
        (b'{"a":1,"a":2}', [("a", 7)]),
        (b'{"a":1,"\\u0061":2}', [("a", 7)]),
        (b'[{"b":{"a":1,"a":2}}]', [("a", 13)]),
        (b'{"a":1,"a":2,"a":3}', [("a", 7), ("a", 13)]),
        (b'{"a":{"a":1},"b":{"a":1}}', []),
    ],
    ids=repr,
)
def test_each_key_that_an_object_holds_twice_is_told(content: bytes, twice: list[tuple[str, int]]) -> None:
    told: list[tuple[str, int]] = []
    read_json(Buffer(content), lambda key, place: told.append((key, place)))
    assert told == twice


def test_of_two_values_of_a_key_the_first_is_kept() -> None:
    assert read_json(Buffer(b'{"a":1,"a":2}'), ignored) == {"a": 1}


@pytest.mark.parametrize("brackets", [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_nesting_goes_so_deep_and_no_deeper(brackets: tuple[str, str]) -> None:
    opening, closing = brackets
    read(opening * (MOST_DEPTH - 1) + "[]" + closing * (MOST_DEPTH - 1))
    assert refused((opening * MOST_DEPTH + "[]" + closing * MOST_DEPTH).encode()).kind == LIMIT


def test_a_number_has_so_many_digits_and_no_more() -> None:
    assert read("9" * 300) == int("9" * 300)
    assert refused(b"9" * 301).kind == LIMIT


def test_a_skipped_value_is_shown_as_far_as_fifty_characters() -> None:
    text = JsonText(Buffer(b'[1, "a"] ' + b'"' + b"x" * 100 + b'"'), 0, 111, print)
    assert text.skip() == '[1, "a"]'
    assert text.skip() == '"' + "x" * 49 + "…"


# Hostile texts are small here, and so is what a reader may take beside four times their bytes.
KB = 100_000
HOSTILE = {
    "opening-lists": b"[" * KB,
    "empty-lists": b"[" + b"[]," * (KB // 3) + b"[]]",
    "empty-objects": b"[" + b"{}," * (KB // 3) + b"{}]",
    "objects-one-after-the-other": b"{}" * (KB // 2),
    "small-numbers": b"[" + b"1," * (KB // 2) + b"1]",
    "large-numbers": b"[" + b"12345," * (KB // 6) + b"1]",
    "keys": b"{" + b",".join(b'"%x":0' % i for i in range(KB // 10)) + b"}",
    "empty-texts": b"[" + b'"",' * (KB // 3) + b'""]',
    "one-letter-texts": b"[" + b'"a",' * (KB // 4) + b'""]',
    "long-text": b'"' + b"a" * KB + b'"',
    "long-text-of-escapes": b'"' + b"\\n" * (KB // 2) + b'"',
    "long-text-of-unicode-escapes": b'"' + b"\\u0041" * (KB // 6) + b'"',
    "long-text-with-one-wide-letter": b'"' + b"a" * KB + "😀".encode() + b'"',
    "long-text-with-one-wide-escape": b'"' + b"a" * KB + b"\\ud83d\\ude00" + b'"',
    "long-text-without-its-end": b'"' + b"a" * KB,
    "long-text-of-backslashes": b'"' + b"\\" * (KB + 1),
    "long-number": b"1" * KB,
    "white-space": b" " * KB,
    "nested-keys": b'{"a":' * KB,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_no_text_takes_much_more_than_four_times_its_bytes(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_tokens, "_FREE_BYTES", 20_000)
    monkeypatch.setattr(json_tokens, "_WINDOW_BYTES", 5_000)
    source = Buffer(content)
    tracemalloc.start()
    try:
        value = read_json(source, ignored)
    except NotJson:
        value = None
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del value
    assert peak <= 4 * len(content) + KB
