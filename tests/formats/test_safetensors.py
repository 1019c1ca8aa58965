"""Each clause of the safetensors format, by the nearest files on both sides of it, and hostile files."""

from __future__ import annotations

import json
import re
import tracemalloc
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as strategies

from bob.codes import safetensors as codes
from bob.errors import sentence
from bob.formats import json_tokens
from bob.formats.safetensors import read_safetensors
from bob.spec.formats.dtypes import BITS
from bob.spec.formats.safetensors import DTYPES
from bob.store import Buffer
from tests.formats.safetensors_files import LFS_POINTER, PAIR, WEB_PAGE, cases, file, header, st, tensor

if TYPE_CHECKING:
    from bob.errors import Finding
    from bob.formats.inventory import Reading
    from tests.formats.case import Case


def read(content: bytes) -> Reading:
    return read_safetensors(Buffer(content))


def only(content: bytes) -> Finding:
    (finding,) = read(content).findings
    return finding


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.verdict}-{case.name}")
def test_a_file_is_refused_for_the_clause_that_it_breaks_and_for_no_other(case: Case) -> None:
    found = {finding.code for finding in read(case.content).findings}
    assert found == ({case.code} if case.verdict == "REFUSE" else set())


def test_every_code_but_the_limit_has_a_file_that_breaks_it_alone() -> None:
    assert {case.code for case in cases() if case.code} == codes.RULES.keys() - {"BOB519"}


def test_names_of_cases_are_all_different() -> None:
    names = [case.name for case in cases()]
    assert len(set(names)) == len(names)


SENTENCES = {
    "twice": (
        file(32, ("w", tensor("F32", [4, 2], 0, 32)), ("w", tensor("F32", [2, 4], 0, 32))),
        "BOB508 w at byte 66: a second time (expected each key once) "
        "[safetensors 0.8 keeps the last of the two]",
    ),
    "shared": (
        file(8, ("v", tensor("F32", [2], 0, 8)), ("k", tensor("F32", [2], 0, 8))),
        "BOB516 k, v at byte 115: share bytes [0, 8) (expected no byte in two tensors)",
    ),
    "hole": (
        file(20, ("a", tensor("F32", [2], 0, 8)), ("b", tensor("F32", [2], 12, 20))),
        "BOB517 data at byte 125: 4 bytes at [8, 12) belong to no tensor (expected every byte in a tensor)",
    ),
    "after": (
        file(30, ("a", tensor("F32", [2], 0, 8))),
        "BOB517 data at byte 70: 22 bytes after the last tensor (expected every byte in a tensor)",
    ),
    "cut": (
        file(14, ("w", tensor("F32", [2, 2], 0, 16))),
        "BOB518 file at byte 80: needs 82 bytes, has 80 [1 of 1 tensors end beyond the file]",
    ),
    "lfs": (
        LFS_POINTER,
        "BOB501 file at byte 0: this is a Git-LFS pointer: the file itself was not fetched (git lfs pull) "
        "(expected a safetensors file)",
    ),
    "html": (
        WEB_PAGE,
        "BOB501 file at byte 0: this is a web page or XML, likely an error page saved in place of the file "
        "(expected a safetensors file)",
    ),
    "absurd": (
        (100_000_001).to_bytes(8, "little") + b"{}",
        "BOB503 header at byte 0: 100,000,001 bytes (expected at most 100,000,000)",
    ),
    "header-cut": (
        file(12, *PAIR)[:60],
        "BOB502 header at byte 60: the header alone needs 116 bytes, the file has 60",
    ),
    "nul": (st(header(PAIR) + "\0", bytes(12)), "BOB505 header at byte 116: \0 (expected spaces)"),
}


@pytest.mark.parametrize(("content", "said"), SENTENCES.values(), ids=SENTENCES)
def test_what_people_have_met_is_told_in_a_sentence_of_its_own(content: bytes, said: str) -> None:
    assert sentence(only(content)) == said


def test_all_findings_are_told_by_byte_and_name() -> None:
    content = file(
        22,
        ("c", tensor("F33", [1], 0, 4)),
        ("b", tensor("F32", [-1], 4, 8)),
        ("a", tensor("F32", [2], 8, 15)),
        ("a", tensor("F32", [1], 16, 20)),
    )
    told = [(finding.code, finding.part) for finding in read(content).findings]
    assert told == [
        ("BOB511", "c"),
        ("BOB512", "b"),
        ("BOB514", "a"),
        ("BOB508", "a"),
        ("BOB517", "data"),
        ("BOB517", "data"),
    ]


def test_an_entry_without_a_region_leaves_open_what_belongs_to_no_tensor() -> None:
    content = file(8, ("a", tensor("U8", [4], 4, 8)), ("b", '{"dtype":"U8","shape":[4]}'))
    assert [finding.code for finding in read(content).findings] == ["BOB510"]


@pytest.mark.parametrize("kind", ["shape", "names"])
def test_a_million_of_a_kind_are_not_told_one_by_one(kind: str) -> None:
    n = 3000
    if kind == "shape":
        entries = [(f"t{i}", tensor("U8", [-1], 0, 0)) for i in range(n)]
        expected, more = "BOB512", n - 100
    else:
        entries = [(f"t{i // 2}", tensor("U8", [0], 0, 0)) for i in range(n)]
        expected, more = "BOB508", n // 2 - 100
    told = read(file(0, *entries)).findings
    assert {finding.code for finding in told} == {expected}
    assert len(told) == 101
    assert told[-1].found == f"{more:,} more of this kind"


def test_a_long_name_is_cut_where_it_is_told_and_whole_in_the_inventory() -> None:
    name = "n" * 5000
    assert len(only(file(1, (name, tensor("U8", [0], 0, 0)))).part) < 201
    inventory = read(file(0, (name, tensor("U8", [0], 0, 0)))).inventory
    assert inventory is not None
    assert inventory.entries[0].name == name


ORDERS = list(permutations(['"dtype":"F32"', '"shape":[2]', '"data_offsets":[0,8]']))


@pytest.mark.parametrize("space", ["", " ", "\n  ", "\t\r\n"], ids=["none", "one", "indented", "every"])
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "".join(part[1] for part in order))
def test_every_spelling_of_an_entry_is_the_same_entry(order: tuple[str, ...], space: str) -> None:
    entry = "{" + ",".join(order) + "}"
    spaced = re.sub(r"([\[\]{},:])", space + r"\1" + space, '"a":' + entry)
    reading = read(st("{" + spaced + "}", bytes(8)))
    plain = read(st('{"\\u0061":' + entry + "}", bytes(8)))
    assert reading.findings == plain.findings == ()
    assert reading.inventory is not None
    assert plain.inventory is not None
    assert [entry[:3] for entry in reading.inventory.entries] == [("a", "F32", (2,))]
    assert [entry[:3] for entry in plain.inventory.entries] == [("a", "F32", (2,))]


def test_an_inventory_lists_tensors_as_the_file_does_with_their_places() -> None:
    content = st('{"__metadata__":{"format":"pt"},' + header((PAIR[1], PAIR[0]))[1:] + "  ", bytes(12))
    reading = read(content)
    assert reading.findings == ()
    assert reading.inventory is not None
    data = len(content) - 12
    assert [(e.name, e.dtype, e.shape, e.byte_offset, e.n_bytes) for e in reading.inventory.entries] == [
        ("b", "F32", (1,), data + 8, 4),
        ("a", "F32", (2,), data, 8),
    ]
    assert reading.inventory.metadata == {"format": "pt"}
    assert reading.inventory.n_bytes == len(content)
    assert reading.inventory.facts == {
        "header_bytes": data - 8,
        "padding_bytes": 2,
        "data_offset": data,
        "data_aligned": data % 8 == 0,
        "in_order_of_offsets": False,
    }


def test_what_is_not_looked_at_is_said() -> None:
    reading = read_safetensors(Buffer(file(12, *PAIR)), deep=False)
    assert reading.findings == ()
    assert reading.not_checked == ("what the metadata say",)


@pytest.mark.parametrize("first", [b"\x1f\x8b", b"BZh", b"BOB"], ids=["gzip", "bzip2", "bob"])
def test_a_length_that_looks_like_another_magic_is_a_length(first: bytes) -> None:
    length = int.from_bytes(first, "little")
    content = length.to_bytes(8, "little") + b"{}".ljust(length)
    assert read(content).findings == ()


dims = strategies.lists(strategies.integers(0, 4), max_size=4)
entries = strategies.dictionaries(
    strategies.text(strategies.characters(exclude_categories=("Cs",)), max_size=8).filter(
        lambda name: name != "__metadata__"
    ),
    strategies.tuples(strategies.sampled_from(DTYPES), dims),
    max_size=6,
)


@given(entries, strategies.permutations(range(6)), strategies.booleans(), strategies.sampled_from([None, 1]))
def test_files_of_any_tensors_are_read_back_name_by_name(
    tensors: dict[str, tuple[str, list[int]]], order: list[int], ascii_only: bool, indent: int | None
) -> None:
    described: dict[str, Any] = {}
    place = 0
    for name, (dtype, shape) in tensors.items():
        bits = BITS[dtype]
        for dim in shape:
            bits *= dim
        if bits % 8 == 0:
            described[name] = {"dtype": dtype, "shape": shape, "data_offsets": [place, place + bits // 8]}
            place += bits // 8
    names = list(described)
    listed = {names[i]: described[names[i]] for i in order if i < len(names)}
    content = st(json.dumps(listed, ensure_ascii=ascii_only, indent=indent), bytes(place))
    reading = read(content)
    assert reading.findings == ()
    assert reading.inventory is not None
    begin = len(content) - place
    found = {
        e.name: {
            "dtype": e.dtype,
            "shape": list(e.shape),
            "data_offsets": [e.byte_offset - begin, e.byte_offset - begin + e.n_bytes],
        }
        for e in reading.inventory.entries
    }
    assert list(found.items()) == list(listed.items())


SMALL = st('{"__metadata__":{"a":"\\n"},' + header(PAIR)[1:] + " ", bytes(12))


@pytest.mark.parametrize("length", range(len(SMALL)))
def test_a_file_cut_at_any_byte_is_refused(length: int) -> None:
    assert read(SMALL[:length]).findings


@pytest.mark.parametrize("place", range(len(SMALL) - 12))
def test_a_flipped_bit_of_the_header_ends_in_findings_or_another_inventory(place: int) -> None:
    for bit in range(8):
        changed = bytearray(SMALL)
        changed[place] ^= 1 << bit
        reading = read(bytes(changed))
        assert reading.findings or reading.inventory != read(SMALL).inventory


# Hostile files are small here, and so is what a reader may take beside four times their bytes.
KB = 100_000


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_tokens, "_FREE_BYTES", 20_000)
    monkeypatch.setattr(json_tokens, "_WINDOW_BYTES", 5_000)


THREE = ["".join(letters) for letters in product(map(chr, [*range(35, 91), *range(97, 123)]), repeat=3)]


def many(entry: str, names: list[str]) -> bytes:
    return st("{" + ",".join(f'"{name}":{entry}' for name in names) + "}")


HOSTILE = {
    "claims-2-to-63": (1 << 63).to_bytes(8, "little") + b"{" * 100,
    "claims-the-cap": (100_000_000).to_bytes(8, "little") + b"{" * 100,
    "opening-brackets": st(b'{"a":' + b"[" * KB),
    "empty-objects": st(b"{}" * (KB // 2)),
    "an-entry-of-empty-lists": st(b'{"a":[' + b"[]," * (KB // 3) + b"[]]}"),
    "keys-of-one-entry": st("{" + '"a":{' + ",".join(f'"{name}":0' for name in THREE[:9_000]) + "}}"),
    "small-dims": st(b'{"a":{"dtype":"U8","shape":[' + b"1," * (KB // 2) + b'1],"data_offsets":[0,1]}}'),
    "large-dims": st(b'{"a":{"dtype":"U8","shape":[' + b"54321," * (KB // 6) + b'0],"data_offsets":[0,0]}}'),
    "huge-dims": st(b'{"a":{"dtype":"U8","shape":[' + b"9" * KB + b'],"data_offsets":[0,0]}}'),
    "empty-tensors": many(tensor("U8", "[0]", 0, 0), THREE[:9_000]),
    "empty-tensors-otherwise": many('{"shape":[0],"dtype":"U8","data_offsets":[0,0]}', THREE[:3_000]),
    "empty-tensors-indented": many(
        '\n {\n "dtype": "U8",\n "shape": [\n0\n],\n "data_offsets": [0,0]}', THREE[:3_000]
    ),
    "wrong-tensors": many('{"dtype":"?","shape":[],"data_offsets":[0,1]}', THREE[:3_000]),
    "numbers-for-tensors": many("0", THREE[:9_000]),
    "one-name": many(tensor("U8", "[0]", 0, 0), ["a"] * 3_000),
    "each-name-twice": many(tensor("U8", "[0]", 0, 0), THREE[:1_500] * 2),
    "metadata-of-small-texts": st('{"__metadata__":{' + ",".join(f'"{n}":""' for n in THREE[:9_000]) + "}}"),
    "long-name": st('{"' + "n" * KB + '":' + tensor("U8", [0], 0, 0) + "}"),
    "long-wide-name": st('{"' + "n" * KB + '😀":' + tensor("U8", [0], 0, 0) + "}"),
    "padding": st("{}" + " " * KB),
    "white-space": st("{" + " " * KB + "}"),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.usefixtures("_small")
def test_no_file_takes_much_more_than_four_times_its_bytes(content: bytes) -> None:
    source = Buffer(content)
    tracemalloc.start()
    reading = read_safetensors(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del reading
    assert peak <= 4 * len(content) + KB


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("an-entry-of-empty-lists", "BOB510"),
        ("opening-brackets", "BOB519"),
        ("keys-of-one-entry", "BOB519"),
        ("large-dims", "BOB519"),
        ("metadata-of-small-texts", "BOB519"),
    ],
)
@pytest.mark.usefixtures("_small")
def test_what_would_take_more_is_refused_as_such(name: str, code: str) -> None:
    assert code in {finding.code for finding in read(HOSTILE[name]).findings}


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("name", ["empty-tensors", "empty-tensors-otherwise", "empty-tensors-indented"])
def test_as_many_of_the_smallest_entries_as_there_may_be_are_not_too_much(name: str) -> None:
    reading = read(HOSTILE[name])
    assert reading.findings == ()
    assert reading.inventory is not None
    assert len(reading.inventory.entries) >= 3_000


class Counting(Buffer):
    """A source that counts what is read of it."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.n_read = 0
        self.n_reads = 0

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        self.n_read += n_bytes
        self.n_reads += 1
        return super().read_at(offset, n_bytes)


def test_the_header_is_read_once_and_nothing_of_the_data() -> None:
    entries = [(f"layer.{i}.weight", tensor("U8", [10], 10 * i, 10 * i + 10)) for i in range(10_000)]
    source = Counting(file(100_000, *entries))
    reading = read_safetensors(source)
    assert reading.findings == ()
    n_header = source.n_bytes - 100_000
    assert source.n_read <= n_header + 2 * 4096


def test_a_long_name_is_read_in_few_pieces_each_twice_the_one_before() -> None:
    source = Counting(file(0, ("n" * 1_000_000, tensor("U8", [0], 0, 0))))
    assert read_safetensors(source).findings == ()
    assert source.n_reads < 12


def test_ten_times_the_entries_are_ten_times_the_work() -> None:
    def steps(n: int) -> int:
        import sys

        content = file(0, *((f"{i}", tensor("U8", [0, i], 0, 0)) for i in range(n)))
        count = 0

        def traced(_frame: object, event: str, _arg: object) -> Any:
            nonlocal count
            count += event == "line"
            return traced

        before = sys.gettrace()
        sys.settrace(traced)
        try:
            read(content)
        finally:
            sys.settrace(before)
        return count

    assert steps(4000) <= 11 * steps(400)
