"""LLVM's text as it is written: functions, blocks and instructions, each read in full or refused.

    function = module_of(llvm_text)["adamw"]
    function.blocks["entry"].instructions

Only what compiled kernels hold is read. A flag that would let LLVM round otherwise is refused by name where
it stands, and so is every word that is not known: nothing is skipped but comments, attributes of functions
and parameters, and metadata. Source: LLVM Language Reference Manual.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import BobError
from bob.proof.translation.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.translation.words import Kind, Operand

FAST = {"fast", "reassoc", "contract", "arcp", "afn", "nnan", "ninf", "nsz"}
EXACT = {"nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw"}
MARKS = {"tail", "musttail", "notail", "fastcc", "ccc", "coldcc"}
_FLOAT_BINARY = {"fadd", "fsub", "fmul", "fdiv"}
_INTEGER_BINARY = {"add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "udiv", "urem"}
CASTS = {"fpext", "fptrunc", "sitofp", "zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr"}

_DEFINITION = re.compile(r'^define [^@]*@("[^"]*"|[-\w.$]+)\((.*)\)[^)]*\{$')
_LABEL = re.compile(r'^("[^"]*"|[-\w.$]+):')
_OUTSIDE = ("declare ", "attributes ", "!", "target ", "source_filename ", ";")


class Unreadable(BobError):
    """Why a text has no meaning here: a flag, an instruction or a form that is not known."""


class Instruction(NamedTuple):
    """One instruction: its result's name, what it does with which flags, to which operands, of which kind.

    `rest` is what else an instruction says: a predicate, a callee, the places of a shuffle, labels.
    """

    result: str
    op: str
    flags: frozenset[str]
    kind: Kind
    operands: tuple[Operand, ...]
    rest: tuple[Any, ...] = ()


class Block(NamedTuple):
    """A label and the instructions after it; the last one leads elsewhere."""

    label: str
    instructions: tuple[Instruction, ...]


class Function(NamedTuple):
    """A function: its name, the names of its parameters, and its blocks by label, the entry first."""

    name: str
    parameters: tuple[str, ...]
    blocks: dict[str, Block]


class Module(dict[str, "list[str]"]):
    """The lines of every function that a text defines; `function` reads one, once."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[str, Function] = {}

    def function(self, name: str) -> Function:
        """Raises `Unreadable`, naming function and instruction."""
        if name in self._read:
            return self._read[name]
        if name not in self:
            raise Unreadable(f"the text does not define {name}")
        heading, *lines = self[name]
        try:
            found = _DEFINITION.match(heading)
            assert found is not None
            self._read[name] = Function(name, _parameters(found[2]), _blocks(lines))
            return self._read[name]
        except Unreadable as caught:
            raise Unreadable(f"{name}: {caught}") from None


def module_of(text: str) -> Module:
    """The functions of a text; raises `Unreadable` for what stands outside of them and is not known."""
    module, name = Module(), ""
    for line in text.splitlines():
        found = _DEFINITION.match(line)
        if found:
            name = found[1].strip('"')
            module[name] = [line]
        elif line == "}":
            name = ""
        elif name:
            module[name].append(line)
        elif line.strip() and not line.startswith(_OUTSIDE):
            raise Unreadable(f"outside of functions stands {line[:60]!r}")
    return module


def _parameters(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r'%("[^"]*"|[-\w.$]+)(?=,|$)', text))


def _blocks(lines: list[str]) -> dict[str, Block]:
    """The blocks; an entry without a label is called `entry`."""
    blocks: dict[str, list[Instruction]] = {}
    label = "entry"
    for line in _joined(lines):
        found = _LABEL.match(line)
        if found:
            label = found[1].strip('"')
        elif line.strip():
            blocks.setdefault(label, []).append(_instruction(line))
    return {label: Block(label, tuple(instructions)) for label, instructions in blocks.items()}


def _joined(lines: list[str]) -> list[str]:
    """The lines, a switch with all of its cases on one."""
    joined: list[str] = []
    for line in lines:
        if joined and joined[-1].count("[") > joined[-1].count("]"):
            joined[-1] += line
        else:
            joined.append(line)
    return joined


def _instruction(line: str) -> Instruction:
    words = Words(line)
    result = ""
    if words.peek(1) == "=":
        result = words.take().removeprefix("%").strip('"')
        words.take("=")
    op = words.take()
    while op in MARKS:
        op = words.take()
    flags = _flags(words, op)
    form = next((form for ops, form in _FORMS if op in ops), None)
    if form is None:
        raise Unreadable(f"the instruction {op} is not known")
    try:
        kind, operands, rest = form(words, op)
        words.end()
    except (ValueError, IndexError) as caught:
        raise Unreadable(f"{line.strip()[:90]!r} is not read: {caught}") from None
    return Instruction(result, op, flags, kind, operands, rest)


def _flags(words: Words, op: str) -> frozenset[str]:
    flags = set()
    while words.peek() in FAST | EXACT | MARKS:
        flag = words.take()
        if flag in FAST:
            raise Unreadable(f"{op} carries the flag {flag}: its bits would depend on the compiler")
        flags |= {flag} - MARKS
    return frozenset(flags)


_Form = tuple["Kind", tuple["Operand", ...], tuple[Any, ...]]


def _binary(words: Words, _op: str) -> _Form:
    kind = words.kind()
    return kind, (words.operand(kind), words.after_comma(kind)), ()


def _one(words: Words, _op: str) -> _Form:
    kind = words.kind()
    return kind, (words.operand(kind),), ()


def _comparison(words: Words, _op: str) -> _Form:
    predicate, kind = words.take(), words.kind()
    return kind._replace(scalar="i1"), (words.operand(kind), words.after_comma(kind)), (predicate,)


def _cast(words: Words, _op: str) -> _Form:
    operand = words.typed()
    words.take("to")
    return words.kind(), (operand,), ()


def _phi(words: Words, _op: str) -> _Form:
    kind, operands, labels = words.kind(), [], []
    while True:
        words.take("[")
        operands.append(words.operand(kind))
        words.take(",")
        labels.append(words.label())
        words.take("]")
        if words.peek() != "," or words.peek(1) != "[":
            return kind, tuple(operands), tuple(labels)
        words.take(",")


def _branch(words: Words, _op: str) -> _Form:
    if words.peek() == "label":
        return words.nothing, (), (words.target(),)
    condition = words.typed()
    words.take(",")
    where_true = words.target()
    words.take(",")
    return words.nothing, (condition,), (where_true, words.target())


def _switch(words: Words, _op: str) -> _Form:
    value = words.typed()
    words.take(",")
    otherwise, cases = words.target(), []
    words.take("[")
    while words.peek() != "]":
        case = words.typed().value
        words.take(",")
        cases.append((case, words.target()))
    words.take("]")
    return words.nothing, (value,), (otherwise, *cases)


def _return(words: Words, _op: str) -> _Form:
    if words.peek() == "void":
        words.take("void")
        return words.nothing, (), ()
    return words.nothing, (words.typed(),), ()


def _load(words: Words, _op: str) -> _Form:
    kind = words.kind()
    words.take(",")
    return kind, (words.typed(),), (words.alignment(),)


def _store(words: Words, _op: str) -> _Form:
    stored = words.typed()
    words.take(",")
    return words.nothing, (stored, words.typed()), (words.alignment(),)


def _element_place(words: Words, _op: str) -> _Form:
    element = words.kind()
    words.take(",")
    place = words.typed()
    words.take(",")
    return place.kind, (place, words.typed()), (element.n_bytes,)


def _alloca(words: Words, _op: str) -> _Form:
    kind = words.kind()
    return words.address, (), (kind.n_bytes, words.alignment())


def _typed_operands(words: Words, op: str) -> _Form:
    """select, insertelement, extractelement, shufflevector: typed operands, of which one gives the kind."""
    operands = [words.typed()]
    while words.peek() == "," and not (words.peek(1) or "").startswith("!"):
        words.take(",")
        operands.append(words.typed())
    if op == "select":
        return operands[1].kind, tuple(operands), ()
    if op == "extractelement":
        return operands[0].kind._replace(lanes=0), tuple(operands), ()
    if op == "insertelement":
        return operands[0].kind, tuple(operands), ()
    places = operands.pop()
    return operands[0].kind._replace(lanes=places.kind.lanes), tuple(operands), places.value


def _call(words: Words, _op: str) -> _Form:
    kind = words.result()
    name = words.callee()
    return kind, words.arguments(), (name,)


_FORMS: tuple[tuple[set[str], Callable[[Words, str], _Form]], ...] = (
    (_FLOAT_BINARY | _INTEGER_BINARY, _binary),
    ({"fneg"}, _one),
    ({"fcmp", "icmp"}, _comparison),
    (CASTS, _cast),
    ({"phi"}, _phi),
    ({"br"}, _branch),
    ({"switch"}, _switch),
    ({"ret"}, _return),
    ({"load"}, _load),
    ({"store"}, _store),
    ({"getelementptr"}, _element_place),
    ({"alloca"}, _alloca),
    ({"select", "insertelement", "extractelement", "shufflevector"}, _typed_operands),
    ({"call"}, _call),
)
