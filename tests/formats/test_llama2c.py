"""Files of llama2.c are read by their headers, exactly as long as these say."""

from __future__ import annotations

import struct
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.llama2c import read_llama2c
from bob.spec.formats.llama2c import Llama2cHeader, Llama2cQuantizedHeader
from bob.store import Buffer
from tests.formats.raw_files import SMALL, Configuration, llama2c, llama2c_cases, llama2c_legacy

if TYPE_CHECKING:
    from bob.errors import Finding
    from tests.formats.case import Case

CASES = llama2c_cases()
NORMS = ["attention_norm", "ffn_norm", "norm"]
MATRICES = ["tok_embeddings", "wq", "wk", "wv", "wo", "w1", "w2", "w3"]
V0 = [
    "tok_embeddings",
    "attention_norm",
    "wq",
    "wk",
    "wv",
    "wo",
    "ffn_norm",
    "w1",
    "w2",
    "w3",
    "norm",
    "freqs_cos",
    "freqs_sin",
]


def read(content: bytes, legacy: bool = False) -> Reading:
    return read_llama2c(Buffer(content), legacy=legacy)


def found(content: bytes) -> tuple[Finding, ...]:
    return read(content).findings


def inventory(made: Reading) -> Inventory:
    assert made.inventory is not None
    return made.inventory


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_has_its_verdict_and_breaks_one_rule_alone(case: Case) -> None:
    codes = {finding.code for finding in found(case.content)}
    assert codes == ({case.code} if case.code else set())


@pytest.mark.parametrize(
    ("content", "names"),
    [
        pytest.param(llama2c_legacy(), V0, id="0"),
        pytest.param(llama2c_legacy(SMALL._replace(vocabulary=-5)), [*V0, "output"], id="0, unshared"),
        pytest.param(llama2c(), [*NORMS, *MATRICES], id="1"),
        pytest.param(llama2c(shared=0), [*NORMS, *MATRICES, "output"], id="1, unshared"),
    ],
)
def test_tensors_in_float32_come_in_the_order_of_the_exporter(content: bytes, names: list[str]) -> None:
    entries = inventory(read(content)).entries
    assert [entry.name for entry in entries] == names
    assert {entry.dtype for entry in entries} == {"F32"}
    ends = [entry.byte_offset + entry.n_bytes for entry in entries]
    assert [entry.byte_offset for entry in entries[1:]] == ends[:-1]
    assert ends[-1] == len(content)


def test_shapes_are_those_of_the_program() -> None:
    shapes = {entry.name: entry.shape for entry in inventory(read(llama2c_legacy())).entries}
    assert shapes["wk"] == (2, 4, 8)
    assert (shapes["w1"], shapes["w2"]) == ((2, 6, 8), (2, 8, 6))
    assert shapes["freqs_cos"] == (3, 1)
    assert shapes["tok_embeddings"] == (5, 8)


def quantized(c: Configuration, group: int, shared: int, seed: int) -> tuple[bytes, dict[str, np.ndarray]]:
    """A file of version 2 as `version2_export` writes it, and what each tensor is."""
    draw = np.random.default_rng(seed)
    head = struct.pack("<Ii7iBi", 0x616B3432, 2, *c, shared, group).ljust(256, b"\0")
    tensors: dict[str, np.ndarray] = {}
    for name, shape in zip(NORMS, [(c.layers, c.dim), (c.layers, c.dim), (c.dim,)], strict=True):
        tensors[name] = draw.random(shape, "<f4")
    body = b"".join(tensors[name].tobytes() for name in NORMS)
    for name, count, n in [*c.matrices, *([] if shared else [("output", *c.matrices[0][1:])])]:
        tensors[name] = draw.integers(-127, 128, (count, n), "i1")
        tensors[f"{name}.scales"] = draw.random((count, n // group), "<f4")
        for i in range(count):
            body += tensors[name][i].tobytes() + tensors[f"{name}.scales"][i].tobytes()
    return head + body, tensors


@given(
    st.sampled_from([(8, 4), (8, 8), (12, 4), (12, 2), (8, 1)]),
    st.integers(1, 3),
    st.booleans(),
    st.integers(0, 99),
)
@settings(max_examples=30)
def test_quantized_tensors_are_found_between_their_scales(
    sizes: tuple[int, int], layers: int, shared: bool, seed: int
) -> None:
    dim, group = sizes
    c = Configuration(dim=dim, hidden=4, layers=layers, heads=2, kv_heads=1)
    content, tensors = quantized(c, group, int(shared), seed)
    made = read(content)
    assert made.findings == ()
    entries = inventory(made).entries
    assert [entry.name for entry in entries] == list(tensors)
    for entry in entries:
        dtype = np.dtype("<f4" if entry.dtype == "F32" else "i1")
        strides = entry.strides and tuple(dtype.itemsize * stride for stride in entry.strides)
        raw = content[entry.byte_offset : entry.byte_offset + entry.n_bytes]
        held = np.ndarray(entry.shape, dtype, raw, 0, strides)
        assert np.array_equal(held.reshape(-1), tensors[entry.name].reshape(-1))


def test_scales_that_no_strides_lead_to_are_said() -> None:
    c = Configuration(dim=6, hidden=1, layers=2, heads=1, kv_heads=1)
    content, _ = quantized(c, 6, 1, 0)
    made = read(content)
    assert made.findings == ()
    assert made.not_checked[1:] == tuple(
        f"the scales of {name}: they do not lie whole scalars apart" for name in ("w1", "w2", "w3")
    )


def test_where_the_scales_lie_is_said_to_be_open() -> None:
    assert read(llama2c(2)).not_checked == (
        "where the scales lie: the first exporter of version 2 put them all at the end",
    )


def test_the_magic_in_the_other_order_is_named() -> None:
    (told,) = found(llama2c(magic=struct.pack(">I", 0x616B3432)))
    assert told.found == "ak42, byte-swapped"


def test_version_0_is_known_by_its_size_and_says_so() -> None:
    assert read(llama2c_legacy()).not_checked == ("whether it is of version 0: the file has no magic number",)


def test_what_is_not_version_0_says_what_its_words_ask_for() -> None:
    (told,) = found(llama2c_legacy() + bytes(4))
    n = len(llama2c_legacy())
    assert told.note == (
        f"nor is it of version 0, without a magic: {n + 4:,} bytes ({n:,} bytes for 13 tensors of version 0)"
    )


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        pytest.param(llama2c_legacy(), [], id="exact"),
        pytest.param(llama2c_legacy() + bytes(4), ["BOB583"], id="more"),
        pytest.param(llama2c_legacy()[:-4], ["BOB582"], id="fewer"),
        pytest.param(llama2c_legacy()[:20], ["BOB582"], id="cut in its words"),
        pytest.param(llama2c_legacy(SMALL._replace(dim=0)), ["BOB584"], id="no dim"),
    ],
)
def test_version_0_by_its_name_is_held_against_its_words(content: bytes, codes: list[str]) -> None:
    assert [finding.code for finding in read(content, legacy=True).findings] == codes


def test_a_negative_word_is_shown_as_the_int_that_it_is() -> None:
    (told,) = found(llama2c(c=SMALL._replace(vocabulary=-5)))
    assert told.note == "as an int -5"


def test_headers_are_256_bytes() -> None:
    assert Llama2cHeader.at().record_bytes == Llama2cQuantizedHeader.at().record_bytes == 256


@pytest.mark.parametrize("content", [llama2c(), llama2c(2), llama2c_legacy()], ids=["1", "2", "0"])
def test_a_file_that_is_cut_anywhere_is_refused(content: bytes) -> None:
    assert [n for n in range(0, len(content), 23) if not found(content[:n])] == []


@pytest.mark.parametrize("content", [llama2c(), llama2c(2), llama2c_legacy()], ids=["1", "2", "0"])
def test_no_flipped_bit_of_a_header_raises(content: bytes) -> None:
    for place in range(0, 8 * 64, 5):
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        assert isinstance(read(bytes(flipped)), Reading)


def test_sizes_beyond_any_file_are_whole_numbers_and_take_no_memory() -> None:
    most = 2**31 - 2
    words = (most, most, most, 1, 1, most, most)
    content = struct.pack("<Ii7iB", 0x616B3432, 1, *words, 1).ljust(256, b"\0")
    tracemalloc.start()
    try:
        (told,) = found(content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    n = 2 * most * most + most + most * most + 7 * most**3
    assert told.expected.startswith(f"{256 + 4 * n:,} bytes")
    assert peak <= 4 * len(content) + 2**20


def test_the_smallest_model_has_its_tensors_at_their_places() -> None:
    entries = inventory(read(llama2c())).entries
    assert entries[0] == Entry("attention_norm", "F32", (2, 8), 256, 64)
    assert entries[3] == Entry("tok_embeddings", "F32", (5, 8), 416, 160)
