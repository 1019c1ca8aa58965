"""What the abstract interpretation of a pickle builds instead of objects.

`None`, booleans, numbers, texts, byte strings and tuples of such stand for themselves. A container keeps
what leads to a tensor and the first of its plain items, with the places of both; of the rest it keeps the
count. Nothing here has a method of the object that it stands for.
"""

from __future__ import annotations

from typing import TypeAlias

# Plain items that a container keeps: enough for the facts of an epoch, too few for a vocabulary to weigh.
_KEPT = 100

Value: TypeAlias = object


class Large:
    """A number of more bytes than any size has, or a text of more than any name."""

    __slots__ = ()


LARGE = Large()


class Mixed(tuple[Value, ...]):
    """A tuple with an item that is not plain."""

    __slots__ = ()


class Global:
    """A function or class by its name, at a byte of the pickle; nothing is imported."""

    __slots__ = ("allowed", "name", "place")

    def __init__(self, name: str, place: int, allowed: bool) -> None:
        self.name = name
        self.place = place
        self.allowed = allowed


class Storage:
    """The bytes that tensors lie in, or a view of them: `numel` elements of `dtype` from element `start` on.

    `dtype` is PyTorch's name; `total` is what the persistent id states of the whole storage with this key.
    """

    __slots__ = ("dtype", "key", "location", "numel", "start", "total")

    def __init__(self, dtype: str, key: str, location: str, total: int, start: int, numel: int) -> None:
        self.dtype = dtype
        self.key = key
        self.location = location
        self.total = total
        self.start = start
        self.numel = numel


class Tensor:
    """A tensor in a storage: offset and strides count elements; `place` is where the pickle builds it."""

    __slots__ = ("dtype", "offset", "place", "shape", "storage", "strides")

    def __init__(
        self,
        storage: Storage,
        dtype: str,
        offset: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        place: int,
    ) -> None:
        self.storage = storage
        self.dtype = dtype
        self.offset = offset
        self.shape = shape
        self.strides = strides
        self.place = place


class Container:
    """A list, set or dict: `n` items, of which `kept` holds place and item, or key and value, in turn.

    `held` says that something beside the stack refers to it, so that it may still grow.
    """

    __slots__ = ("held", "kept", "n", "plain")

    def __init__(self) -> None:
        self.n = 0
        self.kept: list[Value] = []
        self.plain = True
        self.held = False

    def add(self, place: Value, item: Value) -> bool:
        """Add an item; False where it is only counted."""
        self.n += 1
        keeps = not is_plain(item) or not is_plain(place)
        self.plain = self.plain and not keeps
        if keeps or self.n <= _KEPT:
            self.kept += (place, item)
            return True
        return False


class Sequence(Container):
    """A list."""

    __slots__ = ()


class Bag(Container):
    """A set, frozen or not."""

    __slots__ = ()


class Pairs(Container):
    """A dict, ordered or not."""

    __slots__ = ()


class Opaque:
    """What a call that is not understood would make, by the name of what is called.

    `parts` are its arguments and states, in which there may be tensors.
    """

    __slots__ = ("name", "parts")

    def __init__(self, name: str, *parts: Value) -> None:
        self.name = name
        self.parts: list[Value] = list(parts)


def is_plain(value: Value) -> bool:
    """Whether a value leads to no tensor, now or later."""
    if isinstance(value, Container):
        return value.plain and not value.held
    return not isinstance(value, Mixed | Global | Storage | Tensor | Opaque)


def holds_nothing(value: Value) -> bool:
    """Whether there is no tensor in a value as it is now."""
    return value.plain if isinstance(value, Container) else is_plain(value)
