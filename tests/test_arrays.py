from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

import bob
from bob import arrays
from bob.errors import Refused
from bob.formats.number_types import OF_LIBRARIES
from bob.sealing import seal_of
from bob.sealing_held import opened_file
from tests.checkpoints import SMALL, checkpoint, honest_planes
from tests.formats.gguf_files import ARCH, QUANT, gguf, ti
from tests.typed_files import header_bytes, put, typed

if TYPE_CHECKING:
    from pathlib import Path

W = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
TYPES = [
    *(np.bool_, np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64),
    *(np.float16, np.float32, np.float64, np.complex64, np.complex128),
]


def refused(path: Path, *arguments: Any, **options: Any) -> list[str]:
    with pytest.raises(Refused) as raised:
        bob.load_file(path, *arguments, **options)
    return [f.code for f in raised.value.findings]


def sealed(path: Path) -> Path:
    with opened_file(str(path)) as opened:
        seal = seal_of(opened.place)
    path.with_name(path.name + ".seal").write_bytes(seal)
    return path


@pytest.mark.parametrize("dtype", TYPES, ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("shape", [(), (0,), (3, 5)], ids=str)
def test_arrays_come_back_with_their_type_shape_and_bits(
    tmp_path: Path, dtype: Any, shape: tuple[int, ...]
) -> None:
    n = int(np.prod(shape))
    width = np.dtype(dtype).itemsize
    bits = np.random.default_rng(0).integers(0, 2 if dtype == np.bool_ else 256, n * width, np.uint8)
    array = np.frombuffer(bits.tobytes(), dtype).reshape(shape)
    bob.save_file({"a": array}, tmp_path / "m")
    loaded = bob.load_file(tmp_path / "m")["a"]
    assert (loaded.dtype, loaded.shape, loaded.tobytes()) == (array.dtype, array.shape, array.tobytes())


LAID_OUT = {
    "transposed": W.T,
    "every other": W[:, ::2],
    "backwards": W[::-1],
    "repeated": np.broadcast_to(W[0, 0], (5, 4)),
    "big-endian": W.astype(">f4"),
    "not aligned": np.frombuffer(b"\0" + W.tobytes(), np.uint8)[1:].view(np.float32),
}


@pytest.mark.parametrize("array", LAID_OUT.values(), ids=LAID_OUT)
def test_an_array_of_any_layout_is_saved_row_by_row(tmp_path: Path, array: Any) -> None:
    bob.save_file({"a": array}, tmp_path / "m")
    assert np.array_equal(bob.load_file(tmp_path / "m")["a"], array)


def test_an_array_larger_than_a_piece_comes_back(tmp_path: Path) -> None:
    large = np.arange(400_001, dtype=np.float64)
    bob.save_file({"a": large, "b": W}, tmp_path / "m")
    loaded = bob.load_file(tmp_path / "m")
    assert np.array_equal(loaded["a"], large)
    assert np.array_equal(loaded["b"], W)


def test_views_cannot_be_written_and_lie_at_multiples_of_64(tmp_path: Path) -> None:
    bob.save_file({"a": W[0, 0], "b": W}, tmp_path / "m")
    view = bob.load_file(tmp_path / "m")["b"]
    assert not view.flags.writeable
    assert view.ctypes.data % 64 == 0
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True


def test_views_stay_as_they_are_when_another_file_takes_the_place(tmp_path: Path) -> None:
    bob.save_file({"a": W}, tmp_path / "m")
    loaded = bob.load_file(tmp_path / "m")
    bob.save_file({"a": -W}, tmp_path / "m")
    assert np.array_equal(loaded["a"], W)


def test_what_is_loaded_says_what_it_is(tmp_path: Path) -> None:
    digest = bob.save_file({"a": W, "b": np.int64(3)}, tmp_path / "m", {"learner": {"lr": 0.05}}, step=9)
    loaded = bob.load_file(tmp_path / "m", {"learner": {"lr": 0.05}})
    assert (loaded.step, loaded.digest, list(loaded), len(loaded)) == (9, digest, ["a", "b"], 2)
    assert (loaded.dtypes, loaded.raw) == ({"a": "F32", "b": "I64"}, frozenset())
    assert loaded.stated == ("its envelope, version 2; contract: the one given",)
    assert repr(loaded) == "<2 arrays held against its envelope, version 2; contract: the one given>"


def test_a_contract_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text('version = 2\n[schema]\nb = "I64[]"\na = "F32[2, 3, 4]"\n')
    bob.save_file({"a": W, "b": np.int64(3)}, tmp_path / "m", path)
    assert list(bob.load_file(tmp_path / "m", path)) == ["b", "a"]


WRONG = {
    "a list": ([1.0], "BOB256"),
    "objects": (np.array([None]), "BOB256"),
    "texts": (np.array(["a"]), "BOB256"),
    "dates": (np.array(["2020"], "datetime64[s]"), "BOB256"),
    "records": (np.zeros(2, [("a", "f4")]), "BOB256"),
    "wide floats": (np.zeros(2, np.longdouble), "BOB256"),
    "texts of any length": (np.array(["a"], np.dtypes.StringDType()), "BOB256"),
    "a mask": (np.ma.array([1.0, 2.0], mask=[False, True]), "BOB256"),
}


@pytest.mark.parametrize(("value", "code"), WRONG.values(), ids=WRONG)
def test_what_is_no_array_of_numbers_is_not_saved(tmp_path: Path, value: Any, code: str) -> None:
    with pytest.raises(Refused) as raised:
        bob.save_file({"a": value, "b": W}, tmp_path / "m")
    assert [(f.code, f.part) for f in raised.value.findings] == [(code, "a")]
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", [1, None, b"a", ("a", 1)], ids=repr)
def test_an_array_under_what_is_no_text_is_not_saved_under_another_name(tmp_path: Path, name: Any) -> None:
    with pytest.raises(Refused) as raised:
        bob.save_file({name: W}, tmp_path / "m")
    assert [(f.code, f.part) for f in raised.value.findings] == [("BOB256", repr(name))]


class AsPath:
    def __init__(self, path: bytes | str) -> None:
        self.path = path

    def __fspath__(self) -> bytes | str:
        return self.path

    def __repr__(self) -> str:
        return f"AsPath({self.path!r})"


@pytest.mark.parametrize("path", [b"m", "m", AsPath("m"), AsPath(b"m")], ids=repr)
def test_a_path_is_what_python_takes_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    contract = {b"m": b"c.toml", "m": "c.toml"}.get(path if isinstance(path, bytes | str) else path.path)
    (tmp_path / "c.toml").write_text("version = 2\n")
    bob.save_file({"a": W}, path, contract)
    assert sorted(os.listdir(tmp_path)) == ["c.toml", "m"]
    assert list(bob.load_file(path, contract)) == ["a"]


@pytest.mark.parametrize("call", [bob.load_file, lambda path: bob.save_file({}, path)], ids=["load", "save"])
def test_what_is_no_path_is_not_taken_for_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError):
        call(None)
    assert os.listdir(tmp_path) == []


def test_other_arrays_than_the_contract_lists_are_not_saved(tmp_path: Path) -> None:
    with pytest.raises(Refused) as raised:
        bob.save_file({"a": W, "b": W}, tmp_path / "m", {"schema": {"a": "F32[24]", "c": "U8[]"}})
    assert [(f.code, f.part) for f in raised.value.findings] == [("BOB211", part) for part in "abc"]


def test_types_that_numpy_lacks_come_and_go_as_their_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrays, "find_spec", lambda _: None)
    bits = np.array([0x3F80, 0x7FC1], np.uint16)
    contract = {"schema": {"h": "BF16[2]", "e": "F8_E4M3[1]"}}
    bob.save_file({"h": bits, "e": np.array([9], np.uint8)}, tmp_path / "m", contract)
    loaded = bob.load_file(tmp_path / "m", contract)
    assert (loaded["h"].dtype, list(loaded["h"])) == (np.uint16, list(bits))
    assert loaded.raw == {"h", "e"}
    assert loaded.dtypes == {"h": "BF16", "e": "F8_E4M3"}


@pytest.mark.parametrize("name", OF_LIBRARIES.values())
def test_types_of_ml_dtypes_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    array = np.arange(64, dtype=np.uint8).view(getattr(ml_dtypes, name))
    bob.save_file({"a": array}, tmp_path / "m")
    loaded = bob.load_file(tmp_path / "m")
    assert (loaded["a"].dtype, loaded["a"].tobytes()) == (array.dtype, array.tobytes())
    assert loaded.raw == frozenset()


def test_a_bool_that_is_neither_comes_as_its_bits(tmp_path: Path) -> None:
    schema = b"bob-tensors-v1\nb|BOOL|2\n"
    (tmp_path / "m").write_bytes(typed(schema=schema, contents=(b"\1\2",)))
    loaded = bob.load_file(tmp_path / "m")
    assert loaded.raw == {"b"}
    assert list(loaded["b"]) == [1, 2]


def test_planes_of_version_1_are_loaded_once_their_envelope_agrees(tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_bytes(checkpoint())
    loaded = bob.load_file(path, SMALL)
    planes = honest_planes(SMALL)
    assert [loaded[n].tobytes() for n in "PMV"] == [plane.tobytes() for plane in planes]
    assert loaded["P"].shape == (16, 16)
    assert refused(path, bob.Contract.shipped()) != []


def test_nothing_is_made_of_a_file_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m"
    content = typed()
    path.write_bytes(put(content, header_bytes(content), b"\1"))
    monkeypatch.setattr(arrays, "_Views", None)
    assert refused(path) == ["BOB206"]
    assert refused(path, {"learner": {}}) == ["BOB210", "BOB210", "BOB206"]


def test_a_file_with_neither_envelope_nor_seal_is_not_loaded_unless_asked(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", W)
    path = tmp_path / "a.npy"
    assert refused(path) == ["BOB267"]
    (view,) = bob.load_file(path, unsealed=True).values()
    assert np.array_equal(view, W)
    sealed(path)
    assert np.array_equal(next(iter(bob.load_file(path).values())), W)
    path.write_bytes(put(path.read_bytes(), 130, b"\1"))
    assert refused(path) == ["BOB264", "BOB265"]
    assert refused(path, unsealed=True) == ["BOB264", "BOB265"]


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed], ids=["stored", "deflated"])
def test_members_of_a_sealed_archive_are_loaded(tmp_path: Path, save: Any) -> None:
    path = tmp_path / "a.npz"
    save(path, w=W, t=np.asfortranarray(W[0]), b=W.astype(">f4"))
    loaded = bob.load_file(sealed(path))
    assert [np.array_equal(loaded[n], a) for n, a in (("w", W), ("t", W[0]), ("b", W))] == [True] * 3
    assert [view.flags.writeable for view in loaded.values()] == [False] * 3


def test_blocks_come_as_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf([ARCH, QUANT], [ti("w", (32, 2), 2)], bytes(range(36))))
    loaded = bob.load_file(sealed(path))
    (name,) = loaded
    assert (loaded.raw, loaded.dtypes[name]) == ({name}, "Q4_0")
    assert (loaded[name].dtype, loaded[name].shape) == (np.uint8, (36,))


def test_an_empty_tensor_that_begins_behind_the_end_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf([ARCH], [ti("w", (2,), 0), ti("e", (0,), 0, offset=32)], bytes(8)))
    loaded = bob.load_file(sealed(path))
    assert {name: array.shape for name, array in loaded.items()} == {"w": (2,), "e": (0,)}


def test_only_two_frameworks_are_known(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="jax"):
        bob.load_file(tmp_path / "m", framework="jax")


def test_loading_takes_no_more_memory_than_the_promise_beside_the_map(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "m"
    schema = b"bob-tensors-v1\n" + b"".join(b"%d|U8|\n" % i for i in range(500))
    path.write_bytes(typed(schema=schema, contents=(b"\1",) * 500))
    bob.load_file(path)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        with pytest.raises(Refused):
            bob.load_file(path, {"learner": {}})
        assert tracemalloc.get_traced_memory()[1] - before <= 4 * path.stat().st_size + (1 << 20)
    finally:
        tracemalloc.stop()


def test_a_claim_of_2_to_the_62_bytes_is_refused_without_them(tmp_path: Path) -> None:
    path = tmp_path / "m"
    content = typed(
        schema=b"bob-tensors-v1\nw|U8|4611686018427387904\n", contents=(b"",), payload_bytes=2**62
    )
    path.write_bytes(content)
    assert struct.unpack_from("<Q", content, 24) == (2**62,)
    assert refused(path) == ["BOB202"]
