"""A checkpoint's tensors by name, held against the storages that they lie in: `named`, `entries`.

A name is the path through dicts, lists and objects, joined by dots. A tensor that two paths lead to has two
names. The walk goes no further than the file accounts for, since a few bytes can make a list of lists that is
nowhere long and has no end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import shown
from bob.formats.inventory import Entry
from bob.formats.pickle_values import Container, Global, Mixed, Opaque, Pairs, Tensor, Value, is_plain
from bob.formats.torch_names import DTYPES, ITEM_BYTES, REBUILT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.formats.inventory import Inventory
    from bob.formats.pickle_values import Storage
    from bob.formats.pickle_world import Told

# A name, and bytes of memory: of a name beside its text, free of charge, and a byte of the file.
_NAME, _FREE, _PER_BYTE = 250, 100_000, 2
# Values that are visited free of charge: those that several places share are visited at each.
_FREE_STEPS = 20_000
_MOST_FACTS, _MOST_NAMED = 500, 10


class Named(NamedTuple):
    """The tensors of a checkpoint with their names, in order, and the plain values of its dicts.

    `others` are the names of what is built of tensors and is none whose elements lie in a storage: sparse
    tensors, conjugates, those quantised by channel, those without elements.
    """

    tensors: list[tuple[str, Tensor]]
    plain: dict[str, object]
    others: list[str]


class Place(NamedTuple):
    """Where a storage's bytes are: from `byte_offset` on in `file`, or in the checkpoint itself."""

    file: str
    byte_offset: int


def named(value: Value, room: int, told: Told) -> Named:
    """Walk what a pickle left, in a file of `room` bytes; too long a walk gives none and is told (BOB569)."""
    tensors: list[tuple[str, Tensor]] = []
    plain: dict[str, object] = {}
    others: list[str] = []
    names: set[str] = set()
    most = _FREE + _PER_BYTE * room
    for path, item in _walk(value, room):
        if isinstance(item, Tensor):
            name = ".".join(path) if sum(map(len, path)) < most else ""
            most -= len(name) + _NAME
            if name in names:
                told.add("BOB568", name, "once more", "a name of its own", item.place)
            names.add(name)
            tensors.append((name, item))
        elif item is _TOO_LONG:
            most = -1
        elif (is_other := isinstance(item, Opaque)) or (len(plain) < _MOST_FACTS and most > _FREE // 2):
            name = ".".join(path) if sum(map(len, path)) < _MOST_FACTS else ""
            most -= len(name) + _NAME
            if is_other:
                others.append(name)
            else:
                plain[name] = item
        if most < 0:
            said = "more names than its bytes account for"
            told.add("BOB569", "pickle", said, "values nested no more than they are written", 0)
            return Named([], plain, [])
    return Named(tensors, plain, others)


_TOO_LONG = object()


def _walk(value: Value, room: int) -> Iterator[tuple[list[str], Value]]:
    """Tensors, what else stands for one, plain values of dicts, with the path to each; none within itself."""
    path: list[str] = [""]
    open_: list[tuple[Iterator[tuple[str, Value]], int]] = [(iter([("", value)]), 0)]
    within: set[int] = set()
    for _ in range(_FREE_STEPS + room):
        step = next(open_[-1][0], None)
        if step is None:
            within.discard(open_.pop()[1])
            path.pop()
            if not open_:
                return
            continue
        path[-1], item = step
        if isinstance(item, Tensor):
            yield [segment for segment in path if segment], item
        elif isinstance(item, Container | Opaque | Mixed) and id(item) not in within:
            if isinstance(item, Opaque) and item.name in REBUILT:
                yield [segment for segment in path if segment], item
            within.add(id(item))
            open_.append((_inside(item), id(item)))
            path.append("")
        elif len(open_) > 1 and item is not None and isinstance(item, bool | int | float | str):
            yield [segment for segment in path if segment], item
    yield [], _TOO_LONG


def _inside(value: Container | Opaque | Mixed) -> Iterator[tuple[str, Value]]:
    """What is in a value, each with its part of the path; plain values of dicts alone."""
    if isinstance(value, Opaque):
        for i, part in enumerate(value.parts):
            yield "" if isinstance(part, Container) else str(i), None if is_plain(part) else part
        return
    if isinstance(value, Mixed):
        yield from ((str(i), None if is_plain(item) else item) for i, item in enumerate(value))
        return
    for i in range(0, len(value.kept), 2):
        key, item = value.kept[i], value.kept[i + 1]
        if not is_plain(key):
            yield "key", key
        if isinstance(value, Pairs) or isinstance(item, Pairs) or not is_plain(item):
            yield _segment(key), item


def _segment(key: Value) -> str:
    if isinstance(key, Global):
        return key.name
    return str(key) if isinstance(key, str | int | float) or key is None else type(key).__name__


def entries(
    tensors: list[tuple[str, Tensor]],
    places: Mapping[str, Place],
    told: Told,
    *,
    big_endian: bool = False,
) -> list[Entry]:
    """The tensors whose bytes are there; those that reach out of their storage are told (BOB565).

    `places` has the storages whose bytes are there, by key. Tensors that no dtype fits are left out.
    """
    listed = []
    for name, tensor in tensors:
        storage = tensor.storage
        if storage.key not in places:
            continue
        width, held = ITEM_BYTES[tensor.dtype], storage.numel * ITEM_BYTES[storage.dtype]
        extent = _extent(tensor)
        if extent and (tensor.offset + extent) * width > held:
            end = (tensor.offset + extent) * width
            said = f"bytes up to {end:,} of storage {shown(storage.key)}"
            told.add("BOB565", name, said, f"at most {held:,}", tensor.place)
        elif tensor.dtype in DTYPES:
            listed.append(_entry(name, tensor, places[storage.key], extent, big_endian=big_endian))
    return listed


def _entry(name: str, tensor: Tensor, place: Place, extent: int, *, big_endian: bool) -> Entry:
    storage, width = tensor.storage, ITEM_BYTES[tensor.dtype]
    # An empty tensor may have any offset; it has no bytes there.
    offset = storage.start * ITEM_BYTES[storage.dtype] + (tensor.offset * width if extent else 0)
    return Entry(
        name,
        DTYPES[tensor.dtype],
        tensor.shape,
        place.byte_offset + offset,
        extent * width,
        None if is_row_major(tensor) else tensor.strides,
        place.file,
        big_endian,
    )


def _extent(tensor: Tensor) -> int:
    """How many elements of its storage a tensor spans."""
    if 0 in tensor.shape:
        return 0
    return 1 + sum((dim - 1) * step for dim, step in zip(tensor.shape, tensor.strides, strict=True))


def is_row_major(tensor: Tensor) -> bool:
    """Whether a tensor's elements lie one after the other, the last dim the fastest."""
    step = 1
    for dim, stride in zip(reversed(tensor.shape), reversed(tensor.strides), strict=True):
        if dim != 1 and stride != step:
            return 0 in tensor.shape
        step *= dim
    return True


def not_listed(inventory: Inventory | None) -> tuple[str, ...]:
    """A phrase that says of how many tensors an inventory knows nothing, where there are any."""
    n_others = 0 if inventory is None else inventory.facts.get("tensors_of_other_types", 0)
    return (f"tensors of other kinds: {n_others:,} (bob inspect names them)",) if n_others else ()


def storage_facts(found: Named, storages: Mapping[str, Storage]) -> dict[str, object]:
    """Counts of storages, of those that more than one tensor lies in, where they were; what is not listed."""
    users: dict[str, int] = {}
    for _, tensor in found.tensors:
        users[tensor.storage.key] = users.get(tensor.storage.key, 0) + 1
    others = [name for name, tensor in found.tensors if tensor.dtype not in DTYPES] + found.others
    facts: dict[str, object] = {
        "storages": len(storages),
        "shared_storages": sum(n > 1 for n in users.values()),
        "locations": sorted({storage.location for storage in storages.values()})[:_MOST_NAMED],
    }
    if others:
        facts |= {"tensors_of_other_types": len(others), "other_tensors": others[:_MOST_NAMED]}
    return facts
