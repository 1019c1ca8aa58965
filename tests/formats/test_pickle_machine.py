"""Abstract interpretation of pickles: what is understood, what is never done, and what it costs."""

from __future__ import annotations

import pickle
import pickletools
import struct
import sys
import tracemalloc
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.formats.gathered import Gathered
from bob.formats.pickle_machine import Built, interpret
from bob.formats.pickle_opcodes import Malformed, operations
from bob.formats.pickle_values import LARGE, Bag, Container, Opaque, Pairs, Sequence
from bob.formats.pickle_world import Told
from bob.formats.torch_names import ALLOWED, OPCODES
from bob.formats.torch_world import TorchWorld
from tests.formats.torch_files import PROTOCOL, called, group, laughs, listed, named, number, pickled, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.errors import Finding


def interpreted(data: bytes) -> tuple[Built, tuple[Finding, ...]]:
    found = Gathered()
    built = interpret(data, TorchWorld(), len(data), Told(found, 0))
    return built, found.all()


def plain(value: Any) -> Any:
    """The Python object that a value of scalars and containers stands for."""
    if isinstance(value, Pairs):
        return {plain(key): plain(item) for key, item in zip(value.kept[::2], value.kept[1::2], strict=True)}
    if isinstance(value, Sequence):
        return [plain(item) for item in value.kept[1::2]]
    if isinstance(value, Bag):
        return {plain(item) for item in value.kept[1::2]}
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


SCALARS = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False)
KEYS = SCALARS | st.text(max_size=20)
VALUES = st.recursive(
    KEYS,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(KEYS, inner, max_size=5)
        | st.lists(inner, max_size=4).map(tuple)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@settings(max_examples=30)
@given(value=VALUES)
def test_what_pickle_writes_is_understood(protocol: int, value: Any) -> None:
    data = pickle.dumps(value, protocol)
    built, found = interpreted(data)
    assert plain(built.value) == pickle.loads(data)
    assert built.end == len(data)
    assert {finding.code for finding in found} <= ({"BOB557"} if protocol > 2 else set())


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_byte_strings_are_understood(protocol: int) -> None:
    # In protocol 2 they are texts that _codecs.encode would turn to bytes.
    built, _ = interpreted(pickle.dumps(b"a\xff", protocol))
    assert built.value == ("a\xff" if protocol == 2 else b"a\xff")


@pytest.mark.parametrize("protocol", [0, 1])
@settings(max_examples=30)
@given(
    value=st.recursive(
        SCALARS | st.text("abc\n'", max_size=9), lambda v: st.lists(v, max_size=4), max_leaves=9
    )
)
def test_what_pickle_wrote_before_protocol_2_is_understood(protocol: int, value: Any) -> None:
    built, _ = interpreted(pickle.dumps(value, protocol))
    assert plain(built.value) == value


@pytest.mark.parametrize("protocol", range(6))
@settings(max_examples=30)
@given(value=VALUES)
def test_operations_are_those_of_pickletools(protocol: int, value: Any) -> None:
    data = pickle.dumps([value, {1.5}, frozenset([2]), bytearray(b"a")], protocol)
    theirs = [(opcode.name, place) for opcode, _, place in pickletools.genops(data)]
    assert [(operation.name, operation.place) for operation in operations(data)] == theirs


def test_every_opcode_is_known_by_its_name_and_byte() -> None:
    for opcode in pickletools.opcodes:
        code = opcode.code.encode("latin-1")
        try:
            name = next(operations(code + b"\0" * 20 + b"\n\n")).name
        except Malformed as wrong:
            name = wrong.said.split()[0]
        assert name == opcode.name
    assert {opcode.name for opcode in pickletools.opcodes} >= OPCODES


@pytest.fixture(autouse=True)
def nothing_imported() -> Iterator[None]:
    before = set(sys.modules)
    yield
    assert not {"antigravity", "this", "torch"} & (set(sys.modules) - before)


FOREIGN = {
    "global": named("this", "c") + b"0N",
    "stack-global": text("this") + text("c") + b"\x93",
    "reduce": called("antigravity", "fly", number(1)),
    "inst": b"(" + number(1) + b"ithis\nc\n",
    "obj": b"(" + named("this", "c") + number(1) + b"o",
    "newobj": named("this", "c") + b")\x81",
    "newobj-ex": named("this", "c") + b")}\x92",
    "build": named("this", "c") + b")\x81}b",
    "nested-name": text("os") + text("path.join.__globals__") + b"\x93",
    "blocked-of-torch": called("torch", "load", text("x")),
    "attribute-of-an-allowed": text("torch._utils") + text("_rebuild_tensor.__globals__") + b"\x93",
}


@pytest.mark.parametrize("body", FOREIGN.values(), ids=FOREIGN.keys())
def test_foreign_code_is_named_at_its_byte_and_not_imported(body: bytes) -> None:
    data = pickled(body)
    built, found = interpreted(data)
    assert built.whole
    (told,) = (finding for finding in found if finding.code == "BOB558")
    assert told.byte_offset is not None
    operation = next(op for op in operations(data) if op.place == told.byte_offset)
    assert operation.name in ("GLOBAL", "STACK_GLOBAL", "INST", "OBJ")
    assert told.part.rpartition(".")[0] not in ("", "collections")


def test_os_system_is_named_with_its_byte() -> None:
    _, found = interpreted(pickled(called("os", "system", text("true"))))
    assert [(f.code, f.part, f.byte_offset) for f in found] == [("BOB558", "os.system", 2)]


def test_what_a_foreign_call_would_make_keeps_its_arguments() -> None:
    built, _ = interpreted(pickled(called("a", "B", number(7)) + listed(number(8)) + b"b"))
    assert isinstance(built.value, Opaque)
    assert built.value.name == "a.B"
    assert built.value.parts[0] == 7
    assert plain(built.value.parts[1]) == [8]


@pytest.mark.parametrize("name", ["torch.FloatTensor", "torch.cuda.HalfStorage", "torch.uint7", "torch.Size"])
def test_names_of_torch_are_allowed(name: str) -> None:
    assert name in ALLOWED


@pytest.mark.parametrize(
    "name",
    ["torch.load", "torch.uint8.x", "builtins.eval", "builtins.getattr", "torch.nn.Linear", "os.system"],
)
def test_names_of_code_are_not(name: str) -> None:
    assert name not in ALLOWED


def test_an_ordered_dict_of_pairs_is_a_dict() -> None:
    pairs = listed(listed(text("a"), number(1)), group(text("b"), number(2)))
    built, found = interpreted(pickled(called("collections", "OrderedDict", pairs)))
    assert plain(built.value) == {"a": 1, "b": 2}
    assert found == ()


def test_a_dict_keeps_what_was_given_before_it_was_put() -> None:
    built, found = interpreted(pickle.dumps(OrderedDict(a=[1], b="c"), 2))
    assert plain(built.value) == {"a": [1], "b": "c"}
    assert found == ()


def test_a_list_within_itself_is_one() -> None:
    endless: list[Any] = []
    endless.append(endless)
    built, found = interpreted(pickle.dumps(endless, 2))
    assert isinstance(built.value, Sequence)
    assert built.value.kept[1] is built.value
    assert found == ()


@pytest.mark.parametrize(
    "body",
    [
        b"\x8a\xff" + bytes(254) + b"\x01",
        b"\x8b" + struct.pack("<i", 100_000) + bytes(99_999) + b"\x01",
        b"L" + b"9" * 100_000 + b"L\n",
        b"I" + b"9" * 100_000 + b"\n",
        text("a" * 100_000),
        b"B" + struct.pack("<I", 100_000) + bytes(100_000),
    ],
    ids=["long1", "long4", "long", "int", "text", "bytes"],
)
def test_a_value_too_large_to_mean_a_size_or_name_is_not_made(body: bytes) -> None:
    assert interpreted(pickled(body))[0].value is LARGE


def test_a_long_text_is_text_all_the_same() -> None:
    raw = b"a" * 20_001 + b"\xff"
    _, found = interpreted(pickled(b"X" + struct.pack("<I", len(raw)) + raw))
    assert [finding.code for finding in found] == ["BOB555"]


FRAMES = {
    "frame-beyond-the-end": b"\x95" + struct.pack("<Q", 3) + b"N.",
    "frame-of-2-64": b"\x95" + b"\xff" * 8 + b"N.",
    "frame-that-ends-within": b"\x95" + struct.pack("<Q", 1) + b"K\1.",
    "frame-within-a-frame": b"\x95" + struct.pack("<Q", 12) + b"\x95" + struct.pack("<Q", 2) + b"N.0",
}


@pytest.mark.parametrize("body", FRAMES.values(), ids=FRAMES.keys())
def test_a_frame_that_lies_is_refused(body: bytes) -> None:
    built, found = interpreted(b"\x80\x04" + body)
    assert not built.whole
    assert found[-1].code == "BOB555"


def test_frames_one_after_the_other_are_fine() -> None:
    body = b"\x95" + struct.pack("<Q", 1) + b"N" + b"\x95" + struct.pack("<Q", 1) + b"."
    built, found = interpreted(b"\x80\x04" + body)
    assert built.whole
    assert [finding.part for finding in found] == ["FRAME"]


def repeated(n: int, *parts: bytes) -> bytes:
    return pickled(b"".join(part * n for part in parts))


N = 30_000
HOSTILE = {
    "marks": repeated(N, b"("),
    "marks-and-lists": repeated(N, b"(", b"]") + b"e" * N,
    "nested-lists": repeated(N, b"]", b"a"),
    "nested-tuples": pickled(b"N" + b"\x85" * N),
    "lists": repeated(N, b"]"),
    "dicts": repeated(N, b"}"),
    "nothings": repeated(N, b"N"),
    "dup": pickled(b"]" + b"2" * N),
    "pops": pickled(b"]0" * N),
    "memo": pickled(b"]" + b"".join(b"r" + struct.pack("<I", i) for i in range(N // 5))),
    "memo-and-back": pickled(
        b"N" + b"".join(b"r" + struct.pack("<I", i) + b"j" + struct.pack("<I", i) for i in range(N // 10))
    ),
    "memoize": pickled(b"]" + b"\x94" * N + b"h\0h\1h\2"),
    "gets": pickled(b"]q\0" + b"h\0" * N),
    "laughs": pickled(laughs(200)),
    "small-lists": pickled(b"](" + b"](K\1K\2e" * (N // 8) + b"e"),
    "small-tuples": pickled(b"](" + b"K\1K\2\x86" * (N // 5) + b"e"),
    "large-numbers": pickled(b"(" + b"M\0\x80" * (N // 3) + b"t"),
    "texts": pickled(b"](" + b"X\2\0\0\0ab" * (N // 7) + b"e"),
    "wide-texts": pickled(b"(" + text("a" * 9_000 + "\U0001f600") * 10 + b"t"),
    "long-text": pickled(text("a" * N + "\U0001f600")),
    "globals": pickled(b"(" + named("torch", "Size") * (N // 12) + b"t"),
    "foreign": pickled(b"(" + named("a", "b") * (N // 5) + b"t"),
    "foreign-calls": pickled(b"](" + b"ca\nb\n)R" * (N // 7) + b"e"),
    "extensions": repeated(N // 2, b"\x82\1"),
    "no-ids": repeated(N // 2, b"NQ"),
    "sets": repeated(N, b"\x8f"),
    "held-lists-dropped": pickled(
        b"".join(
            b"]r" + struct.pack("<I", i) + b"(" + b"]" * 9 + b"e0j" + struct.pack("<I", i) + b"0"
            for i in range(N // 25)
        )
    ),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_pickle_takes_more_than_four_times_its_file_and_a_mebibyte(data: bytes) -> None:
    found = Gathered()
    world, told = TorchWorld(), Told(found, 0)
    tracemalloc.start()
    try:
        interpret(data, world, len(data), told)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # The pickle's own bytes are read too.
    assert peak + len(data) <= 4 * len(data) + (1 << 20)


@given(st.binary(max_size=200))
def test_no_bytes_are_a_fault(content: bytes) -> None:
    interpreted(content)
    interpreted(PROTOCOL + content + b".")


CODES = [opcode.code.encode("latin-1") for opcode in pickletools.opcodes]


@given(
    st.lists(st.sampled_from(CODES) | st.sampled_from([b"\0", b"\1", b"\n", b"a\nb\n", b"K\1", b"\x8c\1a"]))
)
def test_no_order_of_opcodes_is_a_fault(parts: list[bytes]) -> None:
    built, found = interpreted(b"".join(parts) + b".")
    assert built.whole or found


def test_a_container_counts_what_it_does_not_keep() -> None:
    built, _ = interpreted(pickle.dumps(list(range(20_000)), 2))
    assert isinstance(built.value, Container)
    assert built.value.n == 20_000
    assert len(built.value.kept) == 200


def test_a_long_vocabulary_is_no_bomb() -> None:
    built, found = interpreted(pickle.dumps({f"word {i}": 1000 + i for i in range(10_000)}, 2))
    assert built.whole
    assert found == ()
