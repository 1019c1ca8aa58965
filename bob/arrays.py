"""NumPy arrays in checkpoints: `bob.save_file(arrays, path, contract)` and `bob.load_file(path, contract)`.

    bob.save_file({"w": w, "b": b}, "m.bob", {"learner": {"lr": 0.05}}, step=100)
    arrays = bob.load_file("m.bob")          # views of the file's pages, which cannot be written
    arrays["w"], arrays.step, arrays.stated

A file is loaded only after everything in it agreed: its envelope, or the seal beside it.
Types that NumPy lacks (BF16, 8-bit floats) are ml_dtypes' where that is installed; else, as GGUF's blocks
always, they come as unsigned integers of their bits, and `arrays.raw` names them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from bob.envelope.typed_contract import NOTHING
from bob.envelope.typed_given import typed_contract
from bob.envelope.typed_header import Stamp
from bob.envelope.typed_write import Laid, write_typed
from bob.errors import Finding, Refused, so_many
from bob.formats.archive_members import Part
from bob.formats.content import Contents
from bob.formats.gathered import Gathered
from bob.formats.number_types import BY_WIDTH, OF_LIBRARIES, is_plain
from bob.sealing_held import held_by, opened_file
from bob.spec.formats.dtypes import BITS
from bob.spec.tensor_lines import TensorLine
from bob.store import OpenFile
from bob.store_mapped import mapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from bob.envelope.typed_given import GivenContract, GivenPath
    from bob.formats.inventory import Entry, Inventory
    from bob.sealing_held import Held, Opened
    from bob.store import Source

# The kinds of NumPy's own numbers.
_KINDS = "biufc"
_LETTERS = {"U": "u", "I": "i", "F": "f", "C": "c"}
_NUMPY = {"BOOL": "?"} | {name: f"<{_LETTERS[name[0]]}{bits // 8}" for name, bits in BY_WIDTH.items()}
_NAMES = {np.dtype(code): name for name, code in _NUMPY.items()}
_ML_NAMES = {name: dtype for dtype, name in OF_LIBRARIES.items()}
_PIECE = 1 << 20


class Loaded(Mapping[str, Any]):
    """The arrays of a file by name, in its order, and what the file is.

    `dtypes` has the type of each as the file names it, `raw` the names of those that came as their bits,
    `step` the step, `digest` the header digest of a checkpoint of Bob's, `stated` what the file was held
    against, in phrases.
    """

    def __init__(
        self, arrays: Mapping[str, Any], dtypes: Mapping[str, str], raw: frozenset[str], held: Held
    ) -> None:
        self._arrays = arrays
        self.dtypes = dtypes
        self.raw = raw
        self.step = held.step
        self.digest = b"" if held.envelope is None else bytes(held.envelope.header_digest)
        self.stated = held.stated

    def __getitem__(self, name: str) -> Any:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"<{so_many(len(self), 'array')} held against {'; '.join(self.stated)}>"


def save_file(
    arrays: Mapping[str, NDArray[Any]],
    path: GivenPath,
    contract: GivenContract = None,
    *,
    step: int = 0,
    parent: bytes = Stamp().parent,
    input_digest: bytes = Stamp().input_digest,
) -> bytes:
    """Write arrays as a checkpoint of envelope version 2, whole or not at all; returns its header digest.

    `contract` is a contract file, its content as a mapping, or None for one that says nothing beside the
    tensors; where it lists tensors, the arrays are laid in its order. Raises `Refused`: BOB256 for what is no
    array of numbers, BOB211 where the contract asks for other tensors, BOB801 where another file has the
    name, BOB208 for a step that no file has.
    """
    name = os.fsdecode(path)
    asked = typed_contract(contract) or NOTHING
    required = {line.name: line for line in asked.tensors or ()}
    found = Gathered()
    laid = [each for key, array in arrays.items() if (each := _laid(key, array, required, found))]
    if found:
        raise Refused(name, found.all())
    if required:
        order = {name: i for i, name in enumerate(required)}
        laid.sort(key=lambda each: order.get(each.line.name, len(order)))
    return write_typed(name, laid, asked, Stamp(step, input_digest, parent))


def _laid(name: object, array: object, required: Mapping[str, TensorLine], found: Gathered) -> Laid | None:
    if not isinstance(name, str):
        found.add("BOB256", repr(name), f"a name of type {type(name).__name__}", "a text")
        return None
    if not isinstance(array, np.ndarray | np.generic) or isinstance(array, np.ma.MaskedArray):
        # A mask would be lost, and what it hides come back.
        found.add("BOB256", name, f"a value of type {type(array).__name__}", "a NumPy array")
        return None
    whole = np.asarray(array)
    own = _NAMES.get(whole.dtype.newbyteorder("<")) if whole.dtype.kind in _KINDS else None
    dtype = own or _ML_NAMES.get(whole.dtype.name)
    asked = required[name].dtype if name in required else dtype
    if asked in OF_LIBRARIES and whole.dtype == np.dtype(f"u{BITS[asked] // 8}"):
        # The bits of a type that NumPy lacks, as `load_file` gives them.
        dtype = asked
    if not dtype:
        found.add("BOB256", name, f"elements of type {whole.dtype}", "plain numbers")
        return None
    return Laid(TensorLine(str(name), dtype, whole.shape), lambda: _pieces(whole))


def _pieces(array: NDArray[Any]) -> Iterator[bytes]:
    """The elements row by row, little-endian, in pieces that nothing else can write to."""
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    flat = np.ascontiguousarray(little).reshape(-1).view(np.uint8)
    for begin in range(0, len(flat), _PIECE):
        yield flat[begin : begin + _PIECE].tobytes()


def load_file(
    path: GivenPath,
    contract: GivenContract = None,
    *,
    unsealed: bool = False,
    framework: str = "numpy",
) -> Loaded:
    """The arrays of a file that is exactly what its envelope or seal, and the contract, say.

    Read-only NumPy views of the file's pages; with `framework="torch"` PyTorch tensors, whose changes stay in
    the process. What is compressed in the file is read into memory. The file must not be written to in place
    while its views are used: a file that is replaced whole, as Bob and most writers do, leaves them as they
    are. Raises `Refused` before anything is made: with every finding, or BOB267 for a file with neither
    envelope nor seal, unless it is `unsealed` on purpose, when its format's own rules are all that is asked.
    """
    if framework not in ("numpy", "torch"):
        raise ValueError(f"framework is 'numpy' or 'torch', not {framework!r}")
    name = os.fsdecode(path)
    with opened_file(name) as opened:
        held = held_by(opened, name, contract)
        if held.findings or held.inventory is None:
            raise Refused(name, held.findings, held.equal)
        if held.envelope is None and held.seal is None and not unsealed:
            raise Refused(name, [Finding("BOB267", "file", "no envelope, no seal", "one of both")])
        views = _Views(opened, held.inventory, framework)
        made = {entry.name: views.of(entry) for entry in held.inventory.entries}
        opened.require_unchanged()
    dtypes = {entry.name: entry.dtype for entry in held.inventory.entries}
    raw = frozenset(each for each, (_, is_raw) in made.items() if is_raw)
    return Loaded({each: array for each, (array, _) in made.items()}, dtypes, raw, held)


class _Views:
    """Makes the arrays of a file that was held against what states it."""

    def __init__(self, opened: Opened, inventory: Inventory, framework: str) -> None:
        self._contents = Contents(opened.place, inventory)
        self._is_torch = framework == "torch"
        self._maps: dict[int, memoryview] = {}

    def of(self, entry: Entry) -> tuple[Any, bool]:
        """A tensor, and whether it came as its bits."""
        buffer = self._buffer(self._contents.of(entry))
        dtype = _dtype(entry)
        if dtype is not None and entry.dtype == "BOOL" and bytes(buffer).strip(b"\0\1"):
            dtype = None
        if self._is_torch:
            return self._tensor(entry, buffer, dtype is None and entry.dtype not in OF_LIBRARIES)
        return _array(entry, buffer, dtype or _unsigned(entry)), dtype is None

    def _tensor(self, entry: Entry, buffer: memoryview, is_raw: bool) -> tuple[Any, bool]:
        from bob.torch_tensors import tensor_of

        if entry.big_endian:
            array = _array(entry, buffer, _dtype(entry) or _unsigned(entry))
            buffer = memoryview(bytearray(b"".join(_pieces(array))))
            entry = entry._replace(strides=None, big_endian=False)
        name = entry.dtype if is_plain(entry.dtype) and not is_raw else "U8"
        shape = entry.shape if is_plain(entry.dtype) else (len(buffer),)
        return tensor_of(buffer, name, shape, entry.strides), is_raw

    def _buffer(self, region: Source) -> memoryview:
        """The bytes of a region: the file's own pages where it lies in a file as it is, else read."""
        whole, start = region.placed() if isinstance(region, Part) else (region, 0)
        if not isinstance(whole, OpenFile):
            read = bytearray().join(region.pieces(0, region.n_bytes))
            return memoryview(read) if self._is_torch else memoryview(read).toreadonly()
        if id(whole) not in self._maps:
            self._maps[id(whole)] = mapped(whole, self._is_torch)
        return self._maps[id(whole)][start : start + region.n_bytes]


def _dtype(entry: Entry) -> np.dtype[Any] | None:
    """The type of the elements; None where they can only be given as their bits."""
    if entry.dtype in _NUMPY:
        return np.dtype(_NUMPY[entry.dtype]).newbyteorder(">" if entry.big_endian else "<")
    if entry.dtype in OF_LIBRARIES and not entry.big_endian and find_spec("ml_dtypes"):
        found: np.dtype[Any] = np.dtype(getattr(import_module("ml_dtypes"), OF_LIBRARIES[entry.dtype]))
        return found
    return None


def _unsigned(entry: Entry) -> np.dtype[Any]:
    """The type of the bits of the elements; bytes where elements share them."""
    width = BITS[entry.dtype] // 8 if is_plain(entry.dtype) else 1
    return np.dtype(f"{'>' if entry.big_endian else '<'}u{width}")


def _array(entry: Entry, buffer: memoryview, dtype: np.dtype[Any]) -> NDArray[Any]:
    """An array of the buffer's own bytes; NumPy refuses what leads out of them."""
    if not is_plain(entry.dtype):
        return np.frombuffer(buffer, dtype)
    steps = None if entry.strides is None else tuple(step * dtype.itemsize for step in entry.strides)
    return np.ndarray(entry.shape, dtype, buffer, 0, steps)
