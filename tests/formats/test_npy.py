"""NPY files are read as numpy.lib.format says, never evaluated, and each rule that one breaks is told."""

from __future__ import annotations

import io
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.npy import read_npy
from bob.store import Buffer
from tests.formats.npy_files import FOUR_FLOATS, literal, npy, npy_cases

if TYPE_CHECKING:
    from bob.errors import Finding
    from tests.formats.case import Case

CASES = npy_cases()
DTYPES = {
    "?": "BOOL", "<i1": "I8", "<i2": "I16", ">i4": "I32", "<i8": "I64", "<u1": "U8", ">u2": "U16",
    "<u4": "U32", "<u8": "U64", "<f2": "F16", "<f4": "F32", ">f8": "F64", "<c8": "C64", ">c16": "C128",
}  # fmt: skip


def read(content: bytes) -> Reading:
    return read_npy(Buffer(content))


def found(content: bytes) -> tuple[Finding, ...]:
    return read(content).findings


def inventory(content: bytes) -> Inventory:
    made = read(content)
    assert made.inventory is not None
    return made.inventory


def saved(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_has_its_verdict_and_breaks_one_rule_alone(case: Case) -> None:
    codes = {finding.code for finding in found(case.content)}
    assert codes == ({case.code} if case.code else set())


@pytest.mark.parametrize("code", [f"BOB57{i}" for i in range(9)])
def test_each_rule_has_a_file_that_breaks_it(code: str) -> None:
    assert code in {case.code for case in CASES}


@pytest.mark.parametrize("descr", DTYPES)
@pytest.mark.parametrize("shape", [(), (3,), (0, 2), (2, 3, 4)], ids=str)
@pytest.mark.parametrize("order", ["C", "F"])
def test_what_numpy_saves_is_read_back(descr: str, shape: tuple[int, ...], order: str) -> None:
    array = np.asarray(np.zeros(shape, descr), order=order)
    content = saved(array)
    made = read(content)
    assert made.findings == ()
    assert made.not_checked == ()
    entry = inventory(content).entries[0]
    assert (entry.dtype, entry.shape, entry.n_bytes) == (DTYPES[descr], shape, array.nbytes)
    assert entry.byte_offset + entry.n_bytes == len(content)
    assert entry.big_endian == descr.startswith(">")


@given(st.data())
def test_the_strides_lead_to_the_elements(data: st.DataObject) -> None:
    shape = tuple(data.draw(st.lists(st.integers(1, 4), max_size=4)))
    array = np.arange(np.prod(shape, dtype=int), dtype="<i4").reshape(shape)
    content = saved(np.asarray(array, order=data.draw(st.sampled_from("CF"))))
    entry = inventory(content).entries[0]
    raw = content[entry.byte_offset :]
    strides = entry.strides and tuple(4 * stride for stride in entry.strides)
    assert np.array_equal(np.ndarray(shape, "<i4", raw, 0, strides), array)


def test_the_file_that_is_documented_is_an_inventory() -> None:
    assert inventory(npy()) == Inventory(
        "npy",
        (Entry("array", "F32", (2, 2), 128, 16),),
        {},
        {"version": "1.0", "header bytes": 128, "order": "row-major"},
        144,
    )


@pytest.mark.parametrize(
    ("content", "note"),
    [
        pytest.param(npy() + b"12345", "5 bytes after the array, which NumPy leaves unread", id="more"),
        pytest.param(npy()[:-3], "3 missing", id="fewer"),
    ],
)
def test_bytes_too_many_and_too_few_are_counted(content: bytes, note: str) -> None:
    assert [finding.note for finding in found(content)] == [note]


def test_a_shape_that_calls_is_shown_and_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getpid", lambda: pytest.fail("it was called"))
    content = npy(literal(shape="(__import__('os').getpid(),)"), b"")
    (told,) = found(content)
    assert told.found.startswith("__import__('os').getpid()")
    assert told.note == "nothing in a header is evaluated"
    assert told.byte_offset == content.index(b"__import__")
    assert read(content).inventory == Inventory("npy", (), {}, {"version": "1.0", "header bytes": 128}, 128)


def test_a_size_is_a_whole_number_however_large() -> None:
    (told,) = found(npy(literal(shape=f"({', '.join(['4294967296'] * 4)})")))
    assert told.expected.startswith(f"{2**130:,} bytes")


@pytest.mark.parametrize("descr", ["'f4'", "'=f4'", "'|f4'"])
def test_an_open_byte_order_is_said(descr: str) -> None:
    made = read(npy(literal(descr)))
    assert made.findings == ()
    assert made.not_checked == ("the byte order: the header leaves it to the machine that reads it",)


@pytest.mark.parametrize(
    ("descr", "note"),
    [
        ("'<V2'", "bfloat16 of ml_dtypes is saved as V2, and so is any other type of two bytes"),
        ("[('a', '<f4'), ('b', '<i2', (3,))]", "a structure of 2 fields"),
        ("'<U4'", "strings"),
        ("'|S4'", "byte strings"),
        ("'<m8[s]'", "durations"),
    ],
)
def test_what_is_no_tensor_is_named(descr: str, note: str) -> None:
    (told,) = (finding for finding in found(npy(literal(descr))) if finding.code == "BOB576")
    assert (told.found, told.note) == (descr, note)


def test_strings_and_dates_must_have_their_bytes_too() -> None:
    codes = [finding.code for finding in found(npy(literal("'<U4'"), bytes(63)))]
    assert codes == ["BOB576", "BOB577"]


def test_a_pickle_is_told_as_not_looked_at() -> None:
    made = read(npy(literal("'|O'"), b"N."))
    assert made.not_checked == ("the pickle that holds the objects",)


def test_the_older_alignment_is_a_fact() -> None:
    facts = inventory(npy(literal(shape="(4,)"), align=16)).facts
    assert facts["alignment"] == "not to 64 bytes, which NumPy wrote as the rule until 1.13"


def test_all_findings_come_in_the_order_of_their_places() -> None:
    text = b"{'descr': 5, 'fortran_order': 0, 'shap': [2], } 7"
    told = [(finding.code, finding.part, finding.byte_offset) for finding in found(npy(text, b""))]
    assert told == [
        ("BOB573", "shape", 10),
        ("BOB574", "descr", 20),
        ("BOB574", "fortran_order", 40),
        ("BOB573", "key", 43),
        ("BOB573", "header", 58),
    ]


def test_of_too_many_findings_the_rest_are_counted() -> None:
    text = b"{" + b"'a': 1, " * 90 + b"'shape': (" + b"-1, " * 60 + b")}"
    last = found(npy(text, b""))
    assert sum(finding.code == "BOB573" for finding in last) == 92
    assert sum(finding.code == "BOB574" for finding in last) == 60
    (stopped,) = found(npy(b"{" + b"'a': 1, " * 200 + b"}", b""))
    assert stopped.expected == "a dictionary of three keys"


def test_a_long_text_of_a_file_is_cut() -> None:
    (told,) = (f for f in found(npy(literal("'" + "x" * 5000 + "'"))) if f.code == "BOB576")
    assert len(told.found) < 100
    assert told.found.endswith("...")


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)], ids=str)
def test_a_file_that_is_cut_anywhere_is_refused(version: tuple[int, int]) -> None:
    content = npy(version=version)
    assert [n for n in range(len(content)) if not found(content[:n])] == []


def test_no_flipped_bit_raises() -> None:
    content = npy()
    for place in range(8 * len(content)):
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        assert isinstance(read(bytes(flipped)), Reading)


@given(st.binary(max_size=200))
def test_no_header_raises(text: bytes) -> None:
    assert isinstance(read(npy(text, FOUR_FLOATS)), Reading)


@given(
    st.lists(st.sampled_from([*"{}[]():,", "'a'", '"', "\\", "1", "3L", "True", "'descr'", "'shape'", "x"]))
)
def test_no_order_of_tokens_raises(tokens: list[str]) -> None:
    assert isinstance(read(npy("".join(tokens).encode(), b"")), Reading)


HOSTILE = {
    "brackets": b"[" * 400_000,
    "empty lists": b"{'descr': [" + b"[]," * 40_000 + b"]}",
    "fields": b"{'descr': [" + b"('','O')," * 15_000 + b"]}",
    "keys": b"{" + b"'':0," * 30_000 + b"}",
    "a shape": b"{'shape': (" + b"257," * 30_000 + b")}",
    "a number": b"{'shape': (" + b"9" * 400_000 + b",)}",
    "a text": b"{'descr': '" + b"x" * 400_000 + b"'}",
    "a quote": b"{'" + b"x" * 400_000,
    "escapes": b"{'" + b"\\" * 400_000,
    "spaces": b" " * 400_000,
    "strings": b"{'descr': [" + b"''" * 200_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_header_takes_more_than_four_times_its_bytes(text: bytes) -> None:
    content = npy(text, b"", version=(3, 0))
    source = Buffer(content)
    tracemalloc.start()
    try:
        read_npy(source)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 4 * len(content) + 2**20


def test_a_header_of_four_gib_is_not_read_for() -> None:
    content = npy(version=(2, 0))[:8] + b"\xff" * 4 + bytes(500)
    tracemalloc.start()
    try:
        (told,) = read_npy(Buffer(content)).findings
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert told.code == "BOB572"
    assert peak < 2**20
