"""LLVM's own functions (`llvm.sqrt.v8f32`): what each does, or that it is not known."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from bob.proof.translation.linear import Linear, below
from bob.proof.translation.memory import Astray
from bob.proof.translation.terms import WIDTHS, Term
from bob.proof.translation.text import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.translation.machine import Machine
    from bob.proof.translation.text import Instruction

_SAY_NOTHING = ("llvm.experimental.noalias.scope.decl", "llvm.lifetime.start", "llvm.lifetime.end")


class Intrinsics:
    """LLVM's functions for one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.terms = machine.terms

    def function(self, name: str, instruction: Instruction) -> tuple[Callable[..., Any], bool]:
        """What a function does, and whether it does so for each lane; raises `Unreadable`."""
        stem = name.removeprefix("llvm.")
        lanes = bool(instruction.kind.lanes)
        numbers: dict[str, Callable[..., Any]] = {
            "sqrt": self.terms.sqrt,
            "fabs": self.terms.fabs,
            "maxnum": self.terms.maxnum,
        }
        if name.startswith(_SAY_NOTHING):
            return _nothing, False
        if stem.partition(".")[0] in numbers:
            return numbers[stem.partition(".")[0]], lanes
        if stem.startswith("vector.reduce."):
            return self._reduction(stem.split(".")[2], instruction.operands[0].kind.scalar), False
        sort = instruction.kind.scalar
        extremes = {
            "umax": (False, True),
            "umin": (False, False),
            "smax": (True, True),
            "smin": (True, False),
        }
        if stem.partition(".")[0] in extremes:
            return self._extreme(*extremes[stem.partition(".")[0]], sort), lanes
        others: dict[str, Callable[..., Any]] = {
            "assume": self._assume,
            "memset": self._memset,
            "memcpy": self._memcpy,
        }
        if stem.partition(".")[0] in others:
            return others[stem.partition(".")[0]], False
        raise Unreadable(f"the function {name} is not known")

    def _extreme(self, is_signed: bool, is_largest: bool, sort: str) -> Callable[[Any, Any], Any]:
        width = WIDTHS[sort]

        def extreme(a: Any, b: Any) -> Any:
            if isinstance(a, Term) or isinstance(b, Term):
                if is_signed or not is_largest:
                    raise Unreadable("of numbers' bits only the larger is known")
                return self.terms.joined("umax", self._term(a, sort), self._term(b, sort))
            values = [self._signed(each, width) if is_signed else each for each in (a, b)]
            return a if below(values[1 if is_largest else 0], values[0 if is_largest else 1]) else b

        return extreme

    def _reduction(self, name: str, sort: str) -> Callable[[Any], Any]:
        """An integer reduction, whose order does not matter; no other is known."""
        if name == "umax":
            combine = self._extreme(False, True, sort)
        elif name == "or":

            def combine(a: Any, b: Any) -> Any:
                both_known = isinstance(a, int) and isinstance(b, int)
                return (
                    a | b if both_known else self.terms.joined("or", self._term(a, sort), self._term(b, sort))
                )

        else:
            raise Unreadable(f"the function llvm.vector.reduce.{name} is not known")
        return lambda lanes: reduce(combine, lanes)

    def _assume(self, condition: Any) -> None:
        if isinstance(condition, Term):
            raise Unreadable("an assumption about a number")
        self.machine.require(bool(condition), "llvm.assume")

    def _memset(self, address: Any, byte: Any, n_bytes: Any, _volatile: Any) -> None:
        if byte != 0 or not isinstance(n_bytes, int) or n_bytes % 4:
            raise Unreadable(f"{n_bytes} bytes are set to {byte}")
        self.machine.memory.fill(address, n_bytes)

    def _memcpy(self, to: Any, origin: Any, n_bytes: Any, _volatile: Any) -> None:
        if not isinstance(n_bytes, int) or n_bytes % 4:
            raise Unreadable(f"{n_bytes} bytes are copied")
        memory = self.machine.memory
        copied = memory.load_lanes(origin, "f32", n_bytes // 4) if n_bytes else ()
        if copied:
            memory.store_lanes(to, "f32", copied)

    def _term(self, value: Any, sort: str) -> Term:
        if isinstance(value, Linear):
            raise Astray(f"the integer {value} becomes part of a number")
        return value if isinstance(value, Term) else self.terms.constant(sort, value)

    def _signed(self, value: Any, width: int) -> Any:
        return value - (1 << width) if isinstance(value, int) and value >> (width - 1) else value


def _nothing(*_arguments: Any) -> None:
    """What says something about memory does nothing to it."""
