"""Abstract interpretation of a pickle: `interpret(data, world, ...)`. Nothing is imported, nothing called.

    built = interpret(data, TorchWorld(), source.n_bytes, Told(found, 0))
    built.value     # what the pickle leaves, of bob.formats.pickle_values; None where it breaks off

A stack machine as CPython's Lib/pickle.py (`_Unpickler`), over values that stand for objects. What is alive
is weighed on `bob.formats.pickle_stack`: a pickle that builds more than its file accounts for is refused, so
that no short one fills a memory. Nothing recurs: depth costs no more than length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bob.formats.pickle_calls import CALLS
from bob.formats.pickle_literals import LITERALS, literal, weight
from bob.formats.pickle_opcodes import Malformed, operations
from bob.formats.pickle_stack import OBJECT, Stack
from bob.formats.pickle_values import Bag, Container, Opaque, Pairs, Sequence, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.formats.pickle_opcodes import Operation
    from bob.formats.pickle_world import Told, World

_LAST_PROTOCOL = 5
# Bytes of memory of an item's place in a list, beside the item.
_ITEM = 50
_GETS = {"GET", "BINGET", "LONG_BINGET"}


class Built(NamedTuple):
    """What a pickle leaves, whether it came to its end, and where that is."""

    value: Value
    whole: bool
    end: int


def interpret(data: bytes, world: World, room: int, told: Told, start: int = 0) -> Built:
    """Interpret the pickle from byte `start` on, in a file of `room` bytes; never raises for any bytes."""
    try:
        machine = _Machine(data, world, room, start, told)
        return Built(machine.run(), True, machine.end)
    except Malformed as wrong:
        told.add(wrong.code, "pickle", wrong.said, wrong.expected, wrong.place)
        return Built(None, False, start)


class _Machine:
    """The state of one interpretation; `end` is the first byte after STOP once it ran."""

    def __init__(self, data: bytes, world: World, room: int, start: int, told: Told) -> None:
        self._data = data
        self._world = world
        self._start = start
        self._told = told
        self._strange: set[str] = set()
        self._frame_end = start
        self._stack = Stack(len(data), room)
        self.end = start
        # What is never fetched need not be kept.
        for operation in operations(data, start):
            if operation.name in _GETS:
                self._stack.will_fetch(_index(operation), operation.place)

    def run(self) -> Value:
        """The value that the pickle leaves."""
        stack = self._stack
        for operation in operations(self._data, self._start):
            name, place = operation.name, operation.place
            stack.place = place
            self._in_frame(operation)
            if name not in self._strange and not self._world.allows_opcode(name):
                self._strange.add(name)
                self._told.add("BOB557", name, "used", "opcodes of torch.save", place)
            if name in LITERALS:
                value = literal(operation)
                stack.push(value, weight(value))
            elif name in CALLS:
                CALLS[name](stack, operation, self._world, self._told)
            else:
                _STEPS[name](stack, operation)
            stack.require_room()
        self.end = operation.end
        return stack.last()

    def _in_frame(self, operation: Operation) -> None:
        """PROTO comes first, and a frame ends between two operations."""
        out_of_place = operation.place != self._start or operation.name != "PROTO"
        if operation.name == "PROTO" and (out_of_place or operation.argument > _LAST_PROTOCOL):
            said = f"PROTO {operation.argument}"
            raise Malformed(operation.place, said, expected=f"first, and at most {_LAST_PROTOCOL}")
        if operation.place < self._frame_end < operation.end:
            raise Malformed(operation.place, "an operation across the end of its frame")
        if operation.name == "FRAME":
            if operation.place < self._frame_end:
                raise Malformed(operation.place, "a frame within another")
            self._frame_end = operation.end + operation.argument
            if self._frame_end > len(self._data):
                left = len(self._data) - operation.end
                raise Malformed(operation.place, f"FRAME of {operation.argument:,} bytes, {left:,} left")


def _index(operation: Operation) -> int:
    """The memo index of an operation, which in protocol 0 is a line."""
    if isinstance(operation.argument, int):
        return operation.argument
    value = literal(operation._replace(name="INT"))
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        # INT spells booleans as 00 and 01, which here are zero and one.
        return int(value) if isinstance(value, bool) else -1
    return value


def _tuple(stack: Stack, operation: Operation) -> None:
    name = operation.name
    items, weights = stack.pop_mark() if name == "TUPLE" else stack.pop_many(int(name[-1]))
    stack.push_tuple(items, sum(weights))


def _container(kind: type[Container]) -> Callable[[Stack, Operation], None]:
    """LIST, DICT and FROZENSET: one of `kind` from what is above the mark."""

    def step(stack: Stack, _: Operation) -> None:
        items, weights = stack.pop_mark()
        stack.push(kind(), OBJECT)
        _add(stack, kind, items, weights)

    return step


def _adding(kind: type[Container], n: int = 0) -> Callable[[Stack, Operation], None]:
    """APPENDS and its like: add what is above the mark, or the last `n`, to what is below."""

    def step(stack: Stack, _: Operation) -> None:
        items, weights = stack.pop_many(n) if n else stack.pop_mark()
        _add(stack, kind, items, weights)

    return step


def _add(stack: Stack, kind: type[Container], items: list[Value], weights: list[int]) -> None:
    target = stack.top()
    if isinstance(target, Opaque):
        # Its own class would be asked to take them.
        inner: Container = kind()
        target.parts.append(inner)
        stack.weigh(OBJECT)
        target = inner
    if type(target) is not kind:
        raise Malformed(stack.place, f"items for a {_WORDS[kind]}", expected=f"a {_WORDS[kind]} below them")
    if kind is not Pairs:
        for item, weighs in zip(items, weights, strict=True):
            stack.weigh(weighs + _ITEM if target.add(target.n, item) else 0)
        return
    if len(items) % 2:
        raise Malformed(stack.place, "a key without a value")
    for i in range(0, len(items), 2):
        if isinstance(items[i], Container) and not isinstance(items[i], Bag):
            raise Malformed(stack.place, "a key that can change")
        stack.weigh(weights[i] + weights[i + 1] if target.add(items[i], items[i + 1]) else 0)


_WORDS = {Sequence: "list", Bag: "set", Pairs: "dict"}
_STEPS: dict[str, Callable[[Stack, Operation], Any]] = {
    "PROTO": lambda *_: None,
    "FRAME": lambda *_: None,
    "READONLY_BUFFER": lambda stack, _: stack.top(),
    "STOP": lambda stack, _: stack.last(),
    "MARK": lambda stack, _: stack.mark(),
    "POP": lambda stack, _: stack.drop(),
    "POP_MARK": lambda stack, _: stack.drop_mark(),
    "DUP": lambda stack, _: stack.push(stack.shared(), 0),
    "MEMOIZE": lambda stack, _: stack.put(stack.n_put),
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT"), lambda stack, op: stack.put(_index(op))),
    **dict.fromkeys(_GETS, lambda stack, op: stack.get(_index(op))),
    **dict.fromkeys(("TUPLE", "TUPLE1", "TUPLE2", "TUPLE3"), _tuple),
    "LIST": _container(Sequence),
    "DICT": _container(Pairs),
    "FROZENSET": _container(Bag),
    "APPEND": _adding(Sequence, 1),
    "APPENDS": _adding(Sequence),
    "ADDITEMS": _adding(Bag),
    "SETITEM": _adding(Pairs, 2),
    "SETITEMS": _adding(Pairs),
}
