"""The independent program of version 2 and seals against Bob: every byte, in both directions."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bob
from bob.envelope.seals import require_seal
from bob.envelope.typed_contract import contract_of
from bob.formats.recognised import Place
from bob.sealing import check_seal, seal_of
from bob.store import Buffer

from .typed import Bits, Tensor, checkpoint, read_checkpoint, seal

if TYPE_CHECKING:
    from pathlib import Path

LISTS: dict[str, dict[str, Any]] = {
    "learner": {"lr": 0.05, "epsilon": "0x322bcc77", "name": 'adamw "\\\n', "a=b": -3, "on": True, "é": 0},
    "data": {"seed": 10**23, "tiny": 5e-324, "minus": -0.0},
    "initialization": {},
}
OWN_LISTS: list[dict[str, bool | int | Bits | str]] = [
    {
        "lr": Bits(struct.unpack("<Q", struct.pack("<d", 0.05))[0], 8),
        "epsilon": Bits(0x322BCC77, 4),
        "name": 'adamw "\\\n',
        "a=b": -3,
        "on": True,
        "é": 0,
    },
    {"seed": 10**23, "tiny": Bits(1, 8), "minus": Bits(1 << 63, 8)},
    {},
]
ARRAYS: dict[str, Any] = {
    "layers.0|weight\\": np.arange(40, dtype=np.float32).reshape(5, 8),
    "": np.float64(2.5),
    "empty": np.zeros((0, 7), np.int64),
    "ключ\n": np.array([True, False, True]),
    "c": np.array([1 + 2j], np.complex64),
    "half": np.arange(64, dtype=np.float16).reshape(2, 32).T,
}
TYPES = {
    "float32": "F32",
    "float64": "F64",
    "int64": "I64",
    "bool": "BOOL",
    "complex64": "C64",
    "float16": "F16",
}
TENSORS = [
    Tensor(name, TYPES[np.asarray(a).dtype.name], np.asarray(a).shape, np.ascontiguousarray(a).tobytes())
    for name, a in ARRAYS.items()
]
PARENT = bytes(range(32))


def test_bob_writes_the_bytes_of_a_checkpoint_that_the_page_states(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    bob.save_file(ARRAYS, path, LISTS, step=2**62, parent=PARENT, input_digest=PARENT[::-1])
    assert path.read_bytes() == checkpoint(TENSORS, OWN_LISTS, 2**62, 0, PARENT[::-1], PARENT)


def test_a_checkpoint_written_by_the_page_is_loaded_by_bob(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    path.write_bytes(checkpoint(TENSORS, OWN_LISTS, 30, 10, PARENT, PARENT))
    loaded = bob.load_file(path, {**LISTS, "updates": 10})
    assert loaded.step == 30
    assert [(n, loaded.dtypes[n], a.shape, a.tobytes()) for n, a in loaded.items()] == TENSORS


def test_a_checkpoint_written_by_bob_is_read_by_the_page(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    bob.save_file(ARRAYS, path, LISTS, step=7)
    assert read_checkpoint(path.read_bytes()) == (7, TENSORS)


@pytest.mark.parametrize("tensors", [TENSORS, []], ids=["some", "none"])
def test_bob_seals_a_file_with_the_bytes_that_the_page_states(tensors: list[Tensor]) -> None:
    file = checkpoint(tensors, OWN_LISTS, 7)
    place = Place("m.bob", Buffer(file), lambda _: None)
    own = seal(file, tensors, OWN_LISTS, 7)
    assert seal_of(place, contract_of(LISTS, "contract")) == own
    assert check_seal(place, Buffer(own)).findings == ()
    assert require_seal(Buffer(own), "seal").step == 7
