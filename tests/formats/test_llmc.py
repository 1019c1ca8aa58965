"""Files of llm.c are read by their headers, exactly as long as these say."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.codec import decode
from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.llmc import read_llmc
from bob.spec.formats.llmc import LlmcModelHeader, LlmcStateHeader, LlmcStateOrder
from bob.store import Buffer
from tests.formats.raw_files import MODEL, llmc_cases, llmc_model, llmc_order, llmc_state

if TYPE_CHECKING:
    from bob.errors import Finding
    from tests.formats.case import Case

CASES = llmc_cases()
NAMES = [
    "wte",
    "wpe",
    "ln1w",
    "ln1b",
    "qkvw",
    "qkvb",
    "attprojw",
    "attprojb",
    "ln2w",
    "ln2b",
    "fcw",
    "fcb",
    "fcprojw",
    "fcprojb",
    "lnfw",
    "lnfb",
]


def read(content: bytes, parameters: int | None = None) -> Reading:
    return read_llmc(Buffer(content), parameters=parameters)


def found(content: bytes) -> tuple[Finding, ...]:
    return read(content).findings


def inventory(made: Reading) -> Inventory:
    assert made.inventory is not None
    return made.inventory


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_has_its_verdict_and_breaks_one_rule_alone(case: Case) -> None:
    codes = {finding.code for finding in found(case.content)}
    assert codes == ({case.code} if case.code else set())


def test_the_tensors_of_the_smallest_model_are_where_the_program_puts_them() -> None:
    entries = inventory(read(llmc_model())).entries
    assert [entry.name for entry in entries] == NAMES
    assert entries[0] == Entry("wte", "F32", (4, 2), 1024, 32)
    assert entries[4] == Entry("qkvw", "F32", (1, 6, 2), 1088, 48)
    assert entries[12] == Entry("fcprojw", "F32", (1, 2, 8), 1296, 64)
    assert entries[15] == Entry("lnfb", "F32", (2,), 1376, 8)


def test_a_model_in_bfloat16_has_half_of_the_bytes() -> None:
    entries = inventory(read(llmc_model((20240326, 5, 2, 3, 1, 1, 2, 4), 45))).entries
    assert {entry.dtype for entry in entries} == {"BF16"}
    assert sum(entry.n_bytes for entry in entries) == 180


@given(st.tuples(*[st.integers(1, 5)] * 5), st.integers(0, 3))
@settings(max_examples=40)
def test_tensors_fill_a_model_of_any_size(sizes: tuple[int, ...], padding: int) -> None:
    max_t, v, layers, heads, head = sizes
    c, vp = heads * head, v + padding
    n = c * (vp + max_t + 12 * layers * c + 13 * layers + 2)
    made = read(llmc_model((20240326, 3, max_t, v, layers, heads, c, vp), n))
    assert made.findings == ()
    place = 1024
    for entry in inventory(made).entries:
        assert entry.byte_offset == place
        place += entry.n_bytes
    assert place == 1024 + 4 * n


@pytest.mark.parametrize(
    ("content", "found_there", "note"),
    [
        pytest.param(llmc_model(n=91), "1,388 bytes", "4 bytes after the last tensor", id="4 more"),
        pytest.param(llmc_model(n=88), "1,376 bytes", "8 missing", id="8 fewer"),
        pytest.param(
            llmc_model(order=">"),
            "20240326, byte-swapped",
            "its header words are big-endian, as another machine writes them",
            id="swapped",
        ),
        pytest.param(
            llmc_model((20240326, 3 << 24, *MODEL[2:])),
            "version = 50331648",
            "byte-swapped it is 3",
            id="swapped behind the magic",
        ),
        pytest.param(
            llmc_model((20240326, 1, 2, 3, 1, 1, 2)),
            "version = 1",
            "older versions had no padded vocabulary, or layer norms in float32 beside bfloat16",
            id="version 1",
        ),
        pytest.param(
            llmc_model((20240326, 3, 2, 3, 1, 1, -2, 4)),
            "channels = 4294967294",
            "as an int -2",
            id="negative",
        ),
    ],
)
def test_the_reason_is_said(content: bytes, found_there: str, note: str) -> None:
    (told,) = found(content)
    assert (told.found, told.note) == (found_there, note)


def test_a_cut_model_lists_the_tensors_that_are_whole() -> None:
    assert len(inventory(read(llmc_model(n=88))).entries) == 15


def test_another_file_of_the_program_is_named() -> None:
    (told,) = found(llmc_model((20240328, 1)))
    assert told.found == "this is llm.c's tokenizer"


def test_sizes_beyond_any_file_are_whole_numbers() -> None:
    most = 2**31 - 1
    content = llmc_model((20240326, 3, most, most, most, 1, most, most))
    (told,) = found(content)
    n = most * (most + most + 12 * most * most + 13 * most + 2)
    assert told.expected.startswith(f"{1024 + 4 * n:,} bytes")


def test_a_state_says_its_parameters_by_its_length() -> None:
    made = read(llmc_state({4: 1}, 15))
    assert [(e.name, e.shape, e.byte_offset) for e in inventory(made).entries] == [
        ("m", (5,), 1024),
        ("v", (5,), 1044),
        ("master_weights", (5,), 1064),
    ]
    assert made.not_checked == ("the number of parameters, against a model",)
    assert inventory(made).facts["step"] == 7


def test_a_shuffled_state_is_not_cut_into_planes_without_their_size() -> None:
    made = read(llmc_state({5: 1}, tail=llmc_order()))
    assert inventory(made).entries == ()
    assert made.not_checked == ("the planes: a shuffled order follows them, and their size is the model's",)


@pytest.mark.parametrize(
    ("tail", "code"),
    [
        pytest.param(llmc_order(), "", id="exact"),
        pytest.param(llmc_order(0, 0), "", id="nothing shuffled"),
        pytest.param(llmc_order()[:-1], "BOB582", id="one fewer"),
        pytest.param(llmc_order() + b"1", "BOB583", id="one more"),
        pytest.param(b"\xff" * 8 + llmc_order()[8:], "BOB582", id="2^64 shards"),
        pytest.param(b"", "BOB582", id="nothing"),
    ],
)
def test_a_shuffled_state_of_known_size_is_exact(tail: bytes, code: str) -> None:
    made = read(llmc_state({5: 1}, tail=tail), parameters=5)
    assert [finding.code for finding in made.findings] == ([code] if code else [])
    assert [entry.name for entry in inventory(made).entries] == ["m", "v"]


def test_the_number_of_parameters_is_held_against_the_length() -> None:
    assert [finding.code for finding in read(llmc_state(), parameters=6).findings] == ["BOB582"]


def test_the_words_of_a_state_stand_where_the_program_puts_them() -> None:
    at = LlmcStateHeader.at()
    places = {name: at.offset(name) for name in ("step", "rng_state", "shard_index", "sample_index")}
    assert places == {"step": 40, "rng_state": 80, "shard_index": 120, "sample_index": 128}
    assert at.record_bytes == LlmcModelHeader.at().record_bytes == 1024
    assert decode(LlmcStateOrder.at(), llmc_order()).findings == ()


@pytest.mark.parametrize("content", [llmc_model(), llmc_state()], ids=["model", "state"])
def test_a_file_that_is_cut_anywhere_is_refused(content: bytes) -> None:
    whole = range(1024, len(content), 8) if content == llmc_state() else ()
    assert [n for n in range(0, len(content), 11) if n not in whole and not found(content[:n])] == []


@pytest.mark.parametrize("content", [llmc_model(), llmc_state()], ids=["model", "state"])
def test_no_flipped_bit_of_a_header_passes_but_in_what_it_leaves_open(content: bytes) -> None:
    passed = set()
    for place in range(0, 8 * 144, 5):
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        if not found(bytes(flipped)):
            passed.add(place // 32)
    # A vocabulary within its padding, and heads; what a state remembers, and whether an order follows.
    assert passed <= ({3, 5} if content == llmc_model() else {2, 5, 10, 20, 21, 30, 31, 32, 33})


def test_nothing_is_allocated_by_a_claim() -> None:
    most = 2**31 - 1
    content = llmc_model((20240326, 3, most, most, most, 1, most, most))
    tracemalloc.start()
    try:
        read(content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 4 * len(content) + 2**20
