"""The opcodes of a pickle that import or call, as the machine takes them: `CALLS[name](stack, ...)`.

A global is a name and stays one. What is not allowed is told with its byte, and what it would have made is an
`Opaque` that keeps its arguments, for there may be tensors in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bob.formats.pickle_opcodes import Malformed
from bob.formats.pickle_stack import OBJECT
from bob.formats.pickle_values import (
    Container,
    Global,
    Mixed,
    Opaque,
    Pairs,
    Storage,
    Tensor,
    Value,
    is_plain,
)
from bob.formats.pickle_world import Misused, Told, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.formats.pickle_opcodes import Operation
    from bob.formats.pickle_stack import Stack

_Call: TypeAlias = "Callable[[Stack, Operation, World, Told], None]"
# Bytes of memory of a tensor and its storage, and of each of its dims.
_TENSOR, _DIM = 350, 42


def _global(stack: Stack, name: str, world: World, found: Told) -> Global:
    allowed = world.allows(name)
    if not allowed:
        found.add("BOB558", name, "named", "names of tensors, containers, numbers", stack.place)
    return Global(name, stack.place, allowed)


def _lines(operation: Operation) -> tuple[str, str]:
    module, _, name = operation.argument.decode("utf-8", "backslashreplace").partition("\n")
    return module, name


def _push_global(stack: Stack, operation: Operation, world: World, found: Told) -> None:
    name = ".".join(_lines(operation))
    stack.push(_global(stack, name, world, found), OBJECT + len(name) * 4)


def _stack_global(stack: Stack, operation: Operation, world: World, found: Told) -> None:
    (module, name), _ = stack.pop_many(2)
    if not isinstance(module, str) or not isinstance(name, str):
        raise Malformed(operation.place, "STACK_GLOBAL of what is no text")
    whole = f"{module}.{name}"
    stack.push(_global(stack, whole, world, found), OBJECT + len(whole) * 4)


def _instance(stack: Stack, operation: Operation, world: World, found: Told) -> None:
    """INST: a class by its name, called with what is above the mark."""
    items, weights = stack.pop_mark()
    named = _global(stack, ".".join(_lines(operation)), world, found)
    _called(stack, named, tuple(items), sum(weights), world, found)


def _object(stack: Stack, operation: Operation, world: World, found: Told) -> None:
    """OBJ: the first above the mark, called with the rest."""
    items, weights = stack.pop_mark()
    if not items:
        raise Malformed(operation.place, "OBJ without a class")
    _called(stack, items[0], tuple(items[1:]), sum(weights), world, found)


def _reduce(stack: Stack, operation: Operation, world: World, found: Told) -> None:
    """REDUCE and NEWOBJ: a callable below a tuple of its arguments."""
    (called, arguments), weights = stack.pop_many(2)
    if not isinstance(arguments, tuple):
        raise Malformed(operation.place, f"{operation.name} without a tuple of arguments")
    _called(stack, called, arguments, sum(weights), world, found)


def _with_names(stack: Stack, _: Operation, world: World, found: Told) -> None:
    """NEWOBJ_EX: a class, its arguments, and arguments by name."""
    (called, arguments, names), weights = stack.pop_many(3)
    _called(stack, called, (arguments, names), sum(weights), world, found, understood=False)


def _called(
    stack: Stack,
    called: Value,
    arguments: tuple[Value, ...],
    weight: int,
    world: World,
    found: Told,
    *,
    understood: bool = True,
) -> None:
    """Put what a call makes on top."""
    if not isinstance(called, Global):
        found.add("BOB559", "call", _words(called), "a function of tensors", stack.place)
        stack.push(Opaque("a call", called, *arguments), weight + OBJECT)
        return
    made: Value = None
    try:
        if called.allowed and understood:
            made = world.call(called.name, arguments, stack.place)
        else:
            made = Opaque(called.name, *arguments)
    except Misused as wrong:
        found.add(*wrong.texts, stack.place)
        made = Opaque(called.name, *arguments)
    if isinstance(made, Tensor) and all(map(_is_settled, arguments)):
        # Of the arguments nothing is left but what the tensor has.
        stack.push(made, _TENSOR + _DIM * len(made.shape))
    else:
        stack.push(made, weight + OBJECT)


def _is_settled(value: Value) -> bool:
    """Whether a value is small and will not grow, whoever else refers to it."""
    if isinstance(value, Container):
        return value.n == 0
    return not isinstance(value, Mixed | Opaque)


def _words(value: Value) -> str:
    return f"what {value.name} makes" if isinstance(value, Opaque) else f"a {type(value).__name__.lower()}"


def _build(stack: Stack, _: Operation, __: World, found: Told) -> None:
    """BUILD: give the object on top a state, which would be its own method's to do."""
    state, weight = stack.pop()
    target = stack.top()
    if isinstance(target, Opaque):
        target.parts.append(state)
    elif isinstance(target, Pairs):
        # The attributes of an ordered dict; a module keeps its versions there.
        if is_plain(state):
            return
        target.add("__dict__", state)
    else:
        found.add("BOB559", "BUILD", _words(target), "an object with a state", stack.place)
        weight = 0 if is_plain(state) else weight
        stack.keep(weight)
        return
    stack.weigh(weight)


def _persistent(stack: Stack, operation: Operation, world: World, found: Told) -> None:
    """BINPERSID and PERSID: what lies outside of the pickle, by its identity."""
    if operation.name == "PERSID":
        identity: Value = operation.argument[:100].decode("utf-8", "backslashreplace")
        weight = OBJECT * 4
    else:
        identity, weight = stack.pop()
    try:
        made = world.persistent(identity, stack.place)
    except Misused as wrong:
        found.add(*wrong.texts, stack.place)
        made = Opaque("a persistent id", identity)
    stack.push(made, OBJECT if isinstance(made, Storage) else weight + OBJECT)


def _extension(stack: Stack, operation: Operation, _: World, __: Told) -> None:
    """EXT1 and its like, which stand for globals of a registry that no file has; NEXT_BUFFER for bytes."""
    stack.push(Opaque(operation.name), OBJECT)


CALLS: dict[str, _Call] = {
    "GLOBAL": _push_global,
    "STACK_GLOBAL": _stack_global,
    "INST": _instance,
    "OBJ": _object,
    "REDUCE": _reduce,
    "NEWOBJ": _reduce,
    "NEWOBJ_EX": _with_names,
    "BUILD": _build,
    "BINPERSID": _persistent,
    "PERSID": _persistent,
    **dict.fromkeys(("EXT1", "EXT2", "EXT4", "NEXT_BUFFER"), _extension),
}
