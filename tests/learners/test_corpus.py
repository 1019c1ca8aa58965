"""From a text to an input record, held against a dictionary of counts."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.envelope.contract import Contract
from bob.envelope.input_record import read_input
from bob.errors import Finding, Refused
from bob.learners.corpus import DEFAULT_PROMPTS, input_from_corpus, shipped_corpus, successors
from tests.checkpoints import SMALL

SHIPPED = Contract.shipped()


def plain(corpus: bytes, vocabulary: int) -> list[int]:
    """The same with a dictionary: the most frequent follower, of equals the least."""
    counts: dict[int, Counter[int]] = {}
    for byte, follower in pairwise(corpus):
        if max(byte, follower) < vocabulary:
            counts.setdefault(byte, Counter())[follower] += 1
    return [
        min(counts[byte].items(), key=lambda item: (-item[1], item[0]))[0] if byte in counts else byte
        for byte in range(vocabulary)
    ]


@pytest.mark.parametrize(
    ("corpus", "byte", "follower"),
    [
        pytest.param(b"abacab", "a", "b", id="the-most-frequent"),
        pytest.param(b"acab", "a", "b", id="a-tie-goes-to-the-smaller"),
        pytest.param(b"abac", "a", "b", id="a-tie-goes-to-the-smaller-whatever-the-order"),
        pytest.param(b"ab", "b", "b", id="what-nothing-follows-maps-to-itself"),
        pytest.param(b"ab", "z", "z", id="what-does-not-occur-maps-to-itself"),
        pytest.param(b"aaab", "a", "a", id="itself-counts"),
    ],
)
def test_a_byte_maps_to_this_follower(corpus: bytes, byte: str, follower: str) -> None:
    assert successors(corpus, 256)[ord(byte)] == ord(follower)


def test_a_pair_with_a_byte_outside_the_vocabulary_does_not_count() -> None:
    # 5 is followed once by 3, and twice by 200, which a vocabulary of 16 does not have.
    corpus = bytes([5, 200, 5, 200, 5, 3])
    assert successors(corpus, 256)[5] == 200
    assert successors(corpus, 16)[5] == 3
    assert successors(bytes([5, 200, 3]), 16)[5] == 5


@given(
    st.binary(max_size=300) | st.text("ab \n", max_size=300).map(str.encode),
    st.sampled_from([1, 2, 16, 98, 255, 256]),
)
def test_successors_are_those_of_plain_counting(corpus: bytes, vocabulary: int) -> None:
    assert successors(corpus, vocabulary) == plain(corpus, vocabulary)


def test_the_shipped_text_is_some_kilobytes_of_plain_prose() -> None:
    text = shipped_corpus()
    assert 2000 < len(text) < 20000
    assert text.isascii() or text.decode()
    assert successors(text, 256) == plain(text, 256)


@given(
    st.binary(min_size=2, max_size=100), st.lists(st.binary(min_size=1, max_size=5), min_size=3, max_size=3)
)
@settings(max_examples=30)
def test_a_text_gives_a_record_that_reads_back(corpus: bytes, prompts: list[bytes]) -> None:
    reading = read_input(input_from_corpus(corpus, prompts, SHIPPED), SHIPPED)
    assert reading.findings == ()
    assert reading.record is not None
    assert list(reading.record.targets) == plain(corpus, 256)
    assert list(reading.record.prompt_bytes) == [prompt[-1] for prompt in prompts]


def test_the_default_prompts_are_as_many_as_the_contract_wants() -> None:
    prompts = [prompt.encode() for prompt in DEFAULT_PROMPTS]
    assert read_input(input_from_corpus(shipped_corpus(), prompts, SHIPPED), SHIPPED).findings == ()


@pytest.mark.parametrize("corpus", [b"", b"a"], ids=["empty", "one-byte"])
def test_a_text_in_which_nothing_follows_is_refused(corpus: bytes) -> None:
    with pytest.raises(Refused) as refused:
        input_from_corpus(corpus, [b"a", b"b", b"c"], SHIPPED)
    assert refused.value.findings == (Finding("BOB320", "corpus", f"{len(corpus)} bytes", "at least 2"),)


def test_two_bytes_are_text_enough() -> None:
    assert read_input(input_from_corpus(b"ab", [b"a"] * 3, SHIPPED), SHIPPED).findings == ()


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        pytest.param([b"\x01"], [Finding("BOB321", "prompts", "1 given", "2")], id="too-few"),
        pytest.param([b"\x01"] * 3, [Finding("BOB321", "prompts", "3 given", "2")], id="too-many"),
        pytest.param([], [Finding("BOB321", "prompts", "0 given", "2")], id="none"),
        pytest.param(
            [b"\x01", b""], [Finding("BOB321", "prompt 1", "empty", "at least one byte")], id="empty"
        ),
        pytest.param(
            [b"\x10", b"\x0f"], [Finding("BOB321", "prompt 0", "ends in byte 16", "below 16")], id="outside"
        ),
        pytest.param(
            [b"", b"a", b"\x01"],
            [
                Finding("BOB321", "prompts", "3 given", "2"),
                Finding("BOB321", "prompt 0", "empty", "at least one byte"),
                Finding("BOB321", "prompt 1", "ends in byte 97", "below 16"),
            ],
            id="everything",
        ),
    ],
)
def test_prompts_that_cannot_be_used_are_refused(prompts: list[bytes], expected: list[Finding]) -> None:
    with pytest.raises(Refused) as refused:
        input_from_corpus(b"\x01\x02", prompts, SMALL)
    assert list(refused.value.findings) == expected


def test_only_the_last_byte_of_a_prompt_needs_to_be_in_the_vocabulary() -> None:
    content = input_from_corpus(b"\x01\x02", [b"abc\x0f", b"\x00"], SMALL)
    reading = read_input(content, SMALL)
    assert reading.record is not None
    assert list(reading.record.prompt_bytes) == [15, 0]
