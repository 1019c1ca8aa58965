"""The texts on a family run on bytes: `Texts` reads a record by what they say alone, and knows no codec."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from bob.proof.readings import theorems
from tests.proof.smtlib_machine import Machine, Refused, within

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bob.spec.family import FamilyMeta

ONE_READING, BUILD_THEN_PARSE, PARSE_THEN_BUILD = "one_reading", "build_then_parse", "parse_then_build"


class Texts:
    """The theorems on a family and on those inside it, with the bytes on which their texts are run."""

    def __init__(self, family: FamilyMeta, content: bytes) -> None:
        self.content = content
        found = [theorem for theorem in theorems([family]) if theorem.name.startswith("readings/")]
        self.texts = {theorem.name.removeprefix("readings/"): theorem.premise_text for theorem in found}
        self.label = found[-1].name.removeprefix("readings/").rsplit(".", 1)[0]
        self._elements: dict[tuple[object, ...], Machine] = {}

    def reading(self, dims: Mapping[str, int], label: str = "", start: int = 0) -> Machine:
        """The premises of "parse then build": the record `r` that begins at a byte, and where it ends."""
        return self.run(PARSE_THEN_BUILD, dims, label, start)

    def run(
        self, claim: str, dims: Mapping[str, int], label: str = "", start: int = 0, **more: Any
    ) -> Machine:
        """The premises of a claim about a record that begins at a byte."""
        machine = Machine(self.texts[f"{label or self.label}.{claim}"], {"file.start": start, **dims, **more})
        for symbol in machine.symbols:
            known = self._known(symbol, machine)
            if known is not None:
                machine.given.setdefault(symbol, known)
        return machine

    def reads(self, machine: Machine) -> bool:
        """Whether the bytes are a record that ends where the machine says that it ends."""
        try:
            end = machine.value("|end(r)|")
            machine.given.setdefault("file.end", end)
            return end <= len(self.content) and not machine.broken(len(self.content) + 1, apart="built.byte")
        except Refused:
            return False

    def _known(self, symbol: str, machine: Machine) -> Any:
        """What a symbol stands for that no assertion of its text defines."""
        plain = symbol.strip("|")
        if plain in ("file.byte", "built.byte"):
            return lambda place: self._number(place, 1)
        if plain.startswith(("file.byte.u", "built.byte.u")):
            return lambda place: self._number(place, int(plain.split(".u")[1]) // 8)
        if plain.startswith("padding to "):
            return lambda rest: -rest % int(plain.split()[-1])
        if plain.startswith("first("):
            return 0
        if plain.startswith("starts("):
            return self._starts(symbol, machine)
        if " of " in plain and plain.split(" of ")[1] in self._labels:
            what, label = plain.split(" of ")
            return lambda *given: self._element(what, label, given)
        return None

    @cached_property
    def _labels(self) -> set[str]:
        return {name.rsplit(".", 1)[0] for name in self.texts}

    def _number(self, place: int, n_bytes: int) -> int:
        """What bytes say; those that are not there say nothing."""
        return int.from_bytes(self.content[max(0, place) : max(0, place + n_bytes)], "little")

    def _starts(self, symbol: str, machine: Machine) -> Callable[[int], int]:
        """Where elements of unequal sizes begin: one after the other, as each is read."""
        known: list[int] = []
        name = symbol.strip("|").removeprefix("starts(").removesuffix(")")

        def starts(index: int) -> int:
            if not known:
                known.append(machine.value(f"|start({name})|"))
            while len(known) <= index:
                known.append(self._end_of(symbol, known[-1], machine))
            return known[index] if index >= 0 else -1

        return starts

    def _end_of(self, symbol: str, start: int, machine: Machine) -> int:
        """Where the element that begins at a byte ends; its family and dims are those of which it is read."""
        reading = next(
            part
            for _, said in machine.said
            for part in within(said)
            if part[0].startswith(("|reading of ", "|end of ")) and part[-1][0] == symbol
        )
        label = reading[0].strip("|").split(" of ")[1]
        return self._element("end", label, (*(machine.value(dim) for dim in reading[1:-1]), start))

    def _element(self, what: str, label: str, given: tuple[int, ...]) -> int:
        *dims, start = given
        machine = self.element(label, dims, start)
        reads = self.reads(machine)
        if what == "reading":
            return int(reads)
        if not reads:
            raise Refused(label)
        return machine.value("|end(r)|" if what == "end" else f"r.{what}")

    def element(self, label: str, dims: list[int], start: int) -> Machine:
        """The record of a family of elements that begins at a byte."""
        key = (label, *dims, start)
        if key not in self._elements:
            symbols = list(Machine(self.texts[f"{label}.{PARSE_THEN_BUILD}"], {}).symbols)
            names = symbols[symbols.index("file.start") + 1 : symbols.index("file.byte")]
            self._elements[key] = self.reading(dict(zip(names, dims, strict=True)), label, start)
        return self._elements[key]
