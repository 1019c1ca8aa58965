"""TensorFlow.js manifests are read strictly, and the files that they name are held against them."""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.formats.inventory import Entry, Inventory, Reading
from bob.formats.tfjs import read_tfjs
from bob.store import Buffer
from tests.formats.raw_files import group, manifest, tfjs_cases, weight

if TYPE_CHECKING:
    from tests.formats.raw_files import Beside

CASES = tfjs_cases()
SIZES = {"float32": 4, "float16": 2, "int32": 4, "bool": 1, "complex64": 8}
NAMED = {"float32": "F32", "float16": "F16", "int32": "I32", "bool": "BOOL", "complex64": "C64"}


def read(content: bytes, files: dict[str, bytes], deep: bool = True) -> Reading:
    return read_tfjs(Buffer(content), lambda name: Buffer(files[name]) if name in files else None, deep)


def inventory(made: Reading) -> Inventory:
    assert made.inventory is not None
    return made.inventory


@pytest.mark.parametrize("beside", CASES, ids=[beside.case.name for beside in CASES])
def test_a_case_has_its_verdict_and_breaks_one_rule_alone(beside: Beside) -> None:
    codes = {finding.code for finding in read(beside.case.content, beside.files).findings}
    assert codes == ({beside.case.code} if beside.case.code else set())


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 3), max_size=3), st.sampled_from(sorted(SIZES))), max_size=6),
    st.lists(st.integers(0, 20), max_size=3),
)
@settings(max_examples=60)
def test_weights_fill_the_files_of_their_group(weights: list[tuple[list[int], str]], cuts: list[int]) -> None:
    written, content = [], b""
    for number, (shape, dtype) in enumerate(weights):
        n = SIZES[dtype]
        for length in shape:
            n *= length
        written.append((f"w{number}", NAMED[dtype], tuple(shape), bytes([number]) * n))
        content += written[-1][-1]
    places = [0, *sorted(min(cut, len(content)) for cut in cuts), len(content)]
    files = {f"f{i}": content[places[i] : places[i + 1]] for i in range(len(places) - 1)}
    text = manifest(
        group(*(weight(f"w{i}", tuple(s), d) for i, (s, d) in enumerate(weights)), paths=tuple(files))
    )
    made = read(text, files)
    assert made.findings == ()
    entries = inventory(made).entries
    assert [(e.name, e.dtype, e.shape, e.n_bytes) for e in entries] == [
        (name, dtype, shape, len(raw)) for name, dtype, shape, raw in written
    ]
    spanning = inventory(made).facts.get("spanning", ())
    for entry, (*_, raw) in zip(entries, written, strict=True):
        held = files[entry.file][entry.byte_offset : entry.byte_offset + entry.n_bytes]
        assert raw.startswith(held)
        assert (len(held) < len(raw)) == (entry.name in spanning)


def test_a_quantized_weight_is_what_stands_in_the_file() -> None:
    text = manifest(group(weight(quantization={"dtype": "uint16", "scale": 1, "min": 0})))
    made = read(text, {"a": bytes(4)})
    assert inventory(made).entries == (Entry("w", "U16", (2,), 0, 4, file="a"),)
    assert inventory(made).facts == {"groups": 1, "files": 1, "quantized": 1}


def test_what_the_model_says_of_its_making_is_metadata() -> None:
    text = json.dumps(
        {"modelTopology": {"a": [1, {"b": None}]}, "format": "graph-model", "weightsManifest": []}
    )
    assert inventory(read(text.encode(), {})).metadata == {"format": "graph-model"}


@pytest.mark.parametrize(
    "path", ["", ".", "..", "../a", "a/b", "/a", "\\a", "c:a", "http://x/a", "a\0", "a?b", "%2e%2e", "a#b"]
)
def test_a_path_that_leads_elsewhere_is_never_opened(path: str) -> None:
    text = manifest(group(weight(), paths=(path,)))
    made = read_tfjs(Buffer(text), lambda name: pytest.fail(f"{name!r} was opened"))
    assert [(finding.code, finding.found) for finding in made.findings] == [
        ("BOB588", "a path that leads elsewhere")
    ]
    assert made.not_checked == ("the places of the weights of group 1",)


def test_a_file_is_not_shared_by_two_groups() -> None:
    text = manifest(group(weight("x")), group(weight("y")))
    (told,) = read(text, {"a": bytes(8)}).findings
    assert (told.code, told.found) == ("BOB588", "once more")


def test_strings_are_walked_to_what_follows_them() -> None:
    text = manifest(group(weight("s", (2,), "string"), weight("x", (1,)), paths=("a", "b")))
    content = b"\3\0\0\0abc\0\0\0\0" + bytes(4)
    for cut in range(len(content)):
        made = read(text, {"a": content[:cut], "b": content[cut:]})
        assert made.findings == ()
        (entry,) = inventory(made).entries
        assert entry.byte_offset == (11 - cut if cut <= 11 else 11)
        assert made.not_checked == ("s: strings, which are no tensor",)


def test_headers_alone_place_nothing_behind_strings() -> None:
    text = manifest(group(weight("x", (1,)), weight("s", (2,), "string"), weight("y", (1,))))
    made = read(text, {"a": bytes(100)}, deep=False)
    assert made.findings == ()
    assert [entry.name for entry in inventory(made).entries] == ["x"]
    assert made.not_checked[-1] == "the weights of group 1 after s: strings not walked"


def test_so_many_strings_as_no_file_holds_are_not_walked() -> None:
    (told,) = read(manifest(group(weight("s", (2**40, 2**40), "string"))), {"a": bytes(100)}).findings
    assert told.code == "BOB582"
    assert told.expected.startswith(f"{2**80:,} strings")


def test_what_follows_a_malformed_weight_has_no_place() -> None:
    text = manifest(group(weight("x", (-1,)), weight("y", (2,))))
    made = read(text, {"a": bytes(8)})
    assert [finding.part for finding in made.findings] == ["group 1: weight 1: shape"]
    assert inventory(made).entries == ()
    assert made.not_checked == ("the places of the weights of group 1",)


def test_every_malformed_part_is_told_at_its_place() -> None:
    text = b'[{"paths": [1], "weights": [2, {"name": 3, "shape": "4", "dtype": 5}]}, 6]'
    made = read(text, {})
    assert [(finding.part, finding.found, finding.byte_offset) for finding in made.findings] == [
        ("group 1: paths", "1", 12),
        ("group 1: weight 1", "2", 28),
        ("group 1: weight 2: name", "3", 40),
        ("group 1: weight 2: shape", '"4"', 52),
        ("group 1: weight 2: dtype", "5", 66),
        ("group 2", "6", 72),
    ]


def test_of_too_many_findings_the_rest_are_counted() -> None:
    made = read(manifest(group(*(weight() for _ in range(150)))), {"a": bytes(8 * 150)})
    assert len(made.findings) == 101
    assert made.findings[-1].found == "49 more of this kind"


def test_phrases_are_counted_where_there_are_too_many() -> None:
    text = manifest(group(*(weight(f"s{i}", (0,), "string") for i in range(30))))
    assert read(text, {"a": b""}).not_checked[-1] == "and 10 more like these"


def test_a_manifest_that_is_cut_anywhere_is_refused() -> None:
    text = manifest(group(weight()))
    assert [n for n in range(len(text)) if not read(text[:n], {"a": bytes(8)}).findings] == []


def test_no_flipped_bit_of_a_manifest_raises() -> None:
    text = manifest(group(weight(quantization={"dtype": "uint8", "scale": 1, "min": 0})))
    for place in range(8 * len(text)):
        flipped = bytearray(text)
        flipped[place // 8] ^= 1 << place % 8
        assert isinstance(read(bytes(flipped), {"a": bytes(2)}), Reading)


HOSTILE = {
    "weights": manifest(group(*({"name": str(i), "shape": [], "dtype": "bool"} for i in range(2000)))),
    "dims": manifest(group(weight(shape=(1,) * 15_000))),
    "paths": manifest(group(paths=tuple(str(i) for i in range(10_000)))),
    "groups": b"[" + b'{"paths":[],"weights":[]},' * 4_000 + b"0]",
    "keys": b'{"weightsManifest":[{' + b",".join(b'"%d":0' % i for i in range(5_000)) + b"}]}",
    "lists": b'{"x":' + b"[" * 50_000,
    "a name": manifest(group(weight("x" * 500_000))),
}


MANY = manifest(group(*(weight(f"model/block_{i}/conv2d/kernel", (3, 3, 64, 512)) for i in range(3500))))


def peak_of(text: bytes) -> tuple[int, tuple[str, ...]]:
    """The most memory that reading takes, and the codes that it comes to."""
    tracemalloc.start()
    try:
        codes = tuple(finding.code for finding in read(text, {"a": b""}).findings)
        return tracemalloc.get_traced_memory()[1], codes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_manifest_takes_more_than_four_times_its_bytes(text: bytes) -> None:
    peak, codes = peak_of(text)
    assert codes != ()
    assert peak <= 4 * len(text) + 2**20


def test_thousands_of_weights_fit_into_the_memory_that_a_manifest_may_take() -> None:
    peak, codes = peak_of(MANY)
    assert codes == ("BOB582",)
    assert peak <= 4 * len(MANY) + 2**20
