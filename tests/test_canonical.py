"""Canonical JSON and digests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.canonical import canonical_json, digest, digest_of_pieces, hex_digest

# BLAKE3's published test vectors: bytes 0, 1, ... 250, 0, 1, ... of these lengths, first 32 bytes of output.
VECTORS = {
    0: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
    1: "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
    1024: "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
    1025: "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("length", VECTORS)
def test_digests_are_blake3(length: int) -> None:
    content = bytes(i % 251 for i in range(length))
    assert digest(content).hex() == VECTORS[length]
    assert hex_digest(memoryview(content)) == VECTORS[length]


@given(st.lists(st.binary(max_size=300), max_size=6))
def test_the_digest_of_pieces_is_that_of_their_sum(pieces: list[bytes]) -> None:
    assert digest_of_pieces(pieces) == digest(b"".join(pieces))


def test_json_has_sorted_keys_two_spaces_plain_letters_and_a_final_line_feed() -> None:
    assert (
        canonical_json({"b": [1, "é"], "a": None}) == '{\n  "a": null,\n  "b": [\n    1,\n    "é"\n  ]\n}\n'
    )


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")], ids=str)
def test_json_has_no_numbers_that_json_does_not_have(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json([number])


def test_json_of_a_name_that_is_not_utf_8_can_be_written_as_utf_8_and_reads_back() -> None:
    text = canonical_json(["\udcff é"])
    assert text.encode() == b'[\n  "\\udcff \xc3\xa9"\n]\n'
    assert json.loads(text) == ["\udcff é"]


@given(JSON)
def test_json_reads_back_and_does_not_depend_on_the_order_of_keys(value: Any) -> None:
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(_reversed(value)) == text


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(inner) for key, inner in reversed(value.items())}
    return [_reversed(inner) for inner in value] if isinstance(value, list) else value
