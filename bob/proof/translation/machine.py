"""The executor: a function of LLVM's text is run, and what it stores are terms.

    machine = Machine(module_of(llvm_text), terms)
    machine.memory, machine.decisions = memory, Decisions()
    result = machine.call("train_rows", [p, m, v, ..., learning_rate, ...])

Addresses and integers are Python's or linear, numbers are terms, vectors are tuples. A branch on a term is
decided by `Decisions`. `executed` names the blocks that some run reached. What the text promises of its
integers (`nsw`, `disjoint`, `inbounds`, an assumption) is checked where it is made. What an instruction does
stands in `steps`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bob.proof.translation.decisions import Decisions
from bob.proof.translation.intrinsics import Intrinsics
from bob.proof.translation.memory import Astray, Memory
from bob.proof.translation.steps import Steps
from bob.proof.translation.terms import Term
from bob.proof.translation.text import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bob.proof.translation.terms import Terms
    from bob.proof.translation.text import Block, Function, Instruction, Module

    Frame = list[Any]


class Edge(NamedTuple):
    """A way into a block: what its joins take over, from slots to slots."""

    block: Compiled
    moved: tuple[tuple[int, int], ...]


class Compiled:
    """A block: its steps, and where it leads."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.steps: list[Callable[[Frame], None]] = []
        self.leave: Callable[[Frame], Edge | None]


class Program(NamedTuple):
    """A function, ready to run: its entry, its frame of constants, the slots of parameters and result."""

    entry: Compiled
    constants: Frame
    parameters: tuple[int, ...]
    result: int


class Machine:
    """Runs of functions of a module, one after another; each has a memory and decisions of its own."""

    def __init__(self, module: Module, terms: Terms) -> None:
        self.module = module
        self.terms = terms
        self.memory = Memory(terms)
        self.decisions = Decisions()
        self.executed: set[tuple[str, str]] = set()
        self.intrinsics = Intrinsics(self)
        self._programs: dict[str, Program] = {}

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        """What a function gives; raises `Unreadable`, `Astray` or `linear.Undecided`."""
        program = self._programs.get(name)
        if program is None:
            program = self._programs[name] = self._program(self.module.function(name))
        frame = [*program.constants]
        for slot, argument in zip(program.parameters, arguments, strict=True):
            frame[slot] = argument
        edge: Edge | None = Edge(program.entry, ())
        executed = self.executed
        while edge is not None:
            block, moved = edge
            if moved:
                values = [frame[source] for source, _ in moved]
                for (_, target), value in zip(moved, values, strict=True):
                    frame[target] = value
            executed.add((name, block.label))
            for step in block.steps:
                step(frame)
            edge = block.leave(frame)
        return frame[program.result]

    def require(self, holds: bool, promise: str) -> None:
        """Raises `Astray` where the text promises what is not so."""
        if not holds:
            raise Astray(f"the text promises what is not so: {promise}")

    def constant(self, scalar: str, bits: int | None) -> Any:
        """A constant's value: a term of a float, an integer; poison is a leaf of its own."""
        if bits is None:
            return self.terms.leaf("i64" if scalar == "ptr" else scalar, "poison")
        return self.terms.constant(scalar, bits) if scalar.startswith("f") else bits

    def _program(self, function: Function) -> Program:
        steps = Steps(self, function.parameters)
        compiled = {label: Compiled(label) for label in function.blocks}
        for label, block in function.blocks.items():
            for instruction in block.instructions[:-1]:
                if instruction.op != "phi":
                    compiled[label].steps.append(steps.step(instruction))
            compiled[label].leave = self._leaving(steps, function, block, compiled)
        entry = compiled[next(iter(function.blocks))]
        parameters = tuple(steps.slot(name) for name in function.parameters)
        return Program(entry, steps.constants, parameters, steps.result)

    def _leaving(
        self, steps: Steps, function: Function, block: Block, compiled: dict[str, Compiled]
    ) -> Callable[[Frame], Edge | None]:
        last = block.instructions[-1]

        def edge(label: str) -> Edge:
            return Edge(compiled[label], _moved(steps, function.blocks[label], block.label))

        if last.op == "br" and not last.operands:
            only = edge(last.rest[0])
            return lambda _: only
        if last.op == "br":
            return self._fork(steps.operand(last.operands[0]), *map(edge, last.rest))
        if last.op == "switch":
            return self._choice(steps, last, edge)
        if last.op == "ret":
            return steps.returning(last)
        raise Unreadable(f"{function.name}: a block ends with {last.op}")

    def _fork(self, condition: int, where_true: Edge, where_false: Edge) -> Callable[[Frame], Edge]:
        def leave(frame: Frame) -> Edge:
            value = frame[condition]
            holds = self.decisions.holds(value) if isinstance(value, Term) else value
            return where_true if holds else where_false

        return leave

    def _choice(
        self, steps: Steps, switch: Instruction, edge: Callable[[str], Edge]
    ) -> Callable[[Frame], Edge]:
        value = steps.operand(switch.operands[0])
        otherwise = edge(switch.rest[0])
        cases = {case: edge(label) for case, label in switch.rest[1:]}

        def leave(frame: Frame) -> Edge:
            found = frame[value]
            if not isinstance(found, int):
                raise Unreadable(f"a switch on what is not known: {found}")
            return cases.get(found, otherwise)

        return leave


def _moved(steps: Steps, block: Block, origin: str) -> tuple[tuple[int, int], ...]:
    """What the joins of a block take over when it is reached from another."""
    joins = [instruction for instruction in block.instructions if instruction.op == "phi"]
    return tuple(
        (steps.operand(join.operands[join.rest.index(origin)]), steps.slot(join.result)) for join in joins
    )
