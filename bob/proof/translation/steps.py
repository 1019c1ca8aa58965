"""What each instruction does to a frame: operands are slots, constants lie in slots of their own.

An instruction on vectors does to every lane what it does to a scalar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.proof.translation.integers import Integers
from bob.proof.translation.linear import Linear
from bob.proof.translation.terms import WIDTHS, Term
from bob.proof.translation.text import CASTS, Unreadable
from bob.proof.translation.truths import as_integer, chosen, compared

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.translation.machine import Frame, Machine
    from bob.proof.translation.text import Instruction
    from bob.proof.translation.words import Operand

    Step = Callable[[Frame], None]

_ADDRESS_BITS = WIDTHS["i64"]


class Steps:
    """The steps of one function, and the slots of its frame."""

    def __init__(self, machine: Machine, parameters: tuple[str, ...]) -> None:
        self.machine = machine
        self.terms = machine.terms
        self.integers = Integers(machine)
        self.constants: Frame = [None]
        self.result = 0
        self._slots: dict[str, int] = {}
        for name in parameters:
            self.slot(name)

    def slot(self, name: str) -> int:
        """The slot of a name."""
        if name not in self._slots:
            self._slots[name] = len(self.constants)
            self.constants.append(None)
        return self._slots[name]

    def operand(self, operand: Operand) -> int:
        """The slot of an operand."""
        if operand.local:
            return self.slot(operand.local)
        scalar, value = operand.kind.scalar, operand.value
        found = (
            tuple(self.machine.constant(scalar, lane) for lane in value)
            if operand.kind.lanes
            else value
            if scalar == "metadata"
            else self.machine.constant(scalar, value)
        )
        self.constants.append(found)
        return len(self.constants) - 1

    def step(self, instruction: Instruction) -> Step:
        """What an instruction does; raises `Unreadable`."""
        result = self.slot(instruction.result) if instruction.result else self.result
        slots = [self.operand(operand) for operand in instruction.operands]
        special: dict[str, Callable[[Instruction, int, list[int]], Step]] = {
            "load": self._load,
            "store": self._store,
            "getelementptr": self._element_place,
            "alloca": self._alloca,
            "insertelement": self._insert,
            "extractelement": self._extract,
            "shufflevector": self._shuffle,
            "select": self._select,
            "call": self._call,
        }
        if instruction.op in special:
            return special[instruction.op](instruction, result, slots)
        return _lanewise(self._operation(instruction), bool(instruction.kind.lanes), result, slots)

    def returning(self, instruction: Instruction) -> Callable[[Frame], None]:
        """The end of a function, which keeps what it gives."""
        slot = self.operand(instruction.operands[0]) if instruction.operands else self.result

        def leave(frame: Frame) -> None:
            frame[self.result] = frame[slot]

        return leave

    def _operation(self, instruction: Instruction) -> Callable[..., Any]:
        """What is done to scalars."""
        op, terms = instruction.op, self.terms
        numbers: dict[str, Callable[..., Any]] = {
            "fadd": terms.fadd,
            "fsub": terms.fsub,
            "fmul": terms.fmul,
            "fdiv": terms.fdiv,
            "fneg": terms.fneg,
        }
        if op in numbers:
            return numbers[op]
        if op == "fcmp":
            predicate = instruction.rest[0]
            return lambda a, b: compared(terms, predicate, a, b)
        sort = instruction.operands[0].kind.scalar
        if op == "icmp":
            return self.integers.comparison(instruction.rest[0], sort, instruction.flags)
        if op in CASTS:
            return self._cast(op, sort, instruction.kind.scalar, instruction.flags)
        return self.integers.operation(op, sort, instruction.flags)

    def _cast(self, op: str, given: str, wanted: str, flags: frozenset[str]) -> Callable[..., Any]:
        terms = self.terms
        if op == "fpext":
            return terms.widened
        if op == "fptrunc":
            return terms.narrowed
        if op == "bitcast" and given.startswith("f") != wanted.startswith("f"):
            return terms.bits if given.startswith("f") else self._from_bits(given)
        if op in ("bitcast", "ptrtoint", "inttoptr"):
            return lambda a: a
        if op == "sitofp":
            return lambda a: terms.from_integer(a, wanted, given)
        if op == "zext" and given == "i1":
            return lambda a: as_integer(terms, a, wanted) if isinstance(a, Term) else a
        return self.integers.cast(op, given, wanted, flags)

    def _from_bits(self, given: str) -> Callable[..., Any]:
        terms = self.terms
        return lambda a: terms.from_bits(a if isinstance(a, Term) else terms.constant(given, a))

    def _load(self, instruction: Instruction, result: int, slots: list[int]) -> Step:
        (address,), machine = slots, self.machine
        kind, aligned = instruction.kind, self._aligned(instruction)
        sort = "i64" if kind.scalar == "ptr" else kind.scalar

        def load(frame: Frame) -> None:
            frame[result] = machine.memory.load(aligned(frame[address]), sort)

        def load_lanes(frame: Frame) -> None:
            frame[result] = machine.memory.load_lanes(aligned(frame[address]), sort, kind.lanes)

        return load_lanes if kind.lanes else load

    def _store(self, instruction: Instruction, _result: int, slots: list[int]) -> Step:
        (stored, address), machine = slots, self.machine
        kind, aligned = instruction.operands[0].kind, self._aligned(instruction)
        sort = "i64" if kind.scalar == "ptr" else kind.scalar

        def store(frame: Frame) -> None:
            machine.memory.store(aligned(frame[address]), sort, frame[stored])

        def store_lanes(frame: Frame) -> None:
            machine.memory.store_lanes(aligned(frame[address]), sort, frame[stored])

        return store_lanes if kind.lanes else store

    def _aligned(self, instruction: Instruction) -> Callable[[Any], Any]:
        """An address, of which the text's alignment is checked."""
        alignment = instruction.rest[0]

        def aligned(address: Any) -> Any:
            numbers = (
                [address.constant, *(c for _, c in address.parts)]
                if isinstance(address, Linear)
                else [address]
            )
            self.machine.require(not any(each % alignment for each in numbers), f"align {alignment}")
            return address

        return aligned

    def _element_place(self, instruction: Instruction, result: int, slots: list[int]) -> Step:
        (place, index), (size,) = slots, instruction.rest
        signed = self.integers.signed

        def element_place(frame: Frame) -> None:
            frame[result] = frame[place] + size * signed(frame[index], _ADDRESS_BITS)

        return element_place

    def _alloca(self, instruction: Instruction, result: int, _slots: list[int]) -> Step:
        n_bytes, machine = instruction.rest[0], self.machine

        def alloca(frame: Frame) -> None:
            frame[result] = machine.memory.buffer("a local variable", n_bytes)

        return alloca

    def _insert(self, _instruction: Instruction, result: int, slots: list[int]) -> Step:
        vector, element, place = slots

        def insert(frame: Frame) -> None:
            lanes = [*frame[vector]]
            lanes[frame[place]] = frame[element]
            frame[result] = tuple(lanes)

        return insert

    def _extract(self, _instruction: Instruction, result: int, slots: list[int]) -> Step:
        vector, place = slots

        def extract(frame: Frame) -> None:
            frame[result] = frame[vector][frame[place]]

        return extract

    def _shuffle(self, instruction: Instruction, result: int, slots: list[int]) -> Step:
        first, second = slots
        poison = self.machine.constant(instruction.kind.scalar, None)
        places = instruction.rest

        def shuffle(frame: Frame) -> None:
            lanes = (*frame[first], *frame[second])
            frame[result] = tuple(poison if place is None else lanes[place] for place in places)

        return shuffle

    def _select(self, instruction: Instruction, result: int, slots: list[int]) -> Step:
        sort = instruction.kind.scalar

        def choice(condition: Any, a: Any, b: Any) -> Any:
            if not isinstance(condition, Term):
                return a if condition else b
            return a if a is b else chosen(self.terms, condition, self._term(a, sort), self._term(b, sort))

        if instruction.operands[0].kind.lanes:
            return _lanewise(choice, True, result, slots)
        return _lanewise(self._whole(choice) if instruction.kind.lanes else choice, False, result, slots)

    def _whole(self, choice: Callable[..., Any]) -> Callable[..., Any]:
        """A choice between vectors as wholes."""
        return lambda condition, a, b: tuple(choice(condition, x, y) for x, y in zip(a, b, strict=True))

    def _term(self, value: Any, sort: str) -> Term:
        return self.integers.term(value, sort)

    def _call(self, instruction: Instruction, result: int, slots: list[int]) -> Step:
        (name,) = instruction.rest
        machine = self.machine
        if name.startswith("llvm."):
            function, is_lanewise = machine.intrinsics.function(name, instruction)
            return _lanewise(function, is_lanewise, result, slots)
        if name not in machine.module:
            raise Unreadable(f"{name} is called, which the text does not define")

        def call(frame: Frame) -> None:
            frame[result] = machine.call(name, [frame[slot] for slot in slots])

        return call


def _lanewise(function: Callable[..., Any], lanes: bool, result: int, slots: list[int]) -> Step:
    """A function of scalars as a step, for each lane where there are lanes."""
    if lanes and len(slots) == 2:
        a, b = slots

        def of_two_vectors(frame: Frame) -> None:
            frame[result] = tuple(map(function, frame[a], frame[b]))

        return of_two_vectors
    if lanes:

        def of_vectors(frame: Frame) -> None:
            frame[result] = tuple(map(function, *(frame[slot] for slot in slots)))

        return of_vectors

    def of_scalars(frame: Frame) -> None:
        frame[result] = function(*(frame[slot] for slot in slots))

    return of_scalars
