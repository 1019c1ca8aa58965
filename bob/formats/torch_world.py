"""What the names and persistent ids of a PyTorch checkpoint mean: `TorchWorld`, the world of its pickle.

Source: torch/_utils.py (the `_rebuild_*` functions) and torch/serialization.py (`persistent_load`) of PyTorch
2.13. A tensor is kept as it is stated; whether it lies in its storage is `bob.formats.torch_tensors`'.
"""

from __future__ import annotations

from typing import TypeGuard

from bob.errors import shown
from bob.formats.pickle_values import Global, Opaque, Pairs, Sequence, Storage, Tensor, Value, holds_nothing
from bob.formats.pickle_world import Misused
from bob.formats.torch_names import ALLOWED, DICTS, ITEM_BYTES, OF_TYPE, OPCODES, SAME, STORAGES, TENSORS

_MOST_DIMS = 10
_TURNED = ("conj", "neg")


class TorchWorld:
    """One file's world: `storages` are those that its pickle names, by key; `legacy` has longer ids."""

    def __init__(self, *, legacy: bool = False) -> None:
        self.storages: dict[str, Storage] = {}
        self._legacy = legacy

    def allows_opcode(self, name: str) -> bool:
        """Whether `torch.load(weights_only=True)` takes an opcode."""
        return name in OPCODES

    def allows(self, name: str) -> bool:
        """Whether it takes a global."""
        return name in ALLOWED

    def call(self, name: str, arguments: tuple[Value, ...], place: int) -> Value:
        """What a call of an allowed global stands for; raises `Misused` (BOB566)."""
        while name == OF_TYPE:
            name, arguments = _inner(arguments)
        if name in TENSORS and arguments and not isinstance(arguments[0], Opaque):
            # Hooks, metadata and the like come last.
            return _alone(_tensor(name, arguments, place), name, arguments, arguments[4:])
        if name in SAME and arguments:
            return _alone(arguments[0], name, arguments, arguments[1:])
        if name in DICTS:
            return _dict(name, arguments)
        return Opaque(name, *arguments)

    def persistent(self, identity: Value, place: int) -> Value:  # noqa: ARG002
        """The storage of a persistent id; raises `Misused` (BOB560, BOB563)."""
        storage = _storage(identity, legacy=self._legacy)
        known = self.storages.setdefault(storage.key, storage)
        if (known.dtype, known.total) != (storage.dtype, storage.total):
            said = f"{storage.total:,} elements of {storage.dtype}"
            before = f"{known.total:,} of {known.dtype}, as before"
            raise Misused("BOB563", f"storage {storage.key}", said, before)
        same = (known.start, known.numel) == (storage.start, storage.numel)
        return known if same else storage


def _inner(arguments: tuple[Value, ...]) -> tuple[str, tuple[Value, ...]]:
    """The function and arguments within those of `_rebuild_from_type_v2(func, type, args, state)`."""
    if len(arguments) == 4:
        function, _, inner, state = arguments
        if isinstance(function, Global) and function.allowed and isinstance(inner, tuple):
            if holds_nothing(state):
                return function.name, inner
            return "", arguments
    raise Misused("BOB566", OF_TYPE, f"{len(arguments)} arguments", "a function, type, arguments and state")


def _alone(value: Value, name: str, arguments: tuple[Value, ...], rest: tuple[Value, ...]) -> Value:
    """A value, unless there may be tensors in what comes with it, or it says that elements are others."""
    with_dtype = (holds_nothing(item) or isinstance(item, Global) or _is_quantizer(item) for item in rest)
    return value if all(with_dtype) and not any(map(_turns, rest)) else Opaque(name, *arguments)


def _turns(value: Value) -> bool:
    """Whether metadata say that a tensor's elements are the conjugates or negatives of what lies there."""
    if not isinstance(value, Pairs):
        return False
    return any(
        value.kept[i] in _TURNED and value.kept[i + 1] is not False for i in range(0, len(value.kept), 2)
    )


def _is_quantizer(value: Value) -> bool:
    """Whether a tuple holds a quantisation's scheme and numbers, and no tensors of scales."""
    return isinstance(value, tuple) and all(isinstance(v, Global) or holds_nothing(v) for v in value)


def _dict(name: str, arguments: tuple[Value, ...]) -> Value:
    """A dict of nothing, of another, or of a list of pairs."""
    if not arguments:
        return Pairs()
    (given,) = arguments if len(arguments) == 1 else (None,)
    if isinstance(given, Pairs):
        return given
    if not isinstance(given, Sequence) or given.n * 2 != len(given.kept):
        return Opaque(name, *arguments)
    made = Pairs()
    for pair in given.kept[1::2]:
        items = tuple(pair.kept[1::2]) if isinstance(pair, Sequence) else pair
        if not isinstance(items, tuple) or len(items) != 2:
            raise Misused("BOB566", name, "an item that is no pair", "keys with their values")
        made.add(*items)
    return made


def _tensor(name: str, arguments: tuple[Value, ...], place: int) -> Tensor:
    storage, offset, *sides = (*arguments, None, None, None)[:4]
    if not isinstance(storage, Storage):
        raise Misused("BOB566", name, f"a tensor in {type(storage).__name__}", "a storage")
    dtype_at = TENSORS[name]
    dtype = storage.dtype if dtype_at is None else _dtype(name, arguments[dtype_at : dtype_at + 1])
    if not is_size(offset):
        raise Misused("BOB566", name, f"the offset {_said(offset)}", "a whole number from 0 on")
    shape, strides = (
        _sizes(name, what, side) for what, side in zip(("shape", "strides"), sides, strict=True)
    )
    if len(shape) != len(strides):
        said = f"{len(shape)} dims and {len(strides)} strides"
        raise Misused("BOB566", name, said, "as many strides as dims")
    return Tensor(storage, dtype, offset, shape, strides, place)


def _sizes(name: str, what: str, given: Value) -> tuple[int, ...]:
    sizes = tuple(filter(is_size, given)) if isinstance(given, tuple) else None
    if sizes is None or sizes != given:
        raise Misused("BOB566", name, f"the {what} {_said(given)}", "whole numbers from 0 on")
    return sizes


def is_size(value: Value) -> TypeGuard[int]:
    """Whether a value is a whole number from 0 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _said(value: Value) -> str:
    if isinstance(value, tuple) and all(isinstance(item, int) for item in value[:_MOST_DIMS]):
        return f"{value[:_MOST_DIMS]}"
    return shown(repr(value)) if isinstance(value, int | float | str) else type(value).__name__


def _dtype(name: str, given: tuple[Value, ...]) -> str:
    if given and isinstance(given[0], Global):
        dtype = given[0].name.removeprefix("torch.")
        if dtype in ITEM_BYTES:
            return dtype
    raise Misused("BOB566", name, "no dtype", "a dtype of storages")


def _storage(identity: Value, *, legacy: bool) -> Storage:
    """The storage that an identity states; in legacy files a view, or None, comes last."""
    expected = "('storage', class, key, location, numel)"
    if not isinstance(identity, tuple) or len(identity) != 5 + legacy or identity[0] != "storage":
        raise Misused("BOB560", "persistent id", _said(identity), expected)
    _, kind, key, location, numel = identity[:5]
    if not isinstance(kind, Global) or kind.name not in STORAGES:
        named = kind.name if isinstance(kind, Global) else type(kind).__name__
        raise Misused("BOB560", "persistent id", f"the class {shown(named)}", "a storage class")
    if not isinstance(key, str) or not isinstance(location, str) or not is_size(numel):
        raise Misused("BOB560", "persistent id", "a key, location or count of another kind", expected)
    start, n_seen = (0, numel) if len(identity) == 5 or identity[5] is None else _view(identity[5], numel)
    return Storage(STORAGES[kind.name], key, location, numel, start, n_seen)


def _view(given: Value, numel: int) -> tuple[int, int]:
    """First element and count of a view, (key, offset, numel)."""
    if isinstance(given, tuple) and len(given) == 3 and isinstance(given[0], str):
        _, start, n_seen = given
        if is_size(start) and is_size(n_seen) and start + n_seen <= numel:
            return start, n_seen
    raise Misused("BOB560", "persistent id", f"the view {_said(given)}", "a key, and a part of the storage")
