"""A config is read strictly; what it states of dims, and what the tokenizer beside it asks for."""

from __future__ import annotations

import json

import pytest

from bob.errors import Refused, sentence
from bob.schema import FLOAT, Config, Dim, Param, Schema
from bob.schema.config import Stated, linked, read_config
from bob.schema.holding import Asked, hold_schema
from bob.schema.tokenizer import Tokens, read_tokens
from bob.store import Buffer
from tests.schema.shipped.headers import inventory

UNREADABLE = {
    "not-json": b"{",
    "a-list": b"[]",
    "a-comma-too-much": b'{"a": 1,}',
    "a-key-twice": b'{"hidden_size": 1, "hidden_size": 2}',
    "a-key-twice-inside": b'{"text_config": {"a": 1, "a": 1}}',
    "not-a-number": b'{"a": NaN}',
    "not-utf8": b'{"\xff": 1}',
    "nothing": b"",
    "more-behind-it": b"{} {}",
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_config_is_refused(content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_config("config.json", Buffer(content))
    assert {finding.code for finding in refused.value.findings} == {"BOB625"}


def test_a_config_is_plain_data() -> None:
    assert read_config("config.json", Buffer(b'{"a": [1, {"b": null}]}')) == {"a": [1, {"b": None}]}


DIMS = {"D": Dim(config="hidden_size"), "E": Dim(config=Config("experts", "n_experts")), "N": Dim()}


@pytest.mark.parametrize(
    ("config", "values"),
    [
        ({"hidden_size": 4}, {"D": Stated(4, "hidden_size")}),
        ({"hidden_size": 0}, {"D": Stated(0, "hidden_size")}),
        ({"n_experts": 8}, {"E": Stated(8, "n_experts")}),
        ({"n_experts": 8, "experts": 2}, {"E": Stated(2, "experts")}),
        ({"hidden_size": None}, {}),
        ({"text_config": {"hidden_size": 4}}, {"D": Stated(4, "text_config.hidden_size")}),
        ({"text_config": {"hidden_size": 4}, "hidden_size": 5}, {"D": Stated(4, "text_config.hidden_size")}),
        ({"text_config": {}, "hidden_size": 5}, {"D": Stated(5, "hidden_size")}),
        ({"text_config": 3, "hidden_size": 5}, {"D": Stated(5, "hidden_size")}),
        ({"vision_config": {"hidden_size": 4}}, {}),
    ],
    ids=str,
)
def test_dims_are_what_their_fields_state(config: dict[str, object], values: dict[str, Stated]) -> None:
    assert linked(DIMS, config) == (values, ())


@pytest.mark.parametrize("value", ["4", 4.0, True, -4, [4], {"a": 4}], ids=repr)
def test_a_field_that_is_no_natural_number_is_told(value: object) -> None:
    found = linked(DIMS, {"hidden_size": value})
    assert found.values == {}
    (finding,) = found.findings
    assert (finding.code, finding.part) == ("BOB625", "hidden_size")


def test_a_dotted_field_is_one_of_a_nested_object() -> None:
    dims = {"D": Dim(config="vision.width")}
    assert linked(dims, {"vision": {"width": 3}}).values == {"D": Stated(3, "vision.width")}


class Table(Schema):
    """A table with a row for each token."""

    V = Dim(config="vocab_size")

    table = Param("table", FLOAT["V, 2"])


def tokenizer(vocab: object, added: list[int], **more: object) -> bytes:
    tokens = [{"id": number, "content": f"<{number}>", "special": True} for number in added]
    return json.dumps({"version": "1.0", "added_tokens": tokens, "model": {"vocab": vocab}, **more}).encode()


TOKENIZERS = {
    "of-pairs": ("tokenizer.json", tokenizer({"a": 0, "b": 1, "c": 2}, []), 3),
    "with-added": ("tokenizer.json", tokenizer({"a": 0, "b": 1}, [1, 5]), 6),
    "of-scores": ("tokenizer.json", tokenizer([["a", -1.5], ["b", -2]], [0]), 2),
    "with-holes": ("tokenizer.json", tokenizer({"a": 0, "b": 9}, []), 10),
    "empty": ("tokenizer.json", tokenizer({}, []), 0),
    "of-lines": ("vocab.txt", b"[PAD]\n[UNK]\na\n", 3),
    "of-lines-without-an-end": ("vocab.txt", b"[PAD]\n\xc3\xa9", 2),
}


@pytest.mark.parametrize(("name", "content", "rows"), TOKENIZERS.values(), ids=TOKENIZERS.keys())
def test_a_tokenizer_asks_for_a_row_for_its_largest_number(name: str, content: bytes, rows: int) -> None:
    assert read_tokens(lambda asked: Buffer(content) if asked == name else None) == Tokens(name, rows)


BROKEN = {
    "no-json": ("tokenizer.json", b"{"),
    "more-behind-it": ("tokenizer.json", tokenizer({}, []) + b"1"),
    "a-model-twice": ("tokenizer.json", b'{"model": {"vocab": {}}, "model": {"vocab": {}}}'),
    "a-number-below-zero": ("tokenizer.json", tokenizer({"a": -1}, [])),
    "half-a-number": ("tokenizer.json", tokenizer({"a": 0.5}, [])),
    "a-text-as-a-number": ("tokenizer.json", tokenizer({"a": "0"}, [])),
    "lines-that-are-no-utf8": ("vocab.txt", b"a\n\xff\n"),
}


@pytest.mark.parametrize(("name", "content"), BROKEN.values(), ids=BROKEN.keys())
def test_a_tokenizer_that_cannot_be_read_is_refused(name: str, content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_tokens(lambda asked: Buffer(content) if asked == name else None)
    assert [finding.code for finding in refused.value.findings] == ["BOB638"]


def test_no_tokenizer_is_none() -> None:
    assert read_tokens(lambda _: None) is None


@pytest.mark.parametrize(("rows", "codes"), [(7, []), (8, []), (9, ["BOB637"])])
def test_an_embedding_has_at_least_a_row_for_each_token(rows: int, codes: list[str]) -> None:
    asked = Asked(inventory({"table": ("F32", (8, 2))}), Buffer(b""), tokens=Tokens("tokenizer.json", rows))
    matched = hold_schema(Table, asked).matched
    assert [finding.code for finding in matched.findings] == codes
    assert all("V = 8 rows" in sentence(finding) for finding in matched.findings)
    assert matched.notes == (("1 rows of V have no token",) if rows == 7 else ())


def test_without_a_tokenizer_that_is_said() -> None:
    matched = hold_schema(Table, Asked(inventory({"table": ("F32", (8, 2))}), Buffer(b""))).matched
    assert "any tokenizer" in matched.not_checked
