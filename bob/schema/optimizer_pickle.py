"""What a PyTorch file says beside its tensors, whole: `plain_of(source)`, dicts, lists and plain values.

`bob.formats` keeps of a list so many items that it weighs little, which are too few where a group of an
optimizer names a thousand params. Here every plain value is kept and every tensor is `TENSOR`; nothing is
imported or called. It is meant for files that `read_torch` has found no fault with: the pickle is short then
for what it builds. None where it is longer than `_MOST_BYTES`, or does what no `torch.save` of one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.formats.archive import member_source, read_archive
from bob.formats.pickle_literals import LITERALS, literal
from bob.formats.pickle_opcodes import Malformed, operations

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.formats.pickle_opcodes import Operation
    from bob.store import Source


class _Tensor:
    """Whatever is no plain value."""


TENSOR = _Tensor()
_MARK = object()
_ZIP = b"PK"
_PICKLE = "/data.pkl"
# A legacy file has the magic number, the version and the machine in front of what was saved.
_BEFORE_LEGACY = 3
_MOST_BYTES = 8_000_000
_CONTAINERS: dict[str, Callable[[], Any]] = {"EMPTY_LIST": list, "EMPTY_DICT": dict, "EMPTY_SET": list}
_TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_PUTS = ("BINPUT", "LONG_BINPUT", "PUT")
_GETS = ("BINGET", "LONG_BINGET", "GET")
_NOTHING = ("PROTO", "FRAME")
_DICTS = (b"collections\nOrderedDict",)


def plain_of(source: Source) -> object:
    """The value that a checkpoint of PyTorch holds, tensors as `TENSOR`; None where it is not to be known."""
    data, n_before = _pickle(source)
    if not data:
        return None
    try:
        place = 0
        for _ in range(n_before):
            place = max(operation.end for operation in operations(data, place))
        return _Machine().run(data, place)
    except (Malformed, _Strange):
        return None


def _pickle(source: Source) -> tuple[bytes, int]:
    """The bytes in which the pickle is, and how many others come before it; none where they are too many."""
    if source.read_at(0, len(_ZIP)) != _ZIP:
        return source.read_at(0, _MOST_BYTES), _BEFORE_LEGACY
    for member in read_archive(source).members:
        if member.name.endswith(_PICKLE) and member.readable and member.n_bytes <= _MOST_BYTES:
            return member_source(source, member).read_at(0, member.n_bytes), 0
    return b"", 0


class _Strange(Exception):
    """An operation that is not expected here, or with too few things before it."""


class _Machine:
    """The stack and the memo of one pickle."""

    def __init__(self) -> None:
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}

    def run(self, data: bytes, place: int) -> object:
        for operation in operations(data, place):
            if operation.name == "STOP":
                return self._pop()
            self._step(operation)
        raise _Strange

    def _step(self, operation: Operation) -> None:
        name = operation.name
        if name in _CONTAINERS:
            self._stack.append(_CONTAINERS[name]())
        elif name in LITERALS:
            self._stack.append(literal(operation))
        elif name in _PUTS:
            self._memo[int(operation.argument)] = self._top()
        elif name == "MEMOIZE":
            self._memo[len(self._memo)] = self._top()
        elif name in _GETS:
            self._stack.append(self._remembered(int(operation.argument)))
        elif name == "MARK":
            self._stack.append(_MARK)
        elif name == "GLOBAL":
            self._stack.append(dict if operation.argument in _DICTS else TENSOR)
        elif name not in _NOTHING:
            self._build(name)

    def _build(self, name: str) -> None:
        """Operations that take what is on the stack."""
        if name in ("REDUCE", "NEWOBJ"):
            _, made = self._pop(), self._pop()
            self._stack.append({} if made is dict else TENSOR)
        elif name == "BUILD":
            self._pop()
        elif name == "BINPERSID":
            self._pop()
            self._stack.append(TENSOR)
        elif name == "STACK_GLOBAL":
            name_, module = self._pop(), self._pop()
            self._stack.append(dict if (module, name_) == ("collections", "OrderedDict") else TENSOR)
        elif name in _TUPLES:
            self._stack.append(tuple(reversed([self._pop() for _ in range(_TUPLES[name])])))
        elif name in ("TUPLE", "LIST"):
            items = self._marked()
            self._stack.append(tuple(items) if name == "TUPLE" else items)
        elif name == "DICT":
            self._stack.append(_paired(self._marked()))
        else:
            self._fill(name)

    def _fill(self, name: str) -> None:
        """Operations that put items into what lies below them."""
        items = self._marked() if name in ("APPENDS", "SETITEMS", "ADDITEMS") else None
        if items is None and name == "APPEND":
            items = [self._pop()]
        elif items is None and name == "SETITEM":
            items = list(reversed([self._pop(), self._pop()]))
        into = self._top()
        if items is None:
            raise _Strange
        if isinstance(into, list):
            into += items
        elif isinstance(into, dict):
            into |= _paired(items)

    def _top(self) -> Any:
        if not self._stack or self._stack[-1] is _MARK:
            raise _Strange
        return self._stack[-1]

    def _pop(self) -> Any:
        top = self._top()
        self._stack.pop()
        return top

    def _remembered(self, number: int) -> Any:
        if number not in self._memo:
            raise _Strange
        return self._memo[number]

    def _marked(self) -> list[Any]:
        """What lies above the last mark, in order; the mark goes too."""
        items: list[Any] = []
        while self._stack:
            item = self._stack.pop()
            if item is _MARK:
                return items[::-1]
            items.append(item)
        raise _Strange


def _paired(items: list[Any]) -> dict[Any, Any]:
    """Keys and values in turn as a dict; a key that is no plain one is left out."""
    pairs = zip(items[::2], items[1::2], strict=False)
    return {key: value for key, value in pairs if isinstance(key, str | int | float | bytes)}
