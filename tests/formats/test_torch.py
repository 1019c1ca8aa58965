"""PyTorch checkpoints of both kinds: each rule alone, files as PyTorch writes them, names and places."""

from __future__ import annotations

import struct
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.codes import RULES
from bob.errors import Finding
from bob.formats.archive import member_source, read_archive
from bob.formats.torch import read_torch
from bob.store import Buffer
from tests.formats.archive_files import Member
from tests.formats.sparse import Counted
from tests.formats.torch_files import (
    FALSE,
    SIX,
    TRUE,
    called,
    cases,
    checkpoint,
    laughs,
    legacy,
    listed,
    mapping,
    named,
    number,
    pickled,
    sizes,
    storage,
    tensor,
    text,
)
from tests.formats.torch_samples import MADE_LEGACY, MADE_ZIP

if TYPE_CHECKING:
    from bob.formats.inventory import Entry, Inventory
    from tests.formats.case import Case

CASES = cases()
CODES = {f"BOB{number}" for number in range(550, 570)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_file_breaks_the_rule_that_it_was_made_for_and_no_other(case: Case) -> None:
    found = read_torch(Buffer(case.content)).findings
    assert {finding.code for finding in found} == ({case.code} if case.code else set())
    assert (case.verdict == "REFUSE") == bool(case.code)


def test_every_rule_has_a_file_that_breaks_it() -> None:
    # BOB555 to BOB557 and the like are told of pickles of either kind.
    assert {case.code for case in CASES} == {"", *CODES}
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(RULES[code].source for code in CODES)


def inventory(content: bytes) -> Inventory:
    reading = read_torch(Buffer(content))
    assert reading.findings == ()
    assert reading.inventory is not None
    return reading.inventory


def content_of(whole: bytes, entry: Entry) -> bytes:
    """The bytes of an entry's region."""
    if not entry.file:
        return whole[entry.byte_offset : entry.byte_offset + entry.n_bytes]
    members = {member.name: member for member in read_archive(Buffer(whole)).members}
    return member_source(Buffer(whole), members[entry.file]).read_at(entry.byte_offset, entry.n_bytes)


MADE = {
    "w": ("F32", (2, 3), None, struct.pack("<6f", *range(6))),
    "turned": ("F32", (3, 2), (1, 3), struct.pack("<6f", *range(6))),
    "row": ("F32", (3,), None, struct.pack("<3f", 3, 4, 5)),
    "half": ("BF16", (2,), None, b"\xc0\x3f\x00\xc0"),
    "scalar": ("I64", (), None, struct.pack("<q", 3)),
    "none": ("F32", (0, 4), None, b""),
    "p": ("F32", (2,), None, struct.pack("<2f", 1, 1)),
    "list.0": ("BOOL", (2,), None, b"\1\0"),
    "optimizer.state.0.step": ("F32", (), None, struct.pack("<f", 1)),
}


@pytest.mark.parametrize("content", [MADE_ZIP, MADE_LEGACY], ids=["zip", "legacy"])
@pytest.mark.parametrize("name", MADE)
def test_a_checkpoint_of_pytorch_has_its_tensors_by_name(name: str, content: bytes) -> None:
    (entry,) = (entry for entry in inventory(content).entries if entry.name == name)
    assert (entry.dtype, entry.shape, entry.strides, content_of(content, entry)) == MADE[name]


def test_a_checkpoint_of_pytorch_lists_all_its_tensors_in_order() -> None:
    names = [entry.name for entry in inventory(MADE_ZIP).entries]
    optimizer = [f"optimizer.state.{i}.{what}" for i in (0, 1) for what in ("step", "exp_avg", "exp_avg_sq")]
    first = ["w", "turned", "row", "half", "scalar", "none", "p", "tiny", "list.0"]
    assert names == [*first, "model.weight", "model.bias", *optimizer]


@pytest.mark.parametrize(
    ("content", "kind", "n_storages"),
    [(MADE_ZIP, "zip", 15), (MADE_LEGACY, "legacy", 14)],
    ids=["zip", "legacy"],
)
def test_an_inventory_has_facts_and_what_the_author_wrote(content: bytes, kind: str, n_storages: int) -> None:
    read = inventory(content)
    assert (read.format, read.n_bytes) == ("pytorch", len(content))
    assert read.facts["kind"] == kind
    assert read.facts["storages"] == n_storages
    assert read.facts["shared_storages"] == 1
    assert read.facts["locations"] == ["cpu"]
    assert read.metadata["epoch"] == 3
    assert read.metadata["optimizer.param_groups.0.lr"] == 0.001


def test_the_float8_kinds_come_by_their_dtype() -> None:
    (tiny,) = (entry for entry in inventory(MADE_ZIP).entries if entry.name == "tiny")
    assert (tiny.dtype, tiny.shape, content_of(MADE_ZIP, tiny)) == ("F8_E4M3", (2,), b"\x38\x40")


def test_storages_of_a_big_endian_machine_are_said_to_be() -> None:
    assert [entry.big_endian for entry in inventory(checkpoint(order=b"big")).entries] == [True]
    assert [entry.big_endian for entry in inventory(checkpoint()).entries] == [False]


def test_tensors_inside_of_foreign_objects_are_found() -> None:
    state = mapping(_parameters=mapping(weight=tensor(storage())))
    module = named("net", "Net") + b")\x81" + state + b"b"
    reading = read_torch(Buffer(checkpoint(mapping(model=module))))
    assert [finding.part for finding in reading.findings] == ["net.Net"]
    assert reading.inventory is not None
    assert [entry.name for entry in reading.inventory.entries] == ["model._parameters.weight"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("_rebuild_parameter", [b"\x88", called("collections", "OrderedDict")]),
        ("_rebuild_parameter_with_state", [b"\x88", called("collections", "OrderedDict"), b"}"]),
    ],
    ids=["parameter", "with-state"],
)
def test_a_parameter_is_its_tensor(name: str, arguments: list[bytes]) -> None:
    value = mapping(w=called("torch._utils", name, tensor(storage()), *arguments))
    assert [(e.name, e.shape) for e in inventory(checkpoint(value)).entries] == [("w", (2, 3))]


def test_a_tensor_of_a_type_is_its_tensor() -> None:
    arguments = b"(" + storage() + number(0) + sizes(6) + sizes(1) + b"t"
    function = named("torch._utils", "_rebuild_tensor")
    value = called(
        "torch._tensor", "_rebuild_from_type_v2", function, named("torch", "Tensor"), arguments, b"}"
    )
    assert [entry.shape for entry in inventory(checkpoint(mapping(w=value))).entries] == [(6,)]


def test_a_tensor_that_hooks_hold_is_not_lost() -> None:
    hooks = mapping(h=tensor(storage()))
    value = called(
        "torch._utils", "_rebuild_tensor_v2", storage(), number(0), sizes(6), sizes(1), b"\x89", hooks
    )
    entries = inventory(checkpoint(mapping(w=value))).entries
    assert [entry.name for entry in entries] == ["w.h"]


@pytest.mark.parametrize(
    ("metadata", "names"),
    [
        (mapping(conj=TRUE), []),
        (mapping(neg=TRUE), []),
        (mapping(conj=FALSE, neg=FALSE), ["w"]),
        (b"}", ["w"]),
    ],
    ids=["conjugated", "negated", "neither", "nothing"],
)
def test_elements_that_are_others_than_lie_there_are_not_taken_for_the_tensors(
    metadata: bytes, names: list[str]
) -> None:
    rest = (number(0), sizes(6), sizes(1), FALSE, called("collections", "OrderedDict"), metadata)
    value = called("torch._utils", "_rebuild_tensor_v2", storage(), *rest)
    reading = read_torch(Buffer(checkpoint(mapping(w=value))))
    assert reading.inventory is not None
    assert [entry.name for entry in reading.inventory.entries] == names
    unlisted = () if names else ("tensors of other kinds: 1 (bob inspect names them)",)
    assert reading.not_checked == unlisted
    assert reading.inventory.facts.get("other_tensors", ["w"]) == ["w"]


def test_a_sparse_tensor_is_said_not_to_be_listed_beside_its_parts() -> None:
    parts = b"(" + tensor(storage()) + b"t"
    value = mapping(s=called("torch._utils", "_rebuild_sparse_tensor", text("torch.sparse_coo"), parts))
    found = inventory(checkpoint(value))
    assert [entry.name for entry in found.entries] == ["s.1.0"]
    assert found.facts["other_tensors"] == ["s"]


def test_a_dict_of_attributes_holds_what_is_in_it() -> None:
    value = called("collections", "OrderedDict") + mapping(_metadata=tensor(storage())) + b"b"
    assert [entry.name for entry in inventory(checkpoint(value)).entries] == ["__dict__._metadata"]


def test_a_value_within_itself_ends_where_it_began() -> None:
    value = b"}q\0(" + text("self") + b"h\0" + text("w") + tensor(storage()) + b"u"
    assert [entry.name for entry in inventory(checkpoint(value)).entries] == ["w"]


def test_records_that_no_tensor_names_are_listed() -> None:
    content = checkpoint(mapping(w=tensor(storage())), None, Member(b"m/extra/notes", b"x"))
    assert inventory(content).facts["other_records"] == ["extra/notes"]


def test_os_system_is_named_with_its_byte_of_the_file() -> None:
    content = checkpoint(mapping(x=called("os", "system", text("true"))))
    (finding,) = read_torch(Buffer(content)).findings
    assert finding == Finding(
        "BOB558", "os.system", "named", "names of tensors, containers, numbers", content.index(b"cos\nsystem")
    )


def test_a_flipped_bit_of_a_storage_is_found_by_its_crc_alone() -> None:
    content = checkpoint()
    flipped = bytearray(content)
    flipped[content.index(SIX)] ^= 1
    assert [finding.code for finding in read_torch(Buffer(bytes(flipped))).findings] == ["BOB549"]
    shallow = read_torch(Buffer(bytes(flipped)), deep=False)
    assert shallow.findings == ()
    assert shallow.not_checked == ("the CRC of each record",)


@pytest.mark.parametrize("content", [checkpoint(), legacy()], ids=["zip", "legacy"])
def test_no_beginning_of_a_checkpoint_is_one(content: bytes) -> None:
    whole = [n for n in range(len(content)) if not read_torch(Buffer(content[:n])).findings]
    assert whole == []


@pytest.mark.parametrize("content", [checkpoint(), legacy()], ids=["zip", "legacy"])
def test_a_flipped_bit_is_never_a_fault(content: bytes) -> None:
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << (place * 5 % 8)
        read_torch(Buffer(bytes(flipped)))


DTYPES = {
    "FloatStorage": ("F32", 4),
    "HalfStorage": ("F16", 2),
    "LongStorage": ("I64", 8),
    "BoolStorage": ("BOOL", 1),
}
TENSORS = st.lists(
    st.tuples(st.sampled_from(sorted(DTYPES)), st.lists(st.integers(0, 4), max_size=3).map(tuple)), max_size=5
)


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides, step = [], 1
    for dim in reversed(shape):
        strides.append(step)
        step *= max(dim, 1)
    return tuple(reversed(strides))


def count(shape: tuple[int, ...]) -> int:
    n = 1
    for dim in shape:
        n *= dim
    return n


@pytest.mark.parametrize("old", [False, True], ids=["zip", "legacy"])
@given(made=TENSORS)
@settings(max_examples=25)
def test_what_is_written_is_read_back(old: bool, made: list[tuple[str, tuple[int, ...]]]) -> None:
    contents = [
        bytes((7 * i + j) % 251 for j in range(count(s) * DTYPES[k][1])) for i, (k, s) in enumerate(made)
    ]
    values = {
        f"t{i}": tensor(storage(str(i), count(shape), kind, old), shape, row_major(shape))
        for i, (kind, shape) in enumerate(made)
    }
    whole = (
        legacy(mapping(**values), {str(i): (count(made[i][1]), c) for i, c in enumerate(contents)})
        if old
        else checkpoint(mapping(**values), {str(i): c for i, c in enumerate(contents)})
    )
    entries = inventory(whole).entries
    assert [entry.name for entry in entries] == list(values)
    assert [(e.dtype, e.shape, content_of(whole, e)) for e in entries] == [
        (DTYPES[kind][0], shape, content) for (kind, shape), content in zip(made, contents, strict=True)
    ]


def many(n: int, old: bool = False) -> bytes:
    value = mapping(
        **{f"layers.{i}.weight": tensor(storage(str(i), 50, legacy=old), (5, 10), (10, 1)) for i in range(n)}
    )
    if old:
        return legacy(value, {str(i): (50, bytes(200)) for i in range(n)})
    return checkpoint(value, {str(i): bytes(200) for i in range(n)})


@pytest.mark.parametrize("old", [False, True], ids=["zip", "legacy"])
def test_ten_times_the_tensors_take_ten_times_the_reads(old: bool) -> None:
    n_reads = []
    for n in (40, 400):
        source = Counted(many(n, old))
        reading = read_torch(source, deep=False)
        assert reading.inventory is not None
        assert len(reading.inventory.entries) == n
        n_reads.append(source.n_reads)
    assert n_reads[1] <= 10 * n_reads[0]


HOSTILE = {
    "laughs": checkpoint(laughs(100)),
    "long-names": checkpoint(
        b"(" + tensor(storage()) + b"q\0" + (text("n" * 90) + b"h\0").join([b"}("] * 400) + b"u" * 399 + b"t"
    ),
    "one-tensor-often": checkpoint(b"]q\1(" + tensor(storage()) + b"q\0" + b"h\0" * 20_000 + b"e"),
    "views": checkpoint(
        b"]("
        + called("torch._utils", "_rebuild_tensor", storage() + b"q\0", number(0), sizes(1), sizes(1))
        + (named("torch._utils", "_rebuild_tensor") + b"(h\0K\1K\1\x85K\1\x85tR") * 2_000
        + b"e"
    ),
    "many-storages": many(700),
    "many-legacy-storages": many(700, old=True),
    "keys-without-storages": legacy(b"}", {}, keys=b"](" + b"X\2\0\0\0ab" * 10_000 + b"e"),
    "count-of-2-63": legacy(
        mapping(w=tensor(storage("0", (1 << 63) - 1, legacy=True))), {"0": ((1 << 63) - 1, b"")}
    ),
    "negative-count": legacy(mapping(w=tensor(storage(legacy=True))), {"0": ((1 << 64) - 6, SIX)}),
    "claimed-text": pickled(b"\x8d" + struct.pack("<Q", 1 << 40)),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_memory_stays_within_four_times_the_file_and_a_mebibyte(content: bytes) -> None:
    source = Buffer(content)
    tracemalloc.start()
    try:
        read_torch(source)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 4 * len(content) + (1 << 20)


def test_lists_in_front_of_tensors_count_in_their_names() -> None:
    value = listed(number(1), tensor(storage()), called("torch", "Size", sizes(1)))
    assert [entry.name for entry in inventory(checkpoint(value)).entries] == ["1"]


@given(st.binary(max_size=300))
def test_no_bytes_are_a_fault(content: bytes) -> None:
    read_torch(Buffer(content))
    read_torch(Buffer(checkpoint(pickle=pickled(content))))
    read_torch(Buffer(legacy(content)))
