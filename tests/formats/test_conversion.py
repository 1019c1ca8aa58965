"""A converted file holds the same, is what reference writers write, and comes back; else it is refused."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bob.errors import Refused
from bob.formats import conversion
from bob.formats.comparison import compare
from bob.formats.conversion import converted, holding_of
from bob.formats.writers import has_type_string, npy_head
from bob.spec.formats.dtypes import BITS
from bob.spec.formats.npy import DTYPES as NPY_DTYPES
from bob.spec.formats.safetensors import DTYPES
from tests.checkpoints import checkpoint as bob_checkpoint
from tests.formats.gguf_files import ARCH, QUANT, gguf, one, ti
from tests.formats.raw_files import llmc_model
from tests.formats.safetensors_files import file as safetensors_file
from tests.formats.safetensors_files import tensor as tensor_text
from tests.formats.sides import arrays_of, npz_of, place_of, side_of, tensors_of
from tests.formats.torch_files import SIX, checkpoint, mapping, storage, tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

BOB = bob_checkpoint()
FOUR = np.arange(4, dtype="<f4")
_PLAIN = str.maketrans("/\\:", "...")


def made(content: bytes, target: str, name: str = "w", tensors_only: bool = False) -> bytes:
    side = side_of(name, content)
    return converted(holding_of(place_of(name, content), side), target, tensors_only)


def codes(act: Callable[[], object]) -> dict[str, set[str]]:
    """The codes of a refusal, each with its parts."""
    with pytest.raises(Refused) as refused:
        act()
    found: dict[str, set[str]] = {}
    for finding in refused.value.findings:
        found.setdefault(finding.code, set()).add(finding.part)
    return found


@pytest.mark.parametrize(
    "way",
    [
        ["safetensors"],
        ["npz"],
        ["safetensors", "npz"],
        ["npz", "safetensors", "npz"],
        ["bob"],
    ],
    ids="-".join,
)
def test_a_checkpoint_comes_back_as_the_same_file(way: list[str]) -> None:
    content = BOB
    for target in way:
        content = made(content, target)
        assert target == "bob" or content != BOB
    assert made(content, "bob") == BOB


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6),
        st.sampled_from(["<f2", "<f4", "<f8", "<i4", "<i8", "|u1", "<c8"]).flatmap(
            lambda dtype: arrays.arrays(dtype, arrays.array_shapes(min_dims=0, min_side=0, max_side=3))
        ),
        max_size=4,
    )
)
@settings(max_examples=20, deadline=None)
def test_arrays_go_to_the_other_format_and_back(tensors: dict[str, NDArray[Any]]) -> None:
    # A member's name may not lead elsewhere.
    tensors = {f"w{name.translate(_PLAIN)}": array for name, array in tensors.items()}
    first = arrays_of(**tensors)
    there = made(first, "npz", "w.safetensors")
    with np.load(io.BytesIO(there)) as loaded:
        assert {name: loaded[name].tobytes() for name in loaded} == {
            name: array.tobytes() for name, array in tensors.items()
        }
    back = made(there, "safetensors", "w.npz")
    assert compare(side_of("a", first), side_of("b", back)).identical


SHAPES = [(), (0,), (3,), (2, 3), (1, 0, 2), (10, 1, 1, 2), (1,) * 20]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["<f4", "|b1", "|i1", "<c16", "<u8"])
def test_an_npz_is_what_numpy_writes(dtype: str, shape: tuple[int, ...]) -> None:
    array = np.zeros(shape, dtype)
    written = io.BytesIO()
    np.save(written, array)
    name = NPY_DTYPES[dtype[1:]]
    assert npy_head(name, shape) + array.tobytes() == written.getvalue()
    source = npz_of(w=array, v=FOUR)
    assert made(source, "npz") == source


@pytest.mark.parametrize("n_dims", range(65))
def test_a_header_is_filled_up_as_numpy_fills_it(n_dims: int) -> None:
    written = io.BytesIO()
    np.save(written, np.zeros((1,) * n_dims, "<f4"))
    assert written.getvalue().startswith(npy_head("F32", (1,) * n_dims))
    assert len(written.getvalue()) == len(npy_head("F32", (1,) * n_dims)) + 4


def test_texts_are_written_in_the_order_of_their_names() -> None:
    content = made(arrays_of({"z": "1", "a": "2", "m": "3"}), "safetensors")
    assert content[8:].rstrip() == b'{"__metadata__":{"a":"2","m":"3","z":"1"}}'


def test_every_type_of_numpy_s_is_written_and_no_other() -> None:
    assert {name for name in (*DTYPES, "C128") if has_type_string(name)} == set(NPY_DTYPES.values())


def test_a_safetensors_file_is_what_the_reference_writer_writes() -> None:
    reference = pytest.importorskip("safetensors.numpy")
    tensors = {
        "b": np.arange(3, dtype="<i8"),
        "é\n": np.ones((2, 2), "<f2"),
        "a": np.zeros((), "<f4"),
        "c": np.zeros((2, 0), "u1"),
    }
    # Of several texts, safetensors 0.7 keeps no order.
    metadata = {"é": "\x01"}
    content = made(arrays_of(metadata, **tensors), "safetensors")
    assert content == reference.save(tensors, metadata)
    loaded = reference.load(content)
    assert all(np.array_equal(loaded[name], array) for name, array in tensors.items())
    assert made(arrays_of(), "safetensors") == reference.save({})


def test_every_type_of_safetensors_is_written_by_alignment_then_name() -> None:
    n_elements = {dtype: 24 * 8 // BITS[dtype] for dtype in DTYPES}
    entries = [
        (dtype, tensor_text(dtype, [n], 24 * i, 24 * i + 24))
        for i, (dtype, n) in enumerate(n_elements.items())
    ]
    content = made(safetensors_file(24 * len(entries), *entries), "safetensors")
    written = side_of("w", content).inventory.entries
    assert [entry.dtype for entry in written] == [
        *("U64", "I64", "F64", "C64", "F32", "U32", "I32", "BF16", "F16", "U16", "I16"),
        *("F8_E5M2FNUZ", "F8_E4M3FNUZ", "F8_E8M0", "F8_E4M3", "F8_E5M2", "I8", "U8"),
        *("F6_E3M2", "F6_E2M3", "F4", "BOOL"),
    ]
    assert [entry.byte_offset for entry in written] == sorted(entry.byte_offset for entry in written)


def test_a_transposed_view_is_written_by_its_elements() -> None:
    view = checkpoint(mapping(w=tensor(storage(), (3, 2), (1, 3))))
    content = made(view, "npz", "w.pt", tensors_only=True)
    with np.load(io.BytesIO(content)) as loaded:
        assert np.array_equal(loaded["w"], np.frombuffer(SIX, "<f4").reshape(2, 3).T)


def test_a_gguf_of_plain_types_is_converted_without_what_it_says_beside() -> None:
    assert codes(lambda: made(one(), "npz")) == {"BOB851": {"general.architecture"}}
    assert side_of("w", made(one(), "safetensors")).inventory.metadata == {"general.architecture": "llama"}
    assert codes(lambda: made(one([ARCH, QUANT]), "safetensors")) == {
        "BOB851": {"general.quantization_version"}
    }
    content = made(gguf([ARCH], [ti("w", [4])], FOUR.tobytes()), "npz", tensors_only=True)
    with np.load(io.BytesIO(content)) as loaded:
        assert np.array_equal(loaded["w"], FOUR)


BFLOAT = tensors_of(w=("BF16", np.zeros(2, "u2")), v=("F8_E4M3", np.zeros(2, "u1")), u=("F32", FOUR))
REFUSED: list[tuple[str, Callable[[], object], dict[str, set[str]]]] = [
    ("bf16-and-f8-to-npz", lambda: made(BFLOAT, "npz"), {"BOB850": {"w", "v"}}),
    ("c128-to-safetensors", lambda: made(npz_of(w=np.zeros(2, "<c16")), "safetensors"), {"BOB850": {"w"}}),
    (
        "quantised",
        lambda: made(gguf([ARCH, QUANT], [ti("w", [32], 8)], bytes(64)), "safetensors", tensors_only=True),
        {"BOB850": {"w"}},
    ),
    ("llm.c", lambda: made(llmc_model(), "safetensors", "w.bin"), {"BOB850": {"file"}}),
    ("metadata-to-npz", lambda: made(arrays_of({"format": "pt"}, w=FOUR), "npz"), {"BOB851": {"format"}}),
    ("objects-of-a-pickle", lambda: made(checkpoint(), "safetensors"), {"BOB851": {"pickle"}}),
    ("no-header", lambda: made(arrays_of(P=FOUR, M=FOUR, V=FOUR), "bob"), {"BOB852": {"bob.header"}}),
    (
        "name-that-leads-elsewhere",
        lambda: made(tensors_of(**{"../w": ("F32", FOUR)}), "npz"),
        {"BOB853": {"../w.npy"}},
    ),
    ("name-with-a-zero", lambda: made(tensors_of(**{"w\0": ("F32", FOUR)}), "npz"), {"BOB853": {"w\0"}}),
]


@pytest.mark.parametrize(("act", "expected"), [c[1:] for c in REFUSED], ids=[c[0] for c in REFUSED])
def test_what_cannot_be_held_is_refused_by_name(
    act: Callable[[], object], expected: dict[str, set[str]]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert codes(act) == expected


def test_metadata_can_be_left_out() -> None:
    content = made(arrays_of({"format": "pt"}, w=FOUR), "npz", tensors_only=True)
    assert compare(side_of("a", content), side_of("b", arrays_of(w=FOUR))).identical


def test_a_type_without_a_name_is_never_left_out_in_silence() -> None:
    bits = checkpoint(mapping(w=tensor(storage(kind="QUInt4x2Storage"))), {"0": SIX[:6]})
    assert side_of("w.pt", bits).inventory.entries == ()
    assert codes(lambda: made(bits, "npz", tensors_only=True)) == {"BOB850": {"file"}}


PLANES = {name: np.zeros((16, 16), "<f4") for name in "PMV"}
HEADER = BOB[: len(BOB) - 3072].hex()
MISFITS: list[tuple[str, dict[str, NDArray[Any]], set[str]]] = [
    ("a-plane-missing", {name: PLANES[name] for name in "PM"}, {"V"}),
    ("one-more", PLANES | {"Q": FOUR}, {"Q"}),
    ("another-type", PLANES | {"M": np.zeros((16, 16), "<f8")}, {"M"}),
    ("another-shape", PLANES | {"M": np.zeros(256, "<f4")}, {"M"}),
]


@pytest.mark.parametrize(("arrays_", "parts"), [m[1:] for m in MISFITS], ids=[m[0] for m in MISFITS])
def test_planes_that_do_not_fit_the_header_are_refused(
    arrays_: dict[str, NDArray[Any]], parts: set[str]
) -> None:
    assert codes(lambda: made(arrays_of({"bob.header": HEADER}, **arrays_), "bob")) == {"BOB852": parts}


def test_planes_of_another_size_are_refused_by_the_new_file_s_rules() -> None:
    small = {name: np.zeros((15, 15), "<f4") for name in "PMV"}
    assert codes(lambda: made(arrays_of({"bob.header": HEADER}, **small), "bob")).keys() == {"BOB853"}


@pytest.mark.parametrize("text", ["no hex", "00ff", ""], ids=repr)
def test_a_text_that_is_no_header_stays_a_text(text: str) -> None:
    source = arrays_of({"bob.header": text}, w=FOUR)
    side = side_of("w", made(source, "safetensors"))
    assert side.inventory.metadata == {"bob.header": text}
    assert codes(lambda: made(source, "npz")) == {"BOB851": {"bob.header"}}


def test_an_array_of_the_header_s_name_stays_an_array() -> None:
    source = npz_of(**{"bob.header": np.zeros(4, "u1")})
    assert [e.name for e in side_of("w", made(source, "safetensors")).inventory.entries] == ["bob.header"]


@pytest.mark.parametrize("target", ["safetensors", "npz"])
def test_a_writer_that_changes_a_bit_is_found_before_anything_is_written(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = conversion._written

    def wrong(*arguments: Any) -> Any:
        written = right(*arguments)
        return written._replace(pieces=lambda: [b"\1" + b"".join(written.pieces())[1:]])

    monkeypatch.setattr(conversion, "_written", wrong)
    assert codes(lambda: made(arrays_of(w=FOUR), target)) == {"BOB854": {"w"}}


def test_a_writer_that_loses_a_tensor_or_a_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "write_safetensors", lambda out, *_: out.write(arrays_of()))
    source = arrays_of({"a": "b"}, w=FOUR)
    assert codes(lambda: made(source, "safetensors")) == {"BOB854": {"w", "metadata"}}


def test_a_writer_that_loses_the_checkpoint_s_header_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = conversion.write_safetensors
    monkeypatch.setattr(conversion, "write_safetensors", lambda out, written, _: right(out, written, {}))
    assert codes(lambda: made(BOB, "safetensors")) == {"BOB854": {"metadata"}}
